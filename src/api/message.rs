//! A message as plain values: a role and parts. Text is decoded: `caf\u00e9` is `café`.

use crate::json::Text;
use crate::model::{self, Arguments};

/// One message of a conversation.
///
/// ```
/// use turnwise::Conversation;
///
/// let chat = r#"[{"role":"user","name":"ann","content":"Hello"}]"#;
/// let message = &Conversation::read_all(chat, "openai")?[0].messages[0];
/// assert_eq!((message.role.as_str(), message.name.as_deref(), message.text().as_str()), ("user", Some("ann"), "Hello"));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Message {
    /// The role.
    pub role: Role,
    /// The id of the message.
    pub id: Option<String>,
    /// The name of the speaker.
    pub name: Option<String>,
    /// The time, as written.
    pub time: Option<String>,
    /// The content parts, in order.
    pub parts: Vec<Part>,
}

/// The role of a message.
///
/// ```
/// use turnwise::{Conversation, Role};
///
/// let chat = r#"[{"role":"assistant","content":"Hello"}]"#;
/// assert_eq!(Conversation::read_all(chat, "openai")?[0].messages[0].role, Role::Assistant);
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Instructions of the application.
    System,
    /// Instructions of the developer, in formats that distinguish them from those of the system.
    Developer,
    /// The user.
    #[default]
    User,
    /// The model.
    Assistant,
    /// Tool results.
    Tool,
    /// A role that only its own format has, as written.
    Other(String),
}

/// A content part of a message.
///
/// ```
/// use turnwise::{Conversation, Part};
///
/// let chat = r#"[{"role":"assistant","content":[{"type":"text","text":"Hello"},{"type":"refusal","refusal":"No."}]}]"#;
/// for part in &Conversation::read_all(chat, "openai")?[0].messages[0].parts {
///     match part {
///         Part::Text(text) => assert_eq!(text, "Hello"),
///         Part::Refusal(text) => assert_eq!(text, "No."),
///         other => println!("{other:?}"),
///     }
/// }
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Part {
    /// Text.
    Text(String),
    /// The model's reasoning.
    Reasoning(Reasoning),
    /// An image, audio, video or document.
    Media(Media),
    /// A tool call.
    ToolCall(ToolCall),
    /// A tool result.
    ToolResult(ToolResult),
    /// A refusal of the model, with its text.
    Refusal(String),
    /// A part that only its own format supports, as its JSON text.
    Other(String),
}

/// The model's reasoning.
///
/// ```
/// use turnwise::{Conversation, Part};
///
/// let chat = r#"[{"role":"assistant","content":[{"type":"thinking","thinking":"Hm.","signature":"EqQB"}]}]"#;
/// let conversation = &Conversation::read_all(chat, "anthropic")?[0];
/// let Part::Reasoning(reasoning) = &conversation.messages[0].parts[0] else { panic!("no reasoning") };
/// assert_eq!((reasoning.text.as_str(), reasoning.signature.as_deref()), ("Hm.", Some("EqQB")));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reasoning {
    /// The text. Empty if only the service can read it.
    pub text: String,
    /// The signature or the encrypted content, which must be returned to the service unchanged.
    pub signature: Option<String>,
}

/// An image, audio, video or document.
///
/// ```
/// use turnwise::{Conversation, MediaKind, Part};
///
/// let chat = r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://example.org/cat.png"}}]}]"#;
/// let conversation = &Conversation::read_all(chat, "openai")?[0];
/// let Part::Media(media) = &conversation.messages[0].parts[0] else { panic!("no image") };
/// assert_eq!(media.kind, MediaKind::Image);
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Media {
    /// Its kind.
    pub kind: MediaKind,
    /// Its media type: `image/png`.
    pub media_type: Option<String>,
    /// A file name or title.
    pub file_name: Option<String>,
    /// The location of its bytes.
    pub source: MediaSource,
}

