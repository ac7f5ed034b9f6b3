//! What there is to say about a record: a loss of a conversation, a finding of a check.

use crate::report::{CodeKind, Diagnostic, Severity};

/// Something that the target cannot hold, or that had to be made up for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The code, which never changes its meaning: `TW313`. `turnwise explain TW313` says more about it.
    pub code: &'static str,
    /// The name of the code: `field-dropped`.
    pub name: &'static str,
    /// What happened to it.
    pub kind: LossKind,
    /// What was lost: ``the field `user` is dropped``.
    pub message: String,
    /// Which record of the input, from 1.
    pub record: u64,
    /// The line in the input, from 1.
    pub line: u64,
    /// The byte in that line, from 1.
    pub column: u64,
    /// Where in the record, as a JSON Pointer (RFC 6901): `/messages/0/name`. Empty: the record itself.
    pub pointer: String,
    /// What to do about it.
    pub help: &'static str,
}

/// What happened to something that the target cannot hold as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LossKind {
    /// It is not in the output.
    Dropped,
    /// It is in the output in another form or place.
    Changed,
    /// The target needs it, and the source had none.
    MadeUp,
}

/// Something odd or wrong in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The code, which never changes its meaning: `TW203`. `turnwise explain TW203` says more about it.
    pub code: &'static str,
    /// The name of the code: `result-without-call`.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is there: ``no call has the id `c9` ``.
    pub message: String,
    /// Which record of the input, from 1.
    pub record: u64,
    /// The line in the input, from 1.
    pub line: u64,
    /// The byte in that line, from 1.
    pub column: u64,
    /// Where in the record, as a JSON Pointer (RFC 6901): `/messages/0/name`. Empty: the record itself.
    pub pointer: String,
    /// What to do about it.
    pub help: &'static str,
}

impl Loss {
    /// `None`: it is a finding.
    pub(super) fn of(diagnostic: &Diagnostic) -> Option<Self> {
        let kind = match diagnostic.code.kind {
            CodeKind::Dropped => LossKind::Dropped,
            CodeKind::Changed => LossKind::Changed,
            CodeKind::MadeUp => LossKind::MadeUp,
            CodeKind::Syntax | CodeKind::Shape | CodeKind::Rule => return None,
        };
        let Finding { code, name, message, record, line, column, pointer, help, .. } = Finding::of(diagnostic.clone());
        Some(Self { code, name, kind, message, record, line, column, pointer, help })
    }
}

impl Finding {
    pub(super) fn of(diagnostic: Diagnostic) -> Self {
        let location = diagnostic.location.unwrap_or_default();
        Self {
            code: diagnostic.code.id,
            name: diagnostic.code.name,
            severity: diagnostic.severity,
            message: diagnostic.message,
            record: diagnostic.record + 1,
            line: location.line,
            column: location.column,
            pointer: location.pointer,
            help: diagnostic.help,
        }
    }
}
