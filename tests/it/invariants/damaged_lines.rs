//! The invariant of damaged lines: what a line says is in the output, or the line is in the report as a loss, or the input is rejected there.

use std::io::Cursor;

use turnwise::format::{FORMATS, Format, Framing, by_name};
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::stats::{ExpectedLosses, Stats, StatsEnds, StatsOptions};
use turnwise::op::validate::{Findings, ValidateOptions};
use turnwise::op::{Choice, Input, OnError, PassOptions, convert, stats, validate};
use turnwise::report::{Diagnostic, Severity};
use turnwise::stream::{Flow, Silent, Source};

use crate::invariants::random::rounds;

/// What happened to a text: its output, and what was lost or rejected.
struct Converted {
    output: String,
    losses: Vec<Diagnostic>,
    findings: Vec<Diagnostic>,
    refused: Option<u64>,
}

fn converted(bytes: Vec<u8>, from: &'static Format, to: &str) -> Option<Converted> {
    let source = Source::from_reader(Cursor::new(bytes), "a.jsonl").unwrap();
    let choice = Choice { format: Some(from), ..Choice::default() };
    let input = Input::new(source, &choice).ok()?;
    let mut options = ConvertOptions::new(by_name(to).unwrap().0);
    options.pass.keep = u64::MAX;
    let (mut out, mut found) = (Vec::new(), Vec::new());
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let mut note = |diagnostic: Diagnostic| found.push(diagnostic);
    let ends = ConvertEnds { write: &mut write, note: &mut note, carry: None, restore: None, progress: &Silent };
    let outcome = convert::run(input, &options, ends).unwrap();
    let refused = outcome.fatal.map(|fatal| fatal.diagnostic.location.map_or(0, |location| location.line));
    assert_eq!(outcome.records_out == 0, refused.is_some());
    let (losses, findings) = found.into_iter().partition(|it: &Diagnostic| it.code.kind.is_loss());
    Some(Converted { output: String::from_utf8(out).unwrap(), losses, findings, refused })
}

/// The lines at which `validate` says that something is not read.
fn validated(bytes: Vec<u8>, from: &'static Format) -> Vec<u64> {
    let source = Source::from_reader(Cursor::new(bytes), "a.jsonl").unwrap();
    let choice = Choice { format: Some(from), ..Choice::default() };
    let mut lines = Vec::new();
    let mut note = |findings: Findings| {
        let is_damage = |it: &&Diagnostic| ["TW101", "TW745", "TW960", "TW961", "TW962", "TW971"].contains(&it.code.id);
        let places = findings.diagnostics.iter().filter(is_damage).filter_map(|it| it.location.as_ref());
        lines.extend(places.map(|place| place.line));
        Flow::Continue
    };
    validate::run(Input::new(source, &choice).unwrap(), &ValidateOptions::default(), &mut note, &Silent);
    lines
}

/// What `stats` says was not read.
fn counted(bytes: Vec<u8>, from: &'static Format) -> Vec<(&'static str, u64)> {
    let source = Source::from_reader(Cursor::new(bytes), "a.jsonl").unwrap();
    let choice = Choice { format: Some(from), ..Choice::default() };
    let options =
        StatsOptions { pass: PassOptions { on_error: OnError::Skip, jobs: 1, keep: 0 }, input: 0, conversion: None };
    let ends = StatsEnds { note: &mut |_| (), progress: &Silent };
    let outcome = stats::run(
        Input::new(source, &choice).unwrap(),
        &options,
        &mut Stats::default(),
        &mut ExpectedLosses::default(),
        ends,
    )
    .unwrap();
    outcome.report.lost().into_iter().map(|(code, count)| (code.id, count)).collect()
}

