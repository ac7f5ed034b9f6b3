//! keprompt: the rows of its table of chats, whose messages are those of the format `keprompt`.
//!
//! ```json
//! {"chat_id":"a1b2c3d4","messages_json":"[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Hi\"}]}]"}
//! ```
//!
//! Source: keprompt 3.1.0, checked by running it.

use super::keprompt::{ROW, listing, policy, row, rules, shape, write};
use super::{Family, Format};

pub(super) static FORMAT: Format = Format {
    aliases: &["keprompt-row"],
    summary: "KePrompt: rows of the table `chats`, and what `keprompt chats get --json` prints",
    source: "keprompt 3.1.0, database.py and chat_manager.py",
    policy: policy::CHAT,
    print: Some(write::print_row),
    rules: rules::ROW_RULES,
    ids: Some(&shape::ROW_IDS),
    listing: Some(&listing::COLUMNS),
    media: Some(|root, each| shape::row_object(root).media(root, each)),
    schema: Some(|printer| printer.value(&shape::ROW_TYPE)),
    ..Format::new(ROW, Family::Framework, row::score, row::read)
};
