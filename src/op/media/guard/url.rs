//! URLs of downloads, and their spelling. `http::Uri` parses them, here and in the library that connects, so that the
//! checked URL is the one that is downloaded.
//!
//! A URL that programs could parse in two ways is rejected.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use http::Uri;
use http::uri::Scheme;

/// The maximum length of a URL.
const LONGEST: usize = 8192;

/// An http or https URL.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Url {
    /// Escaped; without a fragment, dot segments in the path, and the port if it is the scheme's default.
    uri: Uri,
    host: Host,
    port: u16,
}

/// The host of a URL.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// A name, in lower case, without a dot at the end.
    Name(String),
    /// An address.
    Address(IpAddr),
}

impl Url {
    /// Reads an absolute URL.
    ///
    /// # Errors
    /// The reason why it is not an allowed URL.
    ///
    /// ```
    /// use turnwise::op::media::guard::Url;
    ///
    /// assert_eq!(Url::parse("HTTPS://Example.COM:443/a b?q#f").unwrap().to_string(), "https://example.com/a%20b?q");
    /// assert!(Url::parse("http://2130706433/").is_err() && Url::parse("http://user@host/").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        if text.is_empty() {
            return Err("it is empty");
        }
        if text.len() > LONGEST {
            return Err("it is longer than 8192 bytes");
        }
        if text.chars().any(char::is_control) {
            return Err("it contains a control character");
        }
        if text.contains('\\') {
            return Err("it contains a backslash");
        }
        let uri = escaped(text).parse().map_err(|_| {
            if text.is_ascii() {
                "it is not a URL"
            } else {
                "it is not a URL; a host whose letters are not ASCII is written as it is registered (xn--…)"
            }
        })?;
        Self::of(&uri)
    }

    /// Checks a parsed URL.
    ///
    /// # Errors
    /// Those of [`Url::parse`].
    pub fn of(uri: &Uri) -> Result<Self, &'static str> {
        let scheme = uri.scheme().ok_or("it has no scheme")?;
        if *scheme != Scheme::HTTP && *scheme != Scheme::HTTPS {
            return Err("only http and https URLs are fetched");
        }
        let authority = uri.authority().ok_or("it has no host")?;
        if authority.as_str().contains('@') {
            return Err("it contains a user name or a password");
        }
        let host = parse_host(authority.host())?;
        let usual = if *scheme == Scheme::HTTPS { 443 } else { 80 };
        // The port as it is written: `Uri` also accepts `:`, `:+80` and `:99999`.
        let port = match authority.as_str().get(authority.host().len()..) {
            None | Some("") => usual,
            Some(port) => parse_port(port)?,
        };
        let site = if port == usual { host.to_string() } else { format!("{host}:{port}") };
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let path = without_dots(uri.path()) + &query;
        let uri = Uri::builder().scheme(scheme.clone()).authority(site).path_and_query(path).build();
        Ok(Self { uri: uri.map_err(|_| "it is not a URL")?, host, port })
    }

    /// The URL of a redirect from here.
    ///
    /// # Errors
    /// The reason why the target is not allowed.
    pub fn join(&self, location: &str) -> Result<Self, &'static str> {
        let before_path = location.split(['/', '?', '#']).next().unwrap_or_default();
        if before_path.contains(':') {
            return Self::parse(location);
        }
        let scheme = self.uri.scheme_str().unwrap_or_default();
        if location.starts_with("//") {
            return Self::parse(&format!("{scheme}:{location}"));
        }
        let own = self.uri.path();
        let folder = own.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = match location.chars().next() {
            None | Some('#') => self.uri.path_and_query().map_or(own, |path| path.as_str()).to_owned(),
            Some('/') => location.to_owned(),
            Some('?') => format!("{own}{location}"),
            Some(_) => format!("{folder}/{location}"),
        };
        Self::parse(&format!("{scheme}://{}{path}", self.site()))
    }

    /// The URL in the type of the library that connects.
    #[must_use]
    pub fn uri(&self) -> &Uri {
        &self.uri
    }

    /// Its host.
    #[must_use]
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Its port, or the default port of the scheme.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// True for https.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.uri.scheme() == Some(&Scheme::HTTPS)
    }

    /// Host and port, as in limits and summaries.
    #[must_use]
    pub fn site(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uri.fmt(f)
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Address(IpAddr::V4(address)) => address.fmt(f),
            Self::Address(IpAddr::V6(address)) => write!(f, "[{address}]"),
        }
    }
}

/// Parses `:8080`.
fn parse_port(text: &str) -> Result<u16, &'static str> {
    let digits = text.strip_prefix(':').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let port = digits.filter(|digits| digits.len() <= 5).and_then(|digits| digits.parse().ok());
    port.filter(|port| *port > 0).ok_or("its port is not a number from 1 to 65535")
}

