//! The policy of the format: what it does with each fact.

use super::NAME;
use super::media::{is_service_file, is_video_page};
use super::rules_order::FIRST_ROLE;
use crate::lower::{
    Adjacency, ArgumentKind, Blank, ByteTypes, CallOrder, Calls, EmptyMessages, Fact, Facts, Leading, MediaReferences,
    MediaRules, Merge, Middle, MissingIds, NameRule, OutputRules, PlainText, Policy, ReasoningPlace, ReasoningRules,
    RecordRules, ResultMedia, ResultNames, ResultTurns, ResultValues, Results, Roles, SchemaRules, TextRules,
    ToolRules, ToolSchema, TurnRules, UrlFit, UrlType, is_word_character,
};
use crate::model::MediaKind;

const SCHEMES: &[&str] = &["https://", "http://", "gs://"];

pub(super) const TOOL_NAMES: NameRule = NameRule {
    is_good: |found| is_word_character(found) || matches!(found, '.' | ':'),
    limit: 128,
    words: "letters, digits, `_`, `-`, `.` and `:` only, at most 128",
};

pub(in crate::format) const GEMINI: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[
        Fact::Reasoning,
        Fact::Signatures,
        Fact::PartSignatures,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::MixedOrder,
        Fact::HostedCode,
        Fact::ErrorFlag,
        Fact::ResultNames,
        Fact::Tools,
        Fact::Output,
    ]),
    roles: Roles {
        answer_first: Some(&FIRST_ROLE),
        leading: Leading::Field,
        middle: Middle::IntoWords,
        needs_message: Some("gemini needs at least one content"),
        ..Roles::BASE
    },
    turns: TurnRules {
        results: ResultTurns::User,
        merge: Merge::ResultsAndCalls,
        empty: EmptyMessages::Drop,
        adjacency: Adjacency::Exact,
        ..TurnRules::BASE
    },
    text: TextRules { has_halves: false, blank: Blank::DropEmpty, ..TextRules::BASE },
    reasoning: ReasoningRules { place: ReasoningPlace::Answers, families: &[NAME], ..ReasoningRules::BASE },
    tools: ToolRules {
        calls: Calls {
            names: Some(TOOL_NAMES),
            arguments: ArgumentKind::Object,
            missing_ids: MissingIds::Drop,
            order: CallOrder::Sorted,
            ..Calls::BASE
        },
        results: Results {
            media: ResultMedia::KeepImages,
            values: ResultValues::Any,
            names: ResultNames::Needed,
            join: Some("\\n"),
            ..Results::BASE
        },
        hosted: Some(super::hosted::HOSTED),
        schema: ToolSchema::TypedOrNone,
        schema_rules: SchemaRules::Gemini,
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, &["url", "base64", "remote"]),
            (MediaKind::Audio, &["url", "base64", "remote"]),
            (MediaKind::Video, &["url", "base64", "remote"]),
            (MediaKind::Document, &["url", "base64", "remote", "plain"]),
        ],
        references: MediaReferences {
            urls: &[
                (MediaKind::Image, SCHEMES),
                (MediaKind::Audio, SCHEMES),
                (MediaKind::Video, SCHEMES),
                (MediaKind::Document, SCHEMES),
                (MediaKind::Unknown, SCHEMES),
            ],
            url_fit: |url| match (is_service_file(url), is_video_page(url)) {
                (true, _) => UrlFit::Bad,
                (false, true) => UrlFit::Good,
                (false, false) => UrlFit::Doubtful,
            },
            media_type: UrlType::Keep,
            services: &[NAME],
            ..MediaReferences::NONE
        },
        plain: PlainText::Encode,
        place: |role, _| !role.is_instruction(),
        bytes: ByteTypes::Any,
        ..MediaRules::NONE
    },
    record: RecordRules {
        list_system: "a bare list of gemini contents cannot have a system instruction; write the body instead",
        settings: Some(&super::request::SETTINGS),
        output: OutputRules { needs_schema: true, ..OutputRules::BASE },
        ..RecordRules::BASE
    },
    ..Policy::BASE
};
