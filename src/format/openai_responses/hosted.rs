//! Tools that the service runs: searches of the web and code.

use super::NAME;
use crate::format::shared::hosted::{hosted, keep_other, keep_unknown, placed, placed_or_null};
use crate::json::{Node, Out, Text};
use crate::lower::{HostedBlock, HostedFields, HostedRules};
use crate::model::{Extras, Hosted, HostedOutcome, HostedResult, HostedSource, HostedTool};

/// A `code_interpreter_call` names its container, and the service takes no other id: code of other services has no place.
pub(super) const HOSTED: HostedRules =
    HostedRules { id_prefix: Some("ws_"), results: HostedFields::Pages, write: |_| (write_search, None) };

/// The facts of an item. `None`: it stays one that only this API understands.
pub(super) fn read_hosted<'a>(item: Node<'_, 'a>, kind: &str) -> Option<Hosted<'a>> {
    match kind {
        "web_search_call" => read_search(item),
        "code_interpreter_call" => read_code(item),
        _ => None,
    }
}

/// The result, if the call is done. Another status is kept as it is.
fn done<'a>(status: Option<Node<'_, 'a>>, extras: &mut Extras<'a>) -> Option<HostedResult<'a>> {
    let Some(status) = status.filter(|status| !status.is_null()) else { return Some(HostedResult::default()) };
    let outcome = match () {
        () if status.is("completed") => None,
        () if status.is("failed") => Some((HostedOutcome::Failed, status.at())),
        () => {
            keep_other(extras, NAME, "status", Some(status));
            return None;
        }
    };
    Some(HostedResult { outcome, ..HostedResult::default() })
}

/// `{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"rain"}}`
fn read_search<'a>(item: Node<'_, 'a>) -> Option<Hosted<'a>> {
    let ([_, id, status, action], rest) = item.fields(&["type", "id", "status", "action"]).ok()?;
    let (members, unknown) = action?.fields(&["type", "query", "queries", "sources"]).ok()?;
    let [kind, query, queries, sources] = members;
    let mut it = hosted(HostedTool::WebSearch);
    it.id = placed_or_null(id)?;
    it.call = Some(placed(query.or_else(|| only(queries?)))?);
    it.result = done(status, &mut it.extras);
    // Several queries of one call, of which the first is its query.
    let is_same = |list: &Node<'_, '_>| {
        only(*list)
            .and_then(|one| one.text())
            .is_some_and(|one| it.call.as_ref().is_some_and(|(text, _)| one.same(text)))
    };
    let queries = queries.filter(|list| !is_same(list));
    keep_other(&mut it.extras, NAME, "queries", queries);
    if let Some(sources) = sources.filter(|sources| !sources.is_null()) {
        for source in sources.is_array().then(|| sources.items())? {
            let is_page = source.len() == 2 && source.get("type").is_some_and(|kind| kind.is("url"));
            match (placed(source.get("url")).filter(|_| is_page), &mut it.result) {
                (Some(url), Some(result)) => result.sources.push(HostedSource { url, title: None }),
                _ => keep_other(&mut it.extras, NAME, "sources", Some(source)),
            }
        }
    }
    keep_unknown(&mut it.extras, NAME, &rest);
    keep_unknown(&mut it.extras, NAME, &unknown);
    kind?.is("search").then_some(it)
}

/// The only item of a list.
fn only<'t, 'a>(list: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    list.items().next().filter(|_| list.is_array() && list.len() == 1)
}

/// `{"type":"code_interpreter_call","id":"ci_1","status":"completed","container_id":"cntr_1","code":"print(1)",
/// "outputs":[{"type":"logs","logs":"1\n"}]}`
fn read_code<'a>(item: Node<'_, 'a>) -> Option<Hosted<'a>> {
    let keys = &["type", "id", "status", "code", "container_id", "outputs"];
    let ([_, id, status, code, container, outputs], rest) = item.fields(keys).ok()?;
    let mut it = hosted(HostedTool::CodeExecution);
    it.id = placed_or_null(id)?;
    it.call = Some(placed(code)?);
    let status = status.filter(|status| !status.is_null());
    it.result = done(status, &mut it.extras).map(|result| HostedResult {
        outcome: result.outcome.or_else(|| Some((HostedOutcome::Succeeded, status?.at()))),
        ..result
    });
    keep_other(&mut it.extras, NAME, "container_id", container);
    if let Some(outputs) = outputs.filter(|outputs| !outputs.is_null()) {
        for output in outputs.is_array().then(|| outputs.items())? {
            let is_logs = output.len() == 2 && output.get("type").is_some_and(|kind| kind.is("logs"));
            match (placed(output.get("logs")).filter(|_| is_logs), &mut it.result) {
                (Some(logs), Some(result)) if result.output.is_none() => result.output = Some(logs),
                _ => keep_other(&mut it.extras, NAME, "outputs", Some(output)),
            }
        }
    }
    keep_unknown(&mut it.extras, NAME, &rest);
    Some(it)
}

fn write_search(block: &HostedBlock<'_>, out: &mut Out) {
    out.object(|out| {
        out.key("type").word("web_search_call");
        out.key("id").text(block.id.as_ref().unwrap_or(&Text::Token("")));
        out.key("status").word(if block.outcome == Some(HostedOutcome::Failed) { "failed" } else { "completed" });
        out.key("action").object(|out| {
            out.key("type").word("search");
            out.key("query").text(block.text);
            if !block.sources.is_empty() {
                out.key("sources").array(|out| {
                    for url in &block.sources {
                        out.object(|out| {
                            out.key("type").word("url");
                            out.key("url").text(url);
                        });
                    }
                });
            }
        });
    });
}
