//! `OpenAI` Chat Completions: message lists, request bodies, fine-tuning and batch lines, completion objects.
//!
//! ```json
//! {"model":"gpt-5.1","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"hello"}]}
//! ```
//!
//! Source: the types of the openai Python SDK 2.54 and the published API description.

mod compatible;
mod dialect;
mod ids;
mod message;
mod part;
mod places;
mod read;
mod rules;
mod rules_media;
mod write;
mod write_answer;
mod write_call;
mod write_litellm;
mod write_message;
mod write_ollama;
mod write_part;

use super::{Dialect, Feature, Format, Support};
use crate::model::MediaKind;

pub(super) const NAME: &str = "openai";

/// What services that are compatible have no place for.
const OTHER_SERVICE: &[Feature] = &[Feature::Names, Feature::CacheHints];

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["openai-chat", "chat-completions"],
    summary: "OpenAI Chat Completions: message lists, bodies, fine-tuning and batch lines, completions",
    source: "openai Python SDK 2.54, ChatCompletionMessageParam",
    dialects: &[
        Dialect {
            name: "finetune",
            summary: "fine-tuning lines: messages and function tools only",
            rules: rules::FINETUNE,
            ..Dialect::PLAIN
        },
        Dialect { name: "batch", summary: "batch lines: custom_id, method, url, body", ..Dialect::PLAIN },
        Dialect { name: "preference", summary: "preference lines: input and two outputs", ..Dialect::PLAIN },
        Dialect {
            name: "litellm",
            summary: "as litellm and its like take it: reasoning, thinking blocks, cache marks, images in results",
            adds: &[
                Feature::Reasoning,
                Feature::Signatures,
                Feature::PartSignatures,
                Feature::Redacted,
                Feature::ResultMedia,
                Feature::CacheTtl,
            ],
            families: &["anthropic", "gemini"],
            ..Dialect::PLAIN
        },
        Dialect {
            name: "mistral",
            summary: "as the API of Mistral takes it: call ids of nine letters and digits, thinking chunks",
            rules: dialect::MISTRAL,
            adds: &[Feature::Reasoning, Feature::ResultNames],
            lacks: &[Feature::Names, Feature::CacheHints],
            ..Dialect::PLAIN
        },
        Dialect {
            name: "cohere",
            summary: "as the API of Cohere (v2) takes it: the words before calls are its plan",
            adds: &[Feature::Reasoning],
            lacks: &[Feature::Names, Feature::CacheHints],
            ..Dialect::PLAIN
        },
        Dialect {
            name: "ollama",
            summary: "as ollama's /api/chat takes it: strings, images in base64, arguments that are objects",
            adds: &[Feature::Reasoning, Feature::ResultNames],
            lacks: &[Feature::Names, Feature::CacheHints],
            ..Dialect::PLAIN
        },
        Dialect {
            name: "deepseek",
            summary: "as the API of DeepSeek takes it: texts only, one string of the system",
            lacks: OTHER_SERVICE,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "xai",
            summary: "as the API of xAI takes it: one string of the system, images only",
            lacks: OTHER_SERVICE,
            ..Dialect::PLAIN
        },
        Dialect {
            name: "openrouter",
            summary: "as OpenRouter takes it: what the API itself takes, without cache breakpoints",
            lacks: &[Feature::CacheHints],
            ..Dialect::PLAIN
        },
        Dialect {
            name: "cerebras",
            summary: "as the API of Cerebras takes it: one string of the system, images only",
            lacks: OTHER_SERVICE,
            ..Dialect::PLAIN
        },
    ],
    support: Support {
        features: &[
            Feature::Names,
            Feature::Developer,
            Feature::MiddleSystem,
            Feature::SeveralTexts,
            Feature::AnswerFirst,
            Feature::Calls,
            Feature::AnyArguments,
            Feature::CallIds,
            Feature::CustomCalls,
            Feature::Refusals,
            Feature::CacheHints,
            Feature::Tools,
            Feature::Output,
        ],
        media: &[
            (MediaKind::Image, &["url", "base64"]),
            (MediaKind::Audio, &["base64"]),
            (MediaKind::Document, &["base64", "remote"]),
        ],
        families: &[],
    },
    score: read::score,
    is_message: None,
    read: read::read,
    write: Some(write::write),
    rules: rules::RULES,
    requires: crate::rule::PAIRING,
    is_service: true,
    program: None,
    ids: Some(&ids::IDS),
    media: Some(places::places),
};
