//! Codes: every kind of finding and loss has one, forever.

/// What a diagnostic is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeKind {
    /// The text is not JSON.
    Syntax,
    /// The JSON is not what its format says.
    Shape,
    /// The conversation breaks a rule.
    Rule,
    /// Loss: it is not in the output.
    Dropped,
    /// Loss: it is in the output in another form or place.
    Changed,
    /// Loss: the target needs it and the source had none.
    MadeUp,
}

impl CodeKind {
    /// The word used in JSON output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Shape => "shape",
            Self::Rule => "rule",
            Self::Dropped => "dropped",
            Self::Changed => "changed",
            Self::MadeUp => "made_up",
        }
    }

    /// True for the three kinds of loss.
    #[must_use]
    pub fn is_loss(self) -> bool {
        matches!(self, Self::Dropped | Self::Changed | Self::MadeUp)
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Good to know.
    Note,
    /// Probably not meant.
    Warning,
    /// The format's own program or service would refuse it.
    Error,
}

impl Severity {
    /// The word used in all output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One kind of finding or loss.
#[derive(Debug)]
pub struct Code {
    /// `TW203`: never reused.
    pub id: &'static str,
    /// `result-without-call`: names the problem, not the cure.
    pub name: &'static str,
    /// What it is about.
    pub kind: CodeKind,
    /// How bad it is unless a check says otherwise.
    pub severity: Severity,
    /// One line.
    pub summary: &'static str,
    /// What to do about it, one line.
    pub help: &'static str,
    /// Markdown for `turnwise explain`: the file `docs/codes/TW203.md`, with its heading. Its examples are tests.
    pub docs: &'static str,
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

impl Code {
    /// True if `pattern` is this code's id, a prefix of it (`TW2`), or its name.
    #[must_use]
    pub fn matches(&self, pattern: &str) -> bool {
        self.name == pattern
            || (pattern.len() >= 2
                && self.id.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(pattern)))
    }
}

/// A [`Code`]: id, name, kind, severity, summary, help. Its documentation is the file of its id in `docs/codes/`.
macro_rules! code {
    ($id:literal $text:literal $kind:ident $severity:ident $summary:literal $help:literal) => {
        $crate::report::Code {
            id: $id,
            name: $text,
            kind: $crate::report::CodeKind::$kind,
            severity: $crate::report::Severity::$severity,
            summary: $summary,
            help: $help,
            docs: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/codes/", $id, ".md")),
        }
    };
}
pub(crate) use code;

/// Writes a page of codes: each with its name in the source, id, name, kind, severity, summary and help.
/// A page of one kind (`Rule:`) or of warnings (`Warning:`) says that once, at its head.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $id:literal $text:literal $kind:ident $severity:ident $summary:literal $help:literal;)*) => {
        $($(#[$doc])* pub static $name: $crate::report::Code =
            $crate::report::code! { $id $text $kind $severity $summary $help };)*
        /// All of them, sorted by id.
        pub static CODES: &[&$crate::report::Code] = &[$(&$name),*];
    };
    (Warning: $($(#[$doc:meta])* $name:ident $id:literal $text:literal $kind:ident $summary:literal $help:literal;)*) => {
        $crate::report::codes! { $($(#[$doc])* $name $id $text $kind Warning $summary $help;)* }
    };
    ($kind:ident: $($(#[$doc:meta])* $name:ident $id:literal $text:literal $severity:ident $summary:literal $help:literal;)*) => {
        $crate::report::codes! { $($(#[$doc])* $name $id $text $kind $severity $summary $help;)* }
    };
}
pub(crate) use codes;
