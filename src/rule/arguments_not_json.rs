//! The arguments of a call are not JSON.

use super::{Found, Rule};
use crate::json::{Tape, duplicate_keys};
use crate::model::{Arguments, CallKind, Conversation, Part};
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

static CODE: Code = Code {
    id: "TW207",
    name: "arguments-not-json",
    kind: Kind::Rule,
    severity: Severity::Warning,
    summary: "the arguments of a tool call are not a JSON object",
    help: "models write broken arguments at times; services that take objects refuse them",
    docs: DOCS,
};

fn check(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let mut tape = Tape::new();
    for part in conversation.parts() {
        let Part::Call(call) = part else { continue };
        let Arguments::Encoded(text) = &call.arguments else { continue };
        if call.kind == CallKind::Custom {
            continue;
        }
        let name = &call.name;
        match tape.parse(&text.decode_json()) {
            Err(error) => found.at(call.at, || {
                format!("the arguments of `{}` are not JSON: {error} (byte {})", name.show(), error.offset)
            }),
            Ok(node) if !node.is_object() => found.at(call.at, || {
                format!("the arguments of `{}` are {}, not an object", name.show(), node.kind().name())
            }),
            Ok(node) => duplicate_keys(node, &mut |key, _| {
                found.at(call.at, || format!("the arguments of `{}` have the key `{key}` twice", name.show()));
            }),
        }
    }
}

const DOCS: &str = r#"
The text is kept exactly. A target that takes arguments as text gets it unchanged; one that takes an object cannot hold it.

```json bad openai
[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\":"}}]},{"role":"tool","tool_call_id":"c1","content":"42"}]
```

```json good openai
[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},{"role":"tool","tool_call_id":"c1","content":"42"}]
```
"#;
