//! A medium's declared type is not what its bytes are.

use super::{Found, Rule, sniff};
use crate::model::{Conversation, MediaSource};
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

static CODE: Code = Code {
    id: "TW209",
    name: "media-type-mismatch",
    kind: Kind::Rule,
    severity: Severity::Warning,
    summary: "the media type contradicts the bytes",
    help: "declare the type that the bytes have; services refuse a mismatch",
    docs: DOCS,
};

fn check(_: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for medium in found.media() {
        let (MediaSource::Base64(data), Some(declared)) = (&medium.source, &medium.media_type) else { continue };
        let Some(is) = sniff::media_type(&data.decode()) else { continue };
        if !sniff::agrees(&declared.decode(), is) {
            found.at(medium.at, || format!("declared as {}, but the bytes are {is}", declared.show()));
        }
    }
}

const DOCS: &str = r#"
The first bytes of PNG, JPEG, GIF, WebP, PDF, WAV and MP3 files tell what they are.

```json bad openai
[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,iVBORw0KGgo="}}]}]
```

```json good openai
[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]}]
```
"#;
