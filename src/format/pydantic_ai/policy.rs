//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::format::shared::time;
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, ContainerRules, DetailRules, Fact, Facts, IdRepeats, IdRule,
    JoinedTexts, MediaRules, PlainText, Policy, ReasoningPlace, RefusedMedia, ResultMedia, ResultNames, ResultValues,
    Results, TextRules, UrlType,
};
use crate::model::{MediaKind, Role};

const PLACES: &[&str] = &["url", "base64", "remote"];
const SCHEMES: &[&str] = &["https://", "http://", "gs://", "s3://"];

pub(super) const PYDANTIC_AI: Policy = Policy {
    name: NAME,
    // Other fields of messages are not written again: one message here is several there.
    holds_own: false,
    keeps_parts: false,
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
    media: &[
        (MediaKind::Image, PLACES),
        (MediaKind::Audio, PLACES),
        (MediaKind::Video, PLACES),
        (MediaKind::Document, &["url", "base64", "remote", "plain"]),
    ],
    families: &["anthropic", "gemini"],
    // The id of the conversation is in its messages.
    roles: crate::lower::Roles {
        needs_message: Some("a list without messages is no conversation"),
        ..Policy::BASE.roles
    },
    details: DetailRules { time: |text| time::utc_seconds(text).is_some(), ..Policy::BASE.details },
    text: TextRules { join: Some("\\n"), joined: JoinedTexts::System, has_halves: false, ..Policy::BASE.text },
    reasoning: ReasoningPlace::Answers,
    calls: Calls {
        ids: Some(IdRule { repeats: IdRepeats::Taken, ..IdRule::ANY }),
        arguments: ArgumentKind::Wrapped,
        ..Policy::BASE.calls
    },
    results: Results {
        media: ResultMedia::Keep,
        values: ResultValues::Any,
        names: ResultNames::Needed,
        join: Some("\\n"),
        ..Policy::BASE.results
    },
    files: MediaRules {
        words: "images, audio, videos and documents",
        bytes: ByteTypes::Any,
        urls: &[
            (MediaKind::Image, SCHEMES),
            (MediaKind::Audio, SCHEMES),
            (MediaKind::Video, SCHEMES),
            (MediaKind::Document, SCHEMES),
        ],
        plain: PlainText::Encode,
        services: &["anthropic", "gemini", "openai"],
        place: |role, _| matches!(role, Role::User),
        url_type: UrlType::Keep,
        refused: RefusedMedia::Nothing,
        ..MediaRules::NONE
    },
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Ignored, ..Policy::BASE.container },
    ..Policy::BASE
};
