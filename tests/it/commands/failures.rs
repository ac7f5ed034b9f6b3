//! `--on-error` holds for every kind of record that fails, in every command that has it.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the program in a folder: exit code, standard output, standard error.
fn run(folder: &Path, arguments: &[&str]) -> (i32, Vec<u8>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_turnwise")).args(arguments).current_dir(folder).output().unwrap();
    (output.status.code().unwrap(), output.stdout, String::from_utf8_lossy(&output.stderr).into_owned())
}

const COMMANDS: [&[&str]; 5] = [
    &["convert", "-t", "openai"],
    &["convert", "-t", "sharegpt"],
    &["migrate-ids", "--scope", "call"],
    &["inline-media"],
    &["extract-media", "--dir", "media"],
];

fn record(content: &[u8]) -> Vec<u8> {
    [b"{\"messages\":[{\"role\":\"user\",\"content\":\"", content, b"\"}]}"].concat()
}

fn lines(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(|record| [record, &b"\n"[..]].concat()).collect()
}

fn array(records: &[Vec<u8>]) -> Vec<u8> {
    [b"[", records.join(&b",\n "[..]).as_slice(), b"]\n"].concat()
}

fn values(bytes: &[u8]) -> Vec<serde_json::Value> {
    let text = String::from_utf8_lossy(bytes);
    let values = serde_json::Deserializer::from_str(&text).into_iter();
    values.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What fails, and its code.
fn bad_records() -> Vec<(Vec<u8>, &'static str)> {
    let spread = b"spread over\\n{[,]}\\\" many bytes, ".repeat(16_000);
    vec![
        (record(&b"x".repeat(510_000)), "TW005"),
        (record(&spread), "TW005"),
        // Longer than allowed, and read in one piece.
        (record(&b"y".repeat(120_000)), "TW005"),
        (record("é".repeat(260_000).as_bytes()), "TW005"),
        (record(b"\xff"), "TW003"),
        (record(b"cut \xe2\x82"), "TW003"),
        (b"{\"messages\":[{\"role\":\"user\",\"content\":1e}]}".to_vec(), "TW001"),
    ]
}

#[test]
fn records_of_every_kind_that_fail_are_skipped_or_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let good: Vec<_> = ["a", "b", "c"].map(|text| record(text.as_bytes())).into();
    let framings = [("x.jsonl", lines as fn(&[Vec<u8>]) -> Vec<u8>), ("x.json", array)];
    // A record at the head that is not JSON says nothing about the file.
    let with = |command: &[&str], on_error: &str, file: &str| {
        let more = ["-q", "-f", "openai", "--max-record-bytes", "100000", "--on-error", on_error, file];
        run(path, &[command, &more].concat())
    };
    // What comes out without the bad record.
    let expected = framings.map(|(name, framed)| {
        fs::write(path.join(name), framed(&good)).unwrap();
        COMMANDS.map(|command| values(&with(command, "stop", name).1))
    });
    for (bad, code) in bad_records() {
        for at in [0, 1, 3] {
            let mut all = good.clone();
            all.insert(at, bad.clone());
            for ((name, framed), expected) in framings.iter().zip(&expected) {
                fs::write(path.join(name), framed(&all)).unwrap();
                for (command, expected) in COMMANDS.iter().zip(expected) {
                    let what = format!("{command:?} {name} {code} at {at}");
                    let (ended, out, err) = with(command, "skip", name);
                    assert_eq!(ended, 0, "{what}: {err}");
                    assert_eq!(values(&out), *expected, "{what}");
                    let (ended, out, err) = with(command, "emit", name);
                    assert_eq!(ended, 0, "{what}: {err}");
                    let mut found = values(&out);
                    if *name == "x.json" {
                        found = found.remove(0).as_array().unwrap().clone();
                    }
                    let error = found.remove(at);
                    assert_eq!(error["$turnwise_error"]["code"], code, "{what}: {error}");
                    assert_eq!(error["$turnwise_error"]["line"], at + 1, "{what}: {error}");
                    assert_eq!(error["raw_is_cut"] == true, bad.len() > 500_000, "{what}");
                    if *name == "x.jsonl" {
                        assert_eq!(found, *expected, "{what}");
                    } else {
                        assert_eq!(serde_json::Value::from(found), expected[0], "{what}");
                    }
                    let (ended, _, err) = with(command, "stop", name);
                    assert!(
                        ended == 2 && err.contains(code) && err.contains(&format!(":{}:", at + 1)),
                        "{what}: {err}"
                    );
                }
                let (ended, out, _) =
                    run(path, &["validate", "-f", "openai", "--max-record-bytes", "100000", "--statistics", name]);
                assert!(ended == 1 && String::from_utf8_lossy(&out).contains(code), "validate goes on after it");
                let (_, out, _) = run(
                    path,
                    &["validate", "-f", "openai", "--max-record-bytes", "100000", "--output-format", "jsonl", name],
                );
                assert_eq!(out.iter().filter(|byte| **byte == b'\n').count(), 4, "a line a record");
            }
        }
    }
}

/// Locating these errors with the nodes of the previous record looped forever.
#[test]
fn the_broken_end_of_an_array_has_places_of_its_own() {
    let text = r#"[[{"_call_id": "a b", "content": "<think>x</think>y"}, {"role": "assistant", "content": "["}{"""文"}{"""é文"[{""{""}{""}}]}][{""}[{[{}]}]{""}{""}[{[{{""}{""}}]"文"[{""{}}{""{""}}]""}]},[{"e": "user", "con": "4,AAAA"}, {"role": "user", "content": "<tool_call>{}</tool_call>"},{"":"","":[{"":{"":"","":""}},{"":"","":{"":""}}]}],"#;
    let short = r#"[[{"role":"user","content":"x"}],{"a":[1,}]"#;
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("ring.jsonl", text), ("short.json", short)] {
        fs::write(folder.path().join(name), text).unwrap();
        let (code, out, _) = run(folder.path(), &["validate", name]);
        let out = String::from_utf8(out).unwrap();
        assert!(code == 1 && out.contains("TW001"), "{name}: {out}");
    }
}
