//! A tool result stands before the call it answers.

use super::{Found, Rule};
use crate::model::Conversation;
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

static CODE: Code = Code {
    id: "TW205",
    name: "result-before-call",
    kind: Kind::Rule,
    severity: Severity::Error,
    summary: "a tool result stands before the call it answers",
    help: "put the result behind its call",
    docs: DOCS,
};

fn check(_: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for answer in found.pairs().results.iter().filter(|answer| answer.is_early) {
        let id = answer.result.call_id.as_ref();
        found.at(answer.result.at, || {
            format!("the call `{}` comes after its result", id.map(crate::json::Text::show).unwrap_or_default())
        });
    }
}

const DOCS: &str = r#"
Messages were sorted or merged in the wrong order. Services refuse this.

```json bad openai
[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"c1","content":"42"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]
```

```json good openai
[{"role":"user","content":"x"},{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"42"}]
```
"#;
