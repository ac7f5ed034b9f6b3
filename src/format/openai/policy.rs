//! The policy of the format, and the differences of its dialects.

use super::NAME;
use super::compatible::{is_compatible, is_reasoning};
use super::dialect_rules::MISTRAL_ORDER;
use super::rules::RESULT_ORDER;
use crate::format::shared::is_answer_member;
use crate::json::Text;
use crate::lower::{
    Adjacency, ArgumentKind, BareLists, ByteTypes, Cache, Calls, ContentLists, DetailRules, Fact, Facts, IdRepeats,
    IdRule, JoinedTexts, Lifetimes, MarkPlaces, MediaProperties, MediaReferences, MediaRules, MissingIds, NameRule,
    NeededAnswers, OutlineRole, OutputName, OutputRules, OwnRules, PlainText, Policy, PreservedContent, ReasoningPlace,
    ReasoningRules, RecordRules, RefusedMedia, ResultMark, ResultMedia, ResultNames, Results, Roles, SchemaRules,
    TextRules, ToolRules, TurnRules, UnnamedDocuments, WEB_IMAGES, WEB_URLS, WordsBeside, web_url_fit,
};
use crate::model::{MediaKind, Slot};

/// The API writes at most four cache breakpoints a request.
const HINTS: usize = 4;

pub(super) const TOOL_NAMES: NameRule = NameRule::SHORT;

/// As the API itself takes it.
pub(in crate::format) const OPENAI: Policy = Policy {
    name: NAME,
    preserved: PreservedContent { keeps_field: is_field, ..PreservedContent::ALL },
    facts: Facts::of(&[
        Fact::Names,
        Fact::Developer,
        Fact::AnswerFirst,
        Fact::Calls,
        Fact::CallIds,
        Fact::CustomCalls,
        Fact::Refusals,
        Fact::CacheHints,
        Fact::Tools,
        Fact::StrictTools,
        Fact::Output,
        Fact::StrictOutput,
    ]),
    roles: Roles {
        needs_turn: Some("a list of messages must not be empty"),
        names: Some(NameRule {
            is_good: |found| !(found.is_whitespace() || found.is_control() || "<|\\/>".contains(found)),
            limit: 64,
            words: "no white space and none of < | \\ / >, at most 64",
        }),
        ..Roles::BASE
    },
    turns: TurnRules {
        lists: ContentLists::Several,
        calls_last: true,
        adjacency: Adjacency::After(&RESULT_ORDER),
        ..TurnRules::BASE
    },
    details: DetailRules { weight: |role, _| role != OutlineRole::Tool, ..DetailRules::BASE },
    text: TextRules { has_halves: false, ..TextRules::BASE },
    reasoning: ReasoningRules::BASE,
    tools: ToolRules {
        calls: Calls { names: Some(TOOL_NAMES), keeps_legacy: true, missing_ids: MissingIds::Make, ..Calls::BASE },
        results: Results {
            media: ResultMedia::MoveAfter(&[]),
            names: ResultNames::Own,
            mark: ResultMark::LastText,
            ..Results::BASE
        },
        schema_rules: SchemaRules::OpenAi,
        ..ToolRules::BASE
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, &["url", "base64"]),
            (MediaKind::Audio, &["base64"]),
            (MediaKind::Document, &["base64", "remote"]),
        ],
        types: &[WEB_IMAGES, SOUNDS],
        words: "PNG, JPEG, GIF and WebP images, WAV and MP3",
        references: MediaReferences {
            urls: &[(MediaKind::Image, WEB_URLS), (MediaKind::Document, &["data:"])],
            url_fit: web_url_fit,
            services: &[NAME],
            ..MediaReferences::NONE
        },
        plain: PlainText::Text,
        properties: MediaProperties {
            name: |kind, _, _| kind == MediaKind::Document,
            unnamed: UnnamedDocuments::Numbered,
            detail: |kind, _| kind == MediaKind::Image,
            ..MediaProperties::NONE
        },
        any_document: true,
        bytes: ByteTypes::Declared,
        dropped: &[MediaKind::Audio, MediaKind::Video],
        ..MediaRules::NONE
    },
    record: RecordRules {
        keeps: |_, slot, key| is_setting(slot, key),
        settings: Some(&super::request::SETTINGS),
        output: OutputRules { name: OutputName::Needed, ..OutputRules::BASE },
        cache: Cache { limit: HINTS, places: MarkPlaces::NotAnswers, ..Cache::BASE },
        ..RecordRules::BASE
    },
    ..Policy::BASE
};

