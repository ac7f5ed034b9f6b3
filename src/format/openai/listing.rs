//! The list of messages in a record: in a body, in the body of a batch line, in the first choice of a completion.

use crate::format::listing::{BodyEdit, BodyLine, Listed, Listing, MessageNodes};
use crate::format::shared::is_answer_member;
use crate::format::turn_lists::TRAINING_FILES;
use crate::json::Node;

/// The member of lines for reinforcement, by which answers are graded.
pub(super) const REFERENCE: &str = "reference_answer";

pub(super) static LISTING: Listing = Listing { key: "messages", find, ..Listing::NONE };

pub(super) static FINETUNE: BodyEdit = BodyEdit {
    keeps: |key| matches!(key, "messages" | "tools" | "functions" | "parallel_tool_calls" | REFERENCE),
    ends_in_answer: Some("a fine-tuning line must end with an assistant message"),
    ends_freely: Some(REFERENCE),
    ..BodyEdit::SAME
};

pub(super) static BATCH: BodyEdit = BodyEdit {
    line: Some(BodyLine { id: "custom_id", members: r#""method":"POST","url":"/v1/chat/completions""#, body: "body" }),
    keeps: |key| !is_answer_member(key),
    own: "batch",
    ..BodyEdit::SAME
};

pub(super) static PREFERENCE: BodyEdit = BodyEdit {
    own: "preference",
    refuses: Some("a preference line needs two answers to choose from, and the record has one"),
    ..BodyEdit::SAME
};

fn find<'t, 'a>(root: Node<'t, 'a>) -> Listed<'t, 'a> {
    if root.is_array() {
        return Listed::bare(MessageNodes::Items(root));
    }
    let keys = ["custom_id", "url", "body", "response", "preferred_output", "input", "choices", "messages"];
    let [custom_id, url, body, response, preferred, input, choices, messages] = root.pick(&keys);
    match (custom_id.or(url).and(body), custom_id.and(response), preferred.and(input)) {
        (Some(body), ..) | (None, None, Some(body)) => Listed::body(body, "messages"),
        (None, Some(response), _) => completion(response.get("body").unwrap_or(response)),
        (None, None, None) if choices.is_some() && messages.is_none() => completion(root),
        (None, None, None) => {
            let mut files = TRAINING_FILES.iter().flat_map(|files| files.fields);
            Listed { has_files: files.any(|key| root.get(key).is_some()), ..Listed::body(root, "messages") }
        }
    }
}

fn completion<'t, 'a>(answer: Node<'t, 'a>) -> Listed<'t, 'a> {
    let first = answer.get("choices").and_then(|choices| choices.items().next());
    let message = first.and_then(|choice| choice.get("message"));
    Listed::answer(message.map_or(MessageNodes::None, MessageNodes::One), answer, &["model"])
}
