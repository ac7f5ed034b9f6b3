//! `lineage` of a conversation: its branches, and where they fork.

use super::input::Input;
use super::outcome::{OnError, Outcome, count_format};
use super::read::{RawRecord, RawRecords, Unreadable};
use super::select_branch::leaves;
use super::whole_records::shown_id;
use crate::format::Format;
use crate::json::{At, Node, Text, count_lines, each_pointer};
use crate::model::{Branch, BranchKind, BranchStep, Conversation, Message, Part, Role, Stem};
use crate::report::{Location, Start, session};
use crate::stream::{Flow, Progress};

/// A conversation with its branches.
#[derive(Clone, Debug, Default)]
pub struct BranchTree {
    /// The number of its record, from 1.
    pub record: u64,
    /// Where the record starts.
    pub place: Location,
    /// The name of its format.
    pub format: &'static str,
    /// Its id.
    pub id: Option<String>,
    /// The number of its messages, those of all branches.
    pub messages: usize,
    /// Its branches; empty if all messages are one sequence.
    pub branches: Vec<ShownBranch>,
}

/// A branch as it is displayed.
#[derive(Clone, Debug, Default)]
pub struct ShownBranch {
    /// Its kind: `active`, `abandoned`, `sidechain`, `stored` or `answer`.
    pub kind: &'static str,
    /// It is written by default.
    pub is_active: bool,
    /// The number for `--branch leaf:N`.
    pub leaf: Option<usize>,
    /// Its name.
    pub name: Option<String>,
    /// Its id.
    pub id: Option<String>,
    /// The number of its messages, including shared ones.
    pub messages: usize,
    /// The number of its own messages.
    pub own: usize,
    /// The place where it leaves another branch.
    pub fork: Option<ForkPlace>,
    /// The first message with text by a person or the model that belongs only to this branch.
    pub first: Option<ShownMessage>,
    /// The time of the last message that belongs only to this branch, as written.
    pub last_time: Option<String>,
    /// The places where the program replaced earlier messages.
    pub compactions: Vec<ShownCompaction>,
}

/// The place where a branch leaves another branch.
#[derive(Clone, Debug, Default)]
pub struct ForkPlace {
    /// The index of the other branch.
    pub branch: usize,
    /// The number of messages that both branches share.
    pub shared: usize,
    /// The id of the last shared message.
    pub id: Option<String>,
    /// The place of that message.
    pub place: Option<Location>,
}

/// The message that identifies a branch.
#[derive(Clone, Debug, Default)]
pub struct ShownMessage {
    /// Its place.
    pub place: Option<Location>,
    /// Its role.
    pub role: String,
    /// The beginning of its text.
    pub beginning: String,
    /// Its time, as written.
    pub time: Option<String>,
}

/// A place where the program replaced earlier messages.
#[derive(Clone, Debug, Default)]
pub struct ShownCompaction {
    /// The place.
    pub place: Option<Location>,
    /// The number of messages of the branch before it.
    pub before: usize,
    /// The number of these messages that the model still receives.
    pub kept: usize,
}

/// The receivers of reports during a run.
pub struct BranchTreeEnds<'e> {
    /// Receives the progress.
    pub progress: &'e dyn Progress,
    /// Receives the tree of each conversation, and returns whether it wants more.
    pub show: &'e mut dyn FnMut(&BranchTree) -> Flow,
}

impl std::fmt::Debug for BranchTreeEnds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BranchTreeEnds").finish_non_exhaustive()
    }
}

/// Calls the receiver with the tree of each conversation of an input, until it stops.
///
/// # Errors
/// Reading failed, or a record cannot be read as a conversation and `on_error` is [`OnError::Stop`].
pub fn run(input: Input, on_error: OnError, ends: BranchTreeEnds<'_>) -> Result<Outcome, Unreadable> {
    let BranchTreeEnds { progress, show } = ends;
    let mut outcome = input.outcome();
    let mut records = RawRecords::new(input);
    while let Some(record) = records.next_record() {
        progress.advance(record.as_ref().map_or(0, |record| record.bytes.len() as u64 + 1), 1);
        if let Ok(record) = &record
            && record.is_error_object()
        {
            outcome.failed.add_error_line();
            continue;
        }
        let tree = record.and_then(|record| {
            let (format, conversation, root) = records.read_whole(&record, &mut outcome.report)?;
            count_format(&mut outcome.formats, format.name, 1);
            Ok(tree_of(&record, format, &conversation, root))
        });
        outcome.records_in += 1;
        match tree {
            Ok(tree) => {
                if show(&tree) == Flow::Stop {
                    break;
                }
            }
            Err(Unreadable::Record(found)) if found.0.code.id == session::ROW_WITHOUT_REQUEST.id => {}
            Err(Unreadable::Record(found)) if on_error != OnError::Stop => outcome.failed.add(found.0.code),
            Err(error) => return Err(error),
        }
    }
    Ok(outcome)
}

