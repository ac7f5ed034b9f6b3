//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::shared::time;
use crate::lower::{
    ArgumentKind, BareLists, Calls, ContainerRules, DetailRules, Fact, Facts, IdRepeats, IdRule, MediaRules, PlainText,
    Policy, ReasoningPlace, ResultMedia, Results, Roles, StepRule, TextRules, ToolSchema, Tools, TurnRules, UrlType,
    WEB_IMAGES,
};
use crate::model::MediaKind;

/// The sounds that a part may name. Other spellings of these are read as the same.
pub(super) const SOUNDS: &[(&str, MediaKind)] = &[
    ("audio/wav", MediaKind::Audio),
    ("audio/mpeg", MediaKind::Audio),
    ("audio/mp3", MediaKind::Audio),
    ("audio/mp4", MediaKind::Audio),
    ("audio/x-m4a", MediaKind::Audio),
    ("audio/aac", MediaKind::Audio),
    ("audio/ogg", MediaKind::Audio),
    ("audio/flac", MediaKind::Audio),
    ("audio/webm", MediaKind::Audio),
    ("audio/aiff", MediaKind::Audio),
];

const PLACES: &[&str] = &["url", "base64", "file"];

pub(super) const ATIF: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[
        Fact::ConversationId,
        Fact::Times,
        Fact::Reasoning,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        // As the member `is_error` of `extra`.
        Fact::ErrorFlag,
        Fact::Tools,
        Fact::StrictTools,
    ]),
    media: &[(MediaKind::Image, PLACES), (MediaKind::Audio, PLACES)],
    holds_own: false,
    keeps_parts: false,
    roles: Roles { needs_turn: Some("a run needs at least one step"), ..Policy::BASE.roles },
    turns: TurnRules { calls_last: true, ..Policy::BASE.turns },
    steps: StepRule::Run,
    details: DetailRules { time: time::is_iso, ..Policy::BASE.details },
    text: TextRules { has_halves: false, ..Policy::BASE.text },
    reasoning: ReasoningPlace::OneText,
    calls: Calls {
        ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }),
        arguments: ArgumentKind::Object,
        ..Policy::BASE.calls
    },
    results: Results { media: ResultMedia::Only(&[MediaKind::Image, MediaKind::Audio]), ..Policy::BASE.results },
    files: MediaRules {
        types: &[WEB_IMAGES, SOUNDS],
        words: "PNG, JPEG, GIF and WebP images, and sounds",
        urls: &[(MediaKind::Image, &[""]), (MediaKind::Audio, &[""])],
        plain: PlainText::Text,
        paths: true,
        place: |_, _| true,
        url_type: UrlType::Needed,
        ..MediaRules::NONE
    },
    tools: Tools { schema: ToolSchema::Any, ..Policy::BASE.tools },
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Never, ..Policy::BASE.container },
    ..Policy::BASE
};
