//! Formats that keep conversations in a folder: a file for each session, or several, and an index of them.
//!
//! ```text
//! index.jsonl            {"id":"a1","title":"Hi",…}
//! sessions/a1.jsonl      {"role":"user","content":"Hi",…}
//! ```
//!
//! What the files are called and what the index says is the format's business; opening them is not.

use super::picklebot;
use super::{Format, Reading, Writing};
use crate::json::Node;
use crate::model::Conversation;
use crate::report::{Code, Refused};

/// The folders that are known.
pub static FOLDERS: &[&Folder] = &[&picklebot::FOLDER];

/// The folder of a format, if it has one.
#[must_use]
pub fn folder_of(format: &Format) -> Option<&'static Folder> {
    FOLDERS.iter().find(|folder| folder.format.name == format.name).copied()
}

/// How a format keeps its sessions in a folder.
#[derive(Debug)]
pub struct Folder {
    /// The format of the sessions.
    pub format: &'static Format,
    /// Where the folder lies in the workspace of its program: `.history`.
    pub hidden: &'static str,
    /// The folder that holds the files of the sessions.
    pub sessions: &'static str,
    /// Names of the index: the first is the one that is written.
    pub indexes: &'static [&'static str],
    /// What a file may be, by its name, the likeliest first: `session-a.2.jsonl` is the second piece of `a`.
    pub names: fn(&str) -> Vec<SessionName>,
    /// The entries of an index that is one JSON document; `None` if it is none.
    pub entries: for<'t, 'a> fn(Node<'t, 'a>) -> Option<Vec<Node<'t, 'a>>>,
    /// True if this is an entry of an index.
    pub is_entry: fn(Node<'_, '_>) -> bool,
    /// Adds what the index says to a conversation that was read from the files of its session.
    pub attach: AttachFn,
    /// Makes the entry of a conversation.
    pub describe: DescribeFn,
    /// The code for entries that the library drops.
    pub broken_entry: &'static Code,
    /// The code for files that belong to no entry.
    pub unlisted: &'static Code,
}

/// Adds an entry to a conversation.
pub type AttachFn = for<'t, 'a> fn(Node<'t, 'a>, &Attached, &mut Conversation<'a>, &mut Reading<'_>);

/// Makes an entry.
pub type DescribeFn = fn(&Conversation<'_>, &mut Writing<'_>) -> Result<Entry, Refused>;

/// How an entry belongs to a record.
#[derive(Clone, Copy, Debug)]
pub struct Attached {
    /// How far its place is behind the text of the record: places of its fields count on from there.
    pub behind: usize,
    /// No index has it: it holds the id alone, which is the name of the file.
    pub is_made: bool,
    /// The piece that has no file; 0 if the session has none at all.
    pub missing: Option<u64>,
    /// The record is converted, so what does not get into the conversation is a loss.
    pub is_converting: bool,
}

/// What the name of a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionName {
    /// The id of the session.
    pub id: String,
    /// Which piece of it the file holds, from 1. `None`: all of it.
    pub piece: Option<u64>,
    /// The file is one JSON document; otherwise a message a line.
    pub is_document: bool,
}

/// The entry of a session that is written.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The id; the file is called so.
    pub id: String,
    /// The id was made up: another one will do if two are the same.
    pub is_made: bool,
    /// What follows the id in the entry: `,"agent_id":"pickle",…}`.
    pub rest: String,
    /// Everything is as the source's own entry has it.
    pub is_same: bool,
    /// By which the index is sorted, the latest first.
    pub updated: String,
}
