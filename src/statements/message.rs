//! Universal messages, as keprompt stores them: `{"role":"user","content":[{"type":"text","text":"Hi"}],"stmt_no":2}`.
//!
//! A separate small type with only what statements make and are compared with.

use super::codes;
use crate::json::{At, Kind, Node, Out, Text};
use crate::report::Refused;

/// The role of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// `system`
    System,
    /// `user`
    User,
    /// `assistant`
    Assistant,
    /// `tool`
    Tool,
}

impl Speaker {
    /// The word of the role.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }

    fn of(node: Node<'_, '_>) -> Option<Self> {
        [Self::System, Self::User, Self::Assistant, Self::Tool].into_iter().find(|speaker| node.is(speaker.word()))
    }
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementCall {
    /// Its id; null in messages that were made by hand.
    pub id: Option<String>,
    /// The function.
    pub name: String,
    /// Its arguments, as JSON.
    pub arguments: String,
}

/// A content part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessagePiece {
    /// Text. Variables in it are substituted when the messages are written, unless `is_final`.
    Text {
        /// The text.
        text: String,
        /// Variables have already been substituted.
        is_final: bool,
    },
    /// An image: `data:image/png;base64,…`
    Image(String),
    /// A call.
    Call(StatementCall),
    /// A tool result.
    Result {
        /// The id of the call.
        id: String,
        /// The name of the function, if a statement names it. Messages do not store it.
        name: String,
        /// The result.
        content: String,
    },
    /// An image file that was not opened. It is not written.
    File(String),
    /// The placeholder for a file that was not read or a command that was not executed. It is not written.
    Unread {
        /// It may replace any number of pieces.
        is_many: bool,
    },
}

impl MessagePiece {
    /// Text in which variables are substituted later.
    #[must_use]
    pub fn late(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), is_final: false }
    }

    /// True if both have the same content. Names of functions on results are not compared, because messages do not
    /// store them.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text { text: a, .. }, Self::Text { text: b, .. }) => a == b,
            (Self::Call(a), Self::Call(b)) => {
                a.id == b.id && a.name == b.name && super::call::same_value(&a.arguments, &b.arguments)
            }
            (Self::Result { id: a, content: x, .. }, Self::Result { id: b, content: y, .. }) => a == b && x == y,
            _ => self == other,
        }
    }

    /// The word for messages: `a tool call`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Text { .. } => "text",
            Self::Image(_) | Self::File(_) => "an image",
            Self::Call(_) => "a tool call",
            Self::Result { .. } => "a tool result",
            Self::Unread { .. } => "what was not read",
        }
    }
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The role.
    pub speaker: Speaker,
    /// The content.
    pub pieces: Vec<MessagePiece>,
    /// The place of each piece.
    pub places: Vec<At>,
    /// The name of the model; empty if unknown.
    pub model: String,
    /// The provider of the model; empty if unknown.
    pub provider: String,
    /// The number of the statement that made it, plus one.
    pub number: Option<usize>,
    /// Where it was, if it was read.
    pub at: At,
    /// Its index in the recorded messages, if it is one of them, unchanged.
    pub recorded: Option<usize>,
    /// The index of the recorded message that it came from, changed or not.
    pub source: Option<usize>,
    /// The statement that made or requested it.
    pub statement: Option<usize>,
    /// Keys that are not part of a universal message.
    pub extras: Vec<String>,
}

impl Note {
    /// An empty message made by the statement before `number`.
    #[must_use]
    pub fn new(speaker: Speaker, number: usize) -> Self {
        Self {
            speaker,
            pieces: Vec::new(),
            places: Vec::new(),
            model: String::new(),
            provider: String::new(),
            number: Some(number),
            at: At::NOWHERE,
            recorded: None,
            source: None,
            statement: number.checked_sub(1),
            extras: Vec::new(),
        }
    }

    /// The place of a piece.
    #[must_use]
    pub fn place(&self, piece: usize) -> At {
        self.places.get(piece).copied().unwrap_or_default().or(self.at)
    }

    /// Its texts, joined.
    #[must_use]
    pub fn words(&self) -> String {
        let text = |piece: &MessagePiece| {
            if let MessagePiece::Text { text, .. } = piece { text.clone() } else { String::new() }
        };
        self.pieces.iter().map(text).collect()
    }

    /// Writes it as keprompt does. `text` substitutes the variables of a text.
    ///
    /// # Errors
    /// The errors of `text`.
    pub fn write<E>(&self, out: &mut Out, text: &mut dyn FnMut(&str, bool) -> Result<String, E>) -> Result<(), E> {
        out.open(b'{');
        out.key("role").word(self.speaker.word());
        out.key("content").open(b'[');
        for piece in
            self.pieces.iter().filter(|piece| !matches!(piece, MessagePiece::File(_) | MessagePiece::Unread { .. }))
        {
            out.open(b'{');
            match piece {
                MessagePiece::Text { text: words, is_final } => {
                    out.key("type").word("text");
                    let words = text(words, *is_final)?;
                    out.key("text").string(&words);
                }
                MessagePiece::Image(url) => {
                    out.key("type").word("image_url");
                    out.key("image_url").object(|out| out.key("url").string(url));
                }
                MessagePiece::Call(call) => {
                    out.key("type").word("tool");
                    match &call.id {
                        Some(id) => out.key("id").string(id),
                        None => out.key("id").null(),
                    }
                    out.key("name").string(&call.name);
                    out.key("arguments").verbatim(&call.arguments);
                }
                MessagePiece::Result { id, content, .. } => {
                    out.key("type").word("tool_result");
                    out.key("tool_use_id").string(id);
                    out.key("content").string(content);
                }
                MessagePiece::File(_) | MessagePiece::Unread { .. } => {}
            }
            out.close(b'}');
        }
        out.close(b']');
        for (key, value) in [("model_name", &self.model), ("provider", &self.provider)] {
            if !value.is_empty() {
                out.key(key).string(value);
            }
        }
        if let Some(number) = self.number {
            out.key("stmt_no").verbatim(&number.to_string());
        }
        out.close(b'}');
        Ok(())
    }
}