pub use crate::model::MediaKind;

/// The location of the bytes of a media file.
///
/// ```
/// use turnwise::{Conversation, MediaSource, Part};
///
/// let chat = r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://example.org/cat.png"}}]}]"#;
/// let conversation = &Conversation::read_all(chat, "openai")?[0];
/// let Part::Media(media) = &conversation.messages[0].parts[0] else { panic!("no image") };
/// assert_eq!(media.source, MediaSource::Url("https://example.org/cat.png".to_owned()));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MediaSource {
    /// At a URL.
    Url(String),
    /// In the conversation, as base64. It is not checked.
    Base64(String),
    /// In a file next to the conversation: a path.
    File(String),
    /// Uploaded to a service, under this id.
    Uploaded(String),
    /// In the conversation, as plain text.
    Text(String),
}

/// A tool call.
///
/// ```
/// use turnwise::Conversation;
///
/// let chat = r#"[{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"n\":1}"}}]},{"role":"tool","tool_call_id":"c1","content":"one"}]"#;
/// let conversation = &Conversation::read_all(chat, "openai")?[0];
/// let call = conversation.messages[0].tool_calls().next().unwrap();
/// assert_eq!((call.id.as_deref(), call.name.as_str(), call.arguments.as_str()), (Some("c1"), "f", r#"{"n":1}"#));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolCall {
    /// The id that the result refers to. `None`: the format has no ids of calls.
    pub id: Option<String>,
    /// The name of the tool.
    pub name: String,
    /// The arguments as JSON text: `{"city":"Oslo"}`. Models may write invalid JSON, and some tools take free text.
    pub arguments: String,
}

/// A tool result.
///
/// ```
/// use turnwise::Conversation;
///
/// let chat = r#"[{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"n\":1}"}}]},{"role":"tool","tool_call_id":"c1","content":"one"}]"#;
/// let conversation = &Conversation::read_all(chat, "openai")?[0];
/// let result = conversation.messages[1].tool_results().next().unwrap();
/// assert_eq!((result.call_id.as_deref(), result.is_error), (Some("c1"), false));
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolResult {
    /// The id of the call.
    pub call_id: Option<String>,
    /// The name of the tool, if the result has it.
    pub name: Option<String>,
    /// True if the result is marked as an error.
    pub is_error: bool,
    /// The content: text and media files.
    pub parts: Vec<Part>,
}

impl Message {
    /// The text of the message: all text parts, joined with line breaks.
    ///
    /// ```
    /// use turnwise::Conversation;
    ///
    /// let chat = r#"[{"role":"user","content":[{"type":"text","text":"one"},{"type":"text","text":"two"}]}]"#;
    /// assert_eq!(Conversation::read_all(chat, "openai")?[0].messages[0].text(), "one\ntwo");
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        text_of(&self.parts)
    }

    /// The tool calls of the message, in order.
    ///
    /// ```
    /// use turnwise::Conversation;
    ///
    /// let chat = r#"[{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"n\":1}"}}]},{"role":"tool","tool_call_id":"c1","content":"one"}]"#;
    /// let names = Conversation::read_all(chat, "openai")?[0].messages[0].tool_calls().map(|call| call.name.clone()).collect::<Vec<_>>();
    /// assert_eq!(names, ["f"]);
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.parts.iter().filter_map(|part| if let Part::ToolCall(call) = part { Some(call) } else { None })
    }

    /// The tool results of the message, in order.
    ///
    /// ```
    /// use turnwise::Conversation;
    ///
    /// let chat = r#"[{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"n\":1}"}}]},{"role":"tool","tool_call_id":"c1","content":"one"}]"#;
    /// assert_eq!(Conversation::read_all(chat, "openai")?[0].messages[1].tool_results().count(), 1);
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    pub fn tool_results(&self) -> impl Iterator<Item = &ToolResult> {
        self.parts.iter().filter_map(|part| if let Part::ToolResult(result) = part { Some(result) } else { None })
    }

    pub(super) fn of(message: &model::Message<'_>) -> Self {
        let details = message.details();
        Self {
            role: Role::of(&message.role),
            id: decoded(details.id.as_ref()),
            name: decoded(details.name.as_ref()),
            time: decoded(details.time.as_ref()),
            parts: message.parts.iter().map(Part::of).collect(),
        }
    }
}

