//! Haystack: lists of `ChatMessage`, read only.
//!
//! ```json
//! [{"role":"user","meta":{},"name":null,"content":[{"text":"Hi"}]}]
//! ```
//!
//! A result repeats its call in `origin`. Releases before 2.9 wrote `_role` and `_content`.
//!
//! Source: haystack-ai 3.4.1, `ChatMessage.to_dict`.

use super::message_stores::{
    CallShape, DeclaredStore, ErrorMark, MediaShape, MessageShape, MessageStore, PartKind, PartShape, ReasoningShape,
    ResultShape, StoreRecord, format,
};
use super::signs::RecordSign;
use super::{Family, Format};

pub(super) static FORMAT: Format = format::<Haystack>();

struct Haystack;

impl DeclaredStore for Haystack {
    const STORE: &'static MessageStore = &MessageStore {
        name: "haystack",
        aliases: &[],
        summary: "Haystack: lists of `ChatMessage`",
        family: Family::Framework,
        source: "haystack-ai 3.4.1, `ChatMessage.to_dict`",
        signs: &[RecordSign::new("@role meta:object content#(:object,!type)"), RecordSign::new("@_role _content")],
        evidence: "messages with `meta` and parts without a type",
        record: StoreRecord::MESSAGES,
        message: MessageShape {
            speaker: &["role", "_role"],
            author: &["name", "_name"],
            finish: &["meta/finish_reason", "_meta/finish_reason"],
            content: &["content", "_content"],
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("text", PartKind::Text(&["text"])),
            PartShape::new("reasoning", PartKind::Reasoning(ReasoningShape::text(&["reasoning/reasoning_text"]))),
            PartShape::new(
                "tool_call",
                PartKind::Call(CallShape {
                    id: &["tool_call/id"],
                    name: &["tool_call/tool_name"],
                    arguments: &["tool_call/arguments"],
                }),
            ),
            PartShape::new(
                "tool_call_result",
                PartKind::Result(ResultShape {
                    id: &["tool_call_result/origin/id"],
                    name: &["tool_call_result/origin/tool_name"],
                    output: &["tool_call_result/result"],
                    errors: &[ErrorMark::Flag("tool_call_result/error")],
                }),
            ),
            PartShape::new(
                "image",
                PartKind::Media(MediaShape {
                    bytes: &["image/base64_image"],
                    media_type: &["image/mime_type"],
                    detail: &["image/detail"],
                    ..MediaShape::NONE
                }),
            ),
            PartShape::new(
                "file",
                PartKind::Media(MediaShape {
                    bytes: &["file/base64_data"],
                    media_type: &["file/mime_type"],
                    file_name: &["file/filename"],
                    ..MediaShape::NONE
                }),
            ),
        ],
        repeated: &["detail=auto"],
    };
}
