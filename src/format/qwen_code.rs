//! Qwen Code: sessions, read only. Lines have contents of Gemini, and each names the one before it.
//!
//! ```json
//! {"uuid":"1","parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","parts":[{"text":"List files"}]}}
//! ```
//!
//! Source: the type of export messages of qwen-code, and readers of other projects.

use super::message_stores::{
    Arrangement, CallShape, DeclaredStore, ErrorMark, MediaShape, MessageShape, MessageStore, PartKind, PartShape,
    ReasoningShape, ResultShape, Speaker, StoreRecord, TreeShape, format,
};
use super::signs::Sign;
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
        signs: &[
            Sign::new("@uuid sessionId message/parts"),
            Sign::new("@uuid parentUuid sessionId type=system !message subtype"),
        ],
        evidence: "lines with `uuid`, `sessionId` and parts",
        record: StoreRecord {
            arrangement: Arrangement::Tree(TreeShape {
                id: &["uuid"],
                parent: &["parentUuid"],
                children: "",
                active: &[],
            }),
            id: &["sessionId"],
            is_session: true,
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            object: &["message"],
            speakers: &[
                Speaker::new("user", Role::User),
                Speaker::new("model", Role::Assistant),
                Speaker::new("system", Role::System),
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
        repeated: &["thought", "type", "sessionId"],
    };
}
