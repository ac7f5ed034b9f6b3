//! The policies of the formats: what they do with each fact.

use super::message::role_word;
use super::repair::repair;
use super::{NAME, ROW};
use crate::format::shared::time;
use crate::lower::{
    ArgumentKind, BareLists, Calls, ContainerRules, DetailRules, Fact, Facts, MediaRules, Merge, MissingIds, Models,
    Policy, ResultTurns, Results, Roles, SessionRules, TurnRules,
};
use crate::model::MediaKind;
use crate::report::{Code, code};

/// The name of a model in keprompt's form.
pub(in crate::format) static MODEL_NAME: Code = code! {
    "TW820" "keprompt-model-name" Changed Warning
    "the name of a model got its provider in front, as keprompt writes names"
    "the provider is found from the name; nothing says it elsewhere"
};

/// Prefixes of names of models, and their providers.
const PROVIDERS: &[(&str, &str)] = &[
    ("gpt-", "openai"),
    ("o1", "openai"),
    ("o3", "openai"),
    ("o4", "openai"),
    ("chatgpt-", "openai"),
    ("claude-", "anthropic"),
    ("gemini-", "gemini"),
    ("mistral-", "mistral"),
    ("magistral-", "mistral"),
    ("codestral-", "mistral"),
    ("deepseek-", "deepseek"),
    ("grok-", "xai"),
];

/// Universal messages.
pub(in crate::format) const KEPROMPT: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[Fact::AnswerFirst, Fact::Calls, Fact::CallIds, Fact::MixedOrder, Fact::AnswerModel]),
    media: &[(MediaKind::Image, &["base64"])],
    stored_role: Some(role_word),
    // The library adds results that are next to each other to one message.
    turns: TurnRules { results: ResultTurns::Grouped, merge: Merge::Results, ..Policy::BASE.turns },
    roles: Roles { needs_turn: Some("a chat must have a message"), ..Policy::BASE.roles },
    calls: Calls {
        missing_ids: MissingIds::Make,
        // The library stores answers of Google without ids, and its own messages as they are.
        without_ids: &["gemini", NAME, ROW],
        arguments: ArgumentKind::Object,
        repair: Some(repair),
        ..Policy::BASE.calls
    },
    results: Results { join: Some("\\n"), ..Policy::BASE.results },
    files: MediaRules {
        any_type: true,
        untyped: true,
        checks_base64: true,
        words: "images as bytes",
        place: |_, _| true,
        ..MediaRules::NONE
    },
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Only, ..Policy::BASE.container },
    models: Some(Models { providers: PROVIDERS, code: &MODEL_NAME }),
    ..Policy::BASE
};

/// Rows of chats.
pub(in crate::format) const CHAT: Policy = Policy {
    name: ROW,
    holds: &[NAME],
    facts: KEPROMPT.facts.and(&[Fact::ConversationId]),
    details: DetailRules { time: |text| time::parse(text).is_some(), ..Policy::BASE.details },
    container: ContainerRules { lists: BareLists::Ignored, ..KEPROMPT.container },
    session: Some(SessionRules { id_length: 8, others: "names, versions and totals of the session" }),
    ..KEPROMPT
};
