//! `statements`: executes programs of keprompt without a model, with related commands.

mod diff;
mod edit;
mod files;
mod from_messages;
mod replay;
mod run;
mod subject;

pub use diff::{diff, json as diff_json, json_of_chats as diff_json_of_chats, lines as diff_lines};
pub use edit::{BranchOptions, EditOptions, EditedDocument, StatementChange, branch, edit};
pub use files::FolderFiles;
pub use from_messages::{BackInput, ProgramBuilder, from_messages};
pub use replay::{StatementReplayOptions, replay};
pub use run::{ExecPolicy, ProgramOptions, Ran, laid_out, run};
pub use subject::{ChatRow, OpenedChat, Subject, SubjectKind, is_program, params, row_of};
