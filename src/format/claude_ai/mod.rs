//! Claude.ai: conversations of a data export, read only. `conversations.json` is an array of them.
//!
//! ```json
//! {"uuid":"c1","name":"Hi","chat_messages":[{"uuid":"m1","sender":"human","text":"hi","content":[{"type":"text","text":"hi"}],
//!  "attachments":[],"files":[],"parent_message_uuid":"00000000-0000-4000-8000-000000000000"}]}
//! ```
//!
//! Newer messages name the one before them, so they are a tree; older ones are in order, and have a text alone. Calls and their results
//! are in one message. Source: exports of the years 2024 to 2026; there is no documentation.

mod block;
mod message;
mod read;
mod schema;

use super::{Family, Format, FormatAbout, FormatShape};

pub(super) const NAME: &str = "claude-ai";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "Claude.ai: conversations of a data export (`conversations.json`), with their branches",
        source: "data exports of Claude.ai, 2024 to 2026",
        ..FormatAbout::NONE
    },
    shape: FormatShape { schema: Some(|printer| printer.value(&schema::RECORD_TYPE)), ..FormatShape::NONE },
    ..Format::new(NAME, Family::Export, read::score, read::read)
};
