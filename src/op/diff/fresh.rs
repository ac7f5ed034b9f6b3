//! The messages that only B has, in B's own words: what a store that holds A must still save.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::hash::RandomState;

use super::Failure;
use super::align::unsaid;
use super::facts::Maker;
use super::lcs::Budget;
use super::options::Options;
use super::pair::records;
use super::run::{Files, Side, bytes, open, read};
use super::view::View;
use crate::events::FORMAT as EVENTS;
use crate::format::{Format, LogShape, WriteOptions, Writing};
use crate::json::{Layout, Node, Out, Tape, minify, pointers, quoted};
use crate::model::{Conversation, Message};
use crate::report::Report;

/// Writes the messages that only B has, one a line; the result is how many. A message is known by its id, and by role and
/// content where there is none.
///
/// # Errors
/// One of the inputs cannot be read, or the output fails.
pub fn fresh(
    a: Side<'_>,
    b: Side<'_>,
    options: &Options,
    out: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<u64, Failure> {
    let hasher = RandomState::new();
    let mut files = open(a, b, options, &hasher)?;
    let pairs = records(&mut files)?.pairs;
    let mut count = 0;
    for pair in pairs {
        let Some(index) = pair.b else { continue };
        files.done(1, index);
        let Files { a, b, readers, .. } = &mut files;
        if pair.a.is_some_and(|own| a.hash(own).is_some() && a.hash(own) == b.hash(index)) {
            continue;
        }
        let mut buffers = (Vec::new(), Vec::new());
        let own = pair.a.map(|index| bytes(a, index, &mut buffers.0, 0)).transpose()?;
        let other = bytes(b, index, &mut buffers.1, 1)?;
        if own == Some(other) {
            continue;
        }
        let first = pair.a.zip(own).map(|(index, own)| read(a, &mut readers.0, index, own, 0)).transpose()?;
        let (format, conversation, text) = read(b, &mut readers.1, index, other, 1)?;
        let maker = RefCell::new(Maker::new(&hasher, options.ignore));
        let root = readers.1.tape.root(text);
        let view = View::new(format, &conversation, root);
        let new = match &first {
            Some((from, known, text)) => {
                let known = View::new(from, known, readers.0.tape.root(text));
                unsaid(&known, &view, &maker, &mut Budget::new(options.steps))
            }
            None => (0..view.len()).collect(),
        };
        count += new.len() as u64;
        let mut lines = Vec::new();
        match root.filter(|_| format.name != EVENTS) {
            Some(root) => values(root, &conversation.messages, &new, &mut lines),
            None => written(format, &conversation, &new, &mut lines),
        }
        out(&lines).map_err(Failure::Write)?;
    }
    Ok(count)
}

/// The values of the record that these messages stand in. One that does not stand in a list keeps its key.
fn values(root: Node<'_, '_>, messages: &[Message<'_>], new: &[usize], out: &mut Vec<u8>) {
    let mut found: BTreeSet<(usize, String)> = BTreeSet::new();
    for message in new.iter().filter_map(|index| messages.get(*index)) {
        let Some(at) = message.at.offset() else { continue };
        let own = pointers(root, &[at]).pop().unwrap_or_default();
        let list = own.rsplit_once('/').map_or("", |(list, _)| list).to_owned();
        found.insert((at, own));
        for at in message.parts.iter().filter_map(|part| part.at().offset()) {
            let place = pointers(root, &[at]).pop().unwrap_or_default();
            // The item of the same list that holds the part.
            let Some(rest) = place.strip_prefix(&list).and_then(|rest| rest.strip_prefix('/')) else { continue };
            let item = rest.split('/').next().unwrap_or_default();
            let pointer = format!("{list}/{item}");
            if let Some(node) = root.pointer(&pointer)
                && root.pointer(&list).is_some_and(|list| list.is_array())
            {
                found.insert((node.span().start, pointer));
            }
        }
    }
    for (_, pointer) in found {
        let Some(node) = root.pointer(&pointer) else { continue };
        let (list, key) = pointer.rsplit_once('/').unwrap_or(("", ""));
        let is_item = root.pointer(list).is_some_and(|list| list.is_array()) || pointer.is_empty();
        if is_item {
            minify(node.raw(), out);
        } else {
            let key = key.replace("~1", "/").replace("~0", "~");
            out.extend_from_slice(format!("{{{}:", quoted(&key)).as_bytes());
            minify(node.raw(), out);
            out.push(b'}');
        }
        out.push(b'\n');
    }
}

/// The messages of an event log, as a list of messages of its format.
fn written(format: &'static Format, conversation: &Conversation<'_>, new: &[usize], out: &mut Vec<u8>) {
    let Some(write) = format.write else { return };
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
    let mut writing = Writing { out: &mut text, report: &mut report, options: &options, scratch: &mut scratch };
    if write(&kept, &mut writing).is_err() {
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
