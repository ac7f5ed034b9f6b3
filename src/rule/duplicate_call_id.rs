//! Two tool calls have the same id.

use std::collections::HashMap;

use super::pairs::has_repeated_ids;
use super::{Found, Rule};
use crate::model::{Conversation, Part};
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

static CODE: Code = Code {
    id: "TW202",
    name: "duplicate-call-id",
    kind: Kind::Rule,
    severity: Severity::Error,
    summary: "two tool calls have the same id",
    help: "give every call an id of its own",
    docs: DOCS,
};

fn check(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    if !has_repeated_ids(conversation) {
        return;
    }
    let mut seen = HashMap::new();
    for (message, index) in conversation.messages.iter().zip(0_usize..) {
        for part in &message.parts {
            let Part::Call(call) = part else { continue };
            let Some(id) = &call.id else { continue };
            let Some(before) = seen.insert(id.decode_json(), index) else { continue };
            // Later repeats pair up well enough for most services; inside one message nobody can tell them apart.
            let severity = if before == index || found.is_sending { Severity::Error } else { Severity::Warning };
            found.at_as(severity, call.at, || format!("the call id `{}` is used twice", id.show()));
        }
    }
}

const DOCS: &str = r#"
A result names its call by id. With two calls of one id, nobody knows which one it answers. Inside one message this is an
error; in a later message a warning, because the calls before it are answered by then.

```json bad openai
[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c1","type":"function","function":{"name":"g","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"1"},{"role":"tool","tool_call_id":"c1","content":"2"}]
```

```json good openai
[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"g","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"1"},{"role":"tool","tool_call_id":"c2","content":"2"}]
```
"#;
