//! Steps of an agent's memory: tasks, plans and actions.
//!
//! ```json
//! [{"task":"Weather?","task_images":null},
//!  {"step_number":1,"model_output":"Let me look.","observations":"18","error":null,
//!   "tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":{"city":"Porto"}}}]}]
//! ```
//!
//! Source: smolagents 1.26.0, `AgentMemory.get_full_steps` and `RunResult.steps`.

use super::NAME;
use super::step_calls::{is_repeated, read_calls};
use crate::format::shared::{extras_in, keep_exported, keep_member, refuse_type};
use crate::format::{Reading, Score};
use crate::json::{Node, Text};
use crate::model::{
    Conversation, Extras, Form, Message, OneOrMany, Part, RecordSource, Role, Slot, TextPart, ToolResult,
};
use crate::report::{Refused, shape};

/// The steps of a record.
pub(super) fn steps_of<'t, 'a>(root: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let steps = if root.is_array() { root } else { root.get("steps")? };
    steps.items().any(is_step).then_some(steps)
}

fn is_step(step: Node<'_, '_>) -> bool {
    let [number, timing, answer, task, images] =
        step.pick(&["step_number", "timing", "model_output_message", "task", "task_images"]);
    number.is_some() && timing.or(answer).is_some() || task.is_some() && images.is_some()
}

pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    steps_of(root).map(|_| Score::new(250, "steps of an agent with `step_number` or `task_images`"))
}

pub(super) fn read<'a>(root: Node<'_, 'a>, _: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("steps"), ..Conversation::default() };
    let Some(steps) = steps_of(root) else {
        let why = "a memory is a list of steps";
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    };
    conversation.messages.extend(read_system(steps));
    let mut actions = 0_usize;
    for step in steps.items() {
        if !step.is_object() {
            return Err(refuse_type(step, "steps", "an array of objects"));
        }
        let kind = KINDS.iter().find_map(|(key, role)| Some((*key, step.get(key)?.text()?, role.clone())));
        if step.get("step_number").is_some() {
            actions += 1;
            read_action(step, actions, &mut conversation)?;
        } else if let Some((key, text, role)) = kind {
            read_text(step, key, TextPart::new(text, step.at()), role, &mut conversation)?;
        } else {
            conversation.extras.push_in(Slot::Event, NAME, Text::Token("step"), step.to_raw(), step.at());
        }
    }
    if root.is_object() {
        let (_, others) = root.fields(&["steps"])?;
        extras_in(Slot::Envelope, &others, NAME, &mut conversation.extras);
    }
    Ok(conversation)
}

/// The system prompt, which only the messages that a model got have.
fn read_system<'a>(steps: Node<'_, 'a>) -> Option<Message<'a>> {
    let is_system = |sent: &Node<'_, 'a>| sent.get("role").is_some_and(|role| role.is("system"));
    let sent = steps.items().find_map(|step| step.get("model_input_messages")?.items().next().filter(is_system))?;
    let content = sent.get("content")?;
    let text = |node: Node<'_, 'a>| Some(Part::Text(TextPart::new(node.text()?, node.at())));
    let parts: Vec<_> = match text(content) {
        Some(part) => vec![part],
        None => content.items().map(|part| text(part.get("text")?)).collect::<Option<_>>()?,
    };
    let message = Message { at: sent.at(), role: Role::System, origin: NAME, form: Form::Text, ..Message::default() };
    (!parts.is_empty()).then(|| Message { parts: parts.into(), ..message })
}