impl ToolResult {
    /// The text of the result: all text parts, joined with line breaks.
    ///
    /// ```
    /// use turnwise::Conversation;
    ///
    /// let chat = r#"[{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"n\":1}"}}]},{"role":"tool","tool_call_id":"c1","content":"one"}]"#;
    /// let conversation = &Conversation::read_all(chat, "openai")?[0];
    /// assert_eq!(conversation.messages[1].tool_results().next().unwrap().text(), "one");
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        text_of(&self.parts)
    }
}

fn text_of(parts: &[Part]) -> String {
    let texts = parts.iter().filter_map(|part| if let Part::Text(text) = part { Some(text.as_str()) } else { None });
    texts.collect::<Vec<_>>().join("\n")
}

pub(super) fn decoded(text: Option<&Text<'_>>) -> Option<String> {
    text.map(|text| text.decode().into_owned())
}

impl Role {
    fn of(role: &model::Role<'_>) -> Self {
        match role {
            model::Role::System => Self::System,
            model::Role::Developer => Self::Developer,
            model::Role::User => Self::User,
            model::Role::Assistant => Self::Assistant,
            model::Role::Tool => Self::Tool,
            model::Role::Other(name) => Self::Other(name.decode().into_owned()),
        }
    }

    /// In lower case: `assistant`.
    ///
    /// ```
    /// assert_eq!(turnwise::Role::Assistant.as_str(), "assistant");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::System => "system",
            Self::Developer => "developer",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
            Self::Other(name) => name,
        }
    }
}

impl Part {
    fn of(part: &model::Part<'_>) -> Self {
        match part {
            model::Part::Text(it) => Self::Text(it.text.decode().into_owned()),
            model::Part::Refusal(it) => Self::Refusal(it.text.decode().into_owned()),
            model::Part::Reasoning(it) => Self::Reasoning(Reasoning {
                text: decoded(it.text.as_ref()).unwrap_or_default(),
                signature: decoded(it.signature.as_ref().or(it.redacted.as_ref())),
            }),
            model::Part::Media(it) => Self::Media(Media {
                kind: it.kind,
                media_type: decoded(it.media_type.as_ref()),
                file_name: decoded(it.file_name.as_ref()),
                source: MediaSource::of(&it.source),
            }),
            model::Part::Call(it) => Self::ToolCall(ToolCall {
                id: decoded(it.id()),
                name: it.name.decode().into_owned(),
                arguments: match &it.arguments {
                    Arguments::Object(raw) => raw.as_str().to_owned(),
                    Arguments::Encoded(text) => text.decode().into_owned(),
                },
            }),
            model::Part::Result(it) => Self::ToolResult(ToolResult {
                call_id: decoded(it.call_id()),
                name: decoded(it.name.as_ref()),
                is_error: it.is_error(),
                parts: it.parts.iter().map(Self::of).collect(),
            }),
            model::Part::Opaque(it) => Self::Other(it.raw.as_str().to_owned()),
        }
    }
}

impl MediaSource {
    fn of(source: &model::MediaSource<'_>) -> Self {
        let text = source.text().decode().into_owned();
        match source {
            model::MediaSource::Url(_) => Self::Url(text),
            model::MediaSource::Base64(_) => Self::Base64(text),
            model::MediaSource::File(_) => Self::File(text),
            model::MediaSource::Remote { .. } => Self::Uploaded(text),
            model::MediaSource::Plain(_) => Self::Text(text),
        }
    }
}
