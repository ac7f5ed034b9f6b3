//! What may be fetched: URLs, addresses, ports, redirects. Nothing here opens anything; everything that does asks here.

mod address;
mod policy;
mod retry;
mod url;

pub use address::{is_metadata, refusal};
pub use policy::{AllowedHost, FetchPolicy};
pub use retry::{backoff, retry_after};
pub use url::{Host, Url};
