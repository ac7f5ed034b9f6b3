//! Messages as items: instructions, user messages, outputs of tools. Answers are in `write_answer`.

use std::collections::HashMap;

use super::NAME;
use super::keep::{CUSTOM, TYPE, find_mark, write_inner};
use super::write::Task;
use super::write_answer::write_answer;
use super::write_part::State;
use crate::format::Writing;
use crate::format::shared::{drop_empty, report_joined, report_legacy_result, rewrite_id};
use crate::json::{At, Text};
use crate::model::{CallKind, Conversation, Form, Message, Part, Role, ToolResult};
use crate::report::{Refused, loss};
use crate::rule::pairs::Pairs;

/// The API takes call ids of 1 to 64 characters.
pub(super) const ID_LIMIT: usize = 64;

/// Writes the list of items. `skipped`: this message stands elsewhere.
pub(super) fn write_items(
    task: &Task<'_>,
    skipped: Option<usize>,
    state: &mut State,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let customs = custom_results(task.conversation);
    writing.out.open(b'[');
    // The answer that is going on: what follows belongs to it, whoever wrote it down.
    let mut is_answer = false;
    for (index, message) in task.conversation.messages.iter().enumerate() {
        if Some(index) == skipped {
            continue;
        }
        let was_answer = std::mem::replace(&mut is_answer, matches!(message.role, Role::Assistant));
        if was_answer && is_answer {
            report_joined(message.at, writing.report);
        }
        match &message.role {
            Role::System => write_message(message, "system", state, writing)?,
            Role::Developer => write_message(message, "developer", state, writing)?,
            Role::User => write_message(message, "user", state, writing)?,
            Role::Assistant => write_answer(task, index, message, state, writing)?,
            Role::Tool => {
                drop_empty(message, writing.report);
                for (place, part) in message.parts.iter().enumerate() {
                    if let Part::Result(result) = part {
                        let id = plan_id(result.call_id.as_ref(), task, (index, place), result.at, writing)?;
                        let called = customs.get(&(index, place)).copied();
                        let is_custom = if message.origin == NAME {
                            find_mark(&result.extras, CUSTOM).is_some()
                        } else {
                            called.is_some()
                        };
                        // Their outputs have no names; mostly the call has the same one.
                        let other = result.name.as_ref().filter(|name| !called.is_some_and(|called| called.same(name)));
                        if let Some(name) = other.filter(|_| called.is_some()) {
                            writing.report.add(&loss::RESULT_NAME, result.at, || {
                                format!("the name `{}` on the output of a custom tool is dropped", name.show())
                            });
                        }
                        write_result(message, result, &id, is_custom, state, writing)?;
                    }
                }
            }
            Role::Other(role) => {
                let why = format!("{NAME} has no role `{}`", role.show());
                return Err(Refused::new(&loss::CANNOT_HOLD, message.at, why));
            }
        }
    }
    writing.out.close(b']');
    Ok(())
}

/// Results that answer calls with free text, and the names of these.
fn custom_results<'c>(conversation: &'c Conversation<'_>) -> HashMap<(usize, usize), &'c Text<'c>> {
    let is_custom = |part: &Part<'_>| matches!(part, Part::Call(call) if call.kind == CallKind::Custom);
    if conversation.origin == NAME || !conversation.parts().any(is_custom) {
        return HashMap::new();
    }
    let pairs = Pairs::of(conversation);
    let customs = pairs.results.iter().filter_map(|result| {
        let call = pairs.calls.get(result.call?)?.call;
        (call.kind == CallKind::Custom).then_some(((result.message, result.part), &call.name))
    });
    customs.collect()
}

/// The id of a call or of the result that answers it: its own, rewritten if it must be, or the made-up one.
pub(super) fn plan_id<'m>(
    own: Option<&'m Text<'m>>,
    task: &Task<'_>,
    (message, part): (usize, usize),
    at: At,
    writing: &mut Writing<'_>,
) -> Result<Text<'m>, Refused> {
    let renamed = task.links.renamed(message, part);
    let Some(id) = own else {
        let made = renamed.or_else(|| task.links.made(message, part));
        let made = made.ok_or_else(|| Refused::new(&loss::CANNOT_HOLD, at, "a tool result answers no call"))?;
        return Ok(Text::Owned(shorter(made).unwrap_or_else(|| made.to_owned())));
    };
    // The API takes an id once, even after the first call with it was answered.
    let fresh = renamed.map(|new| shorter(new).unwrap_or_else(|| new.to_owned()));
    match fresh.or_else(|| shorter(&id.decode())) {
        None => Ok(id.borrow()),
        Some(new) => {
            writing.report.add(&loss::ID_REWRITTEN, at, || format!("the call id `{}` became `{new}`", id.show()));
            Ok(Text::Owned(new))
        }
    }
}

