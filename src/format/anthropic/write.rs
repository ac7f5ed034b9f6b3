//! The containers: what stands around the messages.

use super::NAME;
use super::cache::Marks;
use super::call::check_name;
use super::order::arrange;
use super::plan::{Plan, Speaker, Turn};
use super::write_block::write_content;
use crate::format::Writing;
use crate::format::shared::{IdMaker, Links, Shape, drop_fields, write_extras};
use crate::model::{Conversation, Form, OutputRequest, ToolKind, ToolSpec};
use crate::report::{Refused, loss};

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let shape = Shape::of(conversation, NAME, writing);
    let ids = IdMaker::new(conversation.source);
    let links = Links::of(conversation, &ids).without_repeats(conversation);
    links.report(conversation, writing.report);
    let mut plan = Plan::of(conversation, &links, writing)?;
    if shape == Shape::Response {
        write_response(conversation, &plan, writing);
        return Ok(());
    }
    for finish in conversation.messages.iter().filter_map(|message| message.details().finish.as_ref()) {
        let reason = &finish.reason;
        writing
            .report
            .add(&loss::FINISH_REASON, finish.at, || format!("the finish reason `{}` is dropped", reason.show()));
    }
    plan.turns = arrange(std::mem::take(&mut plan.turns), writing)?;
    if shape == Shape::List {
        if let Some(block) = plan.system.first() {
            let why = "a list of anthropic messages may not begin with a system message; write the body instead";
            return Err(Refused::new(&loss::CANNOT_HOLD, block.at(), why));
        }
        drop_around(conversation, writing);
        let mut marks = Marks::of(conversation, &plan, false);
        write_turns(&plan.turns, &mut marks, writing);
        return Ok(());
    }
    write_body(conversation, &plan, writing)
}

/// A bare list has no place for tools and settings.
fn drop_around(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    for tool in conversation.tools.iter().filter(|tool| !is_foreign(tool)) {
        writing.report.add(&loss::TOOLS, tool.at, || format!("the definition of `{}` is dropped", tool.name.show()));
    }
    if let Some(output) = &conversation.output {
        writing.report.add(&loss::OUTPUT_REQUEST, output.at, || "the structured-output request is dropped".to_owned());
    }
    drop_fields(&conversation.extras, NAME, writing, |_| true);
}

fn write_body(conversation: &Conversation<'_>, plan: &Plan<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let has_tools = conversation.tools.iter().any(|tool| !is_foreign(tool));
    let is_setting = |key: &str| match key {
        // Kept only where there was nothing in them.
        "system" => plan.system.is_empty(),
        "tools" => !has_tools,
        // Of a response only the model belongs into a request.
        _ => conversation.shape != "response" || key == "model",
    };
    let version = match writing.options.dialect {
        Some("bedrock") => Some("bedrock-2023-05-31"),
        Some("vertex") => Some("vertex-2023-10-16"),
        _ => None,
    };
    // There the address names the model, and the version is the platform's.
    let is_setting =
        |key: &str| is_setting(key) && (version.is_none() || !matches!(key, "model" | "anthropic_version"));
    let given = conversation.extras.get(NAME, "anthropic_version").map(|extra| extra.value.as_str().trim_matches('"'));
    let is_same = version.is_some() && given == version;
    drop_fields(&conversation.extras, NAME, writing, |key| {
        !(is_setting(key) || (is_same && key == "anthropic_version"))
    });
    let mut marks = Marks::of(conversation, plan, true);
    writing.out.open(b'{');
    if let Some(version) = version {
        writing.out.key("anthropic_version").word(version);
    }
    for extra in conversation.extras.of(NAME).iter().filter(|extra| is_setting(&extra.key.decode())) {
        writing.out.key_text(&extra.key).raw(&extra.value);
    }
    if has_tools {
        writing.out.key("tools").open(b'[');
        for tool in conversation.tools.iter().filter(|tool| !is_foreign(tool)) {
            write_tool(tool, &mut marks, writing)?;
        }
        writing.out.close(b']');
    }
    if !plan.system.is_empty() {
        writing.out.key("system");
        write_content(&plan.system, plan.is_system_list, &mut marks, writing);
    }
    writing.out.key("messages");
    write_turns(&plan.turns, &mut marks, writing);
    if let Some(output) = &conversation.output {
        write_output(output, writing);
    }
    writing.out.close(b'}');
    Ok(())
}

