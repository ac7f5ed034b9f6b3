//! Fetching: one fetch for each URL of a run, in parallel, a few at a time for each host, kept in a cache.

mod cache;
mod fetch;
mod pool;
mod wire;

pub use cache::DownloadCache;
pub use fetch::{FetchLimits, Fetcher};
pub use pool::{DownloadMode, DownloadTotals, Downloads, Survey};
pub use wire::{Asked, Response, Wire, WireError};
