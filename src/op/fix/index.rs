//! The index of a folder of sessions: each entry gets the correct number of messages.
//!
//! ```json
//! {"id":"a1","agent_id":"pickle","message_count":3,"created_at":"…","updated_at":"…"}
//! ```

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use super::super::edit::with_edits;
use crate::format::Folder;
use crate::json::{Edit, Tape};
use crate::op::validate::ValidateOptions;
use crate::report::Start;

/// A line of an index.
#[derive(Debug)]
pub struct IndexLine<'i> {
    /// Its place.
    pub start: Start,
    /// Its text.
    pub old: &'i [u8],
    /// The corrected text. `None`: it is unchanged.
    pub new: Option<String>,
    /// The text after it: its line end.
    pub end: &'i [u8],
}

/// The corrected lines of an index with one line per session. Lines that are not entries are unchanged.
#[must_use]
pub fn index_lines<'i>(root: &Path, folder: &Folder, index: &'i [u8], options: &ValidateOptions) -> Vec<IndexLine<'i>> {
    let mut tape = Tape::new();
    let is_wanted = options.selects(folder.codes.wrong_count);
    let counts = if is_wanted { counts(root, folder, index, &mut tape) } else { HashMap::new() };
    let (mut lines, mut offset) = (Vec::new(), 0);
    for (line, number) in index.split_inclusive(|byte| *byte == b'\n').zip(1..) {
        let old = line.strip_suffix(b"\n").unwrap_or(line);
        let new = std::str::from_utf8(old).ok().and_then(|text| corrected(text, folder, &counts, &mut tape));
        let end = line.get(old.len()..).unwrap_or_default();
        lines.push(IndexLine { start: Start { line: number, column: 1, offset }, old, new, end });
        offset += line.len() as u64;
    }
    lines
}

fn corrected(text: &str, folder: &Folder, counts: &HashMap<String, Option<usize>>, tape: &mut Tape) -> Option<String> {
    let entry = tape.parse(text).ok()?;
    let id = entry.get("id")?.text()?.decode().into_owned();
    let (held, count) = (entry.get(folder.count_key)?, counts.get(&id).copied().flatten().unwrap_or_default());
    // A session with lines that are not messages needs a human decision first.
    let is_known = counts.get(&id).is_none_or(Option::is_some);
    let said: usize = held.raw().trim_matches('"').trim().parse().ok()?;
    let edit = Edit { span: held.span(), text: count.to_string() };
    (is_known && said != count).then(|| with_edits(text, vec![edit]))
}

/// The number of messages of each session that has files. `None`: the files contain invalid JSON.
fn counts(root: &Path, folder: &Folder, index: &[u8], tape: &mut Tape) -> HashMap<String, Option<usize>> {
    let mut ids: HashSet<String> = HashSet::new();
    for line in index.split(|byte| *byte == b'\n') {
        let entry = std::str::from_utf8(line).ok().and_then(|text| tape.parse(text).ok());
        let id = entry.and_then(|entry| entry.get("id")?.text());
        ids.extend(id.map(|id| id.decode().into_owned()));
    }
    let mut counts: HashMap<String, Option<usize>> = HashMap::new();
    for file in fs::read_dir(root.join(folder.sessions)).into_iter().flatten().flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        let Some(layout) = (folder.names)(&name).into_iter().find(|name| ids.contains(&name.id)) else { continue };
        let own = fs::read_to_string(file.path()).ok().and_then(|text| {
            if layout.is_document {
                let session = tape.parse(&text).ok()?;
                return session.get(folder.list).map(|list| list.len());
            }
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            lines.try_fold(0, |count, line| tape.parse(line).ok().map(|_| count + 1))
        });
        let all = counts.entry(layout.id).or_insert(Some(0));
        *all = all.zip(own).map(|(all, own)| all + own);
    }
    counts
}
