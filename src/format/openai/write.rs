//! The containers: what stands around the messages.

use super::NAME;
use super::dialect::Dialect;
use super::write_message::write_messages;
use crate::format::shared::{IdMaker, Links, drop_fields, write_extras};
use crate::format::{Container, Writing};
use crate::json::{Raw, minify};
use crate::model::{Conversation, OutputRequest, ToolKind, ToolSpec};
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
                "batch-result" => Self::BatchResult,
                "preference" => Self::Preference,
                "completion" => Self::Completion,
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
            write_body_with(conversation, &ids, writing, |key| !key.ends_with("preferred_output"))?;
            write_fields(conversation, writing, |key| key.ends_with("preferred_output").then_some(key));
            writing.out.close(b'}');
            Ok(())
        }
        Shape::Completion => write_completion(conversation, &ids, writing, |key| (key != "choices").then_some(key)),
        Shape::BatchResult => {
            writing.out.open(b'{');
            write_fields(conversation, writing, |key| key.strip_prefix("line."));
            writing.out.key("response").open(b'{');
            write_fields(conversation, writing, |key| key.strip_prefix("response."));
            writing.out.key("body");
            let is_inner = |key: &'static str| move |found: &str| found.starts_with(key);
            let (line, response) = (is_inner("line."), is_inner("response."));
            write_completion(conversation, &ids, writing, |key| {
                (key != "choices" && !line(key) && !response(key)).then_some(key)
            })?;
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
        writing.report.add(&loss::TOOLS, tool.at, || format!("the definition of `{}` is dropped", tool.name.show()));
    }
    if let Some(output) = &conversation.output {
        writing.report.add(&loss::OUTPUT_REQUEST, output.at, || "the structured-output request is dropped".to_owned());
    }
    drop_fields(&conversation.extras, NAME, writing, |_| true);
}

/// Writes the kept fields for which `rename` gives a key.
fn write_fields(conversation: &Conversation<'_>, writing: &mut Writing<'_>, rename: impl Fn(&str) -> Option<&str>) {
    for extra in conversation.extras.of(NAME) {
        let key = extra.key.decode();
        if let Some(new) = rename(&key) {
            if new == key { writing.out.key_text(&extra.key) } else { writing.out.key(new) }.raw(&extra.value);
        }
    }
}

fn write_body(conversation: &Conversation<'_>, ids: &IdMaker<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    // Of a completion or a batch line only the settings belong into a request.
    let shape = conversation.shape;
    let is_setting = move |key: &str| match shape {
        "completion" | "batch-result" => key == "model",
        "batch" => !matches!(key, "custom_id" | "method" | "url"),
        _ => !key.ends_with("preferred_output"),
    };
    if conversation.origin == NAME {
        drop_fields(&conversation.extras, NAME, writing, |key| !is_setting(key));
    }
    write_body_with(conversation, ids, writing, is_setting)
}

fn write_body_with(
    conversation: &Conversation<'_>,
    ids: &IdMaker<'_>,
    writing: &mut Writing<'_>,
    is_setting: impl Fn(&str) -> bool,
) -> Result<(), Refused> {
    writing.out.open(b'{');
    write_fields(conversation, writing, |key| is_setting(key).then_some(key));
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
    if conversation.origin == NAME {
        drop_fields(&conversation.extras, NAME, writing, |key| key != "parallel_tool_calls");
    }
    if let Some(output) = &conversation.output {
        writing.report.add(&loss::OUTPUT_REQUEST, output.at, || "the structured-output request is dropped".to_owned());
    }
    writing.out.open(b'{');
    writing.out.key("messages");
    write_list(conversation, ids, writing)?;
    write_tools(conversation, writing)?;
    write_fields(conversation, writing, |key| (key == "parallel_tool_calls").then_some(key));
    writing.out.close(b'}');
    Ok(())
}

fn write_batch(conversation: &Conversation<'_>, ids: &IdMaker<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let is_line = |key: &str| matches!(key, "custom_id" | "method" | "url");
    let is_kept = conversation.origin == NAME && conversation.shape == "batch";
    writing.out.open(b'{');
    if is_kept {
        write_fields(conversation, writing, |key| is_line(key).then_some(key));
    } else {
        match &conversation.id {
            Some(id) => writing.out.key("custom_id").text(id),
            None => writing.out.key("custom_id").string(&ids.message(0, 0)),
        }
        writing.out.key("method").string("POST");
        writing.out.key("url").string("/v1/chat/completions");
    }
    writing.out.key("body");
    write_body_with(conversation, ids, writing, |key| !(is_kept && is_line(key)))?;
    writing.out.close(b'}');
    Ok(())
}

fn write_completion(
    conversation: &Conversation<'_>,
    ids: &IdMaker<'_>,
    writing: &mut Writing<'_>,
    rename: impl Fn(&str) -> Option<&str>,
) -> Result<(), Refused> {
    let links = Links::of(conversation, ids);
    writing.out.open(b'{');
    write_fields(conversation, writing, rename);
    writing.out.key("choices").open(b'[');
    if let Some(message) = conversation.messages.first() {
        writing.out.open(b'{');
        writing.out.key("index").verbatim("0");
        writing.out.key("message");
        write_messages(conversation, &links, writing)?;
        if let Some(finish) = &message.details().finish {
            writing.out.key("finish_reason").text(&finish.reason);
        }
        for extra in message.extras.of(NAME) {
            if let Some(key) = extra.key.decode().strip_prefix("choice.") {
                writing.out.key(key).raw(&extra.value);
            }
        }
        writing.out.close(b'}');
    }
    for other in conversation.extras.of(NAME).iter().filter(|extra| extra.key.is("choices")) {
        writing.out.raw(&other.value);
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
    // Not being strict is what this service does unasked.
    if let Some((is_strict, _)) = tool.strict.filter(|(is_strict, _)| *is_strict || tool.origin == NAME) {
        writing.out.key("strict").bool(is_strict);
    }
    write_extras(&tool.extras, NAME, writing);
    if tool.kind != ToolKind::LegacyFunction {
        writing.out.close(b'}');
    }
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
        drop_fields(&output.extras, NAME, writing, |_| true);
        writing.out.key("format").raw(schema);
        return;
    }
    writing.out.key("response_format").open(b'{');
    writing.out.key("type").string("json_schema");
    writing.out.key("json_schema").open(b'{');
    match &output.name {
        Some(name) => writing.out.key("name").text(name),
        None => {
            writing.report.add(&loss::MADE_NAME, output.at, || "the schema name `output` is made up".to_owned());
            writing.out.key("name").string("output");
        }
    }
    if let Some(schema) = &output.schema {
        writing.out.key("schema").raw(schema);
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
