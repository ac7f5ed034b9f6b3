//! keprompt: the rows of its table of chats, whose messages are those of the format `keprompt`.
//!
//! ```json
//! {"chat_id":"a1b2c3d4","messages_json":"[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Hi\"}]}]"}
//! ```
//!
//! Source: keprompt 3.1.0, checked by running it.

use super::keprompt::{ROW, listing, policy, row, rules, shape, write};
use super::keprompt_statements::build::{ChatStart, build_chat};
use super::{Family, Format, FormatAbout, FormatRules, FormatShape, Reading};
use crate::json::{At, NestedJson, Node, Tape};
use crate::model::{Conversation, Message};
use crate::report::Refused;
use crate::statements::{ParsedProgram, VariableList, read_list};

pub(super) static FORMAT: Format = Format {
    about: FormatAbout {
        aliases: &["keprompt-row"],
        summary: "KePrompt: rows of the table `chats`, and what `keprompt chats get --json` prints",
        source: "keprompt 3.1.0, database.py and chat_manager.py",
    },
    policy: policy::CHAT,
    print: Some(write::print_row),
    rules: FormatRules { own: rules::ROW_RULES, ..FormatRules::NONE },
    shape: FormatShape {
        ids: Some(&shape::ROW_IDS),
        listing: Some(&listing::COLUMNS),
        media: Some(|root, each| shape::row_object(root).media(root, each)),
        schema: Some(|printer| printer.value(&shape::ROW_TYPE)),
        ..FormatShape::NONE
    },
    ..Format::new(ROW, Family::Framework, row::score, read)
};

/// Reads a row. One that has statements and no messages holds those that the statements make.
fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = row::read(root, reading)?;
    if let Some(column) = row::only_statements(root) {
        let made = made_messages(root, column, reading);
        // Without a program that can be executed a chat has no messages, if it has a place for them.
        let is_empty_chat = root.get("messages_json").is_some() && made.is_err();
        conversation.messages = if is_empty_chat { Vec::new() } else { made? };
    }
    Ok(conversation)
}

fn made_messages(
    row: Node<'_, '_>,
    column: Node<'_, '_>,
    reading: &mut Reading<'_>,
) -> Result<Vec<Message<'static>>, Refused> {
    let inside = NestedJson::of(column.raw(), column.at());
    let place = |at: At| inside.at(at.offset().unwrap_or_default());
    let moved = |refused: Refused| Refused::new(refused.code(), place(refused.at()), refused.message());
    let mut tape = Tape::new();
    let list = tape.parse(inside.text()).map_err(|error| moved(Refused::json(&error)))?;
    let mut findings = Vec::new();
    let mut statements = read_list(list, &mut findings).map_err(moved)?;
    for statement in &mut statements {
        statement.at = place(statement.at);
    }
    let mut variables = VariableList::default();
    if let Some(column) = row.get("variables_json") {
        let inside = NestedJson::of(column.raw(), column.at());
        let mut tape = Tape::new();
        if let Ok(object) = tape.parse(inside.text()) {
            variables.extend(object);
        }
    }
    build_chat(&ParsedProgram { statements, findings: Vec::new() }, ChatStart { variables }, reading)
}
