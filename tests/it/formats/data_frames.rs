//! Records of data frames: null for absent members, lists as JSON text, and rows of `--profile arrow`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;
use turnwise::format::by_name;

use crate::fixtures::{files, path, samples};

/// Exit code, standard output, standard error.
fn turnwise(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_turnwise"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Programs that take a file do not read this.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let done = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

fn values(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn null_is_an_absent_member_and_lists_may_be_text() {
    let file = path("tests/fixtures/openai/data-frame.json");
    let file = file.to_str().unwrap();
    let (code, out, _) = turnwise(&["validate", file], "");
    assert_eq!((code, out.as_str()), (0, ""));
    // The service itself rejects them.
    let (code, out, _) = turnwise(&["validate", "--for", "openai", file], "");
    assert_eq!(code, 1);
    for finding in [
        "error TW102 `tools` must be an array, found a string at /tools",
        "error TW102 `name` must be a string, found null at /messages/0/name",
        "error TW104 a text part in openai has no field `image_url` at /messages/0/content/0/image_url",
        "error TW104 a tool call in openai has no field `index` at /messages/1/tool_calls/0/index",
        "error TW111 `tool_calls` is null, which the API rejects; Mistral accepts it at /messages/3/tool_calls",
    ] {
        assert!(out.contains(finding), "{finding}\n{out}");
    }
    let source = std::fs::read_to_string(file).unwrap();
    let (_, out, _) = turnwise(&["convert", "-t", "openai", "-q", file], "");
    assert_eq!(out, source, "the same format keeps the bytes");
    let (code, out, error) = turnwise(&["convert", "-t", "anthropic", "--strict", file], "");
    assert_eq!(code, 0, "{error}");
    assert!(error.contains("nothing lost"), "{error}");
    let tools = &values(&out)[0]["tools"];
    assert_eq!(tools[0]["name"], "look_up");
    assert!(tools[0]["input_schema"].is_object(), "{out}");
    // A service takes no text for a list.
    let (_, out, _) = turnwise(&["convert", "-t", "openai:batch", "-q", file], "");
    assert_eq!(values(&out)[0]["body"]["tools"][0]["function"]["name"], "look_up", "{out}");
}

#[test]
fn a_finding_in_text_is_at_its_place() {
    let record = r#"{"tools":"[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"description\":7}}]","messages":[{"role":"user","content":"q"}]}"#;
    let (code, out, _) = turnwise(&["validate", "--from", "openai", "--color", "never"], record);
    let column = record.find("7}").unwrap() + 1;
    assert_eq!(
        out,
        format!("stdin:1:{column}: error TW102 `description` must be a string, found a number at /tools\n")
    );
    assert_eq!(code, 1);
    for text in [r#""no list""#, r#""{}""#, r#""[1""#] {
        let record = format!(r#"{{"tools":{text},"messages":[{{"role":"user","content":"q"}}]}}"#);
        let (_, out, _) = turnwise(&["validate", "--from", "openai"], &record);
        assert!(out.contains("TW102 `tools` must be an array, found a string"), "{text} {out}");
    }
}

#[test]
fn unknown_members_with_null_are_no_findings() {
    for format in ["openai", "anthropic", "gemini", "openai-responses"] {
        for sample in samples().iter().filter(|sample| sample.format.name == format && !sample.is_sequence) {
            // Half of a surrogate pair is beyond serde.
            let Ok(mut record) = serde_json::from_str::<Value>(&sample.text) else { continue };
            let (_, before, _) = turnwise(&["validate", "--from", format], &sample.text);
            fill(&mut record, false);
            let (_, after, _) = turnwise(&["validate", "--from", format], &record.to_string());
            let lines = |text: &str| text.lines().filter(|line| line.contains("turnwise_absent")).count();
            assert_eq!(lines(&after), lines(&before), "{}: {after}", sample.name());
        }
    }
}

/// Adds a null to each object of a list of messages or parts.
fn fill(value: &mut Value, is_item: bool) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| fill(item, is_item)),
        Value::Object(members) => {
            for (key, value) in members.iter_mut() {
                fill(
                    value,
                    ["messages", "content", "contents", "parts", "tool_calls", "input"].contains(&key.as_str()),
                );
            }
            if is_item {
                members.insert("turnwise_absent".to_owned(), Value::Null);
            }
        }
        _ => {}
    }
}

/// Every fixture of openai as lines.
fn records() -> String {
    let format = by_name("openai").unwrap().0;
    let mut all = String::new();
    for file in files(format) {
        let arguments = ["convert", "--from", "openai", "-t", "openai", "--framing", "lines", "-q"];
        let (code, out, error) = turnwise(&[arguments.as_slice(), &[file.to_str().unwrap()]].concat(), "");
        assert_eq!(code, 0, "{error}");
        all.push_str(&out);
    }
    all
}

const OPENAI: [&str; 5] = ["convert", "--from", "openai", "-t", "openai"];

#[test]
fn rows_become_the_same_records_again() {
    let records = records();
    let (code, rows, error) = turnwise(&[OPENAI.as_slice(), &["-q", "--profile", "arrow"]].concat(), &records);
    assert_eq!(code, 0, "{error}");
    let (code, again, error) = turnwise(&[OPENAI.as_slice(), &["-q", "--profile", "none"]].concat(), &rows);
    assert_eq!(code, 0, "{error}");
    for (record, restored) in values(&records).iter().zip(values(&again)) {
        assert_eq!(*record, restored);
    }
    assert_eq!(records.lines().count(), again.lines().count());
    let (_, twice, _) = turnwise(&[OPENAI.as_slice(), &["-q", "--profile", "arrow"]].concat(), &rows);
    assert_eq!(rows, twice, "a row stays as it is");
}

