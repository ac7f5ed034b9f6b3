//! A conversation as it is shown: owned values, in which JSON is text.

use std::borrow::Cow;
use std::collections::HashMap;

use super::findings::FindingView;
use crate::format::Format;
use crate::json::{Raw, Text, minify};
use crate::model::{
    Arguments, Conversation, Extras, HostedOutcome, Media, MediaSource, Message, Opaque, Part, ProgramMessage, Role,
    ToolCall, ToolResult,
};
use crate::op::read::RawRecord;
use crate::rule::{pixels, sniff};

/// A conversation.
#[derive(Clone, Debug, Default)]
pub struct ConversationView {
    /// The number of its record, from 1.
    pub record: u64,
    /// The line on which the record starts.
    pub line: u64,
    /// The name of its format.
    pub format: &'static str,
    /// Its id.
    pub id: Option<String>,
    /// The number of its messages, with those that are not shown.
    pub count: usize,
    /// The number of branches that are not shown.
    pub other_branches: usize,
    /// The messages.
    pub messages: Vec<MessageView>,
    /// Findings about the conversation as a whole, where they were asked for.
    pub findings: Vec<FindingView>,
}

/// A message.
#[derive(Clone, Debug, Default)]
pub struct MessageView {
    /// Its number, from 1.
    pub number: usize,
    /// Who speaks.
    pub speaker: SpeakerKind,
    /// The role, as it is written, and the name of the speaker.
    pub role: String,
    /// The name of the speaker.
    pub name: Option<String>,
    /// Its id.
    pub id: Option<String>,
    /// Its time, as written.
    pub time: Option<String>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// `notice` or `summary`: a program wrote it.
    pub by_program: Option<&'static str>,
    /// The content.
    pub parts: Vec<PartView>,
    /// Findings, where they were asked for.
    pub findings: Vec<FindingView>,
}

/// Who speaks.
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
    /// Reasoning. Without a text only the service can read it.
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
    /// The arguments: compact JSON, or what the model wrote instead.
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

/// A media file.
#[derive(Clone, Debug, Default)]
pub struct MediaView {
    /// `image`
    pub kind: &'static str,
    /// `image/png`: as declared, or as its first bytes say.
    pub media_type: Option<String>,
    /// The file name or title.
    pub name: Option<String>,
    /// The number of its bytes, if they are in the conversation.
    pub bytes: Option<u64>,
    /// Width and height.
    pub pixels: Option<(u32, u32)>,
    /// Its URL, path or id, if its bytes are elsewhere.
    pub place: Option<String>,
    /// Its bytes in standard Base64, if they are in the conversation and were asked for.
    pub data: Option<String>,
}

impl PartView {
    /// All texts in it.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Text(text) | Self::Refusal(text) | Self::Json(text) => vec![text],
            Self::Reasoning(text) => text.iter().map(String::as_str).collect(),
            Self::Call(call) => vec![&call.name, &call.arguments],
            Self::Result(result) => result.parts.iter().flat_map(Self::texts).collect(),
            Self::Media(media) => media.name.iter().chain(&media.place).map(String::as_str).collect(),
            Self::Other(kind, json) => vec![kind, json],
        }
    }
}

pub(super) fn view_of(format: &Format, conversation: &Conversation<'_>, record: &RawRecord) -> ConversationView {
    let mut names = HashMap::new();
    for message in &conversation.messages {
        for part in &message.parts {
            if let Part::Call(call) = part
                && let Some(id) = call.id()
            {
                names.insert(owned(id), owned(&call.name));
            }
        }
    }
    let messages = conversation.messages.iter().zip(1..).map(|(message, number)| message_view(message, number, &names));
    ConversationView {
        record: record.number + 1,
        line: record.start.line,
        format: format.name,
        id: conversation.id.as_ref().map(owned),
        count: conversation.messages.len(),
        other_branches: 0,
        findings: Vec::new(),
        messages: messages.collect(),
    }
}

/// `names`: the names of the tools, by the ids of their calls.
fn message_view(message: &Message<'_>, number: usize, names: &HashMap<String, String>) -> MessageView {
    let details = message.details();
    let speaker = match message.role {
        _ if details.by_program.is_some() => SpeakerKind::Other,
        Role::System | Role::Developer => SpeakerKind::System,
        Role::User => SpeakerKind::User,
        Role::Assistant => SpeakerKind::Assistant,
        Role::Tool => SpeakerKind::Tool,
        Role::Other(_) => SpeakerKind::Other,
    };
    MessageView {
        number,
        speaker,
        role: message.role.name().into_owned(),
        name: details.name.as_ref().map(owned),
        id: details.id.as_ref().map(owned),
        time: details.time.as_ref().map(owned),
        model: string_of(&message.extras, "model"),
        by_program: details.by_program.map(ProgramMessage::word),
        parts: message.parts.iter().map(|part| part_view(part, names)).collect(),
        findings: Vec::new(),
    }
}

