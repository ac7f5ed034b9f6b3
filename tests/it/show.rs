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
    let moved: Vec<_> = moved.filter(|line| !line.starts_with("8000 ") || line.ends_with(" 9070")).collect();
    fs::write(index(), moved.join("\n") + "\n").unwrap();
    assert!(show(&file, &cache, 8001).0.contains("a7937"));

    // A file that has changed is read from its beginning.
    fs::write(&file, lines('b')).unwrap();
    assert!(show(&file, &cache, 8001).0.contains("b8001"));
    assert!(show(&file, &cache, 8001).0.contains("b8001"));
}
