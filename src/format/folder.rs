//! Formats that keep conversations in a folder: a file for each session, or several, and an index of them.
//!
//! ```text
//! index.jsonl            {"id":"a1","title":"Hi",…}
//! sessions/a1.jsonl      {"role":"user","content":"Hi",…}
//! ```
//!
//! The format defines the names of the files and the entries of the index; it does not open them.

use super::definition::Format;
use super::reading::Reading;
use crate::json::{At, Node, SetMember, Tape};
use crate::model::Conversation;
use crate::report::Code;

/// How a format keeps its sessions in a folder.
#[derive(Debug)]
pub struct Folder {
    /// The format of the sessions.
    pub format: &'static Format,
    /// The place of the folder in the workspace of its program: `.history`.
    pub hidden: &'static str,
    /// The folder that contains the files of the sessions.
    pub sessions: &'static str,
    /// The key of the messages, where a session is one JSON object.
    pub list: &'static str,
    /// Names of the index: the first is the one that is written.
    pub indexes: &'static [&'static str],
    /// The readings of a file name, the likeliest first: `session-a.2.jsonl` is the second piece of `a`.
    pub names: fn(&str) -> Vec<SessionName>,
    /// The entries of an index that is one JSON document; `None` if it is none.
    pub entries: for<'t, 'a> fn(Node<'t, 'a>) -> Option<Vec<Node<'t, 'a>>>,
    /// True if this is an entry of an index.
    pub is_entry: fn(Node<'_, '_>) -> bool,
    /// Adds what the index says to a conversation that was read from the files of its session.
    pub attach: AttachFn,
    /// Makes the entry of a conversation.
    pub describe: DescribeFn,
    /// The codes of what is wrong with it.
    pub codes: FolderCodes,
    /// The key of the number of messages in an entry.
    pub count_key: &'static str,
}

/// The codes of what is wrong with a folder.
#[derive(Clone, Copy, Debug)]
pub struct FolderCodes {
    /// Entries that the library drops.
    pub broken_entry: &'static Code,
    /// Files that belong to no entry.
    pub unlisted: &'static Code,
    /// A number of messages that the session does not have.
    pub wrong_count: &'static Code,
}

/// Adds an entry to a conversation.
pub type AttachFn = for<'t, 'a> fn(Node<'t, 'a>, &Attached, &mut Conversation<'a>, &mut Reading<'_>);

/// Makes an entry, with members that are set by hand.
pub type DescribeFn = fn(&Conversation<'_>, &[SetMember], &mut Tape) -> SessionEntry;

/// The entry of a record in the index.
#[derive(Clone, Copy, Debug)]
pub struct Attached {
    /// The distance from the text of the record to the entry: it is added to the places of its fields.
    pub place_offset: usize,
    /// No index has it: it contains the id alone, which is the name of the file.
    pub is_made: bool,
    /// The piece that has no file; 0 if the session has no file.
    pub missing: Option<u64>,
    /// The record is converted, so what does not get into the conversation is a loss.
    pub is_converting: bool,
}

/// A file name as parsed.
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
pub struct SessionEntry {
    /// The id; the file is called so.
    pub id: String,
    /// The place of the id.
    pub id_at: At,
    /// Fields that were generated.
    pub made: Vec<&'static str>,
    /// Fields of the wrong kind that were omitted, and where they were.
    pub dropped: Vec<(&'static str, At)>,
    /// The id was generated: another one will do if two are the same.
    pub is_made: bool,
    /// The members after the id in the entry: `,"agent_id":"pickle",…}`.
    pub rest: String,
    /// Everything is as the source's own entry has it.
    pub is_same: bool,
    /// By which the index is sorted, the latest first.
    pub updated: String,
}

/// True if a file may be called so, in any folder of any system, and stays inside it.
#[must_use]
pub fn is_file_name(id: &str) -> bool {
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "COM", "LPT"];
    let stem = id.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let is_device = DEVICES.iter().any(|device| match stem.strip_prefix(device) {
        Some("") => device.len() == 3,
        Some(number) => device.len() == 3 && number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()),
        None => false,
    });
    let is_odd =
        |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '\u{fffd}');
    !id.is_empty()
        && id.len() <= 200
        && !id.starts_with(['.', ' ', '-'])
        && !id.ends_with([' ', '.'])
        && !id.contains(is_odd)
        && !is_device
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_of_their_folder() {
        for id in ["abc", "11111111-1111-4111-8111-111111111111", "a.b_c-1", "session é", "console", "COM10", "com"] {
            assert_eq!(is_file_name(id), id != "com", "{id}");
        }
        let long = "x".repeat(201);
        for id in
            ["", ".", "..", "../a", "a/b", "a\\b", "a\0", "a\n", "-o", ".a", "a.", " a", "nul", "NUL.x", "com1", &long]
        {
            assert!(!is_file_name(id), "{id:?}");
        }
    }
}
