//! The stages of a conversion inside this process, each with everything before it, and the loop most programs have.

use std::hint::black_box;
use std::time::Instant;

use turnwise::format::{Format, Reading, WriteOptions, Writing, by_name};
use turnwise::json::{Layout, Out, Tape};
use turnwise::model::Surrogates;
use turnwise::report::Report;

/// What is measured: a name, and what it does with a record.
pub const STAGES: [(&str, Stage); 5] = [
    ("UTF-8 check", Stage::Utf8),
    ("+ tape", Stage::Tape),
    ("+ model (openai)", Stage::Model),
    ("+ writing (anthropic)", Stage::Written),
    ("serde_json::Value loop", Stage::Serde),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Utf8,
    Tape,
    Model,
    Written,
    Serde,
}

/// Seconds for all records, in the middle of `runs` runs.
pub fn seconds(stage: Stage, records: &[String], runs: usize) -> f64 {
    let mut times: Vec<f64> = (0..runs.max(1))
        .map(|_| {
            let start = Instant::now();
            if stage == Stage::Serde {
                serde_loop(records);
            } else {
                pass(stage, records);
            }
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn format(name: &str) -> &'static Format {
    by_name(name).map(|(format, _)| format).expect("a format of this name")
}

// Functions of their own, for profilers.
#[inline(never)]
fn pass(stage: Stage, records: &[String]) {
    let (mut tape, mut scratch) = (Tape::new(), Tape::new());
    let mut out = Out::new(Layout::Compact);
    let mut report = Report::keeping(0);
    let options = WriteOptions::default();
    let (from, to) = (format("openai"), format("anthropic"));
    for record in records {
        let text = simdutf8::basic::from_utf8(record.as_bytes()).expect("valid UTF-8");
        if stage == Stage::Utf8 {
            black_box(text);
            continue;
        }
        let root = tape.parse(text).expect("valid JSON");
        if stage == Stage::Tape {
            black_box(root);
            continue;
        }
        let mut reading = Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None };
        let mut conversation = (from.read)(root, &mut reading).expect("a conversation");
        conversation.source.text = text;
        // As commands do: without it, writing looks for halves of surrogate pairs in each text.
        if !tape.has_lone_halves() {
            conversation.source.surrogates = Surrogates::NotInStrings;
        }
        if stage == Stage::Written {
            out.clear();
            let mut writing = Writing::new(&mut out, &mut report, &options, &mut scratch);
            turnwise::format::write_record(to, &conversation, &mut writing)
                .expect("a conversation the target can hold");
            black_box(out.as_bytes());
        }
        black_box(&conversation);
    }
}

#[inline(never)]
fn serde_loop(records: &[String]) {
    let mut out = Vec::new();
    for record in records {
        out.clear();
        let value: serde_json::Value = serde_json::from_str(record).expect("valid JSON");
        serde_json::to_writer(&mut out, &value).expect("writing to memory");
        black_box(&out);
    }
}
