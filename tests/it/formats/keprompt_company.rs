//! What keprompt's own code sends to services and makes of their answers, and what this program writes instead: the same
//! but for the differences that are listed here, each with its reason.

use std::fs;

use serde_json::{Value, json};
use turnwise::format::{WriteOptions, by_name};
use turnwise::json::Tape;
use turnwise::report::Report;

use crate::fixtures::{path, read, write};

/// A case, the services for which the two differ, why, and the loss or refusal that says so, if something is lost.
struct Difference {
    case: &'static str,
    services: &'static [&'static str],
    code: Option<&'static str>,
    why: &'static str,
}

const fn differs(
    case: &'static str,
    services: &'static [&'static str],
    code: Option<&'static str>,
    why: &'static str,
) -> Difference {
    Difference { case, services, code, why }
}

const DIFFERENCES: &[Difference] = &[
    differs("tools", &["google"], None, "the API takes ids of calls; keprompt leaves them out"),
    differs("call_only", &["google"], None, "the API takes ids of calls; keprompt leaves them out"),
    differs("tools", &["xai"], None, "all results are there; keprompt sends the last one"),
    differs("tools", &["mistral"], Some("TW343"), "ids of nine letters and digits, and all results"),
    differs("call_only", &["mistral"], Some("TW343"), "Mistral takes ids of nine letters and digits only"),
    differs("multi_text", &["mistral"], None, "the API takes a list of texts of the system"),
    differs("multi_text", &["google"], Some("TW322"), "the API rejects a message without parts"),
    differs("two_systems", &["anthropic", "google"], Some("TW344"), "a later system text stays where it was said"),
    differs("empty_parts", &["anthropic", "google"], Some("TW390"), "the APIs reject a request without any words"),
    differs("empty_parts", &["deepseek"], None, "the empty message is kept"),
    differs("image", &["deepseek"], Some("TW390"), "the API does not accept images"),
    differs(
        "image_only",
        &["openai", "xai", "openrouter", "cerebras"],
        None,
        "an image is allowed alone; keprompt fails",
    ),
    differs("image_only", &["deepseek"], Some("TW390"), "the API does not accept images"),
    differs(
        "image_unknown_type",
        &["openai", "anthropic", "google", "mistral", "xai", "openrouter", "cerebras"],
        Some("TW374"),
        "the APIs ask for the type, and the bytes show it",
    ),
    differs("image_only", &["anthropic", "mistral"], Some("TW362"), "the bytes are a PNG image, whatever is declared"),
    differs("image_unknown_type", &["deepseek"], Some("TW390"), "the API does not accept images"),
    differs(
        "no_call_id",
        &["openai", "deepseek", "xai", "openrouter", "cerebras"],
        Some("TW370"),
        "the APIs ask for ids",
    ),
    differs("no_call_id", &["mistral"], Some("TW370"), "the API asks for ids of nine letters and digits"),
    differs("no_call_id", &["anthropic"], Some("TW370"), "the API asks for ids"),
    differs("no_call_id", &["google"], Some("TW390"), "the API wants a message of the user before a call"),
];

/// The services of keprompt, and the targets here.
const SERVICES: [(&str, &str); 8] = [
    ("openai", "openai"),
    ("anthropic", "anthropic"),
    ("google", "gemini"),
    ("mistral", "openai:mistral"),
    ("deepseek", "openai:deepseek"),
    ("xai", "openai:xai"),
    ("openrouter", "openai:openrouter"),
    ("cerebras", "openai:cerebras"),
];

