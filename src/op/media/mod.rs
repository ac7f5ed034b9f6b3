//! `inline-media` and `extract-media`: replace references by bytes, and bytes by references. Nothing else in a record
//! changes.

mod announce;
mod base64;
mod decoder;
mod download;
mod extract;
mod finder;
pub mod guard;
mod inline;
mod local;
mod name;
mod options;
mod run;
mod sources;
mod spool;
mod store;
mod worker;

pub use base64::Spelling;
pub(super) use base64::encode;
pub use download::{
    Asked, DownloadCache, DownloadMode, DownloadTotals, Downloads, FetchLimits, Fetcher, Response, Survey, Wire,
    WireError,
};
pub use finder::{Blob, LocalFiles, MediaBytes, MediaFinder, NotFound, Types, shown};
pub use local::{NoFile, Root};
pub use name::Stored;
pub use options::{Embedding, MediaEnds, MediaOptions, MediaTask};
pub use run::run;
pub use sources::Sources;
pub use store::{MediaStore, MediaTotals, hash};

pub(super) use announce::announce;
pub(super) use inline::inline_edits;
pub(super) use sources::is_local;
