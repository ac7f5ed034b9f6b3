//! `OpenAI` Chat Completions: message lists, request bodies, fine-tuning and batch lines, completion objects.
//!
//! ```json
//! {"model":"gpt-5.1","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"hello"}]}
//! ```
//!
//! Source: the types of the openai Python SDK 2.54 and the published API description.

mod columns;
mod compatible;
pub(super) mod dialect;
mod dialect_rules;
pub(super) mod files;
mod listing;
mod message;
pub(super) mod part;
mod plain;
pub(super) mod policy;
pub(super) mod preference;
pub(super) mod read;
mod request;
mod rules;
mod rules_media;
pub(super) mod shape;
pub(super) mod write;
mod write_answer;
mod write_call;
mod write_flat;
pub(super) mod write_message;
mod write_part;

use super::{Dialect, Format, FormatAbout, FormatRules, FormatShape};

pub(super) use columns::ROW;
pub(super) use plain::{PlainCall, PlainCalls, read_plain_record};

pub(super) const NAME: &str = "openai";
/// The format of rows for chat templates, whose messages and parts are read here, too.
pub(super) const TEMPLATE_ROWS: &str = "hf";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["openai-chat", "chat-completions"],
        summary: "OpenAI Chat Completions: message lists, bodies, fine-tuning and batch lines, completions",
        source: "openai Python SDK 2.54, ChatCompletionMessageParam",
    },
    dialects: &[
        Dialect {
            name: "finetune",
            summary: "fine-tuning lines: messages and function tools only",
            rules: rules::FINETUNE,
            edit: Some(&listing::FINETUNE),
            least_records: 10,
            policy: Some(&policy::FINETUNE),
            ..Dialect::PLAIN
        },
        Dialect {
            name: "batch",
            summary: "batch lines: custom_id, method, url, body",
            edit: Some(&listing::BATCH),
            policy: Some(&policy::BATCH),
            ..Dialect::PLAIN
        },
        Dialect {
            name: "preference",
            summary: "preference lines: input and two outputs",
            edit: Some(&listing::PREFERENCE),
            policy: Some(&policy::PREFERENCE),
            ..Dialect::PLAIN
        },
        Dialect {
            name: "litellm",
            summary: "for litellm and similar programs: reasoning, thinking blocks, cache marks, images in results",
            policy: Some(&policy::LITELLM),
            is_other_service: true,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "mistral",
            summary: "for the Mistral API: call ids of nine letters and digits, thinking chunks",
            rules: dialect_rules::MISTRAL,
            accepts: dialect_rules::TAKEN_BY_MISTRAL,
            policy: Some(&policy::MISTRAL),
            is_other_service: true,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "cohere",
            summary: "for the Cohere API (v2): the text before calls is its plan",
            accepts: dialect_rules::TAKEN_BY_COHERE,
            policy: Some(&policy::COHERE),
            is_other_service: true,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "ollama",
            summary: "for Ollama's /api/chat: strings, images in base64, arguments as objects",
            rules: dialect_rules::OLLAMA,
            accepts: dialect_rules::TAKEN_BY_OLLAMA,
            policy: Some(&policy::OLLAMA),
            is_other_service: true,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "deepseek",
            summary: "for the DeepSeek API: only text, one system string, reasoning with calls",
            rules: dialect_rules::DEEPSEEK,
            accepts: dialect_rules::TAKEN_BY_DEEPSEEK,
            policy: Some(&policy::DEEPSEEK),
            is_other_service: true,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "xai",
            summary: "for the xAI API: one system string, images only",
            policy: Some(&policy::XAI),
            is_other_service: true,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "openrouter",
            summary: "for OpenRouter: like the API itself, without cache breakpoints",
            accepts: dialect_rules::TAKEN_BY_OPENROUTER,
            policy: Some(&policy::OPENROUTER),
            is_other_service: true,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "cerebras",
            summary: "for the Cerebras API: one system string, images only",
            policy: Some(&policy::CEREBRAS),
            is_other_service: true,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "groq",
            summary: "for the Groq API: one system string, images only",
            accepts: dialect_rules::TAKEN_BY_GROQ,
            policy: Some(&policy::GROQ),
            is_other_service: true,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "huggingface",
            summary: "for the Hugging Face router: one system string, images only",
            accepts: dialect_rules::TAKEN_BY_HUGGING_FACE,
            policy: Some(&policy::HUGGING_FACE),
            is_other_service: true,
            ..Dialect::PLAIN
        },
    ],
    policy: policy::OPENAI,
    rules: FormatRules { own: rules::RULES, ..FormatRules::PAIRED },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        listing: Some(&listing::LISTING),
        media: Some(files::media),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    ..Format::service(NAME, read::score, read::read, write::print)
};
