//! keprompt: its universal messages, and the rows of chats that hold them.
//!
//! ```json
//! [{"role":"user","content":[{"type":"text","text":"Hi"}],"stmt_no":2},
//!  {"role":"assistant","content":[{"type":"text","text":"Hello"}],"model_name":"openai/gpt-4o","provider":"openai","stmt_no":3}]
//! ```
//!
//! Source: keprompt 3.1.0, checked by running it.

mod listing;
pub(super) mod message;
pub(super) mod part;
pub(super) mod policy;
mod read;
mod repair;
mod row;
mod row_values;
mod rules;
mod rules_message;
mod rules_order;
mod rules_row;
mod rules_statements;
mod shape;
mod write;

pub(super) use policy::MODEL_NAME;

use super::Format;
use crate::format::Family;

pub(super) const NAME: &str = "keprompt";
/// The name of the format of rows. The messages in them are those of [`NAME`].
pub(super) const ROW: &str = "keprompt-chat";

pub(super) static FORMAT: Format = Format {
    name: NAME,
    aliases: &["keprompt-messages"],
    summary: "KePrompt: universal messages",
    source: "keprompt 3.1.0, AiPrompt.to_json()",
    dialects: &[],
    policy: policy::KEPROMPT,
    score: read::score,
    is_message: None,
    read: read::read,
    print: Some(write::print),
    rules: rules::RULES,
    // The library keeps whatever it has.
    requires: &[],
    is_service: false,
    program: None,
    ids: Some(&shape::IDS),
    listing: Some(&listing::LISTING),
    media: Some(|root, each| shape::RECORD.media(root, each)),
    schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
    starts_text: None,
    is_session: false,
    family: Family::Framework,
    columns: None,
};

pub(super) static CHAT: Format = Format {
    name: ROW,
    aliases: &["keprompt-row"],
    summary: "KePrompt: rows of the table `chats`, and what `keprompt chats get --json` prints",
    source: "keprompt 3.1.0, database.py and chat_manager.py",
    dialects: &[],
    policy: policy::CHAT,
    score: row::score,
    is_message: None,
    read: row::read,
    print: Some(write::print_row),
    rules: rules::ROW_RULES,
    requires: &[],
    is_service: false,
    program: None,
    ids: Some(&shape::ROW_IDS),
    listing: Some(&listing::COLUMNS),
    media: Some(|root, each| shape::row_object(root).media(root, each)),
    schema: Some(|printer| printer.value(&shape::ROW_TYPE)),
    starts_text: None,
    is_session: false,
    family: Family::Framework,
    columns: None,
};
