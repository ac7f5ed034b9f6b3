//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::lower::{
    BareLists, ByteTypes, Cache, Calls, ContainerRules, ContentLists, DetailRules, Fact, Facts, FinishPlace,
    MarkPlaces, MediaRules, MessageIds, MissingIds, OutputName, PlainText, Policy, ReasoningPlace, ResultNames,
    Results, Roles, Split, TextRules, Tools, TurnRules,
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
    media: &[
        (MediaKind::Image, BYTES),
        (MediaKind::Audio, BYTES),
        (MediaKind::Video, BYTES),
        (MediaKind::Document, BYTES),
        (MediaKind::Unknown, BYTES),
    ],
    // The library hands reasoning to this service as it is.
    families: &["anthropic"],
    turns: TurnRules { lists: ContentLists::WithMedia, split: Split::Calls, ..Policy::BASE.turns },
    roles: Roles { needs_turn: Some("a list of messages must not be empty"), ..Policy::BASE.roles },
    details: DetailRules { ids: Some(MessageIds::Any), finish: FinishPlace::Words, ..Policy::BASE.details },
    // Python fails when it sends half of a surrogate pair.
    text: TextRules { has_halves: false, ..Policy::BASE.text },
    reasoning: ReasoningPlace::Answers,
    calls: Calls { missing_ids: MissingIds::Make, ..Policy::BASE.calls },
    // Google needs the name of the call.
    results: Results { names: ResultNames::Fill, join: Some("\\n"), ..Policy::BASE.results },
    files: MediaRules {
        bytes: ByteTypes::AnyOrNone,
        words: "media files as bytes",
        plain: PlainText::Encode,
        place: |_, _| true,
        name: |_, _, _| true,
        ..MediaRules::NONE
    },
    cache: Cache { places: MarkPlaces::Texts, ..Policy::BASE.cache },
    tools: Tools { output_name: OutputName::Class, ..Policy::BASE.tools },
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Only, ..Policy::BASE.container },
    ..Policy::BASE
};
