//! patterpunk: lists of messages as its `serialize()` writes them.
//!
//! ```json
//! [{"type":"user","id":"m1","content":{"type":"string","value":"hi"},"allow_tool_calls":true},
//!  {"type":"assistant","id":"m2","content":{"type":"string","value":"hello"}}]
//! ```
//!
//! Source: patterpunk 1.3.4, checked by running it.

mod chunk;
mod message;
mod policy;
mod preserved_fields;
mod read;
mod rules;
mod shape;
mod thinking;
mod tool;
mod write;
mod write_content;

use super::listing::list_or;
use super::{Format, FormatAbout, FormatRules, FormatShape, FramingRules, Listing};
use crate::format::Family;

pub(super) const NAME: &str = "patterpunk";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "patterpunk: lists of serialized messages, or one message a line",
        source: "patterpunk 1.3.4, Message.serialize()",
        ..FormatAbout::NONE
    },
    policy: policy::PATTERPUNK,
    framing: FramingRules { is_message: Some(read::is_message), ..FramingRules::NONE },
    print: Some(write::print),
    rules: FormatRules { own: rules::RULES, ..FormatRules::NONE },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        listing: Some(&Listing { find: |root| list_or(root, None), ..Listing::NONE }),
        media: Some(|root, each| shape::RECORD.media(root, each)),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    // Nothing is required: the library keeps results without a call and calls without a result.
    ..Format::new(NAME, Family::Framework, read::score, read::read)
};
