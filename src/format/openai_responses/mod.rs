//! `OpenAI` Responses API: input items, request bodies, stored response objects, batch lines.
//!
//! ```json
//! {"model":"gpt-5.1","instructions":"Be brief.","input":[{"role":"user","content":"hi"},{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}]}
//! ```
//!
//! Source: the types of the openai Python SDK 2.54 and the published API description.

mod call;
mod hosted;
pub(super) mod item;
mod item_marks;
mod listing;
mod message;
mod part;
pub(super) mod policy;
mod read;
mod request;
pub(super) mod rollout_line;
mod rules;
mod rules_item;
mod score;
pub(super) mod shape;
mod write;
pub(super) mod write_item;

use super::{Format, FormatAbout, FormatRules, FormatShape};
pub(super) use read::read_tool;

pub(super) const NAME: &str = "openai-responses";

/// The family of its files, sealed reasoning and ids.
const FAMILY: &str = "openai";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["responses"],
        summary: "OpenAI Responses API: input items, request bodies, response objects, batch lines",
        source: "openai Python SDK 2.54, ResponseInputItemParam",
    },
    policy: policy::RESPONSES,
    rules: FormatRules { own: rules::RULES, ..FormatRules::PAIRED },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        listing: Some(&listing::LISTING),
        media: Some(|root, each| shape::RECORD.media(root, each)),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    ..Format::service(NAME, score::score, read::read, write::print)
};
