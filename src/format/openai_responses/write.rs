//! The containers: what stands around the items.

use super::NAME;
use super::keep::{INPUT, INSTRUCTIONS, behind, find_mark};
use super::read::{ANSWER, LINE};
use super::write_item::write_items;
use super::write_part::State;
use super::write_tools::{write_output, write_tools};
use crate::format::shared::{IdMaker, Links, drop_fields};
use crate::format::{Container, Writing};
use crate::json::{At, Text};
use crate::model::{Conversation, Message, Part, Role, TextPart};
use crate::report::{Refused, loss};

/// The container that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    List,
    Body,
    Response,
    Batch,
    BatchResult,
}

impl Shape {
    fn of(conversation: &Conversation<'_>, writing: &Writing<'_>) -> Self {
        let is_kept = writing.options.container == Container::Kept && conversation.origin == NAME;
        match (writing.options.container, conversation.shape) {
            (Container::List, _) => Self::List,
            (_, "list") if is_kept => Self::List,
            (_, "response") if is_kept => Self::Response,
            (_, "batch") if is_kept => Self::Batch,
            (_, "batch-result") if is_kept => Self::BatchResult,
            (Container::Body | Container::Kept, _) => Self::Body,
        }
    }
}

/// What the conversation is written with.
pub(super) struct Task<'c> {
    pub(super) conversation: &'c Conversation<'c>,
    pub(super) ids: IdMaker<'c>,
    pub(super) links: Links<'c>,
}

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if conversation.messages.is_empty() {
        return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), "a list of items must not be empty"));
    }
    let ids = IdMaker::new(conversation.source);
    let links = Links::of(conversation, &ids).without_repeats(conversation);
    links.report(conversation, writing.report);
    let task = Task { conversation, ids, links };
    match Shape::of(conversation, writing) {
        Shape::List => {
            drop_around(conversation, writing);
            write_items(&task, None, &mut State::of(conversation), writing)
        }
        Shape::Body => {
            // Of an answer only the model belongs into a request; of a batch line only the body.
            let is_answer = matches!(conversation.shape, "response" | "batch-result") && conversation.origin == NAME;
            let is_setting = |key: &Text<'_>| if is_answer { key.is("model") } else { behind(key, LINE).is_none() };
            for extra in conversation.extras.of(NAME) {
                if !is_setting(&extra.key) && !extra.value.is_null() {
                    writing
                        .report
                        .add(&loss::EXTRA_FIELD, extra.at, || format!("the field `{}` is dropped", extra.key.show()));
                }
            }
            write_body(&task, "input", is_setting, writing)
        }
        Shape::Response => write_body(&task, "output", |_| true, writing),
        Shape::Batch => {
            writing.out.open(b'{');
            write_around(conversation, LINE, writing);
            writing.out.key("body");
            write_body(&task, "input", |key| behind(key, LINE).is_none(), writing)?;
            writing.out.close(b'}');
            Ok(())
        }
        Shape::BatchResult => {
            writing.out.open(b'{');
            write_around(conversation, LINE, writing);
            writing.out.key("response").open(b'{');
            write_around(conversation, ANSWER, writing);
            writing.out.key("body");
            let is_inner = |key: &Text<'_>| behind(key, LINE).is_none() && behind(key, ANSWER).is_none();
            write_body(&task, "output", is_inner, writing)?;
            writing.out.close(b'}');
            writing.out.close(b'}');
            Ok(())
        }
    }
}

/// A bare list has no place for tools and settings.
fn drop_around(conversation: &Conversation<'_>, writing: &mut Writing<'_>) {
    for tool in conversation.tools.iter().filter(|tool| !super::write_tools::is_foreign(tool)) {
        writing.report.add(&loss::TOOLS, tool.at, || format!("the definition of `{}` is dropped", tool.name.show()));
    }
    if let Some(output) = &conversation.output {
        writing.report.add(&loss::OUTPUT_REQUEST, output.at, || "the structured-output request is dropped".to_owned());
        drop_fields(&output.extras, NAME, writing, |_| true);
    }
    drop_fields(&conversation.extras, NAME, writing, |_| true);
}

/// The fields around the body, without the word that marks them.
fn write_around(conversation: &Conversation<'_>, prefix: &str, writing: &mut Writing<'_>) {
    for extra in conversation.extras.of(NAME) {
        if let Some(key) = behind(&extra.key, prefix) {
            writing.out.key_text(&Text::Token(key)).raw(&extra.value);
        }
    }
}

fn write_body(
    task: &Task<'_>,
    list: &'static str,
    is_setting: impl Fn(&Text<'_>) -> bool,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let conversation = task.conversation;
    let messages = conversation.messages.as_slice();
    let instructions = instructions(messages);
    writing.out.open(b'{');
    for extra in conversation.extras.of(NAME).iter().filter(|extra| is_setting(&extra.key)) {
        writing.out.key_text(&extra.key).raw(&extra.value);
    }
    if let Some(text) = instructions {
        writing.out.key("instructions").text(&text.text);
    }
    writing.out.key(list);
    let rest = messages.get(usize::from(instructions.is_some())..).unwrap_or_default();
    match string_input(rest) {
        Some(text) if list == "input" => writing.out.text(&text.text),
        _ => {
            let skipped = instructions.map(|_| 0);
            write_items(task, skipped, &mut State::of(conversation), writing)?;
        }
    }
    write_tools(conversation, writing)?;
    if let Some(output) = &conversation.output {
        write_output(output, writing);
    }
    writing.out.close(b'}');
    Ok(())
}

/// The text of the field `instructions`: where it was, or the first message if that is one plain text of the system and
/// not all there is.
fn instructions<'c>(messages: &'c [Message<'c>]) -> Option<&'c TextPart<'c>> {
    let first = messages.first()?;
    let [Part::Text(text)] = first.parts.as_slice() else { return None };
    if first.origin == NAME {
        return find_mark(&first.extras, INSTRUCTIONS).map(|_| text);
    }
    let is_plain = !text.cache.as_ref().is_some_and(|cache| cache.is_on);
    (matches!(first.role, Role::System) && is_plain && messages.len() > 1).then_some(text)
}

/// The one message that was a string.
fn string_input<'c>(messages: &'c [Message<'c>]) -> Option<&'c TextPart<'c>> {
    let [message] = messages else { return None };
    let [Part::Text(text)] = message.parts.as_slice() else { return None };
    find_mark(&message.extras, INPUT).map(|_| text)
}
