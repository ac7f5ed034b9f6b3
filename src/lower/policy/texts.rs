//! Rules for texts and reasoning.

/// What happens to texts.
#[derive(Clone, Copy, Debug)]
pub struct TextRules {
    /// Texts without visible characters.
    pub blank: Blank,
    /// A message has one string for its words: its texts are pieces of it, with this between them, spelled as in JSON.
    pub join: Option<&'static str>,
    /// The places where texts are joined.
    pub joined: JoinedTexts,
    /// The text after reasoning that is written as text, spelled as in JSON.
    pub after_reasoning: &'static str,
    /// Where the words of a message are next to its other content.
    pub beside: WordsBeside,
    /// Strings may have halves of surrogate pairs; otherwise they are reported, and printed as U+FFFD.
    pub has_halves: bool,
}

/// The places where several texts of a message are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinedTexts {
    /// In all messages and results.
    Everywhere,
    /// In answers and in messages of the system.
    NotUser,
    /// In messages of the system.
    System,
    /// In answers with calls, as one text next to their words.
    Calling,
}

/// What happens to texts without visible characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// They stay.
    Keep,
    /// Empty ones are omitted from messages with other parts.
    DropBeside,
    /// Empty ones are dropped.
    DropEmpty,
    /// Empty ones and those of white space alone are dropped.
    Drop,
}

/// The places of reasoning, beyond [`Fact::Reasoning`](super::fact::Fact::Reasoning).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasoningPlace {
    /// Nowhere: dropped, or visible text if the options say so.
    Nowhere,
    /// In answers, if it is signed by a family of the target.
    Signed,
    /// The same; what is sealed must be base64, and other sealed reasoning is dropped.
    SignedBytes,
    /// In answers.
    Answers,
    /// In answers, and its text may be in pieces.
    Pieces,
    /// In answers with calls.
    Calling,
    /// In answers, as one text next to their words.
    OneText,
    /// In answers, as one text next to their words, and as blocks, whose text may be in pieces, if a family of the target
    /// signed it.
    OneTextUnlessSigned,
}

impl ReasoningPlace {
    /// True if the text of a block may be in pieces.
    pub(crate) const fn has_pieces(self) -> bool {
        matches!(self, Self::Pieces | Self::OneTextUnlessSigned)
    }
}

/// Where the words of a message are next to its other content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordsBeside {
    /// Among it, in order.
    InOrder,
    /// Before its media files.
    First,
    /// In a string of their own, where texts are joined.
    Apart,
}
