//! `--lines`: one line in, one line out, in order, whatever the lines are.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

pub(crate) const GOOD: &str = r#"{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"yo"}]}"#;

/// Runs the program with standard input.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("NO_COLOR");
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = input.to_vec();
    // The program may end before it has read everything.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&bytes)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

/// Commands that write records.
pub(crate) const COMMANDS: [&[&str]; 8] = [
    &["convert", "-t", "anthropic"],
    &["convert", "-t", "openai"],
    &["convert", "-t", "picklebot"],
    &["convert", "-t", "ag-ui"],
    &["migrate-ids", "--scope", "call"],
    &["inline-media"],
    &["extract-media", "--dir", "/nonexistent"],
    &["prepare", "--now", "2025-06-01T12:00:00Z"],
];

/// Lines that are not records of openai, or look like something else than a line.
pub(crate) fn odd_lines() -> Vec<(&'static str, Vec<u8>)> {
    let deep = "[".repeat(2000) + &"]".repeat(2000);
    let long = format!(r#"{{"messages":[{{"role":"user","content":"{}"}}]}}"#, "y".repeat(300_000));
    let odd: [(&str, &[u8]); 25] = [
        ("truncated", br#"{"messages": [{"role": "user", "content": "x"#),
        ("NUL bytes", b"\0\0\0\0"),
        ("a NUL byte", b"{\"messages\":\0[]}"),
        ("not UTF-8", b"{\"messages\":[{\"role\":\"user\",\"content\":\"\xff\"}]}"),
        ("a character cut in half", b"{\"messages\":[{\"role\":\"user\",\"content\":\"\xe2\x82"),
        ("UTF-16", b"\xff\xfea\0"),
        ("too deep", deep.as_bytes()),
        ("too long", long.as_bytes()),
        ("a list that goes on", b"["),
        ("a comma at the end", br#"{"messages":[{"role":"user","content":"hi"}]},"#),
        ("a string", b"\"text\""),
        ("a number", b"12"),
        ("null", b"null"),
        ("an event", b"event: x"),
        ("data of an event", br#"data: {"type":"RUN_STARTED"}"#),
        ("an event of a log", br#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#),
        ("a message", br#"{"role":"user","content":"x"}"#),
        ("the text of a program", br#".prompt "name":"x", "version":"1", "params":{}"#),
        ("Markdown", b"# hello"),
        ("HTML", b"<html>"),
        ("CSV", b"a,b,c"),
        ("the magic of a zip archive", b"PK\x03\x04xx"),
        ("a form feed", b"\x0c"),
        ("an unknown object", br#"{"a":1}"#),
        ("an empty object", b"{}"),
    ];
    odd.into_iter().map(|(name, line)| (name, line.to_vec())).collect()
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.strip_suffix(b"\n").map_or_else(Vec::new, |lines| lines.split(|byte| *byte == b'\n').collect())
}

/// The bytes that an error line is about, if they are all there.
fn raw(line: &[u8]) -> Option<Vec<u8>> {
    let error: serde_json::Value = serde_json::from_slice(line).ok()?;
    error.get("$turnwise_error")?.get("code")?.as_str()?;
    if error.get("raw_is_cut").is_some() {
        return None;
    }
    match (error.get("raw"), error.get("raw_base64")) {
        (Some(text), None) => Some(text.as_str()?.as_bytes().to_vec()),
        (None, Some(text)) => Some(STANDARD.decode(text.as_str()?).unwrap()),
        both => panic!("one of the two: {both:?}"),
    }
}

#[test]
fn every_line_gives_a_line_whichever_is_first() {
    let mut all: Vec<Vec<u8>> = odd_lines().into_iter().flat_map(|(_, odd)| [odd, GOOD.into()]).collect();
    for command in COMMANDS {
        for from in [&[][..], &["-f", "openai"]] {
            let options = ["-q", "--lines", "--max-record-bytes", "200000", "--on-error", "emit"];
            let arguments = [command, &options, from].concat();
            // What the good record becomes when it is alone.
            let good = run(&arguments, GOOD.as_bytes()).stdout;
            for (name, odd) in odd_lines() {
                let first = all.iter().position(|line| *line == odd).unwrap();
                all.rotate_left(first);
                // Every second input has line ends of two bytes, and the others none after the last line.
                let (separator, end) = if odd.len() % 2 == 0 { ("\r\n", "\r\n") } else { ("\n", "") };
                let input = [all.join(separator.as_bytes()), end.as_bytes().to_vec()].concat();
                let output = run(&arguments, &input);
                let what = format!("{name} is first: {arguments:?}\n{}", String::from_utf8_lossy(&output.stderr));
                assert_eq!(output.status.code(), Some(0), "{what}");
                let found = lines(&output.stdout);
                assert_eq!(found.len(), all.len(), "{what}");
                for (line, input) in found.iter().zip(&all) {
                    if *input == GOOD.as_bytes() {
                        assert_eq!(*line, good.trim_ascii_end(), "{what}");
                    } else if let Some(raw) = raw(line) {
                        assert_eq!(raw, *input, "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn files_of_odd_lines_alone_give_error_lines() {
    for (name, odd) in odd_lines() {
        let input = [odd.as_slice(), b"\n"].concat().repeat(12);
        let arguments =
            ["convert", "-t", "anthropic", "-q", "--lines", "--on-error", "emit", "--max-record-bytes", "200000"];
        let output = run(&arguments, &input);
        let is_other = matches!(name, "an event of a log" | "a message" | "an empty object");
        assert_eq!((output.status.code(), lines(&output.stdout).len()), (Some(0), 12), "{name}");
        assert!(
            is_other || lines(&output.stdout).iter().all(|line| line.starts_with(b"{\"$turnwise_error\"")),
            "{name}"
        );
        // Without --on-error the first one ends the run, as any record that fails does.
        let stopped = run(&["convert", "-t", "anthropic", "--lines", "--max-record-bytes", "200000"], &input);
        assert!(is_other || stopped.status.code() == Some(2), "{name}");
        let skipped = run(
            &["convert", "-t", "anthropic", "-q", "--lines", "--on-error", "skip", "--max-record-bytes", "200000"],
            &input,
        );
        assert!(is_other || (skipped.status.code(), skipped.stdout.len()) == (Some(0), 0), "{name}");
    }
}

#[test]
fn blank_lines_are_passed_over_or_fail() {
    let input = format!("\n{GOOD}\r\n \t\r\n\r\n{GOOD}\n\n");
    for command in COMMANDS {
        let options = ["-q", "--lines", "-f", "openai", "--on-error", "emit"];
        let passed = run(&[command, &options].concat(), input.as_bytes()).stdout;
        assert_eq!(lines(&passed).len(), 2, "{command:?}");
        let counted = run(&[command, &options, &["--blank", "emit"]].concat(), input.as_bytes()).stdout;
        let found = lines(&counted);
        let blank: Vec<_> = found.iter().map(|line| raw(line)).collect();
        let wanted = [Some(""), None, Some(" \t"), Some(""), None, Some("")];
        assert_eq!(blank, wanted.map(|text| text.map(|text| text.as_bytes().to_vec())), "{command:?}");
        assert!(String::from_utf8_lossy(found[0]).contains("TW011"), "{command:?}");
    }
    let checked = run(&["validate", "--lines", "--blank", "emit", "-f", "openai"], input.as_bytes());
    assert_eq!(String::from_utf8_lossy(&checked.stdout).matches("TW011").count(), 4);
}

#[test]
fn a_byte_order_mark_before_the_first_line_goes() {
    for command in COMMANDS {
        let arguments = [command, &["-q", "--lines", "-f", "openai"]].concat();
        let (plain, marked) = (run(&arguments, GOOD.as_bytes()), run(&arguments, format!("\u{feff}{GOOD}").as_bytes()));
        assert_eq!(plain.stdout, marked.stdout, "{command:?}");
    }
}

/// Error lines as they come back: from this program, and from a program that sorts keys as `jsonb` does.
const ERROR_LINES: [&str; 3] = [
    r#"{"$turnwise_error":{"code":"TW002","message":"m","line":3,"pointer":""},"raw":"x"}"#,
    r#"{ "$turnwise_error": {"code":"TW003","message":"m","line":3,"pointer":""}, "raw_base64": "/w==" }"#,
    r#"{"raw": "x", "raw_is_cut": true, "$turnwise_error": {"code": "TW002", "line": 3, "message": "m", "pointer": ""}}"#,
];

#[test]
fn error_lines_that_come_in_again_pass_unchanged() {
    let targets: Vec<_> = turnwise::format::FORMATS.iter().filter(|format| format.can_write()).collect();
    let mut commands: Vec<Vec<&str>> = targets.iter().map(|to| vec!["convert", "-t", to.name]).collect();
    commands.extend(COMMANDS.iter().map(|command| command.to_vec()));
    commands.push(vec!["convert", "-t", "anthropic", "--set", "/max_tokens=9", "--compact", "--ids", "new"]);
    commands.push(vec!["validate", "--fix"]);
    let input = ERROR_LINES.map(|line| format!("{line}\n{GOOD}\n{line}\n")).concat();
    for command in commands {
        for more in [&["--lines"][..], &["--lines", "-f", "openai"]] {
            let output = run(&[&command, &["-q"][..], more].concat(), input.as_bytes()).stdout;
            let found = lines(&output);
            // A check prints what it writes, and nothing else with -q but errors.
            for (at, line) in ERROR_LINES.iter().enumerate() {
                let places = [at * 3, at * 3 + 2].map(|place| String::from_utf8_lossy(found[place]).into_owned());
                assert_eq!(places, [*line, *line], "{command:?} {more:?}");
            }
        }
    }
}

#[test]
fn restoring_passes_error_lines_and_keeps_the_order_after_them() {
    let folder = tempfile::tempdir().unwrap();
    let carry = folder.path().join("carry.jsonl");
    let carry = carry.to_str().unwrap();
    let number = |number: usize| format!(r#"{{"messages": [{{"role":"user","content":"{number}"}}]}}"#);
    let source: Vec<Vec<u8>> = vec![
        number(1).into(),
        b"{\"messages\":\xff".to_vec(),
        number(2).into(),
        b"{\"messages\":".to_vec(),
        number(3).into(),
    ];
    let input = [source.join(&b'\n'), b"\n".to_vec()].concat();
    let there = run(
        &["convert", "-q", "--lines", "-f", "openai", "-t", "anthropic", "--on-error", "emit", "--carry", carry],
        &input,
    );
    let mut lines_there: Vec<Vec<u8>> = lines(&there.stdout).into_iter().map(<[u8]>::to_vec).collect();
    assert_eq!(lines_there.len(), 5);
    // Another step of the pipeline adds an error line of its own.
    lines_there.insert(1, ERROR_LINES[0].into());
    let summary = folder.path().join("summary.json");
    let way_back =
        ["convert", "-q", "--lines", "-t", "openai", "--restore", carry, "--report-summary", summary.to_str().unwrap()];
    let back = run(&way_back, &[lines_there.join(&b'\n'), b"\n".to_vec()].concat());
    let mut wanted = source;
    // What is not text is in the error line alone.
    wanted[1].clone_from(&lines_there[2]);
    wanted.insert(1, ERROR_LINES[0].into());
    let show =
        |lines: Vec<Vec<u8>>| lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect::<Vec<_>>();
    assert_eq!(show(lines(&back.stdout).into_iter().map(<[u8]>::to_vec).collect()), show(wanted));
    let counted = std::fs::read_to_string(summary).unwrap();
    assert!(!counted.contains("TW366") && counted.contains("\"losses\":{}"), "{counted}");
}

#[test]
fn options_that_say_something_else_are_refused() {
    for (more, why) in [
        (&["--framing", "array"][..], "--lines writes JSON Lines"),
        (&["--input-framing", "document"], "--lines reads JSON Lines"),
        (&["--pretty"], "cannot be used with"),
        (&["--framing", "lines", "--input-framing", "lines"], ""),
    ] {
        let output = run(&[&["convert", "-q", "-t", "anthropic", "--lines"], more].concat(), GOOD.as_bytes());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(why) && (output.status.code() == Some(2)) != why.is_empty(), "{more:?}: {error}");
    }
    let output = run(&["convert", "-t", "anthropic", "--blank", "emit"], GOOD.as_bytes());
    assert!(String::from_utf8_lossy(&output.stderr).contains("--lines"), "--blank needs --lines");
    let output = run(&["compact", "--lines"], b"{}\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("--lines: an event log"), "logs are one record");
}

/// Large base64 is taken out of records that are looked at for media, and does not come back in an error line.
#[test]
fn lines_with_large_media_that_are_not_utf_8_say_that_they_are_cut() {
    let data = "A".repeat(2_000_000);
    let image = format!(r#"{{"type":"image_url","image_url":{{"url":"data:image/png;base64,{data}"}}}}"#);
    let record = |text: &[u8]| {
        let before = [br#"{"messages":[{"role":"user","content":[{"type":"text","text":""#, text].concat();
        [&before, &br#""},"#[..], image.as_bytes(), b"]}]}"].concat()
    };
    for command in COMMANDS {
        let arguments = [command, &["-q", "--lines", "-f", "openai", "--on-error", "emit", "--strict"][..]].concat();
        let arguments: Vec<_> =
            arguments.into_iter().filter(|it| command[0] == "convert" || *it != "--strict").collect();
        for input in
            [record(b"\xff"), [record(b"x"), b"\xff".to_vec()].concat(), [record(b"x"), b"]".to_vec()].concat()]
        {
            let output = run(&arguments, &input).stdout;
            let found = lines(&output);
            assert_eq!(found.len(), 1, "{command:?}");
            let error: serde_json::Value = serde_json::from_slice(found[0]).unwrap();
            let is_cut = error.get("raw_is_cut").is_some();
            let bytes = match error.get("raw_base64") {
                Some(text) => STANDARD.decode(text.as_str().unwrap()).unwrap(),
                None => error["raw"].as_str().unwrap().as_bytes().to_vec(),
            };
            assert!(input.starts_with(&bytes) && is_cut == (bytes.len() < input.len()), "{command:?} {}", bytes.len());
            assert!(!is_cut || command[0].contains("media"), "{command:?}");
        }
    }
}

#[test]
fn a_bad_first_line_is_one_bad_record_without_the_option_too() {
    let folder = tempfile::tempdir().unwrap();
    for first in [
        r#"{"messages": [{"role": "user", "content": "x"#,
        r#"{"messages": [{"role": "user", "content": "x\"#,
        r#"{"messages": [{"role": "user","#,
        r#"{"messages""#,
        "{",
        "[",
        r#"[{"role":"user","content":"x"},"#,
        r#"{"a": tru"#,
        r#"{"messages":[{"role":"user","content":"hi"}]} x"#,
        r#"{"messages":[{"role":"user","content":"hi"}]},"#,
    ] {
        for many in [2, 1000] {
            let input = format!("{first}\n{}", format!("{GOOD}\n").repeat(many));
            for name in ["x.jsonl", "x.json", "-"] {
                let file = folder.path().join(name);
                std::fs::write(&file, &input).unwrap();
                let file = if name == "-" { "-" } else { file.to_str().unwrap() };
                let output = run(&["convert", "-q", "-t", "anthropic", "--on-error", "emit", file], input.as_bytes());
                let found = lines(&output.stdout);
                assert_eq!(found.len(), many + 1, "{first} {name}");
                let is_error = |line: &&&[u8]| line.starts_with(b"{\"$turnwise_error\"");
                assert_eq!(found.iter().filter(is_error).count(), 1, "{first} {name}");
            }
        }
    }
}
