//! The contract of a filter: each sentence of docs/engines.md is true. The bold words there are the names here.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::channel;
use std::time::Duration;

use turnwise::format::{FORMATS, Format, by_name};

use crate::commands::lines::{GOOD, odd_lines, run};
use crate::fixtures;

/// Makes a test of each sentence, and the list of all sentences.
macro_rules! contract {
    ($($sentence:literal $name:ident $body:block)*) => {
        const SENTENCES: &[&str] = &[$($sentence),*];
        $(#[test] fn $name() $body)*
    };
}

#[test]
fn every_sentence_of_the_page_is_tested() {
    let page = fs::read_to_string(fixtures::path("docs/engines.md")).unwrap();
    let contract = page.split("\n## ").find(|part| part.starts_with("The contract")).unwrap();
    let promised: Vec<_> =
        contract.lines().filter_map(|line| Some(line.strip_prefix("- **")?.split_once(".**")?.0)).collect();
    assert_eq!(promised, SENTENCES);
}

/// A format and records of it, as lines.
type Corpus = (&'static Format, Vec<Vec<u8>>);

/// The formats that are read, each with some of its records, as lines.
fn corpora() -> &'static [Corpus] {
    static CORPORA: OnceLock<Vec<Corpus>> = OnceLock::new();
    CORPORA.get_or_init(|| FORMATS.iter().map(|format| (*format, records(format))).collect())
}

fn records(format: &'static Format) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    // What can only be read is not written as lines either. A record of several conversations becomes several.
    for sample in fixtures::samples().iter().filter(|it| it.format.name == format.name && !format.can_write()) {
        let line = sample.one_line();
        found.extend((!fixtures::has_several(format, &line, false)).then(|| line.into_bytes()));
    }
    for file in fixtures::files(format).into_iter().filter(|_| format.can_write()) {
        let arguments = ["convert", "-q", "--compact", "--framing", "lines", "-f", format.name, "-t", format.name];
        let output = run(&[&arguments[..], &["--on-error", "skip", file.to_str().unwrap()]].concat(), b"");
        found.extend(output.stdout.split(|byte| *byte == b'\n').map(<[u8]>::to_vec));
    }
    found.retain(|line| !line.is_empty() && line.len() < 20_000);
    let step = found.len().div_ceil(9).max(1);
    found.into_iter().step_by(step).collect()
}

/// The records of a corpus with odd lines between them.
fn mixed(records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let odd = odd_lines().into_iter().map(|(_, line)| line).filter(|line| line.len() < 10_000);
    let mut odd: Vec<_> = odd.collect();
    odd.push(b"{ \"a\" : [ 1 ] }".to_vec());
    let rest = odd.split_off(records.len().min(odd.len()));
    let pairs = records.iter().zip(odd.into_iter().map(Some).chain(std::iter::repeat(None)));
    pairs.flat_map(|(record, odd)| odd.into_iter().chain([record.clone()])).chain(rest.into_iter().take(3)).collect()
}

fn joined(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect()
}

/// Seven pieces of the same number of lines, or fewer.
fn pieces(lines: &[Vec<u8>], count: usize) -> Vec<Vec<u8>> {
    lines.chunks(lines.len().div_ceil(count).max(1)).map(joined).collect()
}

fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

/// Error lines say which line of their piece they were.
fn without_numbers(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        match line.split_once(",\"line\":").filter(|_| line.starts_with("{\"$turnwise_error\"")) {
            Some((before, after)) => out.push_str(&format!("{before}{}", after.trim_start_matches(char::is_numeric))),
            None => out.push_str(line),
        }
    }
    out
}

/// A conversion of everything that is possible, whose generated ids follow from the records.
fn convert<'a>(from: &'a str, to: &'a str) -> Vec<&'a str> {
    let filter = ["convert", "-q", "--isolated", "--lines", "--on-error", "emit", "--lossy", "--ids", "stable"];
    [&filter[..], &["--now", "2025-06-01T12:00:00Z", "-f", from, "-t", to]].concat()
}

fn targets() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().copied().filter(|format| format.can_write())
}

/// All pairs with openai, and each format to its neighbour.
fn pairs() -> Vec<(&'static Format, &'static [Vec<u8>], &'static Format)> {
    let openai = by_name("openai").unwrap().0;
    let mut pairs = Vec::new();
    for (number, (from, records)) in corpora().iter().enumerate() {
        let is_openai = from.name == "openai";
        let other = targets().chain(targets()).nth(number + 1).unwrap();
        let wanted = targets().filter(|to| is_openai || to.name == openai.name || to.name == other.name);
        pairs.extend(wanted.map(|to| (*from, records.as_slice(), to)));
    }
    pairs
}

