//! `diff`: the changes between two versions of conversations, in any formats.
//!
//! A first pass over the files keeps a hash and a place for each record. Byte-identical records are not read again, and
//! neither are byte-identical messages of the other records. The rest is compared as facts of the model (`facts`):
//! messages are matched (`align`), and so are parts and texts (`parts`, `words`).

mod align;
mod change;
mod compare;
mod compared_records;
mod conversation_facts;
mod conversation_fields;
mod conversation_key;
mod facts;
mod failure;
mod file_pair;
mod hash;
mod hosted;
mod lcs;
mod lines;
mod meaning;
mod moved_parts;
mod myers;
mod names;
mod numbers;
mod only_in_b;
mod options;
mod order;
mod pair;
mod parts;
mod patch;
mod printed_lines;
mod record;
mod result;
mod run;
mod shown;
mod similar;
mod spelling;
mod split;
mod store;
mod stored_file;
mod value;
mod view;
mod words;

pub use change::{ChangeKind, ChangePlace, Counts, RecordChange, ShownValue};
pub use compared_records::{ComparedRecords, RecordRef};
pub(super) use conversation_key::{ConversationKeys, KeySeeds};
pub use failure::DiffFailure;
pub use file_pair::DiffInput;
pub use lines::{LineTag, tagged};
pub use only_in_b::{NewMessages, new_messages};
pub use options::{Align, Class, DiffOptions, Ignore};
pub use patch::patch;
pub use record::{MessageRow, RowKind};
pub use run::{DiffSummary, OnPair, run};
pub use words::{Stretch, WordMarker};
