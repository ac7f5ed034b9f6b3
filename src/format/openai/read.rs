//! Detects the container of a record, and reads the fields outside the messages.

use super::NAME;
use super::compatible::read_mark;
use super::files::read_files;
use super::message::{odd_type, read_message};
use super::plain::read_plain;
use super::preference::read_pair;
use super::shape::MESSAGE;
use crate::format::columns::refuse_row;
use crate::format::shared::{
    Service, evidence, extras, extras_in, failure, is_anthropic_with_system, keep_empty_list, keep_member, need,
    need_conversation, need_messages, need_text, optional_flag, optional_text, read_schema, refuse_type, wrong_type,
};
use crate::format::{Reading, Score};
use crate::json::{At, NestedJson, Node, Tape, Text};
use crate::model::{Conversation, Finish, Message, OutputRequest, PACKED, Slot, ToolKind, ToolSpec};
use crate::report::{Refused, shape};

/// `messages`, a list, or one of the lines and objects of the API. Message lists count for more if something in them is
/// only found here.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if root.is_array() {
        return MESSAGE.score(root, "role", true).filter(|_| !is_anthropic_with_system(root, root));
    }
    let has = |key: &str| root.get(key);
    let is_line = has("custom_id").is_some() || (has("url").is_some() && has("method").is_some());
    let is_foreign = |body: Node<'_, '_>| body.get("input").is_some() && body.get("messages").is_none();
    if is_line && (has("body").is_some_and(|body| !is_foreign(body)) || has("response").is_some()) {
        return Some(Score::new(240, "`custom_id` with `body` or `response`: a batch line"));
    }
    if has("preferred_output").is_some() && has("input").is_some() {
        return Some(Score::new(240, "`preferred_output`: a preference line"));
    }
    if has("object").is_some_and(|object| object.is("chat.completion")) && has("choices").is_some() {
        return Some(Score::new(240, "`object` is `chat.completion`"));
    }
    if has("system").is_some_and(|system| !system.is_null()) {
        return None;
    }
    let messages = has("messages").filter(Node::is_array)?;
    let score = if messages.is_empty() {
        Score::new(30, "an empty list of `messages`")
    } else {
        MESSAGE.score(messages, "role", true).filter(|_| !is_anthropic_with_system(root, messages))?
    };
    Some(evidence(root, Service::OpenAi).filter(|around| around.value > score.value).unwrap_or(score))
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation = Conversation { origin: NAME, ..Conversation::default() };
    if root.is_array() {
        conversation.source.shape = "list";
        read_messages(root, "messages", &mut conversation.messages, reading)?;
        return Ok(conversation);
    }
    need_conversation(root, "an object with `messages` or a list of messages")?;
    // Most have nothing but messages.
    let is_plain = root.len() == 1 && root.get("messages").is_some();
    let has = |key: &str| !is_plain && root.get(key).is_some();
    if (has("custom_id") || has("url")) && has("body") {
        let ([body], rest) = root.fields(&["body"])?;
        conversation.source.shape = "batch";
        extras_in(Slot::Envelope, &rest, NAME, &mut conversation.extras);
        read_body(need(body, "body", root)?, &mut conversation, reading)?;
    } else if has("custom_id") && has("response") {
        read_batch_result(root, &mut conversation, reading)?;
    } else if has("preferred_output") && has("input") {
        let ([input, preferred, other], rest) = root.fields(&["input", "preferred_output", "non_preferred_output"])?;
        conversation.source.shape = "preference";
        extras_in(Slot::Envelope, &rest, NAME, &mut conversation.extras);
        read_body(need(input, "input", root)?, &mut conversation, reading)?;
        read_pair(preferred, other, &mut conversation, reading)?;
    } else if has("choices") && !has("messages") {
        conversation.source.shape = "completion";
        read_completion(root, &mut conversation, reading)?;
    } else {
        conversation.source.shape = "body";
        read_body(root, &mut conversation, reading)?;
    }
    Ok(conversation)
}

pub(in crate::format) fn read_messages<'a>(
    list: Node<'_, 'a>,
    key: &str,
    messages: &mut Vec<Message<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !list.is_array() {
        return Err(refuse_type(list, key, "an array"));
    }
    messages.reserve(list.len());
    for message in list.items() {
        match read_plain(message) {
            Some(plain) => messages.push(plain),
            None => messages.push(read_message(message, reading)?),
        }
    }
    Ok(())
}

