//! Reads a span: its messages, instructions and tools become one record, which is read as messages of its naming.

use super::flattened::{PathValue, WriteValue, items, list_below, value_at, write_tree};
use super::record::{NestedList, SpanRecord};
use super::span::{Attribute, CONVERSATION, INPUT, Naming, OUTPUT, attribute, naming_of};
use super::{MESSAGES_FORMAT, namings};
use crate::format::Reading;
use crate::format::shared::keep_other_members;
use crate::json::{NestedJson, Node, Tape, Text};
use crate::model::{Conversation, Form, Message, Part, Role, Slot};
use crate::report::Refused;

const INSTRUCTIONS: &str = "gen_ai.system_instructions";
const TOOLS: &str = "gen_ai.tool.definitions";

/// Reads a span with messages.
pub(super) fn read_span<'a>(
    span: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Option<Result<Conversation<'a>, Refused>> {
    let naming = naming_of(span)?;
    Some(read_messages(span, naming, reading))
}

fn read_messages<'a>(
    span: Node<'_, 'a>,
    naming: Naming,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let mut record = SpanRecord::default();
    let (messages, mut read) = match naming {
        Naming::GenAi => (&MESSAGES_FORMAT, add_lists(span, &mut record, reading.scratch)?),
        Naming::OpenInference => (&namings::OPEN_INFERENCE, add_open_inference(span, &mut record, reading.scratch)),
        Naming::OpenLlmetry => (&namings::OPEN_LLMETRY, add_open_llmetry(span, &mut record, reading.scratch)),
    };
    let mut conversation = record.read(messages, span.at(), reading)?;
    if naming != Naming::GenAi {
        join_reasoning(&mut conversation.messages);
    }
    if let Some(id) = attribute(span, CONVERSATION)
        && let Some(text) = id.value.text()
    {
        (conversation.id, conversation.id_at) = (Some(text), id.value.at());
        read.push(id);
    }
    let origin = conversation.origin;
    let mut taken: Vec<_> = read.iter().map(|attribute| attribute.value.at()).collect();
    for name in read.iter().filter_map(|attribute| attribute.name) {
        conversation.extras.note_in(Slot::Envelope, origin, Text::Token("key"), name.to_raw(), name.at());
        taken.push(name.at());
    }
    taken.sort_unstable();
    let is_known = |_: &Text<'_>, _: Node<'_, '_>| false;
    for (key, value) in span.members() {
        let key = key.text().unwrap_or_default();
        keep_other_members(key, value, &taken, Slot::Envelope, origin, &is_known, &mut conversation.extras);
    }
    Ok(conversation)
}

/// Makes reasoning that is a message by itself a part of the answer after it.
fn join_reasoning(messages: &mut Vec<Message<'_>>) {
    let is_reasoning = |message: &Message<'_>| {
        let parts = message.parts.as_slice();
        let has_fields = message.extras.fields().iter().any(|extra| !extra.is_note);
        let has_fields = has_fields || message.details().id.is_some() || message.details().name.is_some();
        !has_fields && !parts.is_empty() && parts.iter().all(|part| matches!(part, Part::Reasoning(_)))
    };
    let finish = |message: &Message<'_>| message.details().finish.is_some();
    let mut joined: Vec<Message<'_>> = Vec::with_capacity(messages.len());
    for mut message in messages.drain(..) {
        let is_answer = |message: &Message<'_>| matches!(message.role, Role::Assistant);
        if is_answer(&message)
            && let Some(before) = joined
                .pop_if(|before| is_answer(before) && is_reasoning(before) && !(finish(before) && finish(&message)))
        {
            message.at = before.at;
            message.form = Form::Parts;
            if finish(&before) {
                message.details_mut().finish.clone_from(&before.details().finish);
            }
            message.extras.extend(&before.extras);
            message.parts.change(|parts| parts.splice(0..0, before.parts).for_each(drop));
        }
        joined.push(message);
    }
    *messages = joined;
}

/// Adds the lists of the `GenAI` conventions, which may be JSON text.
fn add_lists<'t, 'a>(
    span: Node<'t, 'a>,
    record: &mut SpanRecord<'a>,
    scratch: &mut Tape,
) -> Result<Vec<Attribute<'t, 'a>>, Refused> {
    let mut read = Vec::new();
    let mut add = |record: &mut SpanRecord<'a>, name: &str, end: &str| -> Result<(), Refused> {
        let Some(found) = attribute(span, name) else {
            record.push(end);
            return Ok(());
        };
        let NestedList { json, items, are_choices, .. } = NestedList::of(found.value, scratch)?;
        record.open_text(json);
        for (index, item) in items.into_iter().enumerate() {
            // The first answer; others are reported.
            if index == 1 && are_choices && name == OUTPUT {
                record.push("],\"choices\":[");
            }
            record.separate();
            record.add_piece(item.start..item.end);
        }
        record.push(end);
        read.push(found);
        Ok(())
    };
    record.push("{\"messages\":[");
    add(record, INPUT, "")?;
    add(record, OUTPUT, "]")?;
    for (name, key) in [(INSTRUCTIONS, "system"), (TOOLS, "tools")] {
        // What is not a list stays a field.
        if let Some(found) = attribute(span, name)
            && let Ok(NestedList { json, whole, .. }) = NestedList::of(found.value, scratch)
        {
            record.push(&format!(",\"{key}\":"));
            record.open_text(json);
            record.add_piece(whole.start..whole.end);
            read.push(found);
        }
    }
    record.push("}");
    Ok(read)
}

