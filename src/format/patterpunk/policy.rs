//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::lower::{
    BareLists, ByteTypes, Cache, Calls, ContentLists, DetailRules, Fact, Facts, FinishPlace, MarkPlaces,
    MediaProperties, MediaRules, MessageIds, MissingIds, OutputName, OutputRules, PlainText, Policy, ReasoningPlace,
    ReasoningRules, RecordRules, ResultNames, Results, Roles, Split, TextRules, ToolRules, TurnRules,
};
use crate::model::MediaKind;

const BYTES: &[&str] = &["base64", "plain"];

pub(super) const PATTERPUNK: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[
        Fact::MessageIds,
        Fact::Reasoning,
        Fact::Signatures,
        Fact::Redacted,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::ErrorFlag,
        Fact::ResultNames,
        Fact::CacheHints,
        Fact::CacheTtl,
        Fact::Output,
        Fact::MessageOutput,
        Fact::Finish,
    ]),
    roles: Roles { needs_turn: Some("a list of messages must not be empty"), ..Roles::BASE },
    turns: TurnRules { lists: ContentLists::WithMedia, split: Split::Calls, ..TurnRules::BASE },
    details: DetailRules { ids: Some(MessageIds::Any), finish: FinishPlace::Words, ..DetailRules::BASE },
    // Python fails when it sends half of a surrogate pair.
    text: TextRules { has_halves: false, ..TextRules::BASE },
    reasoning: ReasoningRules {
        place: ReasoningPlace::Answers,
        // The library hands reasoning to this service as it is.
        families: &["anthropic"],
        ..ReasoningRules::BASE
    },
    tools: ToolRules {
        calls: Calls { missing_ids: MissingIds::Make, ..Calls::BASE },
        // Google needs the name of the call.
        results: Results { names: ResultNames::Fill, join: Some("\\n"), ..Results::BASE },
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, BYTES),
            (MediaKind::Audio, BYTES),
            (MediaKind::Video, BYTES),
            (MediaKind::Document, BYTES),
            (MediaKind::Unknown, BYTES),
        ],
        bytes: ByteTypes::AnyOrNone,
        words: "media files as bytes",
        plain: PlainText::Encode,
        place: |_, _| true,
        properties: MediaProperties { name: |_, _, _| true, ..MediaProperties::NONE },
        ..MediaRules::NONE
    },
    record: RecordRules {
        keeps: |_, _, _| false,
        lists: BareLists::Only,
        output: OutputRules { name: OutputName::Class, ..OutputRules::BASE },
        cache: Cache { places: MarkPlaces::Texts, ..Cache::BASE },
        ..RecordRules::BASE
    },
    ..Policy::BASE
};
