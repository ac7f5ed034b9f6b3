//! Public IP addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// First address, length of the prefix, description.
type Range<A> = (A, u32, &'static str);

const fn v4(a: u8, b: u8, c: u8, bits: u32, name: &'static str) -> Range<Ipv4Addr> {
    (Ipv4Addr::new(a, b, c, 0), bits, name)
}

const V4: [Range<Ipv4Addr>; 15] = [
    v4(0, 0, 0, 8, "an unspecified address"),
    v4(10, 0, 0, 8, "a private address"),
    v4(100, 64, 0, 10, "a shared address"),
    v4(127, 0, 0, 8, "this machine"),
    v4(169, 254, 0, 16, "a link-local address"),
    v4(172, 16, 0, 12, "a private address"),
    v4(192, 0, 0, 24, "a reserved address"),
    v4(192, 0, 2, 24, "an address of examples"),
    v4(192, 88, 99, 24, "a relay address"),
    v4(192, 168, 0, 16, "a private address"),
    v4(198, 18, 0, 15, "an address of benchmarks"),
    v4(198, 51, 100, 24, "an address of examples"),
    v4(203, 0, 113, 24, "an address of examples"),
    v4(224, 0, 0, 4, "a multicast address"),
    v4(240, 0, 0, 4, "a reserved address"),
];

const V6: [Range<Ipv6Addr>; 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23, "a reserved address"),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32, "an address of examples"),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, "a relay address"),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, "an address of examples"),
];

/// The reason why an address is not public; `None` for public ones.
///
/// ```
/// use turnwise::op::media::guard::refusal;
///
/// assert!(refusal("93.184.216.34".parse().unwrap()).is_none());
/// assert!(refusal("::ffff:127.0.0.1".parse().unwrap()).is_some());
/// ```
#[must_use]
pub fn refusal(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => {
            let inside = |range: &&Range<Ipv4Addr>| {
                let (first, bits, _) = **range;
                (address.to_bits() ^ first.to_bits()) >> (32 - bits) == 0
            };
            V4.iter().find(inside).map(|(_, _, name)| *name)
        }
        IpAddr::V6(address) => {
            if let Some(inner) = inner(address) {
                return refusal(inner.into());
            }
            if !is_in(address, Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3) {
                return Some("no public address");
            }
            V6.iter().find(|(first, bits, _)| is_in(address, *first, *bits)).map(|(_, _, name)| *name)
        }
    }
}

fn is_in(address: Ipv6Addr, first: Ipv6Addr, bits: u32) -> bool {
    (address.to_bits() ^ first.to_bits()) >> (128 - bits) == 0
}

/// The IPv4 address that an IPv6 address contains: mapped, or of DNS64.
fn inner(address: Ipv6Addr) -> Option<Ipv4Addr> {
    if let Some(mapped) = address.to_ipv4_mapped() {
        return Some(mapped);
    }
    let is_dns64 = is_in(address, Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);
    is_dns64.then(|| {
        let [.., a, b, c, d] = address.octets();
        Ipv4Addr::new(a, b, c, d)
    })
}

/// True for addresses of metadata services of cloud providers.
#[must_use]
pub fn is_metadata(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            [[169, 254, 169, 254], [100, 100, 100, 200], [168, 63, 129, 16]].contains(&address.octets())
        }
        IpAddr::V6(address) => {
            address == Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)
                || inner(address).is_some_and(|inner| is_metadata(inner.into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_pass() {
        for good in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.1",
            "169.253.255.255",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.88.98.255",
            "192.167.255.255",
            "198.17.255.255",
            "198.20.0.0",
            "203.0.112.255",
            "223.255.255.255",
            "2606:4700::1111",
            "2001:200::1",
            "2003::1",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
        ] {
            assert_eq!(refusal(good.parse().unwrap()), None, "{good}");
        }
        for bad in [
            "0.0.0.0",
            "0.255.255.255",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.255.255",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1.1.1.1",
            "100::1",
            "1fff::1",
            "2001::1",
            "2001:1ff::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff:fff::1",
            "4000::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(refusal(bad.parse().unwrap()).is_some(), "{bad}");
        }
        for metadata in
            ["169.254.169.254", "100.100.100.200", "168.63.129.16", "fd00:ec2::254", "::ffff:169.254.169.254"]
        {
            assert!(is_metadata(metadata.parse().unwrap()), "{metadata}");
        }
    }
}
