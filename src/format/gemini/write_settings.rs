//! The body around the contents: the system instruction, tools, the shape asked of the answer, kept settings.

use super::NAME;
use super::call::check_name;
use super::plan::Plan;
use super::read::CONFIG;
use super::settings::{GENERATION, GROUP, OWN_SCHEMA};
use super::write::{write_contents, write_system};
use crate::format::Writing;
use crate::format::shared::drop_fields;
use crate::json::Raw;
use crate::model::{Conversation, OutputRequest, ToolKind, ToolSpec};
use crate::report::{Refused, loss};

/// Tools that another service runs are reported by what this format supports.
fn is_foreign(tool: &ToolSpec<'_>) -> bool {
    tool.kind == ToolKind::Hosted && (tool.origin != NAME || tool.raw.is_none())
}

/// A bare list has no place for tools and settings.
pub(super) fn drop_around(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    for tool in conversation.tools.iter().filter(|tool| !is_foreign(tool)) {
        writing.report.add(&loss::TOOLS, tool.at, || format!("the definition of `{}` is dropped", tool.name.show()));
    }
    if let Some(output) = &conversation.output {
        writing.report.add(&loss::OUTPUT_REQUEST, output.at, || "the structured-output request is dropped".to_owned());
    }
    drop_fields(&conversation.extras, NAME, writing, |key| key != CONFIG);
}

pub(super) fn write_body(
    conversation: &Conversation<'_>,
    plan: &Plan<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let tools: Vec<_> = conversation.tools.iter().filter(|tool| !is_foreign(tool)).collect();
    let is_config = conversation.extras.get(NAME, CONFIG).is_some();
    // What was kept because there was nothing in it, and what belongs to a response.
    let is_setting = |key: &str| match key {
        "systemInstruction" => plan.system.is_empty(),
        "tools" => tools.is_empty(),
        CONFIG => false,
        _ => conversation.shape != "response",
    };
    drop_fields(&conversation.extras, NAME, writing, |key| key != CONFIG && !is_setting(key));
    writing.out.open(b'{');
    let mut open = Inside::Body;
    for extra in conversation.extras.of(NAME) {
        let key = extra.key.spelling();
        if is_setting(&key) && Inside::of(&key, is_config) == Inside::Body {
            writing.out.key_text(&extra.key).raw(&extra.value);
        }
    }
    if is_config {
        writing.out.key("config").open(b'{');
        open = Inside::Config;
        for extra in conversation.extras.of(NAME) {
            let key = extra.key.spelling();
            if is_setting(&key) && Inside::of(&key, true) == Inside::Config {
                writing.out.key(key.strip_prefix(CONFIG).unwrap_or(&key)).raw(&extra.value);
            }
        }
    }
    if !plan.system.is_empty() {
        writing.out.key("systemInstruction");
        write_system(plan, writing);
    }
    if !tools.is_empty() {
        write_tools(&tools, writing)?;
    }
    if open == Inside::Config {
        writing.out.close(b'}');
    }
    write_generation(conversation, writing);
    writing.out.key("contents");
    write_contents(&plan.turns, writing);
    writing.out.close(b'}');
    Ok(())
}

/// Where a kept field stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    Body,
    Config,
    Generation,
}

impl Inside {
    fn of(key: &str, is_config: bool) -> Self {
        match key {
            "systemInstruction" | "tools" if is_config => Self::Config,
            key if is_config && key.starts_with(CONFIG) => Self::Config,
            key if key.starts_with(GENERATION) => Self::Generation,
            _ => Self::Body,
        }
    }
}

/// The request for output, among the settings that stood around it.
fn write_generation(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    let around = conversation.extras.of(NAME).iter().filter(|extra| extra.key.spelling().starts_with(GENERATION));
    let around: Vec<_> = around.filter(|_| conversation.shape != "response").collect();
    let schema = conversation.output.as_deref().and_then(|output| Some((output, plan_output(output, writing)?)));
    if around.is_empty() && schema.is_none() {
        return;
    }
    writing.out.key("generationConfig").open(b'{');
    if let Some((output, schema)) = schema {
        writing.out.key("responseMimeType").word("application/json");
        match output.extras.get(NAME, OWN_SCHEMA) {
            Some(own) => writing.out.key("responseSchema").raw(&own.value),
            None => writing.out.key("responseJsonSchema").raw(schema),
        }
    }
    for extra in around {
        let key = extra.key.spelling();
        writing.out.key(key.strip_prefix(GENERATION).unwrap_or_default()).raw(&extra.value);
    }
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
    tool.extras.get(NAME, GROUP).map(|note| note.value.as_str())
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
    } else if let Some(own) = tool.extras.get(NAME, OWN_SCHEMA) {
        writing.out.key("parameters").raw(&own.value);
    } else if let Some(schema) = &tool.parameters {
        write_schema(tool, schema, writing);
    }
    for extra in tool.extras.of(NAME).iter().filter(|extra| !extra.is_note) {
        writing.out.key_text(&extra.key).raw(&extra.value);
    }
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
