//! An image has more pixels than programs open.

use super::{Found, Rule, pixels};
use crate::model::{Conversation, MediaSource};
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

/// Most pixels on a side.
const MOST: u32 = 16_384;

static CODE: Code = Code {
    id: "TW920",
    name: "image-has-too-many-pixels",
    kind: Kind::Rule,
    severity: Severity::Warning,
    summary: "an image has more than 16384 pixels on a side",
    help: "make it smaller; most programs refuse to open it",
    docs: DOCS,
};

fn check(_: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for medium in found.media() {
        let MediaSource::Base64(data) = &medium.source else { continue };
        if let Some((width, height)) = pixels::of_base64(&data.decode()).filter(|(a, b)| *a.max(b) > MOST) {
            found.at(medium.at, || format!("the image has {width} × {height} pixels"));
        }
    }
}

const DOCS: &str = r#"
The header of the image says so; nothing is decoded.

```json bad openai
[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/gif;base64,R0lGODlhAUABAA=="}}]}]
```

```json good openai
[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/gif;base64,R0lGODlhAEABAA=="}}]}]
```
"#;
