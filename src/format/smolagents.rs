//! smolagents: the messages of an agent's memory, read only.
//!
//! ```json
//! [{"role":"tool-call","content":[{"type":"text","text":"Calling tools:\n[…]"}],"tool_calls":null,"raw":null,"token_usage":null}]
//! ```
//!
//! Calls are the print of a Python list, and results are texts of the user: both stay texts, as the model gets them.
//!
//! Source: smolagents 1.26.0, `ChatMessage.dict` and its table of roles for services.

use super::message_stores::{
    BesideContent, DeclaredStore, MediaShape, MessageShape, MessageStore, PartKind, PartShape, StoreRecord,
    StoreSpeaker, format,
};
use super::signs::RecordSign;
use super::{Family, Format};
use crate::model::{MediaKind, Role};

pub(super) static FORMAT: Format = format::<Smolagents>();

struct Smolagents;

impl DeclaredStore for Smolagents {
    const STORE: &'static MessageStore = &MessageStore {
        name: "smolagents",
        aliases: &[],
        summary: "smolagents: the messages of an agent's memory",
        family: Family::Framework,
        source: "smolagents 1.26.0, `ChatMessage.dict`",
        signs: &[
            RecordSign::new("@role=tool-call|tool-response"),
            RecordSign::new("@role content tool_calls raw token_usage"),
        ],
        evidence: "messages of `tool-call` and `tool-response`",
        record: StoreRecord::MESSAGES,
        message: MessageShape {
            speakers: &[
                StoreSpeaker::new("system", Role::System),
                StoreSpeaker::new("user", Role::User),
                StoreSpeaker::new("assistant", Role::Assistant),
                StoreSpeaker::new("tool-call", Role::Assistant),
                StoreSpeaker::new("tool-response", Role::User),
            ],
            content: &["content"],
            beside: BesideContent { calls: &["tool_calls"], ..BesideContent::NOTHING },
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new("type=text", PartKind::Text(&["text"])),
            PartShape::new(
                "type=image_url",
                PartKind::Media(MediaShape { kind: MediaKind::Image, url: &["image_url/url"], ..MediaShape::NONE }),
            ),
        ],
        repeated: &["type=text|image_url|function"],
    };
}
