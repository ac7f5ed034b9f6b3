//! picklebot: the history of its sessions, one message a line, or a list of them.
//!
//! ```json
//! {"timestamp":"2026-03-08T23:16:36.000137","role":"user","content":"Hi","tool_calls":null,"tool_call_id":null}
//! ```
//!
//! Source: pickle-bot 1.0.5, checked by running it.

mod call;
mod entry;
mod entry_write;
mod message;
mod policy;
mod read;
mod rules;
mod rules_index;
mod rules_lines;
mod rules_session;
mod rules_text;
mod shape;
mod store;
mod time;
mod write;

use super::listing::list_or;
use super::{Folder, FolderCodes, Format, FormatAbout, FormatRules, FormatShape, FramingRules, Listing};
use crate::format::Family;

pub(super) const NAME: &str = "picklebot";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        summary: "picklebot: one message a line, lists of them, session objects, history folders",
        source: "pickle-bot 1.0.5, picklebot.core.history",
        ..FormatAbout::NONE
    },
    policy: policy::PICKLEBOT,
    framing: FramingRules { is_message: Some(read::is_message), ..FramingRules::NONE },
    print: Some(write::print),
    rules: FormatRules { own: rules::RULES, ..FormatRules::NONE },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        listing: Some(&Listing { find: |root| list_or(root, root.get("messages")), ..Listing::NONE }),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    // The library checks types only, so no field is required.
    ..Format::new(NAME, Family::Framework, read::score, read::read)
};

/// `<workspace>/.history`: the index, and the folder of the sessions.
pub(super) static FOLDER: Folder = Folder {
    format: &FORMAT,
    hidden: ".history",
    sessions: "sessions",
    list: "messages",
    indexes: &["index.jsonl", "index.json"],
    names: store::names,
    entries: store::entries,
    is_entry: store::is_entry,
    attach: entry::attach,
    describe: entry_write::describe,
    codes: FolderCodes {
        broken_entry: rules_index::INDEX_LINE.code,
        unlisted: rules_index::UNLISTED_SESSION.code,
        wrong_count: rules_session::MESSAGE_COUNT.code,
    },
    count_key: "message_count",
};
