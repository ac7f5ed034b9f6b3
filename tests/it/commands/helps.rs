//! Every help is true: the cases in `tests/fixtures/helps/` see it, do what it says, and see that it helps.
//!
//! A case begins with `## CODE help`. `file NAME LINE` adds a line to a file, `see COMMAND` must show the code (or a help that
//! a refusal has of its own), `do COMMAND` must succeed without it, or show what the next line names (`shows TEXT`). `fact` is
//! a help that says how things are: nothing can be done. `example` is the first example of the page of the code. Codes of
//! findings whose page has a bad example and a good one need no case: that pair is one (`rules.rs`).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use turnwise::op::explain::codes;

use crate::fixtures::path;

/// Helps by code, and whether a case must be there.
type Helps = BTreeMap<(String, String), bool>;

fn sources(folder: &Path, all: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            sources(&entry, all);
        } else if entry.extension().is_some_and(|end| end == "rs") {
            all.push(fs::read_to_string(&entry).unwrap());
        }
    }
}

/// The first string after `start`, with only white space in between.
fn string_after(text: &str, start: usize) -> Option<String> {
    let rest = text[start..].trim_start().strip_prefix('"')?;
    let end = rest.char_indices().find(|&(at, it)| it == '"' && !rest[..at].ends_with('\\'))?.0;
    Some(rest[..end].to_owned())
}

/// The helps that refusals have of their own, as they are in the source, and those of damaged JSON.
fn own_helps() -> Vec<String> {
    let mut files = Vec::new();
    sources(&path("src"), &mut files);
    let mut helps = Vec::new();
    for text in &files {
        for mark in [".helping(", "let help ="] {
            helps.extend(text.match_indices(mark).filter_map(|(at, _)| string_after(text, at + mark.len())));
        }
    }
    let json = fs::read_to_string(path("src/json/error.rs")).unwrap();
    let body = json.split("pub fn help(").nth(1).and_then(|rest| rest.split("None,").next()).unwrap();
    for mark in ["=>", "=> {"] {
        helps.extend(body.match_indices(mark).filter_map(|(at, _)| string_after(body, at + mark.len())));
    }
    helps.sort();
    helps.dedup();
    helps
}

fn needed() -> (Helps, Vec<String>) {
    let pair = |docs: &str| docs.contains("```json bad") && docs.contains("```json good");
    let of_code = codes().into_iter().map(|code| ((code.id.to_owned(), code.help.to_owned()), !pair(code.docs())));
    (of_code.collect(), own_helps())
}

struct Case<'t> {
    code: &'t str,
    help: &'t str,
    lines: Vec<&'t str>,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let sections = text.split("\n## ").skip(1);
    let case = |section: &'_ str| -> Option<(usize, usize)> { Some((section.find(' ')?, section.find('\n')?)) };
    sections
        .map(|section| {
            let (code, head) = case(section).unwrap_or_else(|| panic!("{section}"));
            let lines = section[head..].lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).collect();
            Case { code: &section[..code], help: &section[code + 1..head], lines }
        })
        .collect()
}

#[test]
fn every_help_is_tried() {
    let (by_code, own) = needed();
    let mut text = String::new();
    let mut files: Vec<_> =
        fs::read_dir(path("tests/fixtures/helps")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        text += &fs::read_to_string(file).unwrap();
    }
    let cases = cases(&text);
    let mut wrong = String::new();
    for ((code, help), _) in by_code.iter().filter(|(_, needs)| **needs) {
        if !cases.iter().any(|case| case.code == code && case.help == help) {
            writeln!(wrong, "no case: ## {code} {help}").unwrap();
        }
    }
    for help in &own {
        if !cases.iter().any(|case| case.help == help) {
            writeln!(wrong, "no case: ## TW??? {help}").unwrap();
        }
    }
    for case in &cases {
        let key = (case.code.to_owned(), case.help.to_owned());
        if !by_code.contains_key(&key) && !own.iter().any(|help| help == case.help) {
            writeln!(wrong, "no such help: ## {} {}", case.code, case.help).unwrap();
        }
        if let Err(why) = try_case(case, own.iter().any(|help| help == case.help)) {
            writeln!(wrong, "## {} {}\n{why}", case.code, case.help).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Runs the lines of a case.
fn try_case(case: &Case<'_>, is_own: bool) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    if let Some(code) = codes().into_iter().find(|code| code.id == case.code) {
        let fence = code.docs().lines().position(|line| line.starts_with("```"));
        let lines = fence.map(|fence| code.docs().lines().skip(fence + 1).take_while(|line| !line.starts_with("```")));
        let example: String = lines.into_iter().flatten().map(|line| format!("{line}\n")).collect();
        fs::write(folder.path().join("example"), example).unwrap();
    }
    let (mut has_seen, mut has_done) = (false, false);
    let mut lines = case.lines.iter().peekable();
    while let Some(line) = lines.next() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "fact" => return if case.lines.len() == 1 { Ok(()) } else { Err("a fact and more".to_owned()) },
            "file" => {
                let (name, content) = rest.split_once(' ').unwrap();
                let file = folder.path().join(name);
                let before = fs::read_to_string(&file).unwrap_or_default();
                fs::write(file, format!("{before}{content}\n")).unwrap();
            }
            "see" => {
                let (_, output) = execute(rest, folder.path());
                let wanted = if is_own { format!("help: {}", case.help) } else { case.code.to_owned() };
                if !output.contains(&wanted) {
                    return Err(format!("$ {rest}\ndoes not show {wanted}:\n{output}"));
                }
                has_seen = true;
            }
            "do" => {
                let (is_done, output) = execute(rest, folder.path());
                let shown = lines.next_if(|line| line.starts_with("shows ")).map(|line| &line["shows ".len()..]);
                let is_good = shown.map_or(!output.contains(case.code), |text| output.contains(text));
                if !is_done || !is_good {
                    return Err(format!("$ {rest}\ndoes not help{}:\n{output}", if is_done { "" } else { ", fails" }));
                }
                has_done = true;
            }
            _ => return Err(format!("what is this: {line}")),
        }
    }
    if has_seen && has_done { Ok(()) } else { Err("it is not seen, or nothing is done".to_owned()) }
}

fn execute(command: &str, folder: &Path) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_turnwise")).parent().unwrap().to_owned();
    let search = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{}:{search}", program.display()))
        .env("FIXTURES", path("tests/fixtures"))
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}
