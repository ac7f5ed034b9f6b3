//! What detection looks at in a record with very many messages: those that look like no other one before them.
//!
//! Every format scores every message, which takes some microseconds for each. A million of `{"role":"user","content":"x"}` say
//! no more than one of them.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, Hash as _, Hasher};

use foldhash::quality::RandomState;

use crate::json::Node;

/// Shorter lists are looked at as a whole.
const MANY: usize = 4096;
/// Items at the beginning of a list that are taken whatever they look like.
const FIRST: usize = 1024;
/// Different looks that are reported apart.
const LOOKS: usize = 4096;
/// Roles of messages with a text alone that are remembered: most messages have one of them.
const ROLES: usize = 16;
/// Values of an item that are looked at, and how deep.
const VALUES: usize = 64;
const DEPTH: usize = 5;

/// The text of a record with fewer messages that is detected as the same; `None` if the record is short.
pub(super) fn sample(root: Node<'_, '_>) -> Option<String> {
    let is_long = |node: Node<'_, '_>| node.is_array() && node.len() > MANY;
    let mut text = String::new();
    if is_long(root) && root.raw().starts_with('[') {
        write_list(root, &mut text);
        return Some(text);
    }
    if !root.is_object() || !root.members().any(|(_, value)| is_long(value)) {
        return None;
    }
    for (key, value) in root.members() {
        text.push(if text.is_empty() { '{' } else { ',' });
        text.push_str(key.raw());
        text.push(':');
        if is_long(value) {
            write_list(value, &mut text);
        } else {
            text.push_str(value.raw());
        }
    }
    text.push('}');
    Some(text)
}

fn write_list(list: Node<'_, '_>, text: &mut String) {
    let (mut looks, state) = (HashSet::with_hasher(RandomState::default()), RandomState::default());
    let mut roles = Vec::with_capacity(ROLES);
    let mut separator = '[';
    for (index, item) in list.items().enumerate() {
        let plain = item.strings(["role", "content"]).filter(|[_, (content, _)]| !content.is_empty());
        let role = plain.map(|[(role, _), _]| role);
        let is_known = role.is_some_and(|role| roles.contains(&role));
        let mut is_new = || !is_known && looks.len() < LOOKS && looks.insert(look_of(item, state));
        if is_new() || index < FIRST {
            text.push(separator);
            text.push_str(item.raw());
            separator = ',';
        }
        roles.extend(role.filter(|_| !is_known && roles.len() < ROLES));
    }
    text.push(']');
}

/// The keys, kinds and tags of an item, without its words.
fn look_of(item: Node<'_, '_>, state: RandomState) -> u64 {
    let mut hasher = state.build_hasher();
    let mut waiting = vec![(item, 0)];
    for _ in 0..VALUES {
        let Some((node, depth)) = waiting.pop() else { break };
        (node.kind() as u8, depth, node.is_empty()).hash(&mut hasher);
        if depth >= DEPTH {
            continue;
        }
        for (key, value) in node.members().take(VALUES) {
            hasher.write(key.raw().as_bytes());
            let is_tag = ["role", "type", "from", "kind", "sender"].iter().any(|name| key.is(name));
            if is_tag && value.is_string() {
                hasher.write(value.raw().as_bytes());
            }
            waiting.push((value, depth + 1));
        }
        waiting.extend(node.items().take(VALUES).map(|item| (item, depth + 1)));
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Detected, detect};
    use crate::json::Tape;

    #[test]
    fn one_message_of_many_decides_wherever_it_is() {
        let plain = r#"{"role":"user","content":"x"},{"role":"assistant","content":"y"}"#;
        let many = vec![plain; 10_000].join(",");
        for (own, name) in [
            (r#"{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}"#, "anthropic"),
            (
                r#"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
                "openai",
            ),
        ] {
            let text = format!(r#"{{"messages":[{many},{own},{plain}],"n":1}}"#);
            let mut tape = Tape::new();
            let root = tape.parse(&text).unwrap();
            let short = sample(root).unwrap();
            assert!(short.len() < text.len() / 5 && short.contains(own) && short.ends_with(r#"],"n":1}"#));
            assert!(matches!(detect(root, None), Detected::One(found) if found.format.name == name), "{name}");
        }
        let text = format!("[{many}]");
        let mut tape = Tape::new();
        let found = detect(tape.parse(&text).unwrap(), None);
        assert!(matches!(found, Detected::Tie(found) if found[0].format.name == "openai"));
        assert!(sample(Tape::new().parse(r#"{"messages":[1,2]}"#).unwrap()).is_none());
    }
}
