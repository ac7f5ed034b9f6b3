//! Inputs that people reported, or that stand for what they reported, each with what is right (`tests/fixtures/cases`).

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::fixtures::path;

mod detection;
mod dialects;
mod envelopes;
mod failed_and_empty;
mod foreign;
mod messages;
mod script;
mod services;
mod streams;

/// A file of `tests/fixtures/cases`.
fn file(name: &str) -> String {
    fs::read_to_string(path("tests/fixtures/cases").join(name)).unwrap()
}

/// Runs turnwise with a text as its input: exit code, output and messages.
fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    command.args(arguments);
    feed(command, input)
}

/// Runs a program with a text as its input.
fn feed(mut command: Command, input: &str) -> (i32, String, String) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that reads nothing has closed its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let done = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}