fn write_turns(turns: &[Turn<'_>], marks: &mut Marks, writing: &mut Writing<'_>) {
    writing.out.open(b'[');
    for turn in turns {
        writing.out.open(b'{');
        writing.out.quick_key("role").word(match turn.speaker {
            Speaker::System => "system",
            Speaker::User => "user",
            Speaker::Assistant => "assistant",
        });
        writing.out.quick_key("content");
        write_content(&turn.blocks, turn.form == Form::Parts, marks, writing);
        write_extras(turn.extras, NAME, writing);
        writing.out.close(b'}');
    }
    writing.out.close(b']');
}

fn write_response(conversation: &Conversation<'_>, plan: &Plan<'_>, writing: &mut Writing<'_>) {
    let mut marks = Marks::of(conversation, plan, false);
    writing.out.open(b'{');
    writing.out.key("type").word("message");
    writing.out.key("role").word("assistant");
    write_extras(&conversation.extras, NAME, writing);
    writing.out.key("content");
    let blocks = plan.turns.first().map(|turn| turn.blocks.as_slice()).unwrap_or_default();
    write_content(blocks, true, &mut marks, writing);
    for message in &conversation.messages {
        if let Some(finish) = &message.details().finish {
            writing.out.key("stop_reason").text(&finish.reason);
        }
    }
    writing.out.close(b'}');
}

/// Tools that another service runs are reported by what this format supports.
fn is_foreign(tool: &ToolSpec<'_>) -> bool {
    tool.kind == ToolKind::Hosted && (tool.origin != NAME || tool.raw.is_none())
}

fn write_tool(tool: &ToolSpec<'_>, marks: &mut Marks, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if let (ToolKind::Hosted, Some(raw)) = (tool.kind, &tool.raw) {
        writing.out.raw(raw);
        return Ok(());
    }
    check_name(&tool.name, tool.at)?;
    writing.out.open(b'{');
    writing.out.key("name").text(&tool.name);
    if let Some(description) = &tool.description {
        writing.out.key("description").text(description);
    }
    writing.out.key("input_schema");
    if tool.kind == ToolKind::Custom {
        writing.report.add(&loss::CUSTOM_CALL, tool.at, || {
            format!("the free text of the tool `{}` becomes the member `input` of an object", tool.name.show())
        });
        writing.out.verbatim(r#"{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}"#);
    } else {
        write_schema(tool, writing);
    }
    marks.write(tool.cache.as_deref(), writing);
    write_extras(&tool.extras, NAME, writing);
    writing.out.close(b'}');
    Ok(())
}

/// The API wants an object with a `type`; elsewhere `{}` is enough.
fn write_schema(tool: &ToolSpec<'_>, writing: &mut Writing<'_>) {
    let given = tool.parameters.as_ref().map(crate::json::Raw::as_str);
    let root = given.filter(|_| tool.origin != NAME).and_then(|schema| writing.scratch.parse(schema).ok());
    let is_fine = root.is_none_or(|root| root.is_object() && root.get("type").is_some());
    if let Some(schema) = given.filter(|_| is_fine) {
        writing.out.verbatim(schema);
        return;
    }
    let members = root.filter(|root| root.is_object() && !root.is_empty());
    writing.out.open(b'{');
    writing.out.key("type").word("object");
    for (key, value) in members.iter().flat_map(crate::json::Node::members) {
        writing.out.key_text(&key.text().unwrap_or_default()).verbatim(value.raw());
    }
    writing.out.close(b'}');
    writing
        .report
        .add(&loss::MADE_SCHEMA, tool.at, || format!("the type of the schema of `{}` is made up", tool.name.show()));
}

fn write_output(output: &OutputRequest<'_>, writing: &mut Writing<'_>) {
    if let Some(class) = &output.class {
        writing
            .report
            .add(&loss::OUTPUT_REQUEST, output.at, || format!("the class `{}` of the schema is dropped", class.show()));
    }
    let Some(schema) = &output.schema else {
        writing.report.add(&loss::OUTPUT_REQUEST, output.at, || "a request without a schema is dropped".to_owned());
        return;
    };
    if let Some(name) = &output.name {
        writing
            .report
            .add(&loss::EXTRA_FIELD, output.at, || format!("the name `{}` of the schema is dropped", name.show()));
    }
    writing.out.key("output_config").open(b'{');
    writing.out.key("format").open(b'{');
    writing.out.key("type").word("json_schema");
    writing.out.key("schema").raw(schema);
    writing.out.close(b'}');
    writing.out.close(b'}');
}
