//! Strands Agents: the messages of a session, read only. They are messages of Converse, each in a file.
//!
//! ```json
//! {"message":{"role":"user","content":[{"text":"Hi"}]},"message_id":0,"redact_message":null,"created_at":"2026-11-25T08:46:01Z"}
//! ```
//!
//! `redact_message` replaces the message. Bytes are `{"__bytes_encoded__":true,"data":"aGk="}`.
//!
//! Source: strands-agents 1.62.0, `FileSessionManager` and `SessionMessage.to_dict`.

use super::bedrock::media_type;
use super::message_stores::{
    CallShape, DeclaredStore, ErrorMark, MediaShape, MessageShape, MessageStore, PartKind, PartShape, Paths,
    ReasoningShape, ResultShape, StoreRecord, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::json::Text;
use crate::model::MediaKind;

pub(super) static FORMAT: Format = format::<Strands>();

struct Strands;

impl DeclaredStore for Strands {
    const STORE: &'static MessageStore = &MessageStore {
        name: "strands",
        aliases: &[],
        summary: "Strands Agents: the messages of a session",
        family: Family::Framework,
        source: "strands-agents 1.62.0, `SessionMessage.to_dict`",
        signs: &[
            RecordSign::new("@message/role message_id redact_message"),
            RecordSign::new("@message/role message_id created_at updated_at"),
        ],
        evidence: "messages with `message_id` and `redact_message`",
        record: StoreRecord { id: &["session_id"], ..StoreRecord::MESSAGES },
        message: MessageShape { object: &["redact_message", "message"], content: &["content"], ..MessageShape::ROLE },
        parts: &[
            PartShape::new("text", PartKind::Text(&["text"])),
            PartShape::new("json", PartKind::Json(&["json"])),
            PartShape::new(
                "reasoningContent",
                PartKind::Reasoning(ReasoningShape {
                    text: &["reasoningContent/reasoningText/text"],
                    signature: &["reasoningContent/reasoningText/signature"],
                    redacted: &["reasoningContent/redactedContent/data", "reasoningContent/redactedContent"],
                    family: "anthropic",
                }),
            ),
            PartShape::new(
                "toolUse",
                PartKind::Call(CallShape {
                    id: &["toolUse/toolUseId"],
                    name: &["toolUse/name"],
                    arguments: &["toolUse/input"],
                }),
            ),
            PartShape::new(
                "toolResult",
                PartKind::Result(ResultShape {
                    id: &["toolResult/toolUseId"],
                    output: &["toolResult/content"],
                    errors: &[ErrorMark::Text("toolResult/status", ["error", "success"])],
                    ..ResultShape::NONE
                }),
            ),
            PartShape::new(
                "image",
                PartKind::Media(MediaShape {
                    type_of: Some(|format| type_of(MediaKind::Image, format)),
                    ..media(MediaKind::Image, &["image/source/bytes/data", "image/source/bytes"], &["image/format"])
                }),
            ),
            PartShape::new(
                "video",
                PartKind::Media(MediaShape {
                    type_of: Some(|format| type_of(MediaKind::Video, format)),
                    ..media(MediaKind::Video, &["video/source/bytes/data", "video/source/bytes"], &["video/format"])
                }),
            ),
            PartShape::new(
                "document",
                PartKind::Media(MediaShape {
                    type_of: Some(|format| type_of(MediaKind::Document, format)),
                    file_name: &["document/name"],
                    ..media(
                        MediaKind::Document,
                        &["document/source/bytes/data", "document/source/bytes"],
                        &["document/format"],
                    )
                }),
            ),
        ],
        repeated: &["__bytes_encoded__=true"],
    };
}

const fn media(kind: MediaKind, bytes: Paths, media_type: Paths) -> MediaShape {
    MediaShape { kind, bytes, media_type, ..MediaShape::NONE }
}

/// The media type of a format of Converse: `image/png` of `png`.
fn type_of(kind: MediaKind, format: &str) -> String {
    media_type(kind, &Text::Token(format)).map_or_else(|| format.to_owned(), |(media_type, _)| media_type.to_owned())
}
