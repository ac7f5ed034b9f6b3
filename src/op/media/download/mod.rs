//! Downloads: one for each URL of a run, in parallel, with a limit for each host, and with a cache.

mod cache;
mod fetch;
mod pool;
mod wire;

pub use cache::DownloadCache;
pub use fetch::{FetchLimits, Fetcher};
pub use pool::{DownloadMode, DownloadTotals, Downloads, Survey};
pub use wire::{Asked, Response, Wire, WireError};
