//! The properties of the fuzz targets, on the seeds and on mutants of them: without a nightly toolchain, on every machine.

use std::path::Path;

use crate::fixtures::path;
use crate::invariants::random::{Dice, rounds};
use checks::{CHECKS, Check, Seeds};

#[path = "../../../fuzz/checks/mod.rs"]
mod checks;

/// Seeds above this size make a run slow, and show nothing that small ones do not.
const LARGEST: usize = 4096;

/// The first inputs of a target: files of the fixtures, and what was found by fuzzing.
pub(crate) fn seeds(check: &Check) -> Vec<Vec<u8>> {
    let mut seeds = found(check.name);
    match check.seeds {
        Seeds::Conversations => {
            for sample in crate::fixtures::samples() {
                let number = turnwise::format::FORMATS.iter().position(|format| format.name == sample.format.name);
                seeds.push([&[u8::try_from(number.unwrap()).unwrap()], sample.text.as_bytes()].concat());
            }
        }
        Seeds::Texts => seeds.extend(crate::fixtures::samples().into_iter().map(|sample| sample.text.into_bytes())),
        Seeds::Events => seeds.extend(files("tests/fixtures/ag-ui", &["json", "jsonl", "sse"])),
        Seeds::Prompts => {
            seeds.extend(files("tests/fixtures/cases", &["prompt"]));
            seeds.extend(files("tests/fixtures/keprompt-prompt", &["prompt"]));
        }
        Seeds::Patches => seeds.extend(PATCHES.iter().map(|text| text.as_bytes().to_vec())),
        Seeds::Addresses => seeds.extend(ADDRESSES.iter().map(|text| text.as_bytes().to_vec())),
        Seeds::Archives => seeds.push(archive()),
    }
    seeds.retain(|seed| seed.len() <= LARGEST);
    assert!(!seeds.is_empty(), "{} has no seed", check.name);
    seeds
}

const PATCHES: [&str; 3] = [
    "{\"a\":[1],\"b\":{}}\n[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":2}]\n[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/-\"}]",
    "[1,2]\n[{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/1\"},{\"op\":\"test\",\"path\":\"/1\",\"value\":1}]",
    "{\"a~b\":{\"c/d\":null}}\n[{\"op\":\"replace\",\"path\":\"/a~0b/c~1d\",\"value\":[]},{\"op\":\"remove\",\"path\":\"/a~0b\"}]",
];

const ADDRESSES: [&str; 8] = [
    "https://example.com:8443/a/../b?q#f\n/next",
    "http://127.0.0.1/\nhttp://[::1]/",
    "http://[::ffff:10.0.0.1]/\n//example.org/x",
    "http://xn--bcher-kva.example/\n?again",
    "data:image/png;base64,iVBORw0KGgo=",
    "data:image/svg+xml,%3Csvg%20onload=alert(1)%3E",
    "data:;charset=utf-8;base64,aGk",
    "file:///etc/passwd",
];

/// Inputs in `fuzz/found/NAME/` that showed a fault.
fn found(name: &str) -> Vec<Vec<u8>> {
    let folder = path("fuzz/found").join(name);
    if folder.is_dir() { read_all(&folder, |_| true) } else { Vec::new() }
}

fn files(folder: &str, ends: &[&str]) -> Vec<Vec<u8>> {
    read_all(&path(folder), |path| path.extension().is_some_and(|end| ends.iter().any(|it| end == *it)))
}

fn read_all(folder: &Path, is_taken: impl Fn(&Path) -> bool) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file() && is_taken(path));
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

fn archive() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["conversations.json", "a/b.jsonl"] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut writer, b"{\"messages\":[]}").unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Tokens that are put into inputs.
const PIECES: [&str; 22] = [
    "null",
    "\"\"",
    "[]",
    "{}",
    "0",
    "-1",
    "1e999",
    "\\u0000",
    "\\ud800",
    "\u{202e}",
    "\u{1b}",
    "<script>",
    "javascript:x",
    "\"role\":",
    "\"content\":",
    "\"type\":",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "\n",
    "data: ",
    "\u{2028}",
    ".set x <<x>>\n",
    "://",
];

