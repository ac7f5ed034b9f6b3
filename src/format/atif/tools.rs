//! Tool definitions: functions as chat APIs define them, and definitions of other kinds.

use super::NAME;
use crate::format::Reading;
use crate::format::shared::{extras, extras_in, keep_member, optional_flag, read_schema};
use crate::json::{Node, Text};
use crate::model::{Slot, ToolKind, ToolSpec};
use crate::report::Refused;

pub(super) fn read_tools<'a>(
    list: Node<'_, 'a>,
    tools: &mut Vec<ToolSpec<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    for tool in list.items() {
        let spec = match read_function(tool, reading)? {
            Some(spec) => spec,
            None => ToolSpec {
                at: tool.at(),
                origin: NAME,
                kind: ToolKind::Hosted,
                name: name_of(tool),
                raw: Some(tool.to_raw()),
                ..ToolSpec::default()
            },
        };
        tools.push(spec);
    }
    Ok(())
}

fn name_of<'a>(tool: Node<'_, 'a>) -> Text<'a> {
    tool.get("name").or_else(|| tool.get("type")).and_then(|name| name.text()).unwrap_or_default()
}

/// `{"type":"function","function":{"name":"f","parameters":{}}}`. `None`: something else.
fn read_function<'a>(tool: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Option<ToolSpec<'a>>, Refused> {
    let ([kind, function], rest) = tool.fields(&["type", "function"])?;
    let is_function = kind.is_some_and(|kind| kind.is("function"));
    let Some(function) = function.filter(|function| is_function && function.is_object()) else { return Ok(None) };
    let ([name, description, parameters, strict], inner) =
        function.fields(&["name", "description", "parameters", "strict"])?;
    let Some(name) = name.and_then(|name| name.text()) else { return Ok(None) };
    let mut spec = ToolSpec { at: tool.at(), origin: NAME, name, ..ToolSpec::default() };
    let slot = Slot::Function;
    spec.description = description.and_then(|description| description.text());
    if let Some(odd) = description.filter(|_| spec.description.is_none()) {
        keep_member(slot, NAME, Text::Token("description"), odd, &mut spec.extras);
    }
    if let Some(found) = parameters {
        spec.parameters = read_schema(found, reading.scratch);
        if spec.parameters.is_none() {
            keep_member(slot, NAME, Text::Token("parameters"), found, &mut spec.extras);
        }
    }
    spec.strict = optional_flag(strict, "strict", slot, NAME, &mut spec.extras);
    extras_in(slot, &inner, NAME, &mut spec.extras);
    extras(&rest, NAME, &mut spec.extras);
    Ok(Some(spec))
}
