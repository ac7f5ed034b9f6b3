//! lionpride: lists, piles and flows of messages as its `to_dict()` writes them.
//!
//! ```json
//! [{"id":"00000000-0000-4000-8000-000000000101","created_at":"2025-06-01T12:00:00+00:00",
//!   "metadata":{"lion_class":"lionpride.session.messages.message.Message"},
//!   "content":{"instruction":"hi"},"embedding":null,"sender":"user","recipient":null}]
//! ```
//!
//! The role is not written: it follows from the keys of `content`. Source: lionpride 1.0.0a12, checked by running it.

mod chat;
mod contain;
mod content;
mod copy;
mod flow;
mod image;
mod kind;
mod message;
mod mode;
mod one_detail;
mod pile;
mod policy;
mod preserved_fields;
mod read;
mod rules;
mod rules_flow;
mod rules_order;
mod service_messages;
mod shape;
mod write;
mod write_content;

use super::listing::list_or;
use super::{Format, FormatAbout, FormatRules, FormatShape, FramingRules, Listing, Program};
use crate::format::Family;

pub(super) const NAME: &str = "lionpride";

/// The class of every message.
pub(super) const CLASS: &str = "lionpride.session.messages.message.Message";

static PROGRAM: Program = Program {
    sends: "openai",
    speak: service_messages::speak,
    list: chat::write_list,
    copy: copy::copy,
    fork: copy::fork,
    form: mode::form,
    contain: contain::contain,
};

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "lionpride: lists and piles of messages, flows with branches, or one message a line",
        source: "lionpride 1.0.0a12, to_dict() of Message, Pile and Flow",
        ..FormatAbout::NONE
    },
    policy: policy::LIONPRIDE,
    framing: FramingRules { is_message: Some(read::is_message), ..FramingRules::NONE },
    print: Some(write::print),
    rules: FormatRules { own: rules::RULES, ..FormatRules::NONE },
    program: Some(&PROGRAM),
    shape: FormatShape {
        ids: Some(&shape::IDS),
        listing: Some(&Listing { find: |root| list_or(root, read::items(root)), ..Listing::NONE }),
        media: Some(|root, each| shape::RECORD.media(root, each)),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    // Nothing is required: the library keeps results without a call and calls without a result.
    ..Format::new(NAME, Family::Framework, read::score, read::read)
};
