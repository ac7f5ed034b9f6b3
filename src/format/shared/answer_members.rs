//! Members of an answer in the body of a request, as logs have them: `{"id":"…","object":"chat.completion","messages":[…]}`.
//! The APIs of `OpenAI` reject unknown members.

use crate::model::{Conversation, Slot};
use crate::rule::{Rule, RuleReport, rule};

const MEMBERS: [&str; 10] = [
    "id",
    "object",
    "created",
    "created_at",
    "usage",
    "system_fingerprint",
    "choices",
    "status",
    "incomplete_details",
    "error",
];

/// True for members that only answers have.
#[must_use]
pub fn is_answer_member(key: &str) -> bool {
    MEMBERS.contains(&key)
}

rule! {
    RULE "TW216" "answer-member" Error check
    "a field of a response is in the body of a request"
    "remove it; `convert --to openai:batch` does"
    => Unsafe RemoveValue
}

/// The rule that finds them.
pub const ANSWER_MEMBER: &Rule = &RULE;

/// Stored records may have more members than requests; a batch line is made to be sent.
fn check(conversation: &Conversation<'_>, found: &mut RuleReport<'_, '_>) {
    if !(conversation.source.shape == "batch" || (conversation.source.shape == "body" && found.is_sending)) {
        return;
    }
    let fields = conversation.extras.of(conversation.origin).iter();
    for extra in fields.filter(|extra| extra.slot == Slot::Here && is_answer_member(&extra.key.decode())) {
        found.at(extra.at, || format!("the API rejects `{}`, which answers have", extra.key.show()));
    }
}
