//! Folders of sessions: read in the order of the index, written atomically, and never outside themselves.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::fixtures::path;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turnwise")).args(arguments).output().unwrap()
}

fn to_folder(from: &Path, to: &Path) -> Output {
    let arguments = ["convert", "-q", "--isolated", "-t", "picklebot", "--framing", "folder", "-o"];
    run(&[&arguments[..], &[to.to_str().unwrap(), from.to_str().unwrap()]].concat())
}

/// Every file below a folder and its bytes.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(path).unwrap());
            }
        }
    }
    found
}

fn line(content: &str) -> String {
    let time = "2026-03-08T23:16:36.000137";
    let message =
        json!({"timestamp": time, "role": "user", "content": content, "tool_calls": null, "tool_call_id": null});
    format!("{message}\n")
}

fn entry(id: &str) -> String {
    format!(
        "{{\"id\":{},\"agent_id\":\"pickle\",\"source\":\"cron:daily\",\"title\":null,\"message_count\":1,\
         \"created_at\":\"2026-03-08T23:16:36\",\"updated_at\":\"2026-03-08T23:16:36\"}}\n",
        json!(id)
    )
}

/// A folder with these files.
fn store(files: &[(&str, String)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sessions")).unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn sessions(folder: &Path) -> Vec<Value> {
    let output = run(&["convert", "-q", "--isolated", "-t", "picklebot", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn contents(session: &Value) -> Vec<&str> {
    session["messages"].as_array().unwrap().iter().map(|message| message["content"].as_str().unwrap()).collect()
}

#[test]
fn a_store_comes_back_to_the_byte() {
    let out = tempfile::tempdir().unwrap();
    let (from, to) = (path("tests/fixtures/picklebot/store"), out.path().join("new"));
    assert!(to_folder(&from, &to).status.success());
    assert_eq!(tree(&from), tree(&to));
    let ids: Vec<_> = sessions(&from).iter().map(|it| it["id"].as_str().unwrap().chars().next().unwrap()).collect();
    assert_eq!(ids, ['4', '3', '2', '1'], "the order of the index");
}

#[test]
fn sessions_of_any_place_become_a_store() {
    let out = tempfile::tempdir().unwrap();
    let from = out.path().join("in.jsonl");
    let same = "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n";
    fs::write(&from, same.repeat(3) + "{\"messages\":[{\"role\":\"user\",\"content\":\"b\"}]}\n").unwrap();
    let to = out.path().join("new");
    assert!(to_folder(&from, &to).status.success());
    // Equal records have equal ids by themselves; here they must not.
    assert_eq!(tree(&to).len(), 5);
    let first = tree(&to);
    let again = out.path().join("again");
    assert!(to_folder(&to, &again).status.success());
    assert_eq!(first, tree(&again));
    // The other way round: session objects, a line each.
    let lines = out.path().join("lines.jsonl");
    fs::write(&lines, run(&["convert", "-q", "-t", "picklebot", to.to_str().unwrap()]).stdout).unwrap();
    let back = out.path().join("back");
    assert!(to_folder(&lines, &back).status.success());
    assert_eq!(first, tree(&back));
}

#[test]
fn all_layouts_are_read() {
    let chunked = sessions(&path("tests/fixtures/picklebot/old/chunked"));
    assert_eq!((chunked.len(), contents(&chunked[0])), (1, vec!["1", "2", "3", "4", "5"]));
    let oldest = sessions(&path("tests/fixtures/picklebot/old/json"));
    assert_eq!((oldest.len(), contents(&oldest[0])), (1, vec!["Hi", "", "r", "Bye"]));
    let names: Vec<_> = (1..=11).map(|number| format!("sessions/session-a.{number}.jsonl")).collect();
    let mut files: Vec<_> = names.iter().map(|name| (name.as_str(), line(&name[19..21]))).collect();
    files.push(("index.jsonl", entry("a") + &entry("session-b")));
    files.push(("sessions/session-b.jsonl", line("b")));
    files.push(("sessions/._session-b.jsonl", "\u{0}\u{5}".to_owned()));
    let folder = store(&files);
    let found = sessions(folder.path());
    assert_eq!(contents(&found[0]), ["1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.", "9.", "10", "11"]);
    assert_eq!(contents(&found[1]), ["b"], "the index says whose file it is");
    for inside in ["sessions", "."] {
        assert_eq!(sessions(&folder.path().join(inside)).len(), 2, "{inside}");
    }
}

#[test]
fn findings_name_the_file_and_the_line() {
    let folder = store(&[
        (
            "index.jsonl",
            format!("{}\n{}not json\n{}", entry("gone"), entry("a"), entry("b").replace("cron:daily", "moon:x")),
        ),
        ("sessions/a.jsonl", format!("\u{feff}{}\n{}", line("x"), line("y").trim_end())),
        ("sessions/b.jsonl", line("x")),
        ("sessions/c.jsonl", line("x")),
        ("sessions/session-d.1.jsonl", line("x")),
        ("sessions/session-d.3.jsonl", line("x")),
        ("sessions/e.jsonl", line("x").replace("user", "robot")),
    ]);
    let output = run(&["validate", "--isolated", "--output-format", "concise", folder.path().to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap().replace(folder.path().to_str().unwrap(), "");
    for expected in [
        "/index.jsonl:1:1: warning TW653",
        "/index.jsonl:4:1: error TW651",
        "/index.jsonl:5:40: warning TW650 no part of picklebot is called `moon:x` at /source",
        "/sessions/a.jsonl:1:4: error TW648",
        "/sessions/a.jsonl:2:1: warning TW646",
        "/sessions/a.jsonl:3:1: warning TW647",
        "/index.jsonl:3:82: warning TW649 `message_count` is 1, and the session has 2 messages at /message_count",
        "/sessions/c.jsonl:1:1: warning TW652",
        "/sessions/session-d.1.jsonl:1:1: warning TW653 piece 2 of the session has no file",
        "/sessions/e.jsonl:1:23: error TW105",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_store_is_written_as_a_whole_or_not_at_all() {
    let out = tempfile::tempdir().unwrap();
    let good = "{\"id\":\"a\",\"agent_id\":\"p\",\"messages\":[]}\n";
    for bad in [
        "{\"id\":\"../b\",\"agent_id\":\"p\",\"messages\":[]}\n",
        "{\"id\":\"/tmp/b\",\"agent_id\":\"p\",\"messages\":[]}\n",
        "{\"id\":\"\",\"agent_id\":\"p\",\"messages\":[]}\n",
        "{\"id\":\"x\\u0000\",\"agent_id\":\"p\",\"messages\":[]}\n",
        // The id is there already, to a system that does not tell a from A.
        "{\"id\":\"A\",\"agent_id\":\"p\",\"messages\":[]}\n",
        "{\"id\":\"c\",\"agent_id\":\"p\",\"messages\":[{\"role\":\"robot\",\"content\":\"\"}]}\n",
    ] {
        let from = out.path().join("in.jsonl");
        fs::write(&from, format!("{good}{bad}")).unwrap();
        let output = to_folder(&from, &out.path().join("new"));
        assert_eq!(output.status.code(), Some(2), "{bad}");
        assert_eq!(fs::read_dir(out.path()).unwrap().count(), 1, "nothing is left after: {bad}");
    }
}

#[test]
fn nothing_that_exists_is_touched() {
    let out = tempfile::tempdir().unwrap();
    let from = path("tests/fixtures/picklebot/store");
    fs::write(out.path().join("file"), "x").unwrap();
    assert_eq!(to_folder(&from, &out.path().join("file")).status.code(), Some(2));
    assert_eq!(to_folder(&from, out.path()).status.code(), Some(2));
    assert_eq!(tree(out.path()).len(), 1);
    fs::create_dir(out.path().join("empty")).unwrap();
    assert!(to_folder(&from, &out.path().join("empty")).status.success());
    assert_eq!(tree(&out.path().join("empty")), tree(&from));
}

#[test]
fn other_folders_are_walked_as_before() {
    let folder = store(&[
        ("index.jsonl", "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n".to_owned()),
        ("sessions/b.jsonl", "{\"messages\":[{\"role\":\"user\",\"content\":\"b\"}]}\n".to_owned()),
    ]);
    let output = run(&["convert", "-q", "--isolated", "-t", "openai", folder.path().to_str().unwrap()]);
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
    let other = run(&[
        "convert",
        "-q",
        "-f",
        "openai",
        "-t",
        "openai",
        path("tests/fixtures/picklebot/store").to_str().unwrap(),
    ]);
    assert_eq!(other.status.code(), Some(2), "read as another format, the folder is a folder of files");
    let none = run(&["detect", "--input-framing", "folder", path("tests/fixtures/openai").to_str().unwrap()]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let names: Vec<_> = (0..60).map(|number| format!("sessions/s{number}.jsonl")).collect();
    let mut files: Vec<_> =
        names.iter().enumerate().map(|(at, name)| (name.as_str(), line(&"x".repeat(at * 500)).repeat(20))).collect();
    files.push(("index.jsonl", (0..60).rev().map(|number| entry(&format!("s{number}"))).collect()));
    let folder = store(&files);
    let of = |jobs: &str| {
        let arguments = ["convert", "--isolated", "-v", "-t", "openai", "-j", jobs, folder.path().to_str().unwrap()];
        let output = run(&arguments);
        (output.stdout, output.stderr)
    };
    let one = of("1");
    assert!(one.0.len() > 10_000_000 && one == of("4"));
}
