//! Reads the lines of a session.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::NAME;
use super::lines::{LineKind, is_line, web_lines};
use super::message::{LineMessages, Repeats, join, read_line, read_queued};
use crate::format::Reading;
use crate::format::sessions::{
    ParentLink, SessionTree, TreeEntry, UnknownTypes, keep_line, report_damaged_lines, report_odd_line,
    report_repeated_line, report_tree_problem, report_unread,
};
use crate::json::{Node, Text};
use crate::model::{Conversation, Message, RecordSource};
use crate::report::{Refused, session, shape};

/// A line that is an entry of the tree.
#[derive(Debug)]
pub(super) struct ClaudeEntry<'t, 'a> {
    pub(super) line: Node<'t, 'a>,
    /// Its messages, in [`ClaudeLines::messages`]. Further lines of an answer have none.
    pub(super) messages: Vec<usize>,
    pub(super) is_message: bool,
    pub(super) is_boundary: bool,
    /// The number of the answer that it is a line of.
    pub(super) group: Option<usize>,
    pub(super) calls: Vec<String>,
    pub(super) results: Vec<String>,
}

/// What a person typed while the model worked, in a line that does not say where it belongs.
#[derive(Debug)]
pub(super) struct QueuedMessage {
    /// Its messages.
    pub(super) messages: Vec<usize>,
    pub(super) lane: usize,
    /// The number of entries before it in the file.
    pub(super) before: usize,
}

/// The lines of a session.
#[derive(Debug, Default)]
pub(super) struct ClaudeLines<'t, 'a> {
    pub(super) entries: Vec<ClaudeEntry<'t, 'a>>,
    pub(super) tree: SessionTree<'a>,
    pub(super) messages: Vec<Option<Message<'a>>>,
    pub(super) queued: Vec<QueuedMessage>,
    /// The ids of sub-agents, by their lane.
    pub(super) agents: Vec<Option<Text<'a>>>,
    /// The number of answers.
    pub(super) groups: usize,
    answers: HashMap<(usize, String), (usize, usize)>,
    lanes: HashMap<Option<String>, usize>,
    /// Lanes in which a line names one that is in the file.
    linked: HashSet<usize>,
    unknown: UnknownTypes,
    repeats: Repeats<'a>,
}

pub(super) fn read<'a>(root: Node<'_, 'a>, reading: &mut Reading<'_>) -> Result<Conversation<'a>, Refused> {
    let mut conversation =
        Conversation { origin: NAME, source: RecordSource::shaped("session"), ..Conversation::default() };
    let mut list = Some(root).filter(Node::is_array);
    if let Some(lines) = web_lines(root) {
        conversation.source.shape = "loglines";
        for (key, value) in root.members().filter(|(key, _)| !key.is("loglines")) {
            if let Some(key) = key.text() {
                conversation.extras.push(NAME, key, value.to_raw(), value.at());
            }
        }
        list = Some(lines);
    }
    let items: Vec<_> = match list {
        Some(list) => list.items().collect(),
        None if is_line(root) => vec![root],
        None => {
            let found = root.kind().name();
            let message = format!("a session is a line a message, or an object with `loglines`; found {found}");
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
        }
    };
    let mut lines = ClaudeLines::default();
    lines.find_lanes(&items);
    for (number, line) in items.iter().enumerate() {
        lines.line(*line, number, &mut conversation, reading);
    }
    lines.resolve(reading);
    lines.build(&mut conversation);
    report_damaged_lines(root, reading.report);
    Ok(conversation)
}

impl<'t, 'a> ClaudeLines<'t, 'a> {
    /// Finds out which lines are those of sub-agents. Where all are, the file is the session of one.
    fn find_lanes(&mut self, items: &[Node<'t, 'a>]) {
        let is_main = |line: &Node<'_, '_>| LineKind::of(*line) == LineKind::Message && !is_sidechain(*line);
        let has_main = items.iter().any(is_main);
        self.agents.push(None);
        if !has_main {
            self.lanes.insert(None, 0);
        }
        let id_of = |line: &Node<'t, 'a>, key| line.get(key).filter(Node::is_string).map(|id| id.raw());
        let ids: HashSet<_> = items.iter().filter_map(|line| id_of(line, "uuid")).collect();
        for line in items.iter().filter(|line| line.is_object()) {
            let thread = if has_main { self.lane(*line) } else { 0 };
            if id_of(line, "parentUuid").is_some_and(|parent| ids.contains(parent)) {
                self.linked.insert(thread);
            }
        }
        if !has_main {
            self.lanes.clear();
        }
    }

    /// The lane of a line, which is new for the first line of a sub-agent.
    fn lane(&mut self, line: Node<'t, 'a>) -> usize {
        if !is_sidechain(line) {
            return 0;
        }
        let agent = line.get("agentId").or(line.get(PARENT_CALL)).and_then(|agent| agent.text());
        let next = self.agents.len();
        let thread = *self.lanes.entry(agent.as_ref().map(|agent| agent.decode().into_owned())).or_insert(next);
        if thread == next {
            self.agents.push(agent);
        }
        thread
    }

