//! Reads a record: its text, turn by turn.

use super::body::{Body, split_answer, split_results};
use super::frames::{Frame, frames};
use super::source::{ChatSource, FoundText};
use super::{CallStyle, ChatSpeaker, ChatTemplate, KEY, PAIR, SystemPlace};
use super::{calls, channels_read};
use crate::format::Reading;
use crate::format::turn_lists::read_tools_of;
use crate::json::Node;
use crate::json::{At, Raw, Text};
use crate::model::{Conversation, Extras, Form, Message, Part, RecordSource, Role, TextPart, ToolResult, same};
use crate::report::{Refused, Severity, shape};

/// The key of the note with the record as it was, for writing it unchanged.
pub(super) const SOURCE: &str = "source";

pub(super) fn read<'a>(
    template: &'static ChatTemplate,
    root: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let Some(found) = ChatSource::find(root) else {
        let why = format!(
            "a record is an object with the string `{KEY}`, with `chosen` and `rejected`, or a text; found {}",
            root.kind().name()
        );
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    };
    let source = found.open();
    if !template.has_marks(source.text()) {
        let why = format!("the text does not begin with a mark of {}", template.name);
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, found.value.at(), why));
    }
    let mut conversation =
        Conversation { origin: template.name, source: RecordSource::shaped(source.shape), ..Conversation::default() };
    let rejected = found.rejected(root);
    if root.is_object() {
        let keys: &[&str] = if rejected.is_some() { &[PAIR.0, PAIR.1] } else { &[KEY] };
        for (key, value) in root.members().filter(|(key, _)| !keys.iter().any(|own| key.is(own))) {
            conversation.extras.push(template.name, key.text().unwrap_or_default(), value.to_raw(), value.at());
        }
    }
    read_turns(template, &source, &mut conversation, reading)?;
    if let Some(rejected) = &rejected {
        read_rejected(template, rejected, &mut conversation, reading)?;
    }
    if template.calls != CallStyle::None && conversation.tools.is_empty() {
        for message in conversation.messages.iter().filter(|message| message.role.is_instruction()) {
            read_tools_of(message, &mut conversation.tools, reading);
        }
    }
    let own = if source.shape == "file" {
        Raw::owned(format!("{{\"{KEY}\":{}}}", crate::json::quoted(root.raw())))
    } else {
        root.to_raw()
    };
    conversation.extras.mark(template.name, SOURCE, own, root.at());
    if root.is_object() {
        conversation.extras.mark(template.name, KEY, found.value.to_raw(), found.value.at());
    }
    Ok(conversation)
}

/// Reads a text turn by turn.
fn read_turns<'a>(
    template: &'static ChatTemplate,
    source: &ChatSource<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let frames = if template.calls == CallStyle::Channels {
        channels_read::read_turns(source, conversation, reading)?;
        Vec::new()
    } else {
        frames(template, source)?
    };
    for (index, frame) in frames.iter().enumerate() {
        let is_last = index + 1 == frames.len();
        let is_empty = source.trimmed(frame.body.clone()).is_empty();
        let ends_in_speaker = template.system == SystemPlace::Front && source.text().ends_with(':');
        let is_prompt = is_last && is_empty && (!frame.is_closed || ends_in_speaker);
        // The beginning of the answer that a model is requested says nothing yet.
        if is_prompt && frame.speaker == Some(ChatSpeaker::Assistant) {
            continue;
        }
        if !frame.is_closed && !is_last {
            reading.report.add_as(&shape::BAD_VALUE, Severity::Warning, source.at(frame.start), || {
                "a turn has no mark at its end".to_owned()
            });
        }
        TurnReader { template, source, reading }.read(frame, is_last, conversation);
    }
    Ok(())
}

/// Reads the text that is compared with the one of the conversation. The messages that both begin with are the prompt.
fn read_rejected<'a>(
    template: &'static ChatTemplate,
    found: &FoundText<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let mut other = Conversation { origin: template.name, ..Conversation::default() };
    read_turns(template, &found.open(), &mut other, reading)?;
    // The model has one list of tools for all answers.
    if !is_same_tools(conversation, &other) {
        let (key, value) = (Text::Token(PAIR.1), found.value.to_raw());
        conversation.extras.push(template.name, key, value, found.value.at());
        return Ok(());
    }
    conversation.compare_with(other.messages, found.value.span());
    // An answer without a text is an empty one.
    let (at, origin) = (found.value.at(), template.name);
    let empty = || Message { at, role: Role::Assistant, origin, form: Form::Text, ..Message::default() };
    if let Some(preference) = &mut conversation.preference {
        if conversation.messages.len() == preference.start {
            conversation.messages.push(empty());
        }
        let rejected = preference.others.iter_mut().filter(|answer| answer.messages.is_empty());
        rejected.for_each(|answer| answer.messages.push(empty()));
    }
    conversation.extras.mark(template.name, PAIR.1, found.value.to_raw(), found.value.at());
    Ok(())
}

/// True if two conversations define the same tools.
fn is_same_tools<'a>(a: &Conversation<'a>, b: &Conversation<'a>) -> bool {
    let only = |it: &Conversation<'a>| Conversation { tools: it.tools.clone(), ..Conversation::default() };
    (a.tools.is_empty() && b.tools.is_empty()) || same(&only(a), &only(b))
}

/// Reads turns into messages.
struct TurnReader<'s, 'a, 'r> {
    template: &'static ChatTemplate,
    source: &'s ChatSource<'a>,
    reading: &'s mut Reading<'r>,
}

