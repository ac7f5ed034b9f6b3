//! `sample`, `sort`, `split` and `merge` as invariants: records keep their bytes, in every container and with any number of threads.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::invariants::random::{Dice, rounds};

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
            let args = ["sample", "-q", "-f", "openai", "--limit", &wanted, "--seed", &seed, "--jobs", jobs, name];
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

/// The same records in a stable order, with any memory and any number of threads.
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

/// The contents of the files of a folder, in the order of their names.
fn parts(folder: &Path) -> Vec<String> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The records of all parts are those of the input; of lines, so is everything else.
#[test]
fn parts_are_the_input() {
    let mut dice = Dice(8);
    for _ in 0..rounds(12) {
        let folder = tempfile::tempdir().unwrap();
        let count = 1 + dice.below(30);
        let records = records(&mut dice, count);
        let (name, text) = contained(&mut dice, &records);
        fs::write(folder.path().join(name), &text).unwrap();
        let (most, size) = (1 + dice.below(8), 1 + dice.below(2000));
        let (most_text, size_text) = (most.to_string(), size.to_string());
        for (target, by) in [("r", ["--limit", &most_text]), ("s", ["--size", &size_text])] {
            let args = [&["split", "-q", "-f", "openai", "-o", target, name], &by[..]].concat();
            done(folder.path(), &args);
            let parts = parts(&folder.path().join(target));
            let found: Vec<_> = parts.iter().flat_map(|part| found_in(part, &records)).collect();
            assert_eq!(found, (0..count).collect::<Vec<_>>(), "{text}\n{parts:?}");
            if name == "in.jsonl" {
                assert_eq!(parts.concat(), text);
            }
            let merged = done(folder.path(), &["merge", "-q", "-f", "openai", target]);
            // The separator of a list on one line is that of its parts, if one of the first has two records.
            let has_separator = !text.contains("}, {\"") || found_in(&parts[0], &records).len() > 1;
            if has_separator {
                assert_eq!(merged, text, "{parts:?}");
            }
            assert_eq!(found_in(&merged, &records), found, "{merged}");
            for part in &parts {
                let records = found_in(part, &records).len();
                let is_small = if target == "r" { records <= most } else { records == 1 || part.len() <= size };
                assert!(is_small && records > 0, "{by:?}\n{part}");
                if name == "in.json" {
                    let items: Vec<serde_json::Value> = serde_json::from_str(part).unwrap();
                    assert_eq!(items.len(), records, "{part}");
                }
            }
        }
    }
}

