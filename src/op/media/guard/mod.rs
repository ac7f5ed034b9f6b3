//! The policy of downloads: URLs, addresses, ports, redirects. It opens no connections; all code that does so checks
//! with it.

mod address;
mod policy;
mod retry;
mod url;

pub use address::{is_metadata, refusal};
pub use policy::{AllowedHost, FetchPolicy};
pub use retry::{backoff, retry_after};
pub use url::{Host, Url};
