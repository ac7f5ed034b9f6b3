//! The hosts, ports and addresses that may be connected to, and exceptions that the user allowed.

use std::net::SocketAddr;
use std::str::FromStr;

use super::address::{is_metadata, refusal};
use super::url::{Host, Url};

/// The allowed ports below 1024; the blocked ones above that are in [`BAD_PORTS`].
const GOOD_PORTS: [u16; 2] = [80, 443];

/// Ports above 1023 that the fetch standard blocks.
const BAD_PORTS: [u16; 19] =
    [1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080];

/// A host that the user allowed: `host` or `host:port`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedHost {
    host: Host,
    /// `None`: every port that is allowed by default.
    port: Option<u16>,
}

impl FromStr for AllowedHost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = |why: &str| format!("`{text}` is not a host or host:port: {why}");
        // The URL parser reads it, so both have the same meaning.
        let url = Url::parse(&format!("http://{text}/")).map_err(bad)?;
        if url.to_string().matches('/').count() != 3 || text.contains(['/', '?', '#']) {
            return Err(bad("something is after it"));
        }
        let host = text.rsplit_once(']').map_or(text, |(_, rest)| rest);
        let port = host.contains(':').then(|| url.port());
        Ok(Self { host: url.host().clone(), port })
    }
}

/// The hosts, ports and addresses that may be connected to.
#[derive(Clone, Debug, Default)]
pub struct FetchPolicy {
    /// Hosts that are allowed whatever their addresses are.
    pub allowed: Vec<AllowedHost>,
    /// Addresses may be private; those of metadata services stay blocked.
    pub allows_private: bool,
}

impl FetchPolicy {
    /// True if the user named this host.
    fn is_named(&self, url: &Url) -> bool {
        let is_it =
            |allowed: &AllowedHost| allowed.host == *url.host() && allowed.port.is_none_or(|port| port == url.port());
        self.allowed.iter().any(is_it)
    }

    /// Checks a URL before its addresses are looked up.
    ///
    /// # Errors
    /// The reason why it is blocked.
    pub fn url(&self, url: &Url) -> Result<(), String> {
        let port = url.port();
        let is_exactly_named =
            self.allowed.iter().any(|allowed| allowed.host == *url.host() && allowed.port == Some(port));
        let is_good_port = GOOD_PORTS.contains(&port) || (port >= 1024 && !BAD_PORTS.contains(&port));
        if !is_good_port && !is_exactly_named {
            return Err(format!("port {port} is not a port of web servers (--allow-host {} allows it)", url.site()));
        }
        match url.host() {
            Host::Address(address) => self.address(url, SocketAddr::new(*address, port)),
            Host::Name(name) => {
                let is_local = name == "localhost" || name.ends_with(".localhost");
                let is_inside = [".local", ".internal", ".home.arpa"].iter().any(|end| name.ends_with(end));
                if (is_local || is_inside) && !self.is_named(url) && !self.allows_private {
                    return Err(format!("{name} is a name of this machine or network (--allow-host allows it)"));
                }
                Ok(())
            }
        }
    }

    /// Checks an address before a connection to it, for this URL.
    ///
    /// # Errors
    /// The reason why an address is blocked.
    pub fn address(&self, url: &Url, address: SocketAddr) -> Result<(), String> {
        if address.port() != url.port() {
            return Err(format!("port {} was not asked for", address.port()));
        }
        if self.is_named(url) {
            return Ok(());
        }
        let address = address.ip();
        if is_metadata(address) {
            return Err(format!("{address} is a metadata service of a cloud"));
        }
        match refusal(address) {
            Some(what) if !self.allows_private => Err(format!("{address} is {what} (--allow-host allows it)")),
            _ => Ok(()),
        }
    }

