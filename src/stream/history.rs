//! A folder of sessions as an input: the index is read first, the files of a session when they are needed.

use crate::json::short_lists;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::batch::{Batch, BatchPieces, Cut, LineStart, SessionFile, SessionPiece};
use super::encoding::MARK;
use super::error::SourceError;
use super::index::{Index, read_index};
use super::regular_file::open_regular;
use crate::format::{FOLDERS, Folder};
use crate::json::{JsonError, Problem, Tape};
use crate::report::{Code, Diagnostic, session};

/// A folder of sessions that is being read.
#[derive(Debug)]
pub struct History {
    /// The layout of the sessions of its format.
    pub folder: &'static Folder,
    /// The index puts its sessions in order.
    pub has_index: bool,
    /// Problems of the index and of names of files, and what is lost by them.
    pub faults: Vec<FolderFault>,
    sessions: std::vec::IntoIter<SessionFiles>,
}

/// A part of the folder that is in no record.
#[derive(Clone, Debug)]
pub struct FolderFault {
    /// The finding; `None` if the part is valid.
    pub finding: Option<Diagnostic>,
    /// The loss of a conversion; `None` if nothing is lost.
    pub loss: Option<Diagnostic>,
}

/// The files of a session, in order.
#[derive(Debug)]
struct SessionFiles {
    files: Vec<PathBuf>,
    is_document: bool,
    missing: Option<u64>,
    is_made: bool,
    entry: String,
    line: LineStart,
}

/// Files that may be one session: the layout, then the pieces.
type Group = BTreeMap<Option<u64>, PathBuf>;

impl History {
    /// The folder of sessions at `path` or inside it. `is_wanted`: the user chose folders of sessions, so that no
    /// index is needed.
    #[must_use]
    pub fn find(path: &Path, is_wanted: bool) -> Option<(PathBuf, &'static Folder)> {
        for folder in FOLDERS {
            let is_root = |root: &Path| {
                root.join(folder.sessions).is_dir()
                    && (is_wanted || folder.indexes.iter().any(|name| is_index(&root.join(name), folder)))
            };
            let parent = path.file_name().is_some_and(|name| name == folder.sessions).then(|| path.parent());
            let parent =
                parent.flatten().map(|parent| if parent.as_os_str().is_empty() { Path::new(".") } else { parent });
            let roots = [Some(path.to_owned()), parent.map(Path::to_owned), Some(path.join(folder.hidden))];
            if let Some(root) = roots.into_iter().flatten().find(|root| is_root(root)) {
                return Some((root, folder));
            }
        }
        None
    }

    /// Opens a folder that [`History::find`] found.
    ///
    /// # Errors
    /// The folder or its index cannot be read.
    pub fn open(root: &Path, folder: &'static Folder) -> Result<Self, SourceError> {
        let index = read_index(root, folder)?;
        let mut history =
            Self { folder, has_index: index.has_file, faults: Vec::new(), sessions: Vec::new().into_iter() };
        let place = root.join(folder.sessions);
        let groups = history.groups(&place, &index).map_err(|error| inside(&place, error))?;
        history.sessions = history.order(&place, index, groups).into_iter();
        Ok(history)
    }

