//! The body around the contents: the system instruction, tools, the shape asked of the answer, kept settings.

use super::NAME;
use super::call::check_name;
use super::plan::Plan;
use super::read::CONFIG;
use super::settings::{GROUP, OWN_SCHEMA};
use super::write::{write_contents, write_system};
use crate::format::Writing;
use crate::format::shared::{drop_output, drop_tool, write_extras, write_slot};
use crate::json::Raw;
use crate::model::{Conversation, OutputRequest, Slot, ToolKind, ToolSpec};
use crate::report::{Refused, loss};

/// Tools that another service runs are reported by what this format supports.
fn is_foreign(tool: &ToolSpec<'_>) -> bool {
    tool.kind == ToolKind::Hosted && (tool.origin != NAME || tool.raw.is_none())
}

/// A bare list has no place for tools and settings.
pub(super) fn drop_around(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    for tool in conversation.tools.iter().filter(|tool| !is_foreign(tool)) {
        drop_tool(tool, writing.report);
    }
    drop_output(conversation.output.as_deref(), writing.report);
}

pub(super) fn write_body(
    conversation: &Conversation<'_>,
    plan: &Plan<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let tools: Vec<_> = conversation.tools.iter().filter(|tool| !is_foreign(tool)).collect();
    let is_config = conversation.extras.find_mark(NAME, CONFIG).is_some();
    writing.out.open(b'{');
    let write_settings = |slot: Slot, writing: &mut Writing<'_>| {
        for extra in conversation.extras.in_slot(NAME, slot) {
            // Kept because there was nothing in it.
            let is_written = (extra.key.is("systemInstruction") && !plan.system.is_empty())
                || (extra.key.is("tools") && !tools.is_empty());
            if !is_written {
                writing.extra(extra);
            }
        }
    };
    write_settings(Slot::Here, writing);
    if is_config {
        writing.out.key("config").open(b'{');
        write_settings(Slot::Config, writing);
    }
    if !plan.system.is_empty() {
        writing.out.key("systemInstruction");
        write_system(plan, writing);
    }
    if !tools.is_empty() {
        write_tools(&tools, writing)?;
    }
    if is_config {
        writing.out.close(b'}');
    }
    write_generation(conversation, writing);
    writing.out.key("contents");
    write_contents(&plan.turns, writing);
    writing.out.close(b'}');
    Ok(())
}

/// The request for output, among the settings that stood around it.
fn write_generation(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    let has_settings = conversation.extras.in_slot(NAME, Slot::Settings).next().is_some();
    let schema = conversation.output.as_deref().and_then(|output| Some((output, plan_output(output, writing)?)));
    if !has_settings && schema.is_none() {
        return;
    }
    writing.out.key("generationConfig").open(b'{');
    if let Some((output, schema)) = schema {
        writing.out.key("responseMimeType").word("application/json");
        match output.extras.find_mark(NAME, OWN_SCHEMA) {
            Some(own) => writing.out.key("responseSchema").raw(&own.value),
            None => writing.out.key("responseJsonSchema").raw(schema),
        }
    }
    write_slot(&conversation.extras, Slot::Settings, NAME, writing);
    writing.out.close(b'}');
}

/// The schema that is asked for; what else was said about it is reported.
fn plan_output<'m>(output: &'m OutputRequest<'m>, writing: &mut Writing<'_>) -> Option<&'m Raw<'m>> {
    if let Some(class) = &output.class {
        writing
            .report
            .add(&loss::OUTPUT_REQUEST, output.at, || format!("the class `{}` of the schema is dropped", class.show()));
    }
    let schema = output.schema.as_ref().filter(|schema| schema.as_str().starts_with('{'));
    if schema.is_none() {
        writing.report.add(&loss::OUTPUT_REQUEST, output.at, || "a request without a schema is dropped".to_owned());
    } else if let Some(name) = &output.name {
        writing
            .report
            .add(&loss::EXTRA_FIELD, output.at, || format!("the name `{}` of the schema is dropped", name.show()));
    }
    schema
}

fn group<'m>(tool: &'m ToolSpec<'_>) -> Option<&'m str> {
    tool.extras.find_mark(NAME, GROUP).map(|note| note.value.as_str())
}

/// Tools that stood in one object stand in one again; those of other formats share one.
fn write_tools(tools: &[&ToolSpec<'_>], writing: &mut Writing<'_>) -> Result<(), Refused> {
    writing.out.key("tools").open(b'[');
    for together in tools.chunk_by(|a, b| group(a) == group(b)) {
        writing.out.open(b'{');
        let is_function = |tool: &&&ToolSpec<'_>| tool.kind != ToolKind::Hosted;
        if together.iter().any(|tool| is_function(&tool)) {
            writing.out.key("functionDeclarations").open(b'[');
            for tool in together.iter().filter(is_function) {
                write_tool(tool, writing)?;
            }
            writing.out.close(b']');
        }
        for raw in together.iter().filter(|tool| !is_function(tool)).filter_map(|tool| tool.raw.as_ref()) {
            if let Ok(root) = writing.scratch.parse(raw.as_str()) {
                for (key, value) in root.members() {
                    writing.out.key_text(&key.text().unwrap_or_default()).verbatim(value.raw());
                }
            }
        }
        writing.out.close(b'}');
    }
    writing.out.close(b']');
    Ok(())
}

fn write_tool(tool: &ToolSpec<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    check_name(&tool.name, tool.at)?;
    writing.out.open(b'{');
    writing.out.key("name").text(&tool.name);
    if let Some(description) = &tool.description {
        writing.out.key("description").text(description);
    }
    if tool.kind == ToolKind::Custom {
        writing.report.add(&loss::CUSTOM_CALL, tool.at, || {
            format!("the free text of the tool `{}` becomes the member `input` of an object", tool.name.show())
        });
        writing
            .out
            .key("parametersJsonSchema")
            .verbatim(r#"{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}"#);
    } else if let Some(own) = tool.extras.find_mark(NAME, OWN_SCHEMA) {
        writing.out.key("parameters").raw(&own.value);
    } else if let Some(schema) = &tool.parameters {
        write_schema(tool, schema, writing);
    }
    write_extras(&tool.extras, NAME, writing);
    writing.out.close(b'}');
    Ok(())
}

/// The API wants an object with a `type`; elsewhere `{}` is enough. A tool without a schema takes nothing.
fn write_schema(tool: &ToolSpec<'_>, schema: &Raw<'_>, writing: &mut Writing<'_>) {
    let root = writing.scratch.parse(schema.as_str()).ok().filter(|_| tool.origin != NAME);
    writing.out.key("parametersJsonSchema");
    if root.is_none_or(|root| root.is_object() && root.get("type").is_some()) {
        writing.out.raw(schema);
        return;
    }
    writing.out.open(b'{');
    writing.out.key("type").word("object");
    for (key, value) in root.iter().flat_map(crate::json::Node::members) {
        writing.out.key_text(&key.text().unwrap_or_default()).verbatim(value.raw());
    }
    writing.out.close(b'}');
    writing
        .report
        .add(&loss::MADE_SCHEMA, tool.at, || format!("the type of the schema of `{}` is made up", tool.name.show()));
}
