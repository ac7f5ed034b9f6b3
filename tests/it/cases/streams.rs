//! Recorded streams (`tests/fixtures/streams`): each is the answer that the accumulator of the service's own library makes of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;
use turnwise::{Convert, Converted, Validate};

use super::run;
use crate::fixtures::path;

/// The streams, by name, each with the format of its answers.
fn fixtures() -> BTreeMap<String, (&'static str, Vec<u8>)> {
    let services = [
        ("openai-chat", "openai"),
        ("azure", "openai"),
        ("openrouter", "openai"),
        ("ollama", "openai"),
        ("openai-responses", "openai-responses"),
        ("anthropic", "anthropic"),
        ("bedrock", "bedrock"),
    ];
    let files = fs::read_dir(path("tests/fixtures/streams")).unwrap().map(|entry| entry.unwrap().path());
    let mut found = BTreeMap::new();
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let service = services.iter().find(|(start, _)| name.starts_with(start));
        let Some((_, format)) = service.filter(|_| !name.contains(".expected.")) else { continue };
        found.insert(name, (*format, fs::read(file).unwrap()));
    }
    assert!(found.len() > 20, "{found:?}");
    found
}

fn convert(to: &str, bytes: impl AsRef<[u8]>) -> Converted {
    Convert::new(to).lossy(true).run(bytes).unwrap()
}

fn answers(to: &str, bytes: impl AsRef<[u8]>) -> Vec<Value> {
    let bytes = convert(to, bytes).bytes;
    String::from_utf8(bytes).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn codes(bytes: impl AsRef<[u8]>) -> Vec<String> {
    let found = turnwise::validate(bytes, &Validate::new()).unwrap();
    found.iter().filter(|it| it.code.starts_with("TW98")).map(|it| it.code.to_owned()).collect()
}

/// A value without the members that are null, and without those that libraries add.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.iter().filter(|(key, value)| !value.is_null() && *key != "index");
            Value::Object(kept.map(|(key, value)| (key.clone(), plain(value))).collect())
        }
        Value::Array(items) => items.iter().map(plain).collect(),
        other => other.clone(),
    }
}

#[test]
fn answers_are_those_of_the_libraries() {
    for (name, (format, bytes)) in fixtures() {
        let base = name.split('.').next().unwrap();
        let Ok(expected) = fs::read(path("tests/fixtures/streams").join(format!("{base}.expected.json"))) else {
            continue;
        };
        let expected: Value = serde_json::from_slice(&expected).unwrap();
        let found = answers(format, &bytes);
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!(plain(&found[0]), plain(&expected), "{name}");
    }
}

#[test]
fn framings_give_the_same_answer() {
    let mut by_base = BTreeMap::new();
    for (name, (format, bytes)) in fixtures() {
        let found = convert(format, &bytes);
        // Values that are copied from lines keep the space between their tokens.
        let one = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(", ", ",").replace(": ", ":");
        let base = name.split('.').next().unwrap().to_owned();
        let first = by_base.entry(base).or_insert_with(|| found.bytes.clone());
        assert_eq!(one(first), one(&found.bytes), "{name}");
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if name.ends_with(".jsonl") {
            let lines: Vec<_> = text.lines().collect();
            let pretty = |line: &&str| {
                let value: Value = serde_json::from_str(line).unwrap();
                serde_json::to_string_pretty(&value).unwrap()
            };
            let frames: String = lines
                .iter()
                .map(|line| format!(": c\r\nid: 1\r\ndata: {}\r\n\r\n", line.replace(", ", ",\r\ndata: ")))
                .collect();
            for other in [
                format!("[{}]", lines.join(",\n ")),
                text.replace('\n', "\r\n"),
                format!("\u{feff}{text}"),
                frames.clone(),
                frames.replace("\r\n", "\r"),
            ] {
                let other = convert(format, &other);
                assert_eq!(one(&found.bytes), one(&other.bytes), "{name}");
            }
            let values: String = lines.iter().map(pretty).collect::<Vec<_>>().join("\n");
            // Arguments that are objects become text as they are spelled.
            let same = |answers: Vec<Value>| one(serde_json::to_string(&answers).unwrap().as_bytes());
            assert_eq!(same(answers(format, &found.bytes)), same(answers(format, values)), "{name}");
        }
    }
}

