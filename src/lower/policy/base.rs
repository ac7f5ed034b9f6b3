//! The policy that keeps everything, from which the formats' policies differ, and queries of a policy.

use super::Policy;
use super::details::DetailRules;
use super::fact::{Fact, Facts};
use super::media::MediaRules;
use super::own::OwnRules;
use super::preserved::PreservedContent;
use super::record::{BareLists, RecordRules};
use super::texts::{ReasoningRules, TextRules};
use super::tools::ToolRules;
use super::turns::{EmptyMessages, Exchanges, Leading, Merge, Middle, Roles, Split, TurnRules};
use crate::model::Opaque;

impl Policy {
    /// A policy that keeps everything; formats override what they do differently.
    pub const BASE: Self = Self {
        name: "",
        preserved: PreservedContent::ALL,
        facts: Facts::of(&[]),
        roles: Roles::BASE,
        turns: TurnRules::BASE,
        details: DetailRules::BASE,
        text: TextRules::BASE,
        reasoning: ReasoningRules::BASE,
        tools: ToolRules::BASE,
        media: MediaRules::NONE,
        record: RecordRules::BASE,
        own: OwnRules::NONE,
    };

    /// True if the target can represent it.
    #[inline]
    #[must_use]
    pub fn has(&self, fact: Fact) -> bool {
        self.facts.has(fact)
    }

    /// True if its records are logs of events.
    #[must_use]
    pub fn is_log(&self) -> bool {
        self.record.lists == BareLists::OfLog
    }

    /// True if an answer may contain both text and calls.
    #[must_use]
    pub fn has_mixed_answers(&self) -> bool {
        self.turns.split != Split::Calls
    }

    /// True if it accepts signatures of this family.
    #[must_use]
    pub fn has_family(&self, family: &str) -> bool {
        self.reasoning.families.contains(&family) || self.reasoning.families.contains(&"*")
    }

    /// True if a part that only its format supports is written unchanged.
    #[must_use]
    pub fn keeps_part(&self, part: &Opaque<'_>) -> bool {
        // A hosted call without an id comes from a program in which ids are optional.
        let is_own = || part.origin == self.name && part.hosted.as_ref().is_some_and(|hosted| hosted.id.is_some());
        self.preserved.parts && (self.holds(part.origin) || is_own())
    }

    /// True if extra fields that a reader of `origin` kept are written back.
    #[inline]
    #[must_use]
    pub fn holds(&self, origin: &str) -> bool {
        (self.preserved.own_fields && self.name == origin) || self.preserved.other_formats.contains(&origin)
    }
}

impl Policy {
    /// Alternating questions and answers, each one text, and a system text before them. Nothing else.
    pub const TEXT_ONLY: Self = Self {
        roles: Roles {
            leading: Leading::Field,
            middle: Middle::IntoUser,
            needs_message: Some("there is no question and no answer in it"),
            ..Roles::BASE
        },
        turns: TurnRules {
            merge: Merge::Speaker,
            empty: EmptyMessages::DropButLastAnswer,
            exchanges: Exchanges::Each,
            ..TurnRules::BASE
        },
        text: TextRules { join: Some("\\n"), ..TextRules::BASE },
        record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Never, ..RecordRules::BASE },
        ..Self::BASE
    };
}
