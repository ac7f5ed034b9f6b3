//! A file uses its own floor and the floors below it, and fits a head.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixtures::path;

/// The floors from the ground up. `cli` belongs to the binary, where the compiler keeps it out of the library.
const FLOORS: &[&[&str]] = &[
    &["json"],
    &["report"],
    &["model"],
    &["rule", "events", "statements"],
    &["lower"],
    &["format"],
    &["stream"],
    &["op"],
    &["api"],
];

/// Files that may be longer than 400 lines, each with its reason.
const LONG: &[(&str, &str)] = &[];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

fn all() -> Vec<(String, String)> {
    let mut found = Vec::new();
    sources(&path("src"), &mut found);
    let root = path("src");
    let read = |file: PathBuf| {
        let name = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(file).unwrap())
    };
    found.into_iter().map(read).collect()
}

fn floor_of(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

#[test]
fn nothing_looks_up() {
    for (name, text) in all() {
        let module = name.split('/').next().unwrap_or_default();
        let Some(own) = floor_of(module) else { continue };
        for (number, line) in text.lines().enumerate() {
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let above = floor_of(&used).is_some_and(|floor| floor > own);
                assert!(!above, "src/{name}:{}: floor `{module}` uses `{used}` above it", number + 1);
            }
            for package in ["clap::", "anyhow::", "indicatif::", "ureq::"] {
                assert!(!line.contains(package), "src/{name}:{}: {package} belongs to the command line", number + 1);
            }
        }
    }
}

#[test]
fn formats_do_not_know_each_other() {
    let formats: Vec<_> = turnwise::format::FORMATS.iter().map(|format| format.name.replace('-', "_")).collect();
    for (name, text) in all() {
        let Some(own) = name.strip_prefix("format/").and_then(|rest| rest.split_once('/')).map(|(own, _)| own) else {
            continue;
        };
        for other in formats.iter().filter(|other| *other != own) {
            assert!(!text.contains(&format!("format::{other}")), "src/{name} uses the folder of {other}");
        }
    }
}

#[test]
fn every_file_fits_a_head_and_says_what_it_is() {
    for (name, text) in all() {
        let lines = text.lines().count();
        let may_be_long = LONG.iter().any(|(long, reason)| *long == name && !reason.is_empty());
        assert!(lines <= 400 || may_be_long, "src/{name} has {lines} lines");
        assert!(text.starts_with("//!"), "src/{name} does not say what it is");
    }
}
