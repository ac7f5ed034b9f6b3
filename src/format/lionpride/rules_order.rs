//! Rules about the order of messages: what lionpride's `prepare_messages_for_chat` drops.

use super::time;
use crate::model::{Conversation, Message, Role};
use crate::rule::{Found, rule};

rule! {
    SYSTEM_PLACE "TW661" "lionpride-system-place" Warning system_place
    "a system message is not the first, or not the only one"
    "put all system text into the first message"
    r#"
Only the first message counts as a system message. Later ones are dropped when the messages are prepared for a chat.

```json bad lionpride
[{"content":{"instruction":"q"}},{"content":{"system_message":"be brief"}}]
```

```json good lionpride
[{"content":{"system_message":"be brief"}},{"content":{"instruction":"q"}}]
```
"#
}

fn system_place(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for message in conversation.messages.iter().skip(1).filter(|message| message.role.is_instruction()) {
        found.at(message.at, || "lionpride drops a system message that is not the first message".to_owned());
    }
}

rule! {
    SYSTEM_LOST "TW662" "lionpride-system-lost" Warning system_lost
    "the history begins with an answer behind the system message"
    "put an instruction between them"
    r#"
lionpride puts the system text into the first instruction. If an answer stands before it, the text is lost.

```json bad lionpride
[{"content":{"system_message":"be brief"}},{"content":{"assistant_response":"hello"}},{"content":{"instruction":"q"}}]
```

```json good lionpride
[{"content":{"system_message":"be brief"}},{"content":{"instruction":"q"}}]
```
"#
}

fn system_lost(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let mut messages = conversation.messages.iter();
    let is_system = messages.next().is_some_and(|first| first.role.is_instruction());
    let is_seen = |message: &&Message<'_>| matches!(message.role, Role::User | Role::Assistant);
    if let Some(next) = messages.find(is_seen).filter(|next| is_system && matches!(next.role, Role::Assistant)) {
        found.at(next.at, || "lionpride loses the system text, because an answer follows it".to_owned());
    }
}

rule! {
    TRAILING_RESULT "TW663" "lionpride-trailing-result" Warning trailing_result
    "nothing follows a tool result"
    "add the next instruction"
    r#"
lionpride puts results into the next instruction. Without one they are not sent.

```json bad lionpride
[{"content":{"instruction":"q"}},{"id":"00000000-0000-4000-8000-000000000001","content":{"function":"f","arguments":{}}},{"content":{"request_id":"00000000-0000-4000-8000-000000000001","result":"r"}}]
```

```json good lionpride
[{"content":{"instruction":"q"}},{"id":"00000000-0000-4000-8000-000000000001","content":{"function":"f","arguments":{}}},{"content":{"request_id":"00000000-0000-4000-8000-000000000001","result":"r"}},{"content":{"instruction":"and?"}}]
```
"#
}

fn trailing_result(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for message in conversation.messages.iter().rev().take_while(|message| !matches!(message.role, Role::User)) {
        if matches!(message.role, Role::Tool) {
            found.at(message.at, || "lionpride does not send a result that no instruction follows".to_owned());
        }
    }
}

rule! {
    TIME_ORDER "TW668" "lionpride-time-order" Warning time_order
    "a message is older than the one before it"
    "sort the messages, or mend the times"
    r#"
```json bad lionpride
[{"created_at":"2025-06-01T12:00:00+00:00","content":{"instruction":"q"}},{"created_at":"2025-06-01T11:00:00+00:00","content":{"assistant_response":"a"}}]
```

```json good lionpride
[{"created_at":"2025-06-01T11:00:00+00:00","content":{"instruction":"q"}},{"created_at":"2025-06-01T12:00:00+00:00","content":{"assistant_response":"a"}}]
```
"#
}

fn time_order(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let mut last = f64::MIN;
    for message in &conversation.messages {
        let time = message.details().time.as_ref().and_then(|time| time::parse(&time.decode()));
        let Some(time) = time else { continue };
        if time.seconds < last {
            found.at(message.at, || "the message is older than the one before it".to_owned());
        }
        last = time.seconds;
    }
}
