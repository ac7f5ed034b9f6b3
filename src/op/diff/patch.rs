//! The differences as a JSON Patch (RFC 6902) on A's own JSON: `[{"op":"replace","path":"/n","value":2}]`.

use foldhash::quality::RandomState;

use super::DiffFailure;
use super::file_pair::{DiffInput, FilePair, bytes, leave_out, open};
use super::lcs::StepBudget;
use super::options::DiffOptions;
use super::pair::{RecordPair, SameInBoth, records};
use super::store::RecordStore;
use super::value::{NumberEquality, differences};
use crate::format::Framing;
use crate::json::{Node, minify, quoted};
use crate::op::reader::Reader;
use crate::op::records::text_of;

/// Writes the patch that turns A's value into B's. Two documents or two arrays of records give one patch; records in
/// lines give a line for each pair that differs. True if both contain the same values.
///
/// # Errors
/// An input cannot be read or is not JSON, or writing the output failed.
pub fn patch(
    a: DiffInput<'_>,
    b: DiffInput<'_>,
    options: &DiffOptions,
    out: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<bool, DiffFailure> {
    let hasher = RandomState::default();
    let mut files = open(a, b, options, hasher)?;
    // A patch compares values, so it includes rows that are not requests.
    if options.skips {
        leave_out(&mut files)?;
    }
    let pairs = records(&mut files)?.pairs;
    let mut writer = PatchWriter { out, is_first: true, is_same: true };
    let is_array = |framing: Framing| framing == Framing::Array;
    let is_one = |framing: Framing| framing == Framing::Document || framing.is_pieces();
    if is_array(files.a.framing) && is_array(files.b.framing) {
        writer.write("[")?;
        array(&mut files, &pairs, &mut writer)?;
        writer.write(if writer.is_first { "]\n" } else { "\n]\n" })?;
    } else if is_one(files.a.framing) && is_one(files.b.framing) {
        writer.write("[")?;
        for pair in &pairs {
            operations(&mut files, *pair, "", &mut writer)?;
        }
        writer.write(if writer.is_first { "]\n" } else { "\n]\n" })?;
    } else {
        for pair in &pairs {
            line(&mut files, *pair, &mut writer)?;
        }
    }
    Ok(writer.is_same)
}

struct PatchWriter<'w> {
    out: &'w mut dyn FnMut(&[u8]) -> std::io::Result<()>,
    is_first: bool,
    is_same: bool,
}

impl PatchWriter<'_> {
    fn write(&mut self, text: &str) -> Result<(), DiffFailure> {
        (self.out)(text.as_bytes()).map_err(DiffFailure::Write)
    }

    fn operation(&mut self, op: &str, path: &str, value: Option<&str>) -> Result<(), DiffFailure> {
        let before = if self.is_first { "\n" } else { ",\n" };
        (self.is_first, self.is_same) = (false, false);
        let mut text = format!("{before}{{\"op\":\"{op}\",\"path\":{}", quoted(path));
        if let Some(value) = value {
            text.push_str(",\"value\":");
            text.push_str(value);
        }
        text.push('}');
        self.write(&text)
    }
}

/// Added and removed records come first, then the changes of the others, at their places after that.
fn array(files: &mut FilePair<'_>, pairs: &[RecordPair], writer: &mut PatchWriter<'_>) -> Result<(), DiffFailure> {
    let mut steps: Vec<(Option<usize>, Option<usize>)> = Vec::with_capacity(pairs.len());
    let moved: std::collections::HashSet<usize> = pairs.iter().filter(|it| it.is_moved).filter_map(|it| it.a).collect();
    // The order of A, with the records of B in between.
    let mut next = 0;
    let away = |steps: &mut Vec<_>, next: &mut usize, end: usize| {
        steps.extend((*next..end).filter(|at| moved.contains(at)).map(|at| (Some(at), None)));
        *next = end + 1;
    };
    for pair in pairs {
        match (pair.a, pair.b) {
            (Some(a), b) if !pair.is_moved => {
                away(&mut steps, &mut next, a);
                steps.push((Some(a), b));
            }
            (_, b) => steps.push((None, b)),
        }
    }
    away(&mut steps, &mut next, files.a.entries.len());
    let mut place = 0;
    for step in &steps {
        match step {
            (Some(_), Some(_)) => place += 1,
            (Some(_), None) => writer.operation("remove", &format!("/{place}"), None)?,
            (None, Some(b)) => {
                let value = value_of(files, *b)?;
                writer.operation("add", &format!("/{place}"), Some(&value))?;
                place += 1;
            }
            (None, None) => {}
        }
    }
    for step in steps {
        if let (Some(a), Some(b)) = step {
            let pair = RecordPair { a: Some(a), b: Some(b), is_moved: false, same: SameInBoth::Unknown };
            operations(files, pair, &format!("/{b}"), writer)?;
        }
    }
    Ok(())
}

