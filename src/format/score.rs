//! How sure it is that a record has a format: `{"mapping":{}}` has a member that only one format has.

/// The score of a format, from 1 to 255, and its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Above 200 nothing else is likely.
    pub value: u8,
    /// The evidence: ``a part of type `tool_use` ``.
    pub why: &'static str,
}

impl Score {
    /// Sure enough to stop looking.
    pub const SURE: u8 = 200;
    /// The score of a member or value that only this format has.
    pub const OWN: u8 = 150;
    /// Messages of id, role and content alone: several formats have such lists.
    pub const WITH_IDS: u8 = 60;
    /// Fits, but so do others.
    pub const PLAIN: u8 = 40;

    /// A score with its evidence.
    #[must_use]
    pub fn new(value: u8, why: &'static str) -> Self {
        Self { value, why }
    }
}
