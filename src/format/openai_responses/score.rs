//! Is it a record of this format? `input` next to settings, items with types of their own, response objects.

use super::item::is_known_type;
use super::rollout_line::is_line;
use crate::format::Score;
use crate::json::Node;

/// A body with `input`, a list with items only this API has, a response object, a batch line for it.
pub(super) fn score(root: Node<'_, '_>) -> Option<Score> {
    if root.is_array() {
        // Lines of older rollouts are items, after one that is none.
        let is_rollout = root.items().take(3).any(is_line);
        return if is_rollout { None } else { score_list(root, false) };
    }
    let keys = ["input", "output", "object", "custom_id", "url", "messages", "preferred_output", "choices"];
    let [input, output, object, custom_id, url, messages, preferred, choices] = root.pick(&keys);
    if custom_id.is_some() || (url.is_some() && root.get("method").is_some()) {
        return score_line(root);
    }
    if messages.is_some() || preferred.is_some() || choices.is_some() {
        return None;
    }
    if is_response(object, output) {
        return Some(Score::new(240, "`object` is `response`, with `output`"));
    }
    let input = input?;
    if input.is_array() {
        return if input.is_empty() {
            Some(Score::new(60, "an empty list `input`"))
        } else {
            score_list(input, true).map(|score| Score { value: score.value.max(220), ..score })
        };
    }
    // Datasets of instructions have an `input` and an `output` too.
    if !input.is_string() || output.is_some() || root.get("instruction").is_some() {
        return None;
    }
    let settings = ["model", "instructions", "previous_response_id", "conversation", "store"];
    if settings.iter().any(|key| root.get(key).is_some()) {
        return Some(Score::new(210, "a string `input` next to `model` or `instructions`"));
    }
    (root.len() == 1).then(|| Score::new(60, "a string `input`"))
}

/// `{"object":"response","output":[…]}`
pub(super) fn is_response(object: Option<Node<'_, '_>>, output: Option<Node<'_, '_>>) -> bool {
    object.is_some_and(|object| object.is("response")) && output.is_some_and(|output| output.is_array())
}

/// Other services that take an `input` in batches.
const OTHER_URLS: [&str; 2] = ["/v1/embeddings", "/v1/moderations"];

/// The request of a batch line for this API, or the response object of its answer.
fn score_line(line: Node<'_, '_>) -> Option<Score> {
    let [url, body, response] = line.pick(&["url", "body", "response"]);
    if let Some(body) = body {
        let has_input = body.get("input").is_some() && body.get("messages").is_none();
        let is_other = OTHER_URLS.iter().any(|other| url.is_some_and(|url| url.is(other)));
        return (has_input && !is_other).then(|| Score::new(250, "a batch line for `/v1/responses`"));
    }
    let body = response?.get("body")?;
    let [object, output] = body.pick(&["object", "output"]);
    is_response(object, output).then(|| Score::new(250, "a batch line with a response object"))
}

/// Parts that only this API has.
const PARTS: [&str; 4] = ["input_text", "output_text", "input_image", "input_file"];

/// `is_input`: the list is in `input`, so messages alone are enough.
fn score_list(list: Node<'_, '_>, is_input: bool) -> Option<Score> {
    let mut is_plain = false;
    for item in list.items() {
        let [kind, role, content, calls] = item.pick(&["type", "role", "content", "tool_calls"]);
        if calls.is_some() {
            return None;
        }
        let kind = kind.and_then(|kind| kind.text());
        if kind.as_ref().is_some_and(|kind| is_known_type(&kind.decode())) {
            return Some(Score::new(245, "an item of a type only this API has"));
        }
        let parts = content.iter().flat_map(Node::items);
        let mut kinds = parts.filter_map(|part| part.get("type")).peekable();
        let is_message = kind.as_ref().is_some_and(|kind| kind.is("message")) && role.is_some();
        let is_foreign = kinds.peek().is_some_and(|kind| !kind.is("refusal"));
        if kinds.any(|kind| PARTS.iter().any(|known| kind.is(known))) {
            return Some(Score::new(245, "a part of type `input_text`, `output_text`, `input_image` or `input_file`"));
        }
        match kind {
            // In `input` there is nothing else, however odd.
            _ if is_input => {}
            // Answers of other services say that they are messages too, with other parts in them.
            Some(_) if !is_message || is_foreign => return None,
            Some(_) => return Some(Score::new(245, "a message with `type` in a list of items")),
            None => {}
        }
        is_plain |= role.is_some();
    }
    (is_input && is_plain).then(|| Score::new(Score::PLAIN, "messages in `input`"))
}
