//! opencode: the export of a session, an object with messages of parts. A call and its result are one part.
//!
//! ```json
//! {"info":{"id":"ses_1"},"messages":[{"info":{"id":"msg_1","role":"user"},"parts":[{"type":"text","text":"Hi"}]}]}
//! ```
//!
//! Source: exports of opencode 1.18.33, which imported and went on from them.

mod message;
mod part;
mod policy;
mod read;
mod shape;
mod tool_part;
mod write;

use super::{Family, Format, FormatAbout, FormatRules, FormatShape};

pub(super) const NAME: &str = "opencode";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "opencode: exports of sessions",
        source: "opencode 1.18.33, `opencode export`",
        ..FormatAbout::NONE
    },
    policy: policy::OPENCODE,
    print: Some(write::print),
    rules: FormatRules {
        // A call that was interrupted has no result.
        requires: crate::rule::ANSWERED,
        ..FormatRules::NONE
    },
    shape: FormatShape { ids: Some(&shape::IDS), ..FormatShape::NONE },
    ..Format::new(NAME, Family::Session, read::score, read::read)
};
