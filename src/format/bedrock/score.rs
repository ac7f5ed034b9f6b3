//! Which values are records of this format: content blocks without `type`, each a union of one member.

use super::shape::BLOCK;
use crate::format::Score;
use crate::json::Node;

/// A response object, or messages with blocks that only this API has. `modelId` and `toolConfig` help where there are none.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if root.is_array() {
        return score_messages(root);
    }
    if is_response(root) {
        return Some(Score::new(240, "`output` with a `message`: a response object"));
    }
    let messages = root.get("messages").filter(Node::is_array)?;
    if let Some(score) = score_messages(messages) {
        return Some(score);
    }
    let is_empty = messages.items().all(|message| message.get("content").is_some_and(|it| it.is_empty()));
    let has = |key: &str| root.get(key).is_some();
    let is_own = has("modelId") || root.get("toolConfig").is_some_and(|it| it.get("tools").is_some());
    (is_own && is_empty).then(|| Score::new(225, "`modelId` or `toolConfig` next to `messages`"))
}

pub(super) fn is_response(root: Node<'_, '_>) -> bool {
    root.get("output").and_then(|output| output.get("message")).is_some_and(|message| {
        message.get("role").is_some() && message.get("content").is_some_and(|content| content.is_array())
    })
}

fn score_messages(list: Node<'_, '_>) -> Option<Score> {
    let mut score = None;
    for message in list.items() {
        let [role, kind, content] = message.pick(&["role", "type", "content"]);
        // Content is always a list here; a damaged message, or an unknown role, changes nothing.
        let content = match (role, content.filter(Node::is_array), kind) {
            (Some(_), Some(content), None) => content,
            _ if message.is_object() && (score.is_some() || content.is_none()) => continue,
            _ => return None,
        };
        for block in content.items() {
            if block.get("type").is_some() {
                return None;
            }
            if score.is_none() && block.members().any(|(key, _)| BLOCK.knows(key)) {
                score = Some(Score::new(230, "a content block without `type` whose key names its type"));
            }
        }
    }
    score
}