/// Reads universal messages.
///
/// # Errors
/// It is not a list of messages, or a part has a type that keprompt does not support.
pub fn read_messages(root: Node<'_, '_>) -> Result<Vec<Note>, Refused> {
    if !root.is_array() {
        return Err(refuse(root, format!("messages are a list, this is {}", root.kind().name())));
    }
    let mut messages = Vec::with_capacity(root.len());
    for (index, item) in root.items().enumerate() {
        let mut note = read_message(item)?;
        note.recorded = Some(index);
        messages.push(note);
    }
    name_results(&mut messages);
    Ok(messages)
}

/// Sets the function names of results, which messages do not store, from the last call with their id.
fn name_results(messages: &mut [Note]) {
    let mut names = std::collections::HashMap::new();
    for piece in messages.iter_mut().flat_map(|note| &mut note.pieces) {
        match piece {
            MessagePiece::Call(StatementCall { id: Some(id), name, .. }) => {
                names.insert(id.clone(), name.clone());
            }
            MessagePiece::Result { id, name, .. } => *name = names.get(id).cloned().unwrap_or_default(),
            MessagePiece::Call(_)
            | MessagePiece::Text { .. }
            | MessagePiece::Image(_)
            | MessagePiece::File(_)
            | MessagePiece::Unread { .. } => {}
        }
    }
}

fn refuse(node: Node<'_, '_>, message: String) -> Refused {
    Refused::new(&codes::BAD_MESSAGE, node.at(), message)
}

fn string(node: Option<Node<'_, '_>>) -> Option<String> {
    node.and_then(|node| node.text()).map(|text| text.decode().into_owned())
}

fn read_message(item: Node<'_, '_>) -> Result<Note, Refused> {
    let role = item.get("role");
    let Some(speaker) = role.and_then(Speaker::of) else {
        return Err(refuse(
            role.unwrap_or(item),
            "a message has one of the roles system, user, assistant, tool".to_owned(),
        ));
    };
    let mut note = Note { at: item.at(), number: None, ..Note::new(speaker, 0) };
    for (key, value) in item.members() {
        let key = key.text().unwrap_or_default().decode().into_owned();
        match key.as_str() {
            "role" => {}
            "content" if value.is_array() => {
                for part in value.items() {
                    note.places.push(part.at());
                    note.pieces.push(read_piece(part, &mut note.extras)?);
                }
            }
            "content" => return Err(refuse(value, format!("the content is {}, not a list", value.kind().name()))),
            "model_name" if value.is_string() => note.model = string(Some(value)).unwrap_or_default(),
            "provider" if value.is_string() => note.provider = string(Some(value)).unwrap_or_default(),
            "stmt_no" if value.kind() == Kind::Number => note.number = value.raw().parse().ok(),
            _ if value.is_null() => {}
            _ => note.extras.push(key),
        }
    }
    Ok(note)
}

fn read_piece(part: Node<'_, '_>, extras: &mut Vec<String>) -> Result<MessagePiece, Refused> {
    let need = |node: Node<'_, '_>, key: &str| {
        let found = node.get(key);
        string(found).ok_or_else(|| refuse(found.unwrap_or(node), format!("`{key}` must be a string")))
    };
    let kind = string(part.get("type")).unwrap_or_default();
    let (piece, known): (_, &[&str]) = match kind.as_str() {
        "text" => (MessagePiece::Text { text: need(part, "text")?, is_final: true }, &["type", "text"]),
        "image_url" => {
            let image = part.get("image_url").ok_or_else(|| refuse(part, "`image_url` is missing".to_owned()))?;
            (MessagePiece::Image(need(image, "url")?), &["type", "image_url"])
        }
        "tool" => {
            let arguments = part.get("arguments").filter(Node::is_object);
            let arguments = arguments.ok_or_else(|| refuse(part, "`arguments` must be an object".to_owned()))?;
            let id = part.get("id").filter(|id| !id.is_null()).map(|_| need(part, "id")).transpose()?;
            let call = StatementCall { id, name: need(part, "name")?, arguments: arguments.raw().to_owned() };
            (MessagePiece::Call(call), &["type", "id", "name", "arguments"])
        }
        "tool_result" => {
            let (id, content) = (need(part, "tool_use_id")?, need(part, "content")?);
            (MessagePiece::Result { id, name: String::new(), content }, &["type", "tool_use_id", "content"])
        }
        _ => return Err(refuse(part, format!("a part is text, image_url, tool or tool_result, not `{kind}`"))),
    };
    for (key, _) in part.members() {
        if !known.iter().any(|known| key.is(known)) {
            extras.push(key.text().as_ref().map(Text::show).unwrap_or_default());
        }
    }
    Ok(piece)
}
