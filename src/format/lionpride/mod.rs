//! lionpride: lists and piles of messages as its `to_dict()` writes them.
//!
//! ```json
//! [{"id":"00000000-0000-4000-8000-000000000101","created_at":"2025-06-01T12:00:00+00:00",
//!   "metadata":{"lion_class":"lionpride.session.messages.message.Message"},
//!   "content":{"instruction":"hi"},"embedding":null,"sender":"user","recipient":null}]
//! ```
//!
//! Who speaks is nowhere written: it follows from the keys of `content`. Source: lionpride 1.0.0a11, checked by running it.

mod content;
mod image;
mod keep;
mod kind;
mod message;
mod plan;
mod read;
mod rules;
mod rules_order;
#[cfg(test)]
mod tests;
mod time;
mod write;
mod write_content;
mod write_result;

use super::{Feature, Format, Support};
use crate::model::MediaKind;

pub(super) const NAME: &str = "lionpride";

/// The class of every message.
pub(super) const CLASS: &str = "lionpride.session.messages.message.Message";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &[],
    summary: "lionpride: lists and piles of messages, or one message a line",
    source: "lionpride 1.0.0a11, Message.to_dict() and Pile.to_dict()",
    dialects: &[],
    support: Support {
        features: &[
            // In a pile; where a list is written, the writer says that it is gone.
            Feature::ConversationId,
            Feature::MessageIds,
            Feature::Names,
            Feature::Routes,
            Feature::Times,
            Feature::MiddleSystem,
            Feature::AnswerFirst,
            Feature::Calls,
            Feature::CallIds,
            Feature::AnyArguments,
            Feature::MixedOrder,
            Feature::ErrorFlag,
            Feature::ResultNames,
        ],
        media: &[(MediaKind::Image, &["url"])],
        families: &[],
    },
    score: read::score,
    is_message: Some(read::is_message),
    read: read::read,
    write: Some(write::write),
    rules: rules::RULES,
    // The library keeps results without a call and calls without a result.
    requires: &[],
};
