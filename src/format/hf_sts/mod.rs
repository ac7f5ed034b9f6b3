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

use super::{Family, Format, listing};

pub(super) const NAME: &str = "hf-sts";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["session-trace"],
    summary: "session traces of the Hugging Face Hub: a line a message",
    source: "Hub documentation, Session Traces Format, 2026",
    dialects: &[],
    policy: policy::HF_STS,
    score: read::score,
    is_message: Some(read::is_header),
    read: read::read,
    print: Some(write::print),
    rules: &[],
    requires: crate::rule::PAIRING,
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
