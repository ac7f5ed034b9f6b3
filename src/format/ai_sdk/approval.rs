//! Calls that wait for a person, or that one allowed or denied.
//!
//! `{"type":"tool-del","toolCallId":"c1","state":"approval-responded","input":{},"approval":{"id":"a1","approved":true}}`

use super::NAME;
use crate::format::shared::keep_member;
use crate::json::{Node, Out, Text};
use crate::lower::OutlineCall;
use crate::model::{Extras, Slot};

/// Keeps the question about a call, and the answer.
pub(super) fn keep_approval<'a>(approval: Node<'_, 'a>, key: Text<'a>, extras: &mut Extras<'a>) {
    if !approval.get("id").is_some_and(|id| id.is_string()) {
        return keep_member(Slot::Here, NAME, key, approval, extras);
    }
    for (key, value) in approval.members() {
        let Some(key) = key.text() else { continue };
        extras.push_in(Slot::Response, NAME, key, value.to_raw(), value.at());
    }
}

/// True if there is a question.
pub(super) fn is_asked(call: &OutlineCall<'_>) -> bool {
    call.call.extras.get_in(Slot::Response, NAME, "id").is_some()
}

/// Writes the member of the call.
pub(super) fn write_member(call: &OutlineCall<'_>, out: &mut Out) {
    if is_asked(call) {
        out.key("approval").object(|out| {
            call.call.extras.in_slot(NAME, Slot::Response).for_each(|it| out.key_text(&it.key).raw(&it.value));
        });
    }
}
