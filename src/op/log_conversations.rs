//! The conversations of an event log with several threads.

use super::reader::Reader;
use super::records::RecordPiece;
use super::select_branch::{ChosenBranch, active, selected};
use crate::format::listing::LogPart;
use crate::model::Conversation;
use crate::report::Report;

/// Each conversation of a record: those of a log with several, or else the conversation with all its branches.
pub(super) fn each_conversation(conversation: &Conversation<'_>, each: &mut dyn FnMut(&Conversation<'_>)) {
    let active = active(&conversation.branches);
    if active.len() < 2 {
        return each(conversation);
    }
    for index in &active {
        let chosen = ChosenBranch { index: *index, written: &active, is_effective: false };
        each(&selected(conversation, chosen, &mut Report::keeping(0)));
    }
}

/// The logs of a log with several conversations; empty for any other record.
pub(super) fn log_parts(reader: &mut Reader, piece: &RecordPiece<'_>) -> Vec<LogPart> {
    let mut parts = Vec::new();
    let Ok((format, conversation, text)) = reader.read(piece, &mut Report::keeping(0)) else { return parts };
    let active = active(&conversation.branches);
    let log = format.shape.listing.and_then(|listing| listing.log.as_ref());
    if let (Some(log), Some(root), 2..) = (log, reader.tape.root(text), active.len()) {
        (log.parts)(root, &active, &mut |part| parts.push(part));
    }
    parts
}
