//! The list of messages, fields in the library's order.

use super::write_content::{write_content, write_thinking};
use crate::json::{Out, Text};
use crate::lower::{Block, Outline, OutlineCall, OutlineRole, OutlineTurn, Output, ResultBlock};
use crate::model::Finish;

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    let last = outline.turns.len().saturating_sub(1);
    out.open(b'[');
    for (turn, index) in outline.turns.iter().zip(0..) {
        out.source(turn.at).open(b'{');
        write_turn(turn, outline.request.output.as_ref().filter(|_| index == last), out);
        out.close(b'}');
    }
    out.close(b']');
}

fn write_turn(turn: &OutlineTurn<'_>, output: Option<&Output<'_>>, out: &mut Out) {
    match turn.speaker {
        OutlineRole::System | OutlineRole::Developer => {
            open_message("system", turn, out);
            write_content(turn, out);
        }
        OutlineRole::User => {
            open_message("user", turn, out);
            write_content(turn, out);
            out.key("allow_tool_calls").bool(true);
            if let Some(output) = output {
                write_output(output, out);
            }
        }
        OutlineRole::Assistant if turn.blocks.iter().any(|block| block.as_call().is_some()) => {
            open_message("tool_call", turn, out);
            out.key("tool_calls").open(b'[');
            turn.blocks.iter().filter_map(Block::as_call).for_each(|call| write_call(call, out));
            out.close(b']');
            write_thinking(&turn.blocks, out);
        }
        OutlineRole::Assistant => {
            open_message("assistant", turn, out);
            write_content(turn, out);
            write_thinking(&turn.blocks, out);
            if let Some(finish) = turn.finish() {
                write_finish(finish, out);
            }
        }
        OutlineRole::Tool => {
            open_message("tool_result", turn, out);
            turn.blocks.iter().filter_map(Block::as_result).for_each(|result| write_result(result, out));
        }
    }
}

fn open_message(kind: &'static str, turn: &OutlineTurn<'_>, out: &mut Out) {
    out.quick_key("type").word(kind);
    out.quick_key("id").text(turn.id.as_deref().unwrap_or(&Text::Token("")));
}

fn write_output(output: &Output<'_>, out: &mut Out) {
    out.key("structured_output").object(|out| {
        if let Some(schema) = &output.schema {
            out.key("schema").verbatim(schema);
        }
        if let Some(class) = &output.request.class {
            out.key("class_ref").text(class);
        }
    });
}

/// The library has five finish reasons, and keeps the service's own one next to them.
fn write_finish(finish: &Finish<'_>, out: &mut Out) {
    out.key("finish_reason").word(match finish.reason.decode().as_ref() {
        "stop" | "end_turn" | "stop_sequence" | "STOP" | "completed" => "stop",
        "max_tokens" | "length" | "MAX_TOKENS" | "max_output_tokens" => "max_tokens",
        "tool_use" | "tool_calls" | "toolUse" | "tool-calls" | "tool_call" => "tool_use",
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
    });
    out.key("provider_data").object(|out| out.key("raw_finish_reason").text(&finish.reason));
}

fn write_call(call: &OutlineCall<'_>, out: &mut Out) {
    out.source(call.call.at).object(|out| {
        out.key("id").text(call.id.as_ref().unwrap_or(&Text::Token("")));
        out.key("type").word("function");
        out.key("function").object(|out| {
            out.key("name").text(&call.name);
            out.key("arguments").text(&call.encoded());
        });
    });
}

fn write_result(result: &ResultBlock<'_>, out: &mut Out) {
    out.key("content").joined(result.blocks.iter().filter_map(Block::as_words).map(|words| &words.text));
    if let Some(id) = &result.id {
        out.key("call_id").text(id);
    }
    if let Some(name) = &result.name {
        out.key("function_name").text(name);
    }
    if result.is_error == Some(true) {
        out.key("is_error").bool(true);
    }
}
