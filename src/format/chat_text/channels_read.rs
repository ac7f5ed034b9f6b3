//! Reads Harmony: turns with a role, a channel and a recipient, of which several are one answer.

use std::ops::Range;

use super::channels::{CALL, CHANNEL, CONSTRAIN, END, FUNCTIONS, INSTRUCTIONS, MESSAGE, RETURN, START};
use super::frames::find_first;
use super::source::ChatSource;
use crate::format::Reading;
use crate::json::{Raw, Text};
use crate::model::{
    Arguments, CallKind, Conversation, Extras, Form, Message, Part, Reasoning, Role, TextPart, ToolCall, ToolResult,
};
use crate::report::{Refused, Severity, shape};

/// One turn.
struct ChannelTurn<'s> {
    start: usize,
    /// The role, or the name of a tool.
    role: &'s str,
    recipient: Option<&'s str>,
    channel: &'s str,
    body: Range<usize>,
}

/// Reads all turns.
///
/// # Errors
/// There is a text between two turns.
pub(super) fn read_turns<'a>(
    source: &ChatSource<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let text = source.text();
    let mut at = 0;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        at += rest.len() - rest.trim_start().len();
        if at >= text.len() {
            return Ok(());
        }
        let Some((turn, next)) = turn_at(text, at) else {
            // The beginning of the answer requested from the model.
            if text.get(at..).is_some_and(is_prompt) {
                return Ok(());
            }
            let why = "a text is in none of the turns, or a header of harmony is not as it must be";
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, source.at(at), why));
        };
        add(&turn, source, conversation, reading);
        // The last turn may be cut off.
        if next == turn.body.end && next < text.len() {
            reading.report.add_as(&shape::BAD_VALUE, Severity::Warning, source.at(turn.start), || {
                "a turn has no mark at its end".to_owned()
            });
        }
        at = next;
    }
}

/// The beginning of an answer: `<|start|>assistant`, with or without a channel.
fn is_prompt(rest: &str) -> bool {
    let header = rest.strip_prefix(START).and_then(|rest| header(rest.trim_end()));
    header.is_some_and(|header| header.role == "assistant" && header.recipient.is_none())
}

/// What is between the marks at the start of a turn.
struct ChannelHeader<'s> {
    role: &'s str,
    recipient: Option<&'s str>,
    channel: &'s str,
}

/// `assistant to=functions.f<|channel|>commentary <|constrain|>json`. `None`: there are other words in it.
fn header(words: &str) -> Option<ChannelHeader<'_>> {
    let (words, kind) = words.split_once(CONSTRAIN).unwrap_or((words, ""));
    let (before, after) = words.split_once(CHANNEL).unwrap_or((words, ""));
    let mut before = before.split_whitespace();
    let role = before.next()?;
    let mut after = after.split_whitespace();
    let channel = after.next().unwrap_or_default();
    let mut recipient = None;
    for word in before.chain(after) {
        match word.strip_prefix("to=") {
            Some(to) if recipient.is_none() => recipient = Some(to),
            // The type of the content, without its mark.
            None if word == "json" || word == "code" => {}
            Some(_) | None => return None,
        }
    }
    let is_known = matches!(channel, "" | "analysis" | "commentary" | "final");
    let is_said = matches!(role, "system" | "developer" | "user") && (recipient.is_some() || !channel.is_empty());
    let is_whole = is_known && !is_said && !role.contains("<|") && !kind.contains("<|");
    (is_whole && kind.split_whitespace().count() <= 1).then_some(ChannelHeader { role, recipient, channel })
}

/// The turn that begins here, and where the next one may begin.
fn turn_at(text: &str, at: usize) -> Option<(ChannelTurn<'_>, usize)> {
    let start = at + START.len();
    let rest = text.get(at..)?.strip_prefix(START)?;
    let (length, _) = find_first(rest, 0, &[MESSAGE, START, END].into_iter()).filter(|(_, mark)| *mark == MESSAGE)?;
    let ChannelHeader { role, recipient, channel } = header(rest.get(..length)?)?;
    let begin = start + length + MESSAGE.len();
    let body = text.get(begin..)?;
    let (length, mark) = match find_first(body, 0, &[END, CALL, RETURN, START].into_iter()) {
        Some((length, START)) => (length, 0),
        Some((length, mark)) => (length, mark.len()),
        None => (body.len(), 0),
    };
    let turn = ChannelTurn { start: at, role, recipient, channel, body: begin..begin + length };
    Some((turn, begin + length + mark))
}

fn add<'a>(
    turn: &ChannelTurn<'_>,
    source: &ChatSource<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) {
    let origin = conversation.origin;
    let (at, inside) = (source.at(turn.start), source.at(turn.body.start));
    let text = |range: Range<usize>| Part::Text(TextPart::new(source.cut(range.clone()), source.at(range.start)));
    let body = source.text().get(turn.body.clone()).unwrap_or_default();
    let (role, part) = match turn.role {
        "system" => (Role::System, text(turn.body.clone())),
        "user" => (Role::User, text(turn.body.clone())),
        "developer" => {
            let skip = if body.starts_with(INSTRUCTIONS) { INSTRUCTIONS.len() } else { 0 };
            (Role::Developer, text(turn.body.start + skip..turn.body.end))
        }
        "assistant" => (Role::Assistant, answer(turn, source, reading)),
        tool => {
            let mut result = ToolResult { at: inside, form: Form::Text, ..ToolResult::default() };
            result.name = Some(Text::owned(tool.strip_prefix(FUNCTIONS).unwrap_or(tool)));
            result.parts.push(text(turn.body.clone()));
            (Role::Tool, Part::from(result))
        }
    };
    // All turns of an answer are one message.
    if matches!(role, Role::Assistant)
        && let Some(last) = conversation.messages.last_mut().filter(|last| matches!(last.role, Role::Assistant))
    {
        last.parts.push(part);
        return;
    }
    let mut message = Message { at, role, origin, form: Form::Text, ..Message::default() };
    message.parts.push(part);
    conversation.messages.push(message);
}

fn answer<'a>(turn: &ChannelTurn<'_>, source: &ChatSource<'a>, reading: &mut Reading<'_>) -> Part<'a> {
    let (at, words) = (source.at(turn.body.start), source.cut(turn.body.clone()));
    let Some(tool) = turn.recipient else {
        return match turn.channel {
            "analysis" => Part::Reasoning(Box::new(Reasoning { at, text: Some(words), ..Reasoning::default() })),
            _ => Part::Text(TextPart::new(words, at)),
        };
    };
    let body = source.text().get(turn.body.clone()).unwrap_or_default().trim();
    let is_object = reading.scratch.parse(body).is_ok_and(|root| root.is_object());
    let arguments = if is_object { Arguments::Object(Raw::owned(body.to_owned())) } else { Arguments::Encoded(words) };
    Part::from(ToolCall {
        at,
        id: None,
        kind: CallKind::Function,
        name: Text::owned(tool.strip_prefix(FUNCTIONS).unwrap_or(tool)),
        arguments,
        cache: None,
        signature: None,
        extras: Extras::default(),
    })
}
