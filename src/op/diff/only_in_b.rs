//! Writes the messages that only B has, with B's bytes: those that a store with A has not saved yet.

use crate::json::short_lists;
use foldhash::quality::RandomState;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::DiffFailure;
use super::align::unsaid;
use super::facts::FactMaker;
use super::file_pair::{DiffInput, FilePair, bytes, leave_out, open, read};
use super::lcs::StepBudget;
use super::options::DiffOptions;
use super::pair::records;
use super::view::View;
use crate::events::FORMAT as EVENTS;
use crate::format::{Format, LogShape, WriteOptions, Writing, write_record};
use crate::json::{Layout, Node, Out, Tape, minify, pointers, quoted, segment_key};
use crate::model::{Conversation, Message};
use crate::report::{Failures, Report};

/// The result of a search for new messages.
#[derive(Clone, Debug, Default)]
pub struct NewMessages {
    /// Messages that only B has.
    pub messages: u64,
    /// Records of A and of B.
    pub records: [u64; 2],
    /// The number of skipped ones.
    pub failed: [Failures; 2],
    /// The parts that were dropped while the others were read.
    pub unread: [Report; 2],
}

/// Writes the messages that only B has, one per line. A message is identified by its id, or by role and content if it
/// has none.
///
/// # Errors
/// An input cannot be read, or writing the output failed.
pub fn new_messages(
    a: DiffInput<'_>,
    b: DiffInput<'_>,
    options: &DiffOptions,
    out: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<NewMessages, DiffFailure> {
    let hasher = RandomState::default();
    let mut files = open(a, b, options, hasher)?;
    leave_out(&mut files)?;
    let pairs = records(&mut files)?.pairs;
    let (mut count, mut unread) = (0, files.rows.clone());
    for pair in pairs {
        let Some(index) = pair.b else { continue };
        files.done(1, index);
        let FilePair { a, b, readers, .. } = &mut files;
        if pair.a.is_some_and(|own| a.hash(own).is_some() && a.hash(own) == b.hash(index)) {
            continue;
        }
        let mut buffers = (Vec::new(), Vec::new());
        let own = pair.a.map(|index| bytes(a, index, &mut buffers.0, 0)).transpose()?;
        let other = bytes(b, index, &mut buffers.1, 1)?;
        if own == Some(other) {
            continue;
        }
        let [of_a, of_b] = &mut unread;
        let first = pair.a.zip(own).map(|(index, own)| read(a, &mut readers.0, index, own, 0, of_a)).transpose()?;
        let (format, conversation, text) = read(b, &mut readers.1, index, other, 1, of_b)?;
        let maker = RefCell::new(FactMaker::new(hasher, options.ignore));
        let root = readers.1.tape.root(text);
        let view = View::new(format, &conversation, root);
        let new = match &first {
            Some((from, known, text)) => {
                let known = View::new(from, known, readers.0.tape.root(text));
                unsaid(&known, &view, &maker, &mut StepBudget::new(options.steps))
            }
            None => (0..view.len()).collect(),
        };
        count += new.len() as u64;
        let mut lines = Vec::new();
        match root.filter(|_| format.name != EVENTS) {
            Some(root) => values(root, &conversation.messages, &new, &mut lines),
            None => written(format, &conversation, &new, &mut lines),
        }
        out(&lines).map_err(DiffFailure::Write)?;
    }
    Ok(NewMessages { messages: count, records: files.records(), failed: files.failed, unread })
}

/// The values of the record that contain these messages. A value that is not in a list keeps its key.
fn values(root: Node<'_, '_>, messages: &[Message<'_>], new: &[usize], out: &mut Vec<u8>) {
    let messages: Vec<&Message<'_>> = new.iter().filter_map(|index| messages.get(*index)).collect();
    let parts =
        |message: &Message<'_>| -> Vec<usize> { message.parts.iter().filter_map(|it| it.at().offset()).collect() };
    // A single walk finds all places: a record may have many messages.
    let mut offsets: Vec<usize> = messages.iter().flat_map(|it| parts(it).into_iter().chain(it.at.offset())).collect();
    offsets.sort_unstable();
    offsets.dedup();
    let names: HashMap<usize, String> = offsets.iter().copied().zip(pointers(root, &offsets)).collect();
    // The requested items by list, and the requested values without a list by key.
    let mut lists: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    let mut alone: BTreeSet<&str> = BTreeSet::new();
    let mut known: HashMap<&str, bool> = HashMap::new();
    for message in messages {
        let Some(own) = message.at.offset().and_then(|at| names.get(&at)) else { continue };
        let (list, item) = own.rsplit_once('/').unwrap_or(("", ""));
        let is_list = *known.entry(list).or_insert_with(|| root.pointer(list).is_some_and(|list| list.is_array()));
        let Some(item) = item.parse().ok().filter(|_| is_list) else {
            alone.insert(own);
            continue;
        };
        let items = lists.entry(list).or_default();
        items.insert(item);
        for place in parts(message).iter().filter_map(|at| names.get(at)) {
            // The item of the same list that contains the part.
            let rest = place.strip_prefix(list).and_then(|rest| rest.strip_prefix('/'));
            items.extend(rest.and_then(|rest| rest.split('/').next()?.parse::<usize>().ok()));
        }
    }
    let mut found: Vec<(usize, Option<&str>, Node<'_, '_>)> = Vec::new();
    for (list, items) in lists {
        let all = root.pointer(list).into_iter().flat_map(|list| list.items()).enumerate();
        found.extend(all.filter(|(at, _)| items.contains(at)).map(|(_, node)| (node.span().start, None, node)));
    }
    for pointer in alone {
        let key = pointer.rsplit_once('/').map(|(_, key)| key);
        found.extend(root.pointer(pointer).map(|node| (node.span().start, key, node)));
    }
    short_lists::sort_by_key(&mut found, |(start, ..)| *start);
    for (_, key, node) in found {
        if let Some(key) = key {
            let key = segment_key(key);
            out.extend_from_slice(format!("{{{}:", quoted(&key)).as_bytes());
        }
        minify(node.raw(), out);
        out.extend_from_slice(if key.is_some() { b"}\n" } else { b"\n" });
    }
}

/// The messages of an event log, as a list of messages of its format.
fn written(format: &'static Format, conversation: &Conversation<'_>, new: &[usize], out: &mut Vec<u8>) {
    let mut kept = conversation.clone();
    let mut index = 0;
    kept.messages.retain(|_| {
        index += 1;
        new.binary_search(&(index - 1)).is_ok()
    });
    if kept.messages.is_empty() {
        return;
    }
    let options = WriteOptions { log: LogShape::Messages, is_lossy: true, ..WriteOptions::default() };
    let (mut text, mut report) = (Out::new(Layout::Compact), Report::keeping(0));
    let mut scratch = Tape::new();
    let mut writing = Writing::new(&mut text, &mut report, &options, &mut scratch);
    if write_record(format, &kept, &mut writing).is_err() {
        return;
    }
    let list = std::str::from_utf8(text.as_bytes()).unwrap_or_default();
    if let Ok(root) = Tape::new().parse(list) {
        for item in root.items() {
            minify(item.raw(), out);
            out.push(b'\n');
        }
    }
}
