//! Records of this format that are written again: piles, flows, copies of messages, and the forms for databases. What is
//! around the content of each message is here.

use super::NAME;
use super::flow::{close_flow, open_flow};
use super::image::is_uuid;
use super::keep::find_outer;
use super::own_content::write_content;
use super::pile::write_envelope;
use super::policy::LIONPRIDE;
use super::write::write_turn;
use crate::format::{Container, Mode, Writing};
use crate::json::Text;
use crate::lower::{self, Outline};
use crate::model::{Conversation, Extra, Message, Part, Slot};
use crate::report::{Refused, loss};

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let is_kept = writing.options.container == Container::Kept;
    let is_flow = is_kept && conversation.shape == "flow";
    let is_pile = is_flow || (is_kept && conversation.shape == "pile");
    // In a pile for a database only the pile itself has another form.
    let outer_mode = writing.options.mode;
    let mode = if is_pile { outer_mode.map(|_| Mode::Json) } else { outer_mode };
    let is_bare = is_kept && conversation.shape == "message" && conversation.messages.len() == 1;
    if is_pile {
        writing.out.open(b'{');
        if let Some(id) = &conversation.id {
            writing.out.key("id").text(id);
        }
        if is_flow {
            open_flow(conversation, outer_mode, writing);
        } else {
            write_envelope(&conversation.extras, Slot::Here, outer_mode, writing);
            writing.out.key("items");
        }
    } else if let Some(id) = &conversation.id {
        let at = conversation.id_at;
        writing.report.add(&loss::CONVERSATION_ID, at, || {
            format!("the conversation id `{}` is dropped: a list has none", id.show())
        });
    }
    if !is_bare {
        writing.out.open(b'[');
    }
    let fresh = made(conversation, writing)?;
    for (message, index) in conversation.messages.iter().zip(0..) {
        let turns = fresh.iter().flat_map(|fresh| &fresh.turns).filter(|turn| turn.index == index);
        if message.origin == NAME {
            write_message(message, mode, writing)?;
        } else {
            turns.for_each(|turn| writing.out.object(|out| write_turn(turn, mode == Some(Mode::Db), out)));
        }
    }
    if !is_bare {
        writing.out.close(b']');
    }
    if is_flow {
        close_flow(conversation, outer_mode, writing);
    }
    if is_pile {
        writing.out.close(b'}');
    }
    Ok(())
}

/// The messages as they are written for other formats, if some were made since the record was read.
fn made<'c>(conversation: &'c Conversation<'c>, writing: &mut Writing<'_>) -> Result<Option<Outline<'c>>, Refused> {
    if conversation.messages.iter().all(|message| message.origin == NAME) {
        return Ok(None);
    }
    let options = lower::Options { is_list: true, ..lower::Options::default() };
    let mut report = writing.report.alike();
    let outline = lower::lower(conversation, &LIONPRIDE, &options, writing.scratch, &mut report)?;
    report.retain(|code| code == &loss::MADE_MESSAGE_ID);
    writing.report.append(&mut report);
    Ok(Some(outline))
}

fn write_message(message: &Message<'_>, mode: Option<Mode>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let details = message.details();
    let kept = |key: &str| find_outer(&message.extras, key);
    writing.out.open(b'{');
    write_text("id", id_of(message), kept("id"), writing);
    match kept("created_at") {
        Some(number) => {
            writing.out.key("created_at").raw(&number.value);
            writing.place(number);
        }
        None => write_text("created_at", details.time.as_ref(), None, writing),
    }
    let metadata = match mode {
        None => kept("metadata"),
        Some(_) => kept("metadata").or_else(|| kept("node_metadata")),
    };
    if mode != Some(Mode::Db) {
        write_metadata("metadata", metadata, writing);
    }
    writing.out.key("content");
    write_content(message, writing)?;
    write_text("embedding", None, kept("embedding"), writing);
    write_text("sender", details.sender.as_ref(), kept("sender"), writing);
    write_text("recipient", details.recipient.as_ref(), kept("recipient"), writing);
    let known = ["id", "created_at", "metadata", "embedding", "sender", "recipient"];
    let is_known = |key: &Text<'_>| known.iter().any(|known| key.is(known));
    for extra in message.extras.in_slot(NAME, Slot::Here).filter(|extra| !is_known(&extra.key)) {
        if !(mode.is_some() && extra.key.is("node_metadata")) {
            writing.extra(extra);
        }
    }
    if mode == Some(Mode::Db) {
        write_metadata("node_metadata", metadata, writing);
    }
    writing.out.close(b'}');
    Ok(())
}

/// The id of a message; that of a call is the one that may have been renewed.
pub(super) fn id_of<'m>(message: &'m Message<'_>) -> Option<&'m Text<'m>> {
    match message.parts.first() {
        Some(Part::Call(call)) if call.id.as_ref().is_some_and(|id| is_uuid(&id.decode())) => call.id.as_ref(),
        _ => message.details().id.as_ref(),
    }
}

/// A text, or what was kept in its place.
fn write_text(key: &str, text: Option<&Text<'_>>, kept: Option<&Extra<'_>>, writing: &mut Writing<'_>) {
    match (text, kept) {
        (Some(text), _) => writing.out.key(key).text(text),
        (None, Some(kept)) => writing.extra(kept),
        (None, None) => {}
    }
}

fn write_metadata(key: &str, metadata: Option<&Extra<'_>>, writing: &mut Writing<'_>) {
    if let Some(metadata) = metadata {
        writing.out.key(key).raw(&metadata.value);
        writing.place(metadata);
    }
}
