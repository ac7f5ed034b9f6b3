//! `statements`: programs of keprompt executed without a model, and everything around them.

mod back;
mod files;
mod recorded;
mod run;
mod subject;

pub use back::{Back, BackInput, from_messages};
pub use files::FolderFiles;
pub use recorded::Recorded;
pub use run::{Options, Policy, Ran, laid_out, run};
pub use subject::{Origin, Row, Subject, is_program, params, row_of};
