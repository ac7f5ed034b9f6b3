//! `toolConfig` and `outputConfig` as JSON.

use std::collections::HashSet;

use super::NAME;
use super::cache::{Marks, is_tool_point};
use super::call::check_name;
use super::plan::{Block, Plan};
use crate::format::Writing;
use crate::format::shared::write_extras;
use crate::json::{At, Node, Raw, Text};
use crate::model::{Conversation, OutputRequest, ToolKind, ToolSpec};
use crate::report::{Refused, loss};

/// Tools that another service runs are reported by what this format supports.
pub(super) fn is_foreign(tool: &ToolSpec<'_>) -> bool {
    tool.kind == ToolKind::Hosted && (tool.origin != NAME || tool.raw.is_none())
}

/// There are definitions to write; the API wants at least one.
pub(super) fn has_tools(conversation: &Conversation<'_>) -> bool {
    conversation.tools.iter().any(|tool| !is_foreign(tool))
}

/// The API refuses calls without definitions: the names that need one because there is none at all.
pub(super) fn needed_tools<'p>(conversation: &Conversation<'_>, plan: &'p Plan<'_>) -> Vec<(At, &'p Text<'p>)> {
    if has_tools(conversation) {
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut needed = Vec::new();
    for block in plan.turns.iter().flat_map(|turn| &turn.blocks) {
        if let Block::Call { call, .. } = block
            && seen.insert(call.name.decode())
        {
            needed.push((call.at, &call.name));
        }
    }
    needed
}

pub(super) fn write_tools(
    conversation: &Conversation<'_>,
    needed: &[(At, &Text<'_>)],
    marks: &mut Marks,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    for tool in conversation.tools.iter().filter(|tool| !is_foreign(tool)) {
        match (&tool.raw, tool.kind) {
            (Some(_), ToolKind::Hosted) if is_tool_point(tool) && !marks.is_point_kept() => {
                writing.report.add(&loss::TOOLS, tool.at, || "only the last four cache points are kept".to_owned());
            }
            (Some(raw), ToolKind::Hosted) => writing.out.raw(raw),
            _ => {
                write_tool(tool, writing)?;
                marks.write(tool.cache.as_deref(), writing);
            }
        }
    }
    for (at, name) in needed {
        writing
            .report
            .add(&loss::MADE_SCHEMA, *at, || format!("the definition of the tool `{}` is made up", name.show()));
        writing.out.open(b'{');
        writing.out.key("toolSpec").object(|out| {
            out.key("name").text(name);
            out.key("inputSchema").verbatim(r#"{"json":{"type":"object"}}"#);
        });
        writing.out.close(b'}');
    }
    Ok(())
}

fn write_tool(tool: &ToolSpec<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    check_name(&tool.name, tool.at)?;
    writing.out.open(b'{');
    writing.out.key("toolSpec").open(b'{');
    writing.out.key("name").text(&tool.name);
    if let Some(description) = tool.description.as_ref().filter(|description| !description.is_empty()) {
        writing.out.key("description").text(description);
    }
    writing.out.key("inputSchema").open(b'{');
    writing.out.key("json");
    if tool.kind == ToolKind::Custom {
        writing.report.add(&loss::CUSTOM_CALL, tool.at, || {
            format!("the free text of the tool `{}` becomes the member `input` of an object", tool.name.show())
        });
        writing.out.verbatim(r#"{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}"#);
    } else {
        write_schema(tool, writing);
    }
    writing.out.close(b'}');
    write_extras(&tool.extras, NAME, writing);
    writing.out.close(b'}');
    writing.out.close(b'}');
    Ok(())
}

/// The API wants an object with a `type`; elsewhere `{}` is enough.
fn write_schema(tool: &ToolSpec<'_>, writing: &mut Writing<'_>) {
    let given = tool.parameters.as_ref().map(Raw::as_str);
    let root = given.filter(|_| tool.origin != NAME).and_then(|schema| writing.scratch.parse(schema).ok());
    let is_fine = root.is_none_or(|root| root.is_object() && root.get("type").is_some());
    if let Some(schema) = given.filter(|_| is_fine) {
        writing.out.verbatim(schema);
        return;
    }
    let members = root.filter(|root| root.is_object() && !root.is_empty());
    writing.out.open(b'{');
    writing.out.key("type").word("object");
    for (key, value) in members.iter().flat_map(Node::members) {
        writing.out.key_text(&key.text().unwrap_or_default()).verbatim(value.raw());
    }
    writing.out.close(b'}');
    writing
        .report
        .add(&loss::MADE_SCHEMA, tool.at, || format!("the type of the schema of `{}` is made up", tool.name.show()));
}

/// The schema is JSON in a string.
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
    let spelled = output.extras.get(NAME, "schema").filter(|extra| extra.is_note).map(|extra| extra.value.clone());
    writing.out.key("outputConfig").open(b'{');
    writing.out.key("textFormat").open(b'{');
    writing.out.key("type").word("json_schema");
    writing.out.key("structure").open(b'{');
    writing.out.key("jsonSchema").open(b'{');
    writing.out.key("schema");
    match spelled {
        Some(spelled) => writing.out.raw(&spelled),
        None => writing.out.string(schema.as_str()),
    }
    if let Some(name) = &output.name {
        writing.out.key("name").text(name);
    }
    for extra in output.extras.of(NAME).iter().filter(|extra| !extra.is_note) {
        writing.out.key_text(&extra.key).raw(&extra.value);
    }
    for _ in 0..4 {
        writing.out.close(b'}');
    }
}
