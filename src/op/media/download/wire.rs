//! The HTTP client that downloads use, as a trait.

use std::fmt;
use std::io::Read;
use std::time::Duration;

use super::super::guard::Url;

/// Sends requests to hosts, one URL at a time: without redirects, further attempts, and proxies that the user did not
/// name. It has to check every address that it connects to with the [`FetchPolicy`](super::super::guard::FetchPolicy).
pub trait Wire: Send + Sync + fmt::Debug {
    /// Sends a GET request and reads the head of the answer.
    ///
    /// # Errors
    /// There is no connection or no answer, or the answer is not HTTP.
    fn get(&self, url: &Url, asked: &Asked<'_>) -> Result<Response, WireError>;
}

/// A request to a host.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The value of the header `Accept`.
    pub accept: &'a str,
    /// The time limit of the whole request, with its body.
    pub time: Duration,
}

/// The answer of a host.
pub struct Response {
    /// Its status.
    pub status: u16,
    /// `Location`.
    pub location: Option<String>,
    /// `Retry-After`.
    pub retry_after: Option<String>,
    /// `Content-Type`.
    pub content_type: Option<String>,
    /// `Content-Encoding`.
    pub content_encoding: Option<String>,
    /// `Content-Length`.
    pub length: Option<u64>,
    /// Its body. A truncated body ends with an error.
    pub body: Box<dyn Read + Send>,
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response").field("status", &self.status).finish_non_exhaustive()
    }
}

/// The reason why there is no answer.
#[derive(Clone, Debug)]
pub enum WireError {
    /// The policy forbids the connection.
    Refused(String),
    /// The error is temporary: another attempt may succeed.
    Passing(String),
    /// The error is permanent.
    Lasting(String),
}
