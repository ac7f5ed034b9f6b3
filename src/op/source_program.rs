//! The messages that the program of the source would send: they are rendered before the writer of another format
//! processes them.

use super::select_branch::{ChosenBranch, leave_sidechains, select};
use crate::format::{Format, Speaking};
use crate::json::Tape;
use crate::model::{Conversation, Message, ProgramMessage};
use crate::report::{Report, loss};

fn is_of_program(message: &Message<'_>) -> bool {
    message.details.as_ref().is_some_and(|it| it.by_program.is_some())
}

/// Drops messages that the source's program generated: they are neither from a person nor from the model.
fn leave_program_messages(conversation: &mut Conversation<'_>, report: &mut Report) {
    if !conversation.messages.iter().any(is_of_program) {
        return;
    }
    conversation.messages.retain(|message| {
        if let Some(kind) = message.details().by_program {
            report.add(&loss::PROGRAM_MESSAGE, message.at, || match kind {
                ProgramMessage::Notice => "a message of the program is dropped".to_owned(),
                ProgramMessage::Summary => {
                    "a summary by the program is dropped; the messages it replaced are written".to_owned()
                }
            });
        }
        message.details().by_program.is_none()
    });
}

/// Renders the messages as the program of the source sends them, if the target is another format. `tape` contains the
/// record.
pub(super) fn speak(
    conversation: &mut Conversation<'_>,
    from: &Format,
    to: &Format,
    tape: &Tape,
    speaking: Speaking,
    report: &mut Report,
) {
    if from.name == to.name {
        return;
    }
    leave_sidechains(conversation, report);
    leave_program_messages(conversation, report);
    if let Some(program) = from.program
        && let Some(root) = tape.root(conversation.source.text)
    {
        (program.speak)(
            conversation,
            root,
            &Speaking { is_service: to.is_service(), has_mixed: to.policy.has_mixed_answers(), ..speaking },
            report,
        );
    }
}

/// False if [`speak_for`] leaves the conversation as it is.
pub(super) fn speaks(conversation: &Conversation<'_>, from: &Format) -> bool {
    let is_reduced = !conversation.branches.is_empty() || conversation.sidechains.is_some();
    is_reduced || from.program.is_some() || conversation.messages.iter().any(is_of_program)
}

/// Reads for another format as `convert` does: the first branch, as its program would send it.
pub fn speak_for(conversation: &mut Conversation<'_>, from: &Format, to: &Format, tape: &Tape, report: &mut Report) {
    if !speaks(conversation, from) {
        return;
    }
    if from.name != to.name && !conversation.branches.is_empty() {
        select(conversation, ChosenBranch::FIRST, report);
    }
    let speaking = Speaking {
        is_service: to.is_service(),
        has_mixed: to.policy.has_mixed_answers(),
        words: crate::format::ChatText::Rendered,
        now: None,
    };
    speak(conversation, from, to, tape, speaking, report);
}