#[test]
fn all_commands_read_them() {
    for (name, (format, bytes)) in fixtures() {
        let file = path("tests/fixtures/streams").join(&name);
        let file = file.to_str().unwrap();
        for command in [
            &["detect"][..],
            &["detect", "--from", format],
            &["show"],
            &["stats"],
            &["validate"],
            &["convert", "--to", "anthropic", "--lossy"],
            &["filter", "true"],
        ] {
            let is_known = command[0] != "filter";
            let (code, out, err) = if is_known { run(&[command, &[file]].concat(), "") } else { continue };
            assert!(code == 0 && !(out.is_empty() && err.is_empty()), "{name} {command:?}: {code} {out}{err}");
        }
        let found = turnwise::detect(&bytes).unwrap();
        assert_eq!(found.format, Some(format), "{name}");
        for command in [&["migrate-ids"][..], &["validate", "--fix"], &["extract-media", "--media-dir", "m"]] {
            let (code, out, err) = run(&[command, &[file]].concat(), "");
            assert!(code == 2 && err.contains("convert it first"), "{name} {command:?}: {code} {out}{err}");
        }
    }
}

#[test]
fn a_cut_recording_is_a_loss_wherever_it_is_cut() {
    for (name, (format, bytes)) in fixtures() {
        let is_binary = bytes.starts_with(b"\0");
        let whole = codes(&bytes);
        for end in 1..bytes.len() {
            let cut = &bytes[..end];
            let Ok(found) = turnwise::validate(cut, &Validate::new()) else {
                // Too little to know what it is.
                assert!(end < 200, "{name} {end}: {:?}", turnwise::validate(cut, &Validate::new()));
                continue;
            };
            let _ = Convert::new(format).run(cut);
            let _ = Convert::new("gemini").lossy(true).repair(true).run(cut);
            let lines: Vec<_> = found.iter().map(|it| it.code).filter(|code| code.starts_with("TW98")).collect();
            let rest = &bytes[end..];
            let ends = if is_binary {
                &[&b"messageStop"[..]][..]
            } else {
                &[&b"message"[..], b"finish_", b"respons", b"\"done\":"]
            };
            let is_complete = !ends.iter().any(|word| rest.windows(word.len()).any(|it| it == *word));
            assert!(!lines.is_empty() || is_complete || !whole.is_empty(), "{name} {end}: {found:?}");
        }
    }
}

#[test]
fn several_answers_are_several_records() {
    let chunk = |id: &str, text: &str, reason: &str| {
        format!(
            r#"{{"id":"{id}","object":"chat.completion.chunk","choices":[{{"index":0,"delta":{{"role":"assistant","content":"{text}"}},"finish_reason":{reason}}}]}}"#
        )
    };
    let text =
        [chunk("a", "1", "null"), chunk("a", "2", "\"stop\""), chunk("b", "3", "\"stop\""), chunk("", "4", "\"stop\"")]
            .join("\n");
    let found = answers("openai", &text);
    let texts: Vec<_> = found.iter().map(|it| it["choices"][0]["message"]["content"].as_str().unwrap()).collect();
    assert_eq!(texts, ["12", "3", "4"]);
    let both = fixtures();
    let text =
        ["anthropic.jsonl", "openai-chat.jsonl", "bedrock-converse.jsonl", "openai-responses.jsonl", "anthropic.jsonl"]
            .map(|name| String::from_utf8(both[name].1.clone()).unwrap());
    let converted = convert("gemini", text.concat());
    assert_eq!(converted.records, 5, "{:?}", converted.losses);
    assert!(codes(text.concat()).is_empty());
}

#[test]
fn other_records_among_the_events_stay_records() {
    let body = r#"{"model":"m","messages":[{"role":"user","content":"q"}]}"#;
    let chunk = r#"{"id":"a","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}"#;
    assert_eq!(answers("openai", format!("{chunk}\n{body}\n{chunk}\n")).len(), 3);
    let (code, out, err) = run(&["validate"], &format!("{chunk}\n{{\"x\":1}}\n"));
    assert!(code == 1 && out.contains("stdin:2:1: error TW101"), "{out}{err}");
}

#[test]
fn places_are_those_of_the_events() {
    let text = concat!(
        "{\"id\":\"a\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"x\"}}]}\n",
        "{\"id\":\"a\",\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}}]}\n",
        "  {\"id\":\"a\",\"choices\":[{\"delta\":{\"content\":\"y\"},\"finish_reason\":\"stop\"}]}\n",
        "{\"id\":\"a\",\"choices\":[{\"delta\":{\"content\":\"z\"}}]}\n",
        "nothing\n",
    );
    let (code, out, _) = run(&["validate"], text);
    assert_eq!(code, 0, "{out}");
    for line in
        ["stdin:4:1: warning TW983", "stdin:5:1: warning TW981", "stdin:2:1: warning TW986", "stdin:2:1: warning TW207"]
    {
        assert!(out.contains(line), "{line}: {out}");
    }
}

