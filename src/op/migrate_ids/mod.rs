//! `migrate-ids`: generates ids, renames them, and rewrites every reference. Nothing else changes.
//!
//! A format declares the places of its ids (`format/ids.rs`). A record is planned as a list of changes of its bytes
//! (`plan`), which are spliced into it (`worker`). New ids are derived from the old ones (`scheme`), so equal ids stay
//! equal in all records and files without shared state; only numbered sequences have state.

mod emitter;
mod id_history;
mod log;
mod map;
mod names;
mod options;
mod pairs;
mod places;
mod plan;
mod pool;
mod record_ids;
mod record_tree;
mod relayout;
mod renew;
mod replacements;
mod run;
mod scheme;
mod splice;
mod undo;
mod worker;

pub use map::{IdMap, MapError};
pub use options::{MigrateEnds, MigrateOptions, MigrateResult, Scopes, Which};
pub(super) use record_tree::{IdFormat, RecordTree};
pub(super) use renew::{NewIds, Renewed, renew};
pub use run::run;
pub use scheme::{IdNumbers, Scheme, target, targets};

use options::InputContext;
