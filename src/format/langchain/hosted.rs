//! Tools that the service ran.
//!
//! ```json
//! {"type":"server_tool_call","id":"ws_1","name":"web_search","args":{"query":"rain"}}
//! {"type":"server_tool_result","tool_call_id":"ws_1","status":"success","output":[{"url":"https://e.com","title":"E"}]}
//! {"type":"server_tool_result","tool_call_id":"ce_1","status":"error","output":{"error_code":"execution_time_exceeded"}}
//! ```

use std::collections::HashMap;

use super::NAME;
use crate::format::shared::hosted::{hosted, keep_other, keep_unknown, placed, placed_or_null};
use crate::json::Node;
use crate::model::{Extras, Hosted, HostedOutcome, HostedResult, HostedSource, HostedTool};

/// How the service says that code ran too long. The library keeps the error as the output: `{"error_code":"…"}`.
pub(super) const LATE: &str = "execution_time_exceeded";

/// The facts of a block. `None`: it stays one that only this format has.
pub(super) fn read_hosted<'a>(block: Node<'_, 'a>, tools: &mut HashMap<String, HostedTool>) -> Option<Hosted<'a>> {
    if block.get("type").is_some_and(|kind| kind.is("server_tool_call")) {
        note_tool(block, tools);
        return read_call(block);
    }
    read_result(block, tools)
}

/// Notes which tool a call is of: results do not say it.
pub(super) fn note_tool(call: Node<'_, '_>, tools: &mut HashMap<String, HostedTool>) {
    let [id, name] = call.pick(&["id", "name"]);
    if let (Some(id), Some(tool)) = (id.and_then(|id| id.text()), name.and_then(tool_of)) {
        tools.insert(id.decode().into_owned(), tool);
    }
}

fn tool_of(name: Node<'_, '_>) -> Option<HostedTool> {
    match name.text()?.decode().as_ref() {
        "web_search" | "google_search" => Some(HostedTool::WebSearch),
        "code_execution" | "code_interpreter" => Some(HostedTool::CodeExecution),
        _ => None,
    }
}

fn read_call<'a>(block: Node<'_, 'a>) -> Option<Hosted<'a>> {
    let ([_, id, name, args, _], rest) = block.fields(&["type", "id", "name", "args", "index"]).ok()?;
    let mut it = hosted(tool_of(name?)?);
    let keys = [if it.tool == HostedTool::WebSearch { "query" } else { "code" }];
    let ([text], other) = args?.fields(&keys).ok()?;
    it.id = placed_or_null(id)?;
    it.call = Some(placed(text)?);
    keep_unknown(&mut it.extras, NAME, &rest);
    keep_unknown(&mut it.extras, NAME, &other);
    Some(it)
}

fn read_result<'a>(block: Node<'_, 'a>, tools: &HashMap<String, HostedTool>) -> Option<Hosted<'a>> {
    let keys = ["type", "tool_call_id", "status", "output", "index"];
    let ([_, id, status, output, _], rest) = block.fields(&keys).ok()?;
    let id = placed(id)?;
    let mut it = hosted(*tools.get(id.0.decode().as_ref())?);
    it.id = Some(id);
    keep_unknown(&mut it.extras, NAME, &rest);
    let mut result = HostedResult::default();
    let outcome = match status {
        Some(status) if !status.is("error") && !status.is("success") => return None,
        Some(status) if status.is("error") => Some((HostedOutcome::Failed, status.at())),
        Some(status) if it.tool == HostedTool::CodeExecution => Some((HostedOutcome::Succeeded, status.at())),
        _ => None,
    };
    result.outcome = outcome;
    match (it.tool, output.filter(|output| !output.is_null())) {
        (_, None) => {}
        (HostedTool::WebSearch, Some(pages)) => result.sources = read_pages(pages, &mut it.extras)?,
        (HostedTool::CodeExecution, Some(text)) if text.is_string() => result.output = placed(Some(text)),
        (HostedTool::CodeExecution, Some(run)) => {
            let ([output, errors, code], rest) = run.fields(&["stdout", "stderr", "error_code"]).ok()?;
            match (code, result.outcome) {
                (Some(code), Some((HostedOutcome::Failed, _))) if code.is(LATE) => {
                    result.outcome = Some((HostedOutcome::TimedOut, code.at()));
                }
                (code, _) => keep_other(&mut it.extras, NAME, "error_code", code),
            }
            (result.output, result.errors) = (placed_or_null(output)?, placed_or_null(errors)?);
            keep_unknown(&mut it.extras, NAME, &rest);
        }
    }
    it.result = Some(result);
    Some(it)
}

fn read_pages<'a>(pages: Node<'_, 'a>, extras: &mut Extras<'a>) -> Option<Vec<HostedSource<'a>>> {
    let mut sources = Vec::new();
    for page in pages.is_array().then(|| pages.items())? {
        let ([kind, url, title], rest) = page.fields(&["type", "url", "title"]).ok()?;
        keep_other(extras, NAME, "type", kind.filter(|kind| !kind.is("web_search_result")));
        keep_unknown(extras, NAME, &rest);
        sources.push(HostedSource { url: placed(url)?, title: placed_or_null(title)? });
    }
    Some(sources)
}
