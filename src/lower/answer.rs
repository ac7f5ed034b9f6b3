//! What becomes of a fact in a target, in a word: what `turnwise formats`, `explain FORMAT` and the readme print.

use std::fmt;

use super::{ArgumentKind, Fact, Joined, Media, Middle, PlainText, Policy, ResultMedia};
use crate::model::MediaKind;

/// What becomes of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is kept.
    Keep,
    /// It becomes something else, which is reported: `Become("text")`.
    Become(&'static str),
    /// It is dropped, which is reported.
    Drop,
    /// A record with it is refused, if no option says otherwise.
    Refuse,
}

impl Answer {
    /// As in a table: `yes`, `becomes text`, `refused`; nothing for what is dropped.
    #[must_use]
    pub fn cell(self) -> String {
        match self {
            Self::Keep => "yes".to_owned(),
            Self::Become(_) | Self::Refuse => self.to_string(),
            Self::Drop => String::new(),
        }
    }
}

/// As in a sentence: `kept`, `becomes text`, `dropped`, `refused`.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("kept"),
            Self::Become(what) => write!(f, "becomes {what}"),
            Self::Drop => f.write_str("dropped"),
            Self::Refuse => f.write_str("refused"),
        }
    }
}

/// What becomes of facts that have no place in a target, where they are not dropped.
const ROWS: &[(Fact, Answer)] = &[
    (Fact::Developer, Answer::Become("system")),
    (Fact::Refusals, Answer::Become("text")),
    (Fact::CustomCalls, Answer::Become("arguments")),
    (Fact::MixedOrder, Answer::Become("text first")),
    (Fact::AnswerFirst, Answer::Refuse),
];

impl Policy {
    /// What becomes of a fact in this target.
    #[must_use]
    pub fn answer(&self, fact: Fact) -> Answer {
        let becomes = |is_kept: bool, what| if is_kept { Answer::Keep } else { Answer::Become(what) };
        let row = ROWS.iter().find(|(known, _)| *known == fact);
        match (fact, row) {
            (Fact::MiddleSystem, _) => {
                becomes(matches!(self.roles.middle, Middle::Keep | Middle::AfterUser), "user text")
            }
            (Fact::SeveralTexts, _) => {
                becomes(self.text.join.is_none() || self.text.joined != Joined::Everywhere, "one text")
            }
            (Fact::AnyArguments | Fact::CustomCalls | Fact::MixedOrder | Fact::ResultMedia, _)
                if !self.has(Fact::Calls) =>
            {
                Answer::Drop
            }
            (Fact::AnyArguments, _) if self.calls.arguments == ArgumentKind::Object => Answer::Refuse,
            (Fact::AnyArguments, _) => Answer::Keep,
            (Fact::ResultMedia, _) if self.results.media == ResultMedia::Drop => Answer::Drop,
            (Fact::ResultMedia, _) => becomes(self.results.media != ResultMedia::MoveAfter(&[]), "user message"),
            (_, _) if self.has(fact) => Answer::Keep,
            (_, Some((_, answer))) => *answer,
            (_, None) => Answer::Drop,
        }
    }

    /// What becomes of media files of a kind, from any source.
    #[must_use]
    pub fn media_answer(&self, kind: MediaKind) -> Answer {
        if self.media.iter().any(|(known, _)| *known == kind) {
            return Answer::Keep;
        }
        match self.files {
            Media { refuses_kinds: true, .. } => Answer::Refuse,
            Media { plain: PlainText::Text, .. } if kind == MediaKind::Document => Answer::Become("text"),
            _ => Answer::Drop,
        }
    }

    /// What to do about a reference to a media file that is not taken: its bytes, where they are.
    pub(super) fn way_out(&self, kind: MediaKind) -> String {
        let takes_bytes = |(known, sources): &(MediaKind, &[&str])| {
            (kind == MediaKind::Unknown || *known == kind) && sources.contains(&"base64")
        };
        if self.media.iter().any(takes_bytes) {
            return "; embed it as base64 first (--inline-media)".to_owned();
        }
        format!(", only {}", self.files.words)
    }
}
