//! The map of old and new ids: a line each.
//!
//! ```json
//! {"file":"a.jsonl","record":1,"scope":"call","old":"c1","new":"7e58…","pointer":"/messages/1/tool_calls/0/id"}
//! ```
//!
//! A line applies to all places of its record with that id, unless it contains `only_here`. Then it applies to a place
//! that had no id, or that had another spelling. The pointer of a place inside a string continues into it, and
//! `spelled` contains the exact bytes if the string has unnecessary escapes.

use crate::json::short_lists;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::io::Read;

use super::names::name_of;
use crate::format::IdRules;
use crate::format::ids::Scope;
use crate::json::{Kind, Node, Tape, Text, push_segment, quoted, segment_key};

/// The content of a line about a place.
#[derive(Debug)]
pub(super) struct Tail<'l> {
    pub(super) scope: Scope,
    /// The old value; `None` if the member was absent.
    pub(super) old: Option<&'l str>,
    /// The exact bytes, if the string that contains it has unnecessary escapes.
    pub(super) spelled: Option<&'l str>,
    /// JSON.
    pub(super) new: &'l str,
    pub(super) pointer: &'l str,
    /// The line does not apply to other places with this id.
    pub(super) is_only_here: bool,
}

impl Tail<'_> {
    /// Adds the members after the number of the record, up to the bracket.
    pub(super) fn write(&self, to: &mut String) {
        to.extend([
            r#","scope":""#,
            self.scope.name(),
            r#"","old":"#,
            self.old.unwrap_or("null"),
            r#","new":"#,
            self.new,
        ]);
        to.extend([r#","pointer":"#, &quoted(self.pointer)]);
        if self.old.is_none() {
            to.push_str(r#","inserted":true"#);
        }
        if let Some(spelled) = self.spelled {
            to.extend([r#","spelled":"#, &quoted(spelled)]);
        }
        if self.is_only_here {
            to.push_str(r#","only_here":true"#);
        }
    }
}

/// Writes a line, in which records count from 1. `file` is JSON; `record` and `out` count from 0.
pub(super) fn write_line(file: &str, record: u64, out: u64, tail: &str, to: &mut Vec<u8>) {
    to.extend_from_slice(format!(r#"{{"file":{file},"record":{}{tail}"#, record + 1).as_bytes());
    if out != record {
        to.extend_from_slice(format!(r#","record_out":{}"#, out + 1).as_bytes());
    }
    to.extend_from_slice(b"}\n");
}

/// A map that cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum MapError {
    /// It cannot be read.
    Read(std::io::Error),
    /// It is longer than the limit for records, in bytes.
    TooLong(usize),
    /// This line, from 1, is not a line of a map.
    Line(usize),
    /// It has no lines about this input, but about several others.
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

/// A parsed line.
struct MapLine {
    scope: Scope,
    /// JSON; `None` if the member was absent.
    old: Option<String>,
    /// Its exact bytes, if they cannot be derived from it.
    spelled: Option<String>,
    /// JSON.
    new: String,
    pointer: String,
    is_only_here: bool,
}

/// The place and the subject of a line.
#[derive(Clone, Copy, Debug)]
struct MapLinePlace {
    record: u64,
    start: u32,
    end: u32,
    file: u32,
}

/// A map in memory: its text, and 24 bytes a line, or 40 where it is applied forwards.
#[derive(Debug, Default)]
pub struct IdMap {
    text: String,
    places: Vec<MapLinePlace>,
    files: Vec<String>,
    by_name: HashMap<String, u32>,
    /// The same by the last segments of their paths.
    by_end: HashMap<String, Vec<u32>>,
    /// Lines by the hash of their old ids; only if the map is applied forwards.
    values: Vec<(u64, u32)>,
    hasher: RandomState,
    is_reverse: bool,
}

/// The index for lines without a file.
const NO_FILE: u32 = u32::MAX;

impl IdMap {
    /// Reads a map. `is_reverse`: it will be undone.
    ///
    /// # Errors
    /// It cannot be read, is too long, or is not a map.
    pub fn read(from: &mut dyn Read, limit: usize, is_reverse: bool) -> Result<Self, MapError> {
        let mut map = Self { is_reverse, ..Self::default() };
        let limit = limit.min(crate::json::MAX_RECORD);
        let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        from.take(most).read_to_string(&mut map.text).map_err(MapError::Read)?;
        if map.text.len() > limit {
            return Err(MapError::TooLong(limit));
        }
        let (mut tape, mut last) = (Tape::new(), (String::new(), NO_FILE));
        let mut start = 0;
        for (line, number) in map.text.split_inclusive('\n').zip(1..) {
            let (from, end) = (start, start + line.trim_end().len());
            start += line.len();
            if line.trim().is_empty() {
                continue;
            }
            let bad = || MapError::Line(number);
            let root = tape.parse(line).map_err(|_| bad())?;
            let entry = MapLine::of(root).ok_or_else(bad)?;
            let ([file, record, out], _) = root.fields(&["file", "record", "record_out"]).map_err(|_| bad())?;
            let number_of = |node: Node<'_, '_>| {
                node.raw().parse().ok().and_then(|number: u64| number.checked_sub(1)).ok_or_else(bad)
            };
            let record = if is_reverse { out.or(record) } else { record }.map_or(Ok(0), number_of)?;
            let file = match file.map(|file| file.text().ok_or_else(bad)).transpose()? {
                Some(file) => file.decode().into_owned(),
                None => String::new(),
            };
            // Usually that of the previous line.
            if last.1 == NO_FILE || last.0 != file {
                let number = u32::try_from(map.files.len()).unwrap_or(NO_FILE);
                let number = *map.by_name.entry(file.clone()).or_insert(number);
                if number as usize == map.files.len() {
                    let end = parts(&file).next().unwrap_or_default().to_owned();
                    map.by_end.entry(end).or_default().push(number);
                    map.files.push(file.clone());
                }
                last = (file, number);
            }
            let [start, end] = [from, end].map(|offset| u32::try_from(offset).unwrap_or(u32::MAX));
            if let (Some(old), false) = (entry.old.as_deref().filter(|old| old.starts_with('"')), is_reverse) {
                let line = u32::try_from(map.places.len()).unwrap_or(u32::MAX);
                map.values.push((map.hasher.hash_one((entry.scope, decoded(old))), line));
            }
            map.places.push(MapLinePlace { record, start, end, file: last.1 });
        }
        map.index();
        Ok(map)
    }

    /// Sorts the lines by subject, and their hashes.
    fn index(&mut self) {
        let mut order: Vec<u32> = (0..u32::try_from(self.places.len()).unwrap_or(u32::MAX)).collect();
        let key = |line: &u32| self.places.get(*line as usize).map(|place| (place.file, place.record));
        if !order.is_sorted_by_key(key) {
            short_lists::sort_by_key(&mut order, key);
            let mut new = vec![0; order.len()];
            for (line, place) in order.iter().zip(0..) {
                if let Some(new) = new.get_mut(*line as usize) {
                    *new = place;
                }
            }
            for (_, line) in &mut self.values {
                *line = new.get(*line as usize).copied().unwrap_or(u32::MAX);
            }
            short_lists::sort_by_key(&mut self.places, |place| (place.file, place.record));
        }
        self.values.sort_unstable();
    }

    /// True if it has no lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    fn entry(&self, place: &MapLinePlace) -> Option<MapLine> {
        let text = self.text.get(place.start as usize..place.end as usize)?;
        MapLine::of(Tape::new().parse(text).ok()?)
    }

    /// The new id in any line about an old id of this kind: the first one.
    pub(super) fn new_of(&self, scope: Scope, old: &str) -> Option<String> {
        let hash = self.hasher.hash_one((scope, old));
        let first = self.values.partition_point(|(known, _)| *known < hash);
        let lines = self.values.get(first..)?.iter().take_while(|(known, _)| *known == hash);
        let mut entries = lines.filter_map(|(_, line)| self.entry(self.places.get(*line as usize)?));
        let found =
            entries.find(|entry| entry.scope == scope && entry.old.as_deref().map(decoded).as_deref() == Some(old));
        found.map(|entry| decoded(&entry.new))
    }

    /// The lines of the map about an input: those with its name, or with the path that shares most segments at the end.
    /// If this is the only input, the only file in the map.
    ///
    /// # Errors
    /// The map has several files, none matches, and this is the only input.
    pub(super) fn file(&self, name: &str, has_others: bool) -> Result<u32, MapError> {
        if let Some(number) = self.by_name.get(name) {
            return Ok(*number);
        }
        let end = parts(name).next().unwrap_or_default();
        let alike = self.by_end.get(end).map(Vec::as_slice).unwrap_or_default();
        let (mut best, mut found) = (0, None);
        for number in alike {
            let known = self.files.get(*number as usize).map_or("", String::as_str);
            let count = parts(known).zip(parts(name)).take_while(|(one, other)| one == other).count();
            if count >= best {
                // A tie: neither is meant.
                found = Some(*number).filter(|_| count > best);
                best = count;
            }
        }
        match (found, self.files.len()) {
            (Some(number), _) => Ok(number),
            (None, 0 | 1) if !has_others => Ok(0),
            (None, _) if has_others || !self.is_reverse => Ok(NO_FILE),
            (None, _) => Err(MapError::OtherFiles(name.to_owned())),
        }
    }

    /// The lines of the map about a record of a format with these ids: old ids by new ones, or the reverse.
    pub(super) fn record(&self, file: u32, record: u64, ids: &IdRules) -> MappedRecord {
        let first = self.places.partition_point(|place| (place.file, place.record) < (file, record));
        let places = self.places.get(first..).unwrap_or_default();
        let own = places.iter().take_while(|place| (place.file, place.record) == (file, record));
        let last = self.places.partition_point(|place| place.file <= file).checked_sub(1);
        let last = last.and_then(|last| self.places.get(last)).filter(|place| place.file == file);
        let is_named = self.files.get(file as usize).is_some_and(|name| !name.is_empty());
        let is_whole = is_named && last.is_some_and(|last| record <= last.record);
        let mut known = MappedRecord { is_whole, ..MappedRecord::default() };
        for entry in own.filter_map(|place| self.entry(place)) {
            known.lines += 1;
            let MapLine { scope, old, spelled, new, pointer, is_only_here } = entry;
            if let (Some(old), false) = (&old, is_only_here && self.is_reverse) {
                let (from, to) = if self.is_reverse { (&new, old) } else { (old, &new) };
                known.values.entry((scope, name_of(from, ids).into_owned())).or_insert_with(|| to.clone());
            }
            if is_only_here || old.is_none() {
                known.places.entry(pointer).or_insert(There { scope, old, spelled, new });
            }
        }
        known
    }
}

/// The segments of a path, the last one first.
fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.rsplit(['/', '\\'])
}

/// The lines of a map about a record.
#[derive(Debug, Default)]
pub(super) struct MappedRecord {
    /// The number of these lines.
    pub(super) lines: usize,
    /// The map is complete for it: it is of the same file, and the map continues with a later record, or ends here.
    pub(super) is_whole: bool,
    /// The JSON of replacement ids by the current ids.
    pub(super) values: HashMap<(Scope, String), String>,
    /// Places with their own line, by pointer.
    pub(super) places: HashMap<String, There>,
}

impl MappedRecord {
    /// Adds the pointer that a place had before its ids changed: in some formats, ids are keys.
    pub(super) fn push_earlier_pointer(&self, pointer: &str, ids: &IdRules, to: &mut String) {
        for segment in pointer.split('/').skip(1) {
            let key = quoted(&segment_key(segment));
            let mut scopes = Scope::ALL.iter();
            match scopes.find_map(|scope| self.values.get(&(*scope, name_of(&key, ids).into_owned()))) {
                Some(old) => push_segment(to, &decoded(old)),
                None => to.extend(["/", segment]),
            }
        }
    }
}

/// A line about one place.
#[derive(Debug)]
pub(super) struct There {
    pub(super) scope: Scope,
    /// JSON; `None` if the member was absent.
    pub(super) old: Option<String>,
    /// Its exact bytes in a string, if they cannot be derived from it.
    pub(super) spelled: Option<String>,
    /// JSON.
    pub(super) new: String,
}

impl MapLine {
    fn of(root: Node<'_, '_>) -> Option<Self> {
        let keys = &["scope", "old", "new", "pointer", "inserted", "only_here", "spelled"];
        let ([scope, old, new, pointer, inserted, only, spelled], _) = root.fields(keys).ok()?;
        let text = |node: Option<Node<'_, '_>>| node.and_then(|node| node.text()).map(|it| it.decode().into_owned());
        if old.is_some_and(|old| !matches!(old.kind(), Kind::String | Kind::Number | Kind::Null)) {
            return None;
        }
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

/// The text of a JSON string.
pub(super) fn decoded(json: &str) -> String {
    Text::Token(inner(json)).decode_json().into_owned()
}

/// The characters between the quotes of a JSON string.
pub(super) fn inner(json: &str) -> &str {
    json.strip_prefix('"').and_then(|json| json.strip_suffix('"')).unwrap_or(json)
}
