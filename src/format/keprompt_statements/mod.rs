//! Programs of keprompt: lists of statements, and the text of `.prompt` files. As a conversation they are what they make
//! when they are executed without a model.
//!
//! ```json
//! [{"msg_no":0,"keyword":".prompt","value":"\"name\":\"n\", \"version\":\"1\""},{"msg_no":1,"keyword":".user","value":"Hi"}]
//! ```
//!
//! A program in text is a file, or a JSON string that contains one.
//!
//! Source: keprompt 3.1.0, checked by running it.

pub(super) mod build;
pub(super) mod ids;
pub(super) mod places;
pub(super) mod policy;
mod program;
pub(super) mod read;
pub(super) mod rules;
mod schema;
pub(super) mod write;

use super::{Format, FormatAbout, FormatShape};
use crate::format::Family;

pub(super) const NAME: &str = "keprompt-statements";
/// The name of the format of programs in text.
pub(super) const TEXT: &str = crate::statements::TEXT_FORMAT;

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "KePrompt: programs as lists of statements",
        source: "keprompt 3.1.0, keprompt_vm.py",
        ..FormatAbout::NONE
    },
    policy: policy::STATEMENTS,
    print: Some(write::print),
    shape: FormatShape {
        ids: Some(&ids::IDS),
        media: Some(places::places),
        schema: Some(|_| schema::list()),
        ..FormatShape::NONE
    },
    ..Format::new(NAME, Family::Framework, read::score, read::read)
};