fn part_view(part: &Part<'_>, names: &HashMap<String, String>) -> PartView {
    match part {
        Part::Text(it) if it.is_json => PartView::Json(owned(&it.text)),
        Part::Text(it) => PartView::Text(owned(&it.text)),
        Part::Refusal(it) => PartView::Refusal(owned(&it.text)),
        Part::Reasoning(it) => PartView::Reasoning(it.text.as_ref().filter(|text| !text.is_empty()).map(owned)),
        Part::Call(it) => PartView::Call(call_view(it)),
        Part::Result(it) => PartView::Result(result_view(it, names)),
        Part::Media(it) => PartView::Media(media_view(it)),
        Part::Opaque(it) if it.hosted.is_some() => hosted_view(it),
        Part::Opaque(it) => PartView::Other(owned(&it.kind), compact(it.raw.as_str())),
    }
}

fn call_view(call: &ToolCall<'_>) -> CallView {
    let arguments = match &call.arguments {
        Arguments::Object(raw) => compact(raw.as_str()),
        Arguments::Encoded(text) => owned(text),
    };
    CallView { name: owned(&call.name), arguments }
}

/// A tool that the service ran: a call or its result. A part that is both is shown as its type and its JSON.
fn hosted_view(part: &Opaque<'_>) -> PartView {
    let other = || PartView::Other(owned(&part.kind), compact(part.raw.as_str()));
    let Some(hosted) = &part.hosted else { return other() };
    let name = hosted.tool.word().to_owned();
    match (&hosted.call, &hosted.result) {
        (Some((text, _)), None) => PartView::Call(CallView { name, arguments: owned(text) }),
        (None, Some(result)) => {
            let texts = result.output.iter().chain(&result.errors).map(|(text, _)| owned(text));
            let pages = result.sources.iter().map(|page| {
                let title = page.title.as_ref().map(|(title, _)| owned(title) + ": ").unwrap_or_default();
                title + &page.url.0.decode()
            });
            let parts = texts.chain(pages).filter(|text| !text.is_empty()).map(PartView::Text).collect();
            let is_error = result.outcome.is_some_and(|(outcome, _)| outcome != HostedOutcome::Succeeded);
            PartView::Result(ResultView { name: Some(name), is_error, parts })
        }
        (Some(_), Some(_)) | (None, None) => other(),
    }
}

fn result_view(result: &ToolResult<'_>, names: &HashMap<String, String>) -> ResultView {
    let called = || names.get(result.call_id()?.decode().as_ref()).cloned();
    ResultView {
        name: result.name.as_ref().map(owned).or_else(called),
        is_error: result.is_error(),
        parts: result.parts.iter().map(|part| part_view(part, names)).collect(),
    }
}

fn media_view(media: &Media<'_>) -> MediaView {
    let mut view = MediaView {
        kind: media.kind.word(),
        media_type: media.media_type.as_ref().map(owned),
        name: media.file_name.as_ref().map(owned),
        bytes: None,
        pixels: None,
        place: None,
        data: None,
    };
    match &media.source {
        MediaSource::Base64(text) => {
            let text = text.decode();
            // What is no Base64 could end an attribute.
            let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
            view.data = is_plain.then(|| text.clone().into_owned());
            let padding = text.bytes().rev().take_while(|byte| *byte == b'=').count();
            view.bytes = Some(((text.len() - padding) * 3 / 4) as u64);
            view.pixels = pixels::of_base64(&text);
            view.media_type = view.media_type.or_else(|| sniff::media_type(&text).map(str::to_owned));
        }
        MediaSource::Plain(text) => view.bytes = Some(text.decode().len() as u64),
        MediaSource::Url(text) | MediaSource::File(text) | MediaSource::Remote { id: text, .. } => {
            view.place = Some(owned(text));
        }
    }
    view
}

/// The field, if it is a string.
fn string_of(extras: &Extras<'_>, key: &str) -> Option<String> {
    let field = extras.fields().iter().find(|field| field.key.is(key))?;
    unquoted(&field.value)
}

fn unquoted(raw: &Raw<'_>) -> Option<String> {
    let token = raw.as_str().trim().strip_prefix('"')?.strip_suffix('"')?;
    Some(Text::Token(token).decode().into_owned())
}

fn compact(json: &str) -> String {
    let mut out = Vec::with_capacity(json.len());
    minify(json, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

fn owned(text: &Text<'_>) -> String {
    Cow::into_owned(text.decode())
}
