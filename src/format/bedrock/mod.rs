//! Amazon Bedrock Converse: message lists, request bodies, response objects.
//!
//! ```json
//! {"modelId":"anthropic.claude-opus-4-8-v1:0","messages":[{"role":"user","content":[{"text":"hi"}]}]}
//! ```
//!
//! Source: the service model of botocore 1.44 (`Message`, `ConverseRequest`, `ConverseResponse`). Blobs are base64 text.

mod block;
mod cache;
mod kind;
mod listing;
mod media;
mod message;
mod names;
mod policy;
mod read;
mod request;
mod rules;
mod rules_media;
mod rules_order;
mod score;
mod shape;
mod tool_block;
mod tools;
mod vendor;
mod write;
mod write_block;

use super::{Format, FormatAbout, FormatRules, FormatShape};

pub(in crate::format) use kind::media_type;

pub(super) const NAME: &str = "bedrock";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["bedrock-converse", "converse"],
        summary: "Amazon Bedrock Converse: message lists, request bodies, response objects",
        source: "botocore 1.44, bedrock-runtime Message",
    },
    policy: policy::BEDROCK,
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
