//! What patterpunk's own converters send, and what this program writes instead: the same but for the differences that are
//! listed here, each with its reason.

use std::fs;

use serde_json::{Value, json};
use turnwise::format::{WriteOptions, by_name};
use turnwise::report::Report;

use crate::fixtures::{path, read, write};

/// A place of the plain form where the two differ: `file`, the number of the message, and why. A loss must say so, unless
/// this program keeps what the library drops, or spells the same in another way.
struct Difference {
    file: &'static str,
    message: usize,
    why: &'static str,
    loss: Option<&'static str>,
}

const fn differs(file: &'static str, message: usize, loss: Option<&'static str>, why: &'static str) -> Difference {
    Difference { file, message, why, loss }
}

const DIFFERENCES: &[Difference] = &[
    differs("basic.google", 4, Some("TW315"), "gemini rejects an empty text"),
    differs("basic.openai_responses", 4, None, "the empty answer, which the library skips, is kept"),
    differs(
        "chunks.anthropic",
        2,
        Some("TW323"),
        "anthropic rejects white space at the end of the last assistant message",
    ),
    differs("chunks.anthropic", 3, Some("TW322"), "anthropic rejects an empty message"),
    differs("chunks.google", 0, None, "texts stay texts of the instruction; the library joins them by a blank line"),
    differs("chunks.google", 2, None, "the picture of the answer, which the library never sends, is kept"),
    differs("chunks.google", 3, Some("TW322"), "gemini rejects an empty message"),
    differs("thinking.anthropic", 3, Some("TW301"), "anthropic rejects thinking without a signature"),
    differs("thinking.bedrock", 1, None, "reasoning, which the library writes for streams only, is kept"),
    differs("thinking.google", 1, None, "the text of the thought, which the library drops, is kept"),
    differs("thinking.google", 3, None, "the text of the thought, which the library drops, is kept"),
    differs("tools.google", 2, None, "texts and errors are in `output` and `error`, as the service documents"),
];

#[test]
fn what_is_sent_is_what_the_library_sends() {
    let folder = path("tests/fixtures/patterpunk/expected");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let (fixture, target) = name.split_once('.').unwrap();
        let format = match target {
            "openai" | "anthropic" | "bedrock" => target,
            "openai_responses" => "openai-responses",
            "google" => "gemini",
            _ => continue,
        };
        let expected: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let (sent, losses) = send(fixture, format);
        seen += 1;
        if expected.get("error").is_some() {
            // The library knows no documents there; the API takes them.
            assert_eq!(name, "chunks.openai");
            assert!(plain(&sent).iter().any(|message| message.to_string().contains("JVBERi0xLjQK")), "{sent}");
            continue;
        }
        compare(&name, &plain(&expected), &plain(&sent), &losses);
    }
    assert_eq!(seen, 18);
}

fn send(fixture: &str, format: &str) -> (Value, Vec<&'static str>) {
    let text = fs::read_to_string(path("tests/fixtures/patterpunk").join(format!("{fixture}.json"))).unwrap();
    let mut report = Report::keeping(u64::MAX);
    let conversation = read(by_name("patterpunk").unwrap().0, &text, false, &mut Report::default()).unwrap();
    let written = write(by_name(format).unwrap().0, &conversation, &WriteOptions::default(), &mut report).unwrap();
    (serde_json::from_str(&written).unwrap(), report.counts().iter().map(|count| count.code.id).collect())
}

fn compare(name: &str, expected: &[Value], sent: &[Value], losses: &[&str]) {
    let mut known: Vec<&Difference> = DIFFERENCES.iter().filter(|it| it.file == name).collect();
    for index in 0..expected.len().max(sent.len()) {
        let (wanted, found) = (expected.get(index), sent.get(index));
        let listed = known.iter().position(|it| it.message == index);
        match listed.map(|place| known.remove(place)) {
            Some(it) => {
                assert_ne!(wanted, found, "{name}/{index}: is the same now: {}", it.why);
                assert!(it.loss.is_none_or(|loss| losses.contains(&loss)), "{name}/{index}: {losses:?}");
            }
            None => assert_eq!(wanted, found, "{name}/{index}: {losses:?}"),
        }
    }
    assert!(known.is_empty(), "{name}: no message {}", known[0].message);
}

