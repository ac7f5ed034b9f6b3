//! Vercel's AI SDK: the messages of its chats (`UIMessage`) and those that it sends to models (`ModelMessage`).
//!
//! ```json
//! [{"id":"m1","role":"user","parts":[{"type":"text","text":"Hi"}]}]
//! ```
//!
//! Both have a shape of version 4 and one of versions 5 to 7; Mastra stores the parts of version 4 in rows of its own. The
//! reader looks at each message and part, so a list may have all of them. Source: `ai` 4.3, 5.0, 6.0 and 7.0, and
//! `@mastra/core` 1.71, checked by running them.

mod approval;
mod data;
mod detect;
mod message;
mod options;
mod part;
mod policy;
mod read;
mod record_type;
mod result;
mod shape;
mod source;
mod steps;
mod tool;
mod ui;
mod ui_messages;
mod write;
mod write_model;
mod write_part;
mod write_ui;

use super::{Dialect, Family, Format, FormatAbout, FormatRules, FormatShape, FramingRules};

pub(super) const NAME: &str = "ai-sdk";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["vercel-ai"],
        summary: "Vercel's AI SDK: UI messages and model messages of versions 4 to 7, rows of Mastra",
        source: "ai 4.3.19, 5.0.277, 6.0.326 and 7.0.173, @mastra/core 1.71.0",
    },
    dialects: &[
        Dialect {
            name: write::V7,
            summary: "UI messages of versions 5 to 7, as the format itself: for records of version 4 and model messages",
            policy: Some(&policy::UI),
            ..Dialect::PLAIN
        },
        Dialect { name: write::V4, summary: "UI messages of version 4", policy: Some(&policy::UI_4), ..Dialect::PLAIN },
        Dialect {
            name: write::MODEL,
            summary: "model messages of versions 5 to 7",
            policy: Some(&policy::MODEL),
            ..Dialect::PLAIN
        },
        Dialect {
            name: write::MODEL_V4,
            summary: "model messages of version 4 (`CoreMessage`)",
            policy: Some(&policy::MODEL_4),
            ..Dialect::PLAIN
        },
    ],
    policy: policy::UI,
    framing: FramingRules {
        is_message: Some(detect::is_message),
        session_of: Some(detect::session_of),
        ..FramingRules::NONE
    },
    print: Some(write::print),
    rules: FormatRules {
        // A call that waits, for its result or for a person, has none.
        requires: crate::rule::ANSWERED,
        ..FormatRules::NONE
    },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        media: Some(shape::places),
        schema: Some(|printer| printer.value(&record_type::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    ..Format::new(NAME, Family::Framework, detect::score, read::read)
};