/// Steps that are one text, and the members with it.
const KINDS: [(&str, Role<'static>); 3] =
    [("system_prompt", Role::System), ("task", Role::User), ("plan", Role::Assistant)];

fn read_text<'a>(
    step: Node<'_, 'a>,
    key: &'static str,
    text: TextPart<'a>,
    role: Role<'a>,
    conversation: &mut Conversation<'a>,
) -> Result<(), Refused> {
    let mut message = new_message(step, role);
    message.parts = OneOrMany::one(Part::Text(text));
    let keys = [key];
    let (_, others) = step.fields(&keys)?;
    for (name, value) in others.unknown() {
        let is_note = name.is("model_output_message") && is_repeated(value, step);
        keep_exported(Slot::Here, NAME, name.clone(), value, is_note, &mut message.extras);
    }
    conversation.messages.push(message);
    Ok(())
}

fn new_message<'a>(step: Node<'_, 'a>, role: Role<'a>) -> Message<'a> {
    Message { at: step.at(), role, origin: NAME, form: Form::Text, ..Message::default() }
}

/// Reads what the model said and called, and what came of it.
fn read_action<'a>(step: Node<'_, 'a>, number: usize, conversation: &mut Conversation<'a>) -> Result<(), Refused> {
    let mut answer = new_message(step, Role::Assistant);
    let mut result = ToolResult { at: step.at(), form: Form::Text, ..ToolResult::default() };
    let mut fields = Extras::default();
    // One of two members with these keys would be lost.
    step.fields(&["tool_calls", "model_output", "observations", "error"])?;
    let calls = read_calls(step)?;
    for (name, value) in step.members() {
        let Some(name) = name.text() else { continue };
        let text = || value.text().filter(|text| !text.is_empty());
        let part = |text| Part::Text(TextPart::new(text, value.at()));
        let is_note = match name.decode().as_ref() {
            "tool_calls" if value.is_array() => continue,
            "model_output" => match text() {
                Some(text) => {
                    answer.parts.push(part(text));
                    continue;
                }
                None => value.is(""),
            },
            "observations" => match text() {
                Some(text) => {
                    result.at = value.at();
                    result.parts.push(part(text));
                    continue;
                }
                None => value.is(""),
            },
            "error" if value.is_object() => {
                read_error(value, &mut result)?;
                continue;
            }
            "step_number" => value.raw() == number.to_string(),
            "is_final_answer" => value.as_bool() == Some(false),
            // The code is the argument of the call.
            "code_action" => calls.iter().any(|call| call.is_code(value)),
            "model_output_message" => is_repeated(value, step),
            _ => false,
        };
        keep_exported(Slot::Here, NAME, name, value, is_note, &mut fields);
    }
    let last = calls.last().map(|call| call.part.id.clone());
    answer.parts.extend(calls.into_iter().map(|call| Part::from(call.part)));
    let has_result = !result.parts.is_empty() || result.error.is_some();
    let mut messages = Vec::new();
    if !answer.parts.is_empty() {
        messages.push(answer);
    }
    if has_result {
        let mut message = new_message(step, Role::Tool);
        match last {
            Some(id) => {
                result.call_id = id;
                message.parts = OneOrMany::one(Part::from(result));
            }
            // The framework sends it as what the user says.
            None => {
                message.role = Role::User;
                message.parts = std::mem::take(&mut result.parts);
                message.extras = std::mem::take(&mut result.extras);
            }
        }
        messages.push(message);
    }
    match messages.first_mut() {
        Some(first) => first.extras.extend(&fields),
        None => conversation.extras.push_in(Slot::Event, NAME, Text::Token("step"), step.to_raw(), step.at()),
    }
    conversation.messages.append(&mut messages);
    Ok(())
}

/// `{"type":"AgentToolExecutionError","message":"no such city"}`
fn read_error<'a>(error: Node<'_, 'a>, result: &mut ToolResult<'a>) -> Result<(), Refused> {
    result.error = Some((true, error.at()));
    let ([message], others) = error.fields(&["message"])?;
    if let Some(message) = message {
        match message.text().filter(|text| !text.is_empty()) {
            Some(text) => result.parts.push(Part::Text(TextPart::new(text, message.at()))),
            None => keep_member(Slot::Detail, NAME, Text::Token("message"), message, &mut result.extras),
        }
    }
    extras_in(Slot::Detail, &others, NAME, &mut result.extras);
    Ok(())
}
