//! Gemini CLI: a session as one object, or as a log of records that replace each other.
//!
//! ```json
//! {"id":"g1","timestamp":"2026-01-02T03:04:05.000Z","type":"user","content":[{"text":"Hi"}]}
//! ```
//!
//! Contents are parts of the Gemini API. An answer holds its calls with their results. Source: sessions of gemini-cli 0.61.0, which
//! wrote and resumed them.

mod answer_record;
mod earlier;
mod lines;
mod log;
mod policy;
mod read;
mod record;
mod shape;
mod write;

use crate::format::{Family, Format, listing};

const NAME: &str = "gemini-cli";

pub(in crate::format) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["gemini-session"],
    summary: "sessions of Gemini CLI: objects, and logs of records",
    source: "gemini-cli 0.61.0",
    dialects: &[],
    policy: policy::GEMINI_CLI,
    score: lines::score,
    is_message: Some(lines::is_line),
    read: read::read,
    print: Some(write::print),
    rules: &[],
    // A call that was cancelled has no result.
    requires: crate::rule::ANSWERED,
    is_service: false,
    program: None,
    ids: Some(&shape::IDS),
    listing: Some(&listing::Listing::NONE),
    media: None,
    schema: None,
    starts_text: None,
    is_session: true,
    family: Family::Session,
    columns: None,
};
