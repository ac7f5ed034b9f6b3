//! pi: the file of a session, a header and a tree of entries. `OpenClaw` and forks of pi write the same.
//!
//! ```json
//! {"type":"message","id":"dc7a4a41","parentId":null,"timestamp":"2026-01-02T03:04:05.000Z","message":{"role":"user","content":"Hi"}}
//! ```
//!
//! The conversation is the way from the last entry of the file to its root; entries elsewhere were left. Source: the manual of pi
//! 0.73.1, and files that it wrote and resumed.

mod entry;
mod kind;
mod part;
mod policy;
mod read;
mod session;
mod shape;
mod write;

use super::{Format, FormatAbout, FormatRules, FormatShape};

pub(super) const NAME: &str = "pi";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["openclaw"],
        summary: "sessions of pi and OpenClaw: a tree of entries, a line each",
        source: "pi-coding-agent 0.73.1",
    },
    policy: policy::PI,
    print: Some(write::print),
    rules: FormatRules {
        // A call of an answer that was aborted has no result.
        requires: crate::rule::ANSWERED,
        ..FormatRules::NONE
    },
    shape: FormatShape { ids: Some(&shape::IDS), ..FormatShape::SESSION },
    ..Format::session(NAME, kind::score, kind::is_line, read::read)
};
