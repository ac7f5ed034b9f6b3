//! The events of today: system texts, messages, results. Calls are in `call.rs`.

use super::NAME;
use super::call::read_action;
use super::event_fields::{keep, keep_rest, read_head};
use super::part::read_content;
use super::read::EventState;
use crate::format::shared::{extras_in, read_thinking};
use crate::json::{Node, Text};
use crate::model::{
    Conversation, Extras, Form, Message, OneOrMany, Part, Reasoning, Role, Slot, TextPart, ToolKind, ToolResult,
    ToolSpec,
};
use crate::report::Refused;

/// Reads an event of a kind. False: it is not a message.
pub(super) fn read_event<'a>(
    event: Node<'_, 'a>,
    kind: &str,
    conversation: &mut Conversation<'a>,
    state: &mut EventState<'a>,
) -> Result<bool, Refused> {
    match kind {
        "SystemPromptEvent" => read_system(event, conversation, state),
        "MessageEvent" => read_message(event, conversation, state),
        "ActionEvent" => read_action(event, conversation, state),
        "ObservationEvent" | "AgentErrorEvent" | "UserRejectObservation" => read_result(event, conversation, state),
        _ => Ok(false),
    }
}

fn start<'a>(event: Node<'_, 'a>, role: Role<'a>) -> Message<'a> {
    let mut message = Message { at: event.at(), origin: NAME, role, ..Message::default() };
    read_head(event, &mut message);
    message
}

/// `{"system_prompt":{"type":"text","text":"…"},"tools":[{"kind":"FinishTool","title":"finish","description":"…"}]}`
fn read_system<'a>(
    event: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    state: &mut EventState<'a>,
) -> Result<bool, Refused> {
    let ([prompt, tools], rest) = event.fields(&["system_prompt", "tools"])?;
    let Some(prompt) = prompt.filter(Node::is_object) else { return Ok(false) };
    let ([kind, text], inner) = prompt.fields(&["type", "text"])?;
    let Some(text) = text.and_then(|text| text.text()) else { return Ok(false) };
    let mut message = start(event, Role::System);
    message.form = Form::Text;
    message.parts.push(Part::Text(TextPart::new(text, prompt.at())));
    if let Some(kind) = kind {
        keep(Slot::Content, Text::Token("type"), kind, kind.is("text"), &mut message.extras);
    }
    for (key, value) in inner.unknown() {
        // Nothing of a system text is cached unless it says so.
        let is_note = key.is("cache_prompt") && value.as_bool() == Some(false);
        keep(Slot::Content, key, value, is_note, &mut message.extras);
    }
    match tools {
        Some(tools) if tools.is_array() => {
            for tool in tools.items() {
                conversation.tools.push(read_tool(tool)?);
            }
        }
        Some(tools) => keep(Slot::Here, Text::Token("tools"), tools, false, &mut message.extras),
        None => {}
    }
    keep_rest(Slot::Here, &rest, state, true, &mut message.extras);
    conversation.messages.push(message);
    Ok(true)
}

/// A tool is the serialized class of the program, or a function as chat APIs define it. Its schema is that of the class, which is not here.
fn read_tool<'a>(tool: Node<'_, 'a>) -> Result<ToolSpec<'a>, Refused> {
    let mut spec = ToolSpec { at: tool.at(), origin: NAME, ..ToolSpec::default() };
    let function = tool.get("function").filter(Node::is_object);
    let (holder, slot) = function.map_or((tool, Slot::Here), |function| (function, Slot::Function));
    let name = ["name", "title"].into_iter().find_map(|key| Some((key, holder.get(key)?.text()?)));
    let Some((name_key, name)) = name else {
        spec.kind = ToolKind::Hosted;
        spec.name = tool.get("kind").and_then(|kind| kind.text()).unwrap_or_default();
        spec.raw = Some(tool.to_raw());
        return Ok(spec);
    };
    spec.name = name;
    spec.description = holder.get("description").and_then(|text| text.text());
    spec.parameters = holder.get("parameters").filter(Node::is_object).map(|schema| schema.to_raw());
    for (key, value) in holder.members() {
        let Some(key) = key.text() else { continue };
        let is_taken = key.is(name_key)
            || (key.is("description") && value.is_string())
            || (key.is("parameters") && value.is_object());
        if !is_taken {
            keep(slot, key, value, false, &mut spec.extras);
        }
    }
    if function.is_some() {
        let ([kind, _], rest) = tool.fields(&["type", "function"])?;
        if let Some(kind) = kind {
            keep(Slot::Here, Text::Token("type"), kind, kind.is("function"), &mut spec.extras);
        }
        extras_in(Slot::Here, &rest, NAME, &mut spec.extras);
    }
    Ok(spec)
}

