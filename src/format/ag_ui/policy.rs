//! The policy of the format: what it does with each fact.

use super::NAME;
use super::source::is_unchanged;
use crate::lower::{
    ArgumentKind, Calls, ContainerRules, EventPolicy, Fact, Facts, JoinedTexts, MediaRules, PlainText, Policy,
    ReasoningPlace, ResultMedia, Results, TextRules, Tools, TurnRules, UrlType,
};
use crate::model::{MediaKind, Role};

const SOURCES: &[&str] = &["url", "base64", "remote"];

/// Any place, also those that only their own service can open.
const ANYWHERE: &[&str] = &["", "s3://", "gs://", "file://"];

pub(super) const AG_UI: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[
        Fact::ConversationId,
        Fact::MessageIds,
        Fact::Names,
        Fact::Developer,
        Fact::Reasoning,
        Fact::Signatures,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::ErrorFlag,
        Fact::Tools,
    ]),
    media: &[
        (MediaKind::Image, SOURCES),
        (MediaKind::Audio, SOURCES),
        (MediaKind::Video, SOURCES),
        (MediaKind::Document, SOURCES),
    ],
    families: &[NAME],
    turns: TurnRules {
        keeps_media_list: true,
        reasoning_turns: true,
        each_id: true,
        result_names: false,
        whole: &["activity", "message"],
        ..Policy::BASE.turns
    },
    text: TextRules { join: Some("\\n"), joined: JoinedTexts::NotUser, ..Policy::BASE.text },
    reasoning: ReasoningPlace::Answers,
    calls: Calls { makes_ids: true, needs_ids: true, arguments: ArgumentKind::Wrapped, ..Policy::BASE.calls },
    results: Results { media: ResultMedia::Keep, error_text: true, ..Policy::BASE.results },
    files: MediaRules {
        urls: &[
            (MediaKind::Image, ANYWHERE),
            (MediaKind::Audio, ANYWHERE),
            (MediaKind::Video, ANYWHERE),
            (MediaKind::Document, ANYWHERE),
            (MediaKind::Unknown, ANYWHERE),
        ],
        plain: PlainText::Encode,
        services: &["*"],
        place: |role, _| matches!(role, Role::User),
        name: |_, _| true,
        url_type: UrlType::Keep,
        any_type: true,
        ..MediaRules::NONE
    },
    container: ContainerRules {
        keeps: |shape, _, key| key == "state" || (shape == "input" && key == "runId"),
        ..Policy::BASE.container
    },
    tools: Tools { any_schema: true, ..Policy::BASE.tools },
    stream: Some(EventPolicy {
        start: "RUN_STARTED",
        run_id: "runId",
        row_keys: &["run_id", "parent_run"],
        is_unchanged,
    }),
    ..Policy::BASE
};