    /// The files by session: the id, and the layout they are of.
    fn groups(&mut self, place: &Path, index: &Index) -> io::Result<BTreeMap<(String, usize), Group>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(place)? {
            let path = entry?.path();
            // Through links, but no pipes: nobody may ever write into them.
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_file() => names.push(path),
                Ok(metadata) if !metadata.is_dir() && path.to_string_lossy().contains(".json") => {
                    let what = "this is not a regular file; it is not read";
                    self.fault(
                        self.folder.codes.unlisted,
                        &path,
                        what,
                        "something other than a regular file is skipped",
                    );
                }
                _ => {}
            }
        }
        short_lists::sort_by(&mut names, Ord::cmp);
        let mut groups: BTreeMap<(String, usize), Group> = BTreeMap::new();
        for path in names {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let mut layouts = (self.folder.names)(&name);
            let known = layouts.iter().position(|layout| index.ids.contains_key(&layout.id));
            let rank = known.unwrap_or(layouts.len().saturating_sub(1));
            // Hidden files belong to editors and systems, as in other folders.
            if known.is_none() && name.starts_with('.') {
                continue;
            }
            if layouts.is_empty() {
                if name.contains(".json") {
                    let what = "by its name this file is not a session; it is not read";
                    self.fault(self.folder.codes.unlisted, &path, what, "a file that is not a session is skipped");
                }
                continue;
            }
            let layout = layouts.swap_remove(rank);
            let rank = if layout.is_document { 3 } else { rank };
            groups.entry((layout.id, rank)).or_default().insert(layout.piece, path);
        }
        Ok(groups)
    }

    fn fault(&mut self, code: &'static Code, path: &Path, what: &str, lost: &str) {
        let line = LineStart { file: shown(path), number: 1, column: 1, offset: 0 };
        let finding = Some(line.diagnostic(code, what.to_owned()));
        self.faults.push(FolderFault { finding, loss: Some(line.diagnostic(&session::UNREAD_PART, lost.to_owned())) });
    }

    /// The sessions in the order of the index, then those that it does not have, by name.
    fn order(&mut self, place: &Path, index: Index, mut groups: BTreeMap<(String, usize), Group>) -> Vec<SessionFiles> {
        let mut sessions = Vec::with_capacity(index.entries.len().max(groups.len()));
        let ids: HashMap<usize, String> = index.ids.into_iter().map(|(id, at)| (at, id)).collect();
        for (number, entry) in index.entries.into_iter().enumerate() {
            let id = ids.get(&number).cloned().unwrap_or_default();
            let found = (0..4).find_map(|rank| Some((rank, groups.remove(&(id.clone(), rank))?)));
            let (rank, group) = found.unwrap_or_default();
            let missing = if group.is_empty() { Some(0) } else { missing_piece(&group) };
            sessions.push(SessionFiles {
                files: group.into_values().collect(),
                is_document: rank == 3,
                missing,
                is_made: false,
                entry: entry.text,
                line: entry.line,
            });
        }
        self.faults.extend(index.faults);
        let is_taken: Vec<String> = ids.into_values().collect();
        let is_taken: std::collections::HashSet<&String> = is_taken.iter().collect();
        for ((id, rank), group) in groups {
            // Another layout of a session that the index has: only its file's own name tells the two apart.
            let own = group.values().next().and_then(|path| path.file_stem());
            let own = own.unwrap_or_default().to_string_lossy();
            let id = if is_taken.contains(&id) { own.as_ref() } else { &id };
            let first = group.values().next().cloned().unwrap_or_else(|| place.to_owned());
            sessions.push(SessionFiles {
                missing: missing_piece(&group),
                is_document: rank == 3,
                is_made: true,
                entry: format!("{{\"id\":{}}}", crate::json::quoted(id)),
                line: LineStart { file: shown(&first), number: 1, column: 1, offset: 0 },
                files: group.into_values().collect(),
            });
        }
        sessions
    }

    /// Fills a batch with the next session: its files one after the other, then its entry.
    pub(super) fn next(&mut self, batch: &mut Batch, limit: usize) -> Result<Cut, SourceError> {
        let Some(session) = self.sessions.next() else { return Ok(Cut::End) };
        batch.len = 0;
        (batch.start.line, batch.start.column) = (1, 0);
        let mut parts = Vec::with_capacity(session.files.len());
        let (mut start, mut lines) = (0, 0);
        for path in &session.files {
            if batch.len > 0 && batch.bytes().last() != Some(&b'\n') {
                batch.push(b"\n");
                lines += 1;
            }
            let from = batch.len;
            parts.push(SessionFile { file: shown(path), start: from, line: lines });
            read_into(batch, path, limit).map_err(|error| inside(path, error))?;
            let bytes = batch.bytes().get(from..).unwrap_or_default();
            lines += crate::json::count_lines(bytes);
            if from == 0 && bytes.starts_with(MARK) {
                start = MARK.len();
            }
        }
        let end = batch.len;
        batch.push(b"\n");
        let entry = batch.len;
        batch.push(session.entry.as_bytes());
        batch.pieces = BatchPieces::Session(Box::new(SessionPiece {
            start,
            end,
            entry,
            is_document: session.is_document,
            is_made: session.is_made,
            missing: session.missing,
            parts,
            line: session.line,
        }));
        if end > limit {
            return Ok(Cut::Broken(JsonError { problem: Problem::TooLong(limit), offset: 0 }));
        }
        Ok(Cut::Batch)
    }
}

/// True if this is an index, by its first entry. An empty one may become one.
fn is_index(path: &Path, folder: &Folder) -> bool {
    if !path.is_file() {
        return false;
    }
    let Ok(mut file) = open_regular(path) else { return false };
    let mut head = Vec::new();
    if file.by_ref().take(64 * 1024).read_to_end(&mut head).is_err() {
        return false;
    }
    let head = String::from_utf8_lossy(head.strip_prefix(MARK).unwrap_or(&head)).into_owned();
    let mut tape = Tape::new();
    if head.trim().is_empty() {
        return true;
    }
    let first = head.trim_start().split('\n').next().unwrap_or_default();
    if tape.parse(first).is_ok_and(|entry| (folder.is_entry)(entry)) {
        return true;
    }
    let (root, _) = tape.parse_prefix(&head);
    root.and_then(folder.entries).is_some_and(|entries| entries.first().is_none_or(|first| (folder.is_entry)(*first)))
}

/// The first piece that is not there.
fn missing_piece(group: &Group) -> Option<u64> {
    let pieces = group.keys().flatten().zip(1..);
    pieces.clone().find(|(piece, number)| **piece != *number).map(|(_, number)| number)
}

fn read_into(batch: &mut Batch, path: &Path, limit: usize) -> io::Result<()> {
    let room = limit.saturating_sub(batch.len) as u64 + 1;
    let mut file = open_regular(path)?.take(room);
    loop {
        let free = batch.spare(64 * 1024);
        match file.read(free) {
            Ok(0) => return Ok(()),
            Ok(count) => batch.len += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

pub(super) fn shown(path: &Path) -> Arc<str> {
    path.display().to_string().into()
}

pub(super) fn inside(path: &Path, error: io::Error) -> SourceError {
    SourceError::Inside(path.display().to_string(), error)
}