impl<'a> TurnReader<'_, 'a, '_> {
    fn read(&mut self, frame: &Frame, is_last: bool, conversation: &mut Conversation<'a>) {
        let range = if self.template.trims { self.source.trimmed(frame.body.clone()) } else { frame.body.clone() };
        // A file ends in a line end, which the last text does not have.
        let is_end = is_last && self.source.shape == "file" && !self.template.trims;
        let is_open = is_end && frame.body.end == self.source.text().len();
        let range = range.start..range.end - usize::from(is_open && self.body(range.clone()).ends_with('\n'));
        if frame.speaker == Some(ChatSpeaker::Tools) {
            calls::read_definitions(
                &Text::owned(self.body(range.clone())),
                self.source.at(range.start),
                conversation,
                self.reading,
            );
            return;
        }
        let mut message = self.message(frame);
        match frame.speaker {
            Some(ChatSpeaker::Assistant) => self.read_answer(range, &mut message),
            Some(ChatSpeaker::Tool) => self.read_results(range, &mut message),
            Some(ChatSpeaker::User) => {
                let is_tagged = self.template.calls == CallStyle::Tagged;
                match split_results(self.source, range.clone()).filter(|_| is_tagged) {
                    Some(results) => self.push_results(results, &mut message),
                    None => {
                        let range = calls::take_system(self.template, self.source, range, conversation);
                        message.parts.push(self.text(range));
                    }
                }
            }
            Some(ChatSpeaker::System | ChatSpeaker::Developer | ChatSpeaker::Tools) | None => {
                message.parts.push(self.text(range));
            }
        }
        conversation.messages.push(message);
    }

    fn body(&self, range: std::ops::Range<usize>) -> &str {
        self.source.text().get(range).unwrap_or_default()
    }

    fn message(&mut self, frame: &Frame) -> Message<'a> {
        let at = self.source.at(frame.start);
        let role = match frame.speaker {
            Some(ChatSpeaker::System | ChatSpeaker::Tools) => Role::System,
            Some(ChatSpeaker::Developer) => Role::Developer,
            Some(ChatSpeaker::User) => Role::User,
            Some(ChatSpeaker::Assistant) => Role::Assistant,
            Some(ChatSpeaker::Tool) => Role::Tool,
            None => {
                let role = self.source.cut(frame.role.clone());
                let name = self.template.name;
                self.reading.report.add(&shape::UNKNOWN_ROLE, self.source.at(frame.role.start), || {
                    format!("{name} has no role `{}`", role.show())
                });
                Role::Other(role)
            }
        };
        let mut message = Message { at, role, origin: self.template.name, form: Form::Text, ..Message::default() };
        if let Some(name) = &frame.name {
            message.details_mut().name = Some(self.source.cut(name.clone()));
        }
        message
    }

    fn text(&self, range: std::ops::Range<usize>) -> Part<'a> {
        let at = self.source.at(range.start);
        Part::Text(TextPart::new(self.source.cut(range), at))
    }

    fn read_answer(&mut self, range: std::ops::Range<usize>, message: &mut Message<'a>) {
        let found = match self.template.calls {
            CallStyle::PythonTag => calls::read_python_tag(self.template, self.source, range.clone(), self.reading),
            CallStyle::List => calls::read_list(self.template, self.source, range.clone(), self.reading),
            CallStyle::Tagged | CallStyle::Channels | CallStyle::None => None,
        };
        if let Some(parts) = found {
            message.parts = parts.into();
            return;
        }
        let has_calls = self.template.calls == CallStyle::Tagged;
        let pieces = split_answer(self.source, range, self.template.has_thinking, has_calls);
        let is_tagged = pieces.iter().any(|piece| matches!(piece, Body::Call { .. }));
        for piece in pieces {
            match piece {
                Body::Text(range) if is_tagged && self.body(range.clone()).trim().is_empty() => {}
                Body::Text(range) => message.parts.push(self.text(range)),
                Body::Reasoning(range) => message.parts.push(calls::reasoning(self.source, range)),
                Body::Call { inner, outer } => {
                    match calls::read_tagged(self.template, self.source, inner, self.reading) {
                        Some(calls) => message.parts.extend(calls.into_iter().map(Part::from)),
                        None => message.parts.push(self.text(outer)),
                    }
                }
            }
        }
    }

    fn read_results(&mut self, range: std::ops::Range<usize>, message: &mut Message<'a>) {
        if self.template.calls == CallStyle::Tagged
            && let Some(results) = split_results(self.source, range.clone())
        {
            self.push_results(results, message);
            return;
        }
        let listed = (self.template.calls == CallStyle::List)
            .then(|| calls::read_result(self.template, self.source, range.clone(), self.reading))
            .flatten();
        message.parts.push(listed.unwrap_or_else(|| self.result(range)));
    }

    fn push_results(&mut self, results: Vec<std::ops::Range<usize>>, message: &mut Message<'a>) {
        message.role = Role::Tool;
        for range in results {
            let result = self.result(range);
            message.parts.push(result);
        }
    }

    fn result(&self, range: std::ops::Range<usize>) -> Part<'a> {
        let at: At = self.source.at(range.start);
        let parts = std::iter::once(self.text(range)).collect();
        Part::from(ToolResult { at, parts, form: Form::Text, extras: Extras::default(), ..ToolResult::default() })
    }
}