fn lines(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(path("tests/fixtures/keprompt/expected").join(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What is written, or the code of the refusal; and the losses.
fn convert(text: &str, from: &str, to: &str) -> (Result<Value, &'static str>, Vec<&'static str>) {
    let (to, dialect) = by_name(to).unwrap();
    let mut report = Report::keeping(u64::MAX);
    let options = WriteOptions { dialect: dialect.map(|it| it.name), ..WriteOptions::default() };
    let conversation = match read(by_name(from).unwrap().0, text, false, &mut Report::default()) {
        Ok(conversation) => conversation,
        Err(refused) => return (Err(refused.code().id), Vec::new()),
    };
    let written = write(to, &conversation, &options, &mut report);
    let losses = report.counts().iter().map(|count| count.code.id).collect();
    (written.map(|text| serde_json::from_str(&text).unwrap()).map_err(|refused| refused.code().id), losses)
}

#[test]
fn services_get_what_keprompt_sends() {
    let mut known: Vec<(&str, &str, &Difference)> =
        DIFFERENCES.iter().flat_map(|it| it.services.iter().map(move |service| (it.case, *service, it))).collect();
    let mut wrong = Vec::new();
    for case in lines("conversations.jsonl") {
        for (service, target) in SERVICES {
            let name = case["case"].as_str().unwrap();
            let place = format!("{name} {service}");
            let (sent, losses) = convert(&case["universal"].to_string(), "keprompt", target);
            let expected = &case["company"][service];
            let wanted = if expected.get("error").is_some() { Err("error") } else { Ok(plain(expected)) };
            let found = sent.map(|sent| plain(&sent));
            let listed = known.iter().position(|it| (it.0, it.1) == (name, service));
            match listed.map(|index| known.remove(index).2) {
                Some(it) => {
                    assert_ne!(wanted, found, "{place}: is the same now: {}", it.why);
                    let is_said = it.code.is_none_or(|code| losses.contains(&code) || found == Err(code));
                    assert!(is_said, "{place}: {losses:?} {found:?}");
                }
                None if wanted == found => {}
                None => wrong.push(format!("{place} {losses:?}\n  wanted {wanted:?}\n  found  {found:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(known.is_empty(), "no such case: {} {}", known[0].0, known[0].1);
}

/// The messages in one spelling: content is a list, none of it an empty one; arguments are values; the system of Anthropic
/// and Google is a list of texts, and Google's roles are those that its API has.
fn plain(sent: &Value) -> Value {
    let list = ["messages", "contents"].iter().find_map(|key| sent.get(*key)).unwrap_or(sent);
    let messages: Vec<Value> = list.as_array().unwrap().iter().map(message).collect();
    let system = ["system", "systemInstruction", "system_instruction"].iter().find_map(|key| sent.get(*key));
    let system = system.map_or_else(Vec::new, |system| content(system.get("parts").unwrap_or(system)));
    let texts: Vec<&str> = system.iter().filter_map(|part| part["text"].as_str()).collect();
    json!({"system": texts.join("\n"), "messages": messages})
}

fn message(message: &Value) -> Value {
    let role = match message["role"].as_str().unwrap() {
        // Google knows two roles.
        "model" => "assistant",
        "tool" if message.get("parts").is_some() => "user",
        role => role,
    };
    let parts = content(message.get("content").or(message.get("parts")).unwrap_or(&Value::Null));
    let calls = message["tool_calls"].as_array().into_iter().flatten().map(|call| {
        let arguments = &call["function"]["arguments"];
        let arguments =
            arguments.as_str().map_or_else(|| arguments.clone(), |text| serde_json::from_str(text).unwrap());
        json!({"id": call["id"], "name": call["function"]["name"], "arguments": arguments})
    });
    let calls: Vec<Value> = calls.collect();
    json!({"role": role, "content": parts, "calls": calls, "answers": message["tool_call_id"]})
}

fn content(content: &Value) -> Vec<Value> {
    match content {
        Value::Null => Vec::new(),
        Value::String(text) if text.is_empty() => Vec::new(),
        Value::String(text) => vec![json!({"type": "text", "text": text})],
        Value::Array(parts) => {
            parts.iter().map(part).filter(|part| *part != json!({"type": "text", "text": ""})).collect()
        }
        other => panic!("{other}"),
    }
}

fn part(part: &Value) -> Value {
    let mut part = part.clone();
    if let (Some(text), None) = (part.get("text").cloned(), part.get("type")) {
        return json!({"type": "text", "text": text});
    }
    if let Some(response) = part.get_mut("functionResponse") {
        // Its API wants an object; keprompt sends the bare text.
        let text = response["response"]["output"].as_str().or(response["response"].as_str()).unwrap().to_owned();
        response["response"] = Value::String(text);
        if response.get("id").is_none() {
            response["id"] = json!("");
        }
    }
    part
}

/// Answers where the two differ.
const ANSWERS: &[(&str, &str)] = &[
    ("{}", "an empty object is not an answer; keprompt makes a message without parts of it"),
    (
        r#"{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}}]}}]}"#,
        "an answer may consist of calls alone; keprompt's code for DeepSeek fails",
    ),
];

#[test]
fn answers_become_the_messages_that_keprompt_makes() {
    let mut wrong = Vec::new();
    for case in lines("answers.jsonl") {
        let from = match case["provider"].as_str().unwrap() {
            "anthropic" => "anthropic",
            "google" => "gemini",
            _ => "openai",
        };
        let response = case["response"].to_string();
        let (found, losses) = convert(&response, from, "keprompt");
        let listed = ANSWERS.iter().any(|(text, _)| serde_json::from_str::<Value>(text).unwrap() == case["response"]);
        let is_same = match case.get("message") {
            // Which model it was, the answers here do not say; keprompt knows it from elsewhere.
            Some(wanted) => found == Ok(json!([{"role": wanted["role"], "content": wanted["content"]}])),
            None => found.is_err(),
        };
        if is_same == listed {
            wrong.push(format!("{case}\n  {found:?} {losses:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Value for value, and rejected where keprompt's code fails.
#[test]
fn keprompt_company_writes_what_keprompt_sends() {
    let mut wrong = Vec::new();
    let file = fs::read_to_string(path("tests/fixtures/keprompt/expected/conversations.jsonl")).unwrap();
    for line in file.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        // As it stands there: the order of keys shows in arguments that are printed.
        let mut tape = Tape::new();
        let universal = tape.parse(line).unwrap().get("universal").unwrap().raw();
        for (service, _) in SERVICES {
            let name = if service == "google" { "gemini" } else { service };
            let target = format!("keprompt-company:{name}");
            let (sent, losses) = convert(universal, "keprompt", &target);
            let expected = &case["company"][service];
            let is_same = match &sent {
                Ok(sent) => sent == expected,
                Err(code) => *code == "TW390" && expected.get("error").is_some(),
            };
            if !is_same {
                wrong.push(format!("{} {service} {losses:?}\n  {expected}\n  {sent:?}", case["case"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
