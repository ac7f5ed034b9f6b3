//! The turns.

use super::NAME;
use super::media::is_spare;
use super::plan::{Plan, Turn};
use super::speaker::{has_calls, is_field, kept_name, usual_name};
use super::write_files::{SentFiles, drop_medium, may_hold_media};
use super::write_packed::{call_list, call_text, item_json};
use crate::format::Writing;
use crate::format::shared::report_legacy_result;
use crate::json::{Layout, Out, Text};
use crate::model::{Conversation, Form, Message, Part, Role, Slot, ToolResult};
use crate::report::{Refused, loss};

pub(super) struct TurnWriter<'p, 'c, 'a> {
    conversation: &'c Conversation<'a>,
    plan: &'p Plan<'c, 'a>,
    files: SentFiles<'c>,
}

/// What was written last into a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Words,
    Call,
}

impl<'p, 'c, 'a> TurnWriter<'p, 'c, 'a> {
    pub(super) fn new(conversation: &'c Conversation<'a>, plan: &'p Plan<'c, 'a>) -> Self {
        Self { conversation, plan, files: SentFiles::of(conversation) }
    }

    /// The lists of files that the texts name.
    pub(super) fn write_files(&self, writing: &mut Writing<'_>) {
        self.files.write(writing);
    }

    pub(super) fn write_list(&mut self, writing: &mut Writing<'_>) -> Result<(), Refused> {
        let plan = self.plan;
        self.files.check_calls(self.conversation)?;
        writing.out.open(b'[');
        for turn in &plan.turns {
            match turn {
                Turn::Message(index) => {
                    if let Some(message) = self.conversation.messages.get(*index).filter(|message| !is_field(message)) {
                        self.write_turn(message, writing)?;
                    }
                }
                Turn::Results(results) => {
                    writing.out.open(b'{');
                    writing.out.key("from").string(if plan.is_hermes { "tool" } else { "observation" });
                    writing.out.key("value");
                    let found = results.iter().filter_map(|index| plan.pairs.results.get(*index));
                    let results: Vec<_> = found.map(|it| (it.result, plan.call_name(it.call))).collect();
                    self.write_results(&results, writing)?;
                    writing.out.close(b'}');
                }
            }
        }
        writing.out.close(b']');
        Ok(())
    }

    fn write_turn(&mut self, message: &'c Message<'a>, writing: &mut Writing<'_>) -> Result<(), Refused> {
        let is_own = message.origin == NAME;
        writing.out.open(b'{');
        writing.out.key("from");
        match (&message.role, kept_name(message).filter(|_| is_own)) {
            (_, Some(kept)) => {
                writing.out.raw(&kept.value);
                writing.place(kept);
            }
            (Role::Other(role), None) if is_own => writing.out.text(role),
            (Role::Other(role), None) => {
                let problem = format!("sharegpt has no speaker `{}`", role.show());
                return Err(Refused::new(&loss::CANNOT_HOLD, message.at, problem));
            }
            (Role::Developer, None) => {
                writing.report.add(&loss::ROLE, message.at, || "a developer message becomes a system turn".to_owned());
                writing.out.string("system");
            }
            (Role::System | Role::User | Role::Assistant | Role::Tool, None) => {
                // As it was read where its value is; what is packed anew follows the plan.
                let is_as_read = is_own && (message.details().verbatim.is_some() || message.form != Form::Text);
                writing.out.string(usual_name(message, self.plan.is_hermes && !is_as_read));
            }
        }
        let has_text = message.parts.iter().any(|part| matches!(part, Part::Text(_)));
        match message.form {
            Form::Absent if is_own && !has_text => self.add_files(message, writing)?,
            Form::Null if is_own && !has_text => {
                self.add_files(message, writing)?;
                writing.out.key("value").null();
            }
            Form::Absent if is_own => {
                writing.out.key("content");
                self.write_value(message, writing)?;
            }
            Form::Absent | Form::Null | Form::Unknown | Form::Text | Form::Parts => {
                writing.out.key("value");
                self.write_value(message, writing)?;
            }
        }
        let fields = message.extras.in_slot(NAME, Slot::Here);
        for extra in fields.filter(|extra| !extra.is_note && !extra.key.is("from")) {
            writing.extra(extra);
        }
        writing.out.close(b'}');
        Ok(())
    }

