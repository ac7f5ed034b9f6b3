//! `OpenAI` Responses API: input items, request bodies, stored response objects, batch lines.
//!
//! ```json
//! {"model":"gpt-5.1","instructions":"Be brief.","input":[{"role":"user","content":"hi"},{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}]}
//! ```
//!
//! Source: the types of the openai Python SDK 2.54 and the published API description.

mod call;
mod ids;
mod item;
mod keep;
mod message;
mod part;
mod places;
mod read;
mod rules;
mod rules_item;
mod score;
mod write;
mod write_answer;
mod write_item;
mod write_part;
mod write_tools;

#[cfg(test)]
#[allow(clippy::wildcard_enum_match_arm, reason = "tests look for one kind")]
mod tests;

use super::{Feature, Format, Support};
use crate::model::MediaKind;

pub(super) const NAME: &str = "openai-responses";

/// Whose files, seals and ids these are.
const FAMILY: &str = "openai";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["responses"],
    summary: "OpenAI Responses API: input items, request bodies, response objects, batch lines",
    source: "openai Python SDK 2.54, ResponseInputItemParam",
    dialects: &[],
    support: Support {
        features: &[
            Feature::Developer,
            Feature::MiddleSystem,
            Feature::SeveralTexts,
            // Only in items that the service made itself; the writer reports the rest.
            Feature::Reasoning,
            Feature::Signatures,
            Feature::AnswerFirst,
            Feature::Calls,
            Feature::AnyArguments,
            Feature::CallIds,
            Feature::CustomCalls,
            Feature::MixedOrder,
            Feature::ResultNames,
            Feature::ResultMedia,
            Feature::Refusals,
            Feature::Citations,
            Feature::CacheHints,
            Feature::Tools,
            Feature::Output,
        ],
        media: &[(MediaKind::Image, &["url", "base64", "remote"]), (MediaKind::Document, &["url", "base64", "remote"])],
        families: &[FAMILY],
    },
    score: score::score,
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
