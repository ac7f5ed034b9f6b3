//! Losses of conversions and findings of checks.

use crate::report::{CodeKind, Diagnostic, Severity};

/// Something that the target cannot hold, or that was generated for it.
///
/// ```
/// let chat = r#"[{"role":"user","name":"ann","content":"Hello"}]"#;
/// let loss = &turnwise::convert(chat, "openai", "anthropic")?.losses[0];
/// assert_eq!((loss.code, loss.pointer.as_str(), loss.record, loss.line), ("TW309", "/0/name", 1, 1));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// The code, which never changes its meaning: `TW313`. `turnwise explain TW313` describes it.
    pub code: &'static str,
    /// The name of the code: `field-dropped`.
    pub name: &'static str,
    /// The kind of the loss.
    pub kind: LossKind,
    /// The message: ``the field `user` is dropped``.
    pub message: String,
    /// The number of the record in the input, from 1.
    pub record: u64,
    /// The line in the input, from 1.
    pub line: u64,
    /// The byte column in that line, from 1.
    pub column: u64,
    /// The place in the record, as a JSON Pointer (RFC 6901): `/messages/0/name`. Empty: the record itself.
    pub pointer: String,
    /// What the user can do about it.
    pub help: &'static str,
}

/// The kind of a loss.
///
/// ```
/// use turnwise::LossKind;
///
/// let chat = r#"[{"role":"user","name":"ann","content":"Hello"}]"#;
/// let losses = turnwise::convert(chat, "openai", "anthropic")?.losses;
/// assert_eq!(losses.iter().filter(|loss| loss.kind == LossKind::Dropped).count(), 1);
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LossKind {
    /// The output does not contain it.
    Dropped,
    /// The output contains it in another form or place.
    Changed,
    /// The target requires it, and the source has none.
    Generated,
}

/// A problem in a record.
///
/// ```
/// use turnwise::{Severity, Validate, validate};
///
/// let chat = r#"[{"role":"tool","tool_call_id":"c9","content":"sunny"}]"#;
/// let finding = &validate(chat, &Validate::new().from("openai"))?[0];
/// assert_eq!((finding.code, finding.severity), ("TW203", Severity::Error));
/// println!("{}:{}: {}; {}", finding.line, finding.column, finding.message, finding.help);
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The code, which never changes its meaning: `TW203`. `turnwise explain TW203` describes it.
    pub code: &'static str,
    /// The name of the code: `result-without-call`.
    pub name: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The message: ``no call has the id `c9` ``.
    pub message: String,
    /// The number of the record in the input, from 1.
    pub record: u64,
    /// The line in the input, from 1.
    pub line: u64,
    /// The byte column in that line, from 1.
    pub column: u64,
    /// The place in the record, as a JSON Pointer (RFC 6901): `/messages/0/name`. Empty: the record itself.
    pub pointer: String,
    /// What the user can do about it.
    pub help: &'static str,
}

impl Loss {
    /// `None`: the diagnostic is a finding.
    pub(super) fn of(diagnostic: &Diagnostic) -> Option<Self> {
        let kind = match diagnostic.code.kind {
            CodeKind::Dropped => LossKind::Dropped,
            CodeKind::Changed => LossKind::Changed,
            CodeKind::Generated => LossKind::Generated,
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
