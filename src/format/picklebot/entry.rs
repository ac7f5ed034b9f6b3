//! Adds the fields of the index to the conversation of a session.
//!
//! ```json
//! {"id":"a1","agent_id":"pickle","source":"cron:daily","title":"Hi","message_count":2,"created_at":"…","updated_at":"…"}
//! ```

use super::NAME;
use super::rules_index::{MISSING_FILE, UNLISTED_SESSION};
use crate::format::{Attached, Reading};
use crate::json::{At, Node, Raw, Text};
use crate::model::{Conversation, Slot};

/// The shape of a conversation that an index describes.
pub(super) const LISTED: &str = "listed";
/// The shape of one whose file alone is there.
pub(super) const UNLISTED: &str = "unlisted";
/// The key of notes that contain what the index says otherwise than the file of the session.
pub(super) const DIFFERS: &str = "differs";
/// The key of the note that names the piece without a file.
pub(super) const MISSING: &str = "missing";

/// The fields of an entry, in the order in which the library writes them.
pub(super) const KEYS: [&str; 7] = ["id", "agent_id", "source", "title", "message_count", "created_at", "updated_at"];

/// Adds the fields of an entry. Those that the session's own file has stay; where the two differ, that is said.
pub(super) fn attach<'a>(
    entry: Node<'_, 'a>,
    attached: &Attached,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) {
    let place = |node: Node<'_, '_>| At::byte(attached.place_offset + node.span().start);
    conversation.source.shape = if attached.is_made { UNLISTED } else { LISTED };
    for (key, value) in entry.members() {
        let Some(key) = key.text() else { continue };
        let own = conversation.extras.in_slot(NAME, Slot::Here).find(|extra| extra.key.same(&key));
        let Some(own) = own else {
            conversation.extras.push(NAME, key, value.to_raw(), place(value));
            continue;
        };
        let is_same_text = || value.text().is_some_and(|text| own_text(&own.value).is_some_and(|own| own.same(&text)));
        if own.is_note || own.value.as_str() == value.raw() || is_same_text() {
            continue;
        }
        conversation.extras.mark(NAME, DIFFERS, value.to_raw(), place(value));
        if attached.is_converting {
            let what = |key: &str| format!("`{key}` as the index has it is dropped");
            reading.report.drop_named_field(place(value), &key, what);
        }
    }
    // Rules say this when a session is checked.
    if attached.is_converting && attached.is_made {
        reading.report.add(UNLISTED_SESSION.code, place(entry), || "no line of the index has this session".to_owned());
    }
    if attached.is_converting && attached.missing.is_some() {
        let what = || "the session has no file, or a piece of it is missing".to_owned();
        reading.report.add(MISSING_FILE.code, place(entry), what);
    }
    if let Some(piece) = attached.missing {
        let value = Raw::owned(piece.to_string());
        conversation.extras.mark(NAME, MISSING, value, place(entry));
    }
}

/// The string that a value is.
fn own_text<'r>(value: &'r Raw<'_>) -> Option<Text<'r>> {
    Some(Text::Token(value.as_str().strip_prefix('"')?.strip_suffix('"')?))
}
