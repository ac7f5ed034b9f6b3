//! The list or pile, and what stands around the content of each message.

use super::flow::{close_flow, open_flow};
use super::image::is_uuid;
use super::keep::find_outer;
use super::kind::Kind;
use super::message::is_role;
use super::pile::write_envelope;
use super::plan::{Piece, Plan, words_kind};
use super::write_content::{report_media, write_content};
use super::{CLASS, NAME};
use crate::format::shared;
use crate::format::{Container, Mode, Writing};
use crate::json::{Text, quoted};
use crate::model::{Conversation, Details, Extra, Message, Part, Role, Slot};
use crate::report::{Refused, loss};

/// A message on its way out, and what is known around it.
#[derive(Clone, Copy)]
pub(super) struct Placed<'c, 'm> {
    pub(super) message: &'c Message<'m>,
    /// Its place in the conversation.
    pub(super) index: usize,
    pub(super) piece: &'c Piece<'c>,
    /// It was read from this format, and this is what it was.
    pub(super) is_own: bool,
    /// The form that is asked for.
    pub(super) mode: Option<Mode>,
    pub(super) plan: &'c Plan<'c>,
}

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let plan = Plan::of(conversation, writing)?;
    let is_kept = writing.options.container == Container::Kept && conversation.origin == NAME;
    let is_flow = is_kept && conversation.shape == "flow";
    let is_pile = is_flow || (is_kept && conversation.shape == "pile");
    // In a pile for a database only the pile itself has another form.
    let outer_mode = writing.options.mode;
    let mode = if is_pile { outer_mode.map(|_| Mode::Json) } else { outer_mode };
    let is_one = matches!(plan.pieces.as_slice(), [pieces] if pieces.len() == 1);
    let is_bare = is_kept && conversation.shape == "message" && is_one;
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
    for ((message, index), pieces) in conversation.messages.iter().zip(0..).zip(&plan.pieces) {
        report_message(message, pieces, writing)?;
        for (piece, count) in pieces.iter().zip(0..) {
            let is_own = count == 0 && message.origin == NAME;
            write_message(&Placed { message, index, piece, is_own, mode, plan: &plan }, writing)?;
        }
    }
    if !is_bare {
        writing.out.close(b']');
    }
    if is_flow {
        close_flow(conversation, &plan, outer_mode, writing);
    }
    if is_pile {
        writing.out.close(b'}');
    }
    Ok(())
}

/// What is true of the whole message, however many it becomes.
fn report_message(message: &Message<'_>, pieces: &[Piece<'_>], writing: &mut Writing<'_>) -> Result<(), Refused> {
    let report = &mut *writing.report;
    // How results are grouped says nothing.
    if pieces.iter().any(|piece| piece.kind != Kind::Response) && pieces.len() > 1 {
        report.add(&loss::SPLIT, message.at, || format!("one message becomes {}", pieces.len()));
    }
    let details = message.details();
    let first = pieces.first();
    if let Some(id) = &details.id
        && !first.and_then(|first| first.id.as_ref()).is_some_and(|own| id.is(own))
    {
        report.add(&loss::MESSAGE_ID, message.at, || format!("the message id `{}` is dropped", id.show()));
    }
    for made in pieces.iter().filter(|piece| piece.is_made).filter_map(|piece| piece.id.as_ref()) {
        report.add(&loss::MADE_MESSAGE_ID, message.at, || format!("the message id `{made}` is made up"));
    }
    match &message.role {
        Role::Developer => {
            report.add(&loss::ROLE, message.at, || "the role developer becomes system".to_owned());
        }
        Role::Tool if pieces.iter().any(|piece| piece.kind == Kind::Instruction) => {
            report.add(&loss::ROLE, message.at, || "words of a tool become words of the user".to_owned());
        }
        Role::System | Role::User | Role::Assistant | Role::Tool | Role::Other(_) => {}
    }
    if let Some(time) = details.time.as_ref().filter(|time| message.origin != NAME && !is_time(time)) {
        report.add(&loss::TIME, message.at, || format!("lionpride does not read the time `{}`", time.show()));
    }
    let parties = first.map_or((None, None), |first| parties(first.kind, details));
    for (name, what) in [(&details.name, "name"), (&details.sender, "sender"), (&details.recipient, "recipient")] {
        let is_held = |held: Option<&Text<'_>>| held.is_some_and(|held| name.as_ref().is_some_and(|it| it.same(held)));
        if let Some(name) = name
            && !is_held(parties.0)
            && !is_held(parties.1)
        {
            report.add(&loss::NAME, message.at, || format!("the {what} `{}` is dropped", name.show()));
        }
    }
    if words_kind(message)? != Kind::Instruction {
        for part in &message.parts {
            if let Part::Media(media) = part {
                report_media(media, "only instructions have images", writing)?;
            }
        }
    }
    Ok(())
}

