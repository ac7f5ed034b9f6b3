//! The type of a conversation: what the reader needs, and a description of what it reads.

use crate::format::shape::ValueType::{self, List, Object, Words};
use crate::format::shape::{Key, ShapeObject};

pub(super) const RECORD_TYPE: ValueType = Object(&CONVERSATION);

static CONVERSATION: ShapeObject = ShapeObject::of(&[
    Key::must("chat_messages", List(&Object(&MESSAGE))).about("The messages."),
    Key::any("uuid").about("The id of the conversation."),
    Key::any("current_leaf_message_uuid").about("The id of the last message of the branch that is shown."),
]);

static MESSAGE: ShapeObject = ShapeObject::of(&[
    Key::must("sender", Words(&["human", "assistant"])).about("The speaker."),
    Key::any("content").about("The blocks of the content."),
    Key::any("text").about("The text, if there are no blocks."),
    Key::any("attachments").about("The files, with the texts extracted from them."),
    Key::any("uuid").about("The id of the message."),
    Key::any("parent_message_uuid").about("The id of the message before it."),
    Key::any("created_at").about("The time."),
])
.named("message", "A message.");