fn read_body<'a>(
    body: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([messages, tools, functions, format], rest) =
        body.fields(&["messages", "tools", "functions", "response_format"])?;
    refuse_row(body)?;
    let messages = need_messages(messages, "messages", body)?;
    extras(&rest, NAME, &mut conversation.extras);
    read_messages(messages, "messages", &mut conversation.messages, reading)?;
    read_tools(tools, "tools", ToolKind::Function, conversation, reading)?;
    read_tools(functions, "functions", ToolKind::LegacyFunction, conversation, reading)?;
    if let Some(format) = format {
        read_output(format, conversation, reading.scratch)?;
    }
    if !rest.is_empty() {
        read_files(body, conversation, reading);
    }
    Ok(())
}

pub(in crate::format) fn read_tools<'a>(
    list: Option<Node<'_, 'a>>,
    key: &'static str,
    kind: ToolKind,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let Some(list) = list else { return Ok(()) };
    if let Some(tools) = read_packed_tools(list, kind, reading)? {
        conversation.tools.extend(tools);
        return Ok(());
    }
    keep_empty_list(reading, list, key, Slot::Here, NAME, &mut conversation.extras);
    for tool in list.items() {
        conversation.tools.push(read_tool(tool, kind, reading)?);
    }
    Ok(())
}

/// A list in JSON text, as data sets write it: `"tools":"[{\"type\":\"function\",…}]"`. `None`: it is none.
fn read_packed_tools<'a>(
    list: Node<'_, 'a>,
    kind: ToolKind,
    reading: &mut Reading<'_>,
) -> Result<Option<Vec<ToolSpec<'a>>>, Refused> {
    if !list.is_string() || reading.report.names_data_set_forms() {
        return Ok(None);
    }
    let inside = NestedJson::of(list.raw(), list.at());
    let place = |at: At| at.offset().map_or(at, |offset| inside.at(offset));
    if inside.text().trim().is_empty() {
        return Ok(Some(Vec::new()));
    }
    let Some(root) = reading.scratch.parse(inside.text()).ok().filter(Node::is_array) else { return Ok(None) };
    let mut found = reading.report.alike();
    let mut inner = Reading { report: &mut found, scratch: &mut Tape::new(), columns: None, programs: None };
    let tools = root.items().map(|tool| Ok(read_tool(tool, kind, &mut inner)?.moved(&place)));
    let mut tools: Vec<ToolSpec<'a>> =
        tools.collect::<Result<_, Refused>>().map_err(|refused| refused.moved(&place))?;
    if let Some(first) = tools.first_mut() {
        first.extras.mark(NAME, PACKED, list.to_raw(), list.at());
    }
    found.move_places(place);
    reading.report.append(&mut found);
    Ok(Some(tools))
}

pub(in crate::format) fn read_tool<'a>(
    tool: Node<'_, 'a>,
    kind: ToolKind,
    reading: &mut Reading<'_>,
) -> Result<ToolSpec<'a>, Refused> {
    let mut spec = ToolSpec { at: tool.at(), origin: NAME, kind, ..ToolSpec::default() };
    let (inner, slot) = if kind == ToolKind::LegacyFunction {
        (tool, Slot::Here)
    } else {
        let (fields, rest) = tool.fields(&["type", "function", "custom"])?;
        let [kind, function, custom] = fields.map(|field| field.filter(|field| !reading.is_absent(*field)));
        if let Some(kind) = kind.filter(|kind| !kind.is("function") && !kind.is("custom"))
            && (function.is_some() != custom.is_some())
        {
            odd_type(reading, kind, "tool", &mut spec.extras);
        }
        match (kind, function, custom) {
            (_, Some(function), None) => {
                for (key, value) in rest.unknown() {
                    // OpenRouter and litellm take the mark of anthropic here.
                    if key.is("cache_control") && value.is_object() {
                        spec.cache = read_mark(value, &mut spec.extras, reading);
                    } else {
                        keep_member(Slot::Here, NAME, key, value, &mut spec.extras);
                    }
                }
                (function, Slot::Function)
            }
            (_, None, Some(custom)) => {
                spec.kind = ToolKind::Custom;
                extras(&rest, NAME, &mut spec.extras);
                (custom, Slot::Function)
            }
            (kind, _, _) => {
                spec.kind = ToolKind::Hosted;
                spec.name = kind.and_then(|kind| kind.text()).unwrap_or_default();
                spec.raw = Some(tool.to_raw());
                if !tool.is_object() {
                    wrong_type(reading, tool, "tools", "objects");
                }
                return Ok(spec);
            }
        }
    };
    let ([name, description, parameters, strict], rest) =
        inner.fields(&["name", "description", "parameters", "strict"])?;
    spec.name = need_text(name, "name", inner)?;
    spec.description = optional_text(reading, description, "description", slot, NAME, &mut spec.extras);
    if let Some(found) = parameters.filter(|found| !found.is_null()) {
        if !found.is_object() {
            wrong_type(reading, found, "parameters", "an object");
        }
        spec.parameters = Some(read_schema(found, reading.scratch).unwrap_or_else(|| found.to_raw()));
    }
    spec.strict = optional_flag(strict, "strict", slot, NAME, &mut spec.extras);
    extras_in(slot, &rest, NAME, &mut spec.extras);
    Ok(spec)
}

