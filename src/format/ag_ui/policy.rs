//! The policy of the format: what it does with each fact.

use super::NAME;
use super::runs::{keep_rows, run};
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, ContainerRules, ContentLists, Fact, Facts, FailedResults, JoinedTexts,
    MediaRules, MissingIds, OwnRules, PlainText, Policy, ReasoningPlace, ResultDetails, ResultMedia, Results, Split,
    TextRules, ToolSchema, Tools, TurnRules, UrlType,
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
    media: &[
        (MediaKind::Image, SOURCES),
        (MediaKind::Audio, SOURCES),
        (MediaKind::Video, SOURCES),
        (MediaKind::Document, SOURCES),
    ],
    families: &[NAME],
    turns: TurnRules {
        lists: ContentLists::WithMedia,
        split: Split::Reasoning,
        result_details: ResultDetails::NoNames,
        whole: &["activity", "message"],
        ..Policy::BASE.turns
    },
    text: TextRules { join: Some("\\n"), joined: JoinedTexts::NotUser, ..Policy::BASE.text },
    reasoning: ReasoningPlace::Answers,
    calls: Calls { missing_ids: MissingIds::Need, arguments: ArgumentKind::Wrapped, ..Policy::BASE.calls },
    results: Results { media: ResultMedia::Keep, failed: FailedResults::Message, ..Policy::BASE.results },
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
        name: |_, _, _| true,
        url_type: UrlType::Keep,
        bytes: ByteTypes::Any,
        ..MediaRules::NONE
    },
    container: ContainerRules {
        keeps: |record, slot, key| {
            let is_field = key == "state" || (record.source.shape == "input" && key == "runId");
            slot == Slot::Event || (slot == Slot::Here && is_field)
        },
        lists: BareLists::OfLog,
        ..Policy::BASE.container
    },
    tools: Tools { schema: ToolSchema::Any, ..Policy::BASE.tools },
    own: OwnRules {
        source: |context, outline| {
            outline.is_source = keep_rows(context);
            Ok(outline.is_source)
        },
        record: |context, outline| {
            outline.run = run(context, outline);
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..Policy::BASE
};
