//! The messages of a session and its branches.

use super::read::{ClaudeEntry, ClaudeLines};
use crate::format::sessions::{EntryWeight, TreeWay, units_of, ways};
use crate::format::shared::time;
use crate::json::short_lists;
use crate::json::{Node, Text};
use crate::model::{Branch, BranchStep, Compaction, Conversation, ProgramMessage, Role};

/// What a unit holds.
#[derive(Clone, Debug, Default)]
struct UnitContent<'t, 'a> {
    /// Its messages in order: an answer, the results of its calls, what was typed meanwhile.
    messages: Vec<(UnitPart, usize)>,
    /// The number of lines with results.
    answering: usize,
    /// The line where earlier messages were replaced.
    boundary: Option<Node<'t, 'a>>,
}

/// The order of the messages of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum UnitPart {
    Answer,
    Result,
    Said,
    Queued,
}

impl<'t, 'a> ClaudeLines<'t, 'a> {
    /// Puts the messages into the conversation: those of the active branch first.
    pub(super) fn build(mut self, conversation: &mut Conversation<'a>) {
        let (unit_of, count) = super::links::units(&self.tree, &self.entries, self.groups);
        let anchors: Vec<_> = self.anchors().into_iter().map(|entry| unit_of.get(entry?).copied()).collect();
        let mut contents: Vec<UnitContent<'t, 'a>> = vec![UnitContent::default(); count];
        for (entry, unit) in self.entries.iter().zip(&unit_of) {
            let Some(content) = contents.get_mut(*unit) else { continue };
            if entry.is_boundary {
                content.boundary = Some(entry.line);
            }
            content.answering += usize::from(!entry.results.is_empty());
            for message in &entry.messages {
                content.messages.push((self.part_of(*message), *message));
            }
        }
        let mut units = units_of(&self.tree, &unit_of, count, &self.weights());
        let mut loose: Vec<usize> = Vec::new();
        for (queued, unit) in self.queued.iter().zip(anchors) {
            let Some((unit, content)) = unit.and_then(|unit| Some((units.get_mut(unit)?, contents.get_mut(unit)?)))
            else {
                loose.extend(&queued.messages);
                continue;
            };
            unit.messages += queued.messages.len();
            content.messages.extend(queued.messages.iter().map(|message| (UnitPart::Queued, *message)));
        }
        for content in &mut contents {
            // In one line, words and results keep their order; results of several lines come before the words.
            if content.answering < 2 {
                let words = content.messages.iter_mut().filter(|(part, _)| *part == UnitPart::Said);
                words.for_each(|(part, _)| *part = UnitPart::Result);
            }
            content.messages.sort_unstable();
        }
        let ways = ways(&units);
        let has_compactions = contents.iter().any(|content| content.boundary.is_some() || self.is_summary(content));
        let is_plain = ways.len() <= 1 && !has_compactions;
        for way in &ways {
            let branch = self.branch(way, &contents, units.get(way.leaf).map_or(0, |unit| unit.last), conversation);
            if !is_plain {
                conversation.branches.push(branch);
            }
        }
        for message in loose {
            conversation.messages.extend(self.messages.get_mut(message).and_then(Option::take));
        }
    }

    /// Makes a branch, and puts its own messages into the conversation.
    fn branch(
        &mut self,
        way: &TreeWay,
        contents: &[UnitContent<'t, 'a>],
        last: usize,
        conversation: &mut Conversation<'a>,
    ) -> Branch<'a> {
        let mut branch = Branch { name: self.agents.get(way.lane).cloned().flatten(), ..way.branch() };
        let mut steps = way.shared_steps();
        let mut is_after_boundary = false;
        for content in way.units.iter().filter_map(|unit| contents.get(*unit)) {
            let summary = content.messages.first().filter(|_| self.is_summary(content) && !is_after_boundary);
            let summary = summary.and_then(|(_, message)| Some(self.messages.get(*message)?.as_ref()?.at));
            if let Some(at) = content.boundary.map(|line| line.at()).or(summary) {
                branch.compactions.push(Compaction { at, steps, ..Compaction::default() });
            }
            is_after_boundary = content.boundary.is_some();
            for (_, place) in &content.messages {
                let Some(message) = self.messages.get_mut(*place).and_then(Option::take) else { continue };
                let id = message.details().id.clone().unwrap_or(Text::Token(""));
                if branch.order.is_empty() {
                    branch.at = message.at;
                }
                branch.order.push(BranchStep { at: message.at, id, message: Some(conversation.messages.len()) });
                conversation.messages.push(message);
                steps += 1;
            }
        }
        branch.id = self.entries.get(last).and_then(|entry| entry.line.get("uuid")?.text());
        branch
    }

    fn is_summary(&self, content: &UnitContent<'_, '_>) -> bool {
        let first = content.messages.first().and_then(|(_, message)| self.messages.get(*message)?.as_ref());
        first.is_some_and(|message| message.details().by_program == Some(ProgramMessage::Summary))
    }

    fn part_of(&self, message: usize) -> UnitPart {
        match self.messages.get(message).and_then(Option::as_ref).map(|message| &message.role) {
            Some(Role::Assistant) => UnitPart::Answer,
            Some(Role::Tool) => UnitPart::Result,
            _ => UnitPart::Said,
        }
    }

    fn weights(&self) -> Vec<EntryWeight> {
        let weight =
            |entry: &ClaudeEntry<'_, '_>| EntryWeight { messages: entry.messages.len(), is_message: entry.is_message };
        self.entries.iter().map(weight).collect()
    }

    /// The entries after which queued messages come: the last ones that are not later. Without times, those before them in the file.
    fn anchors(&self) -> Vec<Option<usize>> {
        if self.queued.is_empty() {
            return Vec::new();
        }
        let seconds =
            |line: Node<'_, '_>| time::parse(&line.get("timestamp")?.text()?.decode()).map(|time| time.seconds);
        let mut times: Vec<(usize, f64, usize)> = Vec::new();
        let mut last: std::collections::HashMap<usize, Vec<usize>> = std::collections::HashMap::new();
        for (index, entry) in self.entries.iter().enumerate().filter(|(_, entry)| entry.is_message) {
            let lane = self.tree.lane(index);
            last.entry(lane).or_default().push(index);
            times.extend(seconds(entry.line).map(|time| (lane, time, index)));
        }
        short_lists::sort_by(&mut times, |a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        let anchor = |queued: &super::read::QueuedMessage| {
            let message = queued.messages.first().and_then(|message| self.messages.get(*message)?.as_ref())?;
            let time = message.details().time.as_ref().and_then(|time| time::parse(&time.decode()));
            let by_time = time.and_then(|time| {
                let is_before =
                    |it: &(usize, f64, usize)| it.0 < queued.lane || (it.0 == queued.lane && it.1 <= time.seconds);
                let end = times.partition_point(is_before);
                let found = times.get(end.checked_sub(1)?)?;
                (found.0 == queued.lane).then_some(found.2)
            });
            by_time.or_else(|| {
                let entries = last.get(&queued.lane)?;
                let end = entries.partition_point(|index| *index < queued.before);
                entries.get(end.saturating_sub(1)).copied()
            })
        };
        self.queued.iter().map(anchor).collect()
    }
}