fn read_output<'a>(
    format: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    scratch: &mut Tape,
) -> Result<(), Refused> {
    let ([kind, schema], rest) = format.fields(&["type", "json_schema"])?;
    let is_schema = kind.is_some_and(|kind| kind.is("json_schema")) && rest.is_empty();
    let Some(request) = schema.filter(|schema| is_schema && schema.is_object()) else {
        keep_member(Slot::Here, NAME, Text::Token("response_format"), format, &mut conversation.extras);
        return Ok(());
    };
    let ([name, schema, strict], rest) = request.fields(&["name", "schema", "strict"])?;
    let mut output = OutputRequest { at: request.at(), ..OutputRequest::default() };
    output.name = name.and_then(|name| name.text());
    if let Some(odd) = name.filter(|name| !name.is_string()) {
        keep_member(Slot::Here, NAME, Text::Token("name"), odd, &mut output.extras);
    }
    output.schema = schema.map(|schema| read_schema(schema, scratch).unwrap_or_else(|| schema.to_raw()));
    output.strict = optional_flag(strict, "strict", Slot::Here, NAME, &mut output.extras);
    extras(&rest, NAME, &mut output.extras);
    conversation.output = Some(Box::new(output));
    Ok(())
}

fn read_completion<'a>(
    object: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([choices], rest) = object.fields(&["choices"])?;
    let choices = need(choices, "choices", object)?;
    if !choices.is_array() {
        return Err(refuse_type(choices, "choices", "an array"));
    }
    extras_in(Slot::Answer, &rest, NAME, &mut conversation.extras);
    for (index, choice) in choices.items().enumerate() {
        if index > 0 {
            let (key, raw) = (Text::Token("choices"), choice.to_raw());
            conversation.extras.push_in(Slot::Choices, NAME, key, raw, choice.at());
            continue;
        }
        let ([message, finish, index], rest) = choice.fields(&["message", "finish_reason", "index"])?;
        let mut message = read_message(need(message, "message", choice)?, reading)?;
        if let Some((at, reason)) = finish.and_then(|finish| Some((finish.at(), finish.text()?))) {
            message.details_mut().finish = Some(Finish { at, reason });
        }
        let odd_finish = finish.filter(|finish| !finish.is_string());
        let odd_index = index.filter(|index| index.raw() != "0");
        for (key, odd) in [("index", odd_index), ("finish_reason", odd_finish)] {
            let Some(odd) = odd else { continue };
            keep_member(Slot::Choice, NAME, Text::Token(key), odd, &mut message.extras);
        }
        extras_in(Slot::Choice, &rest, NAME, &mut message.extras);
        conversation.messages.push(message);
    }
    Ok(())
}

fn read_batch_result<'a>(
    line: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([response], rest) = line.fields(&["response"])?;
    conversation.source.shape = "batch-result";
    let response = need(response, "response", line)?;
    refuse_failed(line, response)?;
    let ([body], inner) = response.fields(&["body"])?;
    let body = need(body, "body", response)?;
    read_completion(body, conversation, reading)?;
    extras_in(Slot::Envelope, &rest, NAME, &mut conversation.extras);
    extras_in(Slot::Response, &inner, NAME, &mut conversation.extras);
    Ok(())
}

/// Rejects the result of a request that failed: there is no answer in it.
fn refuse_failed(line: Node<'_, '_>, response: Node<'_, '_>) -> Result<(), Refused> {
    let body = response.get("body");
    if body.is_some_and(|body| body.get("choices").is_some()) {
        return Ok(());
    }
    let Some(why) = failure(line).or_else(|| failure(body?)).or_else(|| failure(response)) else { return Ok(()) };
    let status = response.get("status_code").map(|status| format!(" with status {}", status.raw())).unwrap_or_default();
    let message = format!("the request of this line failed{status}: {why}");
    let refused = Refused::new(&shape::NOT_A_CONVERSATION, line.at(), message);
    Err(refused.helping("send the request again; --on-error skip skips such lines"))
}
