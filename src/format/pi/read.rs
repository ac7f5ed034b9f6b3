//! Reads the lines of a session.

use std::borrow::Cow;

use super::NAME;
use super::entry::read_entry;
use super::kind::PiLine;
use super::write::NO_TIME;
use crate::format::Reading;
use crate::format::sessions::{
    KeptLines, ParentLink, SessionTree, TreeEntry, report_damaged_lines, report_odd_line, report_repeated_line,
    report_tree_problem, report_unread,
};
use crate::format::shared::keep_member;
use crate::json::{Node, Text};
use crate::model::{Conversation, RecordSource, Slot};
use crate::report::{Refused, Report, shape};

/// Fields that most lines repeat.
const REPEATED: &[&str] = &["api", "provider", "model"];

/// An entry of the tree.
#[derive(Debug)]
pub(super) struct PiEntry<'t, 'a> {
    pub(super) line: Node<'t, 'a>,
    /// The number of its line.
    pub(super) number: usize,
    pub(super) id: Option<Text<'a>>,
    /// The index of its message.
    pub(super) message: Option<usize>,
    pub(super) is_compaction: bool,
}

/// The entries of a session.
#[derive(Debug, Default)]
pub(super) struct PiEntries<'t, 'a> {
    pub(super) entries: Vec<PiEntry<'t, 'a>>,
    pub(super) tree: SessionTree<'a>,
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let items: Vec<_> = if root.is_array() { root.items().collect() } else { vec![root] };
    let is_session = |line: &Node<'_, '_>| !matches!(PiLine::of(*line), PiLine::Odd | PiLine::Unknown);
    if !items.is_empty() && !items.iter().any(is_session) {
        let why = format!("a session is a header and a line for each entry; found {}", root.kind().name());
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    }
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("session"), ..Conversation::default() };
    let mut lines = KeptLines::new(NAME, REPEATED);
    let mut found = PiEntries::default();
    for (number, line) in items.iter().enumerate() {
        found.line(*line, number, &mut lines, &mut conversation, reading.report);
    }
    found.resolve(&mut conversation, reading.report);
    found.build(&mut conversation);
    report_damaged_lines(root, reading.report);
    Ok(conversation)
}

/// The header: the id of the session, and facts about it.
fn read_header<'a>(line: Node<'_, 'a>, conversation: &mut Conversation<'a>) {
    for (key, value) in line.members() {
        let Some(key) = key.text() else { continue };
        let is_version = key.is("version") && matches!(value.raw(), "1" | "2" | "3");
        let is_note = key.is("type") || is_version || (key.is("timestamp") && value.is(NO_TIME));
        if key.is("id") && value.is_string() {
            (conversation.id, conversation.id_at) = (value.text(), value.at());
        } else if is_note || (key.is("cwd") && value.is("/")) {
            conversation.extras.note(NAME, key, value.to_raw(), value.at());
        } else {
            keep_member(Slot::Here, NAME, key, value, &mut conversation.extras);
        }
    }
}

impl<'t, 'a> PiEntries<'t, 'a> {
    fn line(
        &mut self,
        line: Node<'t, 'a>,
        number: usize,
        lines: &mut KeptLines<'a>,
        conversation: &mut Conversation<'a>,
        report: &mut Report,
    ) {
        let kind = PiLine::of(line);
        let mut message = None;
        match kind {
            PiLine::Header if conversation.id.is_none() && self.entries.is_empty() => {
                return read_header(line, conversation);
            }
            PiLine::Odd => {
                report_odd_line(line, report);
                return lines.keep_line(line, conversation);
            }
            PiLine::Header => return lines.keep_line(line, conversation),
            PiLine::Unknown => {
                let kind = line.get("type");
                let word = kind.and_then(|kind| kind.text()).unwrap_or_default();
                let at = kind.map_or(line.at(), |kind| kind.at());
                lines.name_unknown(&word, at, &PiLine::words(), report);
            }
            PiLine::Entry => {}
            PiLine::Message | PiLine::Custom | PiLine::BranchSummary | PiLine::Compaction => {
                match read_entry(line, kind, lines) {
                    Ok(read) => message = Some(read),
                    Err(refused) => report_unread(&refused, "the line has no message", report),
                }
            }
        }
        let [id, parent] = line.pick(&["id", "parentId"]).map(|field| field.and_then(|field| field.text()));
        let has_place = id.is_some() || line.get("parentId").is_some();
        if message.is_none() {
            lines.keep_line(line, conversation);
            if kind == PiLine::Unknown && !has_place {
                return;
            }
        }
        let is_root = line.get("parentId").is_some_and(|parent| parent.is_null());
        let parent = match parent {
            Some(parent) => ParentLink::Named(Cow::Owned(parent.decode().into_owned())),
            None if is_root => ParentLink::Root,
            None => ParentLink::Before,
        };
        let own = id.as_ref().map(|id| Cow::Owned(id.decode().into_owned()));
        if self.tree.add(own, TreeEntry { parent, lane: 0 }).is_none() {
            report_repeated_line(line, id.as_ref(), report);
            if message.is_some() {
                lines.keep_line(line, conversation);
            }
            return;
        }
        let place = message.map(|message| {
            conversation.messages.push(message);
            conversation.messages.len() - 1
        });
        let is_compaction = kind == PiLine::Compaction && place.is_some();
        self.entries.push(PiEntry { line, number, id, message: place, is_compaction });
    }

    /// Finds the parents. One that cannot be followed stays a field of its message.
    fn resolve(&mut self, conversation: &mut Conversation<'a>, report: &mut Report) {
        let entries = &self.entries;
        self.tree.resolve(&mut |index, problem| {
            let Some(entry) = entries.get(index) else { return };
            let parent = entry.line.get("parentId");
            let message = entry.message.and_then(|place| conversation.messages.get_mut(place));
            if let (Some(message), Some(parent)) = (message, parent.filter(Node::is_string)) {
                let extras = &mut message.extras;
                extras.push_in(Slot::Odd, NAME, Text::Token("parentId"), parent.to_raw(), parent.at());
            }
            report_tree_problem(problem, entry.line, parent, report);
        });
    }
}
