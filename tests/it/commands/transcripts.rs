//! Transcripts: `tests/commands/*.md` are run as they are written.
//!
//! A block fenced as `console` holds lines that start with `$ `, each followed by what it prints. `2>` starts a line of
//! standard error, `? 1` is the exit code where it is not 0, `…` stands for any text. Files named in a fence
//! (```` ```json file=a.json ````) are written first. Every transcript runs in a folder of its own.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::fixtures::path;

#[test]
fn transcripts_are_true() {
    let mut files: Vec<_> = fs::read_dir(path("tests/commands")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "md")) {
        run(file, tempfile::tempdir().unwrap().path(), "");
    }
}

/// Runs the commands of a file in `folder`, and `before` before each.
pub(crate) fn run(file: &Path, folder: &Path, before: &str) {
    let text = fs::read_to_string(file).unwrap();
    let mut lines = text.lines();
    let mut fresh = String::new();
    while let Some(line) = lines.next() {
        fresh.push_str(line);
        fresh.push('\n');
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let body: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(name) = info.split("file=").nth(1) {
            fs::write(folder.join(name), body.join("\n") + "\n").unwrap();
        }
        if info == "console" {
            for (command, expected) in steps(&body) {
                let output = execute(&format!("{before}{command}"), folder);
                // Under -q, the answer is the exit code.
                let is_quiet = command.contains(" -q") && output.status.code() == Some(1);
                let is_alone = command.contains("turnwise") && !command.contains("2>") && !is_quiet;
                assert!(
                    !is_alone || says_why(&output),
                    "the last line says why:\n$ {command}\n{}",
                    transcript(&output)
                );
                let found = transcript(&output);
                assert!(
                    std::env::var_os("UPDATE").is_some() || matches(&expected, &found),
                    "{}: $ {command}\nexpected:\n{expected}\nfound:\n{found}",
                    file.display()
                );
                // No path of a machine stays in what is kept.
                let found_anywhere =
                    found.replace(&format!("{}/", folder.display()), "…/").replace(&*path("").to_string_lossy(), "…/");
                let kept = if matches(&expected, &found) { &expected } else { &found_anywhere };
                fresh.push_str(&format!("$ {command}\n{kept}"));
            }
        } else {
            fresh.push_str(&(body.join("\n") + "\n"));
        }
        fresh.push_str("```\n");
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(file, fresh).unwrap();
    }
}

fn steps<'t>(body: &[&'t str]) -> Vec<(&'t str, String)> {
    let mut steps: Vec<(&str, String)> = Vec::new();
    for line in body {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push((command, String::new())),
            (None, Some((_, expected))) => {
                expected.push_str(line);
                expected.push('\n');
            }
            (None, None) => panic!("{line}: output before the first command"),
        }
    }
    steps
}

fn execute(command: &str, folder: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_turnwise"));
    let search = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{}:{search}", program.parent().unwrap().display()))
        .env("EXAMPLES", path("examples"))
        .env("FIXTURES", path("tests/fixtures"))
        .env_remove("CLICOLOR_FORCE")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap()
}

/// Exit codes 1 and 2 have a last line that says why: no row of a table, no summary of what was done.
fn says_why(output: &Output) -> bool {
    if !matches!(output.status.code(), Some(1 | 2)) {
        return true;
    }
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    let last = if err.is_empty() { out } else { err }.lines().last().unwrap_or_default().to_owned();
    !last.is_empty()
        && !["  ", "converted ", "turnwise: note: ", "turnwise: warning: "].iter().any(|it| last.starts_with(it))
}

fn transcript(output: &Output) -> String {
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        text.push_str(&format!("2> {line}\n"));
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => text.push_str(&format!("? {code}\n")),
        None => text.push_str("? signal\n"),
    }
    text
}

/// `…` matches any text.
fn matches(expected: &str, found: &str) -> bool {
    let mut pieces = expected.split('…');
    let Some(mut rest) = found.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let pieces: Vec<_> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else { return rest.is_empty() };
    for piece in middle {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}
