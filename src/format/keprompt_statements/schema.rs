//! The JSON Schema of a list of statements.

use serde_json::{Value, json};

use crate::statements::Keyword;

pub(super) fn list() -> Value {
    let keywords: Vec<_> = Keyword::ALL.iter().map(|keyword| keyword.word()).collect();
    json!({
        "type": "array",
        "items": {
            "type": "object",
            "required": ["msg_no", "keyword", "value"],
            "properties": {
                "msg_no": { "description": "The position in the list." },
                "keyword": { "enum": keywords },
                "value": { "type": "string" },
            },
        },
    })
}
