//! Detects the container of a record, and reads the fields outside the items.

use super::NAME;
use super::item::read_items;
use super::score::is_response;
use crate::format::Reading;
use crate::format::shared::{
    extras, extras_in, keep_empty_list, keep_odd, need, need_conversation, need_messages, need_text, optional_flag,
    optional_text, read_schema, refuse_type, wrong_type,
};
use crate::json::{Fields, Node, Text};
use crate::model::{
    Conversation, EarlierMessages, Form, Message, OneOrMany, OutputRequest, Part, Role, Slot, TextPart, ToolKind,
    ToolSpec,
};
use crate::report::{Refused, shape};

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    if root.is_array() {
        conversation.source.shape = "list";
        if root.is_empty() {
            report_empty(root, reading);
        }
        if read_items(root, &mut conversation.messages, reading)? {
            conversation.source.quirks.earlier = EarlierMessages::AtService;
        }
        return Ok(conversation);
    }
    need_conversation(root, "an object with `input` or a list of items")?;
    let [custom_id, url, body, response, object, output] =
        root.pick(&["custom_id", "url", "body", "response", "object", "output"]);
    if custom_id.or(url).is_some() && body.is_some() {
        let ([body], rest) = root.fields(&["body"])?;
        conversation.source.shape = "batch";
        extras_in(Slot::Envelope, &rest, NAME, &mut conversation.extras);
        read_body(need(body, "body", root)?, "input", &mut conversation, reading)?;
    } else if custom_id.is_some() && response.is_some() {
        let ([response], rest) = root.fields(&["response"])?;
        conversation.source.shape = "batch-result";
        extras_in(Slot::Envelope, &rest, NAME, &mut conversation.extras);
        let response = need(response, "response", root)?;
        let ([body], rest) = response.fields(&["body"])?;
        extras_in(Slot::Response, &rest, NAME, &mut conversation.extras);
        read_body(need(body, "body", response)?, "output", &mut conversation, reading)?;
    } else if is_response(object, output) {
        conversation.source.shape = "response";
        read_body(root, "output", &mut conversation, reading)?;
    } else {
        conversation.source.shape = "body";
        read_body(root, "input", &mut conversation, reading)?;
    }
    Ok(conversation)
}

fn report_empty(list: Node<'_, '_>, reading: &mut Reading<'_>) {
    reading.report.add(&shape::EMPTY_LIST, list.at(), || "the list of items is empty".to_owned());
}

/// A request, or a response object: there the items are called `output`.
fn read_body<'a>(
    body: Node<'_, 'a>,
    list: &'static str,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let keys = &[list, "instructions", "tools", "text"];
    let ([items, instructions, tools, text], rest) = body.fields(keys)?;
    let items = need_messages(items, list, body)?;
    let slot = if list == "output" { Slot::Answer } else { Slot::Here };
    let has_history = |key: &str| body.get(key).is_some_and(|history| !history.is_null());
    let mut is_continued = has_history("previous_response_id") || has_history("conversation");
    extras_in(slot, &rest, NAME, &mut conversation.extras);
    if let Some(instructions) = instructions {
        read_instructions(instructions, slot, conversation, reading);
    }
    // An answer may not have begun yet.
    if items.is_array() && items.is_empty() && list == "input" && !is_continued {
        report_empty(items, reading);
    }
    match items.text() {
        Some(words) if list == "input" => {
            let mut message = Message { at: items.at(), origin: NAME, role: Role::User, ..Message::default() };
            message.form = Form::Text;
            message.parts = OneOrMany::one(Part::Text(TextPart::new(words, items.at())));
            conversation.messages.push(message);
        }
        _ if items.is_array() => {
            is_continued |= read_items(items, &mut conversation.messages, reading)?;
        }
        _ => return Err(refuse_type(items, list, "an array of items")),
    }
    if is_continued {
        conversation.source.quirks.earlier = EarlierMessages::AtService;
    }
    if let Some(tools) = tools {
        keep_empty_list(reading, tools, "tools", slot, NAME, &mut conversation.extras);
        for tool in tools.items() {
            conversation.tools.push(read_tool(tool, reading)?);
        }
    }
    if let Some(text) = text {
        read_output(text, slot, conversation)?;
    }
    Ok(())
}