/// Whatever the ids are, each record has a file of its own in the folder, with the same name in every run.
#[test]
fn hostile_ids_give_safe_names() {
    let mut dice = Dice(9);
    let pieces = [
        "..", "/", "\\\\", ".", "-", "a", "A", "CON", "nul", "é", "É", "\\u0000", "\\n", "\\u202e", " ", "*",
        "\\ud800", "~", "$HOME", "日本", "%2e",
    ];
    let id = |dice: &mut Dice| {
        let pieces: String = (0..dice.below(4)).map(|_| pieces[dice.below(pieces.len())]).collect();
        pieces.repeat(if dice.chance(10) { 100 } else { 1 })
    };
    let records: Vec<_> = (0..300)
        .map(|number| {
            format!(
                "{{\"id\":\"{}\",\"messages\":[{{\"role\":\"developer\",\"content\":\"n{number}\"}}]}}",
                id(&mut dice)
            )
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.jsonl"), records.join("\n")).unwrap();
    let names = |target: &str| {
        done(folder.path(), &["split", "-q", "-f", "openai", "--each", "-o", target, "in.jsonl"]);
        let entries = fs::read_dir(folder.path().join(target)).unwrap().map(Result::unwrap);
        let mut names: Vec<_> = entries
            .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
            .collect();
        names.sort();
        names
    };
    let found = names("out");
    assert_eq!(found, names("again"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is outside the folder");
    let mut written: Vec<_> = found.iter().map(|(_, text)| text.trim_end_matches('\n')).collect();
    let mut wanted: Vec<_> = records.iter().map(String::as_str).collect();
    written.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(written, wanted);
    let mut lower_case: Vec<_> = found.iter().map(|(name, _)| name.to_lowercase()).collect();
    lower_case.sort();
    lower_case.dedup();
    assert_eq!(lower_case.len(), records.len());
    for (name, _) in &found {
        let is_plain = name.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter));
        assert!(is_plain && name.len() < 140 && !name.starts_with(['.', '-']), "{name:?}");
    }
}

/// A conversation whose messages were cut into parts, which may overlap and begin with the instructions, is what it was.
#[test]
fn parts_of_conversations_become_what_they_were() {
    let mut dice = Dice(10);
    let folder = tempfile::tempdir().unwrap();
    for round in 0..rounds(10) {
        let separator = [",", ", ", " ,  "][dice.below(3)];
        let mut wholes = Vec::new();
        let mut parts: Vec<Vec<String>> = Vec::new();
        for id in 0..=dice.below(4) {
            let system = "{\"role\":\"system\",\"content\":\"Be brief.\"}".to_owned();
            let count = 2 + dice.below(12);
            let message = |number| format!("{{\"role\": \"user\",\"content\":\"caf\\u00e9 {id} {number}\"}}");
            let messages: Vec<_> = std::iter::once(system.clone()).chain((0..count).map(message)).collect();
            let record =
                |messages: &[String]| format!("{{\"messages\":[{}], \"id\":\"c{id}\"}}", messages.join(separator));
            wholes.push(record(&messages));
            let (mut own, mut done) = (Vec::new(), 0);
            while done < messages.len() {
                // The first part shows the separator.
                let end = (done + 1 + dice.below(4)).max(2).min(messages.len());
                let from = done.saturating_sub(dice.below(3));
                let has_system = from > 0 && dice.chance(50);
                let part = [if has_system { &messages[..1] } else { &[] }, &messages[from..end]].concat();
                own.push(record(&part));
                done = end;
            }
            parts.push(own);
        }
        // The first parts are in order; the others are anywhere after them.
        let mut lines: Vec<_> = parts.iter_mut().map(|own| own.remove(0)).collect();
        parts.retain(|own| !own.is_empty());
        while !parts.is_empty() {
            let from = dice.below(parts.len());
            lines.push(parts[from].remove(0));
            parts.retain(|own| !own.is_empty());
        }
        let (one, two) = lines.split_at(dice.below(lines.len()));
        for (name, lines) in [("1.jsonl", one), ("2.jsonl", two)] {
            fs::write(folder.path().join(name), lines.iter().map(|line| format!("{line}\n")).collect::<String>())
                .unwrap();
        }
        for (memory, jobs) in [("64M", "1"), ("1", "3")] {
            let args =
                ["merge", "-q", "--messages", "-f", "openai", "--memory", memory, "--jobs", jobs, "1.jsonl", "2.jsonl"];
            let merged = done(folder.path(), &args);
            assert_eq!(merged.lines().collect::<Vec<_>>(), wholes, "{round}: {lines:#?}");
        }
    }
}

/// With `--at`, the same records are chosen, in the same order, as without anything around the conversations.
#[test]
fn conversations_inside_of_records_are_chosen_like_records() {
    let mut dice = Dice(23);
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..rounds(3) {
        let count = dice.below(9);
        let inner = records(&mut dice, count);
        let around: Vec<_> = (0..)
            .zip(&inner)
            .map(|(number, record)| match dice.below(3) {
                0 => format!("{{\"n\": {number}, \"c\": {}, \"z\": 1.50}}", serde_json::to_string(record).unwrap()),
                1 => format!("{{ \"n\":{number},\"c\":{record} }}"),
                _ => format!("{{\"c\": {record}, \"n\": {number}}}"),
            })
            .collect();
        let (name, _) = contained(&mut dice, &inner);
        let text = |records: &[String]| match name {
            "in.json" => format!("[\n  {}\n]\n", records.join(",\n  ")),
            _ => format!("{}\r\n", records.join("\r\n")),
        };
        fs::write(folder.path().join(name), text(&inner)).unwrap();
        let outer = format!("around-{name}");
        fs::write(folder.path().join(&outer), text(&around)).unwrap();
        let framing = ["--input-framing", if name == "in.json" { "array" } else { "lines" }];
        for command in [
            &["filter", "--where", "role=assistant"][..],
            &["filter", "--min-messages", "2", "--invert"],
            &["dedupe"],
            &["sample", "--limit", "3"],
            &["sort", "--by", "length"],
            &["sort", "--by", "id", "--reverse"],
        ] {
            let arguments = [command, &["-q", "--from", "openai", "--isolated"], &framing].concat();
            let plain = done(folder.path(), &[&arguments[..], &[name]].concat());
            let nested = done(folder.path(), &[&arguments[..], &["--at", "/c", &outer]].concat());
            assert_eq!(found_in(&nested, &around), found_in(&plain, &inner), "{arguments:?}: {around:#?}\n{nested}");
        }
    }
}
