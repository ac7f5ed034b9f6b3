//! What the model says: answers and tool calls are messages of their own.

use super::NAME;
use super::keep::{is_kept, write_kept, write_outer};
use super::thinking::write_blocks;
use super::write::{Placed, drop_finish, drop_output, is_words, open_message, says_words, write_output};
use super::write_content::write_content;
use crate::format::Writing;
use crate::format::shared::write_slot;
use crate::json::minify;
use crate::model::{Arguments, CallKind, Finish, Form, Message, Part, Slot, ToolCall};
use crate::report::{Refused, loss};

pub(super) fn write_assistant(placed: &Placed<'_, '_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let message = placed.message;
    report_order(message, writing);
    let has_calls = message.parts.iter().any(|part| matches!(part, Part::Call(_)));
    let has_words = message.parts.iter().any(|part| says_words(part, message));
    let is_mark = is_empty_call(message);
    let is_call = !has_words && (has_calls || is_mark);
    if !is_call {
        write_answer(placed, writing)?;
    }
    if has_words && has_calls {
        writing.report.add(&loss::SPLIT, message.at, || "words and tool calls become a message each".to_owned());
    }
    if has_calls || is_mark {
        write_call_message(placed, has_calls, usize::from(!is_call), writing);
    }
    Ok(())
}

/// True for a `tool_call` message with no calls: the empty list was kept as a field.
pub(super) fn is_empty_call(message: &Message<'_>) -> bool {
    message.form == Form::Text
        && is_kept(&message.extras, "tool_calls")
        && !message.parts.iter().any(|part| is_words(part) || matches!(part, Part::Call(_)))
}

/// Reasoning stands first, then words, then calls.
fn report_order(message: &Message<'_>, writing: &mut Writing<'_>) {
    let (mut has_words, mut has_calls) = (false, false);
    for part in &message.parts {
        let is_late = match part {
            Part::Reasoning(_) => has_words || has_calls,
            Part::Opaque(it) => it.origin == NAME && (has_words || has_calls),
            Part::Text(_) | Part::Refusal(_) | Part::Media(_) if !says_words(part, message) => false,
            Part::Text(_) | Part::Refusal(_) | Part::Media(_) => {
                has_words = true;
                has_calls
            }
            Part::Call(_) => {
                has_calls = true;
                false
            }
            Part::Result(_) => false,
        };
        if is_late {
            let name = part.name();
            writing.report.add(&loss::REORDERED, part.at(), || format!("{name} now stands before what it followed"));
        }
    }
}

fn write_answer(placed: &Placed<'_, '_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let message = placed.message;
    open_message(placed, "assistant", 0, writing);
    write_content(message, writing)?;
    write_blocks(message, writing);
    write_kept(&message.extras, "thinking_token_count", writing);
    if let Some(finish) = &message.details().finish {
        write_finish(finish, message.origin == NAME, writing);
    }
    write_kept(&message.extras, "provider_data", writing);
    write_output(message.details().output.as_ref(), writing);
    write_outer(&message.extras, &["thinking_token_count", "provider_data"], writing);
    writing.out.close(b'}');
    Ok(())
}

/// The library knows five reasons, and keeps a service's own word beside them.
fn write_finish(finish: &Finish<'_>, is_own: bool, writing: &mut Writing<'_>) {
    if is_own {
        writing.out.key("finish_reason").text(&finish.reason);
        return;
    }
    let known = match finish.reason.decode().as_ref() {
        "stop" | "end_turn" | "stop_sequence" | "STOP" | "completed" => "stop",
        "max_tokens" | "length" | "MAX_TOKENS" | "max_output_tokens" => "max_tokens",
        "tool_use" | "tool_calls" => "tool_use",
        "safety"
        | "refusal"
        | "guardrail_intervened"
        | "content_filtered"
        | "content_filter"
        | "SAFETY"
        | "PROHIBITED_CONTENT"
        | "BLOCKLIST"
        | "SPII"
        | "IMAGE_SAFETY"
        | "IMAGE_PROHIBITED_CONTENT" => "safety",
        _ => "other",
    };
    writing.out.key("finish_reason").string(known);
    writing.out.key("provider_data").open(b'{');
    writing.out.key("raw_finish_reason").text(&finish.reason);
    writing.out.close(b'}');
}

fn write_call_message(placed: &Placed<'_, '_>, has_calls: bool, piece: usize, writing: &mut Writing<'_>) {
    let message = placed.message;
    open_message(placed, "tool_call", piece, writing);
    if has_calls {
        writing.out.key("tool_calls").open(b'[');
        for (place, part) in message.parts.iter().enumerate() {
            if let Part::Call(call) = part {
                write_call(call, placed, place, writing);
            }
        }
        writing.out.close(b']');
    }
    if piece == 0 {
        write_blocks(message, writing);
        drop_finish(message, "tool_call", writing);
        drop_output(message, "tool_call", writing);
        write_outer(&message.extras, &[], writing);
    }
    writing.out.close(b'}');
}

fn write_call(call: &ToolCall<'_>, placed: &Placed<'_, '_>, place: usize, writing: &mut Writing<'_>) {
    report_call(call, writing);
    writing.out.open(b'{');
    match &call.id {
        Some(id) => writing.out.key("id").text(id),
        None => match placed.links.made(placed.index, place) {
            Some(id) => writing.out.key("id").string(id),
            None => writing.out.key("id").string(&placed.ids.call(placed.index, place)),
        },
    }
    if is_kept(&call.extras, "type") {
        write_kept(&call.extras, "type", writing);
    } else {
        writing.out.key("type").string("function");
    }
    writing.out.key("function").open(b'{');
    writing.out.key("name").text(&call.name);
    writing.out.key("arguments");
    match &call.arguments {
        Arguments::Encoded(text) => writing.out.text(text),
        Arguments::Object(raw) => {
            let mut compact = Vec::with_capacity(raw.as_str().len());
            minify(raw.as_str(), &mut compact);
            writing.out.string(&String::from_utf8_lossy(&compact));
        }
    }
    write_slot(&call.extras, Slot::Function, NAME, writing);
    writing.out.close(b'}');
    write_outer(&call.extras, &["type"], writing);
    writing.out.close(b'}');
}

fn report_call(call: &ToolCall<'_>, writing: &mut Writing<'_>) {
    match call.kind {
        CallKind::Function => {}
        CallKind::Custom => writing.report.add(&loss::CUSTOM_CALL, call.at, || {
            format!("the free text for `{}` is written as the arguments of a function call", call.name.show())
        }),
        CallKind::LegacyFunction => writing
            .report
            .add(&loss::LEGACY_CALL, call.at, || format!("the old call of `{}` becomes a tool call", call.name.show())),
    }
    if let Some(cache) = call.cache.as_ref().filter(|cache| cache.is_on) {
        writing.report.add(&loss::CACHE_HINT, cache.at, || "a cache hint on a tool call is dropped".to_owned());
    }
}
