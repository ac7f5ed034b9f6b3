//! The index of a folder of sessions: its entries as written, and problems in it.

use std::collections::HashMap;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use super::batch::LineStart;
use super::encoding::MARK;
use super::error::SourceError;
use super::history::{FolderFault, inside, shown};
use super::regular_file::open_regular;
use crate::format::Folder;
use crate::json::{Node, Tape, count_lines};
use crate::report::{loss, session};

/// The index of a folder.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) entries: Vec<IndexEntry>,
    /// The place of each entry by its id.
    pub(super) ids: HashMap<String, usize>,
    pub(super) faults: Vec<FolderFault>,
    pub(super) has_file: bool,
}

/// An entry as it is written.
#[derive(Debug)]
pub(super) struct IndexEntry {
    pub(super) text: String,
    pub(super) line: LineStart,
}

/// Reads the first index that is there.
pub(super) fn read_index(root: &Path, folder: &Folder) -> Result<Index, SourceError> {
    let mut index = Index::default();
    let Some(path) = folder.indexes.iter().map(|name| root.join(name)).find(|path| path.is_file()) else {
        return Ok(index);
    };
    let mut bytes = Vec::new();
    let read = open_regular(&path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(|error: io::Error| inside(&path, error))?;
    index.has_file = true;
    let mut reader =
        IndexReader { index, folder, bytes: &bytes, file: shown(&path), counted: (0, 0, 0), tape: Tape::new() };
    if !reader.document() {
        reader.lines();
    }
    Ok(reader.index)
}

struct IndexReader<'r> {
    index: Index,
    folder: &'r Folder,
    bytes: &'r [u8],
    file: Arc<str>,
    /// The place of the last query: its offset, the lines before it, the start of its line.
    counted: (usize, u64, usize),
    tape: Tape,
}

impl IndexReader<'_> {
    /// The oldest index is one document.
    fn document(&mut self) -> bool {
        let Ok(text) = std::str::from_utf8(self.bytes) else { return false };
        let mut tape = std::mem::take(&mut self.tape);
        let root = tape.parse(text).ok();
        let entries = root.and_then(self.folder.entries);
        let is_document = entries.is_some();
        for entry in entries.unwrap_or_default() {
            self.entry(entry.span().start, entry);
        }
        if let (Some(root), true) = (root, is_document) {
            for (key, value) in root.members().filter(|(_, value)| !value.is_array()) {
                let key = key.text().unwrap_or_default().show();
                let loss = format!("`{key}` of the index is dropped");
                let loss = self.line(value.span().start).diagnostic(&loss::EXTRA_FIELD, loss);
                self.index.faults.push(FolderFault { finding: None, loss: Some(loss) });
            }
        }
        self.tape = tape;
        is_document
    }

    fn lines(&mut self) {
        let bytes = self.bytes;
        let mut tape = std::mem::take(&mut self.tape);
        let mut offset = 0;
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let start = offset;
            offset += line.len();
            let mut begin = start;
            let mut line = line;
            if start == 0
                && let Some(rest) = line.strip_prefix(MARK)
            {
                (line, begin) = (rest, MARK.len());
                self.fault(0, "a byte order mark; picklebot would drop this line".to_owned(), None);
            }
            let blank = line.len() - line.trim_ascii_start().len();
            let line = line.trim_ascii();
            if line.is_empty() {
                continue;
            }
            match std::str::from_utf8(line).ok().and_then(|text| tape.parse(text).ok()) {
                Some(entry) => self.entry(begin + blank, entry),
                None => {
                    let loss = Some("a line of the index that is not JSON is dropped".to_owned());
                    self.fault(begin + blank, "this line of the index is not JSON".to_owned(), loss);
                }
            }
        }
        self.tape = tape;
    }

    fn entry(&mut self, offset: usize, entry: Node<'_, '_>) {
        let id = entry.get("id").and_then(|id| id.text()).filter(|_| entry.is_object());
        let Some(id) = id.map(|id| id.decode().into_owned()) else {
            let loss = Some("a line of the index without an id is dropped".to_owned());
            self.fault(offset, "this line of the index has no `id`".to_owned(), loss);
            return;
        };
        if self.index.ids.contains_key(&id) {
            let shown = crate::json::Text::owned(id).show();
            let loss = Some(format!("a second line of the index for `{shown}` is dropped"));
            self.fault(offset, format!("the index has `{shown}` twice; the first line counts"), loss);
            return;
        }
        self.index.ids.insert(id, self.index.entries.len());
        let line = self.line(offset);
        self.index.entries.push(IndexEntry { text: entry.raw().to_owned(), line });
    }

    fn line(&mut self, offset: usize) -> LineStart {
        // From the last place on: an index may have a million lines.
        if offset < self.counted.0 {
            self.counted = (0, 0, 0);
        }
        let (before, lines, start) = self.counted;
        let between = self.bytes.get(before..offset).unwrap_or_default();
        let start = memchr::memrchr(b'\n', between).map_or(start, |newline| before + newline + 1);
        self.counted = (offset, lines + count_lines(between), start);
        let file = Arc::clone(&self.file);
        LineStart { file, number: self.counted.1 + 1, column: (offset - start) as u64 + 1, offset: offset as u64 }
    }

    fn fault(&mut self, offset: usize, what: String, left_out: Option<String>) {
        let line = self.line(offset);
        let loss = left_out.map(|message| line.diagnostic(&session::UNREAD_PART, message));
        self.index
            .faults
            .push(FolderFault { finding: Some(line.diagnostic(self.folder.codes.broken_entry, what)), loss });
    }
}
