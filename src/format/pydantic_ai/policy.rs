//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::shared::time;
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, DetailRules, Fact, Facts, IdRepeats, IdRule, JoinedTexts,
    MediaReferences, MediaRules, PlainText, Policy, PreservedContent, ReasoningPlace, ReasoningRules, RecordRules,
    RefusedMedia, ResultMedia, ResultNames, ResultValues, Results, Roles, TextRules, ToolRules, UrlType,
};
use crate::model::{MediaKind, Role};

const PLACES: &[&str] = &["url", "base64", "remote"];
const SCHEMES: &[&str] = &["https://", "http://", "gs://", "s3://"];

pub(super) const PYDANTIC_AI: Policy = Policy {
    name: NAME,
    // Other fields of messages are not written again: one message here is several there.
    preserved: PreservedContent::NONE,
    facts: Facts::of(&[
        Fact::ConversationId,
        Fact::Times,
        Fact::MiddleSystem,
        Fact::SeveralTexts,
        Fact::Reasoning,
        Fact::Signatures,
        Fact::PartSignatures,
        Fact::Redacted,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::AnyArguments,
        Fact::MixedOrder,
        Fact::ErrorFlag,
        Fact::ResultNames,
        Fact::Finish,
    ]),
    // The id of the conversation is in its messages.
    roles: Roles { needs_message: Some("a list without messages is no conversation"), ..Roles::BASE },
    details: DetailRules { time: |text| time::utc_seconds(text).is_some(), ..DetailRules::BASE },
    text: TextRules { join: Some("\\n"), joined: JoinedTexts::System, has_halves: false, ..TextRules::BASE },
    reasoning: ReasoningRules {
        place: ReasoningPlace::Answers,
        families: &["anthropic", "gemini"],
        ..ReasoningRules::BASE
    },
    tools: ToolRules {
        calls: Calls {
            ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }),
            arguments: ArgumentKind::Wrapped,
            ..Calls::BASE
        },
        results: Results {
            media: ResultMedia::Keep,
            values: ResultValues::Any,
            names: ResultNames::Needed,
            join: Some("\\n"),
            ..Results::BASE
        },
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, PLACES),
            (MediaKind::Audio, PLACES),
            (MediaKind::Video, PLACES),
            (MediaKind::Document, &["url", "base64", "remote", "plain"]),
        ],
        words: "images, audio, videos and documents",
        bytes: ByteTypes::Any,
        references: MediaReferences {
            urls: &[
                (MediaKind::Image, SCHEMES),
                (MediaKind::Audio, SCHEMES),
                (MediaKind::Video, SCHEMES),
                (MediaKind::Document, SCHEMES),
            ],
            media_type: UrlType::Keep,
            services: &["anthropic", "gemini", "openai"],
            ..MediaReferences::NONE
        },
        plain: PlainText::Encode,
        place: |role, _| matches!(role, Role::User),
        refused: RefusedMedia::Nothing,
        ..MediaRules::NONE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Ignored, ..RecordRules::BASE },
    ..Policy::BASE
};
