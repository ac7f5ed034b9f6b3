//! keprompt: its universal messages, and the rows of chats that contain them.
//!
//! ```json
//! [{"role":"user","content":[{"type":"text","text":"Hi"}],"stmt_no":2},
//!  {"role":"assistant","content":[{"type":"text","text":"Hello"}],"model_name":"openai/gpt-4o","provider":"openai","stmt_no":3}]
//! ```
//!
//! Source: keprompt 3.1.0, checked by running it.

pub(super) mod listing;
pub(super) mod message;
mod models;
mod new_chat;
pub(super) mod part;
pub(super) mod policy;
mod read;
mod repair;
pub(super) mod row;
mod row_values;
pub(super) mod rules;
mod rules_message;
mod rules_order;
mod rules_row;
mod rules_statements;
pub(super) mod shape;
pub(super) mod write;

pub(super) use models::MODEL_NAME;

use super::{Format, FormatAbout, FormatRules, FormatShape};
use crate::format::Family;

pub(super) const NAME: &str = "keprompt";
/// The name of the format of rows. The messages in them are those of [`NAME`].
pub(super) const ROW: &str = "keprompt-chat";

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["keprompt-messages"],
        summary: "KePrompt: universal messages",
        source: "keprompt 3.1.0, AiPrompt.to_json()",
    },
    policy: policy::KEPROMPT,
    print: Some(write::print),
    rules: FormatRules { own: rules::RULES, ..FormatRules::NONE },
    shape: FormatShape {
        ids: Some(&shape::IDS),
        listing: Some(&listing::LISTING),
        media: Some(|root, each| shape::RECORD.media(root, each)),
        schema: Some(|printer| printer.value(&shape::RECORD_TYPE)),
        ..FormatShape::NONE
    },
    // The library requires nothing.
    ..Format::new(NAME, Family::Framework, read::score, read::read)
};
