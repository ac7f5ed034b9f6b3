//! Detects the container of a record, and reads the fields outside the messages.

use super::NAME;
use super::block::{BlockPlace, read_blocks, read_cache};
use super::message::{read_content, read_message};
use super::shape::MESSAGE;
use crate::format::shared::{
    Service, batch_failure, evidence, extras, extras_in, is_anthropic_with_system, keep_empty_list, need,
    need_conversation, need_messages, need_text, optional_flag, optional_text, read_schema, refuse_type, wrong_type,
};
use crate::format::{Reading, Score};
use crate::json::{Node, Text};
use crate::model::{
    Conversation, Finish, Form, Message, OutputRequest, Part, Role, Slot, TextPart, ToolKind, ToolSpec,
};
use crate::report::{Refused, shape};

/// A response object, a body with `system`, or messages with blocks that only this API has.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if root.is_array() {
        return score_messages(root, root);
    }
    let has = |key: &str| root.get(key);
    if is_response(root) {
        return Some(Score::new(240, "`type` is `message`, with `content`: a response object"));
    }
    if let Some(params) = line_of(root).filter(|_| has("custom_id").is_some()) {
        return params.get("messages").map(|_| Score::new(240, "`custom_id` with `params`: a batch line"));
    }
    if batch_failure(root).is_some() {
        return Some(Score::new(240, "`custom_id` with a `result` that failed: a line of the results of a batch"));
    }
    let messages = has("messages").filter(Node::is_array)?;
    let score = if messages.is_empty() {
        Score::new(30, "an empty list of `messages`")
    } else {
        score_messages(root, messages)?
    };
    Some(evidence(root, Service::Anthropic).filter(|around| around.value > score.value).unwrap_or(score))
}

fn score_messages(root: Node<'_, '_>, messages: Node<'_, '_>) -> Option<Score> {
    let despite = || Score::new(220, "blocks or members that only this API has, though a system message is first");
    MESSAGE.score(messages, "role", false).or_else(|| is_anthropic_with_system(root, messages).then(despite))
}

pub(super) fn is_response(root: Node<'_, '_>) -> bool {
    root.get("type").is_some_and(|kind| kind.is("message"))
        && root.get("content").is_some_and(|content| content.is_array())
        && root.get("role").is_some_and(|role| role.is("assistant"))
}

/// The body in a line of a batch.
pub(super) fn line_of<'t, 'a>(root: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let [messages, params] = root.pick(&["messages", "params"]);
    params.filter(|params| messages.is_none() && params.is_object())
}

/// A response of which only the content was kept. That is too little to detect the format.
fn is_bare_response(root: Node<'_, '_>) -> bool {
    let [messages, kind, role, content] = root.pick(&["messages", "type", "role", "content"]);
    messages.is_none() && kind.is_none() && role.is_none() && content.is_some_and(|content| content.is_array())
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    if root.is_array() {
        conversation.source.shape = "list";
        read_messages(root, &mut conversation, reading)?;
        return Ok(conversation);
    }
    need_conversation(root, "an object with `messages` or a list of messages")?;
    if let Some(why) = batch_failure(root) {
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why)
            .helping("send the request again; --on-error skip skips such lines"));
    }
    if line_of(root).is_some() {
        let ([params], rest) = root.fields(&["params"])?;
        conversation.source.shape = "batch";
        extras_in(Slot::Envelope, &rest, NAME, &mut conversation.extras);
        read_body(need(params, "params", root)?, &mut conversation, reading)?;
    } else if is_response(root) || is_bare_response(root) {
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
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !list.is_array() {
        return Err(refuse_type(list, "messages", "an array"));
    }
    conversation.messages.reserve(list.len());
    let final_index = list.len().saturating_sub(1);
    for (index, message) in list.items().enumerate() {
        read_message(message, index, index == final_index, &mut conversation.messages, reading)?;
    }
    Ok(())
}

fn read_body<'a>(
    body: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([messages, system, tools, output], rest) = body.fields(&["messages", "system", "tools", "output_config"])?;
    let messages = need_messages(messages, "messages", body)?;
    extras(&rest, NAME, &mut conversation.extras);
    if let Some(system) = system {
        read_system(system, conversation, reading)?;
    }
    read_messages(messages, conversation, reading)?;
    if let Some(tools) = tools {
        keep_empty_list(reading, tools, "tools", Slot::Here, NAME, &mut conversation.extras);
        for tool in tools.items() {
            conversation.tools.push(read_tool(tool, reading)?);
        }
    }
    if let Some(output) = output {
        read_output(output, conversation);
    }
    Ok(())
}