    /// The addresses of a host that may be connected to.
    ///
    /// # Errors
    /// No address is allowed; the error names the reason for the first one.
    pub fn addresses(&self, url: &Url, found: &[SocketAddr]) -> Result<Vec<SocketAddr>, String> {
        let good: Vec<_> = found.iter().copied().filter(|address| self.address(url, *address).is_ok()).collect();
        match found.first() {
            _ if !good.is_empty() => Ok(good),
            Some(first) => Err(self.address(url, *first).err().unwrap_or_default()),
            None => Err("its host has no address".to_owned()),
        }
    }

    /// Checks the target of a redirect.
    ///
    /// # Errors
    /// The reason why it is blocked.
    pub fn redirect(&self, from: &Url, location: &str) -> Result<Url, String> {
        let to = from.join(location)?;
        if from.is_https() && !to.is_https() {
            return Err("it leads from https to http".to_owned());
        }
        self.url(&to)?;
        Ok(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    fn allowing(hosts: &[&str]) -> FetchPolicy {
        FetchPolicy { allowed: hosts.iter().map(|host| host.parse().unwrap()).collect(), allows_private: false }
    }

    #[test]
    fn ports_and_names_are_judged_before_anybody_is_asked() {
        let policy = FetchPolicy::default();
        for good in ["http://example.com/", "https://example.com/", "http://example.com:8080/", "http://1.1.1.1:3000/"]
        {
            assert_eq!(policy.url(&url(good)), Ok(()), "{good}");
        }
        for bad in [
            "http://example.com:22/",
            "http://example.com:81/",
            "http://example.com:6667/",
            "http://example.com:10080/",
            "http://127.0.0.1/",
            "http://[::1]/",
            "http://localhost/",
            "http://localhost./",
            "http://a.localhost/",
            "http://metadata.google.internal/",
            "http://printer.local/",
        ] {
            assert!(policy.url(&url(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_user_may_name_hosts() {
        let policy = allowing(&["127.0.0.1:9000", "localhost", "[fd00:ec2::254]:80", "10.0.0.1:22"]);
        for good in
            ["http://127.0.0.1:9000/", "http://localhost:8080/", "http://[fd00:ec2::254]/", "http://10.0.0.1:22/"]
        {
            assert_eq!(policy.url(&url(good)), Ok(()), "{good}");
        }
        for bad in ["http://127.0.0.1:9001/", "http://localhost:22/", "http://127.0.0.2:9000/", "http://10.0.0.1/"] {
            assert!(policy.url(&url(bad)).is_err(), "{bad}");
        }
        let private = FetchPolicy { allows_private: true, ..FetchPolicy::default() };
        assert_eq!(private.url(&url("http://192.168.1.1/")), Ok(()));
        assert!(private.url(&url("http://169.254.169.254/")).is_err());
        assert!(private.url(&url("http://[::ffff:100.100.100.200]/")).is_err());
        for bad in ["", "a b", "user@host", "host/path", "host:0", "http://host", "host?x"] {
            assert!(bad.parse::<AllowedHost>().is_err(), "{bad}");
        }
    }

    #[test]
    fn of_a_mixed_answer_the_good_addresses_stay() {
        let policy = FetchPolicy::default();
        let url = url("http://example.com/");
        let all = |list: &[&str]| list.iter().map(|it| it.parse().unwrap()).collect::<Vec<SocketAddr>>();
        let found = all(&["127.0.0.1:80", "93.184.216.34:80", "[::1]:80", "93.184.216.34:81"]);
        assert_eq!(policy.addresses(&url, &found), Ok(all(&["93.184.216.34:80"])));
        assert!(policy.addresses(&url, &all(&["10.0.0.1:80"])).is_err());
        assert!(policy.addresses(&url, &[]).is_err());
    }

    #[test]
    fn redirects_are_judged_like_any_other_url() {
        let policy = FetchPolicy::default();
        let from = url("https://example.com/a");
        assert_eq!(policy.redirect(&from, "/b").map(|to| to.to_string()), Ok("https://example.com/b".to_owned()));
        for bad in ["http://example.com/", "https://127.0.0.1/", "https://example.com:22/", "file:///x", "//x@y/"] {
            assert!(policy.redirect(&from, bad).is_err(), "{bad}");
        }
    }
}