/// Changes some places of an input.
fn mutant(seeds: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seeds[dice.below(seeds.len())].clone();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(20)).min(bytes.len());
        match dice.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..at, PIECES[dice.below(PIECES.len())].bytes())),
            2 => bytes.extend_from_within(at..end),
            3 => {
                let other = &seeds[dice.below(seeds.len())];
                let from = dice.below(other.len() + 1);
                let piece = other[from..(from + dice.below(200)).min(other.len())].to_vec();
                drop(bytes.splice(at..at, piece));
            }
            4 => bytes.truncate(at),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
        }
    }
    bytes
}

/// Prints the input, so that it can be put into `fuzz/found/`.
fn run(check: &Check, input: &[u8]) {
    let outcome = std::panic::catch_unwind(|| (check.run)(input));
    assert!(outcome.is_ok(), "{}: {:?}", check.name, String::from_utf8_lossy(input));
}

#[test]
fn properties_hold_on_seeds_and_mutants() {
    let wanted = std::env::var("TURNWISE_FUZZ").unwrap_or_default();
    let mut count = 0;
    for check in CHECKS.iter().filter(|check| check.name.contains(&wanted)) {
        let seeds = seeds(check);
        // A run of the program takes longer than a call.
        let (most, times) = if check.name == "pages" { (60, 60) } else { (usize::MAX, rounds(400)) };
        seeds.iter().take(most).for_each(|seed| run(check, seed));
        let mut dice = Dice(7);
        (0..times).for_each(|_| run(check, &mutant(&seeds, &mut dice)));
        count += seeds.len().min(most) + times;
    }
    println!("{count} inputs");
}

#[test]
fn every_check_is_a_fuzz_target() {
    let manifest = std::fs::read_to_string(path("fuzz/Cargo.toml")).unwrap();
    for check in &CHECKS {
        assert!(manifest.contains(&format!("name = \"{}\"", check.name)), "fuzz/Cargo.toml lacks {}", check.name);
        let target = std::fs::read_to_string(path("fuzz/targets").join(format!("{}.rs", check.name))).unwrap();
        assert!(target.contains(&format!("\"{}\"", check.name)), "{} runs another check", check.name);
    }
}

/// Writes the seeds, for the fuzz targets: `TURNWISE_CORPUS=fuzz/corpus cargo test --test it seeds_are_written`.
#[test]
fn seeds_are_written() {
    let Ok(folder) = std::env::var("TURNWISE_CORPUS") else { return };
    for check in &CHECKS {
        let folder = Path::new(&folder).join(check.name);
        std::fs::create_dir_all(&folder).unwrap();
        for (seed, number) in seeds(check).iter().zip(0..) {
            std::fs::write(folder.join(format!("seed-{number:04}")), seed).unwrap();
        }
    }
}

/// The tests that `SECURITY.md` names exist.
#[test]
fn the_threat_model_names_tests() {
    let page = std::fs::read_to_string(path("SECURITY.md")).unwrap();
    let words = page.split('`').skip(1).step_by(2);
    let mut count = 0;
    for word in words {
        if let Some((module, name)) = word.split_once("::").filter(|(module, _)| !module.is_empty()) {
            let folders = [".", "commands", "formats", "invariants", "safety"];
            let files = folders.map(|folder| path(&format!("tests/it/{folder}/{module}.rs")));
            let file = std::fs::read_to_string(files.iter().find(|file| file.exists()).unwrap()).unwrap();
            assert!(file.contains(&format!("fn {name}(")), "{word}");
            count += 1;
        } else if word.starts_with("tests/") || word.starts_with("fuzz/") {
            assert!(path(word).exists(), "{word}");
            count += 1;
        }
    }
    assert!(count > 15, "{count} tests");
}
