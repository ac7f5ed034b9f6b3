//! A conversation as plain values, independent of its format.

use super::message::{Message, decoded};
use super::{Error, Records, open};
use crate::model;

/// A conversation: messages in order, and the tools that were offered to the model.
///
/// Everything else in the input (settings, usage, cache marks, unknown fields) is omitted. A conversation with several
/// branches is read as the first one, and one with several answers to compare as the chosen one. Half of a surrogate pair, which JSON can hold and a string cannot, becomes
/// U+FFFD.
///
/// ```
/// use turnwise::Conversation;
///
/// let chat = r#"{"messages":[{"role":"user","content":"Hello"}]}"#;
/// let [conversation]: [Conversation; 1] = Conversation::read_all(chat, "openai")?.try_into().unwrap();
/// assert_eq!((conversation.id, conversation.messages.len(), conversation.tools.len()), (None, 1, 0));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Conversation {
    /// Its id.
    pub id: Option<String>,
    /// Its messages, in order.
    pub messages: Vec<Message>,
    /// The tools that the model may call.
    pub tools: Vec<Tool>,
}

/// A tool that is offered to the model.
///
/// ```
/// use turnwise::Conversation;
///
/// let chat = r#"{"messages":[{"role":"user","content":"?"}],"tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object"}}}]}"#;
/// let tool = &Conversation::read_all(chat, "openai")?[0].tools[0];
/// assert_eq!((tool.name.as_str(), tool.parameters.as_deref()), ("look_up", Some(r#"{"type":"object"}"#)));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: Option<String>,
    /// The JSON Schema of its arguments, as JSON text.
    pub parameters: Option<String>,
}

impl Conversation {
    /// Reads all conversations of an input. `from` is the name of its format, or `None`: it is detected.
    /// [`records`](crate::records) reads them one by one.
    ///
    /// ```
    /// use turnwise::{Conversation, Role};
    ///
    /// let chat = r#"{"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi!"}]}"#;
    /// let conversations = Conversation::read_all(chat, None)?;
    /// let last = conversations[0].messages.last().unwrap();
    /// assert_eq!((&last.role, last.text().as_str()), (&Role::Assistant, "Hi!"));
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    ///
    /// # Errors
    /// A name is unknown, the input cannot be read, or a record cannot be understood.
    pub fn read_all<'f>(input: impl AsRef<[u8]>, from: impl Into<Option<&'f str>>) -> Result<Vec<Self>, Error> {
        let input = open(input.as_ref(), from.into())?;
        Records::of(input).map(|record| Ok(record?.conversation)).collect()
    }

    pub(super) fn of(conversation: &model::Conversation<'_>) -> Self {
        let tool = |tool: &model::ToolSpec<'_>| Tool {
            name: tool.name.decode().into_owned(),
            description: decoded(tool.description.as_ref()),
            parameters: tool.parameters.as_ref().map(|raw| raw.as_str().to_owned()),
        };
        Self {
            id: decoded(conversation.id.as_ref()),
            messages: conversation.messages.iter().map(Message::of).collect(),
            tools: conversation.tools.iter().map(tool).collect(),
        }
    }
}
