//! Layer 6: files as streams of records, processed in parallel, written in order.
//!
//! ```text
//! source ─► splitter ─► N equal workers, each: take a batch, read → op → write, wait for its turn, emit ─► sink
//! ```
//!
//! Memory is `workers × (batch + output)`, whatever the length of the file. A batch is about 256 KiB, or one record if
//! that is longer.

mod array_rows;
mod attributes;
mod batch;
mod brotli;
mod carried;
mod coalesced_log;
mod container;
mod decompress;
mod encoding;
mod error;
mod event_cutter;
mod event_stream;
mod existing_folder;
mod external_sort;
mod folded;
mod frames;
mod history;
mod history_sink;
mod index;
mod items;
mod joined_files;
mod json_lines;
mod limits;
mod links;
mod long_runs;
mod nested;
mod new_folder;
mod ordered_workers;
mod pipe_size;
mod progress;
mod record_places;
mod redact;
mod regular_file;
mod row_groups;
mod scratch;
mod sink;
mod skip_long;
mod source;
mod source_options;
mod split;
mod split_mode;
mod terminal_writer;
mod zip_directory;
mod zip_member;

pub use batch::{Batch, BatchFile, BatchPieces, BatchStart, ChangedBytes, Cut, Item, LongRun, SessionPiece, TooLong};
pub use container::{DROPPED, RecordContainer, Write};
pub use error::{SinkError, SourceError};
pub use external_sort::{ExternalSort, SortedEntries};
pub use folded::FoldedStream;
pub use history::{FolderFault, History};
pub use history_sink::{HistorySink, SessionOutput};
pub use joined_files::ListText;
pub use json_lines::JsonLines;
pub use limits::{BATCH, Limits};
pub use links::{follow, is_descriptor};
pub use long_runs::LongRuns;
pub use nested::{AGAIN, NestedBatch, NestedItem, NestedRefusal, Nesting, SEPARATOR, SPELLED, Splicer};
pub use new_folder::NewFolder;
pub use ordered_workers::run_in_order;
pub use pipe_size::enlarge_pipe;
pub use progress::{Flow, Progress, Silent};
pub use record_places::{RecordPlace, RecordPlaces};
pub use redact::Redactor;
pub use regular_file::open_regular;
pub use row_groups::has_sessions;
pub use scratch::{Scratch, ScratchFile, Spill};
pub use sink::{Sealed, Sink, SinkOptions, Target, remove_temporaries, sync_file_system};
pub use source::{Source, WINDOW};
pub use source_options::{Identity, MAX_EXPANSION, SourceOptions, extension_of};
pub use split::Splitter;
pub(crate) use split::without_foreign_bytes;
pub use zip_directory::{LeftOutMember, ZipListing, zip_members};
pub use zip_member::{ZipMember, begins_as_zip, is_zip};
