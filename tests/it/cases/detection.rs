//! What a file is reported to be: formats of other programs are named with advice that works, and places that are named convert.

use std::fs;

use super::{file, run};

const OPENAI: &str = r#"{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Ho"}]}"#;

/// Text, and what `detect` prints, or a part of its error.
#[test]
fn files_are_told_by_what_they_are() {
    let system = r#"{"role":"system","content":"s"},{"role":"user","content":"q"}"#;
    let call = r#"{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"f","input":{}}]}"#;
    for (text, expected) in [
        (file("33-role-without-content.json"), "cannot tell the format"),
        (file("users.json"), "cannot tell the format"),
        (file("poll.json"), "cannot tell the format"),
        (file("48-anthropic-body-with-system-message.json"), "anthropic"),
        (file("11-ollama-whole-answer.json"), "openai"),
        (file("32-open-webui-export.json"), "open-webui"),
        (file("35-ai-studio-prompt.json"), "ai-studio"),
        (file("37-assistants-thread.json"), "a thread of OpenAI's Assistants"),
        (file("38-deepseek-chat-export.json"), "deepseek-export"),
        (file("39-qwen-code-session.jsonl"), "qwen-code"),
        (file("40-factory-droid-session.jsonl"), "factory-droid"),
        (file("43-strands-message.json"), "strands"),
        (file("cohere-answer.json"), "an answer of Cohere"),
        (format!("[{system},{call}]"), "anthropic"),
        (format!(r#"{{"anthropic_version":"bedrock-2023-05-31","messages":[{system}]}}"#), "anthropic"),
        (format!(r#"{{"model":"claude-sonnet-4-5","messages":[{system}]}}"#), "anthropic"),
        (format!(r#"{{"tools":[{{"name":"f","input_schema":{{}}}}],"messages":[{system}]}}"#), "anthropic"),
        (format!(r#"{{"model":"gpt-5","messages":[{system}]}}"#), "openai"),
        (format!(r#"{{"model":"claude-sonnet-4-5","n":1,"messages":[{system}]}}"#), "openai"),
        (r#"[{"role":"admin","name":"Ann","email":"a@x"},{"role":"user","name":"Bob"}]"#.to_owned(), "cannot tell"),
        (r#"{"messages":[{"role":"system","text":"s"},{"role":"user","text":"q"}]}"#.to_owned(), "cannot tell"),
        (r#"{"id":7,"choices":[{"text":"Yes"},{"text":"No"}]}"#.to_owned(), "cannot tell the format"),
        (r#"{"id":7,"choices":["Yes","No"],"votes":[1,2]}"#.to_owned(), "cannot tell the format"),
        (r#"{"opcodes":[{"name":"add","value":1}],"version":2}"#.to_owned(), "cannot tell the format"),
        (r#"{"mapping":{"a.js":"b.js"},"version":3}"#.to_owned(), "cannot tell the format"),
    ] {
        for text in [text.clone(), text.replace('\n', "\r\n"), format!("{}\n", text.trim_end())] {
            let (_, out, err) = run(&["detect"], &text);
            let found = if out.is_empty() { err } else { out };
            let is_told = found.trim() == expected || found.contains(&format!("looks like {expected}, which"));
            assert!(is_told || (expected.starts_with("cannot") && found.contains(expected)), "{text}: {found}");
        }
    }
}

#[test]
fn a_conversation_in_which_nothing_is_said_is_not_converted() {
    for text in [file("33-role-without-content.json"), file("users.json")] {
        for from in ["openai", "anthropic"] {
            let (code, out, err) = run(&["convert", "--from", from, "--to", "sharegpt"], &text);
            assert!(code == 2 && out.is_empty() && !err.is_empty(), "{from} {text}: {out}{err}");
        }
        assert_eq!(run(&["validate", "--skip-unknown"], &text).0, 0, "{text}");
    }
}

#[test]
fn a_system_message_of_a_body_of_anthropic_is_found() {
    let text = file("48-anthropic-body-with-system-message.json");
    for arguments in [&["validate"][..], &["validate", "--for", "anthropic"]] {
        let (_, out, _) = run(arguments, &text);
        assert!(out.contains("TW505"), "{out}");
        assert!(!out.contains("tool_use") && !out.contains("needs `model`"), "{out}");
    }
}

/// The places that a message names.
fn places(text: &str) -> Vec<String> {
    let rest = text.split("--at ").skip(1);
    let place = |rest: &str| match rest.strip_prefix('\'') {
        Some(quoted) => quoted.split('\'').next().unwrap().to_owned(),
        None => rest.split([' ', '\n', ';']).next().unwrap().to_owned(),
    };
    rest.map(place).collect()
}

#[test]
fn places_that_are_named_convert() {
    let string = OPENAI.replace('"', "\\\"");
    let row = format!(r#"{{"id":1,"request":{OPENAI}}}"#);
    let odd = r#"{"log":[{"role":"user","name":"x"}],"chats":[{"messages":[{"role":"user","content":"Hi"}]}]}"#;
    for (text, count) in [
        (file("31-at-advice-of-arrays.json"), 1),
        (row.clone(), 1),
        (format!("{row}\n{row}\n"), 1),
        (format!("[{row},\n{row}]"), 1),
        (format!(r#"{{"data":[{row},{row}]}}"#), 1),
        (format!(r#"[{{"a":[{row}]}}]"#), 1),
        (format!(r#"{{"id":1,"text":"{string}"}}"#), 1),
        (format!(r#"{{"a":{OPENAI},"b":{{"c":{OPENAI}}}}}"#), 2),
        (format!("[{row}]\n[{row}]\n"), 1),
        (odd.to_owned(), 1),
        (file("45-capybara.jsonl"), 0),
        (r#"{"id":1,"turns":[{"question":"q","answer":"a"},{"question":"q","answer":"a"}]}"#.to_owned(), 0),
        (r#"{"data":[{"role":"user","email":"x"}]}"#.to_owned(), 0),
    ] {
        let (_, out, err) = run(&["detect"], &text);
        let found = places(&err);
        assert_eq!(found.len(), count, "{text}: {out}{err}");
        for place in found {
            let (code, out, err) = run(&["convert", "--to", "openai", "--at", &place], &text);
            assert!(code == 0 && (out.contains("\"Hi\"") || out.contains("\\\"Hi\\\"")), "{place} {text}: {out}{err}");
        }
    }
}

#[test]
fn a_place_of_a_foreign_format_is_named() {
    let foreign = r#"{"values":{"a":[{"role":"user","contentParts":[{"type":"text","text":"q"}]}]}}"#;
    for command in [&["detect"][..], &["convert", "--to", "openai"], &["validate"], &["show"]] {
        let mut arguments = command.to_vec();
        arguments.extend(["--at", "/values/a"]);
        for text in [foreign.to_owned(), format!("{foreign}\n{foreign}\n"), format!("[{foreign}]")] {
            let (code, out, err) = run(&arguments, &text);
            let is_named = format!("{out}{err}").contains("looks like a session of Chatbox");
            assert!(code != 0 && is_named, "{command:?}: {out}{err}");
        }
    }
}

#[test]
fn binary_files_are_told_by_their_bytes() {
    let mut zip =
        b"PK\x03\x04\x14\0\0\0\x5d\0\x22\x47\x79\x5d\xfa\x7e\xa1\xba\x5f\x03\0\0\x7d\x07\0\0\x13\0\0\0".to_vec();
    zip.extend(b"_journal/start.json\x28\xb5\x2f\xfd");
    let folder = tempfile::tempdir().unwrap();
    for (bytes, expected) in [(zip, "a log of Inspect")] {
        for name in ["x.eval", "x.json", "x.bin"] {
            let path = folder.path().join(name);
            fs::write(&path, &bytes).unwrap();
            let (code, _, err) = run(&["detect", path.to_str().unwrap()], "");
            assert!(code == 2 && (err.contains(expected) || bytes.starts_with(b"PK")), "{name}: {err}");
        }
    }
}
