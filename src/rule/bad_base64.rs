//! A medium's base64 text is damaged.

use super::{Found, Rule, sniff};
use crate::model::{Conversation, MediaSource};
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

static CODE: Code = Code {
    id: "TW208",
    name: "bad-base64",
    kind: Kind::Rule,
    severity: Severity::Error,
    summary: "the bytes of a medium are not standard base64 with padding",
    help: "encode the bytes again with the standard alphabet",
    docs: DOCS,
};

fn check(_: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for medium in found.media() {
        let MediaSource::Base64(data) = &medium.source else { continue };
        if let Some(problem) = sniff::base64_problem(&data.decode()) {
            found.at(medium.at, || format!("not valid base64: {problem}"));
        }
    }
}

const DOCS: &str = r#"
Services decode strictly: standard alphabet, padding, no white space.

```json bad openai
[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBO_w0K"}}]}]
```

```json good openai
[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]}]
```
"#;
