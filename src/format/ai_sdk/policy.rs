//! The policies of the format and its dialects: what they do with each fact.

use super::NAME;
use super::ui_messages::{keep_model_parts, keep_old_model_parts, keep_old_ui_parts, keep_ui_parts, name_messages};
use crate::format::shared::time;
use crate::lower::{
    BareLists, ByteTypes, Calls, DetailRules, EmptyMessages, Fact, Facts, IdRepeats, IdRule, JoinedTexts,
    MediaProperties, MediaReferences, MediaRules, Merge, OwnRules, PlainText, Policy, PreservedContent, ReasoningPlace,
    ReasoningRules, RecordRules, ResultDetails, ResultMedia, ResultNames, ResultTurns, ResultValues, Results, Roles,
    StepRule, TextRules, ToolRules, TurnRules, UrlType,
};
use crate::model::{MediaKind, Role, Slot};

const SOURCES: &[&str] = &["url", "base64"];
const SCHEMES: &[&str] = &["https://", "http://"];

/// True for objects that only chats of version 4 have: those of calls inside parts, and the pieces of reasoning.
const fn is_of_old(slot: Slot) -> bool {
    matches!(slot, Slot::Function | Slot::Detail)
}

/// Messages of chats, of versions 5 to 7.
pub(super) static UI: Policy = Policy {
    name: NAME,
    preserved: PreservedContent {
        keeps_field: |slot, _| {
            !matches!(slot, Slot::Settings | Slot::Content | Slot::Output | Slot::Item) && !is_of_old(slot)
        },
        ..PreservedContent::ALL
    },
    facts: Facts::of(&[
        Fact::MessageIds,
        // As a member of the metadata, where the migration guide of version 5 puts them.
        Fact::Times,
        Fact::Reasoning,
        Fact::Signatures,
        Fact::PartSignatures,
        Fact::Redacted,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::MixedOrder,
        Fact::ErrorFlag,
    ]),
    roles: Roles { needs_message: Some("the library rejects an empty list of messages"), ..Roles::BASE },
    turns: TurnRules {
        empty: EmptyMessages::Drop,
        result_details: ResultDetails::NoIds,
        // A result is in the part of its call.
        steps: StepRule::Parts,
        ..TurnRules::BASE
    },
    details: DetailRules { time: time::is_iso, ..DetailRules::BASE },
    reasoning: ReasoningRules {
        place: ReasoningPlace::Answers,
        families: &["anthropic", "gemini", "openai"],
        ..ReasoningRules::BASE
    },
    tools: ToolRules {
        calls: Calls { ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }), ..Calls::BASE },
        results: Results {
            media: ResultMedia::MoveAfter(&[]),
            values: ResultValues::Any,
            join: Some("\\n"),
            ..Results::BASE
        },
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, SOURCES),
            (MediaKind::Audio, SOURCES),
            (MediaKind::Video, SOURCES),
            (MediaKind::Document, SOURCES),
        ],
        bytes: ByteTypes::Any,
        words: "files by http or https URL, or as base64",
        references: MediaReferences {
            urls: &[
                (MediaKind::Image, SCHEMES),
                (MediaKind::Audio, SCHEMES),
                (MediaKind::Video, SCHEMES),
                (MediaKind::Document, SCHEMES),
                (MediaKind::Unknown, SCHEMES),
            ],
            media_type: UrlType::Keep,
            ..MediaReferences::NONE
        },
        plain: PlainText::Encode,
        place: |role, _| matches!(role, Role::User | Role::Assistant),
        properties: MediaProperties { name: |_, _, _| true, ..MediaProperties::NONE },
        ..MediaRules::NONE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Only, ..RecordRules::BASE },
    own: OwnRules {
        messages: |context, outline| {
            keep_ui_parts(context, outline);
            Ok(())
        },
        record: |context, outline| {
            name_messages(context, outline);
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..Policy::BASE
};

/// Messages of chats, of version 4.
pub(super) static UI_4: Policy = Policy {
    name: "ai-sdk:v4",
    preserved: PreservedContent {
        other_formats: &[NAME],
        keeps_field: |slot, _| !matches!(slot, Slot::Settings | Slot::Content | Slot::Output | Slot::Item),
        ..UI.preserved
    },
    // A failed call has a text like any other.
    facts: UI.facts.without(&[Fact::MixedOrder, Fact::ErrorFlag]),
    turns: TurnRules { calls_last: true, ..UI.turns },
    own: OwnRules {
        messages: |context, outline| {
            keep_old_ui_parts(context, outline);
            Ok(())
        },
        ..UI.own
    },
    ..UI
};

/// Messages for models, of versions 5 to 7.
pub(super) static MODEL: Policy = Policy {
    name: "ai-sdk:model",
    preserved: PreservedContent {
        other_formats: &[NAME],
        keeps_field: |slot, key| {
            let is_of_chat = slot == Slot::Here && UI_FIELDS.contains(&key);
            !is_of_chat
                && !is_of_old(slot)
                && !matches!(slot, Slot::Config | Slot::Content | Slot::Item | Slot::Response)
        },
        ..UI.preserved
    },
    facts: UI.facts.without(&[Fact::MessageIds, Fact::Times]).and(&[Fact::ResultNames]),
    turns: TurnRules {
        empty: EmptyMessages::Drop,
        results: ResultTurns::Grouped,
        merge: Merge::Results,
        steps: StepRule::None,
        ..TurnRules::BASE
    },
    details: DetailRules::BASE,
    text: TextRules { join: Some("\\n"), joined: JoinedTexts::System, ..TextRules::BASE },
    tools: ToolRules {
        results: Results {
            media: ResultMedia::Only(&[MediaKind::Image, MediaKind::Audio, MediaKind::Video, MediaKind::Document]),
            names: ResultNames::Needed,
            values: ResultValues::Any,
            ..Results::BASE
        },
        ..UI.tools
    },
    own: OwnRules {
        messages: |context, outline| {
            keep_model_parts(context, outline);
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..UI
};

/// Messages for models, of version 4.
pub(super) static MODEL_4: Policy = Policy {
    name: "ai-sdk:model-v4",
    preserved: PreservedContent {
        keeps_field: |slot, key| {
            slot == Slot::Source
                || (!matches!(slot, Slot::Config | Slot::Content | Slot::Output | Slot::Item | Slot::Response)
                    && !is_of_old(slot)
                    && !UI_FIELDS.contains(&key))
        },
        ..MODEL.preserved
    },
    tools: ToolRules {
        results: Results { media: ResultMedia::MoveAfter(&[MediaKind::Image]), ..MODEL.tools.results },
        ..MODEL.tools
    },
    // Images have no names.
    media: MediaRules {
        properties: MediaProperties { name: |kind, _, _| kind != MediaKind::Image, ..UI.media.properties },
        ..UI.media
    },
    own: OwnRules {
        messages: |context, outline| {
            keep_old_model_parts(context, outline);
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..MODEL
};

/// Fields of messages and parts of chats that model messages do not have.
pub(super) const UI_FIELDS: &[&str] = &[
    "annotations",
    "approval",
    "citations",
    "data",
    "preliminary",
    "rawInput",
    "resourceId",
    "state",
    "title",
    "toolMetadata",
];
