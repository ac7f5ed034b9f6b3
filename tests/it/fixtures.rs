//! Every fixture of every format, cut into records; reading and writing in one call each.

use std::fs;
use std::path::{Path, PathBuf};

use turnwise::format::{
    Container, FORMATS, Format, Framing, LogShape, Reading, WriteOptions, Writing, by_name, find_framing,
};
use turnwise::json::{JsonError, Layout, Node, Out, Tape, minify};
use turnwise::model::{Branch, BranchKind, Conversation};
use turnwise::op::speak_for;
use turnwise::report::{Refused, Report};

/// A file of this repository.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// One record of a fixture.
pub struct Sample {
    pub format: &'static Format,
    pub file: PathBuf,
    pub text: String,
    pub is_sequence: bool,
}

impl Sample {
    pub fn name(&self) -> String {
        format!("{}/{}", self.format.name, self.file.file_name().unwrap().to_string_lossy())
    }

    /// The record as one line. Several lines are a list. Empty: it is a session with lines that are no JSON.
    pub fn one_line(&self) -> String {
        let mut out = Vec::new();
        if self.is_sequence {
            let mut tape = Tape::new();
            let Ok(root) = tape.parse_sequence(&self.text) else { return String::new() };
            let items: Vec<_> = root.items().map(|item| item.raw().to_owned()).collect();
            minify(&format!("[{}]", items.join(",")), &mut out);
        } else {
            minify(&self.text, &mut out);
        }
        String::from_utf8(out).unwrap()
    }
}

/// The fixture files of a format, broken ones omitted.
pub fn files(format: &Format) -> Vec<PathBuf> {
    let folder = path("tests/fixtures").join(format.name);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|_| panic!("{} has no fixtures", format.name))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json" || end == "jsonl"))
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            !name.starts_with("broken-") && !name.starts_with("invalid")
        })
        .collect();
    files.sort();
    files
}

/// All records of all fixtures.
pub fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for format in FORMATS {
        for file in files(format) {
            let text = fs::read_to_string(&file).unwrap();
            let extension = file.extension().unwrap().to_string_lossy().into_owned();
            let framing = find_framing(&text, true, &extension);
            let mut add = |text: &str| {
                let is_sequence = framing == Framing::Messages;
                samples.push(Sample { format, file: file.clone(), text: text.to_owned(), is_sequence });
            };
            match framing {
                Framing::Lines => text.lines().filter(|line| !line.trim().is_empty()).for_each(add),
                Framing::Array => Tape::new().parse(&text).unwrap().items().for_each(|item| add(item.raw())),
                Framing::Document | Framing::Messages | Framing::Folder | Framing::Sse | _ => add(&text),
            }
        }
    }
    assert!(samples.len() > 30, "only {} samples", samples.len());
    samples
}

/// True for a record of several conversations: each becomes a record of its own.
pub fn has_several(format: &Format, text: &str, is_sequence: bool) -> bool {
    let read = read(format, text, is_sequence, &mut Report::default());
    let is_active = |branch: &&Branch<'_>| branch.kind == BranchKind::Active;
    read.is_ok_and(|conversation| conversation.branches.iter().filter(is_active).count() > 1)
}

/// Parses a record, which may be all values of a text. Sessions may have damaged lines.
pub fn parse<'t, 'a>(tape: &'t mut Tape, text: &'a str, is_sequence: bool) -> Result<Node<'t, 'a>, JsonError> {
    if !is_sequence {
        return tape.parse(text);
    }
    if tape.parse_sequence(text).is_err() { tape.parse_lines(text) } else { tape.parse_sequence(text) }
}

/// Reads a text as a format.
pub fn read<'a>(
    format: &Format,
    text: &'a str,
    is_sequence: bool,
    report: &mut Report,
) -> Result<Conversation<'a>, Refused> {
    let mut tape = Tape::new();
    let root = parse(&mut tape, text, is_sequence);
    read_node(format, text, root.map_err(|error| Refused::json(&error))?, report)
}

/// Reads a parsed text as a format.
pub fn read_node<'a>(
    format: &Format,
    text: &'a str,
    root: Node<'_, 'a>,
    report: &mut Report,
) -> Result<Conversation<'a>, Refused> {
    let mut conversation =
        (format.read)(root, &mut Reading { report, scratch: &mut Tape::new(), columns: None, programs: None })?;
    conversation.source.text = text;
    Ok(conversation)
}

/// Writes a conversation as `convert` does: rules, what has no place, then the writer.
pub fn write(
    format: &'static Format,
    conversation: &Conversation<'_>,
    options: &WriteOptions,
    report: &mut Report,
) -> Result<String, Refused> {
    let mut out = Out::new(Layout::Compact);
    write_into(format, conversation, options, report, &mut out)?;
    Ok(String::from_utf8(out.as_bytes().to_vec()).unwrap())
}

/// The same, after what is in `out` already.
pub fn write_into(
    format: &'static Format,
    conversation: &Conversation<'_>,
    options: &WriteOptions,
    report: &mut Report,
    out: &mut Out,
) -> Result<(), Refused> {
    let mut spoken = conversation.clone();
    if let Some((from, _)) = by_name(conversation.origin) {
        let mut tape = Tape::new();
        if tape.parse(conversation.source.text).is_ok() || parse(&mut tape, conversation.source.text, true).is_ok() {
            speak_for(&mut spoken, from, format, &tape, report);
        }
    }
    let conversation = &spoken;
    let mut found = Report::keeping(u64::MAX);
    turnwise::rule::check(format.rules.requires, conversation, false, &mut found);
    if let Some(error) = found.kept().iter().find(|it| it.severity == turnwise::report::Severity::Error) {
        return Err(Refused::new(error.code, error.at, error.message.clone()));
    }
    let mut scratch = Tape::new();
    let mut writing = Writing::new(out, report, options, &mut scratch);
    turnwise::format::write_record(format, conversation, &mut writing)
}

/// Back to the same format, in the same container.
pub const KEPT: WriteOptions = WriteOptions {
    dialect: None,
    container: Container::Kept,
    is_reasoning_text: false,
    is_lossy: false,
    mode: None,
    log: LogShape::Snapshot,
    drops_settings: false,
    has_needed: false,
};

/// Compares with a file in the tree; with `UPDATE=1` writes it.
pub fn golden(file: &Path, fresh: &str) {
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, fresh).unwrap();
        return;
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    let difference = kept.lines().zip(fresh.lines()).find(|(a, b)| a != b);
    assert!(
        kept == fresh,
        "{} is not what comes out now (`just accept` renews it); first difference: {difference:?}",
        file.display()
    );
}
