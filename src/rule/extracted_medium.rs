//! Where bytes should stand, the name of a file stands that `extract-media` made.

use super::{Found, Rule};
use crate::model::{Conversation, MediaSource, is_extracted};
use crate::report::{Code, Kind, Severity};

pub(super) static RULE: Rule = Rule { code: &CODE, check };

static CODE: Code = Code {
    id: "TW922",
    name: "extracted-medium",
    kind: Kind::Rule,
    severity: Severity::Error,
    summary: "a medium was taken out by extract-media; nobody else can find it",
    help: "turnwise inline-media --media-root DIR puts the bytes back",
    docs: DOCS,
};

fn check(_: &Conversation<'_>, found: &mut Found<'_, '_>) {
    for medium in found.media() {
        if let MediaSource::Url(text) = &medium.source
            && is_extracted(text)
        {
            found.at(medium.at, || format!("the bytes lie in the file {}", text.show()));
        }
    }
}

const DOCS: &str = r#"
What `extract-media` leaves in the place of bytes is the name of a file: the SHA-256 of the bytes, and an ending. It stands
also where a format has no place for a reference (Bedrock, patterpunk, sounds of OpenAI), and is no base64, so nobody takes
it for bytes. `inline-media --media-root DIR` puts the same bytes back; until then no service and no library can use the
conversation. ShareGPT data sets name files themselves: there it is no error.

```json bad openai
[{"role":"user","content":[{"type":"image_url","image_url":{"url":"6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0.png"}}]}]
```

```json bad patterpunk
[{"type":"user","id":"00000000-0000-4000-8000-000000000001","content":{"type":"chunks","chunks":[{"type":"multimodal","media_type":"image/png","data":"6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0.png","filename":null}]}}]
```

```json good openai
[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://example.com/a.png"}}]}]
```
"#;