/// `{"a":{"record":1},"b":{"record":1},"patch":[…]}`
fn line(files: &mut FilePair<'_>, pair: RecordPair, writer: &mut PatchWriter<'_>) -> Result<(), DiffFailure> {
    let name = |store: &RecordStore, index: Option<usize>| {
        index.map_or("null".to_owned(), |index| match store.pointer(index) {
            "" => format!("{{\"record\":{}}}", index + 1),
            pointer => format!("{{\"record\":{},\"at\":{}}}", index + 1, quoted(pointer)),
        })
    };
    let head = format!("{{\"a\":{},\"b\":{},", name(&files.a, pair.a), name(&files.b, pair.b));
    let mut text: Vec<u8> = Vec::new();
    let mut collect = |bytes: &[u8]| {
        text.extend_from_slice(bytes);
        Ok(())
    };
    let mut inner = PatchWriter { out: &mut collect, is_first: true, is_same: true };
    match (pair.a, pair.b) {
        (Some(_), Some(_)) => operations(files, pair, "", &mut inner)?,
        (Some(_), None) => inner.is_same = false,
        (None, Some(b)) => {
            let value = value_of(files, b)?;
            inner.operation("add", "", Some(&value))?;
        }
        (None, None) => {}
    }
    let is_same = inner.is_same;
    if is_same && !pair.is_moved {
        return Ok(());
    }
    writer.is_same = false;
    // A single line for a pair: elsewhere, each operation has a line.
    let text = String::from_utf8(text).unwrap_or_default().replace('\n', "");
    let text = if pair.b.is_none() { "null".to_owned() } else { format!("[{text}]") };
    writer.write(&format!("{head}\"patch\":{text}}}\n"))
}

/// The operations of one pair.
fn operations(
    files: &mut FilePair<'_>,
    pair: RecordPair,
    path: &str,
    writer: &mut PatchWriter<'_>,
) -> Result<(), DiffFailure> {
    let (Some(a), Some(b)) = (pair.a, pair.b) else { return Ok(()) };
    if files.a.hash(a).is_some() && files.a.hash(a) == files.b.hash(b) {
        return Ok(());
    }
    let mut budget = StepBudget::new(files.options.steps);
    let hasher = files.hasher;
    let FilePair { a: from, b: to, readers, .. } = files;
    let mut buffers = (Vec::new(), Vec::new());
    let (own, other) = (bytes(from, a, &mut buffers.0, 0)?, bytes(to, b, &mut buffers.1, 1)?);
    let first = node(from, 0, a, &mut readers.0, own)?;
    let second = node(to, 1, b, &mut readers.1, other)?;
    for difference in differences(first, second, path, NumberEquality::AsWritten, hasher, &mut budget) {
        let (op, value) = match (difference.old, difference.new) {
            (_, None) => ("remove", None),
            (None, Some(new)) => ("add", Some(json(new))),
            (Some(_), Some(new)) => ("replace", Some(json(new))),
        };
        writer.operation(op, &difference.path, value.as_deref())?;
    }
    Ok(())
}

fn value_of(files: &mut FilePair<'_>, index: usize) -> Result<String, DiffFailure> {
    let mut buffer = Vec::new();
    let FilePair { b, readers, .. } = files;
    let bytes = bytes(b, index, &mut buffer, 1)?;
    Ok(json(node(b, 1, index, &mut readers.1, bytes)?))
}

fn node<'t, 'b>(
    store: &'b RecordStore,
    side: usize,
    index: usize,
    reader: &'t mut Reader,
    buffer: &'b [u8],
) -> Result<Node<'t, 'b>, DiffFailure> {
    let piece = store.piece(index, buffer).ok_or(DiffFailure::Lost(side))?;
    let refused = |refused: crate::report::Refused| {
        let diagnostic = crate::op::bad_record::diagnose(&refused, piece.json, &store.start(index), index as u64);
        DiffFailure::Record(side, Box::new((diagnostic, refused.help())))
    };
    let text = text_of(&piece).map_err(refused)?;
    let root = reader.parse(&piece, text).map_err(refused)?;
    // A patch applies to the whole file.
    match root.damaged_lines().iter().find_map(|damaged| damaged.error) {
        Some(error) => Err(refused(crate::report::Refused::json(&error))),
        None => Ok(root),
    }
}

/// The value without white space. A record with one message per line is the list of them.
fn json(node: Node<'_, '_>) -> String {
    let mut bytes = Vec::with_capacity(node.raw().len());
    if node.is_array() && !node.raw().trim_start().starts_with('[') {
        let mut before = b'[';
        for item in node.items() {
            bytes.push(before);
            minify(item.raw(), &mut bytes);
            before = b',';
        }
        bytes.extend_from_slice(if before == b'[' { b"[]" } else { b"]" });
    } else {
        minify(node.raw(), &mut bytes);
    }
    String::from_utf8(bytes).unwrap_or_default()
}
