//! The observation of a step: results of its calls, and what the environment reported besides.
//!
//! ```json
//! {"results":[{"source_call_id":"c1","content":"12","extra":{"is_error":true}},{"content":"the screen shows a map"}]}
//! ```

use super::step::read_content;
use super::{ENVIRONMENT, NAME};
use crate::format::shared::{extras, extras_in, keep_member};
use crate::json::{Node, Text};
use crate::model::{Extras, Message, OneOrMany, Part, Role, Slot, ToolResult};
use crate::report::Refused;

/// The key of the error flag in `extra`, which producers agreed on.
pub(super) const FAILED: &str = "is_error";

/// Adds the message of a step, its results, and then what is not a result of a call: nothing may come between a call and its results.
pub(super) fn read_observation<'a>(
    node: Node<'_, 'a>,
    mut message: Message<'a>,
    messages: &mut Vec<Message<'a>>,
) -> Result<(), Refused> {
    let (results, rest) = if node.is_object() {
        let ([results], rest) = node.fields(&["results"])?;
        (results.filter(|results| results.is_array() && results.items().all(|result| result.is_object())), Some(rest))
    } else {
        (None, None)
    };
    let (Some(results), Some(rest)) = (results, rest) else {
        keep_member(Slot::Here, NAME, Text::Token("observation"), node, &mut message.extras);
        messages.push(message);
        return Ok(());
    };
    if results.is_empty() && rest.is_empty() {
        message.extras.note(NAME, Text::Token("observation"), node.to_raw(), node.at());
    }
    extras_in(Slot::Output, &rest, NAME, &mut message.extras);
    let turn = message.turn;
    messages.push(message);
    let mut others = Vec::new();
    for result in results.items() {
        let ([id], _) = result.fields(&["source_call_id"])?;
        let read = read_result(result, turn)?;
        if id.is_some_and(|id| id.is_string()) {
            messages.push(read);
        } else {
            others.push(read);
        }
    }
    messages.append(&mut others);
    Ok(())
}

fn read_result<'a>(node: Node<'_, 'a>, turn: Option<u32>) -> Result<Message<'a>, Refused> {
    let ([id, content, extra], rest) = node.fields(&["source_call_id", "content", "extra"])?;
    let mut message = Message { at: node.at(), origin: NAME, role: Role::User, turn, ..Message::default() };
    let mut fields = Extras::default();
    let call_id = id.and_then(|id| id.text());
    if let Some(odd) = id.filter(|_| call_id.is_none()) {
        keep_member(Slot::Here, NAME, Text::Token("source_call_id"), odd, &mut fields);
    }
    let mut parts = OneOrMany::default();
    let form = read_content(content, "content", false, &mut parts, &mut fields)?;
    let mut error = None;
    if let Some(extra) = extra {
        let flag = extra.get(FAILED).and_then(|flag| Some((flag.as_bool()?, flag.at())));
        error = flag.filter(|_| call_id.is_some());
        if error.is_some() && extra.len() == 1 {
            fields.note(NAME, Text::Token("extra"), extra.to_raw(), extra.at());
        } else {
            keep_member(Slot::Here, NAME, Text::Token("extra"), extra, &mut fields);
        }
    }
    extras(&rest, NAME, &mut fields);
    if call_id.is_none() {
        // A message of its own: it is not what the person said in this step.
        message.turn = None;
        message.details_mut().name = Some(Text::Token(ENVIRONMENT));
        (message.form, message.parts, message.extras) = (form, parts, fields);
        return Ok(message);
    }
    message.role = Role::Tool;
    let result = ToolResult { at: node.at(), call_id, parts, form, error, extras: fields, ..ToolResult::default() };
    message.parts.push(Part::from(result));
    Ok(message)
}
