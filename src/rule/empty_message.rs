//! A message says nothing.

use super::{Found, Rule};
use crate::model::{Conversation, Form, Message, Part};
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

static CODE: Code = Code {
    id: "TW206",
    name: "empty-message",
    kind: Kind::Rule,
    severity: Severity::Warning,
    summary: "a message has no content",
    help: "remove the message, or say something in it",
    docs: DOCS,
};

fn check(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for message in conversation.messages.iter().filter(|message| is_empty(message)) {
        found.at(message.at, || format!("the {} message has no content", message.role.name()));
    }
}

fn is_empty(message: &Message<'_>) -> bool {
    // Content that is not there at all is a matter of shape; the reader said so.
    !matches!(message.form, Form::Absent | Form::Null)
        && message.parts.iter().all(|part| match part {
            Part::Text(text) | Part::Refusal(text) => text.text.is_empty(),
            Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_) => false,
        })
        && message.extras.fields().iter().all(|extra| extra.is_note)
}

const DOCS: &str = r#"
A message without words, calls or media is usually left over from an interrupted stream.

```json bad openai
[{"role":"user","content":"x"},{"role":"assistant","content":""}]
```

```json good openai
[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]
```
"#;
