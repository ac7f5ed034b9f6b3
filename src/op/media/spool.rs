//! Long runs of base64: they are decoded into files while they are read, until their meaning is known.
//!
//! A media file gets its final name; other bytes are encoded again where they were.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use sha2::{Digest as _, Sha256};

use super::base64::{DecodeError, Spelling, encode};
use super::decoder::Decoder;
use crate::stream::{Batch, LongRuns, ScratchFile, SinkError};

/// The maximum number of runs that are indexed for repeated bytes.
const MOST_KNOWN: usize = 1000;

/// A run that was taken out of a record.
#[derive(Debug)]
pub(super) struct Spooled {
    /// `None`: no file is written.
    file: Mutex<SpoolLocation>,
    /// The SHA-256 of its bytes.
    pub(super) hash: [u8; 32],
    /// The number of bytes.
    pub(super) size: u64,
    /// The first bytes.
    pub(super) head: Vec<u8>,
    /// Their spelling; `None`: a text that is not base64, or would be encoded differently.
    pub(super) spelling: Option<Spelling>,
    /// The text contains a slash without a backslash.
    pub(super) has_plain_slashes: bool,
}

/// The storage of the bytes.
#[derive(Debug)]
enum SpoolLocation {
    Nowhere,
    Scratch(ScratchFile),
    Named(PathBuf),
}

/// A run in a batch.
#[derive(Debug)]
pub(super) struct SpooledAt {
    /// The span of the placeholder.
    pub(super) at: Range<usize>,
    /// The placeholder.
    pub(super) word: String,
    /// The run that the placeholder replaces.
    pub(super) run: Arc<Spooled>,
}

/// Runs that are stored only here.
#[derive(Debug)]
pub(super) struct Spool {
    folder: PathBuf,
    /// The folder existed before.
    is_old: bool,
    /// No file is written.
    is_dry: bool,
    /// A text cannot contain the placeholders.
    nonce: String,
    shared: Mutex<SpoolState>,
}

#[derive(Debug, Default)]
struct SpoolState {
    number: u64,
    words: HashMap<String, Arc<Spooled>>,
    /// Equal bytes are stored once.
    known: HashMap<([u8; 32], Option<Spelling>), Weak<Spooled>>,
    failure: Option<SinkError>,
}

impl Spool {
    pub(super) fn new(folder: &Path, is_dry: bool) -> Arc<Self> {
        let nonce = uuid::Uuid::new_v4().simple().to_string();
        let (folder, is_old) = (folder.to_owned(), folder.exists());
        Arc::new(Self { folder, is_old, is_dry, nonce, shared: Mutex::default() })
    }

    /// The receiver of runs.
    pub(super) fn runs(self: &Arc<Self>) -> Box<dyn LongRuns> {
        Box::new(Filler { spool: Arc::clone(self), run: None })
    }

    /// The reason why a run cannot be stored.
    pub(super) fn failure(&self) -> Option<SinkError> {
        self.lock().failure.take()
    }

    /// Receives the runs of a batch.
    pub(super) fn claim(&self, batch: &Batch) -> Vec<SpooledAt> {
        let mut shared = self.lock();
        let claimed = batch.changes.runs.iter().filter_map(|run| {
            let at = run.start..run.end;
            let word = std::str::from_utf8(batch.bytes().get(at.clone())?).ok()?;
            shared.words.remove_entry(word).map(|(word, run)| SpooledAt { at, word, run })
        });
        claimed.collect()
    }

    fn lock(&self) -> MutexGuard<'_, SpoolState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        self.lock().words.clear();
        if !self.is_old && !self.is_dry {
            // The folder is kept if it contains anything.
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

impl Spooled {
    /// Gives the bytes their final name, unless they have one. Does nothing if no file is written.
    pub(super) fn publish(&self, path: &Path) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *file, SpoolLocation::Named(path.to_owned())) {
            SpoolLocation::Scratch(scratch) => scratch.publish(path),
            // Equal bytes have one name.
            SpoolLocation::Named(_) => Ok(()),
            SpoolLocation::Nowhere => {
                *file = SpoolLocation::Nowhere;
                Ok(())
            }
        }
    }

