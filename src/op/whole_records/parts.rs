//! Writes the files of a new folder one after the other: each contains some records of an input, in the same container.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::drive::PassedRecord;
use super::part_names::UniqueNames;
use crate::format::Framing;
use crate::op::pass::PassFailure;
use crate::stream::{JsonLines, NewFolder, SinkError};

/// The minimum number of digits in the name of a file.
const DIGITS: usize = 5;

/// The container of a part, which is that of the input.
#[derive(Clone, Debug)]
pub(super) struct PartContainer {
    pub(super) framing: Framing,
    /// A byte order mark, before the first part.
    pub(super) mark: &'static [u8],
    /// The text before the first record of the input.
    pub(super) opening: Vec<u8>,
    /// The text that closes a part.
    pub(super) closing: Vec<u8>,
    /// The parts are JSON Lines, as with `--lines`.
    pub(super) is_lines: bool,
}

impl PartContainer {
    /// Sets the text before the first record of the input: parts begin with it, and close like an array with that
    /// beginning.
    pub(super) fn open(&mut self, gap: &[u8]) {
        if self.framing != Framing::Array {
            return;
        }
        self.opening = gap.to_vec();
        let inner = gap.iter().position(|byte| *byte == b'[').and_then(|at| gap.get(at + 1..)).unwrap_or_default();
        let line = inner.iter().position(|byte| *byte == b'\n').and_then(|at| inner.get(..=at));
        let line = line.map(|line| if line.ends_with(b"\r\n") { &b"\r\n"[..] } else { b"\n" });
        self.closing = [line.unwrap_or_default(), b"]", line.unwrap_or(b"\n")].concat();
    }
}

/// A part that is not complete.
struct OpenPart {
    file: BufWriter<File>,
    path: PathBuf,
    lines: Option<JsonLines>,
    written: u64,
    records: u64,
}

/// The files of a new folder.
pub(super) struct PartFiles {
    folder: NewFolder,
    stems: UniqueNames,
    open: Option<OpenPart>,
    pub(super) files: u64,
}

impl std::fmt::Debug for PartFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartFiles").field("files", &self.files).finish_non_exhaustive()
    }
}

impl PartFiles {
    pub(super) fn open(target: &Path) -> Result<Self, SinkError> {
        Ok(Self { folder: NewFolder::open(target)?, stems: UniqueNames::default(), open: None, files: 0 })
    }

    /// A unique name for the parts of an input.
    pub(super) fn stem(&mut self, stem: &str) -> String {
        self.stems.unique(stem)
    }

    /// Creates a file; its name is a path in the folder.
    fn create(&mut self, path: PathBuf, container: &PartContainer) -> Result<&mut OpenPart, PassFailure> {
        let file = self.folder.create(&path).map_err(|error| self.failed(&path, error))?;
        let lines = container.is_lines.then(JsonLines::default);
        self.files += 1;
        Ok(self.open.insert(OpenPart { file: BufWriter::new(file), path, lines, written: 0, records: 0 }))
    }

    fn failed(&self, path: &Path, error: io::Error) -> PassFailure {
        SinkError::io("write", self.folder.target().join(path).display().to_string(), error).into()
    }

    /// The number of bytes and records of the open part. `None`: there is none.
    pub(super) fn size(&self) -> Option<(u64, u64)> {
        self.open.as_ref().map(|part| (part.written, part.records))
    }

    /// Adds a record to the open part, or to a new one with this name.
    pub(super) fn add(
        &mut self,
        record: &PassedRecord<'_>,
        name: impl FnOnce() -> PathBuf,
        container: &mut PartContainer,
    ) -> Result<(), PassFailure> {
        if self.open.is_none() {
            self.create(name(), container)?;
            self.write(std::mem::take(&mut container.mark))?;
        }
        let is_first = self.open.as_ref().is_some_and(|part| part.records == 0);
        let is_opened = is_first && container.framing == Framing::Array;
        self.write(if is_opened { &container.opening } else { record.gap })?;
        self.write(record.bytes)?;
        self.write(record.line_end)?;
        if let Some(part) = &mut self.open {
            part.records += 1;
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), PassFailure> {
        let Some(part) = &mut self.open else { return Ok(()) };
        let bytes = part.lines.as_mut().map_or(bytes, |lines| lines.add(bytes));
        part.written += bytes.len() as u64;
        let done = part.file.write_all(bytes);
        done.map_err(|error| self.failed_part(error))
    }

    fn failed_part(&self, error: io::Error) -> PassFailure {
        let path = self.open.as_ref().map(|part| part.path.clone()).unwrap_or_default();
        self.failed(&path, error)
    }

    /// Ends the open part with this text.
    pub(super) fn close(&mut self, tail: &[u8]) -> Result<(), PassFailure> {
        self.write(tail)?;
        let Some(mut part) = self.open.take() else { return Ok(()) };
        let end = part.lines.as_mut().map_or(&b""[..], |lines| lines.end());
        let done = part.file.write_all(end).and_then(|()| part.file.flush());
        done.map_err(|error| self.failed(&part.path, error))
    }

    /// After the last of `count` parts of an input: if numbers have more digits than expected, all names are padded, so
    /// that they sort correctly.
    pub(super) fn widen(&self, stem: &str, extension: &str, count: u64) -> Result<(), PassFailure> {
        let digits = count.to_string().len();
        if digits <= DIGITS {
            return Ok(());
        }
        for number in 1..=count {
            let (old, new) = (part_name(stem, number, DIGITS, extension), part_name(stem, number, digits, extension));
            if old != new {
                let root = self.folder.path();
                std::fs::rename(root.join(&old), root.join(&new)).map_err(|error| self.failed(&new, error))?;
            }
        }
        Ok(())
    }

    /// Moves the folder to its final place. Without this call, it is deleted.
    pub(super) fn finish(self) -> Result<u64, SinkError> {
        crate::stream::sync_file_system(self.folder.path());
        self.folder.finish()?;
        Ok(self.files)
    }
}

/// The name of a part: `chats-00001.jsonl`.
pub(super) fn part_path(stem: &str, number: u64, extension: &str) -> PathBuf {
    part_name(stem, number, DIGITS, extension)
}

fn part_name(stem: &str, number: u64, digits: usize, extension: &str) -> PathBuf {
    PathBuf::from(format!("{stem}-{number:0digits$}.{extension}"))
}