fn is_time(time: &Text<'_>) -> bool {
    shared::time::parse(&time.decode()).is_some()
}

/// Sender and recipient, where a message says them.
fn parties<'d>(kind: Kind, details: &'d Details<'d>) -> (Option<&'d Text<'d>>, Option<&'d Text<'d>>) {
    // A name that is the word of a role would be taken for the role.
    let name = details.name.as_ref().filter(|name| !is_role(name) && !name.is_empty());
    let sender = details.sender.as_ref().or(name);
    // Tools send under their own name.
    (if kind == Kind::Response { details.sender.as_ref() } else { sender }, details.recipient.as_ref())
}

fn write_message(placed: &Placed<'_, '_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let Placed { message, piece, is_own, .. } = *placed;
    let details = message.details();
    // Of an own message only what stood there is written again.
    let kept = |key: &str| find_outer(&message.extras, key).filter(|_| is_own);
    writing.out.open(b'{');
    match (&piece.id, kept("id")) {
        (Some(id), _) => {
            let own = details.id.as_ref().filter(|own| own.is(id));
            match own {
                Some(own) => writing.out.key("id").text(own),
                None => writing.out.key("id").string(id),
            }
        }
        (None, Some(odd)) => writing.extra(odd),
        (None, None) => {}
    }
    // Without a time the library takes the present one; no other time would be true.
    match (kept("created_at"), &details.time) {
        (Some(number), _) => writing.extra(number),
        (None, Some(time)) if is_own || is_time(time) => writing.out.key("created_at").text(time),
        _ => {}
    }
    let metadata = match placed.mode {
        None => kept("metadata"),
        Some(_) => kept("metadata").or_else(|| kept("node_metadata")),
    };
    if placed.mode != Some(Mode::Db) {
        write_metadata(placed, "metadata", metadata, writing);
    }
    writing.out.key("content");
    write_content(placed, writing)?;
    match kept("embedding") {
        Some(embedding) => writing.extra(embedding),
        None if !is_own => writing.out.key("embedding").null(),
        None => {}
    }
    let (sender, recipient) = parties(piece.kind, details);
    for (key, name) in [("sender", sender), ("recipient", recipient)] {
        match (name, kept(key)) {
            (Some(name), _) => writing.out.key(key).text(name),
            (None, Some(own)) => writing.extra(own),
            (None, None) if !is_own => write_party(placed, key, writing),
            (None, None) => {}
        }
    }
    if is_own {
        let known = ["id", "created_at", "metadata", "embedding", "sender", "recipient"];
        let is_known = |key: &Text<'_>| known.iter().any(|known| key.is(known));
        for extra in message.extras.in_slot(NAME, Slot::Here).filter(|extra| !is_known(&extra.key)) {
            if !(placed.mode.is_some() && extra.key.is("node_metadata")) {
                writing.extra(extra);
            }
        }
    }
    if placed.mode == Some(Mode::Db) {
        write_metadata(placed, "node_metadata", metadata, writing);
    }
    writing.out.close(b'}');
    Ok(())
}

/// What an own message had; else the class, and the id that a call had before.
fn write_metadata(placed: &Placed<'_, '_>, key: &str, own: Option<&Extra<'_>>, writing: &mut Writing<'_>) {
    if placed.is_own {
        if let Some(own) = own {
            writing.out.key(key).raw(&own.value);
            writing.place(own);
        }
        return;
    }
    let part = placed.piece.places.first().and_then(|place| placed.message.parts.get(*place));
    let id = match part {
        Some(Part::Call(call)) => call.id.as_ref(),
        Some(Part::Result(result)) => {
            let place = placed.piece.places.first().copied().unwrap_or_default();
            result.call_id.as_ref().filter(|_| placed.plan.request(placed.index, place).is_some())
        }
        _ => None,
    };
    writing.out.key(key).open(b'{');
    if let Some(id) = id.filter(|id| !is_uuid(&id.decode())) {
        writing.out.key("call_id").text(id);
    }
    writing.out.key("lion_class").verbatim(&quoted(CLASS));
    writing.out.close(b'}');
}

/// Tools send and receive under their names; the others have the word of their role.
fn write_party(placed: &Placed<'_, '_>, key: &str, writing: &mut Writing<'_>) {
    let kind = placed.piece.kind;
    let place = placed.piece.places.first().copied().unwrap_or_default();
    let tool = match placed.message.parts.get(place) {
        Some(Part::Call(call)) if key == "recipient" => Some(&call.name),
        Some(Part::Result(result)) if key == "sender" => {
            result.name.as_ref().or_else(|| placed.plan.call_name(placed.index, place))
        }
        _ => None,
    };
    match tool.filter(|tool| !tool.is_empty()) {
        Some(tool) => writing.out.key(key).text(tool),
        None => writing.out.key(key).string(if key == "sender" { kind.sender() } else { kind.recipient() }),
    }
}