fn shorter(id: &str) -> Option<String> {
    if (1..=ID_LIMIT).contains(&id.chars().count()) {
        return None;
    }
    rewrite_id(id, |_| true, ID_LIMIT)
}

/// System, developer and user messages.
fn write_message(
    message: &Message<'_>,
    role: &'static str,
    state: &mut State,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let is_own = message.origin == NAME;
    writing.out.open(b'{');
    if let Some(kind) = find_mark(&message.extras, TYPE) {
        writing.out.key("type").raw(&kind.value);
    }
    writing.out.key("role").word(role);
    match (message.parts.as_slice(), message.form) {
        ([], Form::Absent) if is_own => {}
        ([], Form::Null) if is_own => writing.out.key("content").null(),
        ([], Form::Parts) if is_own => writing.out.key("content").array(|_| {}),
        ([Part::Text(text)], form) if form != Form::Parts && State::is_plain(text) => {
            writing.out.key("content").text(&text.text);
        }
        (parts, _) => {
            writing.out.key("content");
            write_list(parts, is_own, state, writing)?;
        }
    }
    write_inner(&message.extras, writing);
    writing.out.close(b'}');
    Ok(())
}

/// A list of input parts; an empty string if nothing is left to write.
fn write_list(parts: &[Part<'_>], is_own: bool, state: &mut State, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let before = writing.out.len();
    writing.out.open(b'[');
    let empty = writing.out.len();
    for part in parts {
        state.write_input(part, None, is_own, writing)?;
    }
    if writing.out.len() == empty {
        writing.out.truncate(before);
        // The key stands before it already.
        writing.out.string("");
        return Ok(());
    }
    writing.out.close(b']');
    Ok(())
}

fn write_result(
    message: &Message<'_>,
    result: &ToolResult<'_>,
    id: &Text<'_>,
    is_custom: bool,
    state: &mut State,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let is_own = message.origin == NAME;
    report_legacy_result(result, writing.report);
    writing.out.open(b'{');
    writing.out.key("type").word(if is_custom { "custom_tool_call_output" } else { "function_call_output" });
    writing.out.key("call_id").text(id);
    if let Some(name) = result.name.as_ref().filter(|_| !is_custom || is_own) {
        writing.out.key("name").text(name);
    }
    let hint = result.cache.as_deref().filter(|cache| cache.is_on);
    writing.out.key("output");
    match result.parts.as_slice() {
        [] if is_own && result.form == Form::Parts => {
            writing.out.array(|_| {});
        }
        [Part::Text(text)] if result.form != Form::Parts && State::is_plain(text) && hint.is_none() => {
            writing.out.text(&text.text);
        }
        parts => {
            let before = writing.out.len();
            writing.out.open(b'[');
            let empty = writing.out.len();
            // The hint of the whole result goes to its last part that is written.
            let last = parts.iter().rposition(|part| matches!(part, Part::Text(_) | Part::Refusal(_)));
            if hint.is_some() && last.is_some_and(|last| last + 1 < parts.len()) {
                writing
                    .report
                    .add(&loss::MOVED, result.at, || "the cache hint of a result goes to its last text".to_owned());
            }
            for (place, part) in parts.iter().enumerate() {
                state.write_input(part, hint.filter(|_| Some(place) == last), is_own, writing)?;
            }
            if let Some(hint) = hint.filter(|_| last.is_none()) {
                writing.report.add(&loss::CACHE_HINT, hint.at, || "a cache hint on a result is dropped".to_owned());
            }
            if writing.out.len() == empty {
                writing.out.truncate(before);
                writing.out.string("");
            } else {
                writing.out.close(b']');
            }
        }
    }
    write_inner(&result.extras, writing);
    write_inner(&message.extras, writing);
    writing.out.close(b'}');
    Ok(())
}
