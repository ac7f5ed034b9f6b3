//! The checks of `validate` over all records of a file: duplicate records and ids, mixed formats, and characters that
//! other programs reject. Memory is bounded: a limited number of records is compared.

use std::collections::HashMap;
use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;

use super::type_changes::{FileTypes, SeenType, TypedRecord};
use super::validate::ValidateOptions;
use crate::format::Format;
use crate::format::ids::Scope;
use crate::json::{At, Kind, Node, RepeatedKeys, StringTraits, duplicate_keys, lone_surrogates};
use crate::lower::BatchLine;
use crate::model::Conversation;
use crate::report::{Code, Diagnostic, Location, Report, Severity, Start, syntax};
use crate::rule::{
    DUPLICATE_ID, DUPLICATE_LINE_ID, DUPLICATE_RECORD, LINE_SEPARATOR, MIXED_FORMATS, NUL, NUMBER_SPELLING,
};
use crate::stream::Batch;

/// The maximum number of records that are compared with each other; they need at most 35 MB.
const MOST: usize = 1 << 20;

/// The keys by which records are compared.
#[derive(Debug)]
pub(super) struct RecordFingerprint {
    /// The number of the record in its batch, from 0.
    pub(super) record: u64,
    start: Start,
    content: u64,
    id: Option<(u64, String)>,
    line_id: Option<LineId>,
    format: &'static str,
}

/// The id of a batch line.
#[derive(Debug)]
struct LineId {
    hash: u64,
    shown: String,
    place: Diagnostic,
}

impl LineId {
    /// The id of the `record`th record of a batch.
    fn of(
        (line, root): (BatchLine, Node<'_, '_>),
        (record, start, bytes): (u64, &Start, &[u8]),
        has_excerpts: bool,
        hasher: RandomState,
    ) -> Option<Self> {
        let id = line.id_of(root)?;
        let text = id.text()?;
        let mut places = Report::keeping(1).with_excerpts(has_excerpts);
        places.start_record(record);
        places.add(DUPLICATE_LINE_ID.code, id.at(), String::new);
        places.locate(Some(root), bytes, start);
        let place = places.drain().next()?;
        Some(Self { hash: hasher.hash_one(text.decode()), shown: text.show(), place })
    }
}

impl RecordFingerprint {
    /// `text`: the record as it is in the file.
    pub(super) fn new(
        (record, start): (u64, Start),
        text: &str,
        conversation: &Conversation<'_>,
        format: &'static Format,
        hasher: RandomState,
    ) -> Self {
        // A thread has several runs, each in its own record.
        let is_unique = format.shape.ids.is_some_and(|ids| ids.conversation == Scope::Conversation);
        let id = conversation.id.as_ref().filter(|id| is_unique && !id.is_empty());
        let id = id.map(|id| (hasher.hash_one(id.decode()), id.show()));
        Self { record, start, content: hasher.hash_one(text.trim()), id, line_id: None, format: format.name }
    }

    /// Adds the id of the record, if it is a batch line. `start`: the offset of its bytes.
    pub(super) fn note_line(
        &mut self,
        root: Node<'_, '_>,
        (start, bytes): (&Start, &[u8]),
        format: &'static Format,
        (has_excerpts, hasher): (bool, RandomState),
    ) {
        let line = format.policy.record.settings.and_then(|settings| settings.body.line);
        self.line_id =
            line.and_then(|line| LineId::of((line, root), (self.record, start, bytes), has_excerpts, hasher));
    }

    /// Sets the places in the file of the findings.
    pub(super) fn place(&mut self, batch: &Batch) {
        self.line_id.iter_mut().for_each(|id| batch.place(&mut id.place));
        self.start.offset = batch.offset_in_file(self.start.offset);
    }
}

/// The earlier records of a file.
#[derive(Debug, Default)]
pub(super) struct SeenRecords {
    contents: HashMap<u64, u64>,
    ids: HashMap<u64, u64>,
    line_ids: HashMap<u64, u64>,
    formats: Vec<&'static str>,
    types: FileTypes,
}

impl SeenRecords {
    /// Compares the types of a batch with earlier ones.
    pub(super) fn add_types(&mut self, seen: impl Iterator<Item = SeenType>) -> impl Iterator<Item = Diagnostic> {
        seen.filter_map(|seen| self.types.add(seen))
    }

    /// Compares the records of a batch with earlier ones. `first`: the number of the first record of the batch.
    pub(super) fn add(
        &mut self,
        keys: impl Iterator<Item = RecordFingerprint>,
        first: u64,
        options: &ValidateOptions,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for key in keys {
            let record = first + key.record;
            if let Some(id) = key.line_id
                && let Some(other) = insert(&mut self.line_ids, id.hash, record)
                && options.wants(DUPLICATE_LINE_ID.code)
            {
                let message = format!("record {} has the id `{}` too", other + 1, id.shown);
                found.push(Diagnostic { message, record, ..id.place });
            }
            let mut add = |code: &'static Code, message: String| {
                if options.wants(code) {
                    found.push(diagnostic(code, message, record, &key.start));
                }
            };
            if let Some(other) = insert(&mut self.contents, key.content, record) {
                add(DUPLICATE_RECORD.code, format!("the record repeats record {}", other + 1));
            } else if let Some((id, shown)) = &key.id
                && let Some(other) = insert(&mut self.ids, *id, record)
            {
                add(DUPLICATE_ID.code, format!("record {} has the conversation id `{shown}` too", other + 1));
            }
            if !self.formats.contains(&key.format) {
                if let Some(usual) = self.formats.first() {
                    add(MIXED_FORMATS.code, format!("the record is {}, those before it are {usual}", key.format));
                }
                self.formats.push(key.format);
            }
        }
        found
    }

    /// True if later records are no longer compared.
    pub(super) fn is_full(&self) -> bool {
        self.contents.len() >= MOST
    }
}

