//! Rules for texts and reasoning.

/// The rules for texts.
#[derive(Clone, Copy, Debug)]
pub struct TextRules {
    /// Texts without visible characters.
    pub blank: Blank,
    /// A message has one string for its text: its texts are joined with this separator, in JSON notation.
    pub join: Option<&'static str>,
    /// The places where texts are joined.
    pub joined: JoinedTexts,
    /// The place of the text of a message next to its other content.
    pub beside: WordsBeside,
    /// Strings may contain halves of surrogate pairs; otherwise they are reported, and printed as U+FFFD.
    pub has_halves: bool,
}

impl TextRules {
    /// Texts are kept as they are.
    pub const BASE: Self = Self {
        blank: Blank::Keep,
        join: None,
        joined: JoinedTexts::Everywhere,
        beside: WordsBeside::InOrder,
        has_halves: true,
    };
}

/// The places where several texts of a message are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinedTexts {
    /// In all messages and results.
    Everywhere,
    /// In answers and in system messages.
    NotUser,
    /// In system messages.
    System,
    /// In answers with calls, as one text next to the message's text.
    Calling,
}

/// What happens to texts without visible characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// They are kept.
    Keep,
    /// Empty ones are dropped from messages with other parts.
    DropBeside,
    /// Empty ones are dropped.
    DropEmpty,
    /// Empty ones and those of only white space are dropped.
    Drop,
}

/// The rules for reasoning.
#[derive(Clone, Copy, Debug)]
pub struct ReasoningRules {
    /// Reasoning that is not dropped.
    pub place: ReasoningPlace,
    /// The families whose signatures and encrypted reasoning are accepted: `anthropic`. `*`: all.
    pub families: &'static [&'static str],
    /// The separator after reasoning that is written as text, in JSON notation.
    pub separator: &'static str,
}

impl ReasoningRules {
    /// All reasoning is dropped, or written as text.
    pub const BASE: Self = Self { place: ReasoningPlace::Nowhere, families: &[], separator: "\\n\\n" };
}

/// The places of reasoning, beyond [`Fact::Reasoning`](super::fact::Fact::Reasoning).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasoningPlace {
    /// Nowhere: dropped, or visible text if the options say so.
    Nowhere,
    /// In answers, if it is signed by a family of the target.
    Signed,
    /// The same; encrypted reasoning must be base64, and is dropped otherwise.
    SignedBytes,
    /// In answers.
    Answers,
    /// In answers, and its text may be in pieces.
    Pieces,
    /// In answers with calls.
    Calling,
    /// In answers, as one text next to their text.
    OneText,
    /// In answers, as one text next to their text, and as blocks, whose text may be in pieces, if a family of the
    /// target signed them.
    OneTextUnlessSigned,
}

impl ReasoningPlace {
    /// True if the text of a block may be in pieces.
    pub(crate) const fn has_pieces(self) -> bool {
        matches!(self, Self::Pieces | Self::OneTextUnlessSigned)
    }
}

/// The place of the text of a message next to its other content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordsBeside {
    /// At its position in the source.
    InOrder,
    /// Before its media files.
    First,
    /// In a separate string, if texts are joined.
    Apart,
}
