//! `LlamaIndex`: lists of `ChatMessage`, chat stores and memories, read only. Each key of a store is a conversation.
//!
//! ```json
//! {"store":{"u1":[{"role":"user","additional_kwargs":{},"blocks":[{"block_type":"text","text":"Hi"}]}]},"class_name":"SimpleChatStore"}
//! ```
//!
//! Older releases wrote `content` instead of blocks, and calls in `additional_kwargs`.
//!
//! Source: llama-index-core 0.14.25, `ChatMessage`, `SimpleChatStore` and `ChatMemoryBuffer`.

use super::message_stores::{
    BesideContent, CallShape, DeclaredStore, ErrorMark, ListArrangement, MediaShape, MessageShape, MessageStore,
    PartKind, PartShape, ReasoningShape, ResultShape, StoreRecord, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::MediaKind;

pub(super) static FORMAT: Format = format::<LlamaIndex>();

struct LlamaIndex;

impl DeclaredStore for LlamaIndex {
    const STORE: &'static MessageStore = &MessageStore {
        name: "llamaindex",
        aliases: &["llama-index"],
        summary: "LlamaIndex: lists of `ChatMessage`, chat stores and memories",
        family: Family::Framework,
        source: "llama-index-core 0.14.25, `ChatMessage` and `SimpleChatStore`",
        signs: &[
            RecordSign::new("@role additional_kwargs blocks"),
            RecordSign::new("@role blocks#(block_type)"),
            RecordSign::new("@role additional_kwargs:object content !type !response_metadata"),
            RecordSign::new("store class_name=*ChatStore"),
            RecordSign::new("chat_store/store class_name"),
        ],
        evidence: "messages with `additional_kwargs`, or a chat store",
        record: StoreRecord {
            lists: &["messages", "store/*", "chat_store/store/*"],
            arrangement: ListArrangement::Separate,
            links: &["tool_call_id"],
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            content: &["blocks", "content"],
            beside: BesideContent { calls: &["additional_kwargs/tool_calls"], ..BesideContent::NOTHING },
            result: ResultShape {
                id: &["additional_kwargs/tool_call_id"],
                name: &["additional_kwargs/name"],
                errors: &[ErrorMark::Flag("additional_kwargs/is_error")],
                ..ResultShape::NONE
            },
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("block_type=text", PartKind::Text(&["text"])),
            PartShape::new("block_type=thinking", PartKind::Reasoning(ReasoningShape::text(&["content"]))),
            PartShape::new(
                "block_type=tool_call",
                PartKind::Call(CallShape { id: &["tool_call_id"], name: &["tool_name"], arguments: &["tool_kwargs"] }),
            ),
            PartShape::new("block_type=image", media(MediaKind::Image, &["image"], &["image_mimetype"])),
            PartShape::new("block_type=audio", media(MediaKind::Audio, &["audio"], &[])),
            PartShape::new("block_type=video", media(MediaKind::Video, &["video"], &["video_mimetype"])),
            PartShape::new("block_type=document", media(MediaKind::Document, &["data"], &["document_mimetype"])),
        ],
        repeated: &["block_type=text|thinking|tool_call|image|audio|video|document", "type=function", "detail=auto"],
    };
}

const fn media(
    kind: MediaKind,
    bytes: super::message_stores::Paths,
    media_type: super::message_stores::Paths,
) -> PartKind {
    PartKind::Media(MediaShape {
        kind,
        bytes,
        url: &["url"],
        file: &["path"],
        media_type,
        file_name: &["title"],
        detail: &["detail"],
        ..MediaShape::NONE
    })
}