fn parse_host(text: &str) -> Result<Host, &'static str> {
    if let Some(inner) = text.strip_prefix('[') {
        let inner = inner.strip_suffix(']').ok_or("its address has no closing bracket")?;
        let address: Ipv6Addr = inner.parse().map_err(|_| "its address is not a plain IPv6 address")?;
        return Ok(Host::Address(address.into()));
    }
    let name = text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
    if name.is_empty() {
        return Err("it has no host");
    }
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    if name.len() > 253 || !name.split('.').all(is_label) {
        return Err("its host is not a name");
    }
    // Some programs treat a host that ends in a number as an address, in any notation.
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_hex = last.strip_prefix("0x").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if is_hex || last.bytes().all(|byte| byte.is_ascii_digit()) {
        let address: Ipv4Addr = text.parse().map_err(|_| "its address is not written as four numbers")?;
        return Ok(Host::Address(address.into()));
    }
    Ok(Host::Name(name))
}

/// A path in which `.` and `..` are resolved.
fn without_dots(path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut all = path.split('/').skip(1).peekable();
    while let Some(name) = all.next() {
        let is_last = all.peek().is_none();
        match name.to_ascii_lowercase().replace("%2e", ".").as_str() {
            ".." => {
                names.pop();
                names.extend(is_last.then_some(""));
            }
            "." => names.extend(is_last.then_some("")),
            _ => names.push(name),
        }
    }
    format!("/{}", names.join("/"))
}

/// A text with percent-encoding (`%20`).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        let is_plain = character.is_ascii_graphic() && !"\"<>`{}|^".contains(character);
        if is_plain {
            out.push(character);
            continue;
        }
        let mut bytes = [0; 4];
        for byte in character.encode_utf8(&mut bytes).bytes() {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_urls_are_read_and_written_in_one_way() {
        for (text, wanted) in [
            ("http://example.com", "http://example.com/"),
            ("HTTP://EXAMPLE.com.:80", "http://example.com/"),
            ("https://example.com:8443/a/./b/../c?x=/../#f", "https://example.com:8443/a/c?x=/../"),
            ("http://example.com/../../a/%2E%2e/b/..", "http://example.com/"),
            ("http://example.com?q", "http://example.com/?q"),
            ("http://1.2.3.4:8080/é", "http://1.2.3.4:8080/%C3%A9"),
            ("http://[2001:DB8::1]:81/x", "http://[2001:db8::1]:81/x"),
            ("http://xn--bcher-kva.example/%20 <>", "http://xn--bcher-kva.example/%20%20%3C%3E"),
        ] {
            let url = Url::parse(text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(url.to_string(), wanted);
            assert_eq!(Url::parse(wanted).unwrap(), url, "what is fetched is what was read");
        }
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        for text in [
            "",
            " ",
            "example.com",
            "//example.com/",
            "/a.png",
            "http:example.com",
            "http:/example.com",
            "http:///a",
            "ftp://example.com/",
            "gopher://x/",
            "javascript:alert(1)",
            "blob:null/1",
            "file:///etc/passwd",
            "ht\ttp://x/",
            " http://x/",
            "http://x/\r\nX: 1",
            "http://x\\@y/",
            "http://user@x/",
            "http://user:secret@x/",
            "http://x@y@z/",
            "http://@x/",
            "http://x:/",
            "http://x:0/",
            "http://x:99999/",
            "http://x:+80/",
            "http://x:80:80/",
            "http://x%2ey/",
            "http://x y/",
            "http://x..y/",
            "http://.x/",
            "http://１２７.0.0.1/",
            "http://127。0。0。1/",
            "http://bücher.example/",
            "http://2130706433/",
            "http://0x7f000001/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://127.0.0.1./",
            "http://1.2.3.4.5/",
            "http://256.1.1.1/",
            "http://01.2.3.4/",
            "http://0/",
            "http://x.0x/",
            "http://[::1/",
            "http://[::1]x/",
            "http://[fe80::1%25lo]/",
            "http://[::1%lo]/",
            "http://[v1.x]/",
            "http://[]/",
            "http://[1.2.3.4]/",
        ] {
            assert!(Url::parse(text).is_err(), "{text}");
        }
        assert!(Url::parse(&format!("http://x/{}", "a".repeat(LONGEST))).is_err());
        assert!(Url::parse(&format!("http://{}/", "a".repeat(64))).is_err());
    }

    #[test]
    fn redirects_lead_where_browsers_go() {
        let url = Url::parse("https://a.example:444/x/y?q").unwrap();
        for (location, wanted) in [
            ("http://b.example/", "http://b.example/"),
            ("//b.example/z", "https://b.example/z"),
            ("/z", "https://a.example:444/z"),
            ("z", "https://a.example:444/x/z"),
            ("../z?r", "https://a.example:444/z?r"),
            ("?r", "https://a.example:444/x/y?r"),
            ("", "https://a.example:444/x/y?q"),
            ("./a:b", "https://a.example:444/x/a:b"),
        ] {
            assert_eq!(url.join(location).unwrap().to_string(), wanted, "{location}");
        }
        for location in ["file:///etc/passwd", "//user@b/", "//127.1/", "ht\ntp://x/", "\\\\x\\y", "data:,x", "z:80"] {
            assert!(url.join(location).is_err(), "{location}");
        }
    }
}
