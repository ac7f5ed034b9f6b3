//! Spans: in OTLP JSON, in lines of it, or as an SDK prints them.

use crate::format::RowSession;
use crate::json::{Node, Text};

pub(super) const INPUT: &str = "gen_ai.input.messages";
pub(super) const OUTPUT: &str = "gen_ai.output.messages";
pub(super) const CONVERSATION: &str = "gen_ai.conversation.id";

/// How a span names its messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Naming {
    /// `gen_ai.prompt.0.content`
    OpenLlmetry,
    /// `llm.input_messages.0.message.content`
    OpenInference,
    /// `gen_ai.input.messages`, which is JSON text
    GenAi,
}

/// The spans of a record.
pub(super) fn spans_of<'t, 'a>(root: Node<'t, 'a>) -> Vec<Node<'t, 'a>> {
    let mut found = Vec::new();
    add_spans(root, &mut found);
    for item in root.items() {
        add_spans(item, &mut found);
    }
    found
}

/// Adds those of an export of OTLP, or a span by itself.
fn add_spans<'t, 'a>(node: Node<'t, 'a>, found: &mut Vec<Node<'t, 'a>>) {
    let [resources, scopes] = node.pick(&["resourceSpans", "scopeSpans"]);
    let items = |list: Option<Node<'t, 'a>>| list.into_iter().flat_map(|list| list.items());
    if resources.or(scopes).is_some() {
        let inner = items(resources).flat_map(|resource| items(resource.get("scopeSpans")));
        let spans = inner.chain(items(scopes)).flat_map(|scope| items(scope.get("spans")));
        found.extend(spans.filter(Node::is_object));
    } else if is_span(node) {
        found.push(node);
    }
}

fn is_span(node: Node<'_, '_>) -> bool {
    let [attributes, context, trace] = node.pick(&["attributes", "context", "traceId"]);
    attributes.is_some() && context.or(trace).is_some()
}

/// True for an export, with or without messages.
pub(super) fn is_export(root: Node<'_, '_>) -> bool {
    let has_spans = |node: Node<'_, '_>| {
        let [resources, scopes, start, nanos] =
            node.pick(&["resourceSpans", "scopeSpans", "start_time", "startTimeUnixNano"]);
        resources.or(scopes).is_some_and(|list| list.is_array()) || (start.or(nanos).is_some() && is_span(node))
    };
    has_spans(root) || root.items().any(has_spans)
}

/// An attribute of a span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute<'t, 'a> {
    /// Its value: that of `stringValue`, say, in OTLP.
    pub(super) value: Node<'t, 'a>,
    /// Its name, where that is a member.
    pub(super) name: Option<Node<'t, 'a>>,
}

/// The attributes with their names: members of an object, or a list of `{"key":…,"value":{"stringValue":…}}`.
pub(super) fn attributes<'t, 'a>(span: Node<'t, 'a>) -> impl Iterator<Item = (Text<'a>, Attribute<'t, 'a>)> {
    let all = span.get("attributes");
    let members = all.into_iter().flat_map(|all| all.members());
    let members = members.filter_map(|(key, value)| Some((key.text()?, Attribute { value, name: None })));
    let items = all.into_iter().flat_map(|all| all.items()).filter_map(|item| {
        let [key, value] = item.pick(&["key", "value"]);
        let (_, value) = value?.members().next()?;
        Some((key?.text()?, Attribute { value, name: key }))
    });
    members.chain(items)
}

/// Finds an attribute.
pub(super) fn attribute<'t, 'a>(span: Node<'t, 'a>, name: &str) -> Option<Attribute<'t, 'a>> {
    attributes(span).find(|(found, _)| found.is(name)).map(|(_, attribute)| attribute)
}

/// How the span of a request names its messages. `None` for other spans; those of embeddings have texts, and no conversation.
pub(super) fn naming_of(span: Node<'_, '_>) -> Option<Naming> {
    let mut naming = None;
    for (name, attribute) in attributes(span) {
        let name = name.decode();
        let found = match &*name {
            INPUT | OUTPUT => Naming::GenAi,
            "gen_ai.operation.name" if attribute.value.is("embeddings") => return None,
            "llm.request.type" if attribute.value.is("embedding") => return None,
            _ if name.starts_with("llm.input_messages.") || name.starts_with("llm.output_messages.") => {
                Naming::OpenInference
            }
            _ if !name.ends_with(".role") => continue,
            _ if name.starts_with("gen_ai.prompt.") || name.starts_with("gen_ai.completion.") => Naming::OpenLlmetry,
            _ => continue,
        };
        naming = naming.max(Some(found));
    }
    naming
}

/// The conversation and the trace of the first span of a record.
pub(super) fn session_of<'a>(row: Node<'_, 'a>) -> RowSession<'a> {
    let spans = spans_of(row);
    let Some(span) = spans.first().copied() else { return RowSession::default() };
    let text = |value: Node<'_, 'a>| value.is_string().then(|| value.raw());
    let trace = span.get("traceId").or_else(|| span.pointer("/context/trace_id")).and_then(text);
    let session = attribute(span, CONVERSATION).and_then(|found| text(found.value));
    RowSession { session, trace, is_beside: spans.iter().all(|span| naming_of(*span).is_none()) }
}
