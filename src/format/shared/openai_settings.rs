//! Settings that both APIs of `OpenAI` write the same way.

use crate::json::{Node, quoted};
use crate::lower::{ChosenTool, SettingForm, SettingMember, ToolChoice};

/// The amount of reasoning.
pub const EFFORTS: SettingForm = SettingForm::Words(&[
    ("none", "\"none\""),
    ("minimal", "\"minimal\""),
    ("low", "\"low\""),
    ("medium", "\"medium\""),
    ("high", "\"high\""),
    ("xhigh", "\"xhigh\""),
    ("max", "\"max\""),
]);

/// The length of answers.
pub const VERBOSITIES: SettingForm =
    SettingForm::Words(&[("low", "\"low\""), ("medium", "\"medium\""), ("high", "\"high\"")]);

/// Text or JSON.
pub const ANSWER_KINDS: SettingForm =
    SettingForm::Words(&[("json", r#"{"type":"json_object"}"#), ("text", r#"{"type":"text"}"#)]);

/// The spelling of the tools of `tool_choice` in one of the APIs.
#[derive(Debug)]
pub struct ChoiceSpelling {
    /// Reads `{"type":"function",…}`.
    pub read_tool: fn(Node<'_, '_>) -> Option<ChosenTool>,
    /// Writes it.
    pub write_tool: fn(&ChosenTool) -> String,
    /// The object with `mode` and `tools`, in a choice of several tools.
    pub allowed: for<'t, 'a> fn(Node<'t, 'a>) -> Option<Node<'t, 'a>>,
    /// The text before and after `"mode":…,"tools":…`.
    pub around: (&'static str, &'static str),
}

impl ChoiceSpelling {
    /// Reads `tool_choice`.
    pub fn read(&self, node: Node<'_, '_>) -> Option<ToolChoice> {
        if let Some(word) = node.text() {
            return match &*word.decode() {
                "auto" => Some(ToolChoice::Auto),
                "required" => Some(ToolChoice::Required),
                "none" => Some(ToolChoice::Never),
                _ => None,
            };
        }
        if node.get("type")?.is("allowed_tools") {
            let allowed = (self.allowed)(node)?;
            let is_required = allowed.get("mode")?.is("required");
            let is_known = is_required || allowed.get("mode")?.is("auto");
            let tools = allowed.get("tools").filter(|tools| is_known && tools.is_array())?;
            return Some(ToolChoice::Some(is_required, tools.items().map(self.read_tool).collect::<Option<_>>()?));
        }
        (self.read_tool)(node).map(ToolChoice::One)
    }

    /// Writes it.
    #[must_use]
    pub fn write(&self, choice: &ToolChoice) -> Vec<SettingMember> {
        let json = match choice {
            ToolChoice::Auto => quoted("auto"),
            ToolChoice::Required => quoted("required"),
            ToolChoice::Never => quoted("none"),
            ToolChoice::One(tool) => (self.write_tool)(tool),
            ToolChoice::Some(is_required, tools) => {
                let mode = if *is_required { "required" } else { "auto" };
                let tools: Vec<_> = tools.iter().map(self.write_tool).collect();
                let (before, after) = self.around;
                format!(r#"{before}"mode":"{mode}","tools":[{}]{after}"#, tools.join(","))
            }
        };
        vec![(&["tool_choice"], json)]
    }
}