/// The field `instructions` is the first message of the model.
fn read_instructions<'a>(
    node: Node<'_, 'a>,
    slot: Slot,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) {
    let Some(text) = node.text() else {
        // Response objects may hold items here; they are settings of that answer.
        let is_fine = node.is_null() || (slot == Slot::Answer && node.is_array());
        if !is_fine {
            wrong_type(reading, node, "instructions", "a string");
        }
        conversation.extras.push_in(slot, NAME, Text::Token("instructions"), node.to_raw(), node.at());
        return;
    };
    let mut message = Message { at: node.at(), origin: NAME, role: Role::System, ..Message::default() };
    message.form = Form::Text;
    message.parts = OneOrMany::one(Part::Text(TextPart::new(text, node.at())));
    conversation.messages.push(message);
}

pub(in crate::format) fn read_tool<'a>(tool: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<ToolSpec<'a>, Refused> {
    if !tool.is_object() {
        return Err(refuse_type(tool, "tools", "an array of objects"));
    }
    let keys = &["type", "name", "description", "parameters", "strict"];
    let ([kind, name, description, parameters, strict], rest) = tool.fields(keys)?;
    let mut spec = ToolSpec { at: tool.at(), origin: NAME, ..ToolSpec::default() };
    let Some(kind) = kind else {
        reading.report.add(&shape::MISSING_FIELD, tool.at(), || "a tool needs `type`".to_owned());
        return finish_tool(tool, spec, [name, description, parameters, strict], &rest, reading);
    };
    match kind.text() {
        Some(kind) if kind.is("function") => {}
        Some(kind) if kind.is("custom") => spec.kind = ToolKind::Custom,
        Some(kind) => {
            spec.kind = ToolKind::Hosted;
            spec.name = name.and_then(|name| name.text()).unwrap_or(kind);
            spec.raw = Some(tool.to_raw());
            return Ok(spec);
        }
        None => return Err(refuse_type(kind, "type", "a string")),
    }
    finish_tool(tool, spec, [name, description, parameters, strict], &rest, reading)
}

fn finish_tool<'a>(
    tool: Node<'_, 'a>,
    mut spec: ToolSpec<'a>,
    [name, description, parameters, strict]: [Option<Node<'_, 'a>>; 4],
    rest: &Fields<'_, 'a, '_>,
    reading: &mut Reading<'_>,
) -> Result<ToolSpec<'a>, Refused> {
    spec.name = need_text(name, "name", tool)?;
    spec.description = optional_text(reading, description, "description", Slot::Here, NAME, &mut spec.extras);
    match parameters.map(|found| (found, read_schema(found, reading.scratch))) {
        Some((found, Some(schema))) => {
            if !found.is_object() {
                wrong_type(reading, found, "parameters", "an object");
            }
            spec.parameters = Some(schema);
        }
        Some((found, None)) => keep_odd(found, "parameters", "an object", NAME, &mut spec.extras, reading),
        None => {}
    }
    spec.strict = optional_flag(strict, "strict", Slot::Here, NAME, &mut spec.extras);
    extras(rest, NAME, &mut spec.extras);
    Ok(spec)
}

/// `{"format":{"type":"json_schema","name":"n","schema":{…}}}` is a request for output; what else is in `text` stays
/// with it.
fn read_output<'a>(text: Node<'_, 'a>, slot: Slot, conversation: &mut Conversation<'a>) -> Result<(), Refused> {
    let format = text.get("format").filter(|format| format.get("type").is_some_and(|kind| kind.is("json_schema")));
    let schema = format.and_then(|format| format.get("schema")).filter(Node::is_object);
    let (Some(format), Some(schema)) = (format, schema) else {
        conversation.extras.push_in(slot, NAME, Text::Token("text"), text.to_raw(), text.at());
        return Ok(());
    };
    let mut output = OutputRequest { at: format.at(), schema: Some(schema.to_raw()), ..OutputRequest::default() };
    let ([_, _, name, strict], inner) = format.fields(&["type", "schema", "name", "strict"])?;
    output.name = name.and_then(|name| name.text());
    if output.name.is_none()
        && let Some(name) = name
    {
        output.extras.push(NAME, Text::Token("name"), name.to_raw(), name.at());
    }
    output.strict = optional_flag(strict, "strict", Slot::Here, NAME, &mut output.extras);
    extras(&inner, NAME, &mut output.extras);
    let ([_], outer) = text.fields(&["format"])?;
    extras_in(Slot::Settings, &outer, NAME, &mut output.extras);
    conversation.output = Some(Box::new(output));
    Ok(())
}
