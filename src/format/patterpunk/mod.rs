//! patterpunk: lists of messages as its `serialize()` writes them.
//!
//! ```json
//! [{"type":"user","id":"m1","content":{"type":"string","value":"hi"},"allow_tool_calls":true},
//!  {"type":"assistant","id":"m2","content":{"type":"string","value":"hello"}}]
//! ```
//!
//! Source: patterpunk 1.3.4, checked by running it.

mod chunk;
mod ids;
mod keep;
mod message;
mod places;
mod read;
mod rules;
mod surrogates;
#[cfg(test)]
mod tests;
mod thinking;
mod tool;
mod write;
mod write_assistant;
mod write_content;
mod write_result;

use super::listing::list_or;
use super::{Fact, Format, Listing, Policy};
use crate::model::MediaKind;

pub(super) const NAME: &str = "patterpunk";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &[],
    summary: "patterpunk: lists of serialized messages, or one message a line",
    source: "patterpunk 1.3.4, Message.serialize()",
    dialects: &[],
    policy: Policy {
        name: NAME,
        facts: &[
            Fact::MessageIds,
            Fact::MiddleSystem,
            Fact::SeveralTexts,
            Fact::Reasoning,
            Fact::Signatures,
            Fact::Redacted,
            Fact::AnswerFirst,
            Fact::Calls,
            Fact::AnyArguments,
            Fact::CallIds,
            Fact::ErrorFlag,
            Fact::ResultNames,
            Fact::CacheHints,
            Fact::CacheTtl,
            Fact::Output,
            Fact::MessageOutput,
            Fact::Finish,
        ],
        media: &[
            (MediaKind::Image, &["base64", "plain"]),
            (MediaKind::Audio, &["base64", "plain"]),
            (MediaKind::Video, &["base64", "plain"]),
            (MediaKind::Document, &["base64", "plain"]),
            (MediaKind::Unknown, &["base64", "plain"]),
        ],
        families: &["anthropic"],
        ..Policy::BASE
    },
    score: read::score,
    is_message: Some(read::is_message),
    read: read::read,
    write: Some(write::write),
    print: None,
    rules: rules::RULES,
    // The library keeps results without a call and calls without a result.
    requires: &[],
    is_service: false,
    program: None,
    ids: Some(&ids::IDS),
    listing: Some(&Listing { key: "", blocks: "", find: |root| list_or(root, None) }),
    media: Some(places::places),
};
