//! `migrate-ids` and its files: whatever ends a run, every file that was replaced can be restored with its map.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn turnwise(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    command.current_dir(folder).args(["migrate-ids", "--isolated", "-q"]).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Runs it; the exit code, and what it said.
fn ran(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = turnwise(folder, arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn record(id: &str) -> String {
    format!(
        "[{{\"role\":\"assistant\",\"tool_calls\":[{{\"id\":\"{id}\",\"type\":\"function\",\"function\":{{\"name\":\"f\",\"arguments\":\"{{}}\"}}}}]}},{{\"role\":\"tool\",\"tool_call_id\":\"{id}\",\"content\":\"r\"}}]\n"
    )
}

const ALL: [&str; 4] = ["--scope", "call", "--which", "all"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ALL.iter().chain(more).copied().collect()
}

/// Files with their contents, in the order of their names.
fn contents(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = entries
        .filter(|path| path.is_file())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    all.sort();
    all
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_run_leaves_the_way_back() {
    use rustix::fs::inotify::ReadFlags;

    const FILES: usize = 150;
    let folder = tempfile::tempdir().unwrap();
    let (root, data) = (folder.path(), folder.path().join("data"));
    let fill = || {
        let _ = fs::remove_dir_all(&data);
        let _ = fs::remove_file(root.join("map.jsonl"));
        fs::create_dir(&data).unwrap();
        (0..FILES).for_each(|number| {
            fs::write(data.join(format!("{number:03}.jsonl")), record(&format!("c{number}"))).unwrap();
        });
    };
    let arguments = with(&["-i", "--map-out", "map.jsonl", "data"]);
    fill();
    let before = contents(&data);
    // At once, when the map is there, and when a number of files were replaced.
    for stage in [None, Some(0), Some(1), Some(2), Some(7), Some(30), Some(75), Some(FILES - 1), Some(FILES)] {
        fill();
        let [maps, files] = [root, &data].map(crate::safety::watch::Watch::on);
        let mut child = turnwise(root, &arguments).spawn().unwrap();
        if let Some(replaced) = stage {
            maps.wait(ReadFlags::MOVED_TO, "map.jsonl", 1);
            files.wait(ReadFlags::MOVED_TO, "", replaced);
        }
        // It may be done already.
        let _ = child.kill();
        child.wait().unwrap();
        let now = contents(&data);
        let visible: Vec<_> = now.iter().filter(|(name, _)| !name.starts_with('.')).collect();
        let replaced = visible.iter().zip(&before).filter(|(now, before)| **now != *before).count();
        assert_eq!(visible.len(), FILES);
        assert!(replaced >= stage.unwrap_or(0), "{stage:?}: {replaced}");
        if replaced > 0 {
            let (code, said) = ran(root, &["--reverse", "--map-in", "map.jsonl", "-i", "data"]);
            assert_eq!(code, Some(0), "{said}");
            let back: Vec<_> = contents(&data).into_iter().filter(|(name, _)| !name.starts_with('.')).collect();
            assert!(back == before, "{replaced} of {FILES} were replaced");
        }
    }
}

#[cfg(unix)]
mod pipes {
    use super::*;

    /// While the run waits for the pipe among its inputs, the first of which it has read.
    fn meanwhile(root: &Path, arguments: &[&str], work: impl FnOnce()) -> (Option<i32>, String) {
        assert!(Command::new("mkfifo").arg(root.join("pipe.jsonl")).status().unwrap().success());
        let child = turnwise(root, arguments).spawn().unwrap();
        // Opens when the other side does.
        let mut pipe = fs::OpenOptions::new().write(true).open(root.join("pipe.jsonl")).unwrap();
        work();
        std::io::Write::write_all(&mut pipe, record("p").as_bytes()).unwrap();
        drop(pipe);
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }

    fn start() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.jsonl"), record("a")).unwrap();
        fs::create_dir(folder.path().join("out")).unwrap();
        folder
    }

    #[test]
    fn without_the_map_no_file_is_written() {
        let folder = start();
        let root = folder.path();
        let arguments = with(&["-o", "out", "--map-out", "map.jsonl", "a.jsonl", "pipe.jsonl"]);
        let (code, said) = meanwhile(root, &arguments, || {
            assert!(contents(root).iter().all(|(name, _)| name != "map.jsonl"));
            fs::create_dir(root.join("map.jsonl")).unwrap();
        });
        assert_eq!(code, Some(2));
        assert!(said.contains("cannot replace map.jsonl"), "{said}");
        assert!(contents(&root.join("out")).is_empty());
    }

    #[test]
    fn a_file_that_cannot_be_replaced_keeps_no_other_from_it() {
        let folder = start();
        let root = folder.path();
        let arguments = with(&["-o", "out", "--map-out", "map.jsonl", "a.jsonl", "pipe.jsonl"]);
        let (code, said) = meanwhile(root, &arguments, || fs::create_dir(root.join("out/a.jsonl")).unwrap());
        assert_eq!(code, Some(2), "{said}");
        let out = contents(&root.join("out"));
        assert_eq!(out.len(), 1, "{out:?}");
        let map = fs::read_to_string(root.join("map.jsonl")).unwrap();
        assert!(map.contains("a.jsonl") && map.contains("pipe.jsonl"), "{map}");
    }

    #[test]
    fn a_killed_run_that_was_not_done_wrote_nothing() {
        let folder = start();
        let root = folder.path();
        assert!(Command::new("mkfifo").arg(root.join("pipe.jsonl")).status().unwrap().success());
        let arguments = with(&["-o", "out", "--map-out", "map.jsonl", "a.jsonl", "pipe.jsonl"]);
        let mut child = turnwise(root, &arguments).spawn().unwrap();
        let pipe = fs::OpenOptions::new().write(true).open(root.join("pipe.jsonl")).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        drop(pipe);
        assert!(contents(root).iter().all(|(name, _)| name != "map.jsonl"));
        assert!(contents(&root.join("out")).iter().all(|(name, _)| name.starts_with('.')));
    }
}

#[test]
fn a_map_says_nothing_of_inputs_that_failed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.jsonl"), record("a")).unwrap();
    let bad = record("b") + "{\"messages\":7\n";
    fs::write(root.join("b.jsonl"), &bad).unwrap();
    let inputs = ["-i", "--map-out", "map.jsonl.gz", "a.jsonl", "b.jsonl"];
    let (code, said) = ran(root, &with(&inputs));
    assert_eq!(code, Some(2));
    assert!(said.contains("b.jsonl:2"), "{said}");
    assert_eq!(fs::read_to_string(root.join("b.jsonl")).unwrap(), bad);
    // The map is compressed, as its name says, and read so again.
    assert!(fs::read(root.join("map.jsonl.gz")).unwrap().starts_with(&[0x1f, 0x8b]));
    assert_ne!(fs::read_to_string(root.join("a.jsonl")).unwrap(), record("a"));
    assert_eq!(ran(root, &["--reverse", "--map-in", "map.jsonl.gz", "-i", "a.jsonl"]), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(root.join("a.jsonl")).unwrap(), record("a"));
    // Nothing was done, nothing is said.
    assert_eq!(ran(root, &with(&["-i", "--map-out", "none.jsonl", "b.jsonl"])).0, Some(2));
    assert!(!root.join("none.jsonl").exists());
}

#[test]
fn a_map_replaces_neither_an_input_nor_an_output() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("a.jsonl"), record("a")).unwrap();
    for (arguments, wanted) in [
        (&["-i", "--map-out", "./a.jsonl", "a.jsonl"][..], "is read"),
        (&["-o", "new.jsonl", "--map-out", "./new.jsonl", "a.jsonl"], "are one file"),
        (&["-o", ".", "--map-out", "a.jsonl", "a.jsonl"], "is an input"),
    ] {
        let (code, said) = ran(root, &with(arguments));
        assert!(code == Some(2) && said.contains(wanted), "{said}");
        assert_eq!(contents(root), [("a.jsonl".to_owned(), record("a"))]);
    }
}
