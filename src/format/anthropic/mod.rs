//! Anthropic Messages API: message lists, request bodies, response objects, batch lines.
//!
//! ```json
//! {"model":"claude-opus-4-8","max_tokens":1024,"system":"Be brief.","messages":[{"role":"user","content":"hi"}]}
//! ```
//!
//! Source: the types of the anthropic Python SDK 2.12 and the published API description.

pub(super) mod block;
mod cache;
mod hosted;
mod last_answer;
mod listing;
mod media;
pub(super) mod message;
mod plain_block;
pub(super) mod policy;
mod read;
mod request;
mod rules;
mod rules_hosted;
mod rules_media;
mod rules_order;
mod rules_thinking;
pub(super) mod shape;
mod write;
pub(super) mod write_block;

pub(super) use read::read_tool;

use super::{Dialect, Format, FormatAbout, FormatRules, FormatShape};

pub(super) const NAME: &str = "anthropic";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["claude"],
        summary: "Anthropic Messages API: message lists, request bodies, response objects, batch lines",
        source: "anthropic Python SDK 2.12, MessageParam",
    },
    dialects: &[
        Dialect {
            name: "bedrock",
            summary: "bodies for InvokeModel: anthropic_version, no model",
            edit: Some(&listing::BEDROCK),
            policy: Some(&policy::PLATFORM),
            ..Dialect::PLAIN
        },
        Dialect {
            name: "vertex",
            summary: "bodies for rawPredict: anthropic_version, no model",
            edit: Some(&listing::VERTEX),
            policy: Some(&policy::PLATFORM),
            ..Dialect::PLAIN
        },
    ],
    policy: policy::ANTHROPIC,
    rules: FormatRules { own: rules::RULES, requires: rules::REQUIRED },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        listing: Some(&listing::LISTING),
        media: Some(|root, each| shape::RECORD.media(root, each)),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    ..Format::service(NAME, read::score, read::read, write::print)
};
