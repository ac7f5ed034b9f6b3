//! Every fixture to every format that writes: the conservation law, and the loss report of each conversion as a golden file
//! that people can read.

use std::fmt::Write as _;

use turnwise::format::{FORMATS, WriteOptions};
use turnwise::json::{Tape, pointers};
use turnwise::report::{Diagnostic, Kind, Report};

use crate::conserve::{Fate, check};
use crate::fixtures::{Sample, golden, path, read, samples};

/// How many losses of one code are shown with their place.
const SHOWN: usize = 3;

#[test]
fn nothing_vanishes_between_any_two_formats() {
    let mut table = String::from(
        "What each conversion of the fixtures reports: the losses with their place in the source, at most three of a code.\n\
         `--lossy` is tried where the record is refused without it.\n",
    );
    for sample in samples() {
        let from = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
        let _ = writeln!(table, "\n{}", sample.name());
        for to in FORMATS.iter().filter(|to| to.name != sample.format.name) {
            let mut is_written = false;
            for is_lossy in [false, true] {
                let options = WriteOptions { is_lossy, ..WriteOptions::default() };
                let fate = check(&sample.name(), &from, to, &options);
                if is_written {
                    continue;
                }
                let how = if is_lossy { " --lossy" } else { "" };
                match fate {
                    Fate::Refused(message) => {
                        let _ = writeln!(table, "  {}{how}: refused: {message}", to.name);
                    }
                    Fate::Written { report, .. } => {
                        is_written = true;
                        let _ = writeln!(table, "  {}{how}: {}", to.name, summary(&report));
                        losses(&sample, &report, &mut table);
                    }
                }
            }
        }
    }
    golden(&path("tests/fixtures/matrix.txt"), &table);
}

/// The law holds for dialects too, also where the record was read from their own format.
#[test]
fn nothing_vanishes_towards_dialects() {
    for sample in samples() {
        let from = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
        for to in FORMATS {
            for dialect in to.dialects {
                let options = WriteOptions { is_lossy: true, dialect: Some(dialect.name), ..WriteOptions::default() };
                check(&format!("{} -> :{}", sample.name(), dialect.name), &from, to, &options);
            }
        }
    }
}

/// `2 dropped, 1 made up`
fn summary(report: &Report) -> String {
    let kinds = [(Kind::Dropped, "dropped"), (Kind::Changed, "changed"), (Kind::MadeUp, "made up")];
    let count = |kind| report.total(|count| count.code.kind == kind);
    let said: Vec<_> = kinds
        .into_iter()
        .filter(|(kind, _)| count(*kind) > 0)
        .map(|(kind, word)| format!("{} {word}", count(kind)))
        .collect();
    if said.is_empty() { "nothing lost".to_owned() } else { said.join(", ") }
}

fn losses(sample: &Sample, report: &Report, table: &mut String) {
    let mut tape = Tape::new();
    let root = if sample.is_sequence { tape.parse_sequence(&sample.text) } else { tape.parse(&sample.text) };
    let root = root.unwrap();
    let mut kept: Vec<&Diagnostic> = report.kept().iter().filter(|it| it.code.kind.is_loss()).collect();
    kept.sort_by_key(|it| (it.code.id, it.at));
    let mut same = 0;
    for (index, loss) in kept.iter().enumerate() {
        same = if index > 0 && kept[index - 1].code.id == loss.code.id { same + 1 } else { 0 };
        let left = kept[index..].iter().take_while(|it| it.code.id == loss.code.id).count();
        if same == SHOWN {
            let _ = writeln!(table, "    {} … and {left} more", loss.code.id);
        }
        if same < SHOWN {
            let place = loss.at.offset().map(|offset| pointers(root, &[offset]).remove(0)).unwrap_or_default();
            let place = if place.is_empty() { "the whole record".to_owned() } else { place };
            let _ = writeln!(table, "    {} {} ({place})", loss.code.id, loss.message);
        }
    }
}
