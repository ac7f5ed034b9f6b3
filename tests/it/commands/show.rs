//! `show --record` in a large file: the second run starts near the record, and prints the same.

use std::fs;
use std::path::Path;
use std::process::Command;

fn show(file: &Path, cache: &Path, record: u64) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    command
        .args(["show", "-q", "--width", "1000", "--record", &record.to_string()])
        .arg(file)
        .env("XDG_CACHE_HOME", cache);
    let output = command.output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

fn lines(mark: char) -> String {
    let padding = "x".repeat(2000);
    let line = |number| {
        let blank = if number % 7 == 0 { "\n" } else { "" };
        format!("{blank}{{\"messages\":[{{\"role\":\"user\",\"content\":\"{mark}{number} {padding}\"}}]}}\n")
    };
    (1..=9000).map(line).collect()
}

#[test]
fn the_second_time_starts_near_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let (file, cache) = (folder.path().join("rows.jsonl"), folder.path().join("cache"));
    fs::write(&file, lines('a')).unwrap();
    let records = cache.join("turnwise/records");
    let first = show(&file, &cache, 8001);
    assert!(first.0.contains("a8001") && first.0.contains(":9144 · record 8001"), "{}", first.0);
    let index = || fs::read_dir(&records).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(index()).unwrap();
    assert!(text.lines().count() > 100);
    assert_eq!(show(&file, &cache, 8001), first);
    for record in [1, 64, 65, 66, 129, 8000, 9000] {
        let (shown, _) = show(&file, &cache, record);
        let line = record + record / 7;
        assert!(
            shown.contains(&format!("a{record}\n")) && shown.contains(&format!(":{line} · record {record} ")),
            "{shown}"
        );
    }
    assert_eq!(show(&file, &cache, 9001), (String::new(), Some(1)));

    // It is used: with a place that is another record's, that one is shown.
    let moved = text.lines().map(|line| line.replacen("7936 ", "8000 ", 1));
    let moved: Vec<_> = moved.filter(|line| !line.starts_with("8000 ") || line.contains(" 9070 ")).collect();
    fs::write(index(), moved.join("\n") + "\n").unwrap();
    assert!(show(&file, &cache, 8001).0.contains("a7937"));

    // A file that has changed is read from its beginning, even if size, time and number are the same.
    let time = fs::metadata(&file).unwrap().modified().unwrap();
    let handle = fs::OpenOptions::new().write(true).open(&file).unwrap();
    handle.set_modified(time).unwrap();
    fs::write(index(), &text).unwrap();
    fs::write(&file, lines('c')).unwrap();
    handle.set_modified(time).unwrap();
    assert!(show(&file, &cache, 8001).0.contains("c8001"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&records), mode(&index())), (0o700, 0o600));
    }
    // A cache that is damaged is none.
    let head = text.lines().next().unwrap();
    for broken in
        ["", "x", "\0", head, &format!("{head}\n64\n"), &format!("{head}\n64 1 1 1\n128 99999999999999999999 2 x\n")]
    {
        fs::write(index(), broken).unwrap();
        assert!(show(&file, &cache, 8001).0.contains("c8001"), "{broken:?}");
    }
    for line in ["64 18446744073709551615 64 0", "64 5 64", "64 0 64 é", "128 7 18446744073709551615 x"] {
        fs::write(index(), format!("{head}\n{line}\n")).unwrap();
        assert!(show(&file, &cache, 8001).0.contains("c8001"), "{line}");
    }
    fs::write(&file, lines('b')).unwrap();
    assert!(show(&file, &cache, 8001).0.contains("b8001"));
    assert!(show(&file, &cache, 8001).0.contains("b8001"));
}

/// Views come in pieces, and nobody sees where one ends.
#[test]
fn a_long_conversation_is_shown_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.json");
    let messages: Vec<_> = (1..=9000).map(|number| format!(r#"{{"role":"user","content":"word{number}"}}"#)).collect();
    let orphan = r#",{"role":"tool","tool_call_id":"c9","content":"orphan"}"#;
    fs::write(&path, format!(r#"{{"messages":[{}{orphan}]}}"#, messages.join(","))).unwrap();
    let show = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
        command.args(["show", "--isolated", "--no-pager", "--from", "openai"]).args(args).arg(&path);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{args:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for to in ["terminal", "markdown", "html"] {
        let text = show(&["--to", to]);
        let words = text.split(|it: char| !it.is_alphanumeric()).filter(|word| word.starts_with("word"));
        let found: std::collections::BTreeSet<_> = words.collect();
        assert_eq!(
            (found.len(), text.matches("record 1").count().min(2)),
            (9000, if to == "html" { 2 } else { 1 }),
            "{to}"
        );
    }
    let page = show(&["--to", "html"]);
    assert_eq!((page.matches("<section").count(), page.matches("</section>").count()), (1, 1));
    assert!(page.contains("id=\"c1m1\"") && page.contains("id=\"c1m9001\"") && page.contains("9,001 messages"));
    let late = show(&["--grep", "word8999", "--to", "markdown"]);
    assert!(late.starts_with("# ") && late.contains("word8999") && late.matches("## ").count() == 1, "{late}");
    let findings = show(&["--findings", "--only", "tool", "--to", "markdown"]);
    assert!(findings.contains("orphan") && findings.matches("TW203").count() == 1, "{findings}");
}
