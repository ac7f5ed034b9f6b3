//! Options of a comparison.

use super::value::NumberEquality;

/// The class of a fact, as in `--ignore`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Ids of conversations, messages and calls.
    Ids,
    /// Times.
    Timestamps,
    /// Counts of tokens, costs.
    Usage,
    /// Fields that the model cannot represent, and finish reasons.
    Metadata,
    /// The amount of white space in texts.
    Whitespace,
    /// The spelling of numbers: `1.0` is `1`, and `1e2` is `100`.
    NumberSpelling,
    /// Names of speakers, senders and recipients.
    Names,
    /// Reasoning.
    Reasoning,
    /// Signatures.
    Signatures,
    /// Cache hints.
    Cache,
    /// Citations.
    Citations,
    /// Media types, file names, detail levels; the media files themselves are always compared.
    Media,
    /// Tool definitions.
    Tools,
    /// Requests for structured output.
    Settings,
    /// Messages and records that moved; branches.
    Order,
    /// The content. It cannot be ignored.
    Content,
}

impl Class {
    /// All classes that can be ignored, in the spelling of users.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Self::Ids, "ids"),
        (Self::Timestamps, "timestamps"),
        (Self::Usage, "usage"),
        (Self::Metadata, "metadata"),
        (Self::Whitespace, "whitespace"),
        (Self::NumberSpelling, "number-spelling"),
        (Self::Names, "names"),
        (Self::Reasoning, "reasoning"),
        (Self::Signatures, "signatures"),
        (Self::Cache, "cache"),
        (Self::Citations, "citations"),
        (Self::Media, "media"),
        (Self::Tools, "tools"),
        (Self::Settings, "settings"),
        (Self::Order, "order"),
    ];

    /// The class of an unknown field, by its key.
    pub(super) fn of_key(key: &str) -> Self {
        const TIMES: &[&str] =
            &["created", "timestamp", "updated", "date", "time", "modified", "createdAt", "updatedAt"];
        let is_time = TIMES.contains(&key) || key.ends_with("_at") || key.ends_with("_time");
        match key {
            "usage" | "usageMetadata" | "usage_metadata" | "metrics" | "cost" | "tokens" | "token_count" => Self::Usage,
            "id" => Self::Ids,
            _ if is_time => Self::Timestamps,
            _ if key.ends_with("_id") || key.ends_with("Id") => Self::Ids,
            _ => Self::Metadata,
        }
    }
}

/// The ignored classes of facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ignore(u32);

impl Ignore {
    /// Ignores this class, too.
    pub fn add(&mut self, class: Class) {
        if class != Class::Content {
            self.0 |= 1 << class as u32;
        }
    }

    /// True if the class is ignored.
    #[must_use]
    pub fn has(self, class: Class) -> bool {
        self.0 & 1 << class as u32 != 0
    }

    pub(super) fn numbers(self) -> NumberEquality {
        if self.has(Class::NumberSpelling) { NumberEquality::ByValue } else { NumberEquality::AsWritten }
    }

    /// True if no class is ignored.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// How messages are matched.
///
/// ```
/// use turnwise::{Align, Diff};
///
/// let a = r#"[{"role":"user","content":"one"}]"#;
/// let changes = Diff::new().align(Align::Content).run(a, a)?;
/// assert!(changes.is_empty());
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Align {
    /// By id if both sides have ids, else by content.
    #[default]
    Auto,
    /// By id only.
    Id,
    /// By content only.
    Content,
    /// By position: the first with the first, the second with the second.
    Position,
}

/// Options of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct DiffOptions {
    /// The ignored classes.
    pub ignore: Ignore,
    /// How messages are matched.
    pub align: Align,
    /// Compute which words changed.
    pub has_words: bool,
    /// Stop at the first difference: only its existence matters.
    pub is_brief: bool,
    /// The number of steps for each pair of records before the comparison becomes coarser.
    pub steps: u64,
    /// The number of bytes of an input that are kept in memory if it cannot be opened again; more go to a temporary
    /// file.
    pub kept: usize,
    /// Records that cannot be read are skipped; otherwise the first one ends the comparison.
    pub skips: bool,
    /// Worker threads: with two, both files are read at once.
    pub jobs: usize,
}

impl Default for DiffOptions {
    fn default() -> Self {
        Self {
            ignore: Ignore::default(),
            align: Align::Auto,
            has_words: true,
            is_brief: false,
            steps: 400_000_000,
            kept: 32 << 20,
            skips: false,
            jobs: 1,
        }
    }
}
