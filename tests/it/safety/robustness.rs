//! Hostile and odd files, through the program itself: outcomes, exit codes, safe messages, files that are never torn.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::fixtures::path;
use crate::safety::json::entries;

fn turnwise(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    command.args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    turnwise(args).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn every_file_has_the_outcome_of_its_class() {
    for level in ["conversation", "passthrough", "output"] {
        for (entry, bytes) in entries(level) {
            let file = path("tests/fixtures/robustness").join(&entry.file);
            let file = file.to_str().unwrap();
            let auto = run(&["convert", "--to", "openai", file]);
            let name = &entry.file;
            // Megabytes of nothing: once is enough.
            let is_bomb = entry.klass == "no_oom";
            let again = |args: &[&str]| if is_bomb { auto.clone() } else { run(args) };
            let converted = again(&["convert", "--from", "openai", "--to", "openai", file]);
            let validated = again(&["validate", "--from", "openai", file]);
            for output in [&converted, &auto, &validated] {
                assert!((0..=2).contains(&code(output)), "{name}: {}", stderr(output));
                assert!(code(output) != 2 || !output.stderr.is_empty(), "{name}: exit 2 without a message");
                assert!(output.stderr.len() < 64 * 1024, "{name}: too much to say");
                check_clean(name, output);
            }
            match entry.klass.as_str() {
                "accept" | "accept_warn" => {
                    assert_eq!(code(&converted), 0, "{name}: {}", stderr(&converted));
                    assert!(converted.stdout == bytes, "{name}: other bytes");
                    if entry.klass == "accept_warn" {
                        let text = String::from_utf8_lossy(&validated.stdout).into_owned();
                        assert!(text.contains("warning") || code(&validated) == 1, "{name}: {text}");
                    }
                }
                "accept_bom" => {
                    assert_eq!(code(&converted), 0, "{name}: {}", stderr(&converted));
                    assert_eq!(converted.stdout, bytes, "{name}");
                }
                "reject" => {
                    assert_eq!(code(&converted), 2, "{name}: {}", stderr(&converted));
                    assert!(matches!(code(&validated), 1 | 2), "{name}");
                    let line = entry.line.map(|line| format!("{name}:{line}:"));
                    assert!(
                        line.is_none_or(|line| stderr(&converted).contains(&line)),
                        "{name}: {}",
                        stderr(&converted)
                    );
                }
                "reject_semantic" => assert!(matches!(code(&validated), 1 | 2), "{name}: {}", stderr(&validated)),
                "encoding" => {
                    let message = stderr(&converted).to_ascii_uppercase();
                    let is_named = ["UTF-16", "UTF-32", "GZIP", "ZSTD"].iter().any(|word| message.contains(word));
                    assert!(code(&converted) == 0 || (code(&converted) == 2 && is_named), "{name}: {message}");
                }
                "reject_json_accept_jsonl" => {
                    // The class is that of JSON readers. An empty file is an empty input, as empty standard input is.
                    assert_eq!(code(&converted), 0, "{name}: {}", stderr(&converted));
                    assert!(converted.stdout.trim_ascii().is_empty());
                }
                "reject_or_records" | "sanitize" | "no_crash" | "no_hang" | "no_oom" => {}
                other => panic!("{name}: unknown class {other}"),
            }
        }
    }
}

/// What people see contains no control characters, and no line starts with a forged command.
fn check_clean(name: &str, output: &Output) {
    let shown = output.stdout.trim_ascii_start();
    let is_findings = !shown.is_empty() && !shown.starts_with(b"{") && !shown.starts_with(b"[");
    let mut texts = vec![stderr(output)];
    if is_findings {
        texts.push(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    for text in texts {
        for line in text.lines() {
            let is_bad = |c: char| {
                c.is_control()
                    || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
            };
            assert!(!line.chars().any(is_bad), "{name}: {line:?}");
            assert!(!line.starts_with("::") && line != "all files valid", "{name}: {line:?}");
        }
    }
}

#[test]
fn encodings_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"messages":[{"role":"user","content":"é"}]}"#;
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let little: Vec<u8> = utf16.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = utf16.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for (bytes, name) in [(little, "UTF-16LE"), (big, "UTF-16BE")] {
        let file = folder.path().join("x.json");
        fs::write(&file, bytes).unwrap();
        let output = run(&["convert", "--to", "openai", file.to_str().unwrap()]);
        assert!(code(&output) == 2 && stderr(&output).contains(name), "{}", stderr(&output));
    }
}

#[test]
fn long_strings_and_deep_brackets() {
    let folder = tempfile::tempdir().unwrap();
    let long = folder.path().join("long.jsonl");
    let text = format!("{{\"messages\":[{{\"role\":\"user\",\"content\":\"{}\"}}]}}\n", "x".repeat(12 << 20));
    fs::write(&long, &text).unwrap();
    let output = run(&["convert", "--from", "openai", "--to", "anthropic", long.to_str().unwrap()]);
    assert_eq!((code(&output), output.stdout.len()), (0, text.len()), "{}", stderr(&output));
    let deep = folder.path().join("deep.json");
    fs::write(&deep, "[".repeat(1_000_000)).unwrap();
    for (args, exit) in [(vec!["convert", "--to", "openai"], 2), (vec!["validate"], 1), (vec!["detect"], 2)] {
        let output = run(&[args.as_slice(), &[deep.to_str().unwrap()]].concat());
        let all = String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output);
        assert!(code(&output) == exit && all.contains("1024"), "{all}");
    }
}

