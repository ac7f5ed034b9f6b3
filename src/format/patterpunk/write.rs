//! The list, the messages in it, and their ids.

use super::NAME;
use super::keep::{is_kept, write_kept, write_outer};
use super::surrogates::replace_surrogates;
use super::write_assistant::write_assistant;
use super::write_content::write_content;
use super::write_result::write_results;
use crate::format::shared::{IdMaker, Links, drop_empty, write_extras};
use crate::format::{Container, Writing};
use crate::model::{Conversation, Message, OutputRequest, Part, Role};
use crate::report::{Refused, loss};

/// A message on its way out, and what is known around it.
#[derive(Clone, Copy)]
pub(super) struct Placed<'c, 'm> {
    pub(super) message: &'c Message<'m>,
    /// Its place in the conversation.
    pub(super) index: usize,
    pub(super) ids: &'c IdMaker<'c>,
    pub(super) links: &'c Links<'c>,
    /// What is asked of the answer to this message, where the source asks it of the conversation.
    pub(super) asked: Option<&'c OutputRequest<'m>>,
}

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let ids = IdMaker::new(conversation.source);
    let links = if needs_links(conversation) { Links::with_names(conversation, &ids) } else { Links::default() };
    links.report(conversation, writing.report);
    let is_bare = writing.options.container == Container::Kept
        && conversation.origin == NAME
        && conversation.shape == "message"
        && matches!(conversation.messages.as_slice(), [message] if is_one(message));
    if !is_bare {
        writing.out.open(b'[');
    }
    let asked = conversation.output.as_deref().filter(|_| conversation.origin != NAME);
    let may_have_halves = ["\\ud", "\\uD"].iter().any(|escape| conversation.source.contains(escape));
    let last = conversation.messages.last().filter(|last| matches!(last.role, Role::User));
    for (index, message) in conversation.messages.iter().enumerate() {
        let asked = asked.filter(|_| index + 1 == conversation.messages.len() && last.is_some());
        let start = writing.out.len();
        write_message(&Placed { message, index, ids: &ids, links: &links, asked }, writing)?;
        if message.origin != NAME && may_have_halves {
            replace_surrogates(message, start, writing);
        }
    }
    // Of an answer that is there already, nothing is asked any more.
    if let Some(asked) = asked.filter(|_| last.is_none()) {
        writing.report.add(&loss::OUTPUT_REQUEST, asked.at, || "no question is there to ask it with".to_owned());
    }
    if !is_bare {
        writing.out.close(b']');
    }
    Ok(())
}

/// Pairing calls and results costs time, and files of this format say it all themselves.
fn needs_links(conversation: &Conversation<'_>) -> bool {
    conversation.messages.iter().any(|message| {
        message.parts.iter().any(|part| match part {
            Part::Call(call) => call.id.is_none(),
            Part::Result(result) => message.origin != NAME && (result.call_id.is_none() || result.name.is_none()),
            Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => false,
        })
    })
}

/// True if the message stays one message.
fn is_one(message: &Message<'_>) -> bool {
    let results = message.parts.iter().filter(|part| matches!(part, Part::Result(_))).count();
    let has_words = message.parts.iter().any(|part| says_words(part, message));
    let has_calls = message.parts.iter().any(|part| matches!(part, Part::Call(_)));
    if matches!(message.role, Role::Tool) { results == 1 } else { !(has_words && has_calls) }
}

/// True for what stands in `content`.
pub(super) fn is_words(part: &Part<'_>) -> bool {
    matches!(part, Part::Text(_) | Part::Refusal(_) | Part::Media(_))
}

/// The same, but for an empty text of another format: beside calls it would be an empty message.
pub(super) fn says_words(part: &Part<'_>, message: &Message<'_>) -> bool {
    let is_empty = matches!(part, Part::Text(it) if it.text.is_empty() && it.cache.is_none() && message.origin != NAME);
    is_words(part) && !is_empty
}

