//! The places of call ids in a list of keprompt's statements: in the values of `.tool_call` and `.tool_result`.

use crate::format::ids::{Nested, Scope, Site, Sites, Usage};
use crate::json::{NestedJson, Node, Span};
use crate::lower::{IdRepeats, IdRule, OtherIds};
use crate::statements::{IdPlace, Keyword, call_id, python, result_id};

/// Ids that statements can contain: in results, the id is a single word.
pub const STATEMENT_IDS: IdRule = IdRule {
    words: "a text without white space, as statements of keprompt have it",
    is_good: |found| !python::is_space(found),
    others: OtherIds::Stripped,
    repeats: IdRepeats::Taken,
    ..IdRule::ANY
};

/// Lists the places of a list of statements.
pub fn statement_sites(root: Node<'_, '_>, sites: &mut Sites) {
    for item in root.items() {
        let [keyword, value] = sites.pick(item, &["keyword", "value"]);
        let Some((keyword, value)) = keyword.and_then(|keyword| keyword.text()).zip(value.filter(Node::is_string))
        else {
            continue;
        };
        let (usage, find): (_, fn(&str) -> Option<IdPlace>) = match Keyword::of(&keyword.decode()) {
            Some(Keyword::ToolCall) => (Usage::Names, call_id),
            Some(Keyword::ToolResult) => (Usage::Points, result_id),
            _ => continue,
        };
        let inside = NestedJson::of(value.raw(), value.at());
        let Some((id, function)) = find(inside.text()) else { continue };
        let [span, function] = [id, function].map(|it| inside.span(Span { start: it.start, end: it.end }));
        let is_missing = span.start == span.end;
        let function = Some(function).filter(|name| name.start < name.end);
        sites.inside(Site { is_missing, nested: Nested::Once, ..Site::new(Scope::Call, usage, span) }, function);
    }
}