fn tree_of(
    record: &RawRecord,
    format: &Format,
    conversation: &Conversation<'_>,
    root: Option<Node<'_, '_>>,
) -> BranchTree {
    let mut wanted = WantedPlaces::default();
    let branches = if conversation.other_answers().is_empty() {
        branches(conversation, &mut wanted)
    } else {
        answers(conversation, &mut wanted)
    };
    let start = record.start;
    let mut tree = BranchTree {
        record: record.number + 1,
        place: Location { line: start.line, column: start.column, offset: start.offset, pointer: String::new() },
        format: format.name,
        id: shown_id(format, conversation),
        messages: conversation.all_messages().count(),
        branches,
    };
    let mut places = wanted.find(conversation.source.text.as_bytes(), root, start).into_iter();
    // In the order in which they were added.
    for branch in &mut tree.branches {
        let fork = branch.fork.iter_mut().map(|fork| &mut fork.place);
        let first = branch.first.iter_mut().map(|first| &mut first.place);
        let compactions = branch.compactions.iter_mut().map(|it| &mut it.place);
        fork.chain(first).chain(compactions).for_each(|place| *place = places.next().flatten());
    }
    tree
}

/// Places in a record whose lines and pointers are computed together.
#[derive(Debug, Default)]
struct WantedPlaces(Vec<At>);

impl WantedPlaces {
    /// The places in the order in which they were added, in one pass over the record.
    fn find(self, bytes: &[u8], root: Option<Node<'_, '_>>, start: Start) -> Vec<Option<Location>> {
        let mut found = vec![None; self.0.len()];
        let mut sorted: Vec<(usize, usize)> =
            self.0.iter().enumerate().filter_map(|(index, at)| Some((at.offset()?, index))).collect();
        sorted.sort_unstable();
        let (mut done, mut line, mut line_start) = (0, start.line, None);
        for (offset, index) in &sorted {
            let between = bytes.get(done..*offset).unwrap_or_default();
            line += count_lines(between);
            line_start = memchr::memrchr(b'\n', between).map(|newline| done + newline + 1).or(line_start);
            done = (*offset).min(bytes.len());
            let column = line_start.map_or(start.column + *offset as u64, |line| (offset - line) as u64 + 1);
            let place = Location { line, column, offset: start.offset + *offset as u64, pointer: String::new() };
            if let Some(found) = found.get_mut(*index) {
                *found = Some(place);
            }
        }
        if let Some(root) = root {
            each_pointer(root, &mut sorted.iter().map(|(offset, _)| *offset), &mut |number, pointer| {
                let index = sorted.get(number).map(|(_, index)| *index);
                if let Some(Some(place)) = index.and_then(|index| found.get_mut(index)) {
                    pointer.clone_into(&mut place.pointer);
                }
            });
        }
        found
    }
}

/// The data of each branch or answer of a conversation, without places.
pub(super) fn shown_branches(conversation: &Conversation<'_>) -> Vec<ShownBranch> {
    let mut wanted = WantedPlaces::default();
    if conversation.other_answers().is_empty() {
        branches(conversation, &mut wanted)
    } else {
        answers(conversation, &mut wanted)
    }
}

fn shown(text: &Text<'_>) -> String {
    text.decode().into_owned()
}

fn time(message: Option<&Message<'_>>) -> Option<String> {
    message?.details().time.as_ref().map(shown)
}

