//! `sample`, `sort`, `split` and `merge` as laws: records keep their bytes, whatever the container and the number of threads.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::random::{Dice, rounds};

/// Runs turnwise on files of a folder: exit code, standard output, standard error.
pub(crate) fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    let done = command.args(args).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

/// The same where it must succeed: standard output.
fn done(folder: &Path, args: &[&str]) -> String {
    let (code, out, error) = run(folder, args);
    assert_eq!(code, 0, "{args:?}: {error}");
    out
}

/// Conversations of many spellings and lengths, each with an id of its own.
fn records(dice: &mut Dice, count: usize) -> Vec<String> {
    let one = |number: usize| {
        let text = ["x", "caf\\u00e9", "é", "{\\\"a\\\": [1]}", "\\n\\n"][dice.below(5)].repeat(dice.below(30));
        match dice.below(4) {
            0 => format!("{{\"id\": \"r{number}\",  \"messages\": [{{\"role\": \"user\", \"content\": \"{text}\"}}]}}"),
            1 => format!(
                "{{\"messages\":[{{\"content\":\"{text}\",\"role\":\"user\"}},{{\"role\":\"assistant\",\"content\":\"{text}\",\"refusal\":null}}],\"id\":\"r{number}\"}}"
            ),
            _ => format!("{{\"id\":\"r{number}\",\"messages\":[{{\"role\":\"user\",\"content\":\"{text}\"}}]}}"),
        }
    };
    (0..count).map(one).collect()
}

/// The records in a container that is drawn: lines with odd ends, or an array.
fn contained(dice: &mut Dice, records: &[String]) -> (&'static str, String) {
    match dice.below(5) {
        0 => ("in.jsonl", records.join("\n")),
        1 => ("in.jsonl", format!("\u{feff}{}\r\n", records.join("\r\n\r\n"))),
        2 => ("in.json", format!("[\n  {}\n]\n", records.join(",\n  "))),
        3 => ("in.json", format!(" [{}]", records.join(", "))),
        _ => ("in.jsonl", format!("{}\n", records.join("\n"))),
    }
}

/// The records that are in an output, by the places of their bytes.
fn found_in(output: &str, records: &[String]) -> Vec<usize> {
    let mut places: Vec<_> = records.iter().enumerate().filter_map(|(at, it)| Some((output.find(it)?, at))).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, at)| at).collect()
}

#[test]
fn samples_are_the_same_for_any_number_of_threads() {
    let mut dice = Dice(5);
    let folder = tempfile::tempdir().unwrap();
    for round in 0..rounds(6) {
        let count = 1 + dice.below(40);
        let records = records(&mut dice, count);
        let (name, text) = contained(&mut dice, &records);
        fs::write(folder.path().join(name), &text).unwrap();
        let (wanted, seed) = (dice.below(count + 3).to_string(), round.to_string());
        let sample = |jobs| {
            let args = ["sample", "-q", "-f", "openai", "-n", &wanted, "--seed", &seed, "--jobs", jobs, name];
            done(folder.path(), &args)
        };
        let first = sample("1");
        assert_eq!(first, sample("4"), "{text}");
        let found = found_in(&first, &records);
        assert!(found.is_sorted(), "{text}\n{first}");
        assert_eq!(found.len(), wanted.parse::<usize>().unwrap().min(count), "{text}\n{first}");
        if found.len() == count {
            assert_eq!(first, text);
        }
    }
}

/// The same records in an order that is stable, whatever the memory and the number of threads.
#[test]
fn sorting_is_a_stable_permutation() {
    let mut dice = Dice(6);
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..rounds(8) {
        let count = 1 + dice.below(60);
        let records = records(&mut dice, count);
        let (name, text) = contained(&mut dice, &records);
        fs::write(folder.path().join(name), &text).unwrap();
        let is_reversed = dice.chance(50);
        let sort = |by, memory, jobs| {
            let mut args = vec!["sort", "-q", "-f", "openai", "--by", by, "--memory", memory, "--jobs", jobs, name];
            args.extend(is_reversed.then_some("--reverse"));
            done(folder.path(), &args)
        };
        for by in ["messages", "id", "length"] {
            let sorted = sort(by, "64M", "1");
            assert_eq!(sorted, sort(by, "1", "4"), "{text}");
            assert_eq!(sorted, sort(by, "3K", "2"), "{text}");
            assert_eq!(sorted.len(), text.len());
            let found = found_in(&sorted, &records);
            assert_eq!(found.len(), count, "{text}\n{sorted}");
            let around = records.iter().fold((text.clone(), sorted.clone()), |(text, sorted), record| {
                (text.replace(record, "#"), sorted.replace(record, "#"))
            });
            assert_eq!(around.0, around.1);
            let key = |at: &usize| {
                match by {
                    "messages" => (records[*at].matches("\"role\"").count(), String::new()),
                    "id" => (0, format!("r{at}")),
                    _ => return None,
                }
                .into()
            };
            let is_ordered = |pair: &[usize]| match (key(&pair[0]), key(&pair[1])) {
                (Some(one), Some(two)) if one != two => (one < two) != is_reversed,
                (Some(_), Some(_)) => pair[0] < pair[1],
                _ => true,
            };
            assert!(found.windows(2).all(is_ordered), "{by} {is_reversed}: {found:?}");
        }
    }
}

/// Two inputs are sorted as if they were one.
#[test]
fn inputs_are_sorted_as_one() {
    let mut dice = Dice(7);
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..rounds(4) {
        let records = records(&mut dice, 20);
        let (one, two) = records.split_at(dice.below(20));
        fs::write(folder.path().join("1.jsonl"), one.join("\n")).unwrap();
        fs::write(folder.path().join("2.jsonl"), two.join("\n")).unwrap();
        fs::write(folder.path().join("all.jsonl"), records.join("\n")).unwrap();
        let sort = |names: &[&str]| {
            done(folder.path(), &[&["sort", "-q", "-f", "openai", "--by", "length", "--memory", "2K"], names].concat())
        };
        assert_eq!(sort(&["1.jsonl", "2.jsonl"]), sort(&["all.jsonl"]), "{records:?}");
    }
}
