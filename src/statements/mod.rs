//! Layer 3: keprompt's statements. A program of statements makes messages; messages can be converted back to
//! statements.
//!
//! ```text
//! .prompt "name":"hello", "version":"1"        [{"role":"user","content":[{"type":"text","text":"Hi"}],"stmt_no":2},
//! .user Hi                                =>    {"role":"assistant","content":[{"type":"text","text":"[exec 1]"}],…}]
//! .exec
//! ```
//!
//! No model is called and no command is executed; the caller opens files through [`FileReader`].

mod call;
pub mod codes;
mod compare;
mod files;
mod interpreter;
mod message;
mod parse;
mod program;
pub mod python;
mod recorded;
mod statement;
mod statement_error;
mod steps;
mod text;
mod to_statements;
mod value;

pub use call::{IdPlace, ResultHead, call_id, read_call, read_result, result_id, write_call};
pub use compare::{ComparedMessage, Comparison, Match, StatementChat, compare};
pub use files::{FileReader, OpenFolder, ProgramReading, ending, image_file, media_type};
pub use interpreter::{Answers, Interpreter, Leniency, ProgramNames, RunOptions, TakeFn};
pub use message::{MessagePiece, Note, Speaker, StatementCall, read_messages};
pub use parse::{ParsedProgram, parse_prompt, starts_program};
pub use program::{Meta, prompt_meta};
pub use recorded::{Recorded, at_start};
pub use statement::{Keyword, Statement, list_json, read_list, read_statement, write_statement};
pub use statement_error::StatementError;
pub use text::prompt_text;
pub use to_statements::{BackOptions, Lost, exec_statements, to_statements};
pub use value::{RunBudget, Value, VariableList, VmLookup, substitute};

/// The name of the format whose records are plain text.
pub const TEXT_FORMAT: &str = "keprompt-prompt";

/// The format of programs as lists of statements.
pub const LIST_FORMAT: &str = "keprompt-statements";

use crate::json::At;
use crate::report::{Code, Severity};

/// A finding about a program or its messages.
#[derive(Clone, Debug)]
pub struct StatementFinding {
    /// The code.
    pub code: &'static Code,
    /// The severity of this finding.
    pub severity: Severity,
    /// Where in the input.
    pub at: At,
    /// The message.
    pub message: String,
}

impl StatementFinding {
    /// A finding with its code's severity.
    #[must_use]
    pub fn new(code: &'static Code, at: At, message: String) -> Self {
        Self { code, severity: code.severity, at, message }
    }
}
