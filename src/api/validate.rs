//! Checks: what is odd or wrong in conversations, or would keep a target from accepting them.

use super::{Error, Finding, check_codes, open, target};
use crate::op::validate::{ValidateOptions, run};
use crate::report::Severity;
use crate::stream::{Flow, Silent};

/// Checks conversations: syntax, shape, then rules. All findings are returned, in order.
///
/// ```
/// use turnwise::{Severity, Validate, validate};
///
/// let chat = r#"{"messages":[{"role":"tool","tool_call_id":"c9","content":"sunny"}]}"#;
/// let findings = validate(chat, &Validate::new())?;
/// assert!(findings.iter().any(|it| it.severity == Severity::Error && it.pointer == "/messages/0/tool_call_id"));
/// # Ok::<(), turnwise::Error>(())
/// ```
///
/// # Errors
/// A name is unknown, or the input as a whole cannot be read: it is not JSON from the first record on, or in no format
/// that is known. One bad record among others is a finding.
pub fn validate(input: impl AsRef<[u8]>, options: &Validate) -> Result<Vec<Finding>, Error> {
    let run_options = options.options()?;
    let input = open(input.as_ref(), options.from.as_deref())?;
    let mut found = Vec::new();
    let mut note = |findings: crate::op::validate::Findings| {
        found.extend(findings.diagnostics.into_iter().map(Finding::of));
        Flow::Continue
    };
    run(input, &run_options, &mut note, &Silent);
    Ok(found)
}

/// What to look for: everything, unless something is said here.
///
/// ```
/// use turnwise::{Validate, validate};
///
/// let chat = r#"{"messages":[{"role":"user","content":"2 + 2?"}]}"#;
/// let findings = validate(chat, &Validate::new().target("openai:finetune").ignore(["TW1"]))?;
/// assert_eq!((findings[0].code, findings[0].message.as_str()), ("TW525", "the last message is from user"));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "nothing is checked before validate"]
pub struct Validate {
    from: Option<String>,
    target: Option<String>,
    select: Vec<String>,
    ignore: Vec<String>,
    levels: Vec<(String, Severity)>,
    is_strict: bool,
    is_lenient: bool,
}

impl Validate {
    /// Looks for everything.
    pub fn new() -> Self {
        Self::default()
    }

    /// The format of the input. Without it, the format is detected, for each record separately.
    pub fn from(self, format: impl Into<String>) -> Self {
        Self { from: Some(format.into()), ..self }
    }

    /// Would this format accept it, if it were sent now? Optionally with a dialect: `openai:finetune`.
    pub fn target(self, format: impl Into<String>) -> Self {
        Self { target: Some(format.into()), ..self }
    }

    /// Look only for these codes: ids (`TW203`), their beginnings (`TW2`), or names (`result-without-call`).
    pub fn select(self, codes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { select: codes.into_iter().map(Into::into).collect(), ..self }
    }

    /// Leave these codes out.
    pub fn ignore(self, codes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { ignore: codes.into_iter().map(Into::into).collect(), ..self }
    }

    /// Findings with this code, the beginning of codes or a name have this severity.
    pub fn severity(mut self, code: impl Into<String>, severity: Severity) -> Self {
        self.levels.push((code.into(), severity));
        self
    }

    /// Warnings are errors.
    pub fn strict(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    /// Logs of events may begin in the middle (ag-ui).
    pub fn lenient(self, is_lenient: bool) -> Self {
        Self { is_lenient, ..self }
    }

    /// What the engine is asked for: the command line sets the rest itself.
    #[doc(hidden)]
    pub fn options(&self) -> Result<ValidateOptions, Error> {
        check_codes(&self.select)?;
        check_codes(&self.ignore)?;
        check_codes(&self.levels.iter().map(|(code, _)| code.clone()).collect::<Vec<_>>())?;
        Ok(ValidateOptions {
            levels: self.levels.clone(),
            has_excerpts: false,
            target: self.target.as_deref().map(target).transpose()?,
            select: self.select.clone(),
            ignore: self.ignore.clone(),
            is_strict: self.is_strict,
            is_lenient: self.is_lenient,
            jobs: 1,
            keep: u64::MAX,
        })
    }
}
