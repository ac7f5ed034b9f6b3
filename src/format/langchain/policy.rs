//! The policy of the format: what it does with each fact.

use super::NAME;
use crate::lower::{
    ArgumentKind, BareLists, ByteTypes, Calls, ContainerRules, Fact, Facts, HostedFields, HostedRules, MediaRules,
    MissingIds, PlainText, Policy, ReasoningPlace, ResultMedia, ResultNames, Results, Roles, TextRules, TurnRules,
    UrlType,
};
use crate::model::MediaKind;

const PLACES: &[&str] = &["url", "base64", "remote"];

pub(super) const LANGCHAIN: Policy = Policy {
    name: NAME,
    holds_own: false,
    keeps_parts: false,
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
    media: &[
        (MediaKind::Image, PLACES),
        (MediaKind::Audio, PLACES),
        (MediaKind::Video, PLACES),
        (MediaKind::Document, &["url", "base64", "remote", "plain"]),
        (MediaKind::Unknown, PLACES),
    ],
    // The signature is stored with the reasoning, and sent back by the package of its service.
    families: &["anthropic", "gemini"],
    roles: Roles { needs_turn: Some("a list of messages must not be empty"), ..Policy::BASE.roles },
    turns: TurnRules { calls_last: true, ..Policy::BASE.turns },
    // Python fails when it sends half of a surrogate pair.
    text: TextRules { has_halves: false, ..Policy::BASE.text },
    reasoning: ReasoningPlace::Answers,
    calls: Calls { arguments: ArgumentKind::Object, missing_ids: MissingIds::Make, ..Policy::BASE.calls },
    results: Results { media: ResultMedia::Keep, names: ResultNames::Fill, ..Policy::BASE.results },
    hosted: Some(HostedRules {
        id_prefix: Some("srvtoolu_"),
        results: HostedFields::Errors,
        write: |_| (super::write::write_hosted_call, Some(super::write::write_hosted_result)),
    }),
    files: MediaRules {
        bytes: ByteTypes::Any,
        words: "all files",
        urls: &[
            (MediaKind::Image, &[""]),
            (MediaKind::Audio, &[""]),
            (MediaKind::Video, &[""]),
            (MediaKind::Document, &[""]),
            (MediaKind::Unknown, &[""]),
        ],
        // `model_provider` says whose file it is. Without it nobody does.
        services: &["openai", "anthropic", "gemini", ""],
        plain: PlainText::Keep,
        place: |_, _| true,
        name: |_, _, _| true,
        detail: |kind, _| kind == MediaKind::Image,
        url_type: UrlType::Keep,
        ..MediaRules::NONE
    },
    container: ContainerRules { keeps: |_, _, _| false, lists: BareLists::Only, ..Policy::BASE.container },
    ..Policy::BASE
};
