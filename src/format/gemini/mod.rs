//! Gemini API (`generateContent`): lists of contents, request bodies, response objects, batch lines.
//!
//! ```json
//! {"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"hi"}]}]}
//! ```
//!
//! Source: the types of the google-genai Python SDK 2.34 and the published API description.

mod call;
mod hosted;
mod keys;
mod listing;
mod media;
pub(super) mod message;
mod part;
pub(super) mod policy;
mod read;
mod request;
mod result;
mod rules;
mod rules_order;
mod schema;
mod settings;
pub(super) mod shape;
mod stream;
mod turns;
mod write;
pub(super) mod write_part;

#[cfg(test)]
mod stream_tests;

use super::Format;
use crate::format::Family;

pub(super) const NAME: &str = "gemini";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["google", "vertex-gemini"],
    summary: "Gemini API: lists of contents, request bodies, response objects, batch lines",
    source: "google-genai Python SDK 2.34, Content",
    dialects: &[],
    policy: policy::GEMINI,
    score: read::score,
    is_message: Some(stream::is_chunk),
    read: read::read,
    print: Some(write::print),
    rules: rules::RULES,
    requires: crate::rule::PAIRING,
    is_service: true,
    program: None,
    ids: Some(&shape::IDS),
    listing: Some(&listing::LISTING),
    media: Some(|root, each| shape::RECORD.media(root, each)),
    schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
    starts_text: None,
    is_session: false,
    family: Family::Service,
    columns: None,
};
