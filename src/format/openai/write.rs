//! Writes the containers: the fields outside the messages.

use super::NAME;
use super::dialect::OpenAiDialect;
use super::write_message::write_messages;
use crate::json::Out;
use crate::lower::{Outline, OutlineTool, OutlineTurn, Output};
use crate::model::{Extra, Slot, ToolKind};

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, name: Option<&'static str>, out: &mut Out) {
    let dialect = OpenAiDialect::of(name);
    if outline.is_list {
        write_messages(&outline.turns, dialect, out);
        return;
    }
    out.open(b'{');
    match name {
        Some("finetune") => {
            write_messages_and_tools(outline, &outline.turns, dialect, out);
            write_fields(outline, |_| true, out);
        }
        Some("batch") => {
            if outline.conversation.origin == NAME && outline.conversation.source.shape == "batch" {
                write_fields(outline, is_around, out);
            } else {
                out.key("custom_id");
                outline.record.id.iter().for_each(|id| out.text(id));
                out.key("method").word("POST");
                out.key("url").word("/v1/chat/completions");
            }
            out.key("body").object(|out| write_body(outline, &outline.turns, dialect, out));
        }
        Some("preference") => {
            let (prompt, answer) = outline.prompt_and_answer();
            out.key("input").object(|out| write_body(outline, prompt, dialect, out));
            write_messages(answer, dialect, out.key("preferred_output"));
            for other in &outline.answers.others {
                write_messages(other, dialect, out.key("non_preferred_output"));
            }
            write_fields(outline, is_around, out);
        }
        _ => write_body(outline, &outline.turns, dialect, out),
    }
    out.close(b'}');
}

/// A field of the line around a body.
fn is_around(extra: &Extra<'_>) -> bool {
    extra.slot == Slot::Envelope
}

fn write_fields(outline: &Outline<'_>, is_here: fn(&Extra<'_>) -> bool, out: &mut Out) {
    for extra in outline.record.fields.iter().filter(|extra| is_here(extra)) {
        out.key_text(&extra.key).raw(&extra.value);
    }
}

/// The members of a request.
fn write_body(outline: &Outline<'_>, turns: &[OutlineTurn<'_>], dialect: OpenAiDialect, out: &mut Out) {
    write_fields(outline, |extra| !is_around(extra), out);
    write_messages_and_tools(outline, turns, dialect, out);
    if let Some(output) = &outline.request.output {
        write_output(output, dialect, out);
    }
    outline.write_settings(&[], &[], out);
}

fn write_messages_and_tools(outline: &Outline<'_>, turns: &[OutlineTurn<'_>], dialect: OpenAiDialect, out: &mut Out) {
    out.quick_key("messages");
    write_messages(turns, dialect, out);
    write_tool_list(outline, dialect, out);
}

/// The tools, and functions of the older kind.
pub(in crate::format) fn write_tool_list(outline: &Outline<'_>, dialect: OpenAiDialect, out: &mut Out) {
    let has_legacy = matches!(dialect, OpenAiDialect::Plain | OpenAiDialect::LiteLlm);
    for (key, is_legacy) in [("tools", false), ("functions", true)] {
        let is_listed =
            |tool: &&OutlineTool<'_>| (has_legacy && tool.spec.kind == ToolKind::LegacyFunction) == is_legacy;
        if outline.request.tools.iter().any(|tool| is_listed(&tool)) {
            out.key(key).open(b'[');
            outline.request.tools.iter().filter(is_listed).for_each(|tool| write_tool(tool, has_legacy, out));
            out.close(b']');
        }
    }
}

fn write_tool(tool: &OutlineTool<'_>, has_legacy: bool, out: &mut Out) {
    if let Some(raw) = tool.raw {
        out.raw(raw);
        return;
    }
    let kind = match tool.spec.kind {
        ToolKind::LegacyFunction if has_legacy => None,
        // One with a schema became a function.
        ToolKind::Custom if tool.schema.is_none() => Some("custom"),
        ToolKind::LegacyFunction | ToolKind::Custom | ToolKind::Function | ToolKind::Hosted => Some("function"),
    };
    let has_extras = tool.spec.kind != ToolKind::Custom || tool.schema.is_none();
    out.source(tool.spec.at).open(b'{');
    if let Some(kind) = kind {
        out.key("type").word(kind);
        out.key(kind).open(b'{');
    }
    out.key("name").text(&tool.name);
    if let Some(description) = &tool.spec.description {
        out.key("description").text(description);
    }
    if let Some(schema) = &tool.schema {
        out.key("parameters").verbatim(schema);
    }
    // Not being strict is what this API takes for granted; so it is only said where it was said here before.
    let own = tool.spec.strict.filter(|_| tool.spec.origin == NAME).map(|(is_strict, _)| is_strict);
    if let Some(is_strict) = tool.strict.or(own) {
        out.key("strict").bool(is_strict);
    }
    let was_bare = tool.spec.kind == ToolKind::LegacyFunction;
    if kind.is_some() {
        if has_extras {
            tool.spec.extras.write(if was_bare { Slot::Here } else { Slot::Function }, NAME, out);
        }
        out.close(b'}');
    }
    if has_extras && !(was_bare && kind.is_some()) {
        tool.spec.extras.write(Slot::Here, NAME, out);
    }
    out.close(b'}');
}

fn write_output(output: &Output<'_>, dialect: OpenAiDialect, out: &mut Out) {
    if let (OpenAiDialect::Ollama, Some(schema)) = (dialect, &output.schema) {
        out.key("format").verbatim(schema);
        return;
    }
    out.key("response_format").open(b'{');
    out.key("type").word("json_schema");
    out.key("json_schema").open(b'{');
    if let Some(name) = output.name.as_ref().filter(|_| output.request.extras.get(NAME, "name").is_none()) {
        out.key("name").text(name);
    }
    if let Some(schema) = &output.schema {
        out.key("schema").verbatim(schema);
    }
    if let Some((is_strict, _)) = output.request.strict {
        out.key("strict").bool(is_strict);
    }
    output.request.extras.write(Slot::Here, NAME, out);
    out.close(b'}');
    out.close(b'}');
}
