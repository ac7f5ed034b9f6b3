//! Whether a target keeps, changes, drops or rejects a fact, as in `turnwise formats`, `explain FORMAT` and the readme.

use std::fmt;

use super::Policy;
use super::calls::{ArgumentKind, ResultMedia};
use super::fact::Fact;
use super::media::{MediaRules, PlainText};
use super::texts::JoinedTexts;
use super::turns::Middle;
use crate::model::MediaKind;

/// Whether a target keeps a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactSupport {
    /// It is kept.
    Keep,
    /// It becomes something else, which is reported: `Become("text")`.
    Become(&'static str),
    /// It is dropped, which is reported.
    Drop,
    /// A record with it is rejected, unless an option permits it.
    Refuse,
}

impl FactSupport {
    /// In a table: `yes`, `becomes text`, `refused`; empty for dropped facts.
    #[must_use]
    pub fn cell(self) -> String {
        match self {
            Self::Keep => "yes".to_owned(),
            Self::Become(_) | Self::Refuse => self.to_string(),
            Self::Drop => String::new(),
        }
    }
}

/// In a sentence: `kept`, `becomes text`, `dropped`, `refused`.
impl fmt::Display for FactSupport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("kept"),
            Self::Become(what) => write!(f, "becomes {what}"),
            Self::Drop => f.write_str("dropped"),
            Self::Refuse => f.write_str("rejected"),
        }
    }
}

/// What happens to facts that a target cannot represent, if they are not dropped.
const ROWS: &[(Fact, FactSupport)] = &[
    (Fact::Developer, FactSupport::Become("system")),
    (Fact::Refusals, FactSupport::Become("text")),
    (Fact::CustomCalls, FactSupport::Become("arguments")),
    (Fact::MixedOrder, FactSupport::Become("text first")),
    (Fact::AnswerFirst, FactSupport::Refuse),
];

impl Policy {
    /// Whether this target keeps a fact.
    #[must_use]
    pub fn support(&self, fact: Fact) -> FactSupport {
        let becomes = |is_kept: bool, what| if is_kept { FactSupport::Keep } else { FactSupport::Become(what) };
        let row = ROWS.iter().find(|(known, _)| *known == fact);
        match (fact, row) {
            (Fact::MiddleSystem, _) => {
                becomes(matches!(self.roles.middle, Middle::Keep | Middle::AfterUser), "user text")
            }
            (Fact::SeveralTexts, _) => {
                becomes(self.text.join.is_none() || self.text.joined != JoinedTexts::Everywhere, "one text")
            }
            (Fact::AnyArguments | Fact::CustomCalls | Fact::MixedOrder | Fact::ResultMedia, _)
                if !self.has(Fact::Calls) =>
            {
                FactSupport::Drop
            }
            (Fact::AnyArguments, _) if self.tools.calls.arguments == ArgumentKind::Object => FactSupport::Refuse,
            (Fact::AnyArguments, _) => FactSupport::Keep,
            (Fact::ResultMedia, _) if self.tools.results.media == ResultMedia::Drop => FactSupport::Drop,
            (Fact::ResultMedia, _) => becomes(self.tools.results.media != ResultMedia::MoveAfter(&[]), "user message"),
            (_, _) if self.has(fact) => FactSupport::Keep,
            (_, Some((_, support))) => *support,
            (_, None) => FactSupport::Drop,
        }
    }

    /// Whether this target keeps media files of a kind, from any source.
    #[must_use]
    pub fn media_support(&self, kind: MediaKind) -> FactSupport {
        if self.media.sources.iter().any(|(known, _)| *known == kind) {
            return FactSupport::Keep;
        }
        match self.media {
            files if files.refused.has_kinds() => FactSupport::Refuse,
            MediaRules { plain: PlainText::Text, .. } if kind == MediaKind::Document => FactSupport::Become("text"),
            _ => FactSupport::Drop,
        }
    }

    /// The end of a message about an unsupported reference to a media file: what to do instead.
    pub(crate) fn way_out(&self, kind: MediaKind) -> String {
        let takes_bytes = |(known, sources): &(MediaKind, &[&str])| {
            (kind == MediaKind::Unknown || *known == kind) && sources.contains(&"base64")
        };
        if self.media.sources.iter().any(takes_bytes) {
            return "; embed it as base64 first (--inline-media)".to_owned();
        }
        format!(", only {}", self.media.words)
    }
}