/// Fields of a request; of an answer only the model belongs into one.
fn is_setting(slot: Slot, key: &str) -> bool {
    (slot == Slot::Here && !is_answer_member(key)) || (slot == Slot::Answer && key == "model")
}

/// A field of a message or part that belongs into a request: no field of compatible programs, which was read as what it
/// means, and none of a choice.
pub(in crate::format) fn is_field(slot: Slot, key: &str) -> bool {
    slot != Slot::Choice && !(slot == Slot::Here && is_compatible(key))
}

/// litellm and its like take reasoning as other programs spell it, too.
pub(super) fn is_litellm_field(slot: Slot, key: &str) -> bool {
    is_field(slot, key) || (slot == Slot::Here && is_reasoning(key) && key != "thinking")
}

/// Mistral has documents in another object than the API itself, so what was inside that has no place.
fn is_mistral_field(slot: Slot, key: &str) -> bool {
    is_field(slot, key) && slot != Slot::Source
}

/// The policy that all dialects share: they write fields that the format's own reader kept.
const DIALECT: Policy = Policy { preserved: PreservedContent { other_formats: &[NAME], ..OPENAI.preserved }, ..OPENAI };

/// Fine-tuning lines.
pub(super) static FINETUNE: Policy = Policy {
    name: "openai:finetune",
    facts: OPENAI.facts.without(&[Fact::Output, Fact::StrictOutput]).and(&[Fact::Weights]),
    roles: Roles { ends_in_answer: Some("a fine-tuning line must end with an assistant message"), ..OPENAI.roles },
    details: DetailRules {
        weight: |role, number| role == OutlineRole::Assistant && [0.0, 1.0].contains(&number),
        ..OPENAI.details
    },
    record: RecordRules {
        keeps: |_, slot, key| slot == Slot::Here && key == "parallel_tool_calls",
        lists: BareLists::Ignored,
        settings: None,
        ..OPENAI.record
    },
    ..DIALECT
};

/// Batch lines.
pub(super) static BATCH: Policy = Policy {
    name: "openai:batch",
    record: RecordRules {
        keeps: |record, slot, key| is_setting(slot, key) || (record.source.shape == "batch" && slot == Slot::Envelope),
        lists: BareLists::Ignored,
        ..OPENAI.record
    },
    own: OwnRules {
        record: |context, outline| {
            let own = context.conversation.id.as_ref().map(Text::borrow);
            outline.record.id = Some(own.unwrap_or_else(|| Text::owned(context.ids.message(0, 0))));
            Ok(())
        },
        ..OwnRules::NONE
    },
    ..DIALECT
};

/// Preference lines.
pub(super) static PREFERENCE: Policy = Policy {
    name: "openai:preference",
    facts: OPENAI.facts.and(&[Fact::SeveralAnswers]),
    record: RecordRules {
        keeps: |_, _, _| true,
        lists: BareLists::Ignored,
        needs_answers: Some((
            NeededAnswers::Two,
            "a preference line needs two answers to choose from, and the record has one",
        )),
        settings: None,
        ..OPENAI.record
    },
    ..DIALECT
};

