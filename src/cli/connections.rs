//! The only file that opens connections. All decisions are in the library (`op/media/guard`), which is called for every
//! URL and for every address of every connection.

use std::io::Read;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use turnwise::op::media::guard::{FetchPolicy, Url};
use turnwise::op::media::{Asked, Response, Wire, WireError};
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{
    ConnectProxyConnector, ConnectionDetails, Connector, NextTimeout, RustlsConnector, TcpConnector,
};
use ureq::{Agent, Error, Proxy, Timeout};

/// The time limit for name resolution and connection.
const CONNECT: Duration = Duration::from_secs(10);
/// The time limit for the head of an answer.
const FIRST: Duration = Duration::from_secs(20);
/// The maximum size of the head of an answer, in bytes.
const HEAD: usize = 64 * 1024;

/// Finds the addresses of a host and port.
type AddressLookup = fn(&str, u16) -> std::io::Result<Vec<SocketAddr>>;

/// Connections after a policy check.
#[derive(Debug)]
pub(crate) struct World {
    agent: Agent,
    time: Duration,
}

impl World {
    /// Checks everything with `policy`. `proxy`: the one that the user named, which then decides about addresses.
    pub(crate) fn new(policy: Arc<FetchPolicy>, time: Duration, proxy: Option<Proxy>) -> Self {
        let roots = roots();
        Self::with(policy, time, proxy, roots, |host, port| Ok((host, port).to_socket_addrs()?.collect()))
    }

    fn with(
        policy: Arc<FetchPolicy>,
        time: Duration,
        proxy: Option<Proxy>,
        roots: RootCerts,
        lookup: AddressLookup,
    ) -> Self {
        let has_proxy = proxy.is_some();
        let config = Config::builder()
            .proxy(proxy)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .max_response_header_size(HEAD)
            .user_agent(concat!("turnwise/", env!("CARGO_PKG_VERSION")))
            .accept_encoding("identity")
            .tls_config(TlsConfig::builder().root_certs(roots).build())
            .timeout_resolve(Some(CONNECT.min(time)))
            .timeout_connect(Some(CONNECT.min(time)))
            .timeout_recv_response(Some(FIRST.min(time)))
            .timeout_per_read(Some(FIRST.min(time)))
            // A reused connection was checked for another URL.
            .max_idle_connections(0)
            .build();
        let gate = Gate { policy, has_proxy, lookup };
        let connector = gate
            .clone()
            .chain(ConnectProxyConnector::default())
            .chain(TcpConnector::default())
            .chain(RustlsConnector::default());
        Self { agent: Agent::with_parts(config, connector, gate), time }
    }
}

/// Trusted certificates: those of the file in `SSL_CERT_FILE`, otherwise Mozilla's list.
fn roots() -> RootCerts {
    let named = std::env::var_os("SSL_CERT_FILE").and_then(|path| std::fs::read(path).ok());
    let Some(pem) = named else { return RootCerts::WebPki };
    let found = ureq::tls::parse_pem(&pem).filter_map(|item| match item {
        Ok(ureq::tls::PemItem::Certificate(certificate)) => Some(certificate),
        _ => None,
    });
    RootCerts::from(found)
}

impl Wire for World {
    fn get(&self, url: &Url, asked: &Asked<'_>) -> Result<Response, WireError> {
        let request = self.agent.get(url.uri().clone()).header("Accept", asked.accept);
        let request = request.config().timeout_global(Some(asked.time.min(self.time))).build();
        let response = request.call().map_err(explain)?;
        let (head, body) = response.into_parts();
        let text = |name: &str| {
            let value = head.headers.get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let length = text("content-length").and_then(|length| length.trim().parse().ok());
        Ok(Response {
            status: head.status.as_u16(),
            location: text("location"),
            retry_after: text("retry-after"),
            content_type: text("content-type"),
            content_encoding: text("content-encoding"),
            length,
            body: Box::new(body.into_reader()) as Box<dyn Read + Send>,
        })
    }
}

/// The prefix of the policy's reasons in the errors of the library that connects.
const REFUSED: &str = "turnwise-refused: ";

fn refused(why: &str) -> Error {
    Error::Io(std::io::Error::new(std::io::ErrorKind::PermissionDenied, format!("{REFUSED}{why}")))
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the list of the library grows")]
fn explain(error: Error) -> WireError {
    match error {
        Error::Io(error) => match error.to_string().strip_prefix(REFUSED) {
            Some(why) => WireError::Refused(why.to_owned()),
            None if is_no_connection(&error) => WireError::Passing(error.to_string()),
            None => WireError::Lasting(error.to_string()),
        },
        Error::HostNotFound => WireError::Passing("its host has no address".to_owned()),
        Error::Timeout(what @ (Timeout::Resolve | Timeout::Connect)) => {
            WireError::Passing(format!("it took too long ({what})"))
        }
        Error::Timeout(what) => WireError::Lasting(format!("it took too long ({what})")),
        Error::ConnectionFailed => WireError::Passing("no connection".to_owned()),
        other => WireError::Lasting(other.to_string()),
    }
}

/// True if no connection was made: another attempt may succeed.
fn is_no_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind as K;
    let kinds = [K::ConnectionRefused, K::HostUnreachable, K::NetworkUnreachable, K::NetworkDown, K::AddrNotAvailable];
    kinds.contains(&error.kind())
}

/// Checks with the policy: the addresses of a host, and those of the next connection.
#[derive(Clone)]
struct Gate {
    policy: Arc<FetchPolicy>,
    /// The addresses are those of a proxy, which the user named.
    has_proxy: bool,
    lookup: AddressLookup,
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate").field("policy", &self.policy).finish_non_exhaustive()
    }
}

