//! Content that the library keeps silently and providers reject, or that it ignores. `TW640` to `TW659`.

use super::NAME;
use super::rules_index::{INDEX_DIFFERS, INDEX_LINE, MISSING_FILE, UNLISTED_SESSION};
use super::rules_lines::{BLANK_LINE, MARK, NO_LINE_END};
use super::rules_session::{MESSAGE_COUNT, SOURCE};
use super::rules_text::{PYTHON_TEXT, SYSTEM_LINE, TIME};
use crate::format::shared::check_result_order;
use crate::model::{Arguments, Conversation, Part};
use crate::rule::{EMPTY_CALL_ID, Rule, RuleReport, rule};

pub(super) static RULES: &[&Rule] = &[
    EMPTY_CALL_ID,
    &SPARSE_CALL,
    &RESULT_ORDER,
    &IGNORED_FIELD,
    &TIME,
    &PYTHON_TEXT,
    &SYSTEM_LINE,
    &BLANK_LINE,
    &NO_LINE_END,
    &MARK,
    &MESSAGE_COUNT,
    &SOURCE,
    &INDEX_LINE,
    &UNLISTED_SESSION,
    &MISSING_FILE,
    &INDEX_DIFFERS,
];

rule! {
    SPARSE_CALL "TW640" "picklebot-sparse-call" Warning sparse_call
    "a tool call lacks its id, function, name or arguments, or the arguments are not a string"
    "add `id`, and `function` with `name` and `arguments`, a string that contains JSON"
}

fn sparse_call(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for part in conversation.parts() {
        match part {
            Part::Opaque(it) if it.origin == NAME => {
                found.at(it.at, || "a tool call needs `id`, and `function` with `name` and `arguments`".to_owned());
            }
            Part::Call(call) => {
                let name = &call.name;
                if call.id.is_none() {
                    found.at(call.at, || format!("the call of `{}` has no id", name.show()));
                }
                if call.extras.find_mark(NAME, super::call::NO_ARGUMENTS).is_some() {
                    found.at(call.at, || format!("the call of `{}` has no arguments", name.show()));
                }
                if let Arguments::Object(_) = &call.arguments {
                    found.at(call.at, || {
                        format!("`function.arguments` of the call of `{}` should be a JSON string", name.show())
                    });
                }
            }
            Part::Text(_)
            | Part::Reasoning(_)
            | Part::Result(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => {}
        }
    }
}

rule! {
    RESULT_ORDER "TW641" "picklebot-result-order" Warning result_order
    "a tool result does not directly follow its call"
    "put all `tool` lines directly after the line with their calls"
    => Unsafe Repair
}

fn result_order(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    check_result_order(conversation, "line", found);
}

rule! {
    IGNORED_FIELD "TW642" "picklebot-ignored-field" Warning ignored_field
    "tool calls are on a line whose role is not assistant, or a call id is on a line whose role is not tool"
    "move the field to a line of the right role"
}

fn ignored_field(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    for message in &conversation.messages {
        for extra in message.extras.of(NAME).iter().filter(|extra| !extra.is_note) {
            let is_calls = extra.key.is("tool_calls");
            // A value of the wrong kind was reported when it was read.
            let is_id = extra.key.is("tool_call_id") && extra.value.as_str().starts_with('"');
            if is_calls || is_id {
                found.at(extra.at, || {
                    let role = message.role.name();
                    format!("`{}` on a line of role {role} is ignored by picklebot", extra.key.show())
                });
            }
        }
    }
}
