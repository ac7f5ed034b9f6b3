//! picklebot: the history of its sessions, one message a line, or a list of them.
//!
//! ```json
//! {"timestamp":"2026-03-08T23:16:36.000137","role":"user","content":"Hi","tool_calls":null,"tool_call_id":null}
//! ```
//!
//! Source: pickle-bot 1.0.5, checked by running it.

mod call;
mod message;
mod read;
mod rules;
mod rules_text;
#[cfg(test)]
mod tests;
mod time;
mod write;
mod write_call;
mod write_message;

use super::{Feature, Format, Support};

pub(super) const NAME: &str = "picklebot";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &[],
    summary: "picklebot: one message a line, lists of them, and session objects",
    source: "pickle-bot 1.0.5, picklebot.core.history",
    dialects: &[],
    support: Support {
        features: &[
            Feature::Times,
            Feature::MiddleSystem,
            Feature::AnswerFirst,
            Feature::Calls,
            Feature::CallIds,
            Feature::AnyArguments,
        ],
        media: &[],
        families: &[],
    },
    score: read::score,
    is_message: Some(read::is_message),
    read: read::read,
    write: Some(write::write),
    rules: rules::RULES,
    // The library keeps whatever has the right types.
    requires: &[],
};
