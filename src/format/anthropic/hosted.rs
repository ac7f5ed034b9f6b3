//! Tools that the service runs: searches of the web and code.

use super::NAME;
use crate::format::shared::hosted::{hosted, keep_other, keep_unknown, placed, placed_or_null};
use crate::json::{Node, Out, Text};
use crate::lower::{HostedBlock, HostedFields, HostedRules};
use crate::model::{Extras, Hosted, HostedOutcome, HostedResult, HostedSource, HostedTool};

/// A page that a search found has sealed content, which only the service can write: searches have no pages.
pub(super) const HOSTED: HostedRules = HostedRules {
    id_prefix: Some("srvtoolu_"),
    results: HostedFields::Errors,
    write: |_| (write_call, Some(write_result)),
};

/// The facts of a block. `None`: it stays one that only this API understands.
pub(super) fn read_hosted<'a>(block: Node<'_, 'a>, kind: &str) -> Option<Hosted<'a>> {
    match kind {
        "server_tool_use" => read_call(block),
        "web_search_tool_result" => read_result(block, HostedTool::WebSearch),
        "code_execution_tool_result" => read_result(block, HostedTool::CodeExecution),
        _ => None,
    }
}

/// `{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"rain"}}`
fn read_call<'a>(block: Node<'_, 'a>) -> Option<Hosted<'a>> {
    let ([_, id, name, input], rest) = block.fields(&["type", "id", "name", "input"]).ok()?;
    let (tool, key) = match () {
        () if name?.is("web_search") => (HostedTool::WebSearch, "query"),
        () if name?.is("code_execution") => (HostedTool::CodeExecution, "code"),
        () => return None,
    };
    let keys = [key];
    let ([text], other) = input?.fields(&keys).ok()?;
    let mut it = hosted(tool);
    it.id = placed_or_null(id)?;
    it.call = Some(placed(text)?);
    keep_unknown(&mut it.extras, NAME, &rest);
    keep_unknown(&mut it.extras, NAME, &other);
    Some(it)
}

/// `{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[…]}`
fn read_result<'a>(block: Node<'_, 'a>, tool: HostedTool) -> Option<Hosted<'a>> {
    let ([_, id, content], rest) = block.fields(&["type", "tool_use_id", "content"]).ok()?;
    let mut it = hosted(tool);
    it.id = placed_or_null(id)?;
    keep_unknown(&mut it.extras, NAME, &rest);
    let content = content?;
    it.result = Some(match tool {
        _ if content.get("error_code").is_some() => read_error(content, &mut it.extras)?,
        HostedTool::WebSearch => read_pages(content, &mut it.extras)?,
        HostedTool::CodeExecution => read_run(content, &mut it.extras)?,
    });
    Some(it)
}

/// `{"type":"web_search_tool_result_error","error_code":"unavailable"}`
fn read_error<'a>(content: Node<'_, 'a>, extras: &mut Extras<'a>) -> Option<HostedResult<'a>> {
    let ([kind, code], rest) = content.fields(&["type", "error_code"]).ok()?;
    let code = code.filter(Node::is_string)?;
    let is_late = code.is("execution_time_exceeded");
    let outcome = if is_late { HostedOutcome::TimedOut } else { HostedOutcome::Failed };
    keep_other(extras, NAME, "error_code", Some(code).filter(|_| !is_late));
    keep_unknown(extras, NAME, &rest);
    let is_error = kind?.is("web_search_tool_result_error") || kind?.is("code_execution_tool_result_error");
    is_error.then(|| HostedResult { outcome: Some((outcome, code.at())), ..HostedResult::default() })
}

/// `[{"type":"web_search_result","url":"…","title":"…","encrypted_content":"…","page_age":null}]`
fn read_pages<'a>(content: Node<'_, 'a>, extras: &mut Extras<'a>) -> Option<HostedResult<'a>> {
    let mut result = HostedResult::default();
    for page in content.is_array().then(|| content.items())? {
        let ([kind, url, title], rest) = page.fields(&["type", "url", "title"]).ok()?;
        keep_unknown(extras, NAME, &rest);
        if !kind?.is("web_search_result") {
            return None;
        }
        result.sources.push(HostedSource { url: placed(url)?, title: placed_or_null(title)? });
    }
    Some(result)
}

/// `{"type":"code_execution_result","stdout":"1\n","stderr":"","return_code":0,"content":[]}`
fn read_run<'a>(content: Node<'_, 'a>, extras: &mut Extras<'a>) -> Option<HostedResult<'a>> {
    let keys = &["type", "stdout", "stderr", "return_code", "content"];
    let ([kind, output, errors, code, files], rest) = content.fields(keys).ok()?;
    let code = code?;
    let outcome = match code.raw() {
        "0" => HostedOutcome::Succeeded,
        number if number.parse::<i64>().is_ok() => HostedOutcome::Failed,
        _ => return None,
    };
    keep_other(extras, NAME, "return_code", Some(code).filter(|code| !matches!(code.raw(), "0" | "1")));
    keep_other(extras, NAME, "content", files.filter(|files| !(files.is_array() && files.is_empty())));
    keep_unknown(extras, NAME, &rest);
    let outcome = Some((outcome, code.at()));
    let (output, errors) = (placed_or_null(output)?, placed_or_null(errors)?);
    kind?.is("code_execution_result").then(|| HostedResult { outcome, output, errors, sources: Vec::new() })
}

fn write_call(block: &HostedBlock<'_>, out: &mut Out) {
    let key = match block.tool {
        HostedTool::WebSearch => "query",
        HostedTool::CodeExecution => "code",
    };
    out.object(|out| {
        out.key("type").word("server_tool_use");
        out.key("id").text(block.id.as_ref().unwrap_or(&Text::Token("")));
        out.key("name").word(block.tool.word());
        out.key("input").object(|out| out.key(key).text(block.text));
    });
}

fn write_result(block: &HostedBlock<'_>, out: &mut Out) {
    let kind = match block.tool {
        HostedTool::WebSearch => "web_search_tool_result",
        HostedTool::CodeExecution => "code_execution_tool_result",
    };
    out.object(|out| {
        out.key("type").word(kind);
        out.key("tool_use_id").text(block.id.as_ref().unwrap_or(&Text::Token("")));
        out.key("content");
        match (block.tool, block.outcome) {
            (HostedTool::WebSearch, _) => out.array(|_| {}),
            (HostedTool::CodeExecution, Some(HostedOutcome::TimedOut)) => out.object(|out| {
                out.key("type").word("code_execution_tool_result_error");
                out.key("error_code").word("execution_time_exceeded");
            }),
            (HostedTool::CodeExecution, outcome) => out.object(|out| {
                out.key("type").word("code_execution_result");
                out.key("stdout").text(&block.output);
                out.key("stderr").text(&block.errors);
                out.key("return_code").verbatim(if outcome == Some(HostedOutcome::Failed) { "1" } else { "0" });
                out.key("content").array(|_| {});
            }),
        }
    });
}
