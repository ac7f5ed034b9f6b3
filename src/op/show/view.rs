//! The view of a conversation: owned values, in which JSON is text.

use super::findings::FindingView;
use super::media_view::MediaView;
use crate::op::branch_tree::ShownBranch;

/// A conversation.
#[derive(Clone, Debug, Default)]
pub struct ConversationView {
    /// The conversation as a whole.
    pub about: AboutConversation,
    /// The number of its messages, including hidden ones.
    pub count: usize,
    /// The number of hidden branches.
    pub other_branches: usize,
    /// The messages.
    pub messages: Vec<MessageView>,
    /// The messages continue the previous view, which is of the same conversation.
    pub is_continued: bool,
    /// The data of the branch, if there are others.
    pub main: Option<ShownBranch>,
    /// The other branches, if they are displayed next to the messages.
    pub branches: Vec<BranchView>,
    /// Findings about the conversation as a whole, if they were requested.
    pub findings: Vec<FindingView>,
    /// The reasons why media files with a path are not displayed, one line each, if their folder is known.
    pub missing_media: Vec<String>,
}

/// The place of a conversation, its format, id and model.
#[derive(Clone, Debug, Default)]
pub struct AboutConversation {
    /// The number of its record, from 1.
    pub record: u64,
    /// The line on which the record starts.
    pub line: u64,
    /// The name of its format.
    pub format: &'static str,
    /// Its id.
    pub id: Option<String>,
    /// The model of the conversation as a whole.
    pub model: Option<String>,
}

/// A branch next to the main one: its messages from the place on at which it leaves another branch.
#[derive(Clone, Debug, Default)]
pub struct BranchView {
    /// The data of the branch.
    pub about: ShownBranch,
    /// The branch that it leaves: 0 is the main one, 1 the first of the others.
    pub parent: usize,
    /// The number of the last shared message.
    pub after: usize,
    /// Its first message is in the record before the next message of the other branch.
    pub is_earlier: bool,
    /// The messages of this branch.
    pub messages: Vec<MessageView>,
}

/// A message.
#[derive(Clone, Debug, Default)]
pub struct MessageView {
    /// Its number, from 1.
    pub number: usize,
    /// Its offset in the record.
    pub offset: Option<usize>,
    /// The branch, as in [`BranchView::parent`], and the number there, of the same message, if it is displayed there
    /// instead.
    pub same_as: Option<(usize, usize)>,
    /// The kind of the speaker.
    pub speaker: SpeakerKind,
    /// The role, as it is written, and the name of the speaker.
    pub role: String,
    /// The name of the speaker.
    pub name: Option<String>,
    /// Its id.
    pub id: Option<String>,
    /// Its time: as written, or as a date if it is a number.
    pub time: Option<String>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// `notice` or `summary`: a program generated it.
    pub by_program: Option<&'static str>,
    /// The content.
    pub parts: Vec<PartView>,
    /// Findings, if they were requested.
    pub findings: Vec<FindingView>,
}

/// The kind of a speaker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpeakerKind {
    /// System and developer.
    System,
    /// The user.
    #[default]
    User,
    /// The model.
    Assistant,
    /// A tool.
    Tool,
    /// Another role, or a program.
    Other,
}

/// A content part.
#[derive(Clone, Debug)]
pub enum PartView {
    /// Text, mostly Markdown.
    Text(String),
    /// The model declines.
    Refusal(String),
    /// JSON.
    Json(String),
    /// Reasoning. Reasoning without a text is encrypted.
    Reasoning(Option<String>),
    /// A tool call.
    Call(CallView),
    /// A tool result.
    Result(ResultView),
    /// A media file.
    Media(MediaView),
    /// A part that only its own format supports: its type and its JSON.
    Other(String, String),
}

/// A tool call.
#[derive(Clone, Debug)]
pub struct CallView {
    /// The name of the tool.
    pub name: String,
    /// The arguments: compact JSON, or other text of the model.
    pub arguments: String,
}

/// A tool result.
#[derive(Clone, Debug)]
pub struct ResultView {
    /// The name of the tool.
    pub name: Option<String>,
    /// The call failed.
    pub is_error: bool,
    /// The content.
    pub parts: Vec<PartView>,
}

impl ConversationView {
    /// All messages; those of other branches follow the main ones.
    pub fn messages_mut(&mut self) -> impl Iterator<Item = &mut MessageView> {
        self.messages.iter_mut().chain(self.branches.iter_mut().flat_map(|branch| &mut branch.messages))
    }
}

impl PartView {
    /// True if the parts have no content.
    #[must_use]
    pub fn are_empty(parts: &[Self]) -> bool {
        parts.iter().all(|part| matches!(part, Self::Text(text) | Self::Json(text) if text.trim().is_empty()))
    }

    /// All texts in it.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Text(text) | Self::Refusal(text) | Self::Json(text) => vec![text],
            Self::Reasoning(text) => text.iter().map(String::as_str).collect(),
            Self::Call(call) => vec![&call.name, &call.arguments],
            Self::Result(result) => result.parts.iter().flat_map(Self::texts).collect(),
            Self::Media(media) => {
                [&media.name, &media.place, &media.text].into_iter().flatten().map(String::as_str).collect()
            }
            Self::Other(kind, json) => vec![kind, json],
        }
    }
}
