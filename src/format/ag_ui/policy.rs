//! The policy of the format: what it does with each fact.

use super::NAME;
use super::runs::{keep_rows, run};
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, ContentLists, Fact, Facts, FailedResults, JoinedTexts, MediaProperties,
    MediaReferences, MediaRules, MissingIds, OwnRules, PlainText, Policy, ReasoningPlace, ReasoningRules, RecordRules,
    ResultDetails, ResultMedia, Results, Split, TextRules, ToolRules, ToolSchema, TurnRules, UrlType,
};
use crate::model::{MediaKind, Role, Slot};

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
    turns: TurnRules {
        lists: ContentLists::WithMedia,
        split: Split::Reasoning,
        result_details: ResultDetails::NoNames,
        whole: &["activity", "message"],
        ..TurnRules::BASE
    },
    text: TextRules { join: Some("\\n"), joined: JoinedTexts::NotUser, ..TextRules::BASE },
    reasoning: ReasoningRules { place: ReasoningPlace::Answers, families: &[NAME], ..ReasoningRules::BASE },
    tools: ToolRules {
        calls: Calls { missing_ids: MissingIds::Need, arguments: ArgumentKind::Wrapped, ..Calls::BASE },
        results: Results { media: ResultMedia::Keep, failed: FailedResults::Message, ..Results::BASE },
        schema: ToolSchema::Any,
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, SOURCES),
            (MediaKind::Audio, SOURCES),
            (MediaKind::Video, SOURCES),
            (MediaKind::Document, SOURCES),
        ],
        references: MediaReferences {
            urls: &[
                (MediaKind::Image, ANYWHERE),
                (MediaKind::Audio, ANYWHERE),
                (MediaKind::Video, ANYWHERE),
                (MediaKind::Document, ANYWHERE),
                (MediaKind::Unknown, ANYWHERE),
            ],
            media_type: UrlType::Keep,
            services: &["*"],
            ..MediaReferences::NONE
        },
        plain: PlainText::Encode,
        place: |role, _| matches!(role, Role::User),
        properties: MediaProperties { name: |_, _, _| true, ..MediaProperties::NONE },
        bytes: ByteTypes::Any,
        ..MediaRules::NONE
    },
    record: RecordRules {
        keeps: |record, slot, key| {
            let is_field = key == "state" || (record.source.shape == "input" && key == "runId");
            slot == Slot::Event || (slot == Slot::Here && is_field)
        },
        lists: BareLists::OfLog,
        ..RecordRules::BASE
    },
    own: OwnRules {
        source: |context, outline| {
            outline.log.is_source = keep_rows(context);
            Ok(outline.log.is_source)
        },
        record: |context, outline| {
            outline.log.run = run(context, outline);
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..Policy::BASE
};
