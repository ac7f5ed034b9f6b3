//! Gemini API (`generateContent`): lists of contents, request bodies, response objects.
//!
//! ```json
//! {"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"hi"}]}]}
//! ```
//!
//! Source: the types of the google-genai Python SDK 2.34 and the published API description.

mod call;
mod ids;
mod keys;
mod made_ids;
mod media;
mod message;
mod part;
mod places;
mod plan;
mod plan_part;
mod read;
mod result;
mod rules;
mod rules_order;
mod schema;
mod settings;
mod turns;
mod write;
mod write_part;
mod write_settings;

#[cfg(test)]
#[allow(clippy::wildcard_enum_match_arm, reason = "tests look for one kind")]
mod tests;

use super::{Feature, Format, Support};
use crate::model::MediaKind;

pub(super) const NAME: &str = "gemini";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["google", "vertex-gemini"],
    summary: "Gemini API: lists of contents, request bodies, response objects",
    source: "google-genai Python SDK 2.34, Content",
    dialects: &[],
    support: Support {
        features: &[
            Feature::SeveralTexts,
            Feature::Reasoning,
            Feature::Signatures,
            Feature::PartSignatures,
            Feature::AnswerFirst,
            Feature::Calls,
            Feature::CallIds,
            Feature::MixedOrder,
            Feature::ErrorFlag,
            Feature::ResultNames,
            Feature::ResultMedia,
            Feature::Tools,
            Feature::Output,
            // In response objects only; the writer reports it elsewhere.
            Feature::Finish,
        ],
        media: &[
            (MediaKind::Image, &["url", "base64", "remote"]),
            (MediaKind::Audio, &["url", "base64", "remote"]),
            (MediaKind::Video, &["url", "base64", "remote"]),
            (MediaKind::Document, &["url", "base64", "remote", "plain"]),
        ],
        families: &[NAME],
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
