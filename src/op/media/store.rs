//! A folder of media files, named by content: each is stored once, and written atomically.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

use super::base64::{DecodeError, decode};
use super::name::{Stored, ending};
use super::spool::{Spool, Spooled};
use crate::json::Text;
use crate::rule::sniff;
use crate::stream::{Sink, SinkError, SinkOptions, Target};

use super::base64::Spelling;

/// The store for the bytes of conversations.
#[derive(Debug)]
pub struct MediaStore {
    folder: PathBuf,
    /// No file is written.
    is_dry: bool,
    kept: Mutex<StoreState>,
}

#[derive(Debug, Default)]
struct StoreState {
    names: HashSet<([u8; 32], &'static str)>,
    totals: MediaTotals,
}

/// The properties of bytes.
struct MediaHash {
    hash: [u8; 32],
    size: u64,
    /// The first bytes.
    head: Vec<u8>,
}

/// Statistics of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MediaTotals {
    /// Extracted media files.
    pub media: u64,
    /// Their total number of bytes.
    pub bytes: u64,
    /// Distinct files among them.
    pub files: u64,
    /// Their total number of bytes.
    pub file_bytes: u64,
    /// Files that existed before.
    pub known: u64,
}

impl MediaStore {
    /// A store in `folder`, which is created when it is needed.
    #[must_use]
    pub fn new(folder: &Path, is_dry: bool) -> Self {
        Self { folder: folder.to_owned(), is_dry, kept: Mutex::default() }
    }

    /// The receiver of long runs of base64 until it is known that they belong into the store.
    pub(super) fn spool(&self) -> Arc<Spool> {
        Spool::new(&self.folder, self.is_dry)
    }

    /// The statistics so far.
    #[must_use]
    pub fn totals(&self) -> MediaTotals {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).totals
    }

    /// Stores the bytes of a token. `says_type`: the media type that only the context of the token gives.
    ///
    /// # Errors
    /// The token is not base64 that could be restored exactly, or the file cannot be written.
    pub(super) fn put(&self, data: &Text<'_>, spelling: Spelling, says_type: Option<&str>) -> Result<Stored, PutError> {
        let Text::Token(token) = data else { return Err(PutError::NotBase64) };
        let (mut hasher, mut head, mut size) = (Sha256::new(), Vec::with_capacity(64), 0);
        decode(token, spelling, &mut |piece| {
            if head.is_empty() {
                head.extend_from_slice(piece.get(..piece.len().min(64)).unwrap_or_default());
            }
            size += piece.len() as u64;
            hasher.update(piece);
            Ok(())
        })?;
        let facts = MediaHash { hash: hasher.finalize().into(), size, head };
        let (stored, is_new) = self.count(&facts, spelling, says_type)?;
        if is_new {
            self.write(token, &stored, size)?;
        }
        Ok(stored)
    }

    /// Stores decoded bytes. `has_slashes`: the text that contains them has escaped slashes.
    ///
    /// # Errors
    /// As [`MediaStore::put`].
    pub(super) fn adopt(&self, run: &Spooled, has_slashes: bool, says_type: Option<&str>) -> Result<Stored, PutError> {
        let spelling = run.spelling.filter(|_| !(has_slashes && run.has_plain_slashes)).ok_or(PutError::NotBase64)?;
        let spelling = Spelling { has_slashes, ..spelling };
        let facts = MediaHash { hash: run.hash, size: run.size, head: run.head.clone() };
        let (stored, is_new) = self.count(&facts, spelling, says_type)?;
        let path = self.folder.join(stored.file_name());
        if is_new && !self.is_there(&path, &stored, run.size)? {
            run.publish(&path).map_err(|error| SinkError::io("write", path.display().to_string(), error))?;
        }
        Ok(stored)
    }

    /// Counts a media file; returns its reference, and whether its file has to be written.
    fn count(
        &self,
        facts: &MediaHash,
        spelling: Spelling,
        says_type: Option<&str>,
    ) -> Result<(Stored, bool), PutError> {
        let MediaHash { hash, size, head } = facts;
        if *size == 0 {
            return Err(PutError::NotBase64);
        }
        let found = sniff::of_bytes(head);
        let ending = ending(found);
        let implied = super::name::type_of(ending);
        let media_type = says_type.filter(|said| Some(*said) != implied).map(str::to_owned);
        if media_type.as_ref().is_some_and(|said| !Stored::can_say(said)) {
            return Err(PutError::OddType);
        }
        let stored = Stored { hash: *hash, ending, media_type, spelling };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.totals.media += 1;
        kept.totals.bytes += size;
        let is_new = kept.names.insert((stored.hash, ending));
        if is_new {
            kept.totals.files += 1;
            kept.totals.file_bytes += size;
        }
        Ok((stored, is_new && !self.is_dry))
    }

    /// True if the file already exists with the right content.
    fn is_there(&self, path: &Path, stored: &Stored, size: u64) -> Result<bool, PutError> {
        match fs::symlink_metadata(path) {
            Ok(old) if !old.is_file() => {
                let error = io::Error::new(io::ErrorKind::AlreadyExists, "something that is not a file is in the way");
                Err(PutError::Sink(SinkError::io("write", path.display().to_string(), error)))
            }
            Ok(old) if old.len() == size && hash_of(path).ok() == Some(stored.hash) => {
                self.kept.lock().unwrap_or_else(PoisonError::into_inner).totals.known += 1;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn write(&self, token: &str, stored: &Stored, size: u64) -> Result<(), PutError> {
        let path = self.folder.join(stored.file_name());
        if self.is_there(&path, stored, size)? {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)
            .map_err(|error| SinkError::io("create", self.folder.display().to_string(), error))?;
        let mut sink = Sink::open(&Target::File(path), SinkOptions::default())?;
        let mut failure = None;
        let result = decode(token, stored.spelling, &mut |piece| {
            sink.write_all(piece).map_err(|error| {
                failure = Some(error);
                io::Error::other("not written")
            })
        });
        if let Some(failure) = failure {
            return Err(failure.into());
        }
        result?;
        sink.finish()?;
        Ok(())
    }
}

/// The hash of a file's content.
fn hash_of(path: &Path) -> io::Result<[u8; 32]> {
    hash(&mut File::open(path)?)
}

/// The SHA-256 of the data of a reader.
///
/// # Errors
/// Reading failed.
pub fn hash(reader: &mut dyn Read) -> io::Result<[u8; 32]> {
    let mut hasher = Sha256::new();
    let mut block = vec![0; 64 * 1024];
    loop {
        match reader.read(&mut block) {
            Ok(0) => return Ok(hasher.finalize().into()),
            Ok(length) => hasher.update(block.get(..length).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The reason why bytes are not in the store.
#[derive(Debug)]
pub(super) enum PutError {
    /// The text could not be restored exactly.
    NotBase64,
    /// A reference cannot contain the media type.
    OddType,
    /// The file cannot be written.
    Sink(SinkError),
}

impl From<SinkError> for PutError {
    fn from(error: SinkError) -> Self {
        Self::Sink(error)
    }
}

impl From<DecodeError> for PutError {
    fn from(_: DecodeError) -> Self {
        Self::NotBase64
    }
}
