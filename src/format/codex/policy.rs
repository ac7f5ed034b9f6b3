//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::openai_responses::policy::RESPONSES;
use crate::format::shared::time;
use crate::lower::{
    BareLists, ContainerRules, DetailRules, Fact, Leading, MediaRules, Policy, ReasoningPlace, ResultNames, Results,
    Roles, SessionRules, Split, TurnRules,
};
use crate::model::MediaKind;

pub(super) const ROLLOUT: Policy = Policy {
    name: NAME,
    // Items of the service stay what they are.
    holds: &["openai-responses"],
    keeps_parts: true,
    keeps_field: |_, _| false,
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
    media: &[(MediaKind::Image, &["url", "base64"])],
    // The program has instructions of its own.
    roles: Roles { leading: Leading::Keep, needs_turn: Some("a session must have a message"), ..RESPONSES.roles },
    reasoning: ReasoningPlace::Signed,
    turns: TurnRules { split: Split::Never, ..RESPONSES.turns },
    details: DetailRules { time: time::is_iso, ..Policy::BASE.details },
    session: Some(SessionRules {
        id_length: 36,
        others: "the folder, the version of the program, where it ran and the provider of the model",
    }),
    results: Results { names: ResultNames::None, ..RESPONSES.results },
    files: MediaRules { services: &[], any_document: false, ..RESPONSES.files },
    cache: Policy::BASE.cache,
    tools: Policy::BASE.tools,
    settings: None,
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Never, ..Policy::BASE.container },
    ..RESPONSES
};
