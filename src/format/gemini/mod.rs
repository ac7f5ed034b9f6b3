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
pub(super) mod rules;
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

use super::{Format, FormatAbout, FormatRules, FormatShape, FramingRules};

pub(super) const NAME: &str = "gemini";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["google", "vertex-gemini"],
        summary: "Gemini API: lists of contents, request bodies, response objects, batch lines",
        source: "google-genai Python SDK 2.34, Content",
    },
    policy: policy::GEMINI,
    framing: FramingRules { is_message: Some(stream::is_chunk), ..FramingRules::NONE },
    rules: FormatRules { own: rules::RULES, ..FormatRules::PAIRED },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        listing: Some(&listing::LISTING),
        media: Some(|root, each| shape::RECORD.media(root, each)),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    ..Format::service(NAME, read::score, read::read, write::print)
};
