//! Open `WebUI`: exported chats. Messages are a tree; reasoning and calls are HTML elements in texts.
//!
//! ```json
//! {"id":"c","title":"T","chat":{"history":{"messages":{"m1":{"id":"m1","parentId":null,"role":"user","content":"Hi"}},"currentId":"m1"}}}
//! ```
//!
//! Source: the importers and readers of five other projects; what is written is what its import and its server accept
//! (`importChats`, `ChatImportForm`).

mod policy;
mod write;

use super::message_stores::{
    BesideContent, DeclaredStore, ListArrangement, MediaShape, MessageShape, MessageStore, PartKind, PartShape,
    StoreRecord, StoreSpeaker, TreeShape, format,
};
use super::signs::RecordSign;
use super::{Family, Format, FormatRules};
use crate::model::{MediaKind, Role};

const NAME: &str = "open-webui";

pub(super) static FORMAT: Format = Format {
    policy: policy::OPEN_WEBUI,
    print: Some(write::print),
    rules: FormatRules {
        // A call that waits for its result has none.
        requires: crate::rule::ANSWERED,
        ..FormatRules::NONE
    },
    ..format::<OpenWebUi>()
};

struct OpenWebUi;

impl DeclaredStore for OpenWebUi {
    const STORE: &'static MessageStore = &MessageStore {
        name: NAME,
        aliases: &[],
        summary: "Open WebUI: exported chats, with their branches",
        family: Family::Export,
        source: "Open WebUI 0.6, export of chats",
        signs: &[RecordSign::new("chat/history/messages"), RecordSign::new("history/messages history/currentId")],
        evidence: "`history` with messages and `currentId`",
        record: StoreRecord {
            lists: &["chat/history/messages", "history/messages"],
            arrangement: ListArrangement::Tree(TreeShape {
                id: &["id"],
                parent: &["parentId"],
                children: "childrenIds",
                active: &["currentId", "current_id"],
            }),
            system: &["chat/params/system", "params/system", "chat/system"],
            links: &["messages", "id", "parentId", "childrenIds"],
            ..StoreRecord::MESSAGES
        },
        message: MessageShape {
            speakers: &[
                StoreSpeaker::new("system", Role::System),
                StoreSpeaker::new("user", Role::User),
                StoreSpeaker::with_details("assistant", Role::Assistant),
            ],
            id: &["id"],
            content: &["content"],
            beside: BesideContent { files: &["files"], ..BesideContent::NOTHING },
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
        repeated: &["type=image|text|image_url", "done=true"],
    };
}
