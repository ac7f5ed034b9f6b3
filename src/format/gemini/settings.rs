//! Reads the fields outside the contents: the system instruction, the tools, the structured-output request.

use super::NAME;
use super::keys::{keep, sort};
use super::message::ROLE;
use super::part::{GeminiPartPlace, read_part};
use super::schema::to_json_schema;
use crate::format::Reading;
use crate::format::shared::{keep_empty_list, need_text, optional_text, read_schema, refuse_type, wrong_type};
use crate::json::{Node, Raw, Tape, Text};
use crate::model::{Conversation, Form, Message, OutputRequest, Part, Role, Slot, TextPart, ToolKind, ToolSpec};
use crate::report::{Refused, shape};

/// A note on a tool or an output request: its schema as it was, in the API's own dialect.
const OWN_SCHEMA: &str = "own schema";

/// The system instruction is the first message of the model; only contents have a turn.
pub(super) fn read_system<'a>(
    system: Node<'_, 'a>,
    slot: Slot,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let mut message = Message { at: system.at(), origin: NAME, role: Role::System, ..Message::default() };
    if let Some(text) = system.text() {
        message.form = Form::Text;
        message.parts.push(Part::Text(TextPart::new(text, system.at())));
        conversation.messages.push(message);
        return Ok(());
    }
    let mut has_parts = false;
    if system.is_object() {
        let ([role, parts], rest) = sort(system, &["role", "parts"])?;
        if let Some(parts) = parts.filter(|parts| parts.each().next().is_some()) {
            has_parts = true;
            for part in parts.each() {
                message.parts.push(read_part(part, GeminiPartPlace::System, reading)?);
            }
            // Nobody looks at the role.
            match role {
                Some(role) if ["system", "user", "model"].iter().any(|known| role.is(known)) => {
                    message.extras.mark(NAME, ROLE, role.to_raw(), role.at());
                }
                Some(role) => message.extras.push(NAME, Text::Token(ROLE), role.to_raw(), role.at()),
                None => {}
            }
            keep(rest, Slot::Here, &[], "a system instruction", &mut message.extras, reading);
        } else {
            reading
                .report
                .add(&shape::EMPTY_LIST, system.at(), || "a system instruction needs `parts` with text".to_owned());
        }
    } else if !system.is_null() {
        return Err(refuse_type(system, "systemInstruction", "a content or a string"));
    }
    if has_parts {
        conversation.messages.push(message);
    } else {
        conversation.extras.push_in(slot, NAME, Text::Token("systemInstruction"), system.to_raw(), system.at());
    }
    Ok(())
}

pub(super) fn read_settings<'a>(
    tools: Option<Node<'_, 'a>>,
    slot: Slot,
    config: Option<Node<'_, 'a>>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if let Some(tools) = tools {
        if !tools.is_object() {
            keep_empty_list(reading, tools, "tools", slot, NAME, &mut conversation.extras);
        }
        for tool in tools.each() {
            read_tool(tool, conversation, reading)?;
        }
    }
    match config {
        Some(config) => read_config(config, conversation),
        None => Ok(()),
    }
}

/// One object of `tools`: function declarations, and tools that the service runs itself.
fn read_tool<'a>(
    tool: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    if !tool.is_object() {
        return Err(refuse_type(tool, "tools", "an array of objects"));
    }
    let ([declarations], rest) = sort(tool, &["functionDeclarations"])?;
    let declarations = declarations.filter(|list| list.each().next().is_some());
    for declaration in declarations.iter().flat_map(Node::each) {
        conversation.tools.push(read_declaration(declaration, reading)?);
    }
    if declarations.is_some() && rest.is_empty() {
        return Ok(());
    }
    let mut hosted = ToolSpec { at: tool.at(), origin: NAME, kind: ToolKind::Hosted, ..ToolSpec::default() };
    hosted.name = rest.first().map(|(key, _)| key.clone()).unwrap_or_default();
    let mut raw = tool.to_raw();
    if declarations.is_some() {
        let members = rest.iter().map(|(key, value)| format!("\"{}\":{}", key.spelling(), value.raw()));
        raw = Raw::owned(format!("{{{}}}", members.collect::<Vec<_>>().join(",")));
    }
    hosted.raw = Some(raw);
    conversation.tools.push(hosted);
    Ok(())
}

fn read_declaration<'a>(node: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<ToolSpec<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "functionDeclarations", "an array of objects"));
    }
    let ([name, description, own, parameters], rest) =
        sort(node, &["name", "description", "parameters", "parametersJsonSchema"])?;
    let mut spec = ToolSpec { at: node.at(), origin: NAME, ..ToolSpec::default() };
    spec.name = need_text(name, "name", node)?;
    spec.description = optional_text(reading, description, "description", Slot::Here, NAME, &mut spec.extras);
    for (key, schema) in [("parameters", own), ("parametersJsonSchema", parameters)] {
        let Some(schema) = schema else { continue };
        // Data sets have the JSON of a schema as a text.
        let text = if schema.is_string() { read_schema(schema, reading.scratch) } else { None };
        if let Some(text) = text.filter(|_| spec.parameters.is_none()) {
            wrong_type(reading, schema, key, "an object");
            let own = Tape::new().parse(text.as_str()).map(|root| to_json_schema(root).into_owned());
            spec.parameters = own.ok().filter(|_| key == "parameters").or(Some(text));
            continue;
        }
        if schema.is_object() && spec.parameters.is_none() {
            spec.parameters = Some(if key == "parameters" {
                spec.extras.mark(NAME, OWN_SCHEMA, schema.to_raw(), schema.at());
                to_json_schema(schema)
            } else {
                schema.to_raw()
            });
            continue;
        }
        if schema.is_object() {
            reading.report.add(&shape::BAD_VALUE, schema.at(), || {
                "`parameters` and `parametersJsonSchema` exclude each other".to_owned()
            });
        } else if !schema.is_null() {
            wrong_type(reading, schema, key, "an object");
        }
        spec.extras.push(NAME, Text::Token(key), schema.to_raw(), schema.at());
    }
    for (key, value) in rest {
        spec.extras.push(NAME, key, value.to_raw(), value.at());
    }
    Ok(spec)
}

/// JSON with one schema is a request for output; everything else stays as it is.
fn read_config<'a>(config: Node<'_, 'a>, conversation: &mut Conversation<'a>) -> Result<(), Refused> {
    let ([media_type, own, schema], rest) =
        sort(config, &["responseMimeType", "responseSchema", "responseJsonSchema"])?;
    let is_json = media_type.is_some_and(|it| it.is("application/json"));
    let (raw, note) = match (own, schema) {
        (Some(own), None) if own.is_object() && is_json => (to_json_schema(own), Some(own)),
        (None, Some(schema)) if schema.is_object() && is_json => (schema.to_raw(), None),
        _ => {
            conversation.extras.push(NAME, Text::Token("generationConfig"), config.to_raw(), config.at());
            return Ok(());
        }
    };
    let mut output = OutputRequest { at: config.at(), schema: Some(raw), ..OutputRequest::default() };
    if let Some(own) = note {
        output.extras.mark(NAME, OWN_SCHEMA, own.to_raw(), own.at());
    }
    for (key, value) in rest {
        conversation.extras.push_in(Slot::Settings, NAME, key, value.to_raw(), value.at());
    }
    conversation.output = Some(Box::new(output));
    Ok(())
}
