//! Checks of conversations: problems of the input, and what a target would not accept.

use super::{Error, Finding, NAME, check_codes, checked_for, ready_at, source};
use crate::op::validate::{ValidateOptions, run};
use crate::report::Severity;
use crate::stream::{Flow, Silent, Source};

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
    let bytes = Source::from_bytes(input.as_ref().to_vec(), NAME).map_err(Error::source_error)?;
    let input = ready_at(bytes, source(options.from.as_deref())?, &options.at)?;
    let mut found = Vec::new();
    let mut note = |findings: crate::op::validate::Findings| {
        found.extend(findings.diagnostics.into_iter().map(Finding::of));
        Flow::Continue
    };
    run(input, &run_options, &mut note, &Silent);
    Ok(found)
}

/// The options of a check; by default it checks everything.
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
    at: Vec<String>,
    target: Option<String>,
    select: Vec<String>,
    ignore: Vec<String>,
    levels: Vec<(String, Severity)>,
    is_strict: bool,
    is_lenient: bool,
}

impl Validate {
    /// Creates a check for everything.
    ///
    /// ```
    /// use turnwise::{Validate, validate};
    ///
    /// let chat = r#"{"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi!"}],"model":"m"}"#;
    /// assert!(validate(chat, &Validate::new())?.is_empty());
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// The format of the input. Without it, the format is detected, for each record separately.
    ///
    /// ```
    /// use turnwise::{Validate, validate};
    ///
    /// let gemini = r#"[{"role":"user","parts":[{"text":"Hello"}]}]"#;
    /// assert!(!validate(gemini, &Validate::new().from("openai"))?.is_empty());
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn from(self, format: impl Into<String>) -> Self {
        Self { from: Some(format.into()), ..self }
    }

    /// The conversations are inside records, at these JSON Pointers: `/history`, `/runs/*/traj`. The pointers of findings are
    /// those of the whole record.
    ///
    /// ```
    /// use turnwise::{Validate, validate};
    ///
    /// let row = r#"{"id":7,"chat":[{"role":"tool","tool_call_id":"c9","content":"sunny"}]}"#;
    /// let findings = validate(row, &Validate::new().from("openai").at(["/chat"]))?;
    /// assert_eq!(findings[0].pointer, "/chat/0/tool_call_id");
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn at(self, places: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { at: places.into_iter().map(Into::into).collect(), ..self }
    }

    /// Also check if this format would accept the conversation, if it were sent now. Optionally with a dialect:
    /// `openai:finetune`. Or if a trainer would read it as it is meant: `axolotl`, `llamafactory`, `trl`.
    ///
    /// ```
    /// use turnwise::{Validate, validate};
    ///
    /// let chat = r#"[{"role":"user","content":"Hello"},{"role":"user","content":""}]"#;
    /// let findings = validate(chat, &Validate::new().from("openai").target("anthropic"))?;
    /// assert!(findings.iter().any(|it| it.pointer.starts_with("/1")));
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn target(self, format: impl Into<String>) -> Self {
        Self { target: Some(format.into()), ..self }
    }

    /// Check only these codes: ids (`TW203`), their prefixes (`TW2`), or names (`result-without-call`).
    ///
    /// ```
    /// use turnwise::{Validate, validate};
    ///
    /// let chat = r#"[{"role":"user","content":"Hello"},{"role":"tool","tool_call_id":"c9","content":"sunny"}]"#;
    /// let findings = validate(chat, &Validate::new().from("openai").select(["result-without-call"]))?;
    /// assert!(findings.iter().all(|it| it.code == "TW203") && !findings.is_empty());
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn select(self, codes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { select: codes.into_iter().map(Into::into).collect(), ..self }
    }

    /// Ignore these codes.
    ///
    /// ```
    /// use turnwise::{Validate, validate};
    ///
    /// let chat = r#"[{"role":"user","content":"Hello"},{"role":"tool","tool_call_id":"c9","content":"sunny"}]"#;
    /// assert!(validate(chat, &Validate::new().from("openai").ignore(["TW2"]))?.is_empty());
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn ignore(self, codes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { ignore: codes.into_iter().map(Into::into).collect(), ..self }
    }

    /// Set the severity of findings with this code, prefix or name.
    ///
    /// ```
    /// use turnwise::{Severity, Validate, validate};
    ///
    /// let chat = r#"[{"role":"user","content":"Hello"},{"role":"tool","tool_call_id":"c9","content":"sunny"}]"#;
    /// let findings = validate(chat, &Validate::new().from("openai").severity("TW203", Severity::Note))?;
    /// assert_eq!(findings[0].severity, Severity::Note);
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn severity(mut self, code: impl Into<String>, severity: Severity) -> Self {
        self.levels.push((code.into(), severity));
        self
    }

    /// Treat warnings as errors.
    ///
    /// ```
    /// use turnwise::{Severity, Validate, validate};
    ///
    /// let chat = r#"[{"role":"user","content":"Hello","mood":"good"}]"#;
    /// let findings = validate(chat, &Validate::new().from("openai").strict(true))?;
    /// assert!(findings.iter().all(|it| it.severity != Severity::Warning));
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn strict(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    /// Allow logs of events that begin in the middle (ag-ui).
    ///
    /// ```
    /// use turnwise::{Validate, validate};
    ///
    /// let log = r#"[{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hello"}]"#;
    /// let count = |is_lenient| validate(log, &Validate::new().from("ag-ui").lenient(is_lenient)).map(|it| it.len());
    /// assert!(count(true)? < count(false)?);
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn lenient(self, is_lenient: bool) -> Self {
        Self { is_lenient, ..self }
    }

    /// The options of the engine; the command line sets the others itself.
    #[doc(hidden)]
    pub fn options(&self) -> Result<ValidateOptions, Error> {
        check_codes(&self.select)?;
        check_codes(&self.ignore)?;
        check_codes(&self.levels.iter().map(|(code, _)| code.clone()).collect::<Vec<_>>())?;
        let (target, trainer) = self.target.as_deref().map(checked_for).transpose()?.unwrap_or_default();
        Ok(ValidateOptions {
            levels: self.levels.clone(),
            has_excerpts: false,
            target,
            trainer,
            select: self.select.clone(),
            also: Vec::new(),
            ignore: self.ignore.clone(),
            is_strict: self.is_strict,
            is_lenient: self.is_lenient,
            jobs: 1,
            keep: u64::MAX,
        })
    }
}
