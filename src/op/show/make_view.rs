//! Builds the displayed view from the model.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::whole_records::shown_id;
use super::ShowPiece;
use super::media_view::{MediaViews, ShownMedia};
use super::sequences::{Sequence, sequences};
use super::view::{
    AboutConversation, BranchView, CallView, ConversationView, MessageView, PartView, ResultView, SpeakerKind,
};
use crate::format::{Format, iso_time};
use crate::json::{At, Tape, Text, minify, utf8_text};
use crate::model::{
    Arguments, Conversation, HostedOutcome, Message, Opaque, Part, ProgramMessage, Role, Slot, ToolCall, ToolResult,
};
use crate::op::model_names::models_in;
use crate::op::read::RawRecord;
use crate::rule::pairs::CallPairs;
use crate::stream::Flow;

/// The field next to an instruction that the model receives with it.
const CONTEXT: &str = "context";

/// The context for the views of a conversation.
struct Viewer<'o> {
    /// The names of the tools, by the ids of their calls.
    names: HashMap<String, String>,
    /// The names of the tools, by the places of results without an id.
    names_by_place: HashMap<At, String>,
    media: MediaViews<'o>,
    scratch: Tape,
}

/// A view with some of the messages. The views of a million messages would need many times the memory of the record.
const PIECE: usize = 4096;

/// The views of a conversation with one sequence of messages. `head`: the data of every view.
pub(super) fn each_piece(
    head: &ConversationView,
    conversation: &Conversation<'_>,
    media: &ShownMedia,
    show: ShowPiece<'_>,
) -> Flow {
    let mut viewer = Viewer::new(conversation, media);
    let count = conversation.messages.len();
    let mut left = conversation.messages.as_slice();
    let mut number = 1;
    loop {
        let (piece, more) = left.split_at(left.len().min(PIECE));
        let messages = piece.iter().zip(number..).map(|(message, number)| message_view(message, number, &mut viewer));
        let view = ConversationView {
            count,
            messages: messages.collect(),
            is_continued: number > 1,
            missing_media: std::mem::take(&mut viewer.media.missing),
            ..head.clone()
        };
        if show(view) == Flow::Stop {
            return Flow::Stop;
        }
        if more.is_empty() {
            return Flow::Continue;
        }
        (left, number) = (more, number + piece.len());
    }
}

/// The view of a conversation with all its branches.
pub(super) fn tree_view(
    format: &Format,
    conversation: &Conversation<'_>,
    record: &RawRecord,
    media: &ShownMedia,
    show: ShowPiece<'_>,
) -> Flow {
    let head = head(format, conversation, record);
    if conversation.branches.is_empty() && conversation.other_answers().is_empty() && conversation.sidechains.is_none()
    {
        return each_piece(&head, conversation, media, show);
    }
    let mut viewer = Viewer::new(conversation, media);
    let mut count = 0;
    let mut branches: Vec<BranchView> = Vec::new();
    let mut main = None;
    for (sequence, index) in sequences(conversation).into_iter().zip(0..) {
        count += sequence.messages.len();
        let own = sequence.messages.iter().map(|it| match it.same_as {
            None => message_view(it.message, it.number, &mut viewer),
            Some(_) => MessageView { number: it.number, same_as: it.same_as, ..MessageView::default() },
        });
        let (mut about, messages) = (sequence.about.unwrap_or_default(), own.collect());
        about.last_time = about.last_time.map(readable_time);
        let Sequence { parent, after, is_earlier, .. } = sequence;
        if index == 0 {
            main = Some((about, messages));
        } else {
            branches.push(BranchView { about, parent, after, is_earlier, messages });
        }
    }
    let (main, messages) = main.unwrap_or_default();
    show(ConversationView {
        count,
        messages,
        main: (!branches.is_empty()).then_some(main),
        branches,
        missing_media: viewer.media.missing,
        ..head
    })
}

/// The view of a conversation without its messages.
pub(super) fn head(format: &Format, conversation: &Conversation<'_>, record: &RawRecord) -> ConversationView {
    let about = AboutConversation {
        record: record.number + 1,
        line: record.start.line,
        format: format.name,
        id: shown_id(format, conversation),
        model: models_in(&conversation.extras, &mut Tape::new()).into_iter().next(),
    };
    ConversationView { about, ..ConversationView::default() }
}

