//! In files of several records in two formats, records with equal hashes are not compared, or only outside their messages. Such a
//! pair must have the same changes as in files of one record, where everything is compared.

use turnwise::format::{Format, Framing, WriteOptions, by_name};
use turnwise::json::Tape;
use turnwise::op::diff::{DiffOptions, RecordChange, run};
use turnwise::report::Report;

use crate::commands::diff::side;
use crate::fixtures::{Sample, has_several, read, samples, write};

/// The changes of each pair of records.
fn changes(a: (&str, &'static Format), b: (&str, &'static Format), framing: Framing) -> Vec<Vec<String>> {
    let options = DiffOptions { has_words: false, ..DiffOptions::default() };
    let change = |it: &RecordChange| {
        let message = |place: &Option<turnwise::op::diff::ChangePlace>| place.as_ref().map(|it| it.message);
        format!("{} {} {:?} {:?} {:?} {:?}", it.kind.name(), it.path, message(&it.a), message(&it.b), it.old, it.new)
    };
    let mut found = Vec::new();
    let [a, b] = [a, b].map(|(text, format)| side(text, Some(format), Some(framing)));
    run(a, b, &options, &mut |pair| {
        found.push(pair.changes.iter().map(change).collect());
        true
    })
    .unwrap();
    found
}

#[test]
fn records_of_a_file_differ_in_what_they_differ_alone() {
    // Two rows of a session are one record.
    let is_row = |sample: &Sample| {
        let session_of = sample.format.framing.session_of;
        session_of.is_some_and(|of| {
            Tape::new().parse(&sample.text).is_ok_and(|row| of(row).session.or(of(row).trace).is_some())
        })
    };
    let is_one = |sample: &Sample| {
        let is_object = sample.text.trim_start().starts_with('{') && !sample.is_sequence && !is_row(sample);
        is_object && sample.text.len() <= 20_000 && !has_several(sample.format, &sample.text, false)
    };
    let samples: Vec<_> = samples().into_iter().filter(is_one).collect();
    let (mut same, mut compared, mut unlike) = (0, 0, Vec::new());
    for (sample, to) in samples.iter().flat_map(|sample| ["openai", "anthropic", "gemini"].map(|to| (sample, to))) {
        let to = by_name(to).unwrap().0;
        let from = read(sample.format, &sample.text, false, &mut Report::default()).unwrap();
        let lossy = WriteOptions { is_lossy: true, ..WriteOptions::default() };
        let Ok(text) = write(to, &from, &lossy, &mut Report::default()) else { continue };
        let alone = changes((&sample.text, sample.format), (&text, to), Framing::Document);
        let again = |text: &str| format!("[{text},{text}]");
        let twice = changes((&again(&sample.text), sample.format), (&again(&text), to), Framing::Array);
        compared += 1;
        same += usize::from(alone.is_empty());
        if twice != [alone.clone(), alone.clone()].concat() {
            unlike.push(format!("{} -> {}: {alone:#?} {twice:#?}", sample.name(), to.name));
        }
    }
    assert!(unlike.is_empty() && compared > 300 && same > 30, "{same} of {compared}: {}", unlike.join("\n"));
}
