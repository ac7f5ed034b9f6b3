//! Rules on rows: the columns that contain JSON.

use super::ROW;
use super::row::{COLUMNS, MESSAGES};
use crate::json::{At, JsonError, NestedJson, Node, Tape};
use crate::model::{Conversation, Extra, Part, Slot};
use crate::rule::{RuleReport, rule};

rule! {
    STORED_IMAGE "TW813" "keprompt-stored-image" Warning stored_image
    "a stored chat contains an image"
    "keep a copy of the row: the next reply loses the image"
}

fn stored_image(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        if let Part::Media(media) = part {
            found.at(media.at, || "the image is lost when the chat gets a reply".to_owned());
        }
    }
}

rule! {
    BAD_COLUMN "TW814" "keprompt-bad-column" Error bad_column
    "a column that contains JSON cannot be parsed"
    "restore the column from a backup: keprompt cannot load the chat"
}

/// Opens the JSON in a column. Null and the empty string are not values.
fn open<R>(
    column: &Extra<'_>,
    tape: &mut Tape,
    with: impl FnOnce(&NestedJson<'_>, Result<Node<'_, '_>, JsonError>) -> R,
) -> Option<R> {
    let inside = NestedJson::of(column.value.as_str(), column.at);
    if matches!(inside.text(), "" | "null") {
        return None;
    }
    Some(with(&inside, tape.parse(inside.text())))
}

fn column<'c, 'a>(conversation: &'c Conversation<'a>, key: &str) -> Option<&'c Extra<'a>> {
    conversation.extras.get(ROW, key)
}

fn bad_column(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut tape = Tape::new();
    for (key, _) in COLUMNS {
        let Some(column) = column(conversation, key) else { continue };
        let wants_list = matches!(key, "messages_json" | "statements_json");
        open(column, &mut tape, |inside, root| match root {
            Err(error) => found.at(inside.at(error.offset), || format!("`{key}` is not JSON: {error}")),
            Ok(root) if wants_list != root.is_array() || wants_list == root.is_object() => {
                let wanted = if wants_list { "a list" } else { "an object" };
                found.at(column.at, || format!("`{key}` must contain {wanted}, found {}", root.kind().name()));
            }
            Ok(_) => {}
        });
    }
}

rule! {
    BAD_IP "TW815" "keprompt-bad-ip" Error bad_ip
    "the position in the statements is beyond their end"
    "set `ip` to the index of the next statement, or at the end to the number of statements"
}

fn bad_ip(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let mut tape = Tape::new();
    let statements = column(conversation, "statements_json");
    let count = statements
        .and_then(|column| open(column, &mut tape, |_, root| root.ok().filter(Node::is_array).map(|list| list.len())));
    let Some(Some(count)) = count else { return };
    let Some(state) = column(conversation, "vm_state_json") else { return };
    open(state, &mut tape, |inside, root| {
        let Some(ip) = root.ok().and_then(|root| root.get("ip")) else { return };
        // A number too long for this is after the end as well; below zero Python counts from the end.
        let is_number = ip.raw().bytes().all(|byte| byte.is_ascii_digit());
        let is_behind = is_number && ip.raw().parse::<usize>().map_or(true, |ip| ip > count);
        if is_behind {
            let at = inside.at(ip.at().offset().unwrap_or_default());
            found.at(at, || format!("`ip` is {}, but there are {count} statements", ip.raw()));
        }
    });
}

rule! {
    OTHER_VIEW "TW816" "keprompt-other-view" Warning other_view
    "the fields of an export contradict the row"
    "export the chat again: the row is what keprompt stores"
}

fn other_view(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for extra in conversation.extras.in_slot(ROW, Slot::Entry).filter(|extra| !extra.is_note) {
        let column = COLUMNS.iter().find(|(_, name)| extra.key.is(name));
        if let Some((column, view)) = column {
            found.at(extra.at, || format!("`{view}` differs from `{column}`"));
        }
    }
}

rule! {
    UNFIT_ROW "TW817" "keprompt-unfit-row" Error unfit_row
    "a row has no `chat_id`, or a column has the wrong type"
    "write the columns as text, including those that contain JSON"
}

/// Rows that were opened for reading are fine; the table takes them as they were.
fn unfit_row(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !found.is_sending {
        return;
    }
    if conversation.id.is_none() {
        let at = column(conversation, "chat_id").map_or(At::byte(0), |id| id.at);
        found.at(at, || "a row needs `chat_id`, its primary key".to_owned());
    }
    for key in COLUMNS.iter().map(|(key, _)| *key).chain(["prompt_filename"]) {
        let wrong = column(conversation, key)
            .filter(|column| !column.value.is_null() && !column.value.as_str().starts_with('"'));
        if let Some(column) = wrong {
            found.at(column.at, || format!("`{key}` must be a text, as the table has it"));
        }
    }
}

rule! {
    NO_MESSAGES "TW818" "keprompt-no-messages" Warning no_messages
    "a row has statements, but no messages"
    "`turnwise statements run` prints the messages of the statements: keprompt loads none from this row"
}

fn no_messages(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    let Some(statements) = column(conversation, "statements_json") else { return };
    let is_lost = match column(conversation, MESSAGES).map(|messages| messages.value.as_str()) {
        None => !statements.value.is_null(),
        Some("null" | "\"\"") => !matches!(statements.value.as_str(), "null" | "\"\"" | "\"[]\""),
        Some(_) => false,
    };
    if is_lost {
        found.at(statements.at, || {
            "the row has no `messages_json`, only the statements that make the messages".to_owned()
        });
    }
}
