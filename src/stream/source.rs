//! Inputs: a file or standard input, decompressed, with a window on its beginning.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use simdutf8::compat::from_utf8;

use super::coalesced_log::RowJournal;
use super::decompress::{self, Bomb, Compression};
use super::encoding::{self, Alien, MARK};
use super::error::SourceError;
use super::event_stream::{self, read_full};
use super::folded::FoldedStream;
use super::history::{FolderFault, History};
use super::pipe_size::enlarge_pipe;
use super::progress::Counted;
use super::redact::Redactor;
use super::source_options::{Identity, SourceOptions, extension_of};
use crate::format::Folder;
use crate::json::{Tape, utf8_text};

/// The size of the window in which format and framing are detected, unless they need more.
pub const WINDOW: usize = 64 * 1024;
/// A head that is shorter grows fourfold, a longer one twofold.
const SHORT_HEAD: usize = 4 * 1024 * 1024;

/// An input that is being read.
pub struct Source {
    pub(super) reader: Box<dyn Read + Send>,
    pub(super) head: SourceHead,
    pub(super) file: SourceFile,
    pub(super) has_mark: bool,
    pub(super) taken: Arc<AtomicU64>,
    options: SourceOptions,
    /// The sessions, if it is a folder of them.
    history: Option<History>,
    /// What is omitted from the archive that it is in.
    pub(super) left_out: Vec<FolderFault>,
    redactor: Option<Redactor>,
    /// The rows that were coalesced, if rows are.
    pub(super) coalesced: Option<RowJournal>,
    /// The recorded stream that it is.
    pub(super) folded: Option<FoldedStream>,
}

/// The beginning of an input, which was read ahead.
#[derive(Debug, Default)]
pub(super) struct SourceHead {
    /// Bytes that were read but not handed on.
    pub(super) bytes: Vec<u8>,
    /// The number of these bytes that were handed on.
    pub(super) handed: usize,
    /// The error that ended reading ahead.
    pub(super) failed: Option<SourceError>,
    /// The whole input is in `bytes`.
    pub(super) is_whole: bool,
}

/// The file of an input, or what takes its place.
#[derive(Debug)]
pub(super) struct SourceFile {
    /// As messages show it.
    name: String,
    extension: String,
    /// Its bytes, where they are known and the file is not compressed.
    pub(super) size: Option<u64>,
    pub(super) identity: Option<Identity>,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("name", &self.file.name).finish_non_exhaustive()
    }
}

