//! Adds sessions to an existing folder: files first, under temporary names, then the index.
//!
//! Until the index names them, programs see the folder as it was, also after a crash.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::error::SinkError;
use super::history::History;
use super::index::read_index;
use super::sink::{Sink, SinkOptions, Target, create_temporary, hold, sync_folder};
use super::source_options::Identity;
use crate::format::Folder;

/// A folder of sessions that gets more of them.
#[derive(Debug)]
pub(super) struct ExistingFolder {
    folder: &'static Folder,
    root: PathBuf,
    index: PathBuf,
    /// The files that are written, and the names that they will have.
    files: Vec<(TempPath, PathBuf)>,
    /// Ids of the index in lower case.
    pub(super) listed: HashSet<String>,
}

impl ExistingFolder {
    /// Opens a folder of sessions. `None`: there is none at that path.
    pub(super) fn open(path: &Path, folder: &'static Folder) -> Result<Option<Self>, SinkError> {
        let Some((root, _)) = History::find(path, false).filter(|(_, found)| found.format.name == folder.format.name)
        else {
            return Ok(None);
        };
        let current = folder.indexes.first().map(|name| root.join(name)).unwrap_or_default();
        let name = path.display().to_string();
        if !current.is_file() {
            return Err(SinkError::OldLayout(name));
        }
        let index = read_index(&root, folder)
            .map_err(|error| SinkError::io("read the index of", &name, io::Error::other(error.to_string())))?;
        let listed = index.ids.keys().map(|id| id.to_lowercase()).collect();
        Ok(Some(Self { folder, root, index: current, files: Vec::new(), listed }))
    }

    fn path_of(&self, id: &str) -> PathBuf {
        self.root.join(self.folder.sessions).join(format!("{id}.jsonl"))
    }

    /// True if a session of this name is there, in the index or as a file with other bytes.
    pub(super) fn has(&self, id: &str, bytes: &[u8]) -> bool {
        // A run that was stopped may have left the very file.
        self.listed.contains(&id.to_lowercase())
            || fs::read(self.path_of(id)).is_ok_and(|old| old != bytes)
            || self.path_of(id).is_dir()
    }

    /// Writes the file of a session.
    pub(super) fn add(&mut self, id: &str, bytes: &[u8]) -> Result<(), SinkError> {
        let path = self.path_of(id);
        if path.is_file() {
            return Ok(());
        }
        let sessions = self.root.join(self.folder.sessions);
        let mut builder = tempfile::Builder::new();
        builder.prefix(".turnwise-").suffix(".tmp");
        // Readable as any other new file is: the process's mask applies.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let write = || {
            let mut file = create_temporary(|| builder.tempfile_in(sessions))?;
            file.write_all(bytes)?;
            file.as_file().sync_all()?;
            Ok(file.into_temp_path())
        };
        let written = write().map_err(|error| SinkError::io("write", path.display().to_string(), error))?;
        self.files.push((written, path));
        Ok(())
    }

    /// Gives the files their names, then writes the index with these lines after its own.
    pub(super) fn finish(self, lines: &[String]) -> Result<(), SinkError> {
        let name = self.index.display().to_string();
        let failed = |error| SinkError::io("write", name.clone(), error);
        for (written, path) in self.files {
            let temporary = written.to_path_buf();
            // A signal that removes the files meanwhile would remove one that has its name.
            let mut temporaries = hold();
            written
                .persist_noclobber(&path)
                .map_err(|error| SinkError::io("write", path.display().to_string(), error.error))?;
            temporaries.retain(|path| *path != temporary);
        }
        sync_folder(&self.root.join(self.folder.sessions).join("x"));
        // Its program may have written more of it meanwhile.
        let identity = Identity::of(&fs::metadata(&self.index).map_err(&failed)?);
        let mut bytes = fs::read(&self.index).map_err(&failed)?;
        if bytes.last().is_some_and(|last| *last != b'\n') {
            bytes.push(b'\n');
        }
        for line in lines {
            bytes.extend_from_slice(line.as_bytes());
            bytes.push(b'\n');
        }
        let mut sink = Sink::open(
            &Target::File(self.index.clone()),
            SinkOptions { unchanged: Some(identity), ..SinkOptions::default() },
        )?;
        sink.write_all(&bytes)?;
        sink.finish().map(drop)
    }
}
