//! The map of old and new ids: a line each.
//!
//! ```json
//! {"file":"a.jsonl","record":0,"scope":"call","old":"c1","new":"7e58…","pointer":"/messages/1/tool_calls/0/id"}
//! ```
//!
//! A line speaks for all places of its record with that id, unless it says `only_here`. Then it is about a place that had
//! none, or that was spelled in a way of its own. Of a place inside of a string, the pointer goes on into it, and `spelled`
//! has the very bytes where the string is written with more escapes than it needs.

use std::collections::HashMap;
use std::fmt;
use std::io::Read;

use super::plan::Line;
use crate::format::ids::Scope;
use crate::json::{Node, Tape, Text, quoted};

/// Writes a line.
pub(super) fn write_line(line: &Line, file: &str, (record, out): (u64, u64), pointer: &str, to: &mut Vec<u8>) {
    let old = line.old.as_deref().unwrap_or("null");
    let mut text = format!(
        r#"{{"file":{},"record":{record},"scope":"{}","old":{old},"new":{},"pointer":{}"#,
        quoted(file),
        line.scope.name(),
        line.new,
        quoted(pointer),
    );
    if line.old.is_none() {
        text.push_str(r#","inserted":true"#);
    }
    if let Some(spelled) = &line.spelled {
        text.push_str(&format!(r#","spelled":{}"#, quoted(spelled)));
    }
    if line.is_only_here {
        text.push_str(r#","only_here":true"#);
    }
    if out != record {
        text.push_str(&format!(r#","record_out":{out}"#));
    }
    text.push_str("}\n");
    to.extend_from_slice(text.as_bytes());
}

/// A map that cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum MapError {
    /// It cannot be read.
    Read(std::io::Error),
    /// It is longer than the limit for records, in bytes.
    TooLong(usize),
    /// This line, from 1, is none of a map.
    Line(usize),
    /// It has nothing about this input, but about several others.
    OtherFiles(String),
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::TooLong(limit) => {
                write!(f, "longer than {limit} bytes, which is the limit (--max-record-bytes): a map is held in memory")
            }
            Self::Line(number) => write!(f, "line {number} is not like {{\"scope\":…,\"old\":…,\"new\":…}}"),
            Self::OtherFiles(name) => write!(f, "it has no line about {name}, but some about several other files"),
        }
    }
}

impl std::error::Error for MapError {}

/// One line, read.
struct Entry {
    scope: Scope,
    /// JSON; nothing if the member was absent.
    old: Option<String>,
    /// The bytes of it, where they do not follow from that.
    spelled: Option<String>,
    /// JSON.
    new: String,
    pointer: String,
    is_only_here: bool,
}

/// Where a line stands, and what it is about.
#[derive(Clone, Copy, Debug)]
struct Place {
    file: u32,
    record: u64,
    start: usize,
    end: usize,
}

/// A map in memory: its text, and 32 bytes a line.
#[derive(Debug, Default)]
pub struct IdMap {
    text: String,
    places: Vec<Place>,
    files: Vec<String>,
    /// New ids by old ones; only where the map is applied forwards.
    values: HashMap<(u8, String), String>,
}

impl IdMap {
    /// Reads a map. `is_reverse`: it will be undone.
    ///
    /// # Errors
    /// It cannot be read, is too long, or is no map.
    pub fn read(from: &mut dyn Read, limit: usize, is_reverse: bool) -> Result<Self, MapError> {
        let mut map = Self::default();
        let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        from.take(most).read_to_string(&mut map.text).map_err(MapError::Read)?;
        if map.text.len() > limit {
            return Err(MapError::TooLong(limit));
        }
        let mut tape = Tape::new();
        let mut start = 0;
        for (line, number) in map.text.split_inclusive('\n').zip(1..) {
            let end = start + line.trim_end().len();
            let from = start;
            start += line.len();
            if line.trim().is_empty() {
                continue;
            }
            let root = tape.parse(line).map_err(|_| MapError::Line(number))?;
            let entry = Entry::of(root).ok_or(MapError::Line(number))?;
            let [file, record, out] = root.pick(&["file", "record", "record_out"]);
            let file = file.and_then(|file| file.text()).map(|file| file.decode().into_owned()).unwrap_or_default();
            let record = if is_reverse { out.or(record) } else { record };
            let record = record.and_then(|record| record.raw().parse().ok()).unwrap_or(0);
            // Usually that of the line before.
            let file = match map.files.iter().rposition(|known| *known == file) {
                Some(place) => place,
                None => {
                    map.files.push(file);
                    map.files.len() - 1
                }
            };
            let file = u32::try_from(file).unwrap_or(u32::MAX);
            map.places.push(Place { file, record, start: from, end });
            if let (Some(old), false) = (entry.old.as_deref().filter(|old| old.starts_with('"')), is_reverse) {
                map.values.entry((entry.scope.bit(), decoded(old))).or_insert_with(|| decoded(&entry.new));
            }
        }
        map.places.sort_by_key(|place| (place.file, place.record));
        Ok(map)
    }

    /// True if there is no line in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The new id of an old one of any of these scopes.
    pub(super) fn new_of(&self, scopes: u8, old: &str) -> Option<&str> {
        let bits = Scope::ALL.into_iter().map(Scope::bit).filter(|bit| scopes & bit != 0);
        bits.into_iter().find_map(|bit| self.values.get(&(bit, old.to_owned())).map(String::as_str))
    }

    /// The part of the map that is about an input: that of its name, or the only one there is.
    ///
    /// # Errors
    /// There are several, and none is about it.
    pub(super) fn file(&self, name: &str) -> Result<u32, MapError> {
        let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let is_same = |known: &&String| known.as_str() == name;
        let is_like = |known: &&String| last(known) == last(name);
        let exact = self.files.iter().position(|known| is_same(&known));
        let alike = || {
            let mut found = self.files.iter().enumerate().filter(|(_, known)| is_like(known));
            found.next().filter(|_| found.next().is_none()).map(|(place, _)| place)
        };
        match exact.or_else(alike) {
            Some(place) => Ok(u32::try_from(place).unwrap_or(u32::MAX)),
            None if self.files.len() <= 1 => Ok(0),
            None => Err(MapError::OtherFiles(name.to_owned())),
        }
    }

    /// What the map says about a record.
    pub(super) fn record(&self, file: u32, record: u64) -> Known {
        let first = self.places.partition_point(|place| (place.file, place.record) < (file, record));
        let places = self.places.get(first..).unwrap_or_default();
        let own = places.iter().take_while(|place| (place.file, place.record) == (file, record));
        let (mut known, mut tape) = (Known::default(), Tape::new());
        for place in own {
            let text = self.text.get(place.start..place.end).unwrap_or_default();
            let Some(entry) = tape.parse(text).ok().and_then(Entry::of) else { continue };
            known.lines += 1;
            if entry.is_only_here || entry.old.is_none() {
                let there = There { scope: entry.scope, old: entry.old, spelled: entry.spelled, new: entry.new };
                known.places.insert(entry.pointer, there);
            } else if let Some(old) = entry.old {
                known.values.entry((entry.scope, decoded(&entry.new))).or_insert(old);
            }
        }
        known
    }
}

/// What a map says about a record.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// How many lines it has about it.
    pub(super) lines: usize,
    /// The JSON of the old ids by the new ones.
    pub(super) values: HashMap<(Scope, String), String>,
    /// Places with a line of their own, by their pointers.
    pub(super) places: HashMap<String, There>,
}

/// A line about one place.
#[derive(Debug)]
pub(super) struct There {
    pub(super) scope: Scope,
    /// JSON; nothing if the member was absent.
    pub(super) old: Option<String>,
    /// The bytes of it in a string, where they do not follow from that.
    pub(super) spelled: Option<String>,
    /// JSON.
    pub(super) new: String,
}

impl Entry {
    fn of(root: Node<'_, '_>) -> Option<Self> {
        let [scope, old, new, pointer, inserted, only, spelled] =
            root.pick(&["scope", "old", "new", "pointer", "inserted", "only_here", "spelled"]);
        let text = |node: Option<Node<'_, '_>>| node.and_then(|node| node.text()).map(|it| it.decode().into_owned());
        let scope = Scope::named(&scope?.text()?.decode())?;
        let is_inserted = inserted.is_some_and(|flag| flag.as_bool() == Some(true));
        Some(Self {
            scope,
            old: old.filter(|_| !is_inserted).map(|old| old.raw().to_owned()),
            new: new.filter(Node::is_string)?.raw().to_owned(),
            spelled: text(spelled),
            pointer: text(pointer).unwrap_or_default(),
            is_only_here: only.is_some_and(|flag| flag.as_bool() == Some(true)),
        })
    }
}

/// What a JSON string says.
pub(super) fn decoded(json: &str) -> String {
    Text::Token(inner(json)).decode_json().into_owned()
}

/// What stands between the quotes of a JSON string.
pub(super) fn inner(json: &str) -> &str {
    json.strip_prefix('"').and_then(|json| json.strip_suffix('"')).unwrap_or(json)
}
