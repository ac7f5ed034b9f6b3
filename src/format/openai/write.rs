//! The containers: what stands around the messages.

use super::NAME;
use super::dialect::Dialect;
use super::write_message::write_messages;
use crate::format::shared::{IdMaker, Links, drop_output, drop_tool, report_strict, write_extras, write_slot};
use crate::format::{Container, Writing};
use crate::json::{Raw, minify};
use crate::model::{Conversation, OutputRequest, Slot, ToolKind, ToolSpec};
use crate::report::{Refused, Report, loss};

/// The container that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    List,
    Body,
    FineTune,
    Batch,
    BatchResult,
    Preference,
    Completion,
}

impl Shape {
    fn of(conversation: &Conversation<'_>, writing: &Writing<'_>) -> Self {
        match (writing.options.dialect, writing.options.container) {
            (Some("finetune"), _) => Self::FineTune,
            (Some("batch"), _) => Self::Batch,
            (Some("preference"), _) => Self::Preference,
            (_, Container::List) => Self::List,
            (_, Container::Kept) if conversation.origin == NAME => match conversation.shape {
                "list" => Self::List,
                "batch" => Self::Batch,
                "batch-result" if conversation.messages.len() == 1 => Self::BatchResult,
                "preference" => Self::Preference,
                "completion" if conversation.messages.len() == 1 => Self::Completion,
                _ => Self::Body,
            },
            (_, Container::Body | Container::Kept) => Self::Body,
        }
    }
}

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let shape = Shape::of(conversation, writing);
    if conversation.messages.is_empty() {
        return Err(Refused::new(&loss::CANNOT_HOLD, crate::json::At::byte(0), "a list of messages must not be empty"));
    }
    check_order(conversation)?;
    if !matches!(shape, Shape::Completion | Shape::BatchResult) {
        drop_finish(conversation, writing);
    }
    let ids = IdMaker::new(conversation.source);
    match shape {
        Shape::List => {
            drop_around(conversation, writing);
            write_list(conversation, &ids, writing)
        }
        Shape::Body => write_body(conversation, &ids, writing),
        Shape::FineTune => write_finetune(conversation, &ids, writing),
        Shape::Batch => write_batch(conversation, &ids, writing),
        Shape::Preference => {
            if conversation.shape != "preference" {
                let why = "a preference line needs two answers to choose from, and a conversation has one";
                return Err(Refused::new(&loss::CANNOT_HOLD, crate::json::At::byte(0), why));
            }
            writing.out.open(b'{');
            writing.out.key("input");
            write_body(conversation, &ids, writing)?;
            write_slot(&conversation.extras, Slot::Envelope, NAME, writing);
            writing.out.close(b'}');
            Ok(())
        }
        Shape::Completion => write_completion(conversation, &ids, writing),
        Shape::BatchResult => {
            writing.out.open(b'{');
            write_slot(&conversation.extras, Slot::Envelope, NAME, writing);
            writing.out.key("response").open(b'{');
            write_slot(&conversation.extras, Slot::Response, NAME, writing);
            writing.out.key("body");
            write_completion(conversation, &ids, writing)?;
            writing.out.close(b'}');
            writing.out.close(b'}');
            Ok(())
        }
    }
}

/// Other formats let something stand between calls and their results.
fn check_order(conversation: &Conversation<'_>) -> Result<(), Refused> {
    let mut found = Report::keeping(1);
    crate::rule::check(super::rules::ORDER, conversation, true, &mut found);
    match found.kept().first() {
        Some(error) => Err(Refused::new(error.code, error.at, error.message.clone())),
        None => Ok(()),
    }
}

fn write_list(conversation: &Conversation<'_>, ids: &IdMaker<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let needs_names = Dialect::of(writing) == Dialect::Ollama;
    let links = if needs_names { Links::with_names(conversation, ids) } else { Links::of(conversation, ids) };
    links.report(conversation, writing.report);
    writing.out.open(b'[');
    write_messages(conversation, &links, writing)?;
    writing.out.close(b']');
    Ok(())
}

