//! Records that do not stay in memory: what `diff` says of them does not depend on where they are.

use std::io::Cursor;
use std::sync::atomic::{AtomicU64, Ordering};

use turnwise::format::Framing;
use turnwise::op::diff::{DiffInput, DiffOptions, DiffSummary, RecordChange, new_messages, patch, run};
use turnwise::op::{Choice, Input};
use turnwise::stream::{Progress, Source};

use crate::invariants::random::Dice;

fn input(text: &str, name: &str, framing: Option<Framing>) -> Input {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), name).unwrap();
    Input::new(source, &Choice { framing, ..Choice::default() }).unwrap()
}

/// Two lists of records; the second is edited and shuffled.
fn lists(dice: &mut Dice) -> (Vec<String>, Vec<String>) {
    let mut next = 0;
    let mut record = |dice: &mut Dice| {
        next += 1;
        let filler: Vec<_> = (0..dice.below(12)).map(|_| ["blue", "é", "日本", "\\n"][dice.below(4)]).collect();
        format!(
            "{{\"messages\":[{{\"role\":\"user\",\"content\":\"{next} {}\"}},{{\"role\":\"assistant\",\"content\":\"yes\"}}]}}",
            filler.join(" ")
        )
    };
    let a: Vec<String> = (0..=dice.below(40)).map(|_| record(dice)).collect();
    let mut b = a.clone();
    for _ in 0..dice.below(6) {
        let (from, to) = (dice.below(b.len()), dice.below(b.len()));
        match dice.below(4) {
            0 => b[from] = b[from].replace("yes", "no"),
            1 => b.insert(from, record(dice)),
            2 if b.len() > 1 => drop(b.remove(from)),
            _ => b.swap(from, to),
        }
    }
    (a, b)
}

type Said = (Vec<String>, DiffSummary, Vec<u8>, Vec<u8>);

fn said(a: (&str, &str), b: (&str, &str), framing: Option<Framing>, options: &DiffOptions) -> Said {
    let sides = || {
        let side =
            |(text, name): (&str, &str)| DiffInput { input: input(text, name, framing), path: None, progress: None };
        (side(a), side(b))
    };
    let (mut changes, mut patched, mut new) = (Vec::new(), Vec::new(), Vec::new());
    let (x, y) = sides();
    let show = |change: &RecordChange| format!("{change:?}");
    let summary = run(x, y, options, &mut |pair| {
        changes.push(format!("{:?} {:?} {}", pair.a, pair.b, pair.is_moved));
        changes.extend(pair.changes.iter().map(show));
        true
    })
    .unwrap();
    let (x, y) = sides();
    patch(x, y, options, &mut |bytes| {
        patched.extend_from_slice(bytes);
        Ok(())
    })
    .unwrap();
    let (x, y) = sides();
    new_messages(x, y, options, &mut |bytes| {
        new.extend_from_slice(bytes);
        Ok(())
    })
    .unwrap();
    (changes, summary, patched, new)
}

#[test]
fn nothing_depends_on_where_the_records_are() {
    let mut dice = Dice(77);
    for round in 0..60 {
        let (a, b) = lists(&mut dice);
        let (text_a, text_b, framing) = match round % 3 {
            0 => (a.join("\n"), b.join("\n"), Framing::Lines),
            1 => (format!("[{}]", a.join(",\n")), format!("[{}]\n", b.join(" , ")), Framing::Array),
            _ => (format!("\u{feff}{}\r\n", a.join("\r\n\r\n")), b.join("\n"), Framing::Lines),
        };
        let of = |kept, jobs| {
            let options = DiffOptions { kept, jobs, ..DiffOptions::default() };
            let (changes, summary, patched, new) = said((&text_a, "x"), (&text_b, "x"), Some(framing), &options);
            (changes, format!("{summary:?}"), patched, new)
        };
        let expected = of(usize::MAX, 1);
        for (kept, jobs) in [(0, 1), (100, 1), (1000, 2), (0, 2)] {
            assert_eq!(of(kept, jobs), expected, "round {round}, {kept} bytes kept, {jobs} threads");
        }
    }
}

/// Hears how far the work is.
#[derive(Default)]
struct Heard {
    bytes: AtomicU64,
    records: AtomicU64,
}

impl Progress for Heard {
    fn advance(&self, bytes: u64, records: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.records.fetch_add(records, Ordering::Relaxed);
    }
}

#[test]
fn progress_ends_where_the_inputs_end() {
    let (a, b) = lists(&mut Dice(5));
    let (a, b) = (a.join("\n"), b.join("\n"));
    let heard = Heard::default();
    let side = |text| DiffInput { input: input(text, "x", None), path: None, progress: Some(&heard) };
    run(side(&a), side(&b), &DiffOptions::default(), &mut |_| true).unwrap();
    let (bytes, all) = (heard.bytes.load(Ordering::Relaxed), (a.len() + b.len()) as u64);
    assert!(bytes <= all && bytes > all * 8 / 10, "{bytes} of {all}");
    assert_eq!(heard.records.load(Ordering::Relaxed), (a.lines().count() + b.lines().count()) as u64);
}
