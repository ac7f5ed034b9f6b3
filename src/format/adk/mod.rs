//! Google Agent Development Kit: sessions, and lists, lines and rows of their events.
//!
//! ```json
//! {"id":"s1","appName":"app","userId":"u1","events":[{"id":"e1","invocationId":"i1","author":"user",
//!  "content":{"role":"user","parts":[{"text":"Hi"}]},"timestamp":1795596260.17}]}
//! ```
//!
//! The content of an event is one of gemini. Source: google-adk 2.13.0, its session services and web server.

mod compaction;
mod event;
mod fields;
mod policy;
mod read;
mod record_type;
mod rows;
mod shape;
mod write;

use super::{Family, Format, FormatAbout, FormatRules, FormatShape, FramingRules};

pub(super) const NAME: &str = "adk";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["google-adk"],
        summary: "Google ADK: sessions, and events as arrays, lines and rows",
        source: "google-adk 2.13.0, google.adk.sessions.Session",
    },
    policy: policy::ADK,
    framing: FramingRules {
        is_message: Some(rows::is_message),
        session_of: Some(rows::session_of),
        ..FramingRules::NONE
    },
    print: Some(write::print),
    rules: FormatRules { own: super::gemini::rules::STORED, ..FormatRules::PAIRED },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        media: Some(shape::media),
        schema: Some(|printer| printer.value(&record_type::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    ..Format::new(NAME, Family::Framework, read::score, read::read)
};