/// A bare list has no place for tools and settings.
fn drop_around(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    for tool in &conversation.tools {
        drop_tool(tool, writing.report);
    }
    drop_output(conversation.output.as_deref(), writing.report);
}

/// Only answers say why the model stopped.
fn drop_finish(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    for finish in conversation.messages.iter().filter_map(|message| message.details().finish.as_ref()) {
        let reason = &finish.reason;
        writing
            .report
            .add(&loss::FINISH_REASON, finish.at, || format!("the finish reason `{}` is dropped", reason.show()));
    }
}

fn write_body(conversation: &Conversation<'_>, ids: &IdMaker<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    writing.out.open(b'{');
    write_extras(&conversation.extras, NAME, writing);
    // Of an answer only the model belongs into a request.
    if let Some(model) = conversation.extras.get_in(Slot::Answer, NAME, "model") {
        writing.extra(model);
    }
    writing.out.key("messages");
    write_list(conversation, ids, writing)?;
    write_tools(conversation, writing)?;
    if let Some(output) = &conversation.output {
        write_output(output, writing);
    }
    writing.out.close(b'}');
    Ok(())
}

fn write_finetune(
    conversation: &Conversation<'_>,
    ids: &IdMaker<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let last = conversation.messages.last();
    if !last.is_some_and(|message| matches!(message.role, crate::model::Role::Assistant)) {
        let at = last.map_or_else(Default::default, |message| message.at);
        return Err(Refused::new(&loss::CANNOT_HOLD, at, "a fine-tuning line must end with an assistant message"));
    }
    drop_output(conversation.output.as_deref(), writing.report);
    writing.out.open(b'{');
    writing.out.key("messages");
    write_list(conversation, ids, writing)?;
    write_tools(conversation, writing)?;
    if let Some(parallel) = conversation.extras.get(NAME, "parallel_tool_calls") {
        writing.extra(parallel);
    }
    writing.out.close(b'}');
    Ok(())
}

fn write_batch(conversation: &Conversation<'_>, ids: &IdMaker<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let is_kept = conversation.origin == NAME && conversation.shape == "batch";
    writing.out.open(b'{');
    if is_kept {
        write_slot(&conversation.extras, Slot::Envelope, NAME, writing);
    } else {
        match &conversation.id {
            Some(id) => writing.out.key("custom_id").text(id),
            None => writing.out.key("custom_id").string(&ids.message(0, 0)),
        }
        writing.out.key("method").string("POST");
        writing.out.key("url").string("/v1/chat/completions");
    }
    writing.out.key("body");
    write_body(conversation, ids, writing)?;
    writing.out.close(b'}');
    Ok(())
}

fn write_completion(
    conversation: &Conversation<'_>,
    ids: &IdMaker<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let links = Links::of(conversation, ids);
    writing.out.open(b'{');
    write_slot(&conversation.extras, Slot::Answer, NAME, writing);
    writing.out.key("choices").open(b'[');
    if let Some(message) = conversation.messages.first() {
        writing.out.open(b'{');
        if message.extras.get_in(Slot::Choice, NAME, "index").is_none() {
            writing.out.key("index").verbatim("0");
        }
        writing.out.key("message");
        write_messages(conversation, &links, writing)?;
        if let Some(finish) = &message.details().finish {
            writing.out.key("finish_reason").text(&finish.reason);
        }
        write_slot(&message.extras, Slot::Choice, NAME, writing);
        writing.out.close(b'}');
    }
    for other in conversation.extras.in_slot(NAME, Slot::Choices) {
        writing.out.raw(&other.value);
        writing.place(other);
    }
    writing.out.close(b']');
    writing.out.close(b'}');
    Ok(())
}

fn write_tools(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    for (key, is_legacy) in [("tools", false), ("functions", true)] {
        let mut is_open = false;
        for tool in &conversation.tools {
            let is_foreign = tool.kind == ToolKind::Hosted && tool.origin != NAME;
            if (tool.kind == ToolKind::LegacyFunction) != is_legacy || is_foreign {
                continue;
            }
            if !is_open {
                writing.out.key(key).open(b'[');
                is_open = true;
            }
            write_tool(tool, writing)?;
        }
        if is_open {
            writing.out.close(b']');
        }
    }
    Ok(())
}

fn write_tool(tool: &ToolSpec<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if let (ToolKind::Hosted, Some(raw)) = (tool.kind, &tool.raw) {
        writing.out.raw(raw);
        return Ok(());
    }
    super::write_call::check_tool_name(&tool.name, tool.at)?;
    if let Some(cache) = tool.cache.as_ref().filter(|cache| cache.is_on) {
        writing.report.add(&loss::CACHE_HINT, cache.at, || "a cache hint on a tool definition is dropped".to_owned());
    }
    writing.out.open(b'{');
    if tool.kind != ToolKind::LegacyFunction {
        let kind = if tool.kind == ToolKind::Custom { "custom" } else { "function" };
        writing.out.key("type").string(kind);
        writing.out.key(kind).open(b'{');
    }
    writing.out.key("name").text(&tool.name);
    if let Some(description) = &tool.description {
        writing.out.key("description").text(description);
    }
    if let Some(parameters) = &tool.parameters {
        writing.out.key("parameters").raw(parameters);
    }
    // Not being strict is what this API takes for granted.
    if let Some((is_strict, _)) = tool.strict.filter(|(is_strict, _)| *is_strict || tool.origin == NAME) {
        writing.out.key("strict").bool(is_strict);
    }
    if tool.kind != ToolKind::LegacyFunction {
        write_slot(&tool.extras, Slot::Function, NAME, writing);
        writing.out.close(b'}');
    }
    write_extras(&tool.extras, NAME, writing);
    writing.out.close(b'}');
    Ok(())
}

fn write_output(output: &OutputRequest<'_>, writing: &mut Writing<'_>) {
    if let Some(class) = &output.class {
        writing
            .report
            .add(&loss::OUTPUT_REQUEST, output.at, || format!("the class `{}` of the schema is dropped", class.show()));
    }
    if let (Dialect::Ollama, Some(schema)) = (Dialect::of(writing), &output.schema) {
        if let Some(name) = &output.name {
            writing
                .report
                .add(&loss::EXTRA_FIELD, output.at, || format!("the name `{}` of the schema is dropped", name.show()));
        }
        if let Some(at) = output.strict_at() {
            report_strict(at, writing.report);
        }
        writing.out.key("format").raw(schema);
        return;
    }
    writing.out.key("response_format").open(b'{');
    writing.out.key("type").string("json_schema");
    writing.out.key("json_schema").open(b'{');
    match &output.name {
        Some(name) => writing.out.key("name").text(name),
        None if output.extras.get(NAME, "name").is_some() => {}
        None => {
            writing.report.add(&loss::MADE_NAME, output.at, || "the schema name `output` is made up".to_owned());
            writing.out.key("name").string("output");
        }
    }
    if let Some(schema) = &output.schema {
        writing.out.key("schema").raw(schema);
    }
    if let Some((is_strict, _)) = output.strict {
        writing.out.key("strict").bool(is_strict);
    }
    write_extras(&output.extras, NAME, writing);
    writing.out.close(b'}');
    writing.out.close(b'}');
}

/// The JSON text of a value as a JSON string: what `arguments` holds.
pub(super) fn write_encoded(raw: &Raw<'_>, writing: &mut Writing<'_>) {
    let mut compact = Vec::with_capacity(raw.as_str().len());
    minify(raw.as_str(), &mut compact);
    writing.out.string(&String::from_utf8_lossy(&compact));
}
