//! Gemini CLI: a session as one object, or as a log of records that replace each other.
//!
//! ```json
//! {"id":"g1","timestamp":"2026-01-02T03:04:05.000Z","type":"user","content":[{"text":"Hi"}]}
//! ```
//!
//! Contents are parts of the Gemini API. An answer contains its calls with their results. Source: sessions of gemini-cli 0.61.0, which
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

use crate::format::{Format, FormatAbout, FormatRules, FormatShape};

const NAME: &str = "gemini-cli";

pub(in crate::format) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["gemini-session"],
        summary: "sessions of Gemini CLI: objects, and logs of records",
        source: "gemini-cli 0.61.0",
    },
    policy: policy::GEMINI_CLI,
    print: Some(write::print),
    rules: FormatRules {
        // A call that was cancelled has no result.
        requires: crate::rule::ANSWERED,
        ..FormatRules::NONE
    },
    shape: FormatShape { ids: Some(&shape::IDS), ..FormatShape::SESSION },
    ..Format::session(NAME, lines::score, lines::is_line, read::read)
};
