//! Resolves the path of an output.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::error::SinkError;

/// The file that a path leads to, through at most 40 links, the last of which may lead to nothing.
///
/// # Errors
/// There are more links.
pub fn follow(path: &Path) -> Result<PathBuf, SinkError> {
    let mut target = path.to_owned();
    for _ in 0..40 {
        if is_descriptor(&target) {
            return Ok(target);
        }
        match fs::read_link(&target) {
            Ok(link) => target = target.parent().map_or(link.clone(), |parent| parent.join(&link)),
            Err(_) => return Ok(target),
        }
    }
    Err(SinkError::Links(path.display().to_string()))
}

/// The same with what is there. One call is enough for a path that is not a link.
pub(super) fn follow_to_file(path: &Path) -> Result<(PathBuf, io::Result<Metadata>), SinkError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_symlink() => Ok((path.to_owned(), Ok(metadata))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((path.to_owned(), Err(error))),
        Ok(_) | Err(_) => {
            let target = follow(path)?;
            let metadata = fs::metadata(&target);
            Ok((target, metadata))
        }
    }
}

/// True for a file that another program has opened and handed over: `/dev/fd/3`.
#[must_use]
pub fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/proc/self/fd"].iter().any(|descriptors| path.starts_with(descriptors))
}