/// litellm and programs that take the same.
pub(super) static LITELLM: Policy = Policy {
    name: "openai:litellm",
    preserved: PreservedContent { keeps_field: is_litellm_field, ..DIALECT.preserved },
    facts: OPENAI.facts.and(&[Fact::Reasoning, Fact::Signatures, Fact::PartSignatures, Fact::Redacted, Fact::CacheTtl]),
    reasoning: ReasoningRules {
        place: ReasoningPlace::OneTextUnlessSigned,
        families: &["anthropic"],
        ..DIALECT.reasoning
    },
    tools: ToolRules {
        calls: Calls { families: &["gemini"], ..OPENAI.tools.calls },
        results: Results { media: ResultMedia::MoveAfter(&[MediaKind::Image]), ..OPENAI.tools.results },
        ..DIALECT.tools
    },
    record: RecordRules { cache: Cache { lifetimes: Lifetimes::Rounded, ..OPENAI.record.cache }, ..DIALECT.record },
    ..DIALECT
};

/// `OpenRouter`, which takes videos, and documents by URL, too.
pub(super) static OPENROUTER: Policy = Policy {
    name: "openai:openrouter",
    facts: OPENAI.facts.without(&[Fact::CacheHints]),
    media: MediaRules {
        sources: &[
            (MediaKind::Image, &["url", "base64"]),
            (MediaKind::Audio, &["base64"]),
            (MediaKind::Video, &["url", "base64"]),
            (MediaKind::Document, &["url", "base64", "remote"]),
        ],
        types: &[WEB_IMAGES, SOUNDS, VIDEOS],
        words: "PNG, JPEG, GIF and WebP images, WAV and MP3, MP4, MPEG, QuickTime and WebM",
        references: MediaReferences {
            urls: &[(MediaKind::Image, &[""]), (MediaKind::Video, &[""]), (MediaKind::Document, &[""])],
            ..OPENAI.media.references
        },
        dropped: &[MediaKind::Audio],
        ..OPENAI.media
    },
    ..DIALECT
};

/// Types of videos that services take.
const VIDEOS: &[(&str, MediaKind)] = &[
    ("video/mp4", MediaKind::Video),
    ("video/mpeg", MediaKind::Video),
    ("video/quicktime", MediaKind::Video),
    ("video/mov", MediaKind::Video),
    ("video/webm", MediaKind::Video),
];

/// Types of sounds that the API takes.
const SOUNDS: &[(&str, MediaKind)] = &[
    ("audio/wav", MediaKind::Audio),
    ("audio/x-wav", MediaKind::Audio),
    ("audio/wave", MediaKind::Audio),
    ("audio/mp3", MediaKind::Audio),
    ("audio/mpeg", MediaKind::Audio),
];

/// Services that are compatible: no developer, no names of speakers, no refusals, no cache marks, function calls only.
const SERVICE: Policy = Policy {
    facts: OPENAI.facts.without(&[Fact::Names, Fact::Developer, Fact::Refusals, Fact::CacheHints, Fact::CustomCalls]),
    tools: ToolRules {
        calls: Calls { arguments: ArgumentKind::Object, keeps_legacy: false, ..OPENAI.tools.calls },
        ..DIALECT.tools
    },
    record: RecordRules { settings: None, ..DIALECT.record },
    ..DIALECT
};

/// Several calls may have one id.
pub(super) const MISTRAL_IDS: IdRule = IdRule { repeats: IdRepeats::Taken, ..IdRule::NINE };

/// The chat API of Mistral (mistralai Python SDK 1.9).
pub(super) static MISTRAL: Policy = Policy {
    name: "openai:mistral",
    preserved: PreservedContent { keeps_field: is_mistral_field, ..SERVICE.preserved },
    facts: SERVICE.facts.and(&[Fact::Reasoning, Fact::ResultNames]),
    turns: TurnRules { adjacency: Adjacency::AfterThenAnswer(&RESULT_ORDER, &MISTRAL_ORDER), ..SERVICE.turns },
    reasoning: ReasoningRules { place: ReasoningPlace::Pieces, ..SERVICE.reasoning },
    tools: ToolRules {
        calls: Calls { ids: Some(MISTRAL_IDS), ..SERVICE.tools.calls },
        // What moves after the results would be a message of the user there.
        results: Results { names: ResultNames::Keep, media: ResultMedia::Drop, ..SERVICE.tools.results },
        ..SERVICE.tools
    },
    media: MediaRules {
        sources: &[
            (MediaKind::Image, &["url", "base64"]),
            (MediaKind::Audio, &["base64"]),
            (MediaKind::Document, &["url", "base64"]),
        ],
        references: MediaReferences {
            urls: &[(MediaKind::Image, &[""]), (MediaKind::Document, &[""])],
            services: &[],
            ..OPENAI.media.references
        },
        properties: MediaProperties { unnamed: UnnamedDocuments::Kept, ..OPENAI.media.properties },
        ..OPENAI.media
    },
    ..SERVICE
};