impl Source {
    /// Opens a file.
    ///
    /// # Errors
    /// The file cannot be opened or read, is a folder, or is no UTF-8 text.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        Self::open_with(path, SourceOptions::default())
    }

    /// The same with options.
    ///
    /// # Errors
    /// Those of [`Source::open`].
    pub fn open_with(path: &Path, options: SourceOptions) -> Result<Self, SourceError> {
        let file = File::open(path).map_err(SourceError::Open)?;
        let metadata = file.metadata().map_err(SourceError::Open)?;
        if metadata.is_dir() {
            return Err(SourceError::Folder);
        }
        let name = path.display().to_string();
        let size = metadata.is_file().then_some(metadata.len());
        if size.is_none() {
            enlarge_pipe(&file);
        }
        Self::new(file, name, size, Some(Identity::of(&metadata)), options)
    }

    /// Reads standard input, or anything else that has no path. `name` is shown in messages.
    ///
    /// # Errors
    /// The input cannot be read or is no UTF-8 text.
    pub fn from_reader(reader: impl Read + Send + 'static, name: &str) -> Result<Self, SourceError> {
        Self::from_reader_with(reader, name, SourceOptions::default())
    }

    /// The same with options.
    ///
    /// # Errors
    /// Those of [`Source::from_reader`].
    pub fn from_reader_with(
        reader: impl Read + Send + 'static,
        name: &str,
        options: SourceOptions,
    ) -> Result<Self, SourceError> {
        Self::new(reader, name.to_owned(), None, None, options)
    }

    /// Reads what is in memory.
    ///
    /// # Errors
    /// Those of [`Source::from_reader`].
    pub fn from_bytes(bytes: Vec<u8>, name: &str) -> Result<Self, SourceError> {
        let size = bytes.len() as u64;
        Self::new(io::Cursor::new(bytes), name.to_owned(), Some(size), None, SourceOptions::default())
    }

    /// Opens a folder of sessions, one that [`History::find`] found.
    ///
    /// # Errors
    /// The folder or its index cannot be read.
    pub fn open_history(root: &Path, folder: &'static Folder) -> Result<Self, SourceError> {
        let history = History::open(root, folder)?;
        let name = root.display().to_string();
        let mut source = Self::new(io::empty(), name, None, None, SourceOptions::default())?;
        source.history = Some(history);
        Ok(source)
    }

    /// The sessions, if this is a folder of them.
    #[must_use]
    pub fn history(&self) -> Option<&History> {
        self.history.as_ref()
    }

    pub(super) fn take_history(&mut self) -> Option<History> {
        self.history.take()
    }

    /// Secrets are replaced before anything but the beginning of the input is looked at.
    pub fn redact(&mut self, redactor: Redactor) {
        self.redactor = Some(redactor);
    }

    pub(super) fn take_redactor(&mut self) -> Option<Redactor> {
        self.redactor.take()
    }

    pub(super) fn new(
        reader: impl Read + Send + 'static,
        name: String,
        size: Option<u64>,
        identity: Option<Identity>,
        options: SourceOptions,
    ) -> Result<Self, SourceError> {
        let taken = Arc::new(AtomicU64::new(0));
        let mut counted = Counted { inner: reader, taken: Arc::clone(&taken) };
        let mut magic = vec![0; 4];
        let found = read_full(&mut counted, &mut magic).map_err(SourceError::Read)?;
        magic.truncate(found);
        let compression = Compression::of(&magic, &name);
        let first = magic.first().copied();
        let whole = io::Cursor::new(magic).chain(counted);
        let (reader, is_binary) = if compression == Compression::None {
            event_stream::open(Box::new(whole), first == Some(0))
        } else {
            let reader = decompress::open(whole, compression, Arc::clone(&taken), options).map_err(read_error)?;
            event_stream::open(reader, true)
        }
        .map_err(read_error)?;
        let extension = extension_of(&name);
        let size = size.filter(|_| compression == Compression::None && !is_binary);
        let mut source = Self {
            reader,
            head: SourceHead::default(),
            file: SourceFile { name, extension, size, identity },
            has_mark: false,
            taken,
            options,
            history: None,
            left_out: Vec::new(),
            redactor: None,
            coalesced: None,
            folded: None,
        };
        source.fill_head()?;
        Ok(source)
    }

    /// Reads until there is enough to judge: 64 KiB, the end, or a first line that is complete.
    fn fill_head(&mut self) -> Result<(), SourceError> {
        // A small file needs no whole window: one byte more shows its end.
        let size =
            self.file.size.and_then(|size| usize::try_from(size).ok()).map_or(WINDOW, |size| size.min(WINDOW - 1) + 1);
        let mut buffer = vec![0; size];
        let (mut tape, mut has_line) = (Tape::new(), self.file.size.is_some());
        while self.head.bytes.len() < WINDOW {
            let room = (WINDOW - self.head.bytes.len()).min(size);
            let count = self.read_some(buffer.get_mut(..room).unwrap_or_default())?;
            if count == 0 {
                self.head.is_whole = true;
                break;
            }
            let start = self.head.bytes.len();
            self.head.bytes.extend_from_slice(buffer.get(..count).unwrap_or_default());
            if has_line {
                continue;
            }
            let line = memchr::memchr(b'\n', self.head.bytes.get(start..).unwrap_or_default());
            let line = line.and_then(|end| self.head.bytes.get(..start + end));
            has_line = line.is_some();
            let is_complete = (has_line && self.options.is_lines)
                || line.and_then(|line| std::str::from_utf8(line).ok()).is_some_and(|line| tape.parse(line).is_ok());
            // JSON Lines are not judged by their first line. A terminal or a slow pipe: what is there is enough, nobody should wait for more.
            if is_complete {
                break;
            }
        }
        match encoding::alien(&self.head.bytes).filter(|_| !self.options.is_lines) {
            Some(Alien::Encoding(name)) => return Err(SourceError::Encoding(name)),
            Some(Alien::Foreign(what)) => return Err(SourceError::Foreign(what)),
            None => {}
        }
        if self.head.bytes.starts_with(MARK) {
            self.head.bytes.drain(..MARK.len());
            self.has_mark = true;
        }
        Ok(())
    }

    /// Reads more of the input into the head: first a whole window, then two to four times its length. Returns false at the end of
    /// the input, or if the head is not UTF-8.
    pub fn look_further(&mut self) -> bool {
        let is_broken =
            !self.options.is_lines && from_utf8(&self.head.bytes).is_err_and(|error| error.error_len().is_some());
        if self.head.is_whole || is_broken || self.head.failed.is_some() || self.head.handed > 0 {
            return false;
        }
        let start = self.head.bytes.len();
        let more = match start {
            0..WINDOW => WINDOW - start,
            // Each time, all of it is parsed again.
            WINDOW..SHORT_HEAD => start * 3,
            _ => start,
        };
        let (mut bytes, end) = (std::mem::take(&mut self.head.bytes), start + more);
        while bytes.len() < end && !self.head.is_whole && self.head.failed.is_none() {
            // `read_to_end` would zero its whole buffer before each read.
            let from = bytes.len();
            bytes.resize(end.min(from + WINDOW), 0);
            let count = self.read_some(bytes.get_mut(from..).unwrap_or_default());
            self.head.is_whole = matches!(count, Ok(0));
            bytes.truncate(from + count.as_ref().map_or(0, |count| *count));
            self.head.failed = count.err();
        }
        self.head.bytes = bytes;
        self.head.bytes.len() > start || self.head.is_whole
    }

    /// Puts a reader around the one of the input. False if something was read: it would be missing.
    pub(super) fn wrap(&mut self, around: impl FnOnce(Box<dyn Read + Send>) -> Box<dyn Read + Send>) -> bool {
        if self.head.failed.is_some() || self.head.handed > 0 {
            return false;
        }
        let head = io::Cursor::new(std::mem::take(&mut self.head.bytes));
        let rest = std::mem::replace(&mut self.reader, Box::new(io::empty()));
        self.reader = around(Box::new(head.chain(rest)));
        (self.file.size, self.head.is_whole) = (None, false);
        true
    }

    fn read_some(&mut self, buffer: &mut [u8]) -> Result<usize, SourceError> {
        loop {
            match self.reader.read(buffer) {
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(read_error(error)),
            }
        }
    }

    /// Reads the next bytes, the head included. 0 means the end.
    ///
    /// # Errors
    /// Reading failed, or compressed input expands too much.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<usize, SourceError> {
        let head = self.head.bytes.get(self.head.handed..).unwrap_or_default();
        if !head.is_empty() {
            let count = head.len().min(buffer.len());
            if let (Some(to), Some(from)) = (buffer.get_mut(..count), head.get(..count)) {
                to.copy_from_slice(from);
            }
            self.head.handed += count;
            if self.head.handed == self.head.bytes.len() {
                (self.head.bytes, self.head.handed) = (Vec::new(), 0);
            }
            return Ok(count);
        }
        if let Some(error) = self.head.failed.take() {
            return Err(error);
        }
        if self.head.is_whole { Ok(0) } else { self.read_some(buffer) }
    }

    /// The first bytes, as far as they are UTF-8. Only before anything was read.
    #[must_use]
    pub fn head(&self) -> &str {
        match from_utf8(&self.head.bytes) {
            Ok(text) => text,
            Err(error) => {
                self.head.bytes.get(..error.valid_up_to()).and_then(|head| from_utf8(head).ok()).unwrap_or_default()
            }
        }
    }

    /// The same where bytes that are not UTF-8 are replaced.
    #[must_use]
    pub fn lossy_head(&self) -> Cow<'_, str> {
        utf8_text(&self.head.bytes)
    }

    /// The input is JSON Lines, whatever its bytes look like.
    #[must_use]
    pub fn is_lines(&self) -> bool {
        self.options.is_lines
    }

    /// Blank lines are records.
    #[must_use]
    pub fn has_blank_records(&self) -> bool {
        self.options.has_blank_records
    }

    /// True if [`Source::head`] is all there is.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.head.is_whole
    }

    /// For messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// `json`, `jsonl`, … without `.gz` and the like.
    #[must_use]
    pub fn extension(&self) -> &str {
        &self.file.extension
    }

    /// Bytes of the file, where they are known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.file.size
    }

    /// The file starts with a byte order mark.
    #[must_use]
    pub fn has_mark(&self) -> bool {
        self.has_mark
    }

    /// The identity of the file, if it is one.
    #[must_use]
    pub fn identity(&self) -> Option<Identity> {
        self.file.identity
    }

    /// Bytes taken from the file so far, before decompression.
    #[must_use]
    pub fn taken(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.taken)
    }
}

fn read_error(error: io::Error) -> SourceError {
    let is_bomb = error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Bomb>);
    if is_bomb { SourceError::Bomb } else { SourceError::Read(error) }
}