fn write_message(placed: &Placed<'_, '_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let message = placed.message;
    match &message.role {
        Role::System => write_plain(placed, "system", writing),
        Role::Developer => {
            writing.report.add(&loss::ROLE, message.at, || "the role developer becomes system".to_owned());
            write_plain(placed, "system", writing)
        }
        Role::User => write_plain(placed, "user", writing),
        Role::Assistant => write_assistant(placed, writing),
        Role::Tool => {
            drop_empty(message, writing.report);
            write_results(placed, writing);
            Ok(())
        }
        Role::Other(role) => {
            let text = format!("patterpunk has no role `{}`", role.show());
            Err(Refused::new(&loss::CANNOT_HOLD, message.at, text))
        }
    }
}

/// Starts a message. `piece` counts the messages that one message of the source became.
pub(super) fn open_message(placed: &Placed<'_, '_>, kind: &str, piece: usize, writing: &mut Writing<'_>) {
    let message = placed.message;
    writing.out.open(b'{');
    writing.out.key("type").string(kind);
    match &message.details().id {
        Some(id) if piece == 0 => writing.out.key("id").text(id),
        // Not a string: it comes back with the other fields.
        None if piece == 0 && is_kept(&message.extras, "id") => {}
        Some(_) | None => {
            let id = placed.ids.message(placed.index, piece);
            writing.report.add(&loss::MADE_MESSAGE_ID, message.at, || format!("the message id `{id}` is made up"));
            writing.out.key("id").string(&id);
        }
    }
}

/// System and user messages.
fn write_plain(placed: &Placed<'_, '_>, kind: &str, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let message = placed.message;
    for part in &message.parts {
        if let Part::Reasoning(it) = part {
            writing.report.add(&loss::REASONING, it.at, || format!("reasoning in a {kind} message is dropped"));
        }
    }
    open_message(placed, kind, 0, writing);
    write_content(message, writing)?;
    drop_finish(message, kind, writing);
    if kind == "user" {
        if is_kept(&message.extras, "allow_tool_calls") {
            write_kept(&message.extras, "allow_tool_calls", writing);
        } else {
            writing.out.key("allow_tool_calls").bool(true);
        }
        write_output(message.details().output.as_ref().or(placed.asked), writing);
    } else {
        drop_output(message, kind, writing);
    }
    let placed: &[&str] = if kind == "user" { &["allow_tool_calls"] } else { &[] };
    write_outer(&message.extras, placed, writing);
    writing.out.close(b'}');
    Ok(())
}

pub(super) fn write_output(output: Option<&OutputRequest<'_>>, writing: &mut Writing<'_>) {
    let Some(output) = output else { return };
    writing.out.key("structured_output").open(b'{');
    if let Some(schema) = &output.schema {
        writing.out.key("schema").raw(schema);
    }
    if let Some(class) = &output.class {
        writing.out.key("class_ref").text(class);
    }
    if let Some(name) = &output.name {
        writing
            .report
            .add(&loss::EXTRA_FIELD, output.at, || format!("the name `{}` of a schema is dropped", name.show()));
    }
    write_extras(&output.extras, NAME, writing);
    writing.out.close(b'}');
}

/// Only answers have a finish reason.
pub(super) fn drop_finish(message: &Message<'_>, kind: &str, writing: &mut Writing<'_>) {
    if let Some(finish) = &message.details().finish {
        let reason = &finish.reason;
        writing.report.add(&loss::FINISH_REASON, finish.at, || {
            format!("the finish reason `{}` of a message of type `{kind}` is dropped", reason.show())
        });
    }
}

/// Only questions and answers have a request for structured output.
pub(super) fn drop_output(message: &Message<'_>, kind: &str, writing: &mut Writing<'_>) {
    if let Some(output) = &message.details().output {
        writing.report.add(&loss::OUTPUT_REQUEST, output.at, || {
            format!("the structured-output request of a message of type `{kind}` is dropped")
        });
    }
}
