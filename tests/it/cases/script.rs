//! Runs the cases of a text file of this folder.
//!
//! A case begins with `$ ARGUMENTS`. `< LINE` adds a line to standard input, `? 1` is the exit code (0 without it), `+ TEXT` must be in
//! the output or in the messages, `- TEXT` must not. The files are in `tests/fixtures/cases/`.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::fixtures::path;

/// Runs all cases of a file of this folder. The failures are named together.
pub(super) fn run(name: &str) {
    let cases = fs::read_to_string(path("tests/it/cases").join(name)).unwrap();
    let mut failures = Vec::new();
    let mut count = 0;
    for case in format!("\n{cases}").split("\n$ ").skip(1) {
        count += 1;
        let mut lines = case.lines();
        let arguments = lines.next().unwrap();
        let (mut input, mut code, mut texts) = (String::new(), 0, Vec::new());
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
            match mark {
                "<" => input.push_str(&format!("{rest}\n")),
                "?" => code = rest.parse().unwrap(),
                "+" | "-" => texts.push((mark == "+", rest)),
                other => panic!("{other}"),
            }
        }
        let (found, said) = output_of(arguments, &input);
        let is_right = found == code && texts.iter().all(|(is_there, text)| said.contains(text) == *is_there);
        if !is_right {
            failures.push(format!("$ {arguments}\n< {input}? {found}, not {code}\n{texts:?}\n{said}"));
        }
    }
    assert!(count > 0);
    assert!(failures.is_empty(), "{} of {count} cases:\n{}", failures.len(), failures.join("\n"));
}

/// The exit code, and all that the program wrote.
fn output_of(arguments: &str, input: &str) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_turnwise"))
        .args(arguments.split(' '))
        .current_dir(path("tests/fixtures/cases"))
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input closes it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8_lossy(&said).into_owned())
}
