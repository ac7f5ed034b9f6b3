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
mod partial_calls;
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

pub(super) const NAME: &str = "gemini";

pub(super) static FORMAT: Format = Format {
    aliases: &["google", "vertex-gemini"],
    summary: "Gemini API: lists of contents, request bodies, response objects, batch lines",
    source: "google-genai Python SDK 2.34, Content",
    policy: policy::GEMINI,
    is_message: Some(stream::is_chunk),
    rules: rules::RULES,
    ids: Some(&shape::IDS),
    listing: Some(&listing::LISTING),
    media: Some(|root, each| shape::RECORD.media(root, each)),
    schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
    ..Format::service(NAME, read::score, read::read, write::print)
};
