//! Tool definitions and arguments of calls as trainers take them: as values or as JSON text.
//!
//! `{"conversations":[…],"tools":[{"name":"f"}]}` stops LLaMA-Factory, which reads JSON text there.

use super::TrainerReport;
use crate::json::Node;
use crate::report::Severity;
use crate::rule::TRAINER_TOOLS;

/// The forms that a trainer takes.
#[derive(Debug)]
pub(super) struct ToolForms {
    /// Columns of turns next to which the tools must be JSON text.
    pub(super) text_beside: &'static [&'static str],
    /// It reads JSON text in `parameters`, too.
    pub(super) reads_parameters: bool,
    /// What the trainer does with arguments that are JSON text. None: they are read.
    pub(super) text_arguments: Option<&'static str>,
}

/// Checks the tools of a record, and the arguments of its calls.
pub(super) fn check(root: Node<'_, '_>, found: &mut TrainerReport<'_>) {
    definitions(root, found);
    let Some(why) = found.trainer.tools.text_arguments else { return };
    let lists = found.trainer.lists.iter().filter_map(|keys| root.get(keys.list));
    let calls = lists.flat_map(|list| list.items()).filter_map(|message| message.get("tool_calls"));
    let arguments = calls.flat_map(|calls| calls.items()).filter_map(|call| call.get("function")?.get("arguments"));
    if let Some(text) = arguments.into_iter().find(Node::is_string) {
        let program = found.trainer.program;
        found.add(TRAINER_TOOLS.code, Severity::Warning, text.at(), || {
            format!("`arguments` is JSON text: {program} {why}; write an object")
        });
    }
}

fn definitions(root: Node<'_, '_>, found: &mut TrainerReport<'_>) {
    let Some(tools) = root.get("tools").filter(|tools| !tools.is_null()) else { return };
    let (program, forms) = (found.trainer.program, &found.trainer.tools);
    let needs_text = forms.text_beside.iter().any(|column| root.get(column).is_some());
    let mut refuse = |at: Node<'_, '_>, why: &str| {
        found.add(TRAINER_TOOLS.code, Severity::Error, at.at(), || format!("{program} {why}"));
    };
    if needs_text && !tools.is_string() {
        return refuse(tools, "reads JSON text as `tools` with these columns, found a value: convert --to sharegpt");
    }
    let is_empty = |text: Node<'_, '_>| text.text().is_some_and(|text| text.is_empty());
    if tools.is_string() {
        if !is_empty(tools) && !is_json(tools) {
            refuse(tools, "stops at `tools`, which is not JSON");
        }
        return;
    }
    if !tools.is_array() {
        return refuse(tools, "reads a list as `tools`");
    }
    let parameters = tools.items().filter_map(|tool| tool.get("function")?.get("parameters"));
    if let Some(bad) = parameters.into_iter().find(|it| forms.reads_parameters && it.is_string() && !is_json(*it)) {
        refuse(bad, "stops at `parameters`, which is not JSON");
    }
}

fn is_json(text: Node<'_, '_>) -> bool {
    text.text().is_some_and(|text| crate::json::Tape::new().parse(&text.decode()).is_ok())
}
