//! The body or the list of items, the definitions of tools and the request for structured output.

use super::write_item::write_items;
use crate::json::Out;
use crate::lower::{Block, Outline, OutlineTool, Output};
use crate::model::ToolKind;

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _dialect: Option<&'static str>, out: &mut Out) {
    if outline.is_list {
        write_items(&outline.turns, out);
        return;
    }
    out.open(b'{');
    if let Some(Block::Text(text)) = outline.system.first() {
        out.key("instructions").source(text.at).text(&text.text);
    }
    out.key("input");
    write_items(&outline.turns, out);
    if !outline.request.tools.is_empty() {
        out.key("tools").open(b'[');
        outline.request.tools.iter().for_each(|tool| write_tool(tool, out));
        out.close(b']');
    }
    if let Some(output) = &outline.request.output {
        out.key("text").open(b'{');
        write_output(output, out);
        outline.write_settings(&["text"], &[], out);
        out.close(b'}');
    }
    let written: &[&str] = if outline.request.output.is_some() { &["text"] } else { &[] };
    outline.write_settings(&[], written, out);
    out.close(b'}');
}

fn write_tool(tool: &OutlineTool<'_>, out: &mut Out) {
    if let Some(raw) = tool.raw {
        out.raw(raw);
        return;
    }
    let is_custom = tool.spec.kind == ToolKind::Custom;
    out.source(tool.spec.at).open(b'{');
    out.key("type").word(if is_custom { "custom" } else { "function" });
    out.key("name").text(&tool.name);
    if let Some(description) = &tool.spec.description {
        out.key("description").text(description);
    }
    match &tool.schema {
        Some(schema) => out.key("parameters").verbatim(schema),
        // The types of the SDK want the key, and take null.
        None if !is_custom => out.key("parameters").null(),
        None => {}
    }
    if let Some(is_strict) = tool.strict {
        out.key("strict").bool(is_strict);
    }
    out.close(b'}');
}

fn write_output(output: &Output<'_>, out: &mut Out) {
    out.key("format").open(b'{');
    out.key("type").word("json_schema");
    if let Some(name) = &output.name {
        out.key("name").text(name);
    }
    if let Some(schema) = &output.schema {
        out.key("schema").verbatim(schema);
    }
    if let Some((is_strict, _)) = output.request.strict {
        out.key("strict").bool(is_strict);
    }
    out.close(b'}');
}