/// Six ways to damage the line with this number. `true`: all of the line is still there.
fn damages(lines: &[&[u8]], at: usize) -> Vec<(&'static str, Vec<u8>, bool)> {
    let line = lines[at];
    let replaced = |new: Vec<u8>, taken: usize| {
        let rest = lines[at + taken..].iter().map(|line| line.to_vec());
        let all: Vec<_> = lines[..at].iter().map(|line| line.to_vec()).chain([new]).chain(rest).collect();
        all.join(&b'\n')
    };
    let cut = |share: usize| line[..line.len() * share / 8].to_vec();
    let mut foreign = line.to_vec();
    let place = line.len() / 2;
    foreign.insert(place, 0xff);
    let mut all = vec![
        ("cut", replaced(cut(5), 1), false),
        ("nul", replaced([b"\0\0\0\0\0", line].concat(), 1), true),
        ("stub", replaced([&cut(3), line].concat(), 1), true),
        ("not UTF-8", replaced(foreign, 1), false),
        ("numbers", replaced(br#"{"0":"{","1":"\"","2":"t"}"#.to_vec(), 1), false),
    ];
    if let Some(next) = lines.get(at + 1) {
        all.push(("two", replaced([line, *next].concat(), 2), true));
    }
    all
}

fn check(format: &'static Format, name: &str, text: &str, to: &str, refusable: bool) {
    let lines: Vec<&[u8]> = text.lines().filter(|line| !line.trim().is_empty()).map(str::as_bytes).collect();
    let Some(whole) = converted(lines.join(&b'\n'), format, to) else { return };
    if whole.refused.is_some() {
        return;
    }
    let step = (lines.len() / rounds(4)).max(1);
    for at in (0..lines.len()).step_by(step) {
        for (how, bytes, is_whole) in damages(&lines, at) {
            let what = format!("{name}:{}: {how}, to {to}", at + 1);
            let Some(found) = converted(bytes.clone(), format, to) else {
                assert!(lines.len() < 3, "{what}: nothing is read");
                continue;
            };
            let is_validated = validated(bytes.clone(), format).contains(&(at as u64 + 1));
            if let Some(line) = found.refused {
                // Without one of its lines, a session may have nothing to convert, or calls without results.
                assert!(line > 0 && (!is_whole || refusable), "{what}: rejected at line {line}");
                continue;
            }
            let is_here = |it: &&Diagnostic| it.location.as_ref().is_some_and(|place| place.line == at as u64 + 1);
            let unread = found.losses.iter().filter(is_here).filter(|it| matches!(it.code.id, "TW960" | "TW961"));
            if is_whole {
                assert_eq!(found.output, whole.output, "{what}");
                let is_told =
                    unread.count() > 0 || found.findings.iter().filter(is_here).any(|it| it.code.id == "TW971");
                assert!(is_told, "{what}: not reported");
            } else {
                let is_kept = how == "numbers" && found.losses.iter().filter(is_here).any(|it| it.code.id == "TW313");
                assert!(unread.count() > 0 || is_kept, "{what}: no loss at the line");
            }
            assert!(is_validated || how == "numbers", "{what}: validate does not name the line");
            let mut unread: Vec<_> = ["TW960", "TW961"]
                .map(|id| (id, found.losses.iter().filter(|it| it.code.id == id).count() as u64))
                .into();
            unread.retain(|(_, count)| *count > 0);
            assert_eq!(counted(bytes, format), unread, "{what}: stats");
        }
    }
}

/// The format is found whatever is wrong with the first line.
fn check_found(format: &'static Format, name: &str, text: &str) {
    let lines: Vec<&[u8]> = text.lines().filter(|line| !line.trim().is_empty()).map(str::as_bytes).collect();
    let found = |bytes: Vec<u8>| {
        let source = Source::from_reader(Cursor::new(bytes), "a.jsonl").unwrap();
        Input::new(source, &Choice::default()).ok().and_then(|input| input.usual).map(|format| format.name)
    };
    if lines.len() < 3 || found(lines.join(&b'\n')) != Some(format.name) || found(lines[1..].join(&b'\n')).is_none() {
        return;
    }
    for (how, bytes, _) in damages(&lines, 0) {
        // A log whose first line is no event is rejected as one of another program.
        if how == "numbers" && !format.framing.is_session {
            continue;
        }
        assert_eq!(found(bytes), Some(format.name), "{name}: {how}");
    }
}

/// Converts the records of a text, and omits those that are invalid: the output, and the lines of those.
fn converted_records(bytes: Vec<u8>, from: &'static Format) -> Option<(String, Vec<u64>)> {
    let source = Source::from_reader(Cursor::new(bytes), "a.jsonl").unwrap();
    let choice = Choice { format: Some(from), ..Choice::default() };
    let input = Input::new(source, &choice).ok().filter(|input| input.framing == Framing::Lines)?;
    let mut options = ConvertOptions::new(by_name("hf").unwrap().0);
    (options.pass.keep, options.pass.on_error, options.write.is_lossy) = (u64::MAX, OnError::Skip, true);
    let (mut out, mut found) = (Vec::new(), Vec::new());
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let mut note = |diagnostic: Diagnostic| found.push(diagnostic);
    let ends = ConvertEnds { write: &mut write, note: &mut note, carry: None, restore: None, progress: &Silent };
    let outcome = convert::run(input, &options, ends).unwrap();
    found.retain(|it| it.severity == Severity::Error && !it.code.kind.is_loss());
    let lines: Vec<_> = found.iter().map(|it| it.location.as_ref().unwrap().line).collect();
    assert!(outcome.failed.total() <= lines.len() as u64);
    Some((String::from_utf8(out).unwrap(), lines))
}

/// A line of records that is damaged is an invalid record, and costs that record.
#[test]
fn a_damaged_record_is_named_and_costs_one_record() {
    let mut count = 0;
    for format in FORMATS.iter().filter(|format| !format.framing.is_session) {
        let folder = format!("{}/tests/fixtures/{}", env!("CARGO_MANIFEST_DIR"), format.name);
        let entries = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
        let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|it| it == "jsonl")).collect();
        paths.sort();
        for path in paths {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            // Of records in one file, and with another one where it is alone.
            let mut lines: Vec<&[u8]> =
                text.lines().filter(|line| !line.is_empty()).map(str::as_bytes).take(6).collect();
            lines.extend(lines.first().copied().filter(|_| lines.len() == 1));
            let joined = |lines: &[&[u8]]| lines.join(&b'\n');
            let is_whole = converted_records(joined(&lines), format).is_some_and(|(_, failed)| failed.is_empty());
            if text.len() > 60_000 || lines.len() < 2 || !is_whole {
                continue;
            }
            count += 1;
            for at in 1..lines.len() {
                let (mut without, mut without_both) = (lines.clone(), lines.clone());
                without.remove(at);
                without_both.drain(at..lines.len().min(at + 2));
                for (how, bytes, _) in damages(&lines, at) {
                    let what = format!("{}:{}: {how}", path.display(), at + 1);
                    let (output, failed) = converted_records(bytes, format).unwrap();
                    let left = if how == "two" { &without_both } else { &without };
                    let expected = converted_records(joined(left), format).map(|(output, _)| output);
                    assert_eq!(failed, [at as u64 + 1], "{what}");
                    assert_eq!(output.trim_end(), expected.unwrap_or_default().trim_end(), "{what}");
                }
            }
        }
    }
    assert!(count > 20, "{count} fixtures");
}

#[test]
fn a_damaged_line_is_read_or_is_a_loss() {
    let mut count = 0;
    for name in ["claude-code", "codex", "gemini-cli", "hf-sts", "pi", "ag-ui", "openhands", "picklebot"] {
        let format = by_name(name).unwrap().0;
        let folder = format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
        let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
        paths.sort();
        for path in paths {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            // A line that is damaged already makes others odd.
            if text.len() > 60_000 || text.lines().any(|line| turnwise::json::Tape::new().parse(line.trim()).is_err()) {
                continue;
            }
            count += 1;
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            // Of others, a damaged line is an error.
            if format.framing.is_session || name == "ag-ui" {
                check_found(format, &format!("{name}/{file}"), &text);
            }
            check(format, &format!("{name}/{file}"), &text, "chatml", !format.framing.is_session);
        }
    }
    assert!(count > 20, "{count} fixtures");
}
