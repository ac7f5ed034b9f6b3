//! Google AI Studio: prompts, as Google Drive stores them, read only.
//!
//! ```json
//! {"runSettings":{"model":"models/gemini-3"},"chunkedPrompt":{"chunks":[{"text":"Hi","role":"user"},{"text":"Hello","role":"model"}]}}
//! ```
//!
//! Source: the readers of four other projects; there is no documentation.

use super::message_stores::{
    DeclaredStore, MediaShape, MessageShape, MessageStore, PartKind, PartShape, StoreRecord, StoreSpeaker, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::Role;

pub(super) static FORMAT: Format = format::<AiStudio>();

struct AiStudio;

impl DeclaredStore for AiStudio {
    const STORE: &'static MessageStore = &MessageStore {
        name: "ai-studio",
        aliases: &[],
        summary: "Google AI Studio: prompts, as Google Drive stores them",
        family: Family::Export,
        source: "files of AI Studio in Google Drive, 2025 and 2026",
        signs: &[RecordSign::new("chunkedPrompt")],
        evidence: "`chunkedPrompt`",
        record: StoreRecord {
            lists: &["chunkedPrompt/chunks"],
            system: &["systemInstruction/parts", "systemInstruction/text"],
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            speakers: &[
                StoreSpeaker::new("user", Role::User),
                StoreSpeaker::reasoning("model").with("isThought=true"),
                StoreSpeaker::new("model", Role::Assistant),
            ],
            finish: &["finishReason"],
            content: &["text"],
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("text", PartKind::Text(&["text"])),
            PartShape::new(
                "inlineFile",
                PartKind::Media(MediaShape {
                    bytes: &["inlineFile/data"],
                    media_type: &["inlineFile/mimeType"],
                    ..MediaShape::NONE
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
        ],
        repeated: &["isThought=true|false"],
    };
}
