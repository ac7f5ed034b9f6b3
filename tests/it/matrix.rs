//! Every fixture to every format that writes: the conservation law, and a golden summary of what each conversion loses.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use turnwise::format::{FORMATS, WriteOptions};
use turnwise::report::Report;

use crate::conserve::{Fate, check};
use crate::fixtures::{golden, path, read, samples};

#[test]
fn nothing_vanishes_between_any_two_formats() {
    let mut table = String::new();
    for sample in samples() {
        let from = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
        for to in FORMATS.iter().filter(|to| to.name != sample.format.name) {
            for is_lossy in [false, true] {
                let options = WriteOptions { is_lossy, ..WriteOptions::default() };
                let fate = check(&sample.name(), &from, to, &options);
                let _ = write!(table, "{} -> {}{}: ", sample.name(), to.name, if is_lossy { " --lossy" } else { "" });
                let _ = match fate {
                    Fate::Refused(message) => writeln!(table, "refused: {message}"),
                    Fate::Written { report, .. } => {
                        let mut counts = BTreeMap::new();
                        for count in report.counts() {
                            *counts.entry(count.code.name).or_insert(0) += count.count;
                        }
                        writeln!(table, "{counts:?}")
                    }
                };
            }
        }
    }
    golden(&path("tests/fixtures/losses.txt"), &table);
}
