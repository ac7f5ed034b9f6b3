//! Files of sub-agents next to the file of their session.

use super::input::Input;
use super::outcome::{Outcome, count_format};
use super::read::{RawRecords, Unreadable};
use crate::format::AgentSession;
use crate::json::Tape;
use crate::report::{Diagnostic, Report, loss};

/// The information in the first lines of a file about the session that it belongs to.
#[must_use]
pub fn session_file(input: &Input) -> Option<AgentSession> {
    if !input.framing.is_pieces() {
        return None;
    }
    let mut file: Option<AgentSession> = None;
    let mut tape = Tape::with_max_depth(input.limits.depth);
    for line in input.source.head().split('\n').filter(|line| !line.trim().is_empty()) {
        let found = tape.parse_prefix(line).0.and_then(|line| AgentSession::of(&mut std::iter::once(line)));
        let Some(found) = found else { continue };
        let is_agent = found.is_agent;
        let file = file.get_or_insert(found);
        file.is_agent &= is_agent;
        if !is_agent {
            break;
        }
    }
    file
}

/// Skips the file of a sub-agent: reads it, and reports its number of messages. `None`: it is not the file of a
/// sub-agent, or it cannot be read, which its conversion reports.
#[must_use]
pub fn leave_out(input: Input) -> Option<(Outcome, Diagnostic)> {
    let mut records = RawRecords::new(input);
    let record = records.next_record()?.ok()?;
    let (format, conversation, root) = records.read_whole(&record, &mut Report::keeping(0)).ok()?;
    let file = AgentSession::of(&mut root?.items()).filter(|file| file.is_agent)?;
    let named = |what: &str, id: Option<&String>| id.map(|id| format!(" {what}`{id}`")).unwrap_or_default();
    let count = conversation.messages.len();
    let message = format!(
        "the conversation of the sub-agent{}{} is not written: {count} {}; --sidechains writes it",
        named("", file.agent.as_ref()),
        named("of session ", file.session.as_ref()),
        if count == 1 { "message" } else { "messages" }
    );
    let diagnostic = Diagnostic::of_file(&loss::SIDECHAIN, message);
    let mut outcome = Outcome { report: Report::keeping(0), records_in: 1, ..Outcome::default() };
    count_format(&mut outcome.formats, format.name, 1);
    outcome.report.keep(diagnostic.clone());
    match records.next_record() {
        None => Some((outcome, diagnostic)),
        Some(Ok(_) | Err(Unreadable::Source(_) | Unreadable::Record(_))) => None,
    }
}
