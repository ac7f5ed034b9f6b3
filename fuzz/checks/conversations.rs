//! Conversations of all formats: read, written, fixed, renamed and compared.

use std::sync::Mutex;

use turnwise::events::{Document, PatchBudget};
use turnwise::format::ids::Scope;
use turnwise::format::{FORMATS, Format, Framing};
use turnwise::json::Tape;
use turnwise::op::diff::{DiffInput, DiffOptions, patch};
use turnwise::op::fix::{self, FixEnds, FixOptions};
use turnwise::op::migrate_ids::{self, IdMap, IdNumbers, MigrateEnds, MigrateOptions, Scheme, Scopes, Which};
use turnwise::op::validate::ValidateOptions;
use turnwise::op::{Choice, Input, OutputArrangement};
use turnwise::report::FixSafety;
use turnwise::stream::{Silent, Source};
use turnwise::{Convert, Severity, Validate, validate};

use super::number_and_text;

fn format_of(number: usize) -> &'static Format {
    FORMATS.get(number % FORMATS.len()).copied().expect("there are formats")
}

fn input(text: &str, format: &'static Format) -> Option<Input> {
    let source = Source::from_bytes(text.as_bytes().to_vec(), "x.jsonl").ok()?;
    Input::new(source, &Choice { format: Some(format), ..Choice::default() }).ok()
}

/// Every reader ends, and every finding has a place in the input.
pub fn readers(data: &[u8]) {
    let Some((number, text)) = number_and_text(data) else { return };
    let Ok(findings) = validate(text, &Validate::new().from(format_of(number).name)) else { return };
    let lines = text.split('\n').count() as u64;
    for finding in findings {
        assert!(finding.line <= lines, "line {} of {lines}: {}", finding.line, finding.code);
    }
}

/// A conversion to the same format changes no byte of a record. Older forms of patterpunk become the current one, which stays.
pub fn same_format(data: &[u8]) {
    let Some((number, text)) = number_and_text(data) else { return };
    let format = format_of(number);
    let Ok(converted) = Convert::new(format.name).from(format.name).run(text) else { return };
    let plain = |text: &str| text.trim_start_matches('\u{feff}').lines().map(str::trim).collect::<Vec<_>>().concat();
    let out = String::from_utf8(converted.bytes).expect("the output is UTF-8");
    if format.name == "patterpunk" && plain(text) != plain(&out) {
        let again = Convert::new(format.name).from(format.name).run(&out).expect("what was written is read");
        assert_eq!(out.as_bytes(), again.bytes, "the current form of {} to itself", format.name);
        return;
    }
    assert_eq!(plain(text), plain(&out), "{} to itself", format.name);
}

/// What a conversion of a record without an error of its shape writes, the target reads without one.
pub fn other_format(data: &[u8]) {
    let Some((number, text)) = number_and_text(data) else { return };
    let (from, to) = (format_of(number % 64), format_of(number / 64 * 7 + text.len()));
    let Ok(converted) = Convert::new(to.name).from(from.name).run(text) else { return };
    if converted.records == 0 {
        return;
    }
    let findings = validate(&converted.bytes, &Validate::new().from(to.name).select(["TW0", "TW1"]));
    let findings = findings.unwrap_or_else(|error| panic!("{} to {}: {error}", from.name, to.name));
    let is_error = |it: &&turnwise::Finding| it.severity == Severity::Error && it.code != "TW007";
    if let Some(error) = findings.iter().find(is_error) {
        // Formats of one family keep the parts of each other, errors among them.
        let source = validate(text, &Validate::new().from(from.name).select(["TW0", "TW1"]));
        if source.is_ok_and(|found| found.iter().any(|it| is_error(&it))) {
            return;
        }
        panic!("{} to {}: {} {} at {}", from.name, to.name, error.code, error.message, error.pointer);
    }
}

fn fixed(text: &str, format: &'static Format) -> Option<String> {
    let validate = ValidateOptions::default();
    let options = FixOptions { validate: &validate, most: FixSafety::Unsafe, known: None };
    let mut out = Vec::new();
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let ends = FixEnds { write: &mut write, changed: &mut |_| Ok(()), progress: &Silent };
    fix::run(input(text, format)?, &options, ends).ok()?;
    String::from_utf8(out).ok()
}

