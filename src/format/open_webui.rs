//! Open `WebUI`: exported chats, read only. Messages are a tree; reasoning and calls are HTML elements in texts.
//!
//! ```json
//! {"id":"c","title":"T","chat":{"history":{"messages":{"m1":{"id":"m1","parentId":null,"role":"user","content":"Hi"}},"currentId":"m1"}}}
//! ```
//!
//! Source: the importers and readers of five other projects.

use super::message_stores::{
    Arrangement, Beside, DeclaredStore, MediaShape, MessageShape, MessageStore, PartKind, PartShape, Speaker,
    StoreRecord, TreeShape, format,
};
use super::signs::Sign;
use super::{Family, Format};
use crate::model::{MediaKind, Role};

pub(super) static FORMAT: Format = format::<OpenWebUi>();

struct OpenWebUi;

impl DeclaredStore for OpenWebUi {
    const STORE: &'static MessageStore = &MessageStore {
        name: "open-webui",
        aliases: &[],
        summary: "Open WebUI: exported chats, with their branches",
        family: Family::Export,
        source: "Open WebUI 0.6, export of chats",
        signs: &[Sign::new("chat/history/messages"), Sign::new("history/messages history/currentId")],
        evidence: "`history` with messages and `currentId`",
        record: StoreRecord {
            lists: &["chat/history/messages", "history/messages"],
            arrangement: Arrangement::Tree(TreeShape {
                id: &["id"],
                parent: &["parentId"],
                children: "",
                active: &["currentId", "current_id"],
            }),
            system: &["chat/params/system", "params/system", "chat/system"],
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            speakers: &[
                Speaker::new("system", Role::System),
                Speaker::new("user", Role::User),
                Speaker::with_details("assistant", Role::Assistant),
            ],
            id: &["id"],
            content: &["content"],
            beside: Beside { files: &["files"], ..Beside::NOTHING },
            ..MessageShape::ROLE
        },
        parts: &[
            PartShape::new(
                "type=image url:text",
                PartKind::Media(MediaShape { kind: MediaKind::Image, url: &["url"], ..MediaShape::NONE }),
            ),
            PartShape::new("type=text", PartKind::Text(&["text"])),
            PartShape::new(
                "type=image_url",
                PartKind::Media(MediaShape { kind: MediaKind::Image, url: &["image_url/url"], ..MediaShape::NONE }),
            ),
        ],
        // `messages` is the branch that is shown, once more.
        repeated: &["type", "childrenIds", "messages"],
    };
}
