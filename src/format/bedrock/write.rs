//! The body or the list, the turns in it, and the tools.

use super::write_block::{write_blocks, write_mark};
use crate::json::Out;
use crate::lower::{Outline, OutlineRole, OutlineTool, OutlineTurn, Output};

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    if outline.is_list {
        write_turns(&outline.turns, out);
        return;
    }
    out.open(b'{');
    if !outline.request.tools.is_empty() {
        out.key("toolConfig").open(b'{');
        out.key("tools").open(b'[');
        outline.request.tools.iter().for_each(|tool| write_tool(tool, out));
        out.close(b']');
        outline.write_settings(&["toolConfig"], &[], out);
        out.close(b'}');
    }
    if !outline.system.is_empty() {
        out.key("system");
        write_blocks(&outline.system, out);
    }
    out.key("messages");
    write_turns(&outline.turns, out);
    let output = outline.request.output.as_ref().filter(|output| output.schema.is_some());
    if let Some(output) = output {
        out.key("outputConfig").open(b'{');
        write_output(output, out);
        outline.write_settings(&["outputConfig"], &[], out);
        out.close(b'}');
    }
    let written: &[&str] = if output.is_some() { &["toolConfig", "outputConfig"] } else { &["toolConfig"] };
    outline.write_settings(&[], written, out);
    out.close(b'}');
}

fn write_turns(turns: &[OutlineTurn<'_>], out: &mut Out) {
    out.open(b'[');
    for turn in turns {
        out.source(turn.at).open(b'{');
        out.quick_key("role").word(match turn.speaker {
            OutlineRole::System | OutlineRole::Developer => "system",
            OutlineRole::User | OutlineRole::Tool => "user",
            OutlineRole::Assistant => "assistant",
        });
        out.quick_key("content");
        write_blocks(&turn.blocks, out);
        out.close(b'}');
    }
    out.close(b']');
}

fn write_tool(tool: &OutlineTool<'_>, out: &mut Out) {
    if let Some(raw) = tool.raw {
        out.raw(raw);
        return;
    }
    out.source(tool.spec.at).open(b'{');
    out.key("toolSpec").open(b'{');
    out.key("name").text(&tool.name);
    // An empty one is rejected.
    if let Some(description) = tool.spec.description.as_ref().filter(|description| !description.is_empty()) {
        out.key("description").text(description);
    }
    if let Some(schema) = &tool.schema {
        out.key("inputSchema").object(|out| out.key("json").verbatim(schema));
    }
    if let Some(is_strict) = tool.strict {
        out.key("strict").bool(is_strict);
    }
    out.close(b'}');
    out.close(b'}');
    write_mark(tool.mark.as_ref(), out);
}

/// The schema is JSON in a string.
fn write_output(output: &Output<'_>, out: &mut Out) {
    let Some(schema) = &output.schema else { return };
    out.key("textFormat").open(b'{');
    out.key("type").word("json_schema");
    out.key("structure").open(b'{');
    out.key("jsonSchema").open(b'{');
    out.key("schema").string(schema);
    if let Some(name) = &output.name {
        out.key("name").text(name);
    }
    for _ in 0..3 {
        out.close(b'}');
    }
}
