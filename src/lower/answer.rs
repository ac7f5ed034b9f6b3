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

impl Policy {
    /// What becomes of a fact in this target.
    #[must_use]
    pub fn answer(&self, fact: Fact) -> Answer {
        let has_calls = self.has(Fact::Calls);
        match fact {
            Fact::ResultMedia if has_calls => match self.results.media {
                ResultMedia::Keep | ResultMedia::Only(_) | ResultMedia::KeepImages => Answer::Keep,
                ResultMedia::MoveAfter([]) => Answer::Become("user message"),
                ResultMedia::MoveAfter(_) => Answer::Keep,
                ResultMedia::Drop => Answer::Drop,
            },
            Fact::MiddleSystem => match self.roles.middle {
                Middle::Keep | Middle::AfterUser => Answer::Keep,
                Middle::IntoUser | Middle::IntoWords => Answer::Become("user text"),
            },
            Fact::SeveralTexts => match self.text.join {
                Some(_) if self.text.joined == Joined::Everywhere => Answer::Become("one text"),
                _ => Answer::Keep,
            },
            Fact::AnyArguments if has_calls => match self.calls.arguments {
                ArgumentKind::Object => Answer::Refuse,
                _ => Answer::Keep,
            },
            _ if self.has(fact) => Answer::Keep,
            Fact::Developer => Answer::Become("system"),
            Fact::Refusals => Answer::Become("text"),
            Fact::CustomCalls if has_calls => Answer::Become("arguments"),
            Fact::MixedOrder if has_calls => Answer::Become("text first"),
            Fact::AnswerFirst => Answer::Refuse,
            _ => Answer::Drop,
        }
    }

    /// What becomes of media files of a kind, whatever their source.
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
}
