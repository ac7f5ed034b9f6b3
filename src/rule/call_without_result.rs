//! A tool call has no result.

use super::{Found, Rule};
use crate::model::Conversation;
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

static CODE: Code = Code {
    id: "TW204",
    name: "call-without-result",
    kind: Kind::Rule,
    severity: Severity::Error,
    summary: "a tool call has no result",
    help: "add the result, or remove the call",
    docs: DOCS,
};

fn check(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let last = conversation.messages.len().saturating_sub(1);
    let pairs = found.pairs();
    // Results of the last turn may still be missing while some are there: all messages behind the call are results.
    let tail = conversation.messages.iter().rposition(|message| !matches!(message.role, crate::model::Role::Tool));
    for call in pairs.calls.iter().filter(|call| call.answer.is_none()) {
        let is_tail = call.message == last || Some(call.message) == tail;
        let severity = if is_tail && !found.is_sending { Severity::Warning } else { Severity::Error };
        found.at_as(severity, call.call.at, || {
            let name = call.call.name.show();
            match &call.call.id {
                Some(id) => format!("the call `{}` of `{name}` has no result", id.show()),
                None => format!("the call of `{name}` has no result"),
            }
        });
    }
}

const DOCS: &str = r#"
Every call needs its result before the conversation goes on. At the very end the result may still be on its way: a stored
history then gets a warning, and with `--for` an error.

```json bad openai
[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"user","content":"y"}]
```

```json good openai
[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"42"},{"role":"user","content":"y"}]
```
"#;
