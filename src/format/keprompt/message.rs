//! The messages of a list. One that contains results and other things becomes several.
//!
//! ```json
//! {"role":"tool","content":[{"type":"tool_result","tool_use_id":"c1","content":"42"},{"type":"text","text":"so"}],"stmt_no":3}
//! ```

use super::NAME;
use super::part::read_part;
use super::row_values::RowValues;
use crate::format::Reading;
use crate::json::{Node, Text};
use crate::model::{Form, Message, Part, Role};
use crate::report::{Refused, shape, unknown_role};

/// The fields outside role and content, in the order in which the library writes them.
pub(super) const FIELDS: [&str; 3] = ["model_name", "provider", "stmt_no"];
/// The key of a note with the role of a message, where a piece of it has another one.
pub(super) const ROLE: &str = "role";

/// Reads the items of a list.
pub(super) fn read_messages<'a, 'x>(
    list: Node<'_, 'x>,
    hold: &RowValues<'a, 'x, '_>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !list.is_array() {
        return Err(hold.refuse_type(list, "messages", "an array"));
    }
    messages.reserve(list.len());
    for (index, node) in list.items().enumerate() {
        read_message(node, index, hold, messages, reading)?;
    }
    Ok(())
}

fn read_message<'a, 'x>(
    node: Node<'_, 'x>,
    index: usize,
    hold: &RowValues<'a, 'x, '_>,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !node.is_object() {
        return Err(hold.refuse_type(node, "message", "an object"));
    }
    let ([role_node, content, model, provider, stmt_no], rest) =
        hold.fields(node, &["role", "content", "model_name", "provider", "stmt_no"])?;
    let Some(role_node) = role_node else {
        return Err(Refused::new(&shape::MISSING_FIELD, hold.at(node), "`role` is missing"));
    };
    let role = read_role(role_node, hold, reading)?;
    let mut message = Message { at: hold.at(node), origin: NAME, role, ..Message::default() };
    for (key, value) in FIELDS.into_iter().zip([model, provider, stmt_no]) {
        let Some(value) = value else { continue };
        let (is_good, wanted) = match key {
            "stmt_no" => (is_whole(value), "an integer"),
            _ => (value.is_string(), "a string"),
        };
        if !is_good && !value.is_null() {
            hold.wrong_type(value, key, wanted, reading);
        }
        hold.keep(key, value, false, &mut message.extras);
    }
    hold.keep_unknown(&rest, "a message", &mut message.extras, reading);
    let Some(content) = content else {
        hold.say(&shape::MISSING_FIELD, node, reading, || "`content` is missing".to_owned());
        (message.form, message.lacks_content) = (Form::Absent, true);
        messages.push(message);
        return Ok(());
    };
    if !content.is_array() {
        return Err(hold.refuse_type(content, "content", "an array of parts"));
    }
    let turn = u32::try_from(index).ok();
    let first = messages.len();
    let own = message.role.clone();
    messages.push(message);
    for node in content.items() {
        let part = read_part(node, hold, reading)?;
        push(part, &own, role_node, hold, first, turn, messages);
    }
    Ok(())
}

fn is_whole(node: Node<'_, '_>) -> bool {
    node.raw().bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// Adds a part to the piece it belongs to: results are in messages of role tool, calls in those of the assistant.
fn push<'a, 'x>(
    part: Part<'a>,
    own: &Role<'a>,
    role: Node<'_, 'x>,
    hold: &RowValues<'a, 'x, '_>,
    first: usize,
    turn: Option<u32>,
    messages: &mut Vec<Message<'a>>,
) {
    let (is_first, count) = (messages.len() == first + 1, messages.len() - first);
    let Some(last) = messages.last_mut() else { return };
    let wanted = match &part {
        Part::Result(_) => Role::Tool,
        Part::Call(_) => Role::Assistant,
        // Kept whole: it stays where it is.
        Part::Opaque(_) => last.role.clone(),
        Part::Text(_) | Part::Media(_) | Part::Reasoning(_) | Part::Refusal(_) => match own {
            Role::Tool => Role::User,
            Role::System | Role::Developer | Role::User | Role::Assistant | Role::Other(_) => own.clone(),
        },
    };
    let is_same = same_role(&wanted, &last.role);
    if !is_same && count == 1 && is_first && last.parts.is_empty() {
        last.role = wanted;
        hold.keep(ROLE, role, true, &mut last.extras);
        last.parts.push(part);
        return;
    }
    if is_same {
        last.parts.push(part);
        return;
    }
    last.turn = turn;
    let mut piece = Message {
        at: part.at(),
        origin: NAME,
        role: wanted,
        turn,
        parts: crate::model::OneOrMany::one(part),
        ..Message::default()
    };
    if !same_role(&piece.role, own) {
        hold.keep(ROLE, role, true, &mut piece.extras);
    }
    messages.push(piece);
}

fn same_role(one: &Role<'_>, other: &Role<'_>) -> bool {
    match (one, other) {
        (Role::Other(one), Role::Other(other)) => one.same(other),
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

fn read_role<'a, 'x>(
    node: Node<'_, 'x>,
    hold: &RowValues<'a, 'x, '_>,
    reading: &mut Reading<'_>,
) -> Result<Role<'a>, Refused> {
    let Some(text) = hold.text(node) else { return Err(hold.refuse_type(node, "role", "a string")) };
    Ok(match text.decode().as_ref() {
        "system" => Role::System,
        "user" => Role::User,
        "assistant" => Role::Assistant,
        "tool" => Role::Tool,
        _ => {
            hold.say(&shape::UNKNOWN_ROLE, node, reading, || {
                unknown_role(&text, &["system", "user", "assistant", "tool"])
            });
            Role::Other(text.clone())
        }
    })
}

/// The word for a role, as the note of it or the role itself says.
pub(in crate::format) fn role_word<'m>(message: &'m Message<'_>) -> Text<'m> {
    let kept = message.extras.of(NAME).iter().find(|extra| extra.is_note && extra.key.is(ROLE));
    if let Some(token) =
        kept.and_then(|kept| kept.value.as_str().strip_prefix('"')).and_then(|rest| rest.strip_suffix('"'))
    {
        return Text::Token(token);
    }
    match &message.role {
        Role::System | Role::Developer => Text::Token("system"),
        Role::User => Text::Token("user"),
        Role::Assistant => Text::Token("assistant"),
        Role::Tool => Text::Token("tool"),
        Role::Other(role) => role.borrow(),
    }
}
