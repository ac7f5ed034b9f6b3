//! Programs of keprompt: lists of statements, and the text of `.prompt` files. As a conversation they are what they make
//! when they are executed without a model.
//!
//! ```json
//! [{"msg_no":0,"keyword":".prompt","value":"\"name\":\"n\", \"version\":\"1\""},{"msg_no":1,"keyword":".user","value":"Hi"}]
//! ```
//!
//! A program in text is a file, or a JSON string that holds one.
//!
//! Source: keprompt 3.1.0, checked by running it.

mod build;
mod ids;
mod places;
mod policy;
mod read;
mod rules;
mod schema;
mod write;

use super::Format;
use crate::format::Family;

pub(super) const NAME: &str = "keprompt-statements";
/// The name of the format of programs in text.
pub(super) const TEXT: &str = crate::statements::TEXT_FORMAT;

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &[],
    summary: "KePrompt: programs as lists of statements",
    source: "keprompt 3.1.0, keprompt_vm.py",
    dialects: &[],
    policy: policy::STATEMENTS,
    score: read::score,
    is_message: None,
    read: read::read,
    print: Some(write::print),
    rules: &[],
    requires: &[],
    is_service: false,
    program: None,
    ids: Some(&ids::IDS),
    listing: None,
    media: Some(places::places),
    schema: Some(|_| schema::list()),
    starts_text: None,
    is_session: false,
    family: Family::Framework,
    columns: None,
};

pub(super) static PROMPT: Format = Format {
    name: TEXT,
    aliases: &[],
    summary: "KePrompt: programs as text, `.prompt` files, or JSON strings that hold one",
    source: "keprompt 3.1.0, keprompt_vm.py",
    dialects: &[],
    policy: policy::PROMPT,
    score: read::score_text,
    is_message: None,
    read: read::read_text,
    print: Some(write::print),
    rules: rules::TEXT_RULES,
    requires: rules::TEXT_RULES,
    is_service: false,
    program: None,
    ids: Some(&ids::NONE),
    listing: None,
    media: Some(places::text_places),
    schema: None,
    starts_text: Some(crate::statements::starts_program),
    is_session: false,
    family: Family::Framework,
    columns: None,
};