fn branches(conversation: &Conversation<'_>, wanted: &mut WantedPlaces) -> Vec<ShownBranch> {
    // A branch that is only a part of another one is not shown.
    let parts = conversation.branches.iter().rev().take_while(|branch| branch.kind == BranchKind::Part).count();
    let all = conversation.branches.get(..conversation.branches.len() - parts).unwrap_or_default();
    let mut numbers = vec![None; all.len()];
    for (place, number) in leaves(all).into_iter().zip(1..) {
        if let Some(own) = numbers.get_mut(place) {
            *own = Some(number);
        }
    }
    let message = |place: Option<usize>| conversation.messages.get(place?);
    let mut forks: Vec<Option<(usize, usize)>> = Vec::with_capacity(all.len());
    let mut found = Vec::with_capacity(all.len());
    for (index, (branch, leaf)) in all.iter().zip(numbers).enumerate() {
        let stem = branch.stem.filter(|stem| stem.branch < index);
        let last_shared = stem.and_then(|stem| last_shared(all, stem, &forks));
        forks.push(last_shared);
        let fork = stem.map(|stem| {
            let last = last_shared.and_then(|(branch, step)| all.get(branch)?.order.get(step));
            wanted.0.push(last.map_or(At::NOWHERE, |step| step.at));
            let id = last.map(|step| shown(&step.id)).filter(|id| !id.is_empty());
            ForkPlace { branch: stem.branch, shared: stem.steps, id, place: None }
        });
        let says = |step: &&BranchStep<'_>| message(step.message).is_some_and(says_something);
        let first = branch.order.iter().find(says).or(branch.order.first()).map(|step| {
            wanted.0.push(step.at);
            ShownMessage::of(message(step.message))
        });
        wanted.0.extend(branch.compactions.iter().map(|compaction| compaction.at));
        let is_active = match branch.kind {
            BranchKind::Active => true,
            BranchKind::Stored => index == 0,
            BranchKind::Abandoned | BranchKind::Sidechain | BranchKind::Part => false,
        };
        found.push(ShownBranch {
            kind: match branch.kind {
                BranchKind::Active => "active",
                BranchKind::Abandoned => "abandoned",
                BranchKind::Sidechain => "sidechain",
                BranchKind::Stored => "stored",
                BranchKind::Part => "part",
            },
            is_active,
            leaf,
            name: branch.name.as_ref().map(shown),
            id: branch.id.as_ref().map(shown),
            messages: branch.order.len() + stem.map_or(0, |stem| stem.steps),
            own: branch.order.len(),
            fork,
            first,
            last_time: time(branch.order.last().and_then(|step| message(step.message))),
            compactions: branch.compactions.iter().map(shown_compaction).collect(),
        });
    }
    found
}

fn shown_compaction(compaction: &crate::model::Compaction) -> ShownCompaction {
    let kept = compaction.kept.map_or(0, |kept| compaction.steps.saturating_sub(kept));
    ShownCompaction { place: None, before: compaction.steps, kept }
}

/// The branch to which the last message of a stem belongs, and its index there. `forks`: the same for earlier branches.
pub(super) fn last_shared(all: &[Branch<'_>], stem: Stem, forks: &[Option<(usize, usize)>]) -> Option<(usize, usize)> {
    let Stem { branch: mut owner, steps } = stem;
    loop {
        let outer = all.get(owner)?.stem.filter(|outer| outer.branch < owner);
        let before = outer.map_or(0, |outer| outer.steps);
        if let Some(own) = steps.checked_sub(before + 1) {
            return Some((owner, own));
        }
        if steps == before {
            return forks.get(owner).copied().flatten();
        }
        owner = outer?.branch;
    }
}

/// The compared answers, each as a branch after the prompt.
fn answers(conversation: &Conversation<'_>, wanted: &mut WantedPlaces) -> Vec<ShownBranch> {
    let Some(preference) = &conversation.preference else { return Vec::new() };
    let prompt = preference.start.min(conversation.messages.len());
    let own = (&preference.rating, conversation.messages.get(prompt..).unwrap_or_default());
    let others = preference.others.iter().map(|answer| (&answer.rating, answer.messages.as_slice()));
    let mut found: Vec<ShownBranch> = Vec::new();
    for (rating, messages) in std::iter::once(own).chain(others) {
        let first = messages.iter().find(|message| says_something(message)).or(messages.first()).map(|message| {
            wanted.0.push(message.at);
            ShownMessage::of(Some(message))
        });
        found.push(ShownBranch {
            kind: "answer",
            is_active: found.is_empty(),
            name: Some(rating.name().to_owned()),
            messages: prompt + messages.len(),
            own: messages.len(),
            first,
            last_time: time(messages.last()),
            ..ShownBranch::default()
        });
    }
    found
}

impl ShownMessage {
    fn of(message: Option<&Message<'_>>) -> Self {
        let Some(message) = message else { return Self::default() };
        let mut texts = message.parts.iter().filter_map(|part| match part {
            Part::Text(text) | Part::Refusal(text) => Some(beginning(&text.text.decode())),
            Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_) => None,
        });
        Self {
            place: None,
            role: message.role.name().into_owned(),
            beginning: texts.find(|text| !text.is_empty()).unwrap_or_default(),
            time: time(Some(message)),
        }
    }
}

/// A person or the model wrote text.
fn says_something(message: &Message<'_>) -> bool {
    let is_text = |part: &Part<'_>| matches!(part, Part::Text(text) if !text.text.is_empty());
    message.details().by_program.is_none() && !matches!(message.role, Role::System) && message.parts.iter().any(is_text)
}

/// The first words of a text, on one line.
fn beginning(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let space = usize::from(!short.is_empty());
        let mut letters = word.chars();
        if space == 1 {
            short.push(' ');
        }
        length += space;
        while length < LONGEST {
            let Some(letter) = letters.next() else { break };
            short.push(letter);
            length += 1;
        }
        if letters.next().is_some() {
            short.truncate(short.trim_end().len());
            short.push('…');
            break;
        }
    }
    short
}
