//! Messages that the program wrote for the model: instructions, the environment, skills.
//!
//! ```json
//! {"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>…</environment_context>"}]}
//! ```

use crate::format::sessions::is_text_alone;
use crate::json::Node;
use crate::model::{Message, Role};

/// The beginnings of texts that no person typed.
const BEGINNINGS: &[&str] = &[
    "<environment_context>",
    "<permissions instructions>",
    "<user_instructions>",
    "# agents.md instructions",
    "<turn_aborted>",
    "<skill>",
    "<subagent_notification>",
    "<user_shell_command>",
];

/// True if the message was written by the program. What it says about itself comes before the look of its words.
pub(super) fn is_program_message(item: Node<'_, '_>, message: &Message<'_>) -> bool {
    match message.role {
        Role::Developer => true,
        Role::User => is_typed(item).map_or_else(|| is_text_alone(message, is_program_text), |is_typed| !is_typed),
        Role::System | Role::Assistant | Role::Tool | Role::Other(_) => false,
    }
}

/// Whether a part of it was typed by a person, if the item says that.
fn is_typed(item: Node<'_, '_>) -> Option<bool> {
    let passed = item.get("internal_chat_message_metadata_passthrough")?;
    let sources: Vec<_> = passed
        .get("content_item_metadata")
        .iter()
        .flat_map(Node::items)
        .filter_map(|part| part.get("provenance")?.get("type")?.text())
        .collect();
    if !sources.is_empty() {
        return Some(sources.iter().any(|source| source.is("user")));
    }
    let kinds: Vec<_> =
        passed.get("content_item_kinds").iter().flat_map(Node::items).filter_map(|kind| kind.text()).collect();
    let is_said = |kind: &crate::json::Text<'_>| !kind.is("unknown");
    if !kinds.iter().any(is_said) {
        return None;
    }
    Some(kinds.iter().any(|kind| kind.decode().starts_with("user.")))
}

/// True for a text that begins as those of the program do.
pub(super) fn is_program_text(text: &str) -> bool {
    let text = text.trim_start();
    let begins = |start: &&'static str| text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    BEGINNINGS.iter().any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_program_begin_in_a_known_way() {
        for (text, is_own) in [
            ("<environment_context>\n</environment_context>", true),
            ("\n# AGENTS.md instructions for /repo", true),
            ("<turn_aborted>", true),
            ("What is <environment_context>?", false),
            ("", false),
        ] {
            assert_eq!(is_program_text(text), is_own, "{text}");
        }
    }
}
