//! The type of a conversation: what the reader needs, and a description of what it reads.

use crate::format::shape::ValueType::{All, Any, Cases, Either, Has, HasValue, Members, Object, Text, Values, Words};
use crate::format::shape::{Key, ShapeObject, ValueType};

pub(super) static RECORD_TYPE: ValueType = All(&[
    Object(&CONVERSATION),
    Cases(
        &[(HasValue("mapping"), Members(&[Key::may("mapping", Values(&NODE))])), (Has(&["mapping"]), Has(&["title"]))],
        &EMPTY,
    ),
]);

static CONVERSATION: ShapeObject = ShapeObject::of(&[
    Key::any("mapping").about("The nodes of the tree, by their ids."),
    Key::any("current_node").about("The id of the last node of the branch that is shown."),
    Key::any("conversation_id").about("The id of the conversation."),
    Key::any("id").about("The id of the conversation."),
    Key::any("title").about("The title."),
]);

/// A conversation without a mapping.
const EMPTY: ValueType = All(&[
    Has(&["title"]),
    Either(&[Has(&["create_time"]), Has(&["update_time"])]),
    Either(&[Has(&["current_node"]), Has(&["conversation_template_id"]), Has(&["conversation_id"])]),
]);

const NODE: ValueType = Members(&[
    Key::any("id").about("The id of the node."),
    Key::any("parent").about("The id of the node before it."),
    Key::any("children").about("The ids of the nodes after it."),
    Key::may("message", MESSAGE).about("The message. Nodes without one are kept as they are."),
]);

const MESSAGE: ValueType = Members(&[
    Key::may("author", AUTHOR).about("The speaker."),
    Key::any("recipient").about("To whom it is sent: `all`, or the name of a tool that is called."),
    Key::any("content").about("The content, by its `content_type`."),
    Key::any("create_time").about("Seconds since 1970."),
]);

const AUTHOR: ValueType = Members(&[
    Key::may("role", Cases(&[(Text, Words(&["system", "user", "assistant", "tool"]))], &Any)).about("The role."),
    Key::any("name").about("The name of the tool."),
]);