impl Gate {
    fn judge(&self, uri: &Uri, found: &[SocketAddr]) -> Result<Vec<SocketAddr>, Error> {
        if self.has_proxy {
            return Ok(found.to_vec());
        }
        let url = Url::of(uri).map_err(refused)?;
        self.policy.addresses(&url, found).map_err(|why| refused(&why))
    }
}

impl Resolver for Gate {
    fn resolve(&self, uri: &Uri, _: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
        // A name lookup cannot be cancelled; a waiting thread can continue without it.
        let (sender, receiver) = mpsc::channel();
        let lookup = self.lookup;
        std::thread::spawn(move || sender.send(lookup(&host, port)));
        let found = receiver.recv_timeout(*timeout.after).map_err(|_| Error::Timeout(timeout.reason))?;
        let mut addresses = self.empty();
        for address in self.judge(uri, &found?)?.into_iter().take(16) {
            addresses.push(address);
        }
        Ok(addresses)
    }
}

impl Connector<()> for Gate {
    type Out = ();

    fn connect(&self, details: &ConnectionDetails, chained: Option<()>) -> Result<Option<()>, Error> {
        let addresses: Vec<_> = details.addrs.iter().copied().collect();
        let good = self.judge(details.uri, &addresses)?;
        if good.len() == addresses.len() { Ok(chained) } else { Err(refused("an address that was not judged")) }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use ureq::unversioned::resolver::DefaultResolver;

    use super::*;

    /// Counts connections on this machine, and answers each with an empty page.
    fn server() -> (u16, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, count) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
        let seen = Arc::clone(&count);
        std::thread::spawn(move || {
            for stream in listener.incoming().take(50) {
                seen.fetch_add(1, Ordering::SeqCst);
                let _ = stream.unwrap().write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            }
        });
        (port, count)
    }

    #[allow(clippy::unnecessary_wraps, reason = "it replaces one that fails")]
    fn to_this_machine(_: &str, port: u16) -> std::io::Result<Vec<SocketAddr>> {
        Ok(vec![SocketAddr::from(([127, 0, 0, 1], port))])
    }

    const ASKED: Asked<'_> = Asked { accept: "image/*", time: Duration::from_secs(5) };

    fn world(policy: FetchPolicy, lookup: AddressLookup) -> World {
        World::with(Arc::new(policy), Duration::from_secs(5), None, RootCerts::WebPki, lookup)
    }

    #[test]
    fn a_public_name_with_a_private_address_is_never_connected_to() {
        let (port, count) = server();
        let url = Url::parse(&format!("http://public.example:{port}/")).unwrap();
        let result = world(FetchPolicy::default(), to_this_machine).get(&url, &ASKED);
        assert!(matches!(result, Err(WireError::Refused(_))), "{result:?}");
        assert_eq!(count.load(Ordering::SeqCst), 0);
        // The same if the user allows it, so the policy made the difference.
        let allowed = FetchPolicy { allowed: vec!["public.example".parse().unwrap()], allows_private: false };
        assert_eq!(world(allowed, to_this_machine).get(&url, &ASKED).unwrap().status, 200);
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn of_a_mixed_answer_only_public_addresses_are_left() {
        let mixed: AddressLookup = |_, port| {
            let list = [[10, 0, 0, 1], [93, 184, 216, 34], [169, 254, 169, 254]];
            Ok(list.map(|address| SocketAddr::from((address, port))).to_vec())
        };
        let gate = Gate { policy: Arc::new(FetchPolicy::default()), has_proxy: false, lookup: mixed };
        let uri: Uri = "http://public.example/".parse().unwrap();
        let after = Duration::from_secs(5).into();
        let timeout = NextTimeout { after, reason: Timeout::Resolve, per_read: None, per_write: None };
        let found = gate.resolve(&uri, &Config::builder().build(), timeout).unwrap();
        assert_eq!(found.to_vec(), [SocketAddr::from(([93, 184, 216, 34], 80))]);
    }

    #[test]
    fn each_hook_alone_stops_a_connection() {
        let (port, count) = server();
        let url = format!("http://127.0.0.1:{port}/");
        let gate = Gate { policy: Arc::new(FetchPolicy::default()), has_proxy: false, lookup: to_this_machine };
        let config = || Config::builder().proxy(None).timeout_global(Some(Duration::from_secs(5))).build();
        // Only the connector checks.
        let connector = gate.clone().chain(TcpConnector::default());
        let agent = Agent::with_parts(config(), connector, DefaultResolver::default());
        assert!(matches!(explain(agent.get(&url).call().unwrap_err()), WireError::Refused(_)));
        // Only the resolver checks.
        let agent = Agent::with_parts(config(), ().chain(TcpConnector::default()), gate);
        assert!(matches!(explain(agent.get(&url).call().unwrap_err()), WireError::Refused(_)));
        assert_eq!(count.load(Ordering::SeqCst), 0);
        // Nothing checks: the host would be reached.
        let agent = Agent::with_parts(config(), ().chain(TcpConnector::default()), DefaultResolver::default());
        assert_eq!(agent.get(&url).call().unwrap().status().as_u16(), 200);
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn the_environment_names_no_proxy() {
        assert!(world(FetchPolicy::default(), to_this_machine).agent.config().proxy().is_none());
    }
}
