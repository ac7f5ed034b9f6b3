//! The policy of a declared format.

use std::marker::PhantomData;

use super::{DeclaredList, FileField, TurnKind, TurnLists, placeholders};
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, CallOrder, Calls, EmptyMessages, Fact, Facts, Leading, MediaReferences,
    MediaRules, Merge, Middle, OwnRules, Policy, ReasoningPlace, ReasoningRules, RecordRules, ResultNames, ResultTurns,
    Results, Roles, Split, TextRules, ToolRules, ToolSchema, TurnRules,
};
use crate::model::{MediaKind, Role};

const ANYWHERE: &[&str] = &["url", "base64", "file"];
const ANY_URL: &[&str] = &["*"];

/// The maximum number of kinds of files. More do not compile.
const MOST: usize = 3;
const NONE: FileField = FileField { kind: MediaKind::Unknown, tag: "", fields: &[] };

/// The constants that are computed from a declaration.
pub(super) struct ListPolicy<D>(PhantomData<D>);

impl<D: DeclaredList> ListPolicy<D> {
    const LISTS: &'static TurnLists = &D::LISTS;
    const HAS_CALLS: bool = Self::LISTS.has_calls();
    const HAS_PARTS: bool = Self::LISTS.turn.parts.is_some();
    /// Calls and results are messages of their own, or parts next to words.
    const IS_EACH: bool = Self::LISTS.turn.has_single_calls || Self::HAS_PARTS;
    const HAS_SYSTEM: bool = Self::LISTS.has(TurnKind::System);

    const FILES: [FileField; MOST] = match *Self::LISTS.fields.files {
        [] => [NONE; MOST],
        [first] => [first, NONE, NONE],
        [first, second] => [first, second, NONE],
        [first, second, third, ..] => [first, second, third],
    };
    const MEDIA: [(MediaKind, &'static [&'static str]); MOST] = {
        let [first, second, third] = Self::FILES;
        [(first.kind, ANYWHERE), (second.kind, ANYWHERE), (third.kind, ANYWHERE)]
    };
    pub(super) const POLICY: Policy = Policy {
        name: Self::LISTS.name,
        facts: Facts::of(&[Fact::AnswerFirst])
            .and_if(Self::LISTS.fields.id.is_some(), &[Fact::ConversationId])
            .and_if(Self::HAS_CALLS, &[Fact::Calls, Fact::MixedOrder])
            .and_if(Self::HAS_CALLS && !Self::HAS_PARTS, &[Fact::ResultNames])
            .and_if(Self::HAS_PARTS, &[Fact::Reasoning, Fact::Weights])
            .and_if(!Self::LISTS.turn.weights.is_empty(), &[Fact::Weights])
            .and_if(Self::LISTS.fields.label.is_some(), &[Fact::Labels])
            .and_if(Self::LISTS.fields.pair.is_some(), &[Fact::SeveralAnswers])
            .and_if(Self::LISTS.fields.tools.is_some(), &[Fact::Tools]),
        roles: Roles {
            leading: if Self::HAS_SYSTEM || Self::LISTS.fields.system.is_none() {
                Leading::Keep
            } else {
                Leading::Field
            },
            middle: if Self::HAS_SYSTEM { Middle::Keep } else { Middle::IntoUser },
            needs_turn: Some("a record must have turns"),
            ..Roles::BASE
        },
        turns: TurnRules {
            results: if Self::IS_EACH { ResultTurns::Each } else { ResultTurns::Grouped },
            merge: if Self::IS_EACH { Merge::Never } else { Merge::Results },
            split: if Self::LISTS.turn.has_single_calls { Split::Each } else { Split::Never },
            empty: if Self::HAS_CALLS { EmptyMessages::Keep } else { EmptyMessages::DropButLastAnswer },
            ..TurnRules::BASE
        },
        text: TextRules { join: if Self::HAS_PARTS { None } else { Some("\\n") }, ..TextRules::BASE },
        reasoning: ReasoningRules {
            place: if Self::HAS_PARTS { ReasoningPlace::Answers } else { ReasoningPlace::Nowhere },
            ..ReasoningRules::BASE
        },
        tools: ToolRules {
            calls: Calls {
                arguments: ArgumentKind::Opened,
                order: match (Self::HAS_CALLS, Self::HAS_PARTS) {
                    (false, _) => CallOrder::Sorted,
                    (true, false) => CallOrder::TurnsOrTags,
                    (true, true) => CallOrder::Tags,
                },
                ..Calls::BASE
            },
            results: Results {
                names: if Self::HAS_PARTS { Results::BASE.names } else { ResultNames::OfCall },
                ..Results::BASE
            },
            // Training tools look into the properties without asking whether there are any.
            schema: ToolSchema::Made(r#"{"type": "object", "properties": {}}"#),
            ..ToolRules::BASE
        },
        media: MediaRules {
            sources: Self::MEDIA.split_at(Self::LISTS.fields.files.len()).0,
            references: MediaReferences {
                urls: &[(MediaKind::Image, ANY_URL), (MediaKind::Video, ANY_URL), (MediaKind::Audio, ANY_URL)],
                paths: true,
                ..MediaReferences::NONE
            },
            bytes: ByteTypes::Any,
            // Readers look for placeholders in the words of the user.
            place: |role, kind| {
                matches!(role, Role::User) && Self::LISTS.fields.files.iter().any(|files| files.kind == kind)
            },
            ..MediaRules::NONE
        },
        record: RecordRules {
            keeps: |_, _, _| false,
            lists: BareLists::Never,
            has_short_answers: matches!(Self::LISTS.fields.pair, Some(pair) if !pair.is_whole),
            ..RecordRules::BASE
        },
        own: OwnRules {
            record: |_, outline| {
                if Self::HAS_PARTS { Ok(()) } else { placeholders::check(Self::LISTS.fields.files, &outline.turns) }
            },
            ..OwnRules::NONE
        },
        ..Policy::BASE
    };
}
