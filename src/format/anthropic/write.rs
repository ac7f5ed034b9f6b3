//! The body or the list, and the turns in it.

use super::NAME;
use super::write_block::write_content;
use crate::json::Out;
use crate::lower::{Outline, OutlineRole, OutlineTool, OutlineTurn, Output};
use crate::model::Slot;

/// Prints a conversation. `dialect`: the platform of the body.
pub(super) fn print(outline: &Outline<'_>, dialect: Option<&'static str>, out: &mut Out) {
    if outline.is_list {
        write_turns(&outline.turns, out);
        return;
    }
    out.open(b'{');
    // There the address names the model, and the version is the platform's.
    match dialect {
        Some("bedrock") => out.key("anthropic_version").word("bedrock-2023-05-31"),
        Some("vertex") => out.key("anthropic_version").word("vertex-2023-10-16"),
        _ => {}
    }
    for extra in &outline.record.fields {
        out.key_text(&extra.key).raw(&extra.value);
    }
    if !outline.request.tools.is_empty() {
        out.key("tools").open(b'[');
        outline.request.tools.iter().for_each(|tool| write_tool(tool, out));
        out.close(b']');
    }
    if let Some(first) = outline.system.first() {
        out.key("system").source(first.at());
        write_content(&outline.system, outline.is_system_list, out);
    }
    out.key("messages");
    write_turns(&outline.turns, out);
    let output = outline.request.output.as_ref().filter(|output| output.schema.is_some());
    if let Some(output) = output {
        out.key("output_config").open(b'{');
        write_output(output, out);
        outline.write_settings(&["output_config"], &[], out);
        out.close(b'}');
    }
    let written: &[&str] = if output.is_some() { &["output_config"] } else { &[] };
    outline.write_settings(&[], written, out);
    out.close(b'}');
}

fn write_turns(turns: &[OutlineTurn<'_>], out: &mut Out) {
    out.open(b'[');
    for turn in turns {
        let (role, beginning) = match turn.speaker {
            OutlineRole::System | OutlineRole::Developer => ("system", r#"{"role":"system","content":"#),
            OutlineRole::User | OutlineRole::Tool => ("user", r#"{"role":"user","content":"#),
            OutlineRole::Assistant => ("assistant", r#"{"role":"assistant","content":"#),
        };
        if !out.source(turn.at).open_compact(beginning) {
            out.open(b'{');
            out.key("role").word(role);
            out.key("content");
        }
        write_content(&turn.blocks, turn.is_list, out);
        turn.extras.write(Slot::Here, NAME, out);
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
    out.key("name").text(&tool.name);
    if let Some(description) = &tool.spec.description {
        out.key("description").text(description);
    }
    if let Some(schema) = &tool.schema {
        out.key("input_schema").verbatim(schema);
    }
    super::write_block::write_mark(tool.mark.as_ref(), out);
    if let Some(is_strict) = tool.strict {
        out.key("strict").bool(is_strict);
    }
    tool.spec.extras.write(Slot::Here, NAME, out);
    out.close(b'}');
}

fn write_output(output: &Output<'_>, out: &mut Out) {
    let Some(schema) = &output.schema else { return };
    out.key("format").open(b'{');
    out.key("type").word("json_schema");
    out.key("schema").verbatim(schema);
    out.close(b'}');
    output.request.extras.write(Slot::Settings, NAME, out);
}
