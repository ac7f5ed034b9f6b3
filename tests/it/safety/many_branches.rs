//! One record whose branches are far longer than the record: a long trunk with a branch at every message.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

/// A `ChatGPT` conversation of `count` + 1 branches, whose messages have 2 KB each.
fn comb(count: usize) -> String {
    let text = "x".repeat(2_000);
    let mut json = String::from(
        r#"{"title":"t","current_node":"root","mapping":{"root":{"id":"root","message":null,"parent":null,"children":["t0"]}"#,
    );
    for i in 0..count {
        let parent = i.checked_sub(1).map_or("root".to_owned(), |parent| format!("t{parent}"));
        let next = if i + 1 < count { format!(r#","t{}""#, i + 1) } else { String::new() };
        for (id, parent, children) in
            [(format!("t{i}"), parent, format!(r#""b{i}"{next}"#)), (format!("b{i}"), format!("t{i}"), String::new())]
        {
            let message = format!(
                r#"{{"id":"m{id}","author":{{"role":"user"}},"content":{{"content_type":"text","parts":["{text}"]}},"metadata":{{}},"recipient":"all","weight":1.0,"status":"finished_successfully"}}"#
            );
            write!(json, r#","{id}":{{"id":"{id}","message":{message},"parent":"{parent}","children":[{children}]}}"#)
                .unwrap();
        }
    }
    json.push_str("}}\n");
    json
}

fn convert(folder: &Path, arguments: &str) -> Output {
    let script = format!("ulimit -v 75000; exec \"$0\" convert --isolated -f chatgpt --branch all -j 1 {arguments}");
    Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_turnwise")]).current_dir(folder).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn all_branches_are_written_without_being_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.json"), comb(300)).unwrap();
    let output = convert(folder.path(), "-t openai a.json");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // 90 MB: the branch at message n has n messages before it.
    assert_eq!(memchr::memchr_iter(b'\n', &output.stdout).count(), 300);
    let messages = 300 * 301 / 2 + 300;
    assert_eq!(memchr::memmem::find_iter(&output.stdout, b"\"role\"").count(), messages);

    let output = convert(folder.path(), "-t picklebot -o sessions/ a.json");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = std::fs::read_dir(folder.path().join("sessions/sessions")).unwrap();
    let lines = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
    let count = |text: Vec<u8>| memchr::memmem::find_iter(&text, b"\"role\"").count();
    assert_eq!(lines.map(count).sum::<usize>(), messages);
}

#[test]
fn a_record_that_fails_at_a_late_branch_leaves_none_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let (one, many) = (comb(1), comb(80));
    std::fs::write(folder.path().join("a.jsonl"), [one.as_str(), &many, &one].concat()).unwrap();
    std::fs::write(folder.path().join("b.jsonl"), [one.as_str(), &one].concat()).unwrap();
    // The branches of the second record have 7 MB together.
    let output = convert(folder.path(), "-t openai --max-record-bytes 4MiB --on-error skip a.jsonl");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("TW005"), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = convert(folder.path(), "-t openai b.jsonl");
    assert!(expected.status.success());
    assert!(output.stdout == expected.stdout);
}
