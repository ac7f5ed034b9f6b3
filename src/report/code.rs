//! Codes: each kind of finding and loss has one, which is never reused.

use std::io::Read as _;
use std::sync::LazyLock;

/// The category of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeKind {
    /// The text is not JSON.
    Syntax,
    /// The JSON does not have the structure that its format requires.
    Shape,
    /// The conversation breaks a rule.
    Rule,
    /// Loss: the output does not contain it.
    Dropped,
    /// Loss: the output contains it in another form or place.
    Changed,
    /// Loss: the target requires it, and the source has none.
    Generated,
}

impl CodeKind {
    /// Its name in output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Shape => "shape",
            Self::Rule => "rule",
            Self::Dropped => "dropped",
            Self::Changed => "changed",
            Self::Generated => "generated",
        }
    }

    /// True for the three kinds of loss.
    #[must_use]
    pub fn is_loss(self) -> bool {
        matches!(self, Self::Dropped | Self::Changed | Self::Generated)
    }
}

/// The severity of a finding.
///
/// ```
/// use turnwise::Severity;
///
/// assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For information.
    Note,
    /// Probably a mistake.
    Warning,
    /// The format's own program or service would reject it.
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

/// The pages of all codes, packed by `build.rs`: a third of a megabyte of text.
static PAGES: LazyLock<String> = LazyLock::new(|| {
    let mut pages = String::new();
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/codes.gz"));
    let is_read = flate2::read::GzDecoder::new(packed).read_to_string(&mut pages).is_ok();
    if is_read { pages } else { String::new() }
});

/// One kind of finding or loss.
#[derive(Debug)]
pub struct Code {
    /// `TW203`: never reused.
    pub id: &'static str,
    /// `result-without-call`: names the problem, not the solution.
    pub name: &'static str,
    /// The category.
    pub kind: CodeKind,
    /// The severity, unless a check sets another one.
    pub severity: Severity,
    /// A description on one line.
    pub summary: &'static str,
    /// What the user can do about it, on one line.
    pub help: &'static str,
    /// Whether `validate --fix` can correct it.
    pub fix: super::fix::Fix,
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

impl Code {
    /// True if a record or a file with this finding cannot be read. Such findings cannot be deselected: a check that passes
    /// has read everything.
    #[must_use]
    pub fn stops_reading(&self) -> bool {
        self.kind == CodeKind::Syntax && self.severity == Severity::Error && self.id != super::syntax::BLANK_LINE.id
    }

    /// Markdown for `turnwise explain`: the file `docs/codes/TW203.md`, with its heading. Its examples are tested.
    #[must_use]
    pub fn docs(&self) -> &'static str {
        let is_own = |page: &&str| page.strip_prefix("# ").is_some_and(|page| page.starts_with(self.id));
        PAGES.split('\0').find(is_own).unwrap_or_default()
    }

    /// True if `pattern` is this code's id, a prefix of it (`TW2`), or its name.
    #[must_use]
    pub fn matches(&self, pattern: &str) -> bool {
        self.name == pattern
            || (pattern.len() >= 2
                && self.id.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(pattern)))
    }
}

/// A [`Code`]: id, name, kind, severity, summary, help, and its fix if it has one: `=> Safe Trim`. Its documentation is the
/// file of its id in `docs/codes/`.
macro_rules! code {
    (@fix) => { $crate::report::Fix::None };
    (@fix $safety:ident $method:ident) => { $crate::report::Fix::$safety($crate::report::FixMethod::$method) };
    ($id:literal $text:literal $kind:ident $severity:ident $summary:literal $help:literal $(=> $($fix:ident)*)?) => {
        $crate::report::Code {
            id: $id,
            name: $text,
            kind: $crate::report::CodeKind::$kind,
            severity: $crate::report::Severity::$severity,
            summary: $summary,
            help: $help,
            fix: $crate::report::code!(@fix $($($fix)*)?),
        }
    };
}
pub(crate) use code;

/// Declares a list of codes: each with its name in the source, id, name, kind, severity, summary and help, and its fix.
/// A list of codes of one kind (`Rule:`), or all warnings (`Warning:`), states that once, at its head.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $id:literal $text:literal $kind:ident $severity:ident $summary:literal $help:literal $(=> $($fix:ident)*)?;)*) => {
        $($(#[$doc])* pub static $name: $crate::report::Code =
            $crate::report::code! { $id $text $kind $severity $summary $help $(=> $($fix)*)? };)*
        /// All codes, sorted by id.
        pub static CODES: &[&$crate::report::Code] = &[$(&$name),*];
    };
    (Warning: $($(#[$doc:meta])* $name:ident $id:literal $text:literal $kind:ident $summary:literal $help:literal $(=> $($fix:ident)*)?;)*) => {
        $crate::report::codes! { $($(#[$doc])* $name $id $text $kind Warning $summary $help $(=> $($fix)*)?;)* }
    };
    ($kind:ident: $($(#[$doc:meta])* $name:ident $id:literal $text:literal $severity:ident $summary:literal $help:literal $(=> $($fix:ident)*)?;)*) => {
        $crate::report::codes! { $($(#[$doc])* $name $id $text $kind $severity $summary $help $(=> $($fix)*)?;)* }
    };
}
pub(crate) use codes;