    /// What stands in `value`.
    pub(super) fn write_value(&mut self, message: &'c Message<'a>, writing: &mut Writing<'_>) -> Result<(), Refused> {
        if let Some(verbatim) = message.details().verbatim.as_ref().filter(|_| message.origin == NAME) {
            self.add_files(message, writing)?;
            writing.out.text(verbatim);
            place_parts(&message.parts, writing);
            return Ok(());
        }
        if matches!(message.role, Role::Tool) {
            let results: Vec<_> = message
                .parts
                .iter()
                .filter_map(|part| match part {
                    Part::Result(result) => Some((result.as_ref(), None)),
                    Part::Text(_)
                    | Part::Reasoning(_)
                    | Part::Call(_)
                    | Part::Media(_)
                    | Part::Refusal(_)
                    | Part::Opaque(_) => None,
                })
                .collect();
            return self.write_results(&results, writing);
        }
        let words = self.words(message, writing)?;
        if has_calls(message) && !self.plan.is_hermes {
            call_list(message, writing);
        } else {
            writing.out.joined(&words);
        }
        Ok(())
    }

    /// The parts as one text, in order.
    fn words(&mut self, message: &'c Message<'a>, writing: &mut Writing<'_>) -> Result<Vec<Text<'c>>, Refused> {
        let has_calls = has_calls(message);
        let mut words = Vec::new();
        let mut last = Last::Nothing;
        for part in &message.parts {
            match part {
                Part::Text(text) | Part::Refusal(text) => {
                    if has_calls && text.text.is_blank() {
                        writing
                            .report
                            .add(&loss::BLANK_TEXT, text.at, || "blank text beside tool calls is dropped".to_owned());
                        continue;
                    }
                    if matches!(part, Part::Refusal(_)) {
                        writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
                    }
                    // Joined to others, an empty text would be a line end more.
                    if text.text.is_empty() && message.parts.len() > 1 {
                        continue;
                    }
                    if last == Last::Words {
                        writing.report.add(&loss::JOINED, text.at, || "texts of a message are joined".to_owned());
                    }
                    if last != Last::Nothing {
                        words.push(Text::Token("\\n"));
                    }
                    if message.origin != NAME {
                        self.files.check_tags(&text.text, text.at)?;
                    }
                    words.push(text.text.borrow());
                    last = Last::Words;
                }
                Part::Reasoning(it) => {
                    let text = it.text.as_ref().filter(|text| writing.options.is_reasoning_text && !text.is_empty());
                    if let Some(text) = text {
                        if last != Last::Nothing {
                            words.push(Text::Token("\\n"));
                        }
                        words.extend([Text::Token("<think>\\n"), text.borrow(), Text::Token("\\n</think>\\n\\n")]);
                        last = Last::Nothing;
                    }
                }
                Part::Call(call) => {
                    if self.plan.is_hermes {
                        words.push(Text::Token(if words.is_empty() { "<tool_call>\\n" } else { "\\n<tool_call>\\n" }));
                        words.push(Text::Owned(call_text(call, writing)));
                        words.push(Text::Token("\\n</tool_call>"));
                    }
                    last = Last::Call;
                }
                Part::Media(media) => {
                    if !may_hold_media(message) {
                        drop_medium(media, writing);
                    } else if let Some(tag) = self.files.add(media, writing)?.filter(|_| !is_spare(media)) {
                        words.push(Text::Token(tag));
                        last = Last::Nothing;
                    }
                }
                // Reported by what the format supports, or not found in these messages.
                Part::Result(_) | Part::Opaque(_) => {}
            }
        }
        Ok(words)
    }

    /// The files of a message whose text is written as it was.
    fn add_files(&mut self, message: &'c Message<'a>, writing: &mut Writing<'_>) -> Result<(), Refused> {
        for part in &message.parts {
            if let Part::Media(media) = part {
                self.files.add(media, writing)?;
            }
        }
        Ok(())
    }

    /// Results in the order of their calls, each with the name of its call.
    fn write_results(
        &mut self,
        results: &[(&'c ToolResult<'a>, Option<&Text<'_>>)],
        writing: &mut Writing<'_>,
    ) -> Result<(), Refused> {
        let mut texts = Vec::with_capacity(results.len());
        for (result, call_name) in results {
            report_legacy_result(result, writing.report);
            if let (Some(name), Some(call_name)) = (&result.name, call_name)
                && !name.same(call_name)
            {
                writing.report.add(&loss::RESULT_NAME, result.at, || {
                    format!("the name `{}` on a result of `{}` is dropped", name.show(), call_name.show())
                });
            }
            texts.push(self.result_words(result, writing)?);
        }
        if self.plan.is_hermes {
            let mut words = Vec::new();
            for ((result, call_name), text) in results.iter().zip(texts) {
                words.push(Text::Token(if words.is_empty() { "<tool_response>\\n" } else { "\\n<tool_response>\\n" }));
                match call_name.or(result.name.as_ref()) {
                    Some(name) => words.push(Text::Owned(response_text(name, result, &one_text(text), writing))),
                    None => words.extend(text),
                }
                words.push(Text::Token("\\n</tool_response>"));
            }
            writing.out.joined(&words);
            return Ok(());
        }
        if texts.len() > 1 {
            let mut list = Out::new(Layout::Spaced);
            list.open(b'[');
            for text in texts {
                item_json(&one_text(text), &mut list, writing.scratch);
            }
            list.close(b']');
            writing.out.string(&String::from_utf8_lossy(list.as_bytes()));
        } else {
            writing.out.joined(&texts.pop().unwrap_or_default());
        }
        Ok(())
    }

    fn result_words(&self, result: &'c ToolResult<'a>, writing: &mut Writing<'_>) -> Result<Vec<Text<'c>>, Refused> {
        let mut words = Vec::new();
        for part in &result.parts {
            match part {
                Part::Text(text) | Part::Refusal(text) => {
                    if matches!(part, Part::Refusal(_)) {
                        writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
                    }
                    if text.text.is_empty() && result.parts.len() > 1 {
                        continue;
                    }
                    if !words.is_empty() {
                        writing.report.add(&loss::JOINED, text.at, || "texts of a result are joined".to_owned());
                        words.push(Text::Token("\\n"));
                    }
                    self.files.check_tags(&text.text, text.at)?;
                    words.push(text.text.borrow());
                }
                Part::Media(media) => drop_medium(media, writing),
                Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
            }
        }
        Ok(words)
    }
}

/// What was packed into the text that is written as it was.
fn place_parts(parts: &[Part<'_>], writing: &mut Writing<'_>) {
    for part in parts {
        let extras = match part {
            Part::Call(call) => &call.extras,
            Part::Result(result) => &result.extras,
            Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => continue,
        };
        extras.of(NAME).iter().for_each(|extra| writing.place(extra));
    }
}

/// Pieces as one text.
fn one_text(mut pieces: Vec<Text<'_>>) -> Text<'_> {
    match pieces.len() {
        0 | 1 => pieces.pop().unwrap_or_default(),
        _ => Text::OwnedToken(pieces.iter().map(Text::spelling).collect()),
    }
}

/// `{"name": "f", "content": …}`
fn response_text(name: &Text<'_>, result: &ToolResult<'_>, text: &Text<'_>, writing: &mut Writing<'_>) -> String {
    let mut out = Out::new(Layout::Spaced);
    out.open(b'{');
    out.key("name").text(name);
    item_json(text, out.key("content"), writing.scratch);
    for extra in result.extras.of(NAME).iter().filter(|extra| !extra.is_note) {
        out.key_text(&extra.key).raw(&extra.value);
        writing.place(extra);
    }
    out.close(b'}');
    String::from_utf8_lossy(out.as_bytes()).into_owned()
}
