//! `ChatGPT`: conversations of a data export, read only. `conversations.json` is an array of them.
//!
//! ```json
//! {"title":"Hi","mapping":{"u1":{"id":"u1","message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["hi"]}},
//!  "parent":"root","children":[]}},"current_node":"u1"}
//! ```
//!
//! Messages are a tree: each node names its parent. Calls have no ids: the recipient of an answer is the name of a tool, and a message
//! of that tool after it is the result. Source: exports of the years 2023 to 2026; there is no documentation.

mod content;
mod fields;
mod message;
mod pairs;
mod part;
mod read;
mod schema;

use super::{Family, Format, FormatAbout, FormatShape};

pub(super) const NAME: &str = "chatgpt";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "ChatGPT: conversations of a data export (`conversations.json`), with their branches",
        source: "data exports of ChatGPT, 2023 to 2026",
        ..FormatAbout::NONE
    },
    shape: FormatShape { schema: Some(|printer| printer.value(&schema::RECORD_TYPE)), ..FormatShape::NONE },
    ..Format::new(NAME, Family::Export, read::score, read::read)
};