/// The messages in one shape for all services: a role and parts. Instructions are messages of the system, neighbours of one
/// role are one message, neighbouring texts one text, and what is the default is not said.
fn plain(sent: &Value) -> Vec<Value> {
    let mut messages: Vec<(String, Vec<Value>)> = Vec::new();
    let mut add = |role: &str, parts: Vec<Value>| {
        let role = match role {
            "developer" => "system",
            "model" => "assistant",
            "tool" => "user",
            role => role,
        };
        match messages.last_mut().filter(|last| last.0 == role) {
            Some(last) => last.1.extend(parts),
            None => messages.push((role.to_owned(), parts)),
        }
    };
    for key in ["system", "system_instruction", "systemInstruction", "instructions"] {
        let parts = parts(&sent[key]);
        if !parts.is_empty() && parts != [json!({"text": ""})] {
            add("system", parts);
        }
    }
    let list = ["messages", "contents", "input"].iter().find_map(|key| sent.get(*key)).unwrap_or(sent);
    for message in list.as_array().unwrap() {
        let role = match message["type"].as_str() {
            Some("function_call") => "assistant",
            Some("function_call_output") => "user",
            _ => message["role"].as_str().unwrap(),
        };
        add(role, message_parts(message));
    }
    messages.into_iter().map(|(role, parts)| json!({"role": role, "parts": joined(parts)})).collect()
}

fn joined(parts: Vec<Value>) -> Vec<Value> {
    let mut joined: Vec<Value> = Vec::new();
    for part in parts {
        match (joined.last_mut().and_then(|last| last.get_mut("text")), part["text"].as_str()) {
            (Some(last), Some(text)) => *last = Value::String(format!("{}{text}", last.as_str().unwrap())),
            _ => joined.push(part),
        }
    }
    let has_more = joined.len() > 1;
    // Next to calls an empty text says nothing.
    joined.retain(|part| !has_more || part["text"] != "");
    joined
}

fn message_parts(message: &Value) -> Vec<Value> {
    match (message["type"].as_str(), message["role"].as_str()) {
        (Some("function_call"), _) => {
            vec![call(&message["call_id"], &message["name"], &message["arguments"])]
        }
        (Some("function_call_output"), _) => vec![result(&message["call_id"], &message["output"], false)],
        (_, Some("tool")) => vec![result(&message["tool_call_id"], &message["content"], false)],
        _ => {
            let content = message.get("content").unwrap_or(&message["parts"]);
            let mut found = parts(content);
            for it in message["tool_calls"].as_array().into_iter().flatten() {
                found.push(call(&it["id"], &it["function"]["name"], &it["function"]["arguments"]));
            }
            found
        }
    }
}

fn parts(content: &Value) -> Vec<Value> {
    match content {
        Value::Null => Vec::new(),
        Value::String(text) => vec![json!({"text": text})],
        Value::Array(parts) => parts.iter().map(part).collect(),
        other => parts(&other["parts"]),
    }
}

fn part(part: &Value) -> Value {
    let data = |url: &Value| url.as_str().unwrap().rsplit_once(',').unwrap().1.to_owned();
    if let Some(text) = part.get("text").filter(|_| part.get("thought").is_none()) {
        return json!({"text": text});
    }
    if let Some(thought) = part.get("text").or(part.get("thinking")) {
        return json!({"thinking": thought, "signature": part["signature"]});
    }
    if let Some(reasoning) = part.get("reasoningContent") {
        let text = &reasoning["reasoningText"];
        return json!({"thinking": text["text"], "signature": text["signature"], "data": reasoning["redactedContent"]});
    }
    match part["type"].as_str() {
        Some("image_url") => return json!({"media": data(&part["image_url"]["url"])}),
        Some("input_image") => return json!({"media": data(&part["image_url"])}),
        Some("file") => return json!({"media": data(&part["file"]["file_data"])}),
        Some("input_file") => return json!({"media": data(&part["file_data"])}),
        Some("image" | "document") => return json!({"media": part["source"]["data"]}),
        Some("tool_use") => return call(&part["id"], &part["name"], &part["input"]),
        Some("tool_result") => return result(&part["tool_use_id"], &part["content"], part["is_error"] == true),
        _ => {}
    }
    if let Some(it) = part.get("inlineData") {
        return json!({"media": it["data"]});
    }
    if let Some(it) = part.get("functionCall") {
        return call(&Value::Null, &it["name"], &it["args"]);
    }
    if let Some(it) = part.get("functionResponse") {
        let response = it["response"].as_object().unwrap();
        // A text stands under a key of its own: `result` in the library, `output` here.
        let text = (response.len() == 1).then(|| response.get("result").or(response.get("output"))).flatten();
        return result(&it["name"], text.unwrap_or(&it["response"]), false);
    }
    if let Some(it) = part.get("toolUse") {
        return call(&it["toolUseId"], &it["name"], &it["input"]);
    }
    if let Some(it) = part.get("toolResult") {
        return result(&it["toolUseId"], &it["content"], it["status"] == "error");
    }
    part.clone()
}

/// A call; its arguments as text, whatever the service wants.
fn call(id: &Value, name: &Value, arguments: &Value) -> Value {
    let arguments = match arguments.as_str() {
        Some("") => json!({}),
        Some(text) => serde_json::from_str(text).unwrap(),
        None => arguments.clone(),
    };
    json!({"call": name, "id": id, "arguments": arguments})
}

fn result(id: &Value, content: &Value, is_error: bool) -> Value {
    let content = content.pointer("/0/text").unwrap_or(content);
    json!({"result": id, "content": content, "is_error": is_error})
}