#[test]
fn every_column_has_one_type() {
    let (_, rows, _) = turnwise(&[OPENAI.as_slice(), &["-q", "--profile", "arrow"]].concat(), &records());
    let rows = values(&rows);
    assert!(rows.len() > 15);
    let texts = |object: &Value, keys: &[&str]| {
        let members = object.as_object().unwrap();
        for key in keys {
            assert!(members[*key].is_string(), "{key}: {object}");
        }
    };
    let keys = |object: &Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    for row in &rows {
        assert_eq!(keys(row), keys(&rows[0]));
        texts(row, &["turnwise_profile", "tools", "rest"]);
        for message in row["messages"].as_array().unwrap() {
            texts(message, &["role", "name", "refusal", "tool_calls", "tool_call_id", "rest"]);
            assert_eq!(message.as_object().unwrap().len(), 7);
            for part in message["content"].as_array().unwrap() {
                texts(part, &["type", "text", "rest"]);
                assert_eq!(part.as_object().unwrap().len(), 3);
            }
        }
    }
}

#[test]
fn odd_values_come_back() {
    let arrow =
        [OPENAI.as_slice(), &["-q", "--on-error", "emit", "--input-framing", "lines", "--profile", "arrow"]].concat();
    let none = [OPENAI.as_slice(), &["-q", "--input-framing", "lines", "--profile", "none"]].concat();
    for record in [
        r#"{"messages":[{"role":"user","content":[{"type":"text","text":"one"}]}]}"#,
        r#"{"messages":[{"role":"user","content":"one","name":""}],"tools":[],"rest":"x","turnwise":1}"#,
        r#"{"messages":[{"role":"user","content":""}],"tools":"[]"}"#,
        r#"{"messages":[{"role":"user","content":[{"type":"text","text":"é\u2028\ud83d\ude00"},{"type":"text","text":""}]}],"tools":""}"#,
        r#"{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"n\": 1.10}"}}]},{"role":"tool","tool_call_id":"c","content":[]}],"n":1.10}"#,
        r#"[{"role":"user","content":"one"}]"#,
        r#"{"messages":[],"response_format":{"type":"text"}}"#,
        r#"{"messages":7}"#,
        "[]",
        "[1]",
        "{}",
    ] {
        let (_, row, error) = turnwise(&arrow, record);
        assert!(row.starts_with(r#"{"turnwise_profile":"arrow","messages":["#), "{record}: {row} {error}");
        let (_, again, error) = turnwise(&none, &row);
        let (again, record) = (values(&again), values(record));
        if again[0].get("$turnwise_error").is_none() {
            assert_eq!(again, record, "{error}");
        }
    }
}

#[test]
fn rows_are_for_formats_that_have_them() {
    let chat = r#"{"messages":[{"role":"user","content":"one"}]}"#;
    for (arguments, words) in [
        (["convert", "-t", "anthropic", "--profile", "arrow"], "anthropic has no rows for tables; openai has"),
        (["convert", "-t", "openai:batch", "--profile", "arrow"], "openai:batch has no rows for tables; openai has"),
    ] {
        let (code, _, error) = turnwise(&arguments, chat);
        assert_eq!(code, 2);
        assert!(error.contains(words), "{error}");
    }
    let (_, row, _) = turnwise(
        &["convert", "-t", "openai:finetune", "--profile", "arrow", "-q", "--lossy", "-f", "openai"],
        r#"{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}]}"#,
    );
    let (code, _, error) = turnwise(&["convert", "-t", "anthropic"], &row);
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("a row of `--profile arrow`, not a record"), "{error}");
    assert!(error.contains("--profile none restores such rows to records"), "{error}");
    let (code, out, error) = turnwise(&["convert", "-t", "anthropic", "--profile", "none", "-q"], &row);
    assert_eq!(code, 0, "{error}");
    assert_eq!(
        out,
        "{\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":\"a\"}]}\n"
    );
}

#[test]
fn line_separators_become_escapes() {
    let chat = "{\"messages\":[{\"role\":\"user\",\"content\":\"a\u{2028}b\u{2029}c\u{85}d\u{2027}é\"},{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"r\u{2028}\"}]}\n";
    let wanted = chat.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029").replace('\u{85}', "\\u0085");
    for command in [["convert", "-t", "openai"].as_slice(), &["migrate-ids", "--scheme", "keep"], &["inline-media"]] {
        let (_, plain, _) = turnwise(command, chat);
        let (_, escaped, error) = turnwise(&[command, &["--escape-line-separators"]].concat(), chat);
        if plain == chat {
            assert_eq!(escaped, wanted, "{command:?} {error}");
        }
    }
    let (_, out, _) = turnwise(&["convert", "-t", "anthropic", "--escape-line-separators", "-q"], chat);
    assert!(out.contains("a\\u2028b\\u2029c\\u0085d\u{2027}é") && !out.contains('\u{2028}'), "{out}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jsonl");
    std::fs::write(&file, chat).unwrap();
    let name = file.to_str().unwrap();
    let in_place = ["convert", "-t", "openai", "--escape-line-separators"];
    let (code, ..) = turnwise(&[in_place.as_slice(), &["--check", name]].concat(), "");
    assert_eq!(code, 1, "a file that would change");
    let (code, ..) = turnwise(&[in_place.as_slice(), &["--in-place", name]].concat(), "");
    assert_eq!((code, std::fs::read_to_string(&file).unwrap()), (0, wanted.clone()));
    let (code, ..) = turnwise(&[in_place.as_slice(), &["--check", name]].concat(), "");
    assert_eq!(code, 0);
    std::fs::write(&file, chat).unwrap();
    turnwise(&["validate", "--fix", "--escape-line-separators", name], "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), wanted);
}
