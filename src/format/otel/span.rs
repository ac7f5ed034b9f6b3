//! Spans: in OTLP JSON, in lines of it, or as an SDK prints them.

use crate::format::RowSession;
use crate::json::Node;

pub(super) const INPUT: &str = "gen_ai.input.messages";
pub(super) const OUTPUT: &str = "gen_ai.output.messages";
pub(super) const CONVERSATION: &str = "gen_ai.conversation.id";

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
    let [resources, attributes, context, trace] = node.pick(&["resourceSpans", "attributes", "context", "traceId"]);
    let items = |node: Node<'t, 'a>, key: &str| node.get(key).into_iter().flat_map(|list| list.items());
    if let Some(resources) = resources {
        let scopes = resources.items().flat_map(|resource| items(resource, "scopeSpans"));
        found.extend(scopes.flat_map(|scope| items(scope, "spans")).filter(Node::is_object));
    } else if attributes.is_some() && context.or(trace).is_some() {
        found.push(node);
    }
}

/// An attribute of a span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute<'t, 'a> {
    /// Its value: that of `stringValue`, say, in OTLP.
    pub(super) value: Node<'t, 'a>,
    /// Its name, where that is a member.
    pub(super) name: Option<Node<'t, 'a>>,
}

/// Finds an attribute: in an object, or in a list of `{"key":…,"value":{"stringValue":…}}`.
pub(super) fn attribute<'t, 'a>(span: Node<'t, 'a>, name: &str) -> Option<Attribute<'t, 'a>> {
    let attributes = span.get("attributes")?;
    if let Some(value) = attributes.get(name) {
        return Some(Attribute { value, name: None });
    }
    attributes.items().find_map(|item| {
        let [key, value] = item.pick(&["key", "value"]);
        let key = key.filter(|key| key.is(name))?;
        let (_, value) = value?.members().next()?;
        Some(Attribute { value, name: Some(key) })
    })
}

/// True for the span of a request with its messages.
pub(super) fn has_messages(span: Node<'_, '_>) -> bool {
    attribute(span, INPUT).or_else(|| attribute(span, OUTPUT)).is_some()
}

/// The conversation and the trace of the first span of a record.
pub(super) fn session_of<'a>(row: Node<'_, 'a>) -> RowSession<'a> {
    let Some(span) = spans_of(row).into_iter().next() else { return RowSession::default() };
    let text = |value: Node<'_, 'a>| value.is_string().then(|| value.raw());
    let trace = span.get("traceId").or_else(|| span.pointer("/context/trace_id")).and_then(text);
    let session = attribute(span, CONVERSATION).and_then(|found| text(found.value));
    RowSession { session, trace }
}
