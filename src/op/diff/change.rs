//! A difference: `{"kind":"edit","a":"/messages/1/content","b":"/messages/1/content","path":"text",…}`.

use super::words::Stretch;
use crate::json::{At, quoted};

/// The kind of a difference.
///
/// ```
/// use turnwise::ChangeKind;
///
/// let a = r#"[{"role":"user","content":"It rains."}]"#;
/// let b = r#"[{"role":"user","content":"It snows."}]"#;
/// assert_eq!(turnwise::diff(a, b)?[0].kind, ChangeKind::Edit);
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ChangeKind {
    /// A message that only B has.
    Insert,
    /// A message that only A has.
    Delete,
    /// A change inside a message, or outside the messages.
    Edit,
    /// The same message, or a part of one, at another position.
    Move,
    /// The same message with another speaker.
    Role,
    /// The same with another id.
    Id,
    /// One message of A is several messages of B.
    Split,
    /// Several messages of A are one of B.
    Merge,
}

impl ChangeKind {
    /// All kinds, in the order of summaries.
    pub const ALL: &'static [Self] =
        &[Self::Insert, Self::Delete, Self::Edit, Self::Move, Self::Role, Self::Id, Self::Split, Self::Merge];

    /// The word used in JSON output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Insert => "insert",
            Self::Delete => "delete",
            Self::Edit => "edit",
            Self::Move => "move",
            Self::Role => "role",
            Self::Id => "id",
            Self::Split => "split",
            Self::Merge => "merge",
        }
    }
}

/// A place in a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangePlace {
    /// The place in the record.
    pub at: At,
    /// The JSON Pointer to it.
    pub pointer: String,
    /// Its line in the file, from 1.
    pub line: u64,
    /// The index of the message; `None` outside the messages.
    pub message: Option<usize>,
}

/// A value as it is displayed. Never the bytes of a media file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownValue {
    /// A text.
    Text(String),
    /// A JSON value.
    Json(String),
}

impl ShownValue {
    /// The JSON Pointer as a JSON value.
    #[must_use]
    pub fn json(&self) -> String {
        match self {
            Self::Text(text) => quoted(text),
            Self::Json(json) => json.clone(),
        }
    }

    /// For human readers.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Json(text) => text,
        }
    }
}

/// One difference.
#[derive(Clone, Debug)]
pub struct RecordChange {
    /// The kind.
    pub kind: ChangeKind,
    /// The place in A; `None` for content that only B has.
    pub a: Option<ChangePlace>,
    /// The place in B; `None` for content that only A has.
    pub b: Option<ChangePlace>,
    /// The other messages of a split or merge; the other texts of a join.
    pub others: Vec<ChangePlace>,
    /// The path in the message, in terms of the model: `text`, `call/1/arguments/city`. Empty for whole messages.
    pub path: String,
    /// The value in A.
    pub old: Option<ShownValue>,
    /// The value in B.
    pub new: Option<ShownValue>,
    /// The differences between two texts, word by word; empty if one value is not a text.
    pub words: Vec<Stretch>,
}

/// The number of changes of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([u64; 8]);

impl Counts {
    /// Counts a change.
    pub fn add(&mut self, kind: ChangeKind) {
        if let Some(count) = self.0.get_mut(kind as usize) {
            *count += 1;
        }
    }

    /// The number of changes of this kind.
    #[must_use]
    pub fn of(&self, kind: ChangeKind) -> u64 {
        self.0.get(kind as usize).copied().unwrap_or(0)
    }

    /// The number of changes of all kinds.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}
