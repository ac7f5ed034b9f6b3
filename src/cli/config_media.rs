//! `[media]` in `turnwise.toml`: limits of downloads and of embedded media files.
//!
//! ```toml
//! [media]
//! max-item-bytes = 1048576
//! ```
//!
//! The folder, the cache, the allowed hosts and the proxy are only on the command line: the file may come with other
//! people's data.

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

use super::config::lower;

/// The maximum size of a media file, in bytes.
pub(crate) const ITEM_BYTES: usize = 20 << 20;
/// The maximum size of all media files of a conversation, in bytes.
pub(crate) const TOTAL_BYTES: usize = 256 << 20;
/// The maximum number of redirects.
pub(crate) const REDIRECTS: u32 = 5;
/// The time limit of one download attempt, in seconds.
pub(crate) const TIMEOUT: u64 = 60;
/// The number of attempts per media file.
pub(crate) const RETRIES: u32 = 3;
/// The maximum number of parallel downloads per host.
pub(crate) const PER_HOST: u16 = 4;

/// `[media]`
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct MediaConfig {
    pub(crate) offline: bool,
    pub(crate) max_item_bytes: Option<NonZeroU64>,
    pub(crate) max_total_bytes: Option<NonZeroU64>,
    pub(crate) max_media_errors: Option<u64>,
    pub(crate) max_redirects: Option<u64>,
    pub(crate) timeout: Option<NonZeroU64>,
    pub(crate) retries: Option<NonZeroU64>,
    pub(crate) jobs_per_host: Option<NonZeroU64>,
}

impl MediaConfig {
    /// Removes the limits above the defaults: for each, its key, the advice, and whether it was removed.
    pub(super) fn restrict(&mut self) -> [(&'static str, &'static str, bool); 6] {
        [
            ("media.max-item-bytes", "--max-item-bytes raises the limit", lower(&mut self.max_item_bytes, ITEM_BYTES)),
            (
                "media.max-total-bytes",
                "--max-total-bytes raises the limit",
                lower(&mut self.max_total_bytes, TOTAL_BYTES),
            ),
            ("media.max-redirects", "--max-redirects raises the limit", lower(&mut self.max_redirects, REDIRECTS)),
            ("media.timeout", "--timeout raises the limit", lower(&mut self.timeout, TIMEOUT)),
            ("media.retries", "--retries raises the limit", lower(&mut self.retries, RETRIES)),
            ("media.jobs-per-host", "--jobs-per-host raises the limit", lower(&mut self.jobs_per_host, PER_HOST)),
        ]
    }
}
