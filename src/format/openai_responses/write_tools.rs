//! Tool definitions and the request for structured output.

use super::NAME;
use super::keep::{ABSENT, find_mark, write_inner, write_outer};
use crate::format::Writing;
use crate::json::{At, Text};
use crate::model::{Conversation, OutputRequest, ToolKind, ToolSpec};
use crate::report::{Refused, loss};

/// Tools that another service runs are reported by what this format supports.
pub(super) fn is_foreign(tool: &ToolSpec<'_>) -> bool {
    tool.kind == ToolKind::Hosted && (tool.origin != NAME || tool.raw.is_none())
}

/// `^[a-zA-Z0-9_-]{1,128}$`
pub(super) fn is_good_name(name: &Text<'_>) -> bool {
    let name = name.decode();
    let is_good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    !name.is_empty() && name.len() <= 128 && name.chars().all(is_good)
}

/// Nobody can rename a tool behind its user's back.
pub(super) fn check_name(name: &Text<'_>, at: At) -> Result<(), Refused> {
    if is_good_name(name) {
        return Ok(());
    }
    let message =
        format!("{NAME} refuses the tool name `{}`: letters, digits, `_` and `-` only, at most 128", name.show());
    Err(Refused::new(&loss::CANNOT_HOLD, at, message))
}

pub(super) fn write_tools(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let mut tools = conversation.tools.iter().filter(|tool| !is_foreign(tool)).peekable();
    if tools.peek().is_none() {
        return Ok(());
    }
    writing.out.key("tools").open(b'[');
    for tool in tools {
        write_tool(tool, writing)?;
    }
    writing.out.close(b']');
    Ok(())
}

fn write_tool(tool: &ToolSpec<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if let (ToolKind::Hosted, Some(raw)) = (tool.kind, &tool.raw) {
        writing.out.raw(raw);
        return Ok(());
    }
    check_name(&tool.name, tool.at)?;
    if let Some(cache) = tool.cache.as_ref().filter(|cache| cache.is_on) {
        writing.report.add(&loss::CACHE_HINT, cache.at, || "a cache hint on a tool definition is dropped".to_owned());
    }
    let is_own = tool.origin == NAME;
    let is_custom = tool.kind == ToolKind::Custom;
    writing.out.open(b'{');
    if find_mark(&tool.extras, ABSENT).is_none() {
        writing.out.key("type").word(if is_custom { "custom" } else { "function" });
    }
    writing.out.key("name").text(&tool.name);
    if let Some(description) = &tool.description {
        writing.out.key("description").text(description);
    }
    match &tool.parameters {
        Some(parameters) => writing.out.key("parameters").raw(parameters),
        // The types of the SDK want the key, and take null.
        None if !is_own && !is_custom => writing.out.key("parameters").null(),
        None => {}
    }
    write_inner(&tool.extras, writing);
    // Without it this API would be stricter than the others are.
    if !is_own && !is_custom {
        writing.out.key("strict").bool(false);
    }
    writing.out.close(b'}');
    Ok(())
}

pub(super) fn write_output(output: &OutputRequest<'_>, writing: &mut Writing<'_>) {
    if let Some(class) = &output.class {
        writing
            .report
            .add(&loss::OUTPUT_REQUEST, output.at, || format!("the class `{}` of the schema is dropped", class.show()));
    }
    let Some(schema) = &output.schema else {
        writing.report.add(&loss::OUTPUT_REQUEST, output.at, || "a request without a schema is dropped".to_owned());
        return;
    };
    writing.out.key("text").open(b'{');
    writing.out.key("format").open(b'{');
    writing.out.key("type").word("json_schema");
    match &output.name {
        Some(name) => writing.out.key("name").text(name),
        None if super::keep::field(&output.extras, "name").is_some() => {}
        None => {
            writing.report.add(&loss::MADE_NAME, output.at, || "the schema name `output` is made up".to_owned());
            writing.out.key("name").word("output");
        }
    }
    writing.out.key("schema").raw(schema);
    write_inner(&output.extras, writing);
    writing.out.close(b'}');
    write_outer(&output.extras, writing);
    writing.out.close(b'}');
}
