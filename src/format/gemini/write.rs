//! The body, the list or the response, and the contents in it.

use super::NAME;
use super::made_ids::without_made_ids;
use super::message::ROLE;
use super::plan::{Block, Plan, Speaker, Turn};
use super::turns::{Answers, arrange};
use super::write_part::{write_block, write_parts};
use super::write_settings::{drop_around, write_body};
use crate::format::Writing;
use crate::format::shared::{Shape, write_extras, write_slot};
use crate::model::{Conversation, Extras, Form, Message, Slot};
use crate::report::{Refused, loss};

pub(super) fn write(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if let Some(bare) = without_made_ids(conversation, writing) {
        return write(&bare, writing);
    }
    let shape = Shape::of(conversation, NAME, writing);
    if shape == Shape::Response {
        return write_response(conversation, writing);
    }
    let mut plan = Plan::of(conversation, writing)?;
    for message in &conversation.messages {
        drop_finish(message, writing);
    }
    arrange(&mut plan.turns, conversation.origin == NAME, writing)?;
    if shape == Shape::List {
        if let Some(block) = plan.system.first() {
            let why = "a list of gemini contents has no place for a system instruction; write the body instead";
            return Err(Refused::new(&loss::CANNOT_HOLD, block.at(), why));
        }
        drop_around(conversation, writing);
        write_contents(&plan.turns, writing);
        return Ok(());
    }
    write_body(conversation, &plan, writing)
}

/// Only a response says why the model stopped.
fn drop_finish(message: &Message<'_>, writing: &mut Writing<'_>) {
    if let Some(finish) = &message.details().finish {
        let reason = &finish.reason;
        writing
            .report
            .add(&loss::FINISH_REASON, finish.at, || format!("the finish reason `{}` is dropped", reason.show()));
    }
}

pub(super) fn write_contents(turns: &[Turn<'_>], writing: &mut Writing<'_>) {
    writing.out.open(b'[');
    for turn in turns {
        writing.out.open(b'{');
        let usual = match turn.speaker {
            Speaker::User => "user",
            Speaker::Model => "model",
        };
        write_role(turn.extras, usual, turns.len() == 1, writing);
        writing.out.key("parts");
        write_parts(&turn.blocks, writing);
        if let Some(extras) = turn.extras {
            write_extras(extras, NAME, writing);
        }
        writing.out.close(b'}');
    }
    writing.out.close(b']');
}

/// The role as it was written. Only a content that stands alone may have none.
fn write_role(extras: Option<&Extras<'_>>, usual: &'static str, may_be_absent: bool, writing: &mut Writing<'_>) {
    match extras.and_then(|extras| extras.find_mark(NAME, ROLE)) {
        Some(note) if note.value.as_str() == "false" && may_be_absent => {}
        Some(note) if note.value.is_null() && may_be_absent => writing.out.key("role").null(),
        Some(note) if note.value.as_str().starts_with('"') => writing.out.key("role").raw(&note.value),
        _ => writing.out.key("role").word(usual),
    }
}

/// The system instruction: a string if it was one, else a content.
pub(super) fn write_system(plan: &Plan<'_>, writing: &mut Writing<'_>) {
    let message = plan.system_message;
    if let ([Block::Text { text, .. }], Some(Form::Text)) = (plan.system.as_slice(), message.map(|it| it.form)) {
        writing.out.text(text);
        return;
    }
    let extras = message.map(|message| &message.extras);
    writing.out.open(b'{');
    if let Some(role) = extras.and_then(|extras| extras.find_mark(NAME, ROLE)) {
        writing.out.key("role").raw(&role.value);
    }
    writing.out.key("parts").open(b'[');
    for block in &plan.system {
        write_block(block, writing);
    }
    writing.out.close(b']');
    if let Some(extras) = extras {
        write_extras(extras, NAME, writing);
    }
    writing.out.close(b'}');
}

fn write_response(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let answers = Answers::default();
    let mut plan = Plan::default();
    writing.out.open(b'{');
    writing.out.key("candidates").open(b'[');
    for message in &conversation.messages {
        let blocks = plan.message(message, 0, &answers, &mut Vec::new(), writing)?;
        writing.out.open(b'{');
        if message.form != Form::Unknown || !message.parts.is_empty() {
            writing.out.key("content").open(b'{');
            write_role(Some(&message.extras), "model", true, writing);
            match message.form {
                Form::Absent => {}
                Form::Null => writing.out.key("parts").null(),
                Form::Unknown | Form::Text | Form::Parts => {
                    writing.out.key("parts");
                    write_parts(&blocks, writing);
                }
            }
            write_extras(&message.extras, NAME, writing);
            writing.out.close(b'}');
        }
        if let Some(finish) = &message.details().finish {
            writing.out.key("finishReason").text(&finish.reason);
        }
        write_slot(&message.extras, Slot::Choice, NAME, writing);
        writing.out.close(b'}');
    }
    for other in conversation.extras.in_slot(NAME, Slot::Choices) {
        writing.out.raw(&other.value);
        writing.place(other);
    }
    writing.out.close(b']');
    write_slot(&conversation.extras, Slot::Answer, NAME, writing);
    writing.out.close(b'}');
    Ok(())
}
