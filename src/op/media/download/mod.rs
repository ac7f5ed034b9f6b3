//! Fetching: one fetch for each URL of a run, in parallel, a few at a time for each host, kept in a cache.

mod cache;
mod fetch;
mod pool;
mod wire;

pub use cache::Cache;
pub use fetch::{FetchLimits, Fetcher};
pub use pool::{DownloadTotals, Downloads, Mode, Survey};
pub use wire::{Answer, Asked, Wire, WireError};
