//! Writes the body or the list, the contents in it, and the fields outside them.

use super::write_part::write_parts;
use crate::json::Out;
use crate::lower::{Outline, OutlineRole, OutlineTool, OutlineTurn};

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    if outline.is_list {
        write_contents(&outline.turns, out);
        return;
    }
    out.open(b'{');
    if !outline.system.is_empty() {
        out.key("systemInstruction").open(b'{');
        out.key("parts");
        write_parts(&outline.system, out);
        out.close(b'}');
    }
    if !outline.request.tools.is_empty() {
        write_tools(&outline.request.tools, out);
    }
    let schema = outline.request.output.as_ref().and_then(|output| output.schema.as_deref());
    if let Some(schema) = schema {
        out.key("generationConfig").object(|out| {
            out.key("responseMimeType").word("application/json");
            out.key("responseJsonSchema").verbatim(schema);
            outline.write_settings(&["generationConfig"], &[], out);
        });
    }
    let written: &[&str] = if schema.is_some() { &["generationConfig"] } else { &[] };
    outline.write_settings(&[], written, out);
    out.key("contents");
    write_contents(&outline.turns, out);
    out.close(b'}');
}

fn write_contents(turns: &[OutlineTurn<'_>], out: &mut Out) {
    out.open(b'[');
    for turn in turns {
        out.source(turn.at).open(b'{');
        out.quick_key("role").word(match turn.speaker {
            OutlineRole::Assistant => "model",
            OutlineRole::System | OutlineRole::Developer | OutlineRole::User | OutlineRole::Tool => "user",
        });
        out.quick_key("parts");
        write_parts(&turn.blocks, out);
        out.close(b'}');
    }
    out.close(b']');
}

/// All functions in one object.
fn write_tools(tools: &[OutlineTool<'_>], out: &mut Out) {
    out.key("tools").open(b'[');
    out.open(b'{');
    out.key("functionDeclarations").open(b'[');
    for tool in tools {
        out.source(tool.spec.at).open(b'{');
        out.key("name").text(&tool.name);
        if let Some(description) = &tool.spec.description {
            out.key("description").text(description);
        }
        if let Some(schema) = &tool.schema {
            out.key("parametersJsonSchema").verbatim(schema);
        }
        out.close(b'}');
    }
    out.close(b']');
    out.close(b'}');
    out.close(b']');
}
