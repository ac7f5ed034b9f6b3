//! `OpenHands`: the events of a conversation, read only. An array, lines, or the `items` that its server gives; those of releases before
//! 1.0 too.
//!
//! ```json
//! {"id":"e1","timestamp":"2026-11-22T14:27:41","source":"user","llm_message":{"role":"user","content":[{"type":"text","text":"hi"}]},
//!  "kind":"MessageEvent"}
//! ```
//!
//! Source: events that openhands-sdk 1.58.0 wrote, and its models.

mod call;
mod event;
mod event_fields;
mod older;
mod older_call;
mod part;
mod read;
mod shape;

use super::{Family, Format, FormatAbout, FormatShape, FramingRules};

pub(super) const NAME: &str = "openhands";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "OpenHands: events of conversations (arrays, lines, `items`)",
        source: "openhands-sdk 1.58.0, openhands.sdk.event",
        ..FormatAbout::NONE
    },
    framing: FramingRules { is_message: Some(read::is_event), ..FramingRules::NONE },
    shape: FormatShape { media: Some(|root, each| shape::RECORD.media(root, each)), ..FormatShape::NONE },
    ..Format::new(NAME, Family::Session, read::score, read::read)
};