    /// Reads one line.
    fn line(
        &mut self,
        line: Node<'t, 'a>,
        number: usize,
        conversation: &mut Conversation<'a>,
        reading: &mut Reading<'_>,
    ) {
        self.session_id(line, conversation);
        if line.get("parentSessionId").or(line.get("forkSource")).is_some() {
            reading.report.add(&session::HISTORY_ELSEWHERE, line.at(), || {
                "the conversation began in another session, which is not in this file".to_owned()
            });
        }
        let kind = LineKind::of(line);
        let read = match kind {
            LineKind::Message => read_line(line, number, &mut self.repeats, reading),
            LineKind::Queued => read_queued(line, number, &mut self.repeats, reading),
            LineKind::Boundary | LineKind::Entry => Ok(LineMessages::default()),
            LineKind::Beside => return keep_line(line, NAME, conversation),
            LineKind::Unknown => {
                if let Some(kind) = line.get("type").and_then(|kind| kind.text()) {
                    self.unknown.name(&kind, "lines", line.at(), &[], reading.report);
                }
                // Other lines may name it as the one before them.
                if line.get("uuid").is_none_or(|uuid| !uuid.is_string()) {
                    return keep_line(line, NAME, conversation);
                }
                Ok(LineMessages::default())
            }
            LineKind::Odd => {
                report_odd_line(line, reading.report);
                return keep_line(line, NAME, conversation);
            }
        };
        let read = match read {
            Ok(read) => read,
            Err(refused) => {
                report_unread(&refused, "the line has no message", reading.report);
                return keep_line(line, NAME, conversation);
            }
        };
        let uuid = line.get("uuid").and_then(|uuid| uuid.text());
        let thread = if self.lanes.is_empty() { 0 } else { self.lane(line) };
        if kind == LineKind::Queued && uuid.is_none() {
            let messages = self.add_messages(read.messages);
            self.queued.push(QueuedMessage { messages, lane: thread, before: self.entries.len() });
            return;
        }
        let parent = self.parent_of(line, kind, thread, read.can_begin());
        let id = uuid.as_ref().map(|uuid| Cow::Owned(uuid.decode().into_owned()));
        if self.tree.add(id, TreeEntry { parent, lane: thread }).is_none() {
            report_repeated_line(line, uuid.as_ref(), reading.report);
            return keep_line(line, NAME, conversation);
        }
        if !matches!(kind, LineKind::Message | LineKind::Queued) {
            keep_line(line, NAME, conversation);
        }
        self.add_entry(line, kind, thread, read);
    }

    /// The session of the first line with one is that of the conversation.
    fn session_id(&mut self, line: Node<'t, 'a>, conversation: &mut Conversation<'a>) {
        if conversation.id.is_none()
            && let Some(id) = line.get("sessionId").or(line.get("session_id")).filter(Node::is_string)
        {
            (conversation.id, conversation.id_at) = (id.text(), id.at());
            self.repeats.session(id.raw());
        }
    }

    fn parent_of(&self, line: Node<'t, 'a>, kind: LineKind, thread: usize, can_begin: bool) -> ParentLink<'a> {
        let named = |key: &str| {
            let text = line.get(key).and_then(|parent| parent.text())?;
            Some(ParentLink::Named(Cow::Owned(text.decode().into_owned())))
        };
        if let Some(parent) = named("parentUuid") {
            return parent;
        }
        if kind == LineKind::Boundary {
            return named("logicalParentUuid").unwrap_or(ParentLink::Before);
        }
        let is_null = line.get("parentUuid").is_some_and(|parent| parent.is_null());
        if is_null && can_begin && self.linked.contains(&thread) { ParentLink::Root } else { ParentLink::Before }
    }

    fn add_messages(&mut self, messages: Vec<Message<'a>>) -> Vec<usize> {
        let start = self.messages.len();
        self.messages.extend(messages.into_iter().map(Some));
        (start..self.messages.len()).collect()
    }

    fn add_entry(&mut self, line: Node<'t, 'a>, kind: LineKind, thread: usize, read: LineMessages<'a>) {
        let LineMessages { mut messages, answer, calls, results } = read;
        let is_message = matches!(kind, LineKind::Message | LineKind::Queued);
        let is_answer = messages.iter().any(|message| matches!(message.role, crate::model::Role::Assistant));
        let known = answer.as_ref().and_then(|answer| self.answers.get(&(thread, answer.clone())).copied());
        let mut group = known.map(|(group, _)| group);
        let mut places = Vec::new();
        if let Some(first) = known.and_then(|(_, place)| self.messages.get_mut(place)?.as_mut()) {
            messages.drain(..).for_each(|message| join(first, message));
        } else {
            places = self.add_messages(messages);
            if let (true, Some(place)) = (is_answer, places.first()) {
                group = Some(self.groups);
                if let Some(answer) = answer {
                    self.answers.insert((thread, answer), (self.groups, *place));
                }
                self.groups += 1;
            }
        }
        let is_boundary = kind == LineKind::Boundary;
        self.entries.push(ClaudeEntry { line, messages: places, is_message, is_boundary, group, calls, results });
    }

    fn resolve(&mut self, reading: &mut Reading<'_>) {
        let entries = &self.entries;
        self.tree.resolve(&mut |index, problem| {
            let Some(entry) = entries.get(index) else { return };
            let parent = entry.line.get("parentUuid").or(entry.line.get("logicalParentUuid"));
            report_tree_problem(problem, entry.line, parent, reading.report);
        });
    }
}

/// In the output of the program, what names the call that a sub-agent works for.
const PARENT_CALL: &str = "parent_tool_use_id";

pub(super) fn is_sidechain(line: Node<'_, '_>) -> bool {
    let [flag, call] = line.pick(&["isSidechain", PARENT_CALL]);
    flag.and_then(|flag| flag.as_bool()) == Some(true) || call.is_some_and(|call| call.is_string())
}
