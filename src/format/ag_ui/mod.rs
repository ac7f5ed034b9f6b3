//! AG-UI: streams of events as agents send them, lists of messages, and inputs of runs.
//!
//! ```json
//! {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hi"}
//! ```
//!
//! Source: `@ag-ui/client` and `@ag-ui/core` 1.0.0, checked by running them. What an event is and does is in
//! [`crate::events`].

mod event_values;
mod kept_events;
mod listing;
mod log_branches;
mod log_parts;
mod log_runs;
mod message;
mod part;
mod policy;
mod read;
mod rules;
mod runs;
mod schema;
mod shape;
mod source;
mod stream;
mod write;
mod write_events;
mod write_message;
mod write_rows;

use super::{Format, FormatAbout, FormatRules, FormatShape, FramingRules};
use crate::format::Family;

pub(super) const NAME: &str = crate::events::FORMAT;

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["agui"],
        summary: "AG-UI: event streams (arrays, lines, SSE, rows of a store), message lists, inputs of runs",
        source: "@ag-ui/client and @ag-ui/core 1.0.0, protocol version 1.0",
    },
    policy: policy::AG_UI,
    framing: FramingRules { is_message: Some(read::is_piece), ..FramingRules::NONE },
    print: Some(write::print),
    rules: FormatRules { own: rules::RULES, ..FormatRules::NONE },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        listing: Some(&listing::LISTING),
        media: Some(shape::places),
        schema: Some(schema::schema),
        ..FormatShape::NONE
    },
    ..Format::new(NAME, Family::Framework, read::score, read::read)
};