contract! {
    "Order" order {
        let number = |number: usize| format!(r#"{{"messages":[{{"role":"user","content":"{number} {}"}}]}}"#, "x".repeat(number * 7 % 5000));
        let input: String = (0..2000).map(|at| number(at) + "\n").collect();
        for jobs in ["1", "7"] {
            let output = run(&["convert", "-q", "--lines", "-f", "openai", "-t", "sharegpt", "-j", jobs], input.as_bytes());
            for (at, line) in String::from_utf8(output.stdout).unwrap().lines().enumerate() {
                assert!(line.contains(&format!("\"{at} ")), "{at}: {line}");
            }
        }
    }

    "One in, one out" one_in_one_out {
        for (from, records, to) in pairs() {
            let lines = mixed(records);
            let output = run(&convert(from.name, to.name), &joined(&lines));
            assert_eq!((output.status.code(), count(&output.stdout)), (Some(0), lines.len()), "{} to {}", from.name, to.name);
        }
    }

    "Line feeds" line_feeds {
        for (from, records, to) in pairs() {
            let input: Vec<u8> = records.iter().flat_map(|line| [line, &b"\r\n"[..]].concat()).collect();
            let output = run(&convert(from.name, to.name), &input);
            let what = format!("{} to {}", from.name, to.name);
            assert!(!output.stdout.contains(&b'\r') && output.stdout.ends_with(b"\n"), "{what}");
            assert_eq!(count(&output.stdout), records.len(), "{what}");
        }
    }

    "Empty input" empty_input {
        for to in targets() {
            for input in ["", "\n", " \n\n"] {
                let output = run(&convert("openai", to.name), input.as_bytes());
                assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b""[..]), "{}", to.name);
            }
        }
        for command in [&["migrate-ids"][..], &["inline-media"], &["extract-media", "--dir", "x"], &["validate"], &["validate", "--fix"]] {
            let output = run(&[command, &["-q", "--lines"]].concat(), b"");
            assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b""[..]), "{command:?}");
        }
    }

    "Exit codes" exit_codes {
        let bad = format!("{GOOD}\n{{\n{GOOD}\n");
        for command in [&["convert", "-t", "anthropic"][..], &["convert", "-t", "openai"], &["migrate-ids", "--scope", "call"], &["inline-media"], &["extract-media", "--dir", "x"], &["prepare"]] {
            for (options, input, code) in [
                (&[][..], GOOD, 0),
                (&["--on-error", "emit"], &bad, 0),
                (&["--on-error", "skip"], &bad, 0),
                (&["--on-error", "emit", "--max-errors", "1"], &bad, 0),
                (&["--on-error", "emit", "--max-errors", "0"], &bad, 1),
                (&["--on-error", "skip", "--max-errors", "20%"], &bad, 1),
                (&[], &bad, 2),
                (&["--on-error", "stop"], &bad, 2),
                (&["--framing-of-nothing"], GOOD, 2),
            ] {
                let output = run(&[command, &["-q", "--lines", "-f", "openai"], options].concat(), input.as_bytes());
                assert_eq!(output.status.code(), Some(code), "{command:?} {options:?}");
            }
        }
    }

    "The same bytes everywhere" the_same_bytes_anywhere {
        for (from, records, to) in pairs() {
            let arguments = convert(from.name, to.name);
            let lines = mixed(records);
            let whole = without_numbers(&run(&arguments, &joined(&lines)).stdout);
            // Alone, each line is a program of its own: a few pairs show it.
            let counts = if from.name == "openai" || from.name == to.name { vec![7, lines.len()] } else { vec![7] };
            for count in counts {
                let parts = pieces(&lines, count).iter().map(|piece| run(&arguments, piece).stdout).collect::<Vec<_>>().concat();
                let what = format!("{} to {} in {count} pieces", from.name, to.name);
                assert_eq!(without_numbers(&parts), whole, "{what}");
            }
        }
        for (from, records) in corpora() {
            let lines = mixed(records);
            let scopes: &[&str] = &["migrate-ids", "--scope", "all", "--allow-dangling"];
            for command in [scopes, &["inline-media", "--offline", "--on-media-error", "keep"]] {
                let arguments = [command, &["-q", "--isolated", "--lines", "--on-error", "emit", "-f", from.name]].concat();
                let whole = without_numbers(&run(&arguments, &joined(&lines)).stdout);
                assert_eq!(count(whole.as_bytes()), lines.len(), "{arguments:?}");
                let parts = pieces(&lines, 7).iter().map(|piece| run(&arguments, piece).stdout).collect::<Vec<_>>().concat();
                assert_eq!(without_numbers(&parts), whole, "{arguments:?}");
            }
        }
    }

    "Any number of threads" any_number_of_threads {
        for (from, records, to) in pairs() {
            let input = joined(&mixed(records)).repeat(if to.name == "anthropic" { 40 } else { 1 });
            let arguments = convert(from.name, to.name);
            let outputs = ["1", "2", "9"].map(|jobs| run(&[&arguments[..], &["-j", jobs]].concat(), &input).stdout);
            assert!(outputs[0] == outputs[1] && outputs[0] == outputs[2], "{} to {}", from.name, to.name);
        }
    }

    "Flushed when idle" flushed_when_idle {
        for command in [&["convert", "-t", "anthropic"][..], &["migrate-ids", "--scope", "call"], &["inline-media"], &["convert", "-t", "openai"]] {
            let mut program = Command::new(env!("CARGO_BIN_EXE_turnwise"));
            program.args(command).args(["-q", "--lines", "-f", "openai", "--on-error", "emit"]);
            let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
            let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
            let (tell, told) = channel();
            let reader = std::thread::spawn(move || {
                for line in BufReader::new(stdout).lines() {
                    drop(tell.send(line.unwrap()));
                }
            });
            // Nothing can be said of the format of the first line.
            for line in ["{\"messages\":[{\"role\":\"user", GOOD, "\u{0}", "null", GOOD] {
                stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
                let answer = told.recv_timeout(Duration::from_mins(1)).expect("a line for a line");
                assert_eq!(answer.starts_with("{\"$turnwise_error\""), line != GOOD, "{answer}");
            }
            drop(stdin);
            reader.join().unwrap();
            assert!(child.wait().unwrap().success());
        }
    }

    "Summaries add up" summaries_add_up {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("summary.json");
        let summary = |arguments: &[&str], input: &[u8]| {
            run(&[arguments, &["--report-summary", file.to_str().unwrap()]].concat(), input);
            let mut sums = BTreeMap::new();
            add(&serde_json::from_slice(&fs::read(&file).unwrap()).unwrap(), "", &mut sums);
            sums
        };
        for (from, records, to) in pairs() {
            let lines = mixed(records);
            let arguments = convert(from.name, to.name);
            let whole = summary(&arguments, &joined(&lines));
            let mut sums = BTreeMap::new();
            for piece in pieces(&lines, 7) {
                for (name, number) in summary(&arguments, &piece) {
                    *sums.entry(name).or_default() += number;
                }
            }
            // Error lines name the line, with as many digits as it has.
            let is_size = |name: &String| name == "/summary/bytes_out";
            sums.retain(|name, _| !is_size(name));
            let wanted: BTreeMap<_, _> = whole.into_iter().filter(|(name, _)| !is_size(name)).collect();
            assert_eq!(sums, wanted, "{} to {}", from.name, to.name);
        }
    }

    "No settings from folders" no_settings_from_folders {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        fs::create_dir_all(&inner).unwrap();
        // Settings above the repository are not read.
        fs::create_dir(folder.path().join(".git")).unwrap();
        let in_folder = |folder: &Path, arguments: &[&str]| {
            let output = Command::new(env!("CARGO_BIN_EXE_turnwise")).args(arguments).current_dir(folder).output().unwrap();
            (output.status.code(), output.stdout)
        };
        fs::write(inner.join("x.jsonl"), format!("{GOOD}\n{{\n")).unwrap();
        let arguments = ["convert", "-q", "--lines", "-f", "openai", "-t", "anthropic", "x.jsonl"];
        let isolated = [&arguments[..], &["--isolated"]].concat();
        let (plain, alone) = (in_folder(&inner, &arguments), in_folder(&inner, &isolated));
        fs::write(folder.path().join("turnwise.toml"), "on-error = \"emit\"\nmax-record-bytes = 10\n").unwrap();
        assert_eq!(in_folder(&inner, &isolated), alone);
        assert_eq!(plain, alone);
        assert_ne!(in_folder(&inner, &arguments), alone, "without it, the settings count");
    }

    "No clock" no_clock {
        for (from, records, to) in pairs() {
            let arguments: Vec<_> = convert(from.name, to.name).into_iter().filter(|it| !it.starts_with("--now") && !it.starts_with("2025")).collect();
            let (one, other) = (run(&arguments, &joined(records)), run(&arguments, &joined(records)));
            assert!(one.stdout == other.stdout, "{} to {}", from.name, to.name);
        }
    }
}

/// Adds up the numbers of a summary by their places.
fn add(value: &serde_json::Value, place: &str, sums: &mut BTreeMap<String, u64>) {
    match value {
        serde_json::Value::Object(members) => {
            members.iter().for_each(|(key, value)| add(value, &format!("{place}/{key}"), sums));
        }
        value => *sums.entry(place.to_owned()).or_default() += value.as_u64().unwrap(),
    }
}
