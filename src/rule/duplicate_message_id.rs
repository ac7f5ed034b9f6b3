//! Two messages have the same id.

use std::collections::HashSet;

use super::{Found, Rule};
use crate::model::Conversation;
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

static CODE: Code = Code {
    id: "TW201",
    name: "duplicate-message-id",
    kind: Kind::Rule,
    severity: Severity::Warning,
    summary: "two messages have the same id",
    help: "give every message an id of its own",
    docs: DOCS,
};

fn check(conversation: &Conversation<'_>, found: &mut Found<'_, '_>) {
    let mut seen = HashSet::new();
    // One message of the source may be several here: they share its id rightly.
    let mut last_place = None;
    for message in &conversation.messages {
        let Some(id) = &message.details().id else { continue };
        let is_new = seen.insert(id.decode_json());
        if !is_new && last_place != Some(message.at) {
            found.at(message.at, || format!("the message id `{}` is used twice", id.show()));
        }
        last_place = Some(message.at);
    }
}

const DOCS: &str = r#"
Edits, branches and deduplication go by message id. Two messages with one id are taken for one.

```json bad patterpunk
[{"type":"user","id":"m1","content":{"type":"string","value":"a"},"allow_tool_calls":true},{"type":"assistant","id":"m1","content":{"type":"string","value":"b"}}]
```

```json good patterpunk
[{"type":"user","id":"m1","content":{"type":"string","value":"a"},"allow_tool_calls":true},{"type":"assistant","id":"m2","content":{"type":"string","value":"b"}}]
```
"#;
