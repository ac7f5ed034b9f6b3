//! The field `tools`: JSON text of a list of flat definitions.

use super::NAME;
use crate::format::Writing;
use crate::json::{Layout, Out};
use crate::model::{ToolKind, ToolSpec};
use crate::report::loss;

pub(super) fn write_tools(tools: &[ToolSpec<'_>], writing: &mut Writing<'_>) {
    // Hosted tools are reported by what the format supports; the others of these are in a text already.
    let listed = || tools.iter().filter(|tool| !tool.is_in_text && tool.kind != ToolKind::Hosted);
    let Some(first) = listed().next() else { return };
    if let Some(spelled) = first.extras.find_mark(NAME, "tools")
        && listed().all(|tool| tool.origin == NAME)
    {
        writing.out.key("tools").raw(&spelled.value);
        listed().flat_map(|tool| tool.extras.fields()).for_each(|extra| writing.place(extra));
        return;
    }
    let mut list = Out::new(Layout::Spaced);
    list.open(b'[');
    for tool in listed() {
        write_tool(tool, &mut list, writing);
    }
    list.close(b']');
    writing.out.key("tools").string(&String::from_utf8_lossy(list.as_bytes()));
}

fn write_tool(tool: &ToolSpec<'_>, list: &mut Out, writing: &mut Writing<'_>) {
    list.open(b'{');
    list.key("name").text(&tool.name);
    if let Some(description) = &tool.description {
        list.key("description").text(description);
    }
    match &tool.parameters {
        Some(parameters) => list.key("parameters").raw(parameters),
        None if tool.kind == ToolKind::Custom => {
            writing
                .report
                .add(&loss::CUSTOM_CALL, tool.at, || format!("`{}` takes an object with `input`", tool.name.show()));
            list.key("parameters")
                .verbatim(r#"{"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}"#);
        }
        // Training tools look into the properties without asking whether there are any.
        None => {
            writing
                .report
                .add(&loss::MADE_SCHEMA, tool.at, || format!("an empty schema is made up for `{}`", tool.name.show()));
            list.key("parameters").verbatim(r#"{"type": "object", "properties": {}}"#);
        }
    }
    for extra in tool.extras.of(NAME).iter().filter(|extra| !extra.is_note) {
        list.key_text(&extra.key).raw(&extra.value);
        writing.place(extra);
    }
    list.close(b'}');
}