    /// Writes the original text of a run.
    pub(super) fn text<E: From<io::Error>>(&self, each: &mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let opened = match &*self.file.lock().unwrap_or_else(PoisonError::into_inner) {
            SpoolLocation::Nowhere => return Ok(()),
            SpoolLocation::Scratch(scratch) => File::open(scratch.path()),
            SpoolLocation::Named(path) => File::open(path),
        };
        let mut file = opened?;
        if let Some(spelling) = self.spelling {
            return encode(&mut file, spelling, each).map(drop);
        }
        let mut block = vec![0; 64 * 1024];
        loop {
            match file.read(&mut block) {
                Ok(0) => return Ok(()),
                Ok(length) => each(block.get(..length).unwrap_or_default())?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Receives the runs one after the other.
#[derive(Debug)]
struct Filler {
    spool: Arc<Spool>,
    run: Option<OpenRun>,
}

/// An unfinished run.
#[derive(Debug)]
struct OpenRun {
    decoder: Decoder,
    /// The run is not base64: its text is stored.
    is_text: bool,
    out: RunFile,
}

/// Bytes that are being written to a file.
#[derive(Debug)]
struct RunFile {
    file: Option<ScratchFile>,
    hasher: Sha256,
    head: Vec<u8>,
    size: u64,
}

impl RunFile {
    fn new(spool: &Spool) -> io::Result<Self> {
        let file = if spool.is_dry {
            None
        } else {
            fs::create_dir_all(&spool.folder)?;
            Some(ScratchFile::new(&spool.folder)?)
        };
        Ok(Self { file, hasher: Sha256::new(), head: Vec::new(), size: 0 })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.head.is_empty() {
            self.head.extend_from_slice(bytes.get(..64).unwrap_or(bytes));
        }
        self.size += bytes.len() as u64;
        self.hasher.update(bytes);
        self.file.as_mut().map_or(Ok(()), |file| file.file()?.write_all(bytes))
    }
}

impl OpenRun {
    /// Continues with the text itself.
    fn give_up(&mut self, spool: &Spool) -> io::Result<()> {
        let mut out = RunFile::new(spool)?;
        if let Some(file) = &self.out.file {
            let mut bytes = File::open(file.path())?;
            encode(&mut bytes, self.decoder.spelling(), &mut |text| out.write(text))?;
        }
        out.write(&std::mem::take(&mut self.decoder.left))?;
        (self.is_text, self.out) = (true, out);
        Ok(())
    }

    fn take(&mut self, bytes: &[u8], spool: &Spool) -> io::Result<()> {
        if self.is_text {
            return self.out.write(bytes);
        }
        let Self { decoder, out, .. } = self;
        let mut failure = None;
        let result = decoder.feed(bytes, &mut |bytes| keep_first_error(out.write(bytes), &mut failure));
        self.settle(result, failure, spool)
    }

    fn settle(&mut self, result: Result<(), DecodeError>, failure: Option<io::Error>, spool: &Spool) -> io::Result<()> {
        match (result, failure) {
            (Ok(()), None) => Ok(()),
            (_, Some(failure)) => Err(failure),
            (Err(_), None) => self.give_up(spool),
        }
    }

    fn end(mut self, spool: &Spool) -> io::Result<Spooled> {
        if !self.is_text {
            let Self { decoder, out, .. } = &mut self;
            let mut failure = None;
            let result = decoder.finish(&mut |bytes| keep_first_error(out.write(bytes), &mut failure));
            self.settle(result, failure, spool)?;
        }
        let Self { decoder, is_text, out } = self;
        Ok(Spooled {
            file: Mutex::new(out.file.map_or(SpoolLocation::Nowhere, SpoolLocation::Scratch)),
            hash: out.hasher.finalize().into(),
            size: out.size,
            head: out.head,
            spelling: (!is_text).then(|| decoder.spelling()),
            has_plain_slashes: decoder.has_plain_slashes(),
        })
    }
}

/// Stores the reason of a failure.
fn keep_first_error(result: io::Result<()>, failure: &mut Option<io::Error>) -> io::Result<()> {
    result.map_err(|error| {
        *failure = Some(error);
        io::Error::other("not written")
    })
}

impl Filler {
    fn kept<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let path = self.spool.folder.display().to_string();
            self.spool.lock().failure = Some(SinkError::io("create a file in", path, error));
            io::Error::other("a media file cannot be kept")
        })
    }
}

impl LongRuns for Filler {
    fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut run = match self.run.take() {
            Some(run) => run,
            None => OpenRun { decoder: Decoder::default(), is_text: false, out: self.kept(RunFile::new(&self.spool))? },
        };
        let result = run.take(bytes, &self.spool);
        self.run = Some(run);
        self.kept(result)
    }

    fn end(&mut self) -> io::Result<String> {
        let Some(run) = self.run.take() else { return Ok(String::new()) };
        let spooled = self.kept(run.end(&self.spool))?;
        let mut shared = self.spool.lock();
        let key = (spooled.hash, spooled.spelling);
        let known = shared.known.get(&key).and_then(Weak::upgrade);
        let spooled = known.unwrap_or_else(|| Arc::new(spooled));
        if shared.known.len() > MOST_KNOWN {
            shared.known.retain(|_, it| it.strong_count() > 0);
        }
        shared.known.insert(key, Arc::downgrade(&spooled));
        shared.number += 1;
        let word = format!("{}{:016x}", self.spool.nonce, shared.number);
        shared.words.insert(word.clone(), spooled);
        Ok(word)
    }
}
