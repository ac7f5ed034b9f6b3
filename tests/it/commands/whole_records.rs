//! Commands that pass whole records on: `dedupe` agrees with `diff`.

use std::collections::BTreeMap;

use serde_json::Value;
use turnwise::Diff;
use turnwise::format::{Format, Framing};
use turnwise::op::diff::Ignore;
use turnwise::op::whole_records::{SameBy, SeenConversations, WholeEnds, WholeOptions, dedupe};
use turnwise::op::{Choice, Input, OnError, PassOptions};
use turnwise::stream::{Silent, Source};

use crate::fixtures::samples;
use crate::invariants::mutants::{Pool, mutate};
use crate::invariants::random::{Dice, rounds};

const OPTIONS: WholeOptions =
    WholeOptions { pass: PassOptions { on_error: OnError::Stop, jobs: 1, keep: 0 }, is_joined: false };

/// Passes one record on, unless it is like one that was seen. `None`: it cannot be read.
fn is_new(seen: &mut SeenConversations, text: &str, format: &'static Format) -> Option<bool> {
    let source = Source::from_bytes(text.as_bytes().to_vec(), "x").ok()?;
    let choice = Choice { format: Some(format), framing: Some(Framing::Document), ..Choice::default() };
    let input = Input::new(source, &choice).ok()?;
    let ends = WholeEnds { write: &mut |_| Ok(()), note: &mut |_| {}, progress: &Silent };
    let outcome = dedupe(input, seen, OPTIONS, ends).unwrap();
    outcome.fatal.is_none().then_some(outcome.skipped.not_selected == 0)
}

/// Distinct records are never removed, and nearly all duplicates are.
#[test]
fn repeated_conversations_are_those_without_a_difference() {
    let mut dice = Dice(11);
    let samples: Vec<_> = samples().into_iter().filter(|sample| !sample.is_sequence).collect();
    let mut pools: BTreeMap<&str, Pool> = BTreeMap::new();
    let values: Vec<Option<Value>> = samples.iter().map(|sample| serde_json::from_str(&sample.text).ok()).collect();
    for (sample, value) in samples.iter().zip(&values) {
        if let Some(value) = value {
            pools.entry(sample.format.name).or_default().add(value);
        }
    }
    let (mut same, mut different, mut missed) = (0, 0, 0);
    for (sample, value) in samples.iter().zip(&values) {
        let Some(value) = value else { continue };
        for round in 0..rounds(12) {
            let mut other = value.clone();
            if round > 0 {
                mutate(&mut other, &pools[sample.format.name], &mut dice);
            }
            let (name, other) = (sample.format.name, serde_json::to_string_pretty(&other).unwrap());
            let mut seen = SeenConversations::new(SameBy::Facts(Ignore::default()));
            let first = is_new(&mut seen, &sample.text, sample.format);
            let Some(is_new) = is_new(&mut seen, &other, sample.format).filter(|_| first == Some(true)) else {
                continue;
            };
            let Ok(changes) = Diff::new().from(name, name).run(&sample.text, &other) else { continue };
            assert!(is_new || changes.is_empty(), "{}:\n{}\n{other}\n{changes:?}", sample.name(), sample.text);
            *if !is_new {
                &mut same
            } else if changes.is_empty() {
                &mut missed
            } else {
                &mut different
            } += 1;
        }
    }
    // A record in another container may have the same facts in other places.
    assert!(same > 300 && different > 1000 && missed * 100 < same, "{same} {different} {missed}");
}