/// The chat API of Cohere, version 2 (cohere Python SDK 5.20): what its models say before they call is their plan.
pub(super) static COHERE: Policy = Policy {
    name: "openai:cohere",
    facts: SERVICE.facts.and(&[Fact::Reasoning]),
    text: TextRules { join: Some("\\n"), beside: WordsBeside::Apart, joined: JoinedTexts::Calling, ..OPENAI.text },
    reasoning: ReasoningRules { place: ReasoningPlace::Answers, ..SERVICE.reasoning },
    ..SERVICE
};

/// ollama 0.12, `/api/chat`: strings, and images next to them.
pub(super) static OLLAMA: Policy = Policy {
    name: "openai:ollama",
    preserved: PreservedContent { keeps_field: |_, _| false, parts: false, ..SERVICE.preserved },
    facts: SERVICE.facts.without(&[Fact::StrictOutput]).and(&[Fact::Reasoning, Fact::ResultNames]),
    text: TextRules { join: Some("\\n"), beside: WordsBeside::Apart, joined: JoinedTexts::Everywhere, ..OPENAI.text },
    reasoning: ReasoningRules { place: ReasoningPlace::OneText, ..SERVICE.reasoning },
    tools: ToolRules { results: Results { names: ResultNames::Fill, ..SERVICE.tools.results }, ..SERVICE.tools },
    media: MediaRules {
        sources: &[(MediaKind::Image, &["base64"])],
        words: "images",
        bytes: ByteTypes::Unsaid,
        plain: PlainText::Text,
        ..MediaRules::NONE
    },
    record: RecordRules { output: OutputRules { name: OutputName::Drop, needs_schema: true }, ..SERVICE.record },
    ..SERVICE
};

/// A message of the system is one string.
const ONE_SYSTEM: Policy = Policy {
    text: TextRules { join: Some("\\n"), beside: WordsBeside::Apart, joined: JoinedTexts::System, ..OPENAI.text },
    ..SERVICE
};

/// The chat API of `DeepSeek`: texts alone.
pub(super) static DEEPSEEK: Policy = Policy {
    name: "openai:deepseek",
    facts: SERVICE.facts.and(&[Fact::Reasoning]),
    reasoning: ReasoningRules { place: ReasoningPlace::Calling, ..ONE_SYSTEM.reasoning },
    media: MediaRules { sources: &[], refused: RefusedMedia::Kinds, plain: PlainText::Text, ..MediaRules::NONE },
    ..ONE_SYSTEM
};

/// The chat APIs of xAI and Cerebras: no media files but images.
const IMAGES: Policy = Policy {
    media: MediaRules {
        sources: &[(MediaKind::Image, &["url", "base64"])],
        any_document: false,
        dropped: &[],
        refused: RefusedMedia::Kinds,
        ..OPENAI.media
    },
    ..ONE_SYSTEM
};

/// The chat API of xAI.
pub(super) static XAI: Policy = Policy { name: "openai:xai", ..IMAGES };

/// The chat API of Cerebras.
pub(super) static CEREBRAS: Policy = Policy { name: "openai:cerebras", ..IMAGES };

/// The chat API of Groq: texts, and images of the user.
pub(super) static GROQ: Policy = Policy { name: "openai:groq", ..IMAGES };

/// The router of Hugging Face, whose servers are those of others.
pub(super) static HUGGING_FACE: Policy = Policy { name: "openai:huggingface", ..IMAGES };
