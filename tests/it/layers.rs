//! A file uses its own layer and the layers below it, and has at most 400 lines.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixtures::path;

/// The layers, the lowest first. `cli` belongs to the binary, where the compiler keeps it out of the library.
const LAYERS: &[&[&str]] = &[
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

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

#[test]
fn nothing_looks_up() {
    for (name, text) in all() {
        let module = name.split('/').next().unwrap_or_default();
        let Some(own) = layer_of(module) else { continue };
        for (number, line) in text.lines().enumerate() {
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let above = layer_of(&used).is_some_and(|layer| layer > own);
                assert!(!above, "src/{name}:{}: layer `{module}` uses `{used}` above it", number + 1);
            }
            for package in ["clap::", "anyhow::", "indicatif::", "ureq::"] {
                assert!(!line.contains(package), "src/{name}:{}: {package} belongs to the command line", number + 1);
            }
        }
    }
}

/// Formats that use the code of another one: their records contain its messages, or are its records with other names.
const HOLDS: &[(&str, &str)] = &[
    ("adk", "gemini"),
    ("alpaca", "rows"),
    ("claude_code", "anthropic"),
    ("codex", "openai_responses"),
    ("gemini_cli", "gemini"),
    ("hf", "openai"),
    ("keprompt_chat", "keprompt"),
    ("keprompt_chat", "keprompt_statements"),
    ("keprompt_company", "keprompt"),
    ("keprompt_prompt", "keprompt_statements"),
    ("openai_agents", "openai_responses"),
    ("otel", "anthropic"),
    ("otel", "openai"),
    ("otel", "openai_responses"),
    ("strands", "bedrock"),
    ("langchain", "anthropic"),
    ("langchain", "openai"),
];

/// The modules of the folder `format` that a file names: `anthropic` in `crate::format::anthropic::block` and in
/// `super::super::{anthropic, gemini}`.
fn named_formats(name: &str, text: &str) -> Vec<String> {
    let folders = name.split('/').filter(|part| *part != "mod.rs").count() - 1;
    let prefixes = ["crate::format::".to_owned(), "super::".repeat(folders)];
    let mut named = Vec::new();
    for prefix in prefixes.iter().filter(|prefix| !prefix.is_empty()) {
        for (at, _) in text.match_indices(prefix.as_str()) {
            let is_longer_path = text[..at].ends_with(|c: char| c == ':' || c.is_alphanumeric());
            let rest = &text[at + prefix.len()..];
            match rest.strip_prefix('{') {
                _ if is_longer_path => {}
                Some(group) => {
                    let group = &group[..group.find(';').unwrap_or(group.len())];
                    named.extend(group.split(['{', '}', ',']).map(|one| first_name(one.trim_start())));
                }
                None => named.push(first_name(rest)),
            }
        }
    }
    named
}

fn first_name(path: &str) -> String {
    path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[test]
fn formats_do_not_know_each_other() {
    let formats = turnwise::format::FORMATS.iter().chain(turnwise::format::SENT);
    let formats: Vec<_> = formats.map(|format| format.name.replace('-', "_")).collect();
    let mut used = Vec::new();
    for (name, text) in all() {
        let Some(inside) = name.strip_prefix("format/") else { continue };
        let own = inside.split_once('/').map_or(inside.trim_end_matches(".rs"), |(own, _)| own);
        let is_format = formats.iter().any(|format| format == own);
        if name.ends_with("tests.rs") || (!is_format && !inside.contains('/')) {
            continue;
        }
        for other in named_formats(&name, &text) {
            if other != own && formats.contains(&other) {
                let pair = HOLDS.iter().position(|pair| *pair == (own, other.as_str()));
                used.push(pair.unwrap_or_else(|| panic!("src/{name} uses {other}, another format")));
            }
        }
    }
    let unused: Vec<_> = (0..HOLDS.len()).filter(|at| !used.contains(at)).map(|at| HOLDS[at]).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// Somebody who knows the name of a format finds its code.
#[test]
fn a_format_is_where_its_name_says() {
    let registry = fs::read_to_string(path("src/format/registry.rs")).unwrap();
    for format in turnwise::format::FORMATS.iter().chain(turnwise::format::SENT) {
        let module = format.name.replace('-', "_");
        let is_there = registry.contains(&format!("&super::{module}::FORMAT"));
        assert!(is_there, "src/format/registry.rs has no `super::{module}::FORMAT` for {}", format.name);
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
