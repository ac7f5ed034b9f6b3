//! Why a file cannot be read or written.

use std::fmt;
use std::io;

/// Why an input cannot be read on.
#[derive(Debug)]
#[non_exhaustive]
pub enum SourceError {
    /// The file cannot be opened.
    Open(io::Error),
    /// Reading failed.
    Read(io::Error),
    /// The bytes are text in another encoding, or no text : `UTF-16LE`.
    Encoding(&'static str),
    /// The bytes are something that contains no text: `a PNG image`.
    Foreign(&'static str),
    /// Compressed input grows beyond what text does.
    Bomb,
    /// The path is a folder.
    Folder,
    /// A file of a folder cannot be read.
    Inside(String, io::Error),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => write!(f, "cannot open: {error}"),
            Self::Read(error) => write!(f, "cannot read: {error}"),
            Self::Encoding(name) => {
                write!(f, "the text is {name}, not UTF-8; convert it first (iconv -f {name} -t UTF-8)")
            }
            Self::Foreign(what) => write!(f, "this is {what}, not JSON"),
            Self::Bomb => f.write_str(
                "the compressed input expands far more than text does; look at it first, or raise --max-expansion (TW006)",
            ),
            Self::Folder => f.write_str("this is a folder"),
            Self::Inside(name, error) => write!(f, "cannot read {name}: {error}"),
        }
    }
}

// The message contains the cause already; handing it out again would print it twice.
impl std::error::Error for SourceError {}

/// Why output cannot be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum SinkError {
    /// An operation on a path failed: what was tried, where, why.
    Io {
        /// `write`, `create a file next to`, `replace`.
        what: &'static str,
        /// The path, or `standard output`.
        path: String,
        /// The system's answer.
        error: io::Error,
    },
    /// The target is a folder.
    Folder(String),
    /// The target is a folder that holds something, or no folder.
    NotEmpty(String),
    /// Two sessions have the same name.
    Twice(String),
    /// The folder has a session of this name.
    Present(String),
    /// The index of the folder is one that no program writes any more.
    OldLayout(String),
    /// The target changed while it was read.
    Changed(String),
    /// Too many links on the way to the target.
    Links(String),
}

impl SinkError {
    pub(crate) fn io(what: &'static str, path: impl Into<String>, error: io::Error) -> Self {
        Self::Io { what, path: path.into(), error }
    }

    /// Nothing can be created next to the path. The system error names a temporary file that the user does not know.
    pub(crate) fn creating(path: impl Into<String>, error: &io::Error) -> Self {
        let kind = error.kind();
        if kind == io::ErrorKind::NotFound {
            return Self::io("write", path, io::Error::new(kind, "its folder does not exist"));
        }
        Self::io("create a file beside", path, io::Error::from(kind))
    }

    /// True if the reader of our output went away.
    #[must_use]
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for SinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { what, path, error } if error.kind() == io::ErrorKind::StorageFull => {
                write!(f, "cannot {what} {path}: no space left on device")
            }
            Self::Io { what, path, error } => write!(f, "cannot {what} {path}: {error}"),
            Self::Folder(path) => write!(f, "cannot write {path}: it is a folder"),
            Self::NotEmpty(path) => {
                write!(
                    f,
                    "cannot write {path}: it exists and is not an empty folder; name another one, or remove it (--add adds sessions to a folder of them)"
                )
            }
            Self::Twice(id) => write!(f, "two sessions are called `{id}`; nothing was written"),
            Self::Present(id) => write!(f, "the folder has a session `{id}` already; nothing was added"),
            Self::OldLayout(path) => write!(
                f,
                "cannot add to {path}: it has no index of today's layout; turnwise convert writes a new folder of it"
            ),
            Self::Changed(path) => write!(f, "{path} changed while it was read; nothing was written"),
            Self::Links(path) => write!(f, "cannot write {path}: too many symbolic links"),
        }
    }
}

impl std::error::Error for SinkError {}
