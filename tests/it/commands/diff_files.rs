//! `turnwise diff` of folders, pipes and files that do not fit into memory.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn turnwise(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    command.args(["diff", "--isolated"]).args(args).current_dir(folder);
    command
}

fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    read(&turnwise(folder, args).output().unwrap())
}

fn read(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn chat(words: &str) -> String {
    format!("{{\"messages\":[{{\"role\":\"user\",\"content\":\"{words}\"}}]}}\n")
}

fn folders(files: &[(&str, String)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn files_of_folders_are_paired_by_their_paths() {
    let folder = folders(&[
        ("a/1.json", chat("hello")),
        ("b/1.json", chat("hello")),
        ("a/sub/2.json", chat("rain in Oslo")),
        ("b/sub/2.json", chat("snow in Oslo")),
        ("a/gone.json", chat("x")),
        ("b/new.jsonl", chat("y")),
        // No conversation, and the same in both: nobody has to understand it.
        ("a/package.json", "{\"name\":\"n\"}".to_owned()),
        ("b/package.json", "{\"name\":\"n\"}".to_owned()),
        ("a/notes.txt", "x".to_owned()),
    ]);
    let path = folder.path();
    let total = "1 of 5 files differ, 1 only in A, 1 only in B: 1 edited\n";
    let shown = "only in A: gone.json\nonly in B: new.jsonl\nsub/2.json\n  ~ edited /messages/0/content  text\n      [-rain-]{+snow+} in Oslo\n";
    for jobs in ["1", "4"] {
        assert_eq!(run(path, &["-j", jobs, "a", "b"]), (1, shown.to_owned(), format!("turnwise: {total}")));
    }
    let brief = "only in A: gone.json\nonly in B: new.jsonl\na/sub/2.json and b/sub/2.json differ\n";
    assert_eq!(run(path, &["--brief", "a", "b"]), (1, brief.to_owned(), String::new()));
    let (code, out, _) = run(path, &["--stat", "a", "b"]);
    assert!(code == 1 && out.ends_with(&format!("       1  edited  text\n{total}")), "{out}");
    let (code, out, _) = run(path, &["--output-format", "json", "a", "b"]);
    let value: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, value["files"].as_array().unwrap().len()), (1, 3), "{out}");
    assert_eq!(value["files"][0], serde_json::json!({"path":"gone.json","only":"A"}));
    assert_eq!(value["files"][2]["records"][0]["changes"][0]["kind"], "edit");
    let files = serde_json::json!({"same":2,"changed":1,"deleted":1,"inserted":1,"failed":0});
    assert_eq!(value["summary"]["files"], files);
    let (code, out, _) = run(path, &["--output-format", "unified", "a", "b"]);
    assert!(code == 1 && out.contains("--- a/sub/2.json\n+++ b/sub/2.json\n@@"), "{out}");
    let (code, out, _) = run(path, &["--output-format", "github", "a", "b"]);
    assert!(code == 1 && out.contains("file=a/gone.json,line=1,title=deleted"), "{out}");
    let (code, out, err) = run(path, &["--new-messages", "a", "b"]);
    assert_eq!((code, out.lines().count(), err.as_str()), (1, 2, "turnwise: only in B: 2 messages\n"), "{out}");
    let (code, out, _) = run(path, &["--html", "page.html", "a", "b"]);
    let page = std::fs::read_to_string(path.join("page.html")).unwrap();
    assert!(code == 1 && out.is_empty() && page.contains(">sub/2.json: ") && page.contains("only in A"), "{page}");
    assert_eq!(run(path, &["--exclude", "sub/*", "--exclude", "gone.json", "--exclude", "new.*", "a", "b"]).0, 0);
    assert_eq!(run(path, &["a", "a"]), (0, String::new(), String::new()));
    for (args, said) in [
        (["--output-format", "jsonpatch", "a", "b"].as_slice(), "not of two folders"),
        (&["a", "a/1.json"], "two files or two folders"),
        (&["a/1.json", "b"], "two files or two folders"),
        (&["-", "-"], "not both"),
    ] {
        let (code, out, err) = run(path, args);
        assert!(code == 2 && out.is_empty() && err.contains(said), "{err}");
    }
}

#[test]
fn a_file_that_cannot_be_read_hides_no_other() {
    let folder = folders(&[
        ("a/1.json", "{\"no\":1}".to_owned()),
        ("b/1.json", "{\"no\":2}".to_owned()),
        ("a/2.json", chat("one")),
        ("b/2.json", chat("two")),
    ]);
    let (code, out, err) = run(folder.path(), &["--output-format", "json", "a", "b"]);
    let value: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &value["summary"]["files"]["failed"]), (2, &Value::from(1)), "{err}");
    assert!(value["files"][0]["error"].as_str().unwrap().contains("cannot tell the format"), "{out}");
    assert_eq!(value["files"][1]["summary"]["changed"], 1);
    assert!(err.contains("a/1.json"), "{err}");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_out_of_a_folder() {
    let folder = folders(&[
        ("a/1.json", chat("one")),
        ("b/2.json", chat("one")),
        ("a/3.json", chat("own")),
        ("secret.json", chat("secret")),
    ]);
    let link = |target: &str, name: &str| std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
    link("2.json", "b/1.json");
    link("1.json", "a/2.json");
    link("../secret.json", "b/3.json");
    let (code, out, err) = run(folder.path(), &["a", "b"]);
    assert!(code == 2 && out.is_empty(), "{out}");
    assert!(err.contains("b/3.json: a link out of its folder") && !err.contains("secret\""), "{err}");
}