/// The earlier record with the same key.
fn insert(seen: &mut HashMap<u64, u64>, key: u64, record: u64) -> Option<u64> {
    if let Some(other) = seen.get(&key) {
        return Some(*other);
    }
    if seen.len() < MOST {
        seen.insert(key, record);
    }
    None
}

fn diagnostic(code: &'static Code, message: String, record: u64, start: &Start) -> Diagnostic {
    let Start { line, column, offset } = *start;
    let location = Some(Location { line, column, offset, pointer: String::new() });
    let fix = code.fix.method().map(|(safety, _)| safety);
    Diagnostic { record, at: At::byte(0), location, fix, ..Diagnostic::new(code, message) }
}

/// Applies the chosen severities, and counts the findings.
pub(super) fn close(diagnostics: Vec<Diagnostic>, options: &ValidateOptions, report: &mut Report) -> Vec<Diagnostic> {
    let mut own = Report::keeping(u64::MAX);
    for diagnostic in diagnostics {
        own.keep(diagnostic);
    }
    if options.is_strict {
        own.raise(Severity::Warning, Severity::Error);
    }
    options.set_levels(&mut own);
    let diagnostics = own.drain().collect();
    report.merge(&mut own);
    diagnostics
}

/// The places of U+2028, U+2029 and U+0085. Most text is ASCII, and has none.
pub(super) fn separators(text: &str) -> impl Iterator<Item = usize> {
    let bytes = if text.is_ascii() { &[][..] } else { text.as_bytes() };
    let is_line_end = |at: &usize| matches!(bytes.get(at + 2), Some(0xa8 | 0xa9));
    let wide = memchr::memmem::find_iter(bytes, b"\xe2\x80").filter(is_line_end);
    wide.chain(memchr::memmem::find_iter(bytes, b"\xc2\x85"))
}

/// The places of U+0000 as an escape; after an even number of backslashes it is ordinary text.
pub(super) fn nuls(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let before = |at: usize| bytes.get(..at).unwrap_or_default().iter().rev().take_while(|it| **it == b'\\').count();
    memchr::memmem::find_iter(bytes, br"\u0000").filter(move |at| before(*at) % 2 == 0)
}

/// Reports repeated keys and halves of surrogate pairs. `different`: the severity of a repeated key with different
/// values.
pub(super) fn check_json(root: Node<'_, '_>, different: Severity, typed: Option<TypedRecord<'_>>, report: &mut Report) {
    let mut repeated = |key: &str, at: At, is_same: bool| {
        let (severity, values) = if is_same { (Severity::Warning, "") } else { (different, ", with different values") };
        report.add_as(&syntax::DUPLICATE_KEY, severity, at, || format!("the key `{key}` appears here twice{values}"));
    };
    match typed {
        // Its keys do not repeat, either.
        Some(typed) if typed.is_known() => {}
        // A single walk finds both.
        Some(typed) => {
            let mut keys = RepeatedKeys::of(root);
            typed.add(root, |object| keys.check(object, &mut repeated));
        }
        None => duplicate_keys(root, &mut repeated),
    }
    lone_surrogates(root, &mut |at| {
        report.add(&syntax::LONE_SURROGATE, at, || "half of a surrogate pair, which is not a character".to_owned());
    });
}

/// Reports numbers that `jsonb` rewrites: it keeps their value and the digits of the fraction.
pub(super) fn check_numbers(root: Node<'_, '_>, report: &mut Report) {
    root.each_value(
        |_, _| 0,
        |node, kind, _| {
            let raw = node.raw();
            let is_changed = || {
                let is_zero = |text: &str| text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
                raw.contains(['e', 'E']) || raw.strip_prefix('-').is_some_and(is_zero)
            };
            if kind == Kind::Number && is_changed() {
                report.add(NUMBER_SPELLING.code, node.at(), || {
                    format!("`jsonb` writes the number `{raw}` in another way")
                });
            }
            true
        },
    );
}

/// Reports NUL and the characters that end lines in other programs, each at its first place.
pub(super) fn check_text(text: &str, traits: StringTraits, report: &mut Report) {
    if traits.has(StringTraits::SEPARATORS)
        && let Some(at) = separators(text).min()
    {
        let shown = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, u32::from);
        report.add(LINE_SEPARATOR.code, At::byte(at), || format!("a string holds U+{shown:04X}, a line separator"));
    }
    if traits.has(StringTraits::NUL)
        && let Some(at) = nuls(text).next()
    {
        report.add(NUL.code, At::byte(at), || "a string holds U+0000".to_owned());
    }
}
