//! A tool result answers a call that is not in the conversation.

use super::{Found, Rule};
use crate::model::Conversation;
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

static CODE: Code = Code {
    id: "TW203",
    name: "result-without-call",
    kind: Kind::Rule,
    severity: Severity::Error,
    summary: "a tool result answers a call that is not in the conversation",
    help: "keep the call with its result, or remove both",
    docs: DOCS,
};

fn check(_: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for answer in &found.pairs().results {
        let result = answer.result;
        if answer.call.is_none() {
            found.at(result.at, || match (&result.call_id, &result.name) {
                (Some(id), _) => format!("no call has the id `{}`", id.show()),
                (None, Some(name)) => format!("no earlier call of `{}` waits for a result", name.show()),
                (None, None) => "no earlier call waits for a result".to_owned(),
            });
        } else if answer.is_repeated {
            found.at(result.at, || {
                let id = result.call_id.as_ref().map(crate::json::Text::show).unwrap_or_default();
                format!("the call `{id}` already has a result")
            });
        }
    }
}

const DOCS: &str = r#"
Services refuse a request in which a tool result has no matching call. It happens when old messages were cut off, or when a
result was stored twice.

```json bad openai
{"messages":[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"c9","content":"42"}]}
```

Keep the call with its result, or remove both.

```json good openai
{"messages":[{"role":"user","content":"hi"}]}
```
"#;
