//! Definitions of tools, which instrumentations copy from the request.

use crate::format::openai::read::read_tool as read_openai_tool;
use crate::format::{Reading, anthropic, openai_responses};
use crate::json::Node;
use crate::model::{ToolKind, ToolSpec};
use crate::report::Refused;

/// Reads a tool as its service defines it.
pub(super) fn read_tool<'a>(tool: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<ToolSpec<'a>, Refused> {
    if tool.get("function").is_some_and(|function| function.is_object()) {
        read_openai_tool(tool, ToolKind::Function, reading)
    } else if tool.get("input_schema").is_some() || is_hosted_by_anthropic(tool) {
        anthropic::read_tool(tool, reading)
    } else {
        openai_responses::read_tool(tool, reading)
    }
}

/// `{"type":"web_search_20250305"}`
fn is_hosted_by_anthropic(tool: Node<'_, '_>) -> bool {
    let Some(kind) = tool.get("type").and_then(|kind| kind.text()) else { return false };
    let kind = kind.decode();
    kind.rsplit_once('_').is_some_and(|(_, date)| date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit()))
}