/// The field `system` is the first message of the model; only messages of the list have a turn.
fn read_system<'a>(
    system: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let mut message = Message { at: system.at(), origin: NAME, role: Role::System, ..Message::default() };
    if let Some(text) = system.text() {
        message.form = Form::Text;
        message.parts.push(Part::Text(TextPart::new(text, system.at())));
    } else if system.is_array() && !system.is_empty() {
        message.form = Form::Parts;
        read_blocks(system, BlockPlace::System, &mut message.parts, reading)?;
    } else {
        if !system.is_null() && !system.is_array() {
            return Err(refuse_type(system, "system", "a string or an array of text blocks"));
        }
        conversation.extras.note(NAME, Text::Token("system"), system.to_raw(), system.at());
        return Ok(());
    }
    conversation.messages.push(message);
    Ok(())
}

pub(in crate::format) fn read_tool<'a>(tool: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<ToolSpec<'a>, Refused> {
    if !tool.is_object() {
        return Err(refuse_type(tool, "tools", "an array of objects"));
    }
    let ([kind, name, description, parameters, cache, strict], rest) =
        tool.fields(&["type", "name", "description", "input_schema", "cache_control", "strict"])?;
    let mut spec = ToolSpec { at: tool.at(), origin: NAME, ..ToolSpec::default() };
    if let Some(kind) = kind {
        if let Some(hosted) = kind.text().filter(|kind| !kind.is("custom")) {
            spec.kind = ToolKind::Hosted;
            spec.name = name.and_then(|name| name.text()).unwrap_or(hosted);
            spec.raw = Some(tool.to_raw());
            return Ok(spec);
        }
        spec.extras.push(NAME, Text::Token("type"), kind.to_raw(), kind.at());
    }
    spec.name = need_text(name, "name", tool)?;
    spec.description = optional_text(reading, description, "description", Slot::Here, NAME, &mut spec.extras);
    match parameters {
        Some(found) => {
            let schema = read_schema(found, reading.scratch);
            let schema = schema.ok_or_else(|| refuse_type(found, "input_schema", "an object"))?;
            if !found.is_object() {
                wrong_type(reading, found, "input_schema", "an object");
            }
            spec.parameters = Some(schema);
        }
        None => {
            reading.report.add(&shape::MISSING_FIELD, tool.at(), || "a tool needs `input_schema`".to_owned());
        }
    }
    spec.cache = read_cache(cache, &mut spec.extras, reading);
    spec.strict = optional_flag(strict, "strict", Slot::Here, NAME, &mut spec.extras);
    extras(&rest, NAME, &mut spec.extras);
    Ok(spec)
}

/// `{"format":{"type":"json_schema","schema":{…}}}` is a request for output; other settings stay next to it.
fn read_output<'a>(output: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
    let format = output.get("format").filter(|format| format.len() == 2);
    let schema = format
        .filter(|format| format.get("type").is_some_and(|kind| kind.is("json_schema")))
        .and_then(|format| format.get("schema"))
        .filter(Node::is_object);
    let Some((format, schema)) = format.zip(schema) else {
        conversation.extras.push(NAME, Text::Token("output_config"), output.to_raw(), output.at());
        return;
    };
    let mut request = OutputRequest { at: format.at(), schema: Some(schema.to_raw()), ..OutputRequest::default() };
    for (key, value) in output.members() {
        if let Some(key) = key.text().filter(|key| !key.is("format")) {
            request.extras.push_in(Slot::Settings, NAME, key, value.to_raw(), value.at());
        }
    }
    conversation.output = Some(Box::new(request));
}

fn read_response<'a>(
    object: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    // `type` and `role` are what makes it a response object: the shape stands for both.
    let ([_kind, _role, content, finish], rest) = object.fields(&["type", "role", "content", "stop_reason"])?;
    let content = need(content, "content", object)?;
    let mut message =
        Message { at: object.at(), origin: NAME, role: Role::Assistant, turn: Some(0), ..Message::default() };
    message.form = read_content(content, BlockPlace::Assistant, true, &mut message.parts, reading)?;
    extras_in(Slot::Answer, &rest, NAME, &mut conversation.extras);
    if let Some(finish) = finish {
        match finish.text() {
            Some(reason) => message.details_mut().finish = Some(Finish { at: finish.at(), reason }),
            None => {
                let (key, raw) = (Text::Token("stop_reason"), finish.to_raw());
                conversation.extras.push_in(Slot::Answer, NAME, key, raw, finish.at());
            }
        }
    }
    conversation.messages.push(message);
    Ok(())
}
