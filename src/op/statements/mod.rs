//! `statements`: programs of keprompt executed without a model, and everything around them.

mod back;
mod diff;
mod edit;
mod files;
mod replay;
mod run;
mod subject;

pub use back::{Back, BackInput, from_messages};
pub use diff::{diff, json as diff_json, lines as diff_lines};
pub use edit::{BranchOptions, Change, EditOptions, Edited, branch, edit};
pub use files::FolderFiles;
pub use replay::{ReplayOptions, replay};
pub use run::{Options, Policy, Ran, laid_out, run};
pub use subject::{Origin, Row, Subject, is_program, params, row_of};
