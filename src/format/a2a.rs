//! A2A: messages and tasks of the protocol for agents (`Agent2Agent`), read only. It has no tools: parts are texts, files and data.
//!
//! ```json
//! {"id":"t1","contextId":"c","history":[{"messageId":"m1","role":"ROLE_USER","parts":[{"text":"Hi"}]}]}
//! ```
//!
//! Version 0.3 wrote `kind` in messages and parts, and the roles `user` and `agent`.
//!
//! Source: a2a-sdk 1.3.0 and 0.3, `Message` and `Task`.

use super::message_stores::{
    DeclaredStore, MediaShape, MessageShape, MessageStore, PartKind, PartShape, StoreRecord, StoreSpeaker, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::Role;

pub(super) static FORMAT: Format = format::<A2a>();

struct A2a;

impl DeclaredStore for A2a {
    const STORE: &'static MessageStore = &MessageStore {
        name: "a2a",
        aliases: &[],
        summary: "A2A: messages and tasks of the Agent2Agent protocol",
        family: Family::Framework,
        source: "a2a-sdk 1.3.0 and 0.3, `Message` and `Task`",
        signs: &[
            RecordSign::new("@role=ROLE_* parts:list"),
            RecordSign::new("@role parts#(kind) messageId"),
            RecordSign::new("@role=agent parts:list"),
            RecordSign::new("@role messageId parts#(!type,:object)"),
            RecordSign::new("history#(messageId,parts)"),
            RecordSign::new("result/history#(messageId,parts)"),
            RecordSign::new("jsonrpc params/message/messageId"),
        ],
        evidence: "messages with `messageId` and parts",
        record: StoreRecord {
            lists: &["messages", "history", "result/history", "params/message"],
            id: &["contextId"],
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            speakers: &[
                StoreSpeaker::new("ROLE_USER", Role::User),
                StoreSpeaker::new("ROLE_AGENT", Role::Assistant),
                StoreSpeaker::new("user", Role::User),
                StoreSpeaker::new("agent", Role::Assistant),
            ],
            id: &["messageId"],
            content: &["parts"],
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("text:text", PartKind::Text(&["text"])),
            PartShape::new(
                "file:object",
                PartKind::Media(MediaShape {
                    bytes: &["file/bytes"],
                    url: &["file/uri"],
                    media_type: &["file/mimeType"],
                    file_name: &["file/name"],
                    ..MediaShape::NONE
                }),
            ),
            PartShape::new("raw:text", PartKind::Media(FILE)),
            PartShape::new("url:text", PartKind::Media(FILE)),
        ],
        repeated: &["kind=message|text|file"],
    };
}

const FILE: MediaShape = MediaShape {
    bytes: &["raw"],
    url: &["url"],
    media_type: &["mediaType"],
    file_name: &["filename"],
    ..MediaShape::NONE
};
