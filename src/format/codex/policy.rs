//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::openai_responses::policy::RESPONSES;
use crate::format::shared::time;
use crate::lower::{
    BareLists, DetailRules, Fact, Leading, MediaReferences, MediaRules, Policy, PreservedContent, ReasoningPlace,
    ReasoningRules, RecordRules, ResultNames, Results, Roles, SchemaRules, SessionRules, Split, ToolRules, TurnRules,
};
use crate::model::MediaKind;

pub(super) const ROLLOUT: Policy = Policy {
    name: NAME,
    preserved: PreservedContent {
        // Items of the service stay what they are.
        other_formats: &["openai-responses"],
        keeps_field: |_, _| false,
        parts: true,
        ..RESPONSES.preserved
    },
    facts: RESPONSES
        .facts
        .without(&[
            // Messages of the developer are those of the program.
            Fact::Developer,
            Fact::ResultNames,
            Fact::Refusals,
            Fact::Citations,
            Fact::CacheHints,
            Fact::Tools,
            Fact::StrictTools,
            Fact::Output,
            Fact::StrictOutput,
        ])
        .and(&[Fact::ConversationId, Fact::Times]),
    // The program has instructions of its own.
    roles: Roles { leading: Leading::Keep, needs_turn: Some("a session must have a message"), ..RESPONSES.roles },
    turns: TurnRules { split: Split::Never, ..RESPONSES.turns },
    details: DetailRules {
        time: time::is_iso,
        session: Some(SessionRules {
            id_length: 36,
            others: "the folder, the version of the program, where it ran and the provider of the model",
        }),
        ..DetailRules::BASE
    },
    reasoning: ReasoningRules { place: ReasoningPlace::Signed, ..RESPONSES.reasoning },
    tools: ToolRules {
        results: Results { names: ResultNames::None, ..RESPONSES.tools.results },
        schema_rules: SchemaRules::Any,
        ..RESPONSES.tools
    },
    media: MediaRules {
        sources: &[(MediaKind::Image, &["url", "base64"])],
        references: MediaReferences { services: &[], ..RESPONSES.media.references },
        any_document: false,
        ..RESPONSES.media
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Never, ..RecordRules::BASE },
    ..RESPONSES
};
