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
mod listing;
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

use super::{Fact, Format, Policy};
use crate::model::MediaKind;

pub(super) const NAME: &str = "gemini";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["google", "vertex-gemini"],
    summary: "Gemini API: lists of contents, request bodies, response objects",
    source: "google-genai Python SDK 2.34, Content",
    dialects: &[],
    policy: Policy {
        name: NAME,
        facts: &[
            Fact::SeveralTexts,
            Fact::Reasoning,
            Fact::Signatures,
            Fact::PartSignatures,
            Fact::AnswerFirst,
            Fact::Calls,
            Fact::CallIds,
            Fact::MixedOrder,
            Fact::ErrorFlag,
            Fact::ResultNames,
            Fact::ResultMedia,
            Fact::Tools,
            Fact::Output,
            // In response objects only; the writer reports it elsewhere.
            Fact::Finish,
        ],
        media: &[
            (MediaKind::Image, &["url", "base64", "remote"]),
            (MediaKind::Audio, &["url", "base64", "remote"]),
            (MediaKind::Video, &["url", "base64", "remote"]),
            (MediaKind::Document, &["url", "base64", "remote", "plain"]),
        ],
        families: &[NAME],
        ..Policy::BASE
    },
    score: read::score,
    is_message: None,
    read: read::read,
    write: Some(write::write),
    print: None,
    rules: rules::RULES,
    requires: crate::rule::PAIRING,
    is_service: true,
    program: None,
    ids: Some(&ids::IDS),
    listing: Some(&listing::LISTING),
    media: Some(places::places),
};
