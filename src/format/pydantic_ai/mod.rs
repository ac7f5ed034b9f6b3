//! Pydantic AI: the list of messages that `ModelMessagesTypeAdapter` stores and loads, as one JSON array or a message a line.
//!
//! ```json
//! [{"kind":"request","parts":[{"part_kind":"user-prompt","content":"Hi"}]},
//!  {"kind":"response","parts":[{"part_kind":"text","content":"Hello."}]}]
//! ```
//!
//! Source: the types of pydantic-ai-slim 2.68.0, and files that it wrote and loaded.

mod content;
mod fields;
mod policy;
mod read;
mod request;
mod response;
mod shape;
mod write;

use super::{Family, Format, FormatAbout, FormatRules, FormatShape, FramingRules};

pub(super) const NAME: &str = "pydantic-ai";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["pydantic_ai"],
        summary: "Pydantic AI: lists of ModelMessage, requests and responses",
        source: "pydantic-ai-slim 2.68.0, ModelMessagesTypeAdapter",
    },
    policy: policy::PYDANTIC_AI,
    framing: FramingRules { is_message: Some(read::is_message), ..FramingRules::NONE },
    print: Some(write::print),
    rules: FormatRules {
        // A call that waits for approval has no result.
        requires: crate::rule::ANSWERED,
        ..FormatRules::NONE
    },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        media: Some(|root, each| shape::RECORD.media(root, each)),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    ..Format::new(NAME, Family::Framework, read::score, read::read)
};
