//! Changes of a record that stays in its format. Its bytes are edited: everything else is copied.
//!
//! ```json
//! {"choices":[{"message":{"role":"assistant","content":"hi"},"finish_reason":"stop","logprobs":{"a": 1}}]}
//! ```
//!
//! A change reads the record and returns the pieces of the new text ([`Spliced`]). Several changes are applied in
//! sequence, each to the text of the previous one; their reports are mapped back to places of the record.

mod apply;
mod branch;
mod branch_orders;
mod columns_and_logs;
mod container;
mod copy;
mod current_form;
mod dialect;
mod dropped;
mod ids;
mod lionpride_mode;
mod media;
mod new_messages;
mod record;
mod repair;
mod repair_ids;
mod splice;
mod split;
mod turns;
mod units;

pub(super) use apply::{edit, with_edits};
pub(super) use copy::{Copies, copy};
pub(super) use current_form::has_old_forms;
pub(super) use dropped::report_outside;
pub(super) use record::{EditRecord, Edited, Wanted};

use record::{EditFn, Stop};