#[test]
fn one_side_may_come_through_a_pipe() {
    let folder = folders(&[("a.json", chat("one two")), ("b.json", chat("one three"))]);
    let path = folder.path();
    let (_, expected, _) = run(path, &["-q", "a.json", "b.json"]);
    for (args, from) in [(["-q", "-", "b.json"], "a.json"), (["-q", "a.json", "-"], "b.json")] {
        let mut child = turnwise(path, &args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(&std::fs::read(path.join(from)).unwrap()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(read(&output), (1, expected.clone(), String::new()));
    }
    // Nothing , on one side and on both.
    std::fs::write(path.join("empty.jsonl"), "").unwrap();
    let (code, out, _) = run(path, &["-q", "empty.jsonl", "a.json"]);
    assert_eq!((code, out.as_str()), (1, "record 1 only in B, 1 messages\n"));
    assert_eq!(run(path, &["empty.jsonl", "empty.jsonl"]).0, 0);
}

#[cfg(unix)]
#[test]
fn named_pipes_are_read_once() {
    let folder = folders(&[("a.jsonl", chat("one two").repeat(2000)), ("b.jsonl", chat("one three").repeat(2000))]);
    let path = folder.path();
    for pipe in ["p", "q"] {
        assert!(Command::new("mkfifo").arg(path.join(pipe)).status().unwrap().success());
    }
    let (_, expected, _) = run(path, &["-q", "--stat", "a.jsonl", "b.jsonl"]);
    let script = "cat a.jsonl > p & cat b.jsonl > q & \"$0\" diff --isolated -q --stat p q";
    let output =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_turnwise")]).current_dir(path).output().unwrap();
    assert_eq!(read(&output), (1, expected, String::new()));
}

/// Two files of more than 32 MiB, of which every thousandth record differs and some stand elsewhere.
fn long(path: &Path) -> usize {
    let filler = "lorem ipsum dolor sit amet ".repeat(30);
    let line = |number: usize, word: &str| chat(&format!("{number} {word} {filler}"));
    let count = 42_000;
    let a: String = (0..count).map(|number| line(number, "old")).collect();
    let mut b: Vec<String> =
        (0..count).map(|number| line(number, if number % 1000 == 7 { "new" } else { "old" })).collect();
    b.swap(5, 40_005);
    b.remove(20_000);
    assert!(a.len() > 33 << 20);
    std::fs::write(path.join("a.jsonl"), a).unwrap();
    std::fs::write(path.join("b.jsonl"), b.concat()).unwrap();
    count / 1000
}

#[test]
fn what_does_not_fit_into_memory_is_compared_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let edits = long(path);
    let spool = path.join("tmp");
    std::fs::create_dir(&spool).unwrap();
    let expected = run(path, &["--output-format", "json", "a.jsonl", "b.jsonl"]);
    let value: Value = serde_json::from_str(&expected.1).unwrap();
    let summary = &value["summary"];
    assert_eq!(
        [&summary["changed"], &summary["deleted"], &summary["moved"], &summary["changes"]["edit"]],
        [&Value::from(edits), &Value::from(1), &Value::from(2), &Value::from(edits)],
        "{summary}"
    );
    // Through pipes it goes into temporary files, and nothing of them stays.
    let script = "cat b.jsonl | \"$0\" diff --isolated --output-format json a.jsonl -";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_turnwise")])
        .env("TMPDIR", &spool)
        .current_dir(path)
        .output()
        .unwrap();
    assert_eq!(read(&output), expected);
    assert_eq!(std::fs::read_dir(&spool).unwrap().count(), 0);
    #[cfg(target_os = "linux")]
    {
        // Both files together have 70 MB: they are not in memory. The limit counts the code of the program, too: 40 MB.
        let script = "ulimit -v 75000; exec \"$0\" diff --isolated -j 1 --output-format json a.jsonl b.jsonl";
        let output =
            Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_turnwise")]).current_dir(path).output().unwrap();
        assert_eq!(read(&output), expected);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_temporary_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.jsonl"), chat("x")).unwrap();
    let spool = folder.path().join("tmp");
    std::fs::create_dir(&spool).unwrap();
    // Not -INT: runs in the background ignore it.
    for signal in ["-TERM", "-KILL"] {
        let mut child =
            turnwise(folder.path(), &["a.jsonl", "-"]).env("TMPDIR", &spool).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // More than is kept in memory: when the last byte is taken, the others are in the file.
        let lines = chat(&"y".repeat(1 << 20));
        for _ in 0..36 {
            stdin.write_all(lines.as_bytes()).unwrap();
        }
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(!child.wait().unwrap().success());
        drop(stdin);
        assert_eq!(std::fs::read_dir(&spool).unwrap().count(), 0, "{signal}");
    }
}
