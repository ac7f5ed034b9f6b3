//! Failed requests, answers that say nothing, and members that are dropped.

use std::process::Command;

use crate::fixtures::path;

/// A case, arguments, the exit code, words of the output, and words of the report.
const CASES: &[(&str, &[&str], i32, &str, &str)] = &[
    ("batch-error-line.jsonl", &["--to", "anthropic"], 2, "", "failed: batch_expired: boom"),
    ("empty-list.json", &["--to", "keprompt"], 2, "", "a chat must have a message"),
    ("empty-list.json", &["--to", "patterpunk"], 2, "", "must not be empty"),
    (
        "swe-action.traj",
        &["-v", "--to", "openai"],
        0,
        "find_file",
        "`message_type` is dropped at /history/1/message_type",
    ),
    ("swe-action.traj", &["-v", "--to", "openai"], 0, "find_file", "`action` is dropped at /history/1/action"),
    ("tool-cache-openrouter.json", &["--to", "anthropic"], 0, "\"cache_control\":{\"type\":\"ephemeral\"}", ""),
];

#[test]
fn each_case_gives_its_result() {
    for (case, arguments, code, words, report) in CASES {
        let output = Command::new(env!("CARGO_BIN_EXE_turnwise"))
            .args(["convert", "--isolated"])
            .args(*arguments)
            .arg(path("tests/fixtures/cases").join(case))
            .output()
            .unwrap();
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(*code), "{case}: {err}");
        assert!(out.contains(words), "{case}: {out}");
        assert!(err.contains(report), "{case}: {err}");
    }
}
