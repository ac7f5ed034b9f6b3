//! Requests and answers of logs that are JSON text in a string: they are what they are as objects, and so are the places of
//! their losses.

use regex::Regex;
use serde_json::{Value, json};

use crate::fixtures::path;

/// The records of a fixture of a service.
fn records(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path("tests/fixtures").join(file)).unwrap();
    match serde_json::from_str(&text) {
        Ok(value) => vec![value],
        Err(_) => text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
    }
}

/// What a log becomes: the text of the conversion, and code and message of each loss, or why it is rejected. Ids that are
/// made of the text around a conversation are omitted.
fn converted(log: &Value, to: &str) -> Result<(String, Vec<String>), String> {
    let id = Regex::new(
        "[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|(call|msg|toolu|fc|rs)_[0-9A-Za-z]{20,}",
    )
    .unwrap();
    let masked = |text: &str| id.replace_all(text, "ID").into_owned();
    let done = turnwise::convert(log.to_string().into_bytes(), Some("request-log"), to).map_err(|it| it.to_string())?;
    let losses = done.losses.iter().map(|loss| format!("{} {}", loss.code, masked(&loss.message))).collect();
    Ok((masked(std::str::from_utf8(&done.bytes).unwrap()), losses))
}

#[test]
fn a_request_in_a_string_is_the_request() {
    let mut compared = 0;
    for folder in ["openai", "openai-responses", "anthropic", "gemini", "bedrock"] {
        let files = std::fs::read_dir(path("tests/fixtures").join(folder)).unwrap();
        let files = files.map(Result::unwrap).filter(|file| file.path().is_file());
        for file in files.map(|file| file.file_name().into_string().unwrap()) {
            for record in records(&format!("{folder}/{file}")) {
                let answer = json!({"choices": [{"message": {"role": "assistant", "content": "Hello"}}]});
                let object = json!({"request": record, "response": answer});
                let text = json!({"request": record.to_string(), "response": answer.to_string()});
                for to in ["openai", "anthropic", "gemini", "patterpunk"] {
                    let (Ok(expected), found) = (converted(&object, to), converted(&text, to)) else { continue };
                    assert_eq!(found, Ok(expected), "{folder}/{file} to {to}: {text}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
