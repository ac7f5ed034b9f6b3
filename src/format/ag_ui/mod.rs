//! AG-UI: streams of events as agents send them, lists of messages, and inputs of runs.
//!
//! ```json
//! {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hi"}
//! ```
//!
//! Source: `@ag-ui/client` and `@ag-ui/core` 1.0.0, checked by running them. What an event is and does stands in
//! [`crate::events`].

mod hold;
mod ids;
mod message;
mod part;
mod places;
mod read;
mod rules;
mod stream;
#[cfg(test)]
mod tests;
mod write;
mod write_events;
mod write_message;
mod write_part;
mod write_rows;

use super::{Fact, Format, Policy};
use crate::model::MediaKind;

pub(super) const NAME: &str = crate::events::FORMAT;

const SOURCES: &[&str] = &["url", "base64", "remote"];

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["agui"],
    summary: "AG-UI: event streams (arrays, lines, SSE, rows of a store), message lists, inputs of runs",
    source: "@ag-ui/client and @ag-ui/core 1.0.0, protocol version 1.0",
    dialects: &[],
    policy: Policy {
        name: NAME,
        facts: &[
            Fact::ConversationId,
            Fact::MessageIds,
            Fact::Names,
            Fact::Developer,
            Fact::MiddleSystem,
            Fact::SeveralTexts,
            Fact::Reasoning,
            Fact::Signatures,
            Fact::AnswerFirst,
            Fact::Calls,
            Fact::CallIds,
            Fact::AnyArguments,
            Fact::ErrorFlag,
            Fact::ResultMedia,
            Fact::Tools,
        ],
        media: &[
            (MediaKind::Image, SOURCES),
            (MediaKind::Audio, SOURCES),
            (MediaKind::Video, SOURCES),
            (MediaKind::Document, SOURCES),
        ],
        families: &[NAME],
        ..Policy::BASE
    },
    score: read::score,
    is_message: Some(read::is_piece),
    read: read::read,
    write: Some(write::write),
    print: None,
    rules: rules::RULES,
    requires: &[],
    is_service: false,
    program: None,
    ids: Some(&ids::IDS),
    listing: None,
    media: Some(places::places),
};