fn sample(records: usize) -> String {
    (0..records)
        .map(|n| format!("{{\"messages\":[{{\"role\":\"user\",\"name\":\"n{n}\",\"content\":\"hi\"}}]}}\n"))
        .collect()
}

#[test]
fn a_reader_that_goes_away_ends_the_run_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.jsonl");
    fs::write(&file, sample(100_000)).unwrap();
    let mut child = turnwise(&["convert", "--from", "openai", "--to", "anthropic", file.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.jsonl");
    fs::write(&file, sample(1)).unwrap();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = turnwise(&["convert", "--to", "openai", file.to_str().unwrap()]).stdout(full).output().unwrap();
    assert!(code(&output) == 2 && stderr(&output).contains("no space left"), "{}", stderr(&output));
    let output = run(&["convert", "--to", "openai", "-o", "/dev/full", file.to_str().unwrap()]);
    assert!(code(&output) == 2 && Path::new("/dev/full").exists(), "{}", stderr(&output));
    for args in
        ["--help", "-h", "--version", "help", "help show", "convert --help", "completions bash", "man", "explain TW203"]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = turnwise(&args.split(' ').collect::<Vec<_>>()).stdout(full).output().unwrap();
        let message = stderr(&output);
        assert!(code(&output) == 2 && message.contains("cannot write standard output"), "{args}: {message}");
    }
}

#[test]
fn output_over_the_input_leaves_whole_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.jsonl");
    let name = file.to_str().unwrap();
    fs::write(&file, sample(3)).unwrap();
    let output = run(&["convert", "-q", "--to", "anthropic", "-o", name, name]);
    assert!(code(&output) == 2 && stderr(&output).contains("-i (--in-place)"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 3);
    let append = fs::OpenOptions::new().append(true).open(&file).unwrap();
    let output = turnwise(&["convert", "--to", "openai", name]).stdout(append).output().unwrap();
    assert!(code(&output) == 2 && stderr(&output).contains("standard output"), "{}", stderr(&output));
    // A bad record: the file stays what it was, and nothing is left next to it.
    let broken = sample(2) + "{\"messages\":\n";
    fs::write(&file, &broken).unwrap();
    assert_eq!(code(&run(&["convert", "--to", "anthropic", "--in-place", name])), 2);
    assert_eq!(fs::read_to_string(&file).unwrap(), broken);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn nothing_to_change_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.jsonl");
    let name = file.to_str().unwrap();
    let text = "\u{feff}".to_owned() + &sample(3).replace('\n', "\r\n") + "\r\n";
    fs::write(&file, &text).unwrap();
    let before = fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(code(&run(&["convert", "--to", "openai", "--in-place", name])), 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), before);
    // A conversion keeps the mark, the line ends and the blank line.
    assert_eq!(code(&run(&["convert", "-q", "--to", "anthropic", "--in-place", name])), 0);
    let after = fs::read_to_string(&file).unwrap();
    assert!(after.starts_with('\u{feff}') && after.ends_with("}\r\n\r\n"), "{after:?}");
    assert_eq!(after.matches("\r\n").count(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn killing_an_in_place_run_never_tears_the_file() {
    use rustix::fs::inotify::ReadFlags;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.jsonl");
    let name = file.to_str().unwrap();
    let old = sample(20_000);
    fs::write(&file, &old).unwrap();
    let new = run(&["convert", "-q", "--to", "anthropic", name]).stdout;
    // At once; when the temporary file is there; after some of its blocks; when it took the place of the old one.
    let stages: [(ReadFlags, &str, usize); 5] = [
        (ReadFlags::empty(), "", 0),
        (ReadFlags::CREATE, ".", 1),
        (ReadFlags::MODIFY, ".", 1),
        (ReadFlags::MODIFY, ".", 3),
        (ReadFlags::MOVED_TO, "x.jsonl", 1),
    ];
    for (event, start, times) in stages {
        fs::write(&file, &old).unwrap();
        let watch = crate::safety::watch::Watch::on(folder.path());
        let mut child =
            turnwise(&["convert", "-q", "-j", "1", "--to", "anthropic", "--in-place", name]).spawn().unwrap();
        watch.wait(event, start, times);
        // It may be done already.
        let _ = child.kill();
        child.wait().unwrap();
        let now = fs::read(&file).unwrap();
        assert!(now == old.as_bytes() || now == new, "after {event:?} {times} the file is torn");
        assert!(event != ReadFlags::MOVED_TO || now == new);
    }
}

/// More than is read ahead: when it is taken, output was written.
#[cfg(unix)]
fn feed(child: &mut std::process::Child) -> (std::process::ChildStdin, usize) {
    let record = sample(1).replace("hi", &"x".repeat(100_000));
    let mut stdin = child.stdin.take().unwrap();
    let count = 30;
    stdin.write_all(record.repeat(count).as_bytes()).unwrap();
    (stdin, count)
}

#[cfg(unix)]
#[test]
fn a_signal_removes_the_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.jsonl");
    let mut child = turnwise(&["convert", "-q", "-j", "1", "--to", "anthropic", "-o", file.to_str().unwrap()])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    // Held until the end: `wait` would close it, and an input that ends may be done before the signal is heard.
    let (stdin, _) = feed(&mut child);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the temporary file");
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let status = child.wait().unwrap();
    drop(stdin);
    assert!(!status.success());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.jsonl");
    let script = "trap '' INT HUP; exec \"$0\" convert -q -j 1 --isolated --to anthropic -o \"$1\"";
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_turnwise"), file.to_str().unwrap()])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let (stdin, count) = feed(&mut child);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the temporary file");
    for signal in ["-HUP", "-INT"] {
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(file).unwrap().lines().count(), count);
}