impl<'o> Viewer<'o> {
    fn new(conversation: &Conversation<'_>, media: &'o ShownMedia) -> Self {
        let sidechains = conversation.sidechains.iter().flat_map(|it| &it.conversations);
        let messages = conversation.all_messages().chain(sidechains.flat_map(|(_, it)| &it.messages));
        let mut names = HashMap::new();
        for part in messages.flat_map(|message| &message.parts) {
            if let Part::Call(call) = part
                && let Some(id) = call.id()
            {
                names.insert(owned(id), owned(&call.name));
            }
        }
        let mut names_by_place = HashMap::new();
        if conversation.parts().any(|part| matches!(part, Part::Result(result) if result.call_id().is_none())) {
            let pairs = CallPairs::of(conversation);
            for result in &pairs.results {
                if let Some(call) = result.call.and_then(|call| pairs.calls.get(call)) {
                    names_by_place.insert(result.result.at, owned(&call.call.name));
                }
            }
        }
        Self { names, names_by_place, media: MediaViews::new(media), scratch: Tape::new() }
    }
}

fn message_view(message: &Message<'_>, number: usize, viewer: &mut Viewer<'_>) -> MessageView {
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
        offset: message.at.offset(),
        same_as: None,
        speaker,
        role: message.role.name().into_owned(),
        name: details.name.as_ref().map(owned),
        id: details.id.as_ref().map(owned),
        time: details.time.as_ref().map(|time| readable_time(owned(time))),
        model: models_in(&message.extras, &mut viewer.scratch).into_iter().next(),
        by_program: details.by_program.map(ProgramMessage::word),
        parts: message_parts(message, viewer),
        findings: Vec::new(),
    }
}

/// The parts of a message. The pieces of an answer with sources are one text: services split it at the start and end of
/// each source.
fn message_parts(message: &Message<'_>, viewer: &mut Viewer<'_>) -> Vec<PartView> {
    let is_cited = |part: Option<&Part<'_>>| matches!(part, Some(Part::Text(text)) if text.citations().is_some());
    let mut parts: Vec<PartView> = Vec::with_capacity(message.parts.len());
    let mut before = None;
    for part in &message.parts {
        let view = part_view(part, viewer);
        match (parts.last_mut(), view) {
            (Some(PartView::Text(text)), PartView::Text(more)) if is_cited(before) || is_cited(Some(part)) => {
                text.push_str(&more);
            }
            (_, view) => parts.push(view),
        }
        before = Some(part);
    }
    let said = message.extras.fields().iter().filter(|field| field.slot == Slot::Content && field.key.is(CONTEXT));
    let said = said.filter(|field| !matches!(field.value.as_str(), "null" | "[]" | "{}" | "\"\""));
    parts.extend(said.map(|field| PartView::Other(CONTEXT.to_owned(), compact(field.value.as_str()))));
    parts
}

fn part_view(part: &Part<'_>, viewer: &mut Viewer<'_>) -> PartView {
    match part {
        Part::Text(it) if it.is_json => PartView::Json(owned(&it.text)),
        Part::Text(it) => PartView::Text(owned(&it.text)),
        Part::Refusal(it) => PartView::Refusal(owned(&it.text)),
        Part::Reasoning(it) => PartView::Reasoning(it.text.as_ref().filter(|text| !text.is_empty()).map(owned)),
        Part::Call(it) => PartView::Call(call_view(it)),
        Part::Result(it) => PartView::Result(result_view(it, viewer)),
        Part::Media(it) => PartView::Media(viewer.media.view(it)),
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

/// A hosted tool: a call or its result. A part that is both is displayed as its type and its JSON.
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

fn result_view(result: &ToolResult<'_>, viewer: &mut Viewer<'_>) -> ResultView {
    let called = || match result.call_id() {
        Some(id) => viewer.names.get(id.decode().as_ref()).cloned(),
        None => viewer.names_by_place.get(&result.at).cloned(),
    };
    ResultView {
        name: result.name.as_ref().map(owned).or_else(called),
        is_error: result.is_error(),
        parts: result.parts.iter().map(|part| part_view(part, viewer)).collect(),
    }
}

/// A time: a number of seconds or milliseconds since 1970 is displayed as a date.
fn readable_time(text: String) -> String {
    let Ok(number) = text.parse::<f64>() else { return text };
    let seconds = if number.abs() < 1e11 { number } else { number / 1000.0 };
    // Up to the year 9999.
    if !(0.0..253_402_300_800.0).contains(&seconds) {
        return text;
    }
    #[expect(clippy::cast_possible_truncation, reason = "seconds are shown whole, and there are not too many")]
    let seconds = seconds as i64;
    iso_time(Some(seconds)).replace("+00:00", "Z")
}

fn compact(json: &str) -> String {
    let mut out = Vec::with_capacity(json.len());
    minify(json, &mut out);
    utf8_text(&out).into_owned()
}

fn owned(text: &Text<'_>) -> String {
    Cow::into_owned(text.decode())
}