/// Fixes end, and fixing twice is fixing once.
pub fn fixes(data: &[u8]) {
    let Some((number, text)) = number_and_text(data) else { return };
    let format = format_of(number);
    let Some(once) = fixed(text, format) else { return };
    let twice = fixed(&once, format);
    assert_eq!(twice.as_deref().unwrap_or(&once), once, "{}", format.name);
}

fn migrated(text: &str, format: &'static Format, options: &MigrateOptions) -> Option<[Vec<u8>; 2]> {
    let (mut out, mut map) = (Vec::new(), Vec::new());
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let mut write_map = |bytes: &[u8]| {
        map.extend_from_slice(bytes);
        Ok(())
    };
    let ends = MigrateEnds { write: &mut write, map: Some(&mut write_map), note: &mut |_| {}, progress: &Silent };
    let done = migrate_ids::run(input(text, format)?, "x", options, &Mutex::new(IdNumbers::default()), ends).ok()?;
    (done.outcome.fatal.is_none() && done.renamed > 0).then_some([out, map])
}

/// New ids and the way back give the bytes of before.
pub fn new_ids(data: &[u8]) {
    let Some((number, text)) = number_and_text(data) else { return };
    let format = format_of(number);
    let options = MigrateOptions {
        scheme: Scheme::Sequence("new-".to_owned()),
        which: Which::All,
        scopes: Scopes::Named(vec![Scope::Call]),
        output: OutputArrangement { keeps_surroundings: true, ..OutputArrangement::default() },
        has_map_out: true,
        ..MigrateOptions::default()
    };
    let Some([there, map]) = migrated(text, format, &options) else { return };
    let Ok(there) = String::from_utf8(there) else { panic!("the output is not UTF-8") };
    let map = IdMap::read(&mut &map[..], 1 << 20, true).expect("the map of this run can be read");
    let back = MigrateOptions { map: Some(std::sync::Arc::new(map)), is_reverse: true, ..options };
    let Some([back, _]) = migrated(&there, format, &back) else { panic!("{}: no way back", format.name) };
    assert_eq!(String::from_utf8_lossy(&back), text, "{}", format.name);
}

/// The patch of two documents makes the second one of the first.
pub fn diff_and_patch(data: &[u8]) {
    let Some((a, b)) = std::str::from_utf8(data).ok().and_then(|text| text.split_once('\n')) else { return };
    let side = |text: &str| {
        let source = Source::from_bytes(text.as_bytes().to_vec(), "x.json").ok()?;
        let choice = Choice { framing: Some(Framing::Document), ..Choice::default() };
        Some(DiffInput { input: Input::new(source, &choice).ok()?, path: None, progress: None })
    };
    let (Some(first), Some(second)) = (side(a), side(b)) else { return };
    let mut found = Vec::new();
    let mut out = |bytes: &[u8]| {
        found.extend_from_slice(bytes);
        Ok(())
    };
    if patch(first, second, &DiffOptions::default(), &mut out).is_err() {
        return;
    }
    let found = String::from_utf8(found).expect("a patch is UTF-8");
    let (mut tape, mut scratch) = (Tape::new(), Tape::new());
    let patch = tape.parse(&found).expect("a patch is JSON");
    let mut document = Document::new(a.trim().trim_start_matches('\u{feff}'));
    document
        .apply(patch, &mut PatchBudget::default(), &mut scratch)
        .expect("the patch of two documents can be applied");
    let plain = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        Some(value.to_string())
    };
    let (made, wanted) = (document.text(), b.trim().trim_start_matches('\u{feff}'));
    // What `serde_json` does not decode, lone surrogates and numbers out of its range, is not compared.
    if let (Some(made), Some(wanted)) = (plain(&made), plain(wanted)) {
        assert_eq!(made, wanted);
    }
}

/// Statements are read, and written as they were.
pub fn prompt(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(converted) = Convert::new("keprompt-statements").from("keprompt-prompt").run(text) else { return };
    let findings = validate(&converted.bytes, &Validate::new().from("keprompt-statements").select(["TW0", "TW1"]));
    assert!(findings.is_ok_and(|it| it.iter().all(|it| it.severity != Severity::Error)), "invalid statements");
}
