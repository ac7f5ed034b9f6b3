//! Ids that a record repeats where its reader does not look: in events, in lists of children, as keys.
//!
//! ```json
//! {"messages":[{"tool_calls":[{"id":"c1"}]}],"events":[{"event":"tool","id":"c1"}]}
//! ```

use std::collections::{HashMap, HashSet};

use super::ids::{Scope, Sites, Usage};
use super::nested::Nested;
use crate::json::{Node, Text};

/// Adds the places of known ids at members with these keys, anywhere in the record. The value is an id, a list of ids, or
/// an object with ids as keys. A text that nothing in `sites` has is no id.
pub(super) fn add_linked(root: Node<'_, '_>, keys: &[&str], sites: &mut Sites) {
    if keys.is_empty() {
        return;
    }
    let (mut known, mut found) = (HashMap::<String, Scope>::new(), HashSet::new());
    for site in sites.list.iter().filter(|site| site.nested == Nested::No) {
        found.insert(site.span().start);
        let token = root.text_at(site.span()).filter(|_| !site.is_missing);
        if let Some(id) = token.and_then(|token| token.strip_prefix('"')?.strip_suffix('"')) {
            known.insert(Text::Token(id).decode_json().into_owned(), site.scope);
        }
    }
    if known.is_empty() {
        return;
    }
    let mut add = |id: Node<'_, '_>| {
        let Some(text) = id.text() else { return };
        if let Some(scope) = known.get(text.decode().as_ref())
            && found.insert(id.span().start)
        {
            sites.value(*scope, Usage::Follows, Some(id));
        }
    };
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        for (key, value) in node.members() {
            if keys.iter().any(|known| key.is(known)) {
                std::iter::once(value).chain(value.items()).for_each(&mut add);
                value.members().for_each(|(key, _)| add(key));
            }
            waiting.push(value);
        }
        waiting.extend(node.items());
    }
}