#[test]
fn arguments_of_gemini_come_in_pieces() {
    for name in ["gemini-partial-args.jsonl", "gemini-partial-args.sse"] {
        let text = fs::read_to_string(path("tests/fixtures/streams").join(name)).unwrap();
        let found = convert("openai", &text);
        let bytes = String::from_utf8(found.bytes.clone()).unwrap().replace(": ", ":").replace(", ", ",");
        assert!(
            bytes.contains(r#""name":"look","arguments":"{\"city\":\"Porto\"}""#) && bytes.contains("f1"),
            "{bytes}"
        );
        assert!(found.findings.is_empty() && codes(&text).is_empty(), "{:?}", found.findings);
        let lines: Vec<_> = text.split_inclusive('\n').collect();
        let cut = lines[..lines.len() / 2].concat();
        assert_eq!(codes(&cut), ["TW986"], "{cut}");
    }
}

#[test]
fn a_stream_comes_back_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    for (name, (format, bytes)) in fixtures() {
        if bytes.starts_with(b"\0") {
            continue;
        }
        // An answer has its own id.
        let second = String::from_utf8(bytes.clone()).unwrap().replace("chatcmpl-1", "chatcmpl-2");
        let twice = [&bytes[..], b"\n", second.as_bytes()].concat();
        for bytes in [&bytes[..], &twice].into_iter().take(if name.ends_with(".json") { 1 } else { 2 }) {
            let (source, carry) = (folder.path().join(&name), folder.path().join("carry"));
            fs::write(&source, bytes).unwrap();
            let at = |path: &std::path::Path| path.to_str().unwrap().to_owned();
            let (code, out, err) = run(&["convert", "--to", "hf", "--carry", &at(&carry), &at(&source)], "");
            assert_eq!(code, 0, "{name}: {err}");
            let (code, out, err) = run(&["convert", "--to", format, "--restore", &at(&carry)], &out);
            assert_eq!(code, 0, "{name}: {err}");
            assert_eq!(out, String::from_utf8_lossy(bytes), "{name}");
            fs::remove_file(&carry).unwrap();
        }
    }
}

#[test]
fn records_one_by_one_have_the_same_losses() {
    let text = fs::read(path("tests/fixtures/streams/anthropic-error.jsonl")).unwrap();
    let found: Vec<_> =
        Convert::new("gemini").records(std::io::Cursor::new(text)).unwrap().map(|record| record.unwrap()).collect();
    let [converted] = found.as_slice() else { panic!("{found:?}") };
    let of_stream: Vec<_> =
        converted.losses.iter().map(|loss| loss.code).filter(|code| code.starts_with("TW98")).collect();
    assert_eq!(of_stream, ["TW984", "TW980"]);
}

#[test]
fn numbers_of_events_are_only_names() {
    let mut lines = String::new();
    for number in ["4294967296", "99999999999999999999", "-1", "1e300", "7"] {
        writeln!(lines, r#"{{"id":"a","object":"chat.completion.chunk","choices":[{{"index":{number},"delta":{{"content":"x","tool_calls":[{{"index":{number},"id":"c{number}","function":{{"name":"f","arguments":"{{}}"}}}}]}},"finish_reason":"stop"}}]}}"#).unwrap();
    }
    let found = answers("openai", &lines);
    assert_eq!(found[0]["choices"].as_array().unwrap().len(), 5);
    let start = r#"{"type":"message_start","message":{"role":"assistant","content":[]}}"#;
    let deep = format!(
        r#"{{"type":"content_block_start","index":18446744073709551615,"content_block":{}1{}}}"#,
        "[".repeat(5000),
        "]".repeat(5000)
    );
    assert_eq!(codes(format!("{start}\n{deep}\n{{\"type\":\"message_stop\"}}\n")), ["TW981"]);
    let delta = r#"{"type":"content_block_delta","index":1000000000,"delta":{"type":"text_delta","text":"x"}}"#;
    assert_eq!(
        codes(format!("{start}\n{delta}\n{{\"type\":\"message_stop\"}}\n{{\"type\":\"message_stop\"}}\n")),
        ["TW985"]
    );
}

#[test]
fn a_million_pieces_take_linear_time() {
    let time = |count: usize| {
        let mut text = String::new();
        for number in 0..count {
            let end = if number + 1 == count { "\"stop\"" } else { "null" };
            writeln!(text, r#"{{"id":"a","object":"chat.completion.chunk","choices":[{{"delta":{{"content":"x","k{number}":"y"}},"finish_reason":{end}}}]}}"#).unwrap();
        }
        let start = Instant::now();
        let found = Convert::new("openai").run(text).unwrap();
        assert_eq!(found.records, 1);
        start.elapsed()
    };
    let (few, many) = (time(10_000), time(80_000));
    assert!(many < few * 40 + Duration::from_millis(500), "{few:?} {many:?}");
}
