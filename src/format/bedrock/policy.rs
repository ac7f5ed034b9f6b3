//! The policy of the format: what it does with each fact.

use super::NAME;
use super::kind::{TYPES, is_good_uri};
use super::names::{NAME_LIMIT, is_good_character};
use super::rules_order::FIRST_ROLE;
use super::vendor::FAMILIES;
use crate::format::shared::define_called_tools;
use crate::lower::{
    Adjacency, ArgumentKind, Blank, Cache, Calls, EmptyMessages, Fact, Facts, FailedResults, FileNames, IdRule,
    Leading, Lifetimes, MarkPlaces, MediaLimits, MediaProperties, MediaReferences, MediaRules, Merge, Middle, NameRule,
    OutputName, OutputRules, OwnRules, PlainText, Policy, ReasoningPlace, ReasoningRules, RecordRules, RefusedMedia,
    ResultMedia, ResultTurns, ResultValues, Results, Roles, SchemaRules, TextRules, ToolRules, ToolSchema, TurnRules,
    UnnamedDocuments, UrlFit, UrlType, is_word_character,
};
use crate::model::MediaKind;

/// The maximum number of documents and of images in a message.
pub(super) const PER_MESSAGE: &[(MediaKind, usize)] = &[(MediaKind::Document, 5), (MediaKind::Image, 20)];
/// The maximum size of a document and of an image: 4.5 MB and 3.75 MB.
pub(super) const BYTES: &[(MediaKind, usize)] = &[(MediaKind::Document, 4_718_592), (MediaKind::Image, 3_932_160)];
/// The maximum number of cache points in a request.
pub(super) const CACHE_POINTS: usize = 4;

/// The limits of files of a kind.
fn limits(kind: MediaKind) -> MediaLimits {
    let of = |table: &[(MediaKind, usize)]| {
        table.iter().find(|(limited, _)| *limited == kind).map_or(usize::MAX, |(_, limit)| *limit)
    };
    MediaLimits { bytes: of(BYTES), per_turn: of(PER_MESSAGE), needs_text: kind == MediaKind::Document }
}

const S3: &[&str] = &["s3://"];

/// `^[a-zA-Z0-9_.:-]{1,64}$`
pub(super) const CALL_IDS: IdRule = IdRule {
    words: "1 to 64 letters, digits, `_`, `.`, `:` and `-`",
    is_good: |found| is_word_character(found) || matches!(found, '.' | ':'),
    limit: 64,
    ..IdRule::ANY
};

/// `^[a-zA-Z0-9_-]{1,64}$`
pub(super) const TOOL_NAMES: NameRule = NameRule::SHORT;

pub(super) const BEDROCK: Policy = Policy {
    name: NAME,
    facts: Facts::of(&[
        Fact::Reasoning,
        Fact::Signatures,
        Fact::Redacted,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::MixedOrder,
        Fact::ErrorFlag,
        Fact::Citations,
        Fact::CacheHints,
        Fact::CacheTtl,
        Fact::Tools,
        Fact::StrictTools,
        Fact::Output,
    ]),
    roles: Roles {
        leading: Leading::Field,
        middle: Middle::IntoUser,
        answer_first: Some(&FIRST_ROLE),
        needs_message: Some("bedrock needs at least one message"),
        ..Roles::BASE
    },
    turns: TurnRules {
        results: ResultTurns::User,
        merge: Merge::Speaker,
        empty: EmptyMessages::Drop,
        adjacency: Adjacency::NextUser,
        ..TurnRules::BASE
    },
    text: TextRules { has_halves: false, blank: Blank::Drop, ..TextRules::BASE },
    reasoning: ReasoningRules { place: ReasoningPlace::SignedBytes, families: FAMILIES, ..ReasoningRules::BASE },
    tools: ToolRules {
        calls: Calls { ids: Some(CALL_IDS), names: Some(TOOL_NAMES), arguments: ArgumentKind::Object, ..Calls::BASE },
        results: Results {
            media: ResultMedia::Only(&[MediaKind::Image, MediaKind::Video, MediaKind::Document]),
            failed: FailedResults::Status,
            values: ResultValues::Objects,
            ..Results::BASE
        },
        schema: ToolSchema::Typed,
        schema_rules: SchemaRules::Claude,
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, &["base64"]),
            (MediaKind::Audio, &["base64"]),
            (MediaKind::Video, &["base64"]),
            (MediaKind::Document, &["base64", "plain"]),
        ],
        types: &[&TYPES],
        words: "PNG, JPEG, GIF and WebP images, PDF, Office, HTML, CSV and text documents, and certain sounds and videos",
        references: MediaReferences {
            urls: &[(MediaKind::Image, S3), (MediaKind::Audio, S3), (MediaKind::Video, S3), (MediaKind::Document, S3)],
            url_fit: |url| if is_good_uri(url) { UrlFit::Good } else { UrlFit::Bad },
            media_type: UrlType::Needed,
            ..MediaReferences::NONE
        },
        plain: PlainText::Typed,
        properties: MediaProperties {
            unnamed: UnnamedDocuments::Ruled(FileNames { is_good: is_good_character, limit: NAME_LIMIT }),
            ..MediaProperties::NONE
        },
        refused: RefusedMedia::Remote,
        limits: Some(limits),
        ..MediaRules::NONE
    },
    record: RecordRules {
        list_system: "a bare list of bedrock messages cannot have system text; write the body instead",
        settings: Some(&super::request::SETTINGS),
        output: OutputRules { name: OutputName::Keep, needs_schema: true },
        cache: Cache { limit: CACHE_POINTS, lifetimes: Lifetimes::Ranked(|_| None), places: MarkPlaces::AllAndTools },
        ..RecordRules::BASE
    },
    own: OwnRules {
        tools: |context, outline| {
            define_called_tools(NAME, context, outline);
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..Policy::BASE
};
