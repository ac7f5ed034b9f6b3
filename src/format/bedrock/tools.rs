//! `toolConfig` and `outputConfig`: what the model may call, and the shape asked of its answer.

use super::NAME;
use super::block::{first_key, given_text, member};
use super::cache::read_cache;
use crate::format::Reading;
use crate::format::shared::{need, need_text, optional_flag, read_schema, refuse_type, unknown_fields, wrong_type};
use crate::json::{Node, Raw, Text};
use crate::model::{Conversation, OutputRequest, Slot, ToolKind, ToolSpec};
use crate::report::{Refused, shape, unknown_kind};

pub(super) fn read_tool_config<'a>(
    config: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !config.is_object() {
        return Err(refuse_type(config, "toolConfig", "an object"));
    }
    let ([tools], rest) = config.fields(&["tools"])?;
    let tools = match tools {
        Some(tools) if tools.is_array() && !tools.is_empty() => tools,
        Some(tools) if !tools.is_array() => return Err(refuse_type(tools, "tools", "an array")),
        Some(tools) => {
            reading.report.add(&shape::EMPTY_LIST, tools.at(), || "`tools` is an empty list".to_owned());
            if config.len() == 1 {
                conversation.extras.note(NAME, Text::Token("toolConfig"), config.to_raw(), config.at());
            } else {
                conversation.extras.push(NAME, Text::Token("toolConfig"), config.to_raw(), config.at());
            }
            return Ok(());
        }
        None => {
            reading.report.add(&shape::MISSING_FIELD, config.at(), || "`toolConfig` needs `tools`".to_owned());
            conversation.extras.push(NAME, Text::Token("toolConfig"), config.to_raw(), config.at());
            return Ok(());
        }
    };
    for entry in tools.items() {
        read_tool(entry, &mut conversation.tools, reading)?;
    }
    for (key, value) in rest.unknown() {
        if !key.is("toolChoice") {
            reading
                .report
                .add(&shape::UNKNOWN_FIELD, value.at(), || format!("`toolConfig` has no field `{}`", key.show()));
        }
        conversation.extras.push_in(Slot::Tools, NAME, key, value.to_raw(), value.at());
    }
    Ok(())
}

fn read_tool<'a>(entry: Node<'_, 'a>, tools: &mut Vec<ToolSpec<'a>>, reading: &mut Reading<'_>) -> Result<(), Refused> {
    if !entry.is_object() {
        return Err(refuse_type(entry, "tools", "an array of objects"));
    }
    let mut spec = ToolSpec { at: entry.at(), origin: NAME, ..ToolSpec::default() };
    let found = member(entry, "a tool", reading);
    if let Some((key, value)) = &found {
        if key.is("toolSpec") && read_spec(*value, &mut spec, reading)? {
            tools.push(spec);
            return Ok(());
        }
        if key.is("cachePoint")
            && let Some(hint) = read_cache(entry, *value, reading)
            && let Some(last) = tools.last_mut().filter(|last| last.kind != ToolKind::Hosted && last.cache.is_none())
        {
            last.cache = Some(Box::new(hint));
            return Ok(());
        }
        if !(key.is("cachePoint") || key.is("systemTool") || key.is("toolSpec")) {
            reading.report.add(&shape::UNKNOWN_PART, value.at(), || {
                unknown_kind("kind of tool", key, &["toolSpec", "systemTool", "cachePoint"])
            });
        }
    }
    let name = found.and_then(|(_, value)| value.get("name")).and_then(|name| name.text());
    spec = ToolSpec { at: entry.at(), origin: NAME, kind: ToolKind::Hosted, ..ToolSpec::default() };
    spec.name = name.unwrap_or_else(|| first_key(entry));
    spec.raw = Some(entry.to_raw());
    tools.push(spec);
    Ok(())
}

/// False if the schema is in an unknown form.
fn read_spec<'a>(value: Node<'_, 'a>, spec: &mut ToolSpec<'a>, reading: &mut Reading<'_>) -> Result<bool, Refused> {
    if !value.is_object() {
        return Err(refuse_type(value, "toolSpec", "an object"));
    }
    let ([name, description, schema, strict], rest) =
        value.fields(&["name", "description", "inputSchema", "strict"])?;
    spec.name = need_text(name, "name", value)?;
    spec.description = given_text(description, "description", &mut spec.extras, reading);
    if spec.description.as_ref().is_some_and(Text::is_empty) {
        reading.report.add(&shape::BAD_VALUE, value.at(), || "`description` is empty; remove it".to_owned());
    }
    match schema {
        Some(schema) => {
            let json = need(schema.get("json"), "json", schema)?;
            let parameters = read_schema(json, reading.scratch);
            let parameters = parameters.ok_or_else(|| refuse_type(json, "json", "an object"))?;
            if !json.is_object() {
                wrong_type(reading, json, "json", "an object");
            }
            if member(schema, "`inputSchema`", reading).is_none() {
                return Ok(false);
            }
            spec.parameters = Some(parameters);
        }
        None => {
            reading.report.add(&shape::MISSING_FIELD, value.at(), || "a toolSpec needs `inputSchema`".to_owned());
        }
    }
    spec.strict = optional_flag(strict, "strict", Slot::Here, NAME, &mut spec.extras);
    unknown_fields(reading, &rest, NAME, "a toolSpec", &mut spec.extras);
    Ok(true)
}

/// A JSON schema is a request for output; other settings stay next to it.
pub(super) fn read_output<'a>(output: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
    if let Some(request) = read_request(output) {
        conversation.output = Some(Box::new(request));
    } else {
        conversation.extras.push(NAME, Text::Token("outputConfig"), output.to_raw(), output.at());
    }
}

/// `{"textFormat":{"type":"json_schema","structure":{"jsonSchema":{"schema":"{…}","name":"n"}}}}`
fn read_request<'a>(output: Node<'_, 'a>) -> Option<OutputRequest<'a>> {
    let only = |node: Node<'_, 'a>, count: usize| (node.len() == count).then_some(());
    let format = output.get("textFormat")?;
    only(format, 2)?;
    let structure =
        format.get("structure").filter(|_| format.get("type").is_some_and(|kind| kind.is("json_schema")))?;
    only(structure, 1)?;
    let definition = structure.get("jsonSchema")?;
    let ([schema, name, description], rest) = definition.fields(&["schema", "name", "description"]).ok()?;
    let schema = schema?;
    let text = schema.text()?.decode_json().into_owned();
    // A schema is JSON in a string.
    let is_schema = crate::json::Tape::new().parse(&text).is_ok_and(|root| root.is_object());
    if !is_schema || !rest.is_empty() || name.is_some_and(|name| !name.is_string()) {
        return None;
    }
    let mut request = OutputRequest { at: format.at(), schema: Some(Raw::owned(text)), ..OutputRequest::default() };
    request.name = name.and_then(|name| name.text());
    // How the string was spelled.
    request.extras.mark(NAME, "schema", schema.to_raw(), schema.at());
    if let Some(description) = description {
        request.extras.push(NAME, Text::Token("description"), description.to_raw(), description.at());
    }
    for (key, value) in output.members() {
        if let Some(key) = key.text().filter(|key| !key.is("textFormat")) {
            request.extras.push_in(Slot::Settings, NAME, key, value.to_raw(), value.at());
        }
    }
    Some(request)
}
