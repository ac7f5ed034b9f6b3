//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, Fact, Facts, HostedFields, HostedRules, MediaProperties,
    MediaReferences, MediaRules, MissingIds, PlainText, Policy, PreservedContent, ReasoningPlace, ReasoningRules,
    RecordRules, ResultMedia, ResultNames, Results, Roles, TextRules, ToolRules, TurnRules, UrlType,
};
use crate::model::MediaKind;

const PLACES: &[&str] = &["url", "base64", "remote"];

pub(super) const LANGCHAIN: Policy = Policy {
    name: NAME,
    preserved: PreservedContent::NONE,
    facts: Facts::of(&[
        Fact::MessageIds,
        Fact::Names,
        Fact::Developer,
        Fact::MiddleSystem,
        Fact::SeveralTexts,
        Fact::Reasoning,
        Fact::Signatures,
        Fact::Redacted,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::HostedSearches,
        Fact::HostedCode,
        Fact::ErrorFlag,
        Fact::ResultNames,
        Fact::ResultMedia,
        Fact::Refusals,
        Fact::Finish,
    ]),
    roles: Roles { needs_turn: Some("a list of messages must not be empty"), ..Roles::BASE },
    turns: TurnRules { calls_last: true, ..TurnRules::BASE },
    // Python fails when it sends half of a surrogate pair.
    text: TextRules { has_halves: false, ..TextRules::BASE },
    reasoning: ReasoningRules {
        place: ReasoningPlace::Answers,
        // The signature is stored with the reasoning, and sent back by the package of its service.
        families: &["anthropic", "gemini"],
        ..ReasoningRules::BASE
    },
    tools: ToolRules {
        calls: Calls { arguments: ArgumentKind::Object, missing_ids: MissingIds::Make, ..Calls::BASE },
        results: Results { media: ResultMedia::Keep, names: ResultNames::Fill, ..Results::BASE },
        hosted: Some(HostedRules {
            id_prefix: Some("srvtoolu_"),
            results: HostedFields::Errors,
            write: |_| (super::write::write_hosted_call, Some(super::write::write_hosted_result)),
        }),
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, PLACES),
            (MediaKind::Audio, PLACES),
            (MediaKind::Video, PLACES),
            (MediaKind::Document, &["url", "base64", "remote", "plain"]),
            (MediaKind::Unknown, PLACES),
        ],
        bytes: ByteTypes::Any,
        words: "all files",
        references: MediaReferences {
            urls: &[
                (MediaKind::Image, &[""]),
                (MediaKind::Audio, &[""]),
                (MediaKind::Video, &[""]),
                (MediaKind::Document, &[""]),
                (MediaKind::Unknown, &[""]),
            ],
            media_type: UrlType::Keep,
            // `model_provider` says whose file it is. Without it nobody does.
            services: &["openai", "anthropic", "gemini", ""],
            ..MediaReferences::NONE
        },
        plain: PlainText::Keep,
        place: |_, _| true,
        properties: MediaProperties {
            name: |_, _, _| true,
            detail: |kind, _| kind == MediaKind::Image,
            ..MediaProperties::NONE
        },
        ..MediaRules::NONE
    },
    record: RecordRules { keeps: |_, _, _| false, lists: BareLists::Only, ..RecordRules::BASE },
    ..Policy::BASE
};
