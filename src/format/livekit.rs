//! `LiveKit` Agents: chat contexts, read only.
//!
//! ```json
//! {"items":[{"id":"item_1","type":"message","role":"user","content":["Hi"],"interrupted":false,"extra":{}}]}
//! ```
//!
//! Calls and results are items next to messages.
//!
//! Source: livekit-agents 1.8.9, `ChatContext.to_dict`.

use super::message_stores::{
    CallShape, DeclaredStore, ErrorMark, MediaShape, MessageShape, MessageStore, PartKind, PartShape, ResultShape,
    StoreRecord, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::MediaKind;

pub(super) static FORMAT: Format = format::<LiveKit>();

struct LiveKit;

impl DeclaredStore for LiveKit {
    const STORE: &'static MessageStore = &MessageStore {
        name: "livekit",
        aliases: &[],
        summary: "LiveKit Agents: chat contexts",
        family: Family::Framework,
        source: "livekit-agents 1.8.9, `ChatContext.to_dict`",
        signs: &[
            RecordSign::new("items#(type=message,interrupted)"),
            RecordSign::new("items#(type=message,id=item_*,content:list)"),
            RecordSign::new("items#(type=function_call_output,is_error)"),
            RecordSign::new("items#(type=agent_handoff)"),
            RecordSign::new("@type=message role content:list interrupted"),
            RecordSign::new("@type=message role content:list id=item_*"),
            RecordSign::new("@type=function_call_output call_id is_error"),
            RecordSign::new("@type=agent_handoff new_agent_id"),
        ],
        evidence: "items with `interrupted` or `is_error`",
        record: StoreRecord { lists: &["items"], ..StoreRecord::MESSAGES },
        message: MessageShape { id: &["id"], content: &["content"], ..MessageShape::ROLE },
        parts: &[
            PartShape::new(
                "type=image_content",
                PartKind::Media(MediaShape {
                    kind: MediaKind::Image,
                    url: &["image"],
                    media_type: &["mime_type"],
                    detail: &["inference_detail"],
                    ..MediaShape::NONE
                }),
            ),
            PartShape::new("type=audio_content transcript:text", PartKind::Text(&["transcript"])),
            PartShape::new(
                "type=function_call",
                PartKind::Call(CallShape { id: &["call_id"], name: &["name"], arguments: &["arguments"] }),
            ),
            PartShape::new(
                "type=function_call_output",
                PartKind::Result(ResultShape {
                    id: &["call_id"],
                    name: &["name"],
                    output: &["output"],
                    errors: &[ErrorMark::Flag("is_error")],
                }),
            ),
        ],
        repeated: &[
            "type=message|image_content|audio_content|function_call|function_call_output",
            "inference_detail=auto",
        ],
    };
}
