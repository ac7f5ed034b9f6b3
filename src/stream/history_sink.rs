//! A folder of sessions as an output: it is written beside its place and renamed, so it appears as a whole or not at all.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::error::SinkError;
use super::sink::{folder_of, forget, hold, remember, sync_folder};
use crate::format::Folder;
use crate::json::quoted;

/// A session that is written.
#[derive(Clone, Debug)]
pub struct SessionOutput {
    /// Its id, which is the name of its file.
    pub id: String,
    /// The id was made up: another one will do if two are the same.
    pub is_made: bool,
    /// The members after the id in its entry.
    pub rest: String,
    /// The entry as the source had it; then the two before are not asked.
    pub line: Option<String>,
    /// By which the index is sorted.
    pub updated: String,
}

/// A folder of sessions that is being written.
#[derive(Debug)]
pub struct HistorySink {
    folder: &'static Folder,
    target: PathBuf,
    temporary: TempDir,
    /// The entries, and when each was updated. Everything else is in files.
    index: Vec<(String, String)>,
    /// Ids in lower case: some systems cannot tell names apart that differ in case only.
    ids: HashSet<String>,
}

impl HistorySink {
    /// Opens an output. `target` must not exist, or be an empty folder.
    ///
    /// # Errors
    /// There is something already, or no folder can be created beside it.
    pub fn open(target: &Path, folder: &'static Folder) -> Result<Self, SinkError> {
        let name = target.display().to_string();
        match fs::read_dir(target) {
            Ok(mut entries) => {
                if entries.next().is_some() || target.is_symlink() {
                    return Err(SinkError::NotEmpty(name));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && !target.is_symlink() => {}
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                return Err(SinkError::io("look at", name, error));
            }
            Err(_) => return Err(SinkError::NotEmpty(name)),
        }
        let failed = |error| SinkError::io("create a folder beside", &name, error);
        let prefix = format!(".{}.turnwise-", target.file_name().unwrap_or_default().to_string_lossy());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        // Readable as any other new folder is: the process's mask applies.
        #[cfg(unix)]
        let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let temporary = builder.tempdir_in(folder_of(target)).map_err(failed)?;
        remember(temporary.path());
        fs::create_dir(temporary.path().join(folder.sessions)).map_err(failed)?;
        Ok(Self { folder, target: target.to_owned(), temporary, index: Vec::new(), ids: HashSet::new() })
    }

    /// Writes the file of a session and keeps its entry.
    ///
    /// # Errors
    /// The system refuses, or the index has the id already.
    pub fn add(&mut self, session: SessionOutput, bytes: &[u8]) -> Result<(), SinkError> {
        let SessionOutput { mut id, is_made, rest, line, updated } = session;
        let mut count = 1;
        while !self.ids.insert(id.to_lowercase()) {
            if !is_made {
                return Err(SinkError::Twice(id));
            }
            count += 1;
            id = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, format!("{count} {id}").as_bytes()).to_string();
        }
        let path = self.temporary.path().join(self.folder.sessions).join(format!("{id}.jsonl"));
        let shown = self.target.join(self.folder.sessions).join(format!("{id}.jsonl"));
        let write = || {
            let _held = hold();
            let mut file = File::create_new(&path)?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        write().map_err(|error| SinkError::io("write", shown.display().to_string(), error))?;
        self.index.push((updated, line.unwrap_or_else(|| format!("{{\"id\":{}{rest}", quoted(&id)))));
        Ok(())
    }

    /// Writes the index and makes the folder final. Without this call there is none.
    ///
    /// # Errors
    /// The system refuses, or something appeared at its place meanwhile.
    pub fn finish(mut self, is_sorted: bool) -> Result<(), SinkError> {
        let name = self.target.display().to_string();
        if !is_sorted {
            self.index.sort_by(|(a, _), (b, _)| b.cmp(a));
        }
        let root = self.temporary.path().to_owned();
        let write = |index: &[(String, String)]| {
            let Some(name) = self.folder.indexes.first() else { return Ok(()) };
            let mut file = io::BufWriter::new(File::create_new(root.join(name))?);
            for (_, line) in index {
                file.write_all(line.as_bytes())?;
                file.write_all(b"\n")?;
            }
            file.into_inner()?.sync_all()
        };
        write(&self.index).map_err(|error| SinkError::io("write", &name, error))?;
        fs::rename(&root, &self.target).map_err(|error| SinkError::io("replace", &name, error))?;
        forget(&root);
        // It has moved; nothing is left to be removed.
        let _ = self.temporary.keep();
        sync_folder(&self.target);
        Ok(())
    }
}
