//! Inspect: logs of evaluations, samples and messages, read only. Each sample of a log is a conversation.
//!
//! ```json
//! {"id":"x","epoch":1,"input":"Hi","target":"Hello","messages":[{"role":"user","content":"Hi","source":"input"}]}
//! ```
//!
//! The text of a failed call is in `error`. Long values may be in `attachments`, by their hashes.
//!
//! Source: inspect-ai 0.3.285, `EvalLog` and `EvalSample`.

use super::message_stores::{
    BesideContent, CallShape, DeclaredStore, ErrorMark, ListArrangement, MediaShape, MessageShape, MessageStore,
    PartKind, PartShape, Paths, ReasoningShape, ResultShape, StoreRecord, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::MediaKind;

pub(super) static FORMAT: Format = format::<Inspect>();

struct Inspect;

impl DeclaredStore for Inspect {
    const STORE: &'static MessageStore = &MessageStore {
        name: "inspect",
        aliases: &["inspect-ai"],
        summary: "Inspect: logs of evaluations, with a conversation for each sample",
        family: Family::Framework,
        source: "inspect-ai 0.3.285, `EvalLog` and `EvalSample`",
        signs: &[
            RecordSign::new("eval version samples"),
            RecordSign::new("epoch:number input target"),
            RecordSign::new("epoch:number input messages"),
            RecordSign::new("@role tool_calls#(function:text)"),
            RecordSign::new("@role source=input|generate"),
        ],
        evidence: "samples with an epoch, or messages with a source",
        record: StoreRecord {
            lists: &["samples/*/messages", "messages"],
            arrangement: ListArrangement::Separate,
            id: &["uuid", "id"],
            links: &["id", "tool_call_id", "call_id", "message_id"],
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            id: &["id"],
            content: &["content"],
            beside: BesideContent {
                calls: &["tool_calls"],
                call: CallShape { id: &["id"], name: &["function"], arguments: &["arguments"] },
                ..BesideContent::NOTHING
            },
            result: ResultShape {
                id: &["tool_call_id"],
                name: &["function"],
                errors: &[ErrorMark::Message("error/message")],
                ..ResultShape::NONE
            },
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("type=text", PartKind::Text(&["text"])),
            PartShape::new("type=reasoning redacted=true", PartKind::Other),
            PartShape::new("type=reasoning", PartKind::Reasoning(ReasoningShape::text(&["reasoning"]))),
            PartShape::new("type=image", media(MediaKind::Image, &["image"])),
            PartShape::new("type=audio", media(MediaKind::Audio, &["audio"])),
            PartShape::new("type=video", media(MediaKind::Video, &["video"])),
            PartShape::new("type=document", media(MediaKind::Document, &["document"])),
        ],
        repeated: &["type=text|reasoning|image|audio|video|document|function", "redacted=false", "detail=auto"],
    };
}

const fn media(kind: MediaKind, url: Paths) -> PartKind {
    PartKind::Media(MediaShape {
        kind,
        url,
        media_type: &["mime_type"],
        file_name: &["filename"],
        detail: &["detail"],
        ..MediaShape::NONE
    })
}