/// Adds messages and tools of `OpenInference`. A request for several answers says so in its parameters.
fn add_open_inference<'t, 'a>(
    span: Node<'t, 'a>,
    record: &mut SpanRecord<'a>,
    scratch: &mut Tape,
) -> Vec<Attribute<'t, 'a>> {
    let are_choices = attribute(span, "llm.invocation_parameters").is_some_and(|parameters| {
        let json = NestedJson::of(parameters.value.raw(), parameters.value.at());
        let root = scratch.parse(json.text()).ok();
        root.and_then(|root| root.get("n")).is_some_and(|number| !matches!(number.raw(), "1" | "null"))
    });
    let [input, output] = ["llm.input_messages.", "llm.output_messages."].map(|prefix| list_below(span, prefix));
    let mut write = |record: &mut SpanRecord<'a>, _: &str, value: Node<'_, 'a>| record.add_value(value);
    let mut read = add_messages(&[&input, &output], are_choices, record, &mut write);
    let tools = list_below(span, "llm.tools.");
    record.push(",\"tools\":[");
    for tool in items(&tools) {
        let Some(schema) = tool.iter().find(|it| it.is_at("tool.json_schema")) else { continue };
        let json = NestedJson::of(schema.attribute.value.raw(), schema.attribute.value.at());
        // What is not JSON stays a field.
        if scratch.parse(json.text()).is_ok() {
            record.separate();
            record.add_json(json);
            read.push(schema.attribute);
        }
    }
    record.push("]}");
    read
}

/// Adds messages and tools of `OpenLLMetry`. Contents with several parts are JSON text.
fn add_open_llmetry<'t, 'a>(
    span: Node<'t, 'a>,
    record: &mut SpanRecord<'a>,
    scratch: &mut Tape,
) -> Vec<Attribute<'t, 'a>> {
    let [input, output] = ["gen_ai.prompt.", "gen_ai.completion."].map(|prefix| list_below(span, prefix));
    let is_choice = |item: &[PathValue<'_, '_>]| {
        value_at(item, "role").is_some_and(|role| role.is("assistant")) && value_at(item, "finish_reason").is_some()
    };
    // Blocks of an answer of this service are items, too.
    let has_blocks = attribute(span, "gen_ai.system").is_some_and(|system| system.value.is("Anthropic"));
    let are_choices = !has_blocks && items(&output).all(is_choice);
    let mut write = |record: &mut SpanRecord<'a>, key: &str, value: Node<'_, 'a>| {
        let json = NestedJson::of(value.raw(), value.at());
        let opens = match key {
            "content" => value.is_string() && scratch.parse(json.text()).is_ok_and(are_parts),
            "parameters" => scratch.parse(json.text()).is_ok_and(|schema| schema.is_object()),
            _ => false,
        };
        if opens { record.add_json(json) } else { record.add_value(value) }
    };
    let mut read = add_messages(&[&input, &output], are_choices, record, &mut write);
    record.push(",\"tools\":[");
    let tools = list_below(span, "llm.request.functions.");
    for tool in items(&tools) {
        record.separate();
        record.push("{\"type\":\"function\",\"function\":");
        read.append(&mut write_tree(tool, 1, record, &mut write));
        record.push("}");
    }
    record.push("]}");
    read
}

/// A list of parts with types, as services take it.
fn are_parts(content: Node<'_, '_>) -> bool {
    let has_type = |part: Node<'_, '_>| part.get("type").is_some_and(|kind| kind.is_string());
    content.is_array() && !content.is_empty() && content.items().all(has_type)
}

/// Adds the messages of the input and of the output.
fn add_messages<'t, 'a>(
    [input, output]: &[&[PathValue<'t, 'a>]; 2],
    are_choices: bool,
    record: &mut SpanRecord<'a>,
    write: WriteValue<'_, 'a>,
) -> Vec<Attribute<'t, 'a>> {
    let mut read = Vec::new();
    record.push("{\"messages\":[");
    for message in items(input) {
        record.separate();
        read.append(&mut write_tree(message, 1, record, write));
    }
    for (index, message) in items(output).enumerate() {
        if index == 1 && are_choices {
            record.push("],\"choices\":[");
        }
        record.separate();
        read.append(&mut write_tree(message, 1, record, write));
    }
    record.push("]");
    read
}