#[test]
fn compressed_input_and_output() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("x.jsonl");
    fs::write(&plain, sample(50)).unwrap();
    for end in ["gz", "zst", "br"] {
        let packed = folder.path().join(format!("y.jsonl.{end}"));
        let back = folder.path().join(format!("z-{end}.jsonl"));
        let (plain, packed, back) = (plain.to_str().unwrap(), packed.to_str().unwrap(), back.to_str().unwrap());
        assert_eq!(code(&run(&["convert", "--to", "openai", "-o", packed, plain])), 0);
        assert!(fs::metadata(packed).unwrap().len() < 1000);
        let output = run(&["convert", "--to", "openai", "-o", back, packed]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(fs::read(back).unwrap(), sample(50).as_bytes());
    }
}

#[test]
fn compressed_input_of_parallel_programs() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("x.jsonl");
    fs::write(&plain, sample(50)).unwrap();
    // pigz -i and pzstd write a member or frame for each block, pzstd with a frame to skip before each.
    let skipped: &[u8] = b"\x50\x2a\x4d\x18\x04\0\0\0abcd";
    for (end, before) in [("gz", &b""[..]), ("zst", skipped)] {
        let one = folder.path().join(format!("one.jsonl.{end}"));
        let many = folder.path().join(format!("many.jsonl.{end}"));
        assert_eq!(code(&run(&["convert", "--to", "openai", "-o", one.to_str().unwrap(), plain.to_str().unwrap()])), 0);
        let packed = fs::read(&one).unwrap();
        fs::write(&many, [before, &packed, before, &packed, before].concat()).unwrap();
        let output = run(&["convert", "-q", "--to", "openai", many.to_str().unwrap()]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(output.stdout, sample(50).repeat(2).as_bytes(), "{end}");
    }
}

#[test]
fn a_record_that_is_too_long_names_the_option_in_every_framing() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(1_000_000);
    let record = format!(r#"{{"messages":[{{"role":"user","content":"{long}"}}]}}"#);
    let event = format!(r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"{long}"}}"#);
    let texts = [
        ("a.jsonl", format!("{record}\n")),
        ("b.jsonl", format!("{{\"messages\":[]}}\n{record}\n{record}\n")),
        ("c.json", record.clone()),
        ("d.json", format!("[{record},{record}]")),
        ("e.sse", format!("data: {event}\n\n")),
    ];
    for (name, text) in texts {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        for verb in [&["convert", "-t", "openai"][..], &["validate"], &["extract-media", "--dir", "m"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
            let output = command.args(verb).args(["--max-record-bytes", "100K"]).arg(&path).output().unwrap();
            let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            let is_check = verb == ["validate"];
            assert!(said.contains("longer than 102400 bytes"), "{name} {verb:?}: {said}");
            assert!(is_check || said.contains("--max-record-bytes"), "{name} {verb:?}: {said}");
            assert_eq!(output.status.code(), Some(if is_check { 1 } else { 2 }), "{name} {verb:?}: {said}");
        }
    }
}

/// Whoever can write into a folder above the data, as into that of temporary files, cannot choose the settings of others.
#[cfg(unix)]
#[test]
fn settings_of_another_user_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("turnwise.toml");
    fs::write(&settings, "validate.ignore = ['TW203']").unwrap();
    let chat = r#"{"messages":[{"role":"tool","tool_call_id":"c9","content":"x"}]}"#;
    fs::write(folder.path().join("chat.jsonl"), chat).unwrap();
    let validate = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
        let output = command.args(["validate", "chat.jsonl"]).current_dir(folder.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(validate().0, Some(0), "the settings of the user hide TW203");
    if std::os::unix::fs::chown(&settings, Some(12345), None).is_err() {
        return; // Only root can give a file to another user.
    }
    let (code, message) = validate();
    assert_eq!(code, Some(1), "{message}");
    assert!(message.contains("turnwise.toml is not read: another user owns it; to read it: --config"), "{message}");
}
