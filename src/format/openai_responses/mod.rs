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

use super::{Fact, Format, Policy};
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
    policy: Policy {
        name: NAME,
        facts: &[
            Fact::Developer,
            Fact::MiddleSystem,
            Fact::SeveralTexts,
            // Only in items that the service made itself; the writer reports the rest.
            Fact::Reasoning,
            Fact::Signatures,
            Fact::AnswerFirst,
            Fact::Calls,
            Fact::AnyArguments,
            Fact::CallIds,
            Fact::CustomCalls,
            Fact::MixedOrder,
            Fact::ResultNames,
            Fact::ResultMedia,
            Fact::Refusals,
            Fact::Citations,
            Fact::CacheHints,
            Fact::Tools,
            Fact::Output,
        ],
        media: &[(MediaKind::Image, &["url", "base64", "remote"]), (MediaKind::Document, &["url", "base64", "remote"])],
        families: &[FAMILY],
        ..Policy::BASE
    },
    score: score::score,
    is_message: None,
    read: read::read,
    write: Some(write::write),
    print: None,
    rules: rules::RULES,
    requires: crate::rule::PAIRING,
    is_service: true,
    program: None,
    ids: Some(&ids::IDS),
    media: Some(places::places),
};
