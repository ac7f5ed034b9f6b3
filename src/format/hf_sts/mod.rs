//! Session Trace Simple Format of the Hugging Face Hub: a header, and a line for each message.
//!
//! ```json
//! {"type":"message","message":{"role":"assistant","content":"Hello.","reasoningContent":"Greet.","timestamp":1767323045000}}
//! ```
//!
//! The viewer of the Hub shows such files for programs that it does not know. Source: the documentation of the Hub, "Session Traces
//! Format", 2026.

mod message;
mod policy;
mod read;
mod shape;
mod write;

use super::{Format, FormatAbout, FormatShape};

pub(super) const NAME: &str = "hf-sts";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["session-trace"],
        summary: "session traces of the Hugging Face Hub: a line a message",
        source: "Hub documentation, Session Traces Format, 2026",
    },
    policy: policy::HF_STS,
    print: Some(write::print),
    shape: FormatShape { ids: Some(&shape::IDS), ..FormatShape::SESSION },
    ..Format::session(NAME, read::score, read::is_line, read::read)
};
