//! No option that names a file to write replaces an input. The options come from the manual pages, which come from the
//! definitions of the commands: a new option must be listed here as one that reads, or it is tried.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Options that name a file or folder to read.
const READS: [&str; 7] = ["stdin-filename", "config", "restore", "map-in", "media-root", "request-model", "dir"];
/// Commands that read no conversations.
const WITHOUT_INPUT: [&str; 3] = ["turnwise-config", "turnwise-explain", "turnwise-formats"];
/// Options that name a folder in which files get names of their own: it cannot be an input file.
const FOLDERS: [&str; 2] = ["cache", "media-dir"];

const CHAT: &str =
    "{\"messages\":[{\"role\":\"user\",\"content\":\"2+2?\"},{\"role\":\"assistant\",\"content\":\"4\"}]}\n";
const LOG: &str = "{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}\n";
const PROGRAM: &str = "[{\"type\":\"user\",\"content\":\"2+2?\"}]\n";

/// Name of the manual page and option, for every option that takes a file or a folder.
fn options() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("man");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let page = path.file_stem().unwrap().to_str().unwrap().to_owned();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let line = line.replace("\\fB", "").replace("\\fR", "").replace("\\fI", "").replace("\\-", "-");
            let Some((option, value)) = line.rsplit_once("--").and_then(|(_, rest)| rest.split_once(" <")) else {
                continue;
            };
            if value.starts_with("FILE") || value.starts_with("DIR") || value.starts_with("PATH") {
                found.push((page.clone(), option.to_owned()));
            }
        }
    }
    found.sort();
    found
}

/// What a command needs next to the option: its arguments, and the content of its input.
fn call(page: &str) -> (Vec<&'static str>, &'static str) {
    match page {
        "turnwise-convert" => (vec!["convert", "-t", "anthropic"], CHAT),
        "turnwise-validate" => (vec!["validate"], CHAT),
        "turnwise-migrate-ids" => (vec!["migrate-ids", "--scope", "call"], CHAT),
        "turnwise-diff" => (vec!["diff"], CHAT),
        "turnwise-show" => (vec!["show"], CHAT),
        "turnwise-stats" => (vec!["stats"], CHAT),
        "turnwise-lineage" => (vec!["lineage"], CHAT),
        "turnwise-detect" => (vec!["detect"], CHAT),
        "turnwise-dedupe" => (vec!["dedupe"], CHAT),
        "turnwise-sample" => (vec!["sample", "--limit", "1"], CHAT),
        "turnwise-sort" => (vec!["sort", "--by", "id"], CHAT),
        "turnwise-split" => (vec!["split", "--limit", "1"], CHAT),
        "turnwise-merge" => (vec!["merge"], CHAT),
        "turnwise-filter" => (vec!["filter", "--where", "role=user"], CHAT),
        "turnwise-prepare" => (vec!["prepare"], CHAT),
        "turnwise-clone" => (vec!["clone"], CHAT),
        "turnwise-extract-media" => (vec!["extract-media", "--media-dir", "media"], CHAT),
        "turnwise-inline-media" => (vec!["inline-media"], CHAT),
        "turnwise-compact" => (vec!["compact"], LOG),
        "turnwise-replay" => (vec!["replay"], LOG),
        "turnwise-normalize" => (vec!["normalize"], LOG),
        "turnwise-statements-run" => (vec!["statements", "run"], PROGRAM),
        "turnwise-statements-replay" => (vec!["statements", "replay", "--first", "0"], PROGRAM),
        "turnwise-statements-edit" => (vec!["statements", "edit", "--index", "0", "--delete"], PROGRAM),
        "turnwise-statements-branch" => (vec!["statements", "branch", "--index", "0", "--new-id", "n"], PROGRAM),
        "turnwise-statements-diff" => (vec!["statements", "diff"], PROGRAM),
        "turnwise-statements-from-messages" => (vec!["statements", "from-messages"], CHAT),
        other => panic!("{other} has an option that names a file; say here how to call it"),
    }
}

#[cfg(unix)]
#[test]
fn no_option_replaces_an_input() {
    let mut tried = 0;
    for (page, option) in options() {
        let is_safe = READS.contains(&option.as_str()) || FOLDERS.contains(&option.as_str());
        if is_safe || WITHOUT_INPUT.contains(&page.as_str()) {
            continue;
        }
        let (arguments, content) = call(&page);
        for name in ["in.jsonl", "hard.jsonl", "soft.jsonl", "folder/../in.jsonl"] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path();
            fs::create_dir(path.join("folder")).unwrap();
            fs::write(path.join("in.jsonl"), content).unwrap();
            fs::write(path.join("other.jsonl"), content).unwrap();
            fs::hard_link(path.join("in.jsonl"), path.join("hard.jsonl")).unwrap();
            std::os::unix::fs::symlink("in.jsonl", path.join("soft.jsonl")).unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
            command.args(&arguments).arg(format!("--{option}")).arg(name).arg("in.jsonl");
            match page.as_str() {
                "turnwise-diff" => command.arg("other.jsonl"),
                "turnwise-split" if option != "output" => command.args(["--output", "parts"]),
                _ => &mut command,
            };
            let done = command.current_dir(path).stdin(Stdio::null()).output().unwrap();
            let error = String::from_utf8_lossy(&done.stderr).into_owned();
            let what = format!("{page} --{option} {name}: {error}");
            assert_eq!(done.status.code(), Some(2), "{what}");
            assert!(error.contains(&format!("--{option} {name}: ")), "{what}");
            assert_eq!(fs::read_to_string(path.join("in.jsonl")).unwrap(), content, "{what}");
            assert!(fs::symlink_metadata(path.join("soft.jsonl")).unwrap().is_symlink(), "{what}");
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}
