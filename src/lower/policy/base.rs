//! The policy that keeps everything, from which the formats' policies differ, and queries of a policy.

use super::Policy;
use super::calls::{
    ArgumentKind, CallOrder, Calls, FailedResults, MissingIds, ResultMark, ResultMedia, ResultNames, ResultValues,
    Results,
};
use super::details::{DetailRules, FinishPlace};
use super::fact::{Fact, Facts};
use super::media::MediaRules;
use super::own::OwnRules;
use super::request::{
    BareLists, Cache, ContainerRules, Lifetimes, MarkPlaces, OutputName, SchemaRules, ToolSchema, Tools,
};
use super::stored::StoredMessages;
use super::texts::{Blank, JoinedTexts, ReasoningPlace, TextRules, WordsBeside};
use super::turns::{
    Adjacency, ContentLists, EmptyMessages, Exchanges, Leading, Merge, Middle, ResultDetails, ResultTurns, Roles,
    Split, StepRule, TurnRules,
};
use crate::model::Opaque;

impl Policy {
    /// A policy that keeps everything; formats override what they do differently.
    pub const BASE: Self = Self {
        name: "",
        facts: Facts::of(&[]),
        media: &[],
        families: &[],
        holds_own: true,
        holds: &[],
        keeps_field: |_, _| true,
        keeps_parts: true,
        stored: StoredMessages::Lowered,
        roles: Roles {
            leading: Leading::Keep,
            middle: Middle::Keep,
            answer_first: None,
            needs_message: None,
            needs_turn: None,
            ends_in_answer: None,
            names: None,
        },
        turns: TurnRules {
            results: ResultTurns::Each,
            merge: Merge::Never,
            empty: EmptyMessages::Keep,
            adjacency: Adjacency::Free,
            exchanges: Exchanges::Free,
            lists: ContentLists::Stored,
            result_details: ResultDetails::Keep,
            whole: &[],
            calls_last: false,
            split: Split::Never,
        },
        steps: StepRule::None,
        own: OwnRules::NONE,
        session: None,
        details: DetailRules {
            ids: None,
            finish: FinishPlace::Answers,
            time: |_| true,
            is_resumed: false,
            sender: None,
            weight: |_, _| true,
        },
        text: TextRules {
            blank: Blank::Keep,
            join: None,
            joined: JoinedTexts::Everywhere,
            after_reasoning: "\\n\\n",
            beside: WordsBeside::InOrder,
            has_halves: true,
        },
        reasoning: ReasoningPlace::Nowhere,
        calls: Calls {
            ids: None,
            without_ids: &[],
            names: None,
            repair: None,
            arguments: ArgumentKind::Any,
            order: CallOrder::Free,
            missing_ids: MissingIds::Keep,
            keeps_legacy: false,
            families: &[],
        },
        results: Results {
            media: ResultMedia::Drop,
            values: ResultValues::Text,
            names: ResultNames::None,
            failed: FailedResults::Flag,
            custom: false,
            mark: ResultMark::Own,
            join: None,
        },
        hosted: None,
        files: MediaRules::NONE,
        cache: Cache { limit: usize::MAX, lifetimes: Lifetimes::Any, places: MarkPlaces::All },
        tools: Tools {
            schema: ToolSchema::Object,
            output_name: OutputName::Drop,
            output_needs_schema: false,
            schemas: SchemaRules::Any,
        },
        settings: None,
        container: ContainerRules {
            keeps: |_, _, _| true,
            lists: BareLists::Allowed,
            list_system: "",
            has_short_answers: false,
            needs_answers: None,
        },
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
        self.container.lists == BareLists::OfLog
    }

    /// True if an answer may contain both text and calls.
    #[must_use]
    pub fn has_mixed_answers(&self) -> bool {
        self.turns.split != Split::Calls
    }

    /// True if it accepts signatures of this family.
    #[must_use]
    pub fn has_family(&self, family: &str) -> bool {
        self.families.contains(&family) || self.families.contains(&"*")
    }

    /// True if a part that only its format supports is written unchanged.
    #[must_use]
    pub fn keeps_part(&self, part: &Opaque<'_>) -> bool {
        // A hosted call without an id comes from a program in which ids are optional.
        let is_own = || part.origin == self.name && part.hosted.as_ref().is_some_and(|hosted| hosted.id.is_some());
        self.keeps_parts && (self.holds(part.origin) || is_own())
    }

    /// True if extra fields that a reader of `origin` kept are written back.
    #[inline]
    #[must_use]
    pub fn holds(&self, origin: &str) -> bool {
        (self.holds_own && self.name == origin) || self.holds.contains(&origin)
    }
}

impl Policy {
    /// Alternating questions and answers, each one text, and a system text before them. Nothing else.
    pub const TEXT_ONLY: Self = Self {
        roles: Roles {
            leading: Leading::Field,
            middle: Middle::IntoUser,
            needs_message: Some("there is no question and no answer in it"),
            ..Self::BASE.roles
        },
        turns: TurnRules {
            merge: Merge::Speaker,
            empty: EmptyMessages::DropButLastAnswer,
            exchanges: Exchanges::Each,
            ..Self::BASE.turns
        },
        text: TextRules { join: Some("\\n"), ..Self::BASE.text },
        container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Never, ..Self::BASE.container },
        ..Self::BASE
    };
}
