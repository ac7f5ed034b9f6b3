//! Detects the container of a record, and reads the fields outside the messages.

use super::NAME;
use super::block::{BlockSpot, ConverseBlockPlace, given, read_blocks};
use super::message::read_message;
use super::score::is_response;
use super::tools::{read_output, read_tool_config};
use super::vendor;
use crate::format::Reading;
use crate::format::shared::{extras, extras_in, need_conversation, need_messages, refuse_type, wrong_type};
use crate::json::{Node, Text};
use crate::model::{Conversation, Finish, Message, Role, Slot};
use crate::report::{Refused, shape};

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    if root.is_array() {
        conversation.source.shape = "list";
        read_messages(root, vendor::ANTHROPIC, &mut conversation, reading)?;
        return Ok(conversation);
    }
    need_conversation(root, "an object with `messages` or a list of messages")?;
    if is_response(root) {
        conversation.source.shape = "response";
        read_response(root, &mut conversation, reading)?;
    } else {
        conversation.source.shape = "body";
        read_body(root, &mut conversation, reading)?;
    }
    Ok(conversation)
}

fn read_messages<'a>(
    list: Node<'_, 'a>,
    family: &'static str,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !list.is_array() {
        return Err(refuse_type(list, "messages", "an array"));
    }
    conversation.messages.reserve(list.len());
    for (index, message) in list.items().enumerate() {
        read_message(message, index, family, &mut conversation.messages, reading)?;
    }
    Ok(())
}

fn read_body<'a>(
    body: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([messages, system, tools, output], rest) =
        body.fields(&["messages", "system", "toolConfig", "outputConfig"])?;
    let messages = need_messages(messages, "messages", body)?;
    let family = vendor::family(body.get("modelId"));
    extras(&rest, NAME, &mut conversation.extras);
    if let Some(system) = given(system, "system", reading) {
        read_system(system, family, conversation, reading)?;
    }
    read_messages(messages, family, conversation, reading)?;
    if let Some(tools) = given(tools, "toolConfig", reading) {
        read_tool_config(tools, conversation, reading)?;
    }
    if let Some(output) = given(output, "outputConfig", reading) {
        read_output(output, conversation);
    }
    Ok(())
}

/// The field `system` is the first message of the model; only messages of the list have a turn.
fn read_system<'a>(
    system: Node<'_, 'a>,
    family: &'static str,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !system.is_array() {
        return Err(refuse_type(system, "system", "an array of blocks"));
    }
    if system.is_empty() {
        conversation.extras.note(NAME, Text::Token("system"), system.to_raw(), system.at());
        return Ok(());
    }
    let parts = read_blocks(system, BlockSpot { place: ConverseBlockPlace::System, family }, reading)?;

    conversation.messages.push(Message {
        at: system.at(),
        origin: NAME,
        role: Role::System,
        parts,
        ..Message::default()
    });
    Ok(())
}

fn read_response<'a>(
    object: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([output, finish], rest) = object.fields(&["output", "stopReason"])?;
    if let Some(output) = output {
        let ([message], beside) = output.fields(&["message"])?;
        if let Some(message) = message {
            read_message(message, 0, vendor::ANTHROPIC, &mut conversation.messages, reading)?;
        }
        for (key, value) in beside.unknown() {
            reading.report.add(&shape::UNKNOWN_FIELD, value.at(), || format!("`output` has no field `{}`", key.show()));
            conversation.extras.push_in(Slot::Output, NAME, key, value.to_raw(), value.at());
        }
    }
    extras_in(Slot::Answer, &rest, NAME, &mut conversation.extras);
    if let Some(finish) = given(finish, "stopReason", reading) {
        if !finish.is_string() {
            wrong_type(reading, finish, "stopReason", "a string");
        }
        match (finish.text(), conversation.messages.last_mut()) {
            (Some(reason), Some(message)) => {
                message.details_mut().finish = Some(Finish { at: finish.at(), reason });
            }
            _ => {
                let (key, raw) = (Text::Token("stopReason"), finish.to_raw());
                conversation.extras.push_in(Slot::Answer, NAME, key, raw, finish.at());
            }
        }
    }
    Ok(())
}
