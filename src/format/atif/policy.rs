//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::shared::time;
use crate::lower::{
    ArgumentKind, BareLists, Calls, DetailRules, Fact, Facts, IdRepeats, IdRule, MediaReferences, MediaRules,
    PlainText, Policy, PreservedContent, ReasoningPlace, ReasoningRules, RecordRules, ResultMedia, Results, Roles,
    StepRule, TextRules, ToolRules, ToolSchema, TurnRules, UrlType, WEB_IMAGES,
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
    preserved: PreservedContent::NONE,
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
    roles: Roles { needs_turn: Some("a run needs at least one step"), ..Roles::BASE },
    turns: TurnRules { calls_last: true, steps: StepRule::Run, ..TurnRules::BASE },
    details: DetailRules { time: time::is_iso, ..DetailRules::BASE },
    text: TextRules { has_halves: false, ..TextRules::BASE },
    reasoning: ReasoningRules { place: ReasoningPlace::OneText, ..ReasoningRules::BASE },
    tools: ToolRules {
        calls: Calls {
            ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }),
            arguments: ArgumentKind::Object,
            ..Calls::BASE
        },
        results: Results { media: ResultMedia::Only(&[MediaKind::Image, MediaKind::Audio]), ..Results::BASE },
        schema: ToolSchema::Any,
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[(MediaKind::Image, PLACES), (MediaKind::Audio, PLACES)],
        types: &[WEB_IMAGES, SOUNDS],
        words: "PNG, JPEG, GIF and WebP images, and sounds",
        references: MediaReferences {
            urls: &[(MediaKind::Image, &[""]), (MediaKind::Audio, &[""])],
            media_type: UrlType::Needed,
            paths: true,
            ..MediaReferences::NONE
        },
        plain: PlainText::Text,
        place: |_, _| true,
        ..MediaRules::NONE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Never, ..RecordRules::BASE },
    ..Policy::BASE
};
