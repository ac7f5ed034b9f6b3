//! The three forms of a stored message, and what kind of message it is.
//!
//! ```json
//! {"type":"ai","data":{"content":"hi"}}
//! {"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"hi"}}
//! {"type":"ai","content":"hi"}
//! ```

use crate::json::Node;

/// The keys of a dump, and those of a message that was stored by its type, as the library writes them.
pub(super) const DUMP: [&str; 4] = ["lc", "type", "id", "kwargs"];
pub(super) const DICT: [&str; 2] = ["type", "data"];

/// The kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageKind {
    Human,
    Ai,
    System,
    Developer,
    Tool,
    Function,
    /// With a role that may be any text.
    Chat,
    /// Not a message: it deletes the one with its id.
    Remove,
}

impl MessageKind {
    const NAMES: [(Self, &'static str, &'static str); 9] = [
        (Self::Human, "human", "Human"),
        (Self::Ai, "ai", "AI"),
        (Self::System, "system", "System"),
        (Self::Developer, "developer", "Developer"),
        (Self::Tool, "tool", "Tool"),
        (Self::Function, "function", "Function"),
        (Self::Chat, "chat", "Chat"),
        // As JavaScript calls it.
        (Self::Chat, "generic", "Chat"),
        (Self::Remove, "remove", "Remove"),
    ];

    /// The kind that `type` names, and whether it is a chunk: `ai`, `AIMessageChunk`.
    pub(super) fn of_type(word: &str) -> Option<(Self, bool)> {
        match word.strip_suffix("MessageChunk") {
            Some(class) => Self::of_class(class).map(|kind| (kind, true)),
            None => Self::NAMES.iter().find(|(_, name, _)| *name == word).map(|(kind, ..)| (*kind, false)),
        }
    }

    fn of_class(class: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(.., name)| *name == class).map(|(kind, ..)| *kind)
    }
}

/// A stored message.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredMessage<'t, 'a> {
    /// The whole object.
    pub(super) node: Node<'t, 'a>,
    /// The object with its fields: `data`, `kwargs`, or the whole.
    pub(super) fields: Node<'t, 'a>,
    pub(super) kind: MessageKind,
    /// A piece of a message, which shares its id with others.
    pub(super) is_chunk: bool,
    /// Other programs do not write objects like this one.
    pub(super) is_sure: bool,
    /// The class in a dump that has no members of other programs.
    pub(super) dumped_class: Option<Node<'t, 'a>>,
}

impl<'t, 'a> StoredMessage<'t, 'a> {
    /// `None`: it is not a message.
    pub(super) fn of(node: Node<'t, 'a>) -> Option<Self> {
        if !node.is_object() {
            return None;
        }
        let mut dumped_class = None;
        let [lc, kind, id, kwargs, data, role] = if let Some([lc, kind, id, kwargs]) = node.in_order(DUMP) {
            dumped_class = (lc.raw() == "1" && kind.is("constructor")).then_some(id);
            [Some(lc), Some(kind), Some(id), Some(kwargs), None, None]
        } else if let Some([kind, data]) = node.in_order(DICT) {
            [None, Some(kind), None, None, Some(data), None]
        } else {
            node.pick(&["lc", "type", "id", "kwargs", "data", "role"])
        };
        let word = kind.and_then(|kind| kind.text());
        if let (Some(_), Some(fields)) = (lc, kwargs.filter(Node::is_object)) {
            let class = id?.items().last()?.text()?;
            let class = class.decode();
            let chunk = class.strip_suffix("MessageChunk");
            let kind = MessageKind::of_class(chunk.or_else(|| class.strip_suffix("Message"))?)?;
            return Some(Self { node, fields, kind, is_chunk: chunk.is_some(), is_sure: true, dumped_class });
        }
        let (kind, is_chunk) = MessageKind::of_type(&word?.decode())?;
        if let Some(fields) = data.filter(Node::is_object) {
            return Some(Self { node, fields, kind, is_chunk, is_sure: true, dumped_class: None });
        }
        let is_chat = kind == MessageKind::Chat;
        if role.is_some() && !is_chat {
            return None;
        }
        let keys = ["content", "content_blocks", "additional_kwargs", "response_metadata", "tool_call_id"];
        let [content, blocks, more, metadata, call_id] = node.pick(&keys);
        let is_own = blocks.or(more).or(metadata).is_some();
        let is_sure = match kind {
            MessageKind::Human | MessageKind::Ai => true,
            MessageKind::Tool => is_own || call_id.is_some(),
            MessageKind::Chat => is_own && role.is_some(),
            MessageKind::Remove => is_own && id.is_some(),
            MessageKind::System | MessageKind::Developer | MessageKind::Function => is_own || is_chunk,
        };
        let is_message = content.or(blocks).is_some() || (kind == MessageKind::Remove && id.is_some());
        is_message.then_some(Self { node, fields: node, kind, is_chunk, is_sure, dumped_class: None })
    }

    /// The name of its class, without `Message`.
    pub(super) fn class(&self) -> &'static str {
        MessageKind::NAMES.iter().find(|(kind, ..)| *kind == self.kind).map_or("", |(.., class)| class)
    }

    /// True for the word that this kind of message has in `type`.
    pub(super) fn is_of_type(&self, word: Node<'_, '_>) -> bool {
        let word = word.text();
        word.is_some_and(|word| MessageKind::of_type(&word.decode()).is_some_and(|(kind, _)| kind == self.kind))
    }

    /// A message that only this format has.
    pub(super) fn sure(node: Node<'t, 'a>) -> Option<Self> {
        Self::of(node).filter(|stored| stored.is_sure)
    }

    /// The message of a row of a table: `{"session_id":"s","message":{…}}`, and whether its text is JSON in a string.
    pub(super) fn column(row: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        let [session, message] = row.pick(&["session_id", "message"]);
        let message = message?;
        let is_one = Self::of(message).is_some_and(|stored| session.is_some() || stored.fields.at() != message.at());
        let is_text = || session.is_some() && message.text().is_some_and(|text| text.decode().starts_with('{'));
        (is_one || is_text()).then_some(message)
    }
}
