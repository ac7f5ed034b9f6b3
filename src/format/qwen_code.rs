//! Qwen Code: sessions, read only. Lines have contents of Gemini, and each names the one before it.
//!
//! ```json
//! {"uuid":"1","parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","parts":[{"text":"List files"}]}}
//! ```
//!
//! Source: the type of export messages of qwen-code, and readers of other projects.

use super::message_stores::{
    CallShape, DeclaredStore, ErrorMark, ListArrangement, MediaShape, MessageShape, MessageStore, PartKind, PartShape,
    ReasoningShape, ResultShape, StoreRecord, StoreSpeaker, TreeShape, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::Role;

pub(super) static FORMAT: Format = format::<QwenCode>();

struct QwenCode;

impl DeclaredStore for QwenCode {
    const STORE: &'static MessageStore = &MessageStore {
        name: "qwen-code",
        aliases: &[],
        summary: "Qwen Code: sessions, a line for each message",
        family: Family::Session,
        source: "qwen-code 0.6, files of sessions",
        signs: &[RecordSign::new("@uuid sessionId message/parts")],
        evidence: "lines with `uuid`, `sessionId` and parts",
        record: StoreRecord {
            arrangement: ListArrangement::Tree(TreeShape {
                id: &["uuid"],
                parent: &["parentUuid"],
                children: "",
                active: &[],
            }),
            id: &["sessionId"],
            links: &["callId"],
            is_session: true,
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            object: &["message"],
            speakers: &[
                StoreSpeaker::new("user", Role::User),
                StoreSpeaker::new("model", Role::Assistant),
                StoreSpeaker::new("system", Role::System),
            ],
            content: &["parts"],
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("text thought=true", PartKind::Reasoning(ReasoningShape::text(&["text"]))),
            PartShape::new("text", PartKind::Text(&["text"])),
            PartShape::new(
                "functionCall",
                PartKind::Call(CallShape {
                    id: &["functionCall/id"],
                    name: &["functionCall/name"],
                    arguments: &["functionCall/args"],
                }),
            ),
            PartShape::new(
                "functionResponse",
                PartKind::Result(ResultShape {
                    id: &["functionResponse/id"],
                    name: &["functionResponse/name"],
                    output: &[
                        "functionResponse/response/output",
                        "functionResponse/response/error",
                        "functionResponse/response",
                    ],
                    errors: &[ErrorMark::Given("functionResponse/response/error")],
                }),
            ),
            PartShape::new(
                "inlineData",
                PartKind::Media(MediaShape {
                    bytes: &["inlineData/data"],
                    media_type: &["inlineData/mimeType"],
                    ..MediaShape::NONE
                }),
            ),
            PartShape::new(
                "fileData",
                PartKind::Media(MediaShape {
                    url: &["fileData/fileUri"],
                    media_type: &["fileData/mimeType"],
                    ..MediaShape::NONE
                }),
            ),
        ],
        repeated: &["thought=true|false", "type=user|assistant|tool_result"],
    };
}