/// `{"llm_message":{"role":"user","content":[…],"thinking_blocks":[]},"activated_skills":[],"extended_content":[]}`
fn read_message<'a>(
    event: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    state: &mut EventState<'a>,
) -> Result<bool, Refused> {
    let ([said], rest) = event.fields(&["llm_message"])?;
    let Some(said) = said.filter(Node::is_object) else { return Ok(false) };
    let ([role, content, thinking, reasoning], inner) =
        said.fields(&["role", "content", "thinking_blocks", "reasoning_content"])?;
    let role = match role.and_then(|role| role.text()) {
        Some(role) if role.is("assistant") => Role::Assistant,
        Some(role) if role.is("system") => Role::System,
        Some(role) if role.is("user") => Role::User,
        _ => return Ok(false),
    };
    let mut message = start(event, role);
    let mut fields = std::mem::take(&mut message.extras);
    read_reasoning(reasoning, thinking, &mut message.parts, &mut fields);
    message.form = read_content(content, "content", &mut message.parts, &mut fields)?;
    for (key, value) in inner.unknown() {
        keep(Slot::Content, key, value, false, &mut fields);
    }
    keep_rest(Slot::Here, &rest, state, true, &mut fields);
    message.extras = fields;
    conversation.messages.push(message);
    Ok(true)
}

/// The text of the reasoning, and the signed blocks of it. If both are equal, they are one.
pub(super) fn read_reasoning<'a>(
    reasoning: Option<Node<'_, 'a>>,
    thinking: Option<Node<'_, 'a>>,
    parts: &mut OneOrMany<Part<'a>>,
    fields: &mut Extras<'a>,
) {
    if let Some(thinking) = thinking {
        read_thinking(thinking, "thinking_blocks", NAME, parts, fields);
    }
    let Some(reasoning) = reasoning else { return };
    let is_there = |text: &Text<'_>| {
        parts.iter().any(|part| matches!(part, Part::Reasoning(it) if it.text.as_ref().is_some_and(|it| it.same(text))))
    };
    match reasoning.text() {
        Some(text) if is_there(&text) => {
            keep(Slot::Here, Text::Token("reasoning_content"), reasoning, true, fields);
        }
        Some(text) => {
            let part = Reasoning { at: reasoning.at(), text: Some(text), ..Reasoning::default() };
            parts.push(Part::Reasoning(Box::new(part)));
        }
        None => keep(Slot::Here, Text::Token("reasoning_content"), reasoning, false, fields),
    }
}

/// What a tool gave back, why it failed, or why nobody let it run.
fn read_result<'a>(
    event: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    state: &mut EventState<'a>,
) -> Result<bool, Refused> {
    let ([observation, error, rejected, name, id], rest) =
        event.fields(&["observation", "error", "rejection_reason", "tool_name", "tool_call_id"])?;
    let mut message = start(event, Role::Tool);
    let mut fields = std::mem::take(&mut message.extras);
    let mut result = ToolResult { at: event.at(), ..ToolResult::default() };
    result.call_id = id.and_then(|id| id.text());
    result.name = name.and_then(|name| name.text());
    let failed = error.or(rejected);
    if let Some(observation) = observation.filter(Node::is_object) {
        let ([content, is_error, kind], inner) = observation.fields(&["content", "is_error", "kind"])?;
        result.form = read_content(content, "content", &mut result.parts, &mut fields)?;
        result.error = is_error.and_then(|flag| Some((flag.as_bool()?, flag.at())));
        if let Some(odd) = is_error.filter(|flag| flag.as_bool().is_none()) {
            keep(Slot::Output, Text::Token("is_error"), odd, false, &mut fields);
        }
        if let Some(kind) = kind {
            keep(Slot::Output, Text::Token("kind"), kind, kind.is_string(), &mut fields);
        }
        for (key, value) in inner.unknown() {
            keep(Slot::Output, key, value, false, &mut fields);
        }
    } else if let Some((failed, text)) = failed.and_then(|failed| Some((failed, failed.text()?))) {
        result.form = Form::Text;
        result.parts.push(Part::Text(TextPart::new(text, failed.at())));
        result.error = Some((true, failed.at()));
    } else {
        return Ok(false);
    }
    for (key, value) in [("tool_call_id", id), ("tool_name", name)] {
        if let Some(odd) = value.filter(|value| !value.is_string()) {
            keep(Slot::Here, Text::Token(key), odd, false, &mut fields);
        }
    }
    keep_rest(Slot::Here, &rest, state, true, &mut fields);
    message.extras = fields;
    message.parts.push(Part::from(result));
    conversation.messages.push(message);
    Ok(true)
}
