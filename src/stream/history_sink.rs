//! A folder of sessions as an output.

use crate::json::short_lists;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use super::error::SinkError;
use super::existing_folder::ExistingFolder;
use super::new_folder::NewFolder;
use crate::format::Folder;
use crate::json::quoted;
use crate::model::uuid_v5;

/// A session that is written.
#[derive(Clone, Debug)]
pub struct SessionOutput {
    /// Its id, which is the name of its file.
    pub id: String,
    /// The id was generated: another one will do if two are the same.
    pub is_made: bool,
    /// The members after the id in its entry.
    pub rest: String,
    /// The entry as the source had it; then the two before are not asked.
    pub line: Option<String>,
    /// By which the index is sorted.
    pub updated: String,
}

/// Where the sessions go.
#[derive(Debug)]
enum FolderPlace {
    /// A new folder.
    New(NewFolder),
    /// A folder that has others.
    Existing(ExistingFolder),
}

/// A folder of sessions that is being written.
#[derive(Debug)]
pub struct HistorySink {
    folder: &'static Folder,
    output: FolderPlace,
    /// The entries, and when each was updated. Everything else is in files.
    index: Vec<(String, String)>,
    /// Ids in lower case: some systems cannot tell names apart that differ in case only.
    ids: HashSet<String>,
}

impl HistorySink {
    /// Opens an output. `target` must not exist, or be an empty folder.
    ///
    /// # Errors
    /// There is something already, or no folder can be created next to it.
    pub fn open(target: &Path, folder: &'static Folder) -> Result<Self, SinkError> {
        let output = NewFolder::open(target)?;
        let failed = |error: io::Error| SinkError::creating(target.display().to_string(), &error);
        fs::create_dir(output.path().join(folder.sessions)).map_err(failed)?;
        Ok(Self { folder, output: FolderPlace::New(output), index: Vec::new(), ids: HashSet::new() })
    }

    /// Opens a folder of sessions to which others are added; where there is none, a new one is written.
    ///
    /// # Errors
    /// There is something else, or the index has an old layout.
    pub fn add_to(target: &Path, folder: &'static Folder) -> Result<Self, SinkError> {
        match ExistingFolder::open(target, folder)? {
            Some(existing) => {
                Ok(Self { folder, output: FolderPlace::Existing(existing), index: Vec::new(), ids: HashSet::new() })
            }
            None => Self::open(target, folder),
        }
    }

    /// Writes the file of a session and keeps its entry.
    ///
    /// # Errors
    /// The system rejects, or the index has the id already.
    pub fn add(&mut self, session: SessionOutput, bytes: &[u8]) -> Result<(), SinkError> {
        let SessionOutput { mut id, is_made, rest, line, updated } = session;
        let mut count = 1;
        while !self.ids.insert(id.to_lowercase()) {
            if !is_made {
                return Err(SinkError::Twice(id));
            }
            count += 1;
            id = uuid_v5(&uuid::Uuid::NAMESPACE_OID, format!("{count} {id}").as_bytes()).to_string();
        }
        match &mut self.output {
            FolderPlace::New(output) => write_session(output, self.folder, &id, bytes)?,
            FolderPlace::Existing(existing) if existing.has(&id, bytes) => return Err(SinkError::Present(id)),
            FolderPlace::Existing(existing) => existing.add(&id, bytes)?,
        }
        self.index.push((updated, line.unwrap_or_else(|| format!("{{\"id\":{}{rest}", quoted(&id)))));
        Ok(())
    }

    /// Writes the index and makes the folder final. Without this call there is none.
    ///
    /// # Errors
    /// The system rejects, or something appeared at its place meanwhile.
    pub fn finish(mut self, is_sorted: bool) -> Result<(), SinkError> {
        if !is_sorted {
            short_lists::sort_by(&mut self.index, |(a, _), (b, _)| b.cmp(a));
        }
        let lines: Vec<_> = self.index.into_iter().map(|(_, line)| line).collect();
        let output = match self.output {
            FolderPlace::New(output) => output,
            FolderPlace::Existing(existing) => return existing.finish(&lines),
        };
        let name = output.target().display().to_string();
        let write = || {
            let Some(name) = self.folder.indexes.first() else { return Ok(()) };
            let mut file = io::BufWriter::new(output.create(Path::new(name))?);
            for line in &lines {
                file.write_all(line.as_bytes())?;
                file.write_all(b"\n")?;
            }
            file.into_inner()?.sync_all()
        };
        write().map_err(|error| SinkError::io("write", &name, error))?;
        output.finish()
    }
}

fn write_session(output: &NewFolder, folder: &Folder, id: &str, bytes: &[u8]) -> Result<(), SinkError> {
    let path = Path::new(folder.sessions).join(format!("{id}.jsonl"));
    let shown = output.target().join(&path);
    let write = || {
        let mut file = output.create(&path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(|error| SinkError::io("write", shown.display().to_string(), error))
}
