//! Settings of requests: each row of the table, from every format to every other.

use serde_json::{Value, json};
use turnwise::format::{FORMATS, WriteOptions, by_name};
use turnwise::report::Report;

use crate::fixtures::{read, write};

const NAMES: [&str; 5] = ["openai", "openai-responses", "anthropic", "gemini", "bedrock"];

/// A setting in each of the formats, as members of the body. `null`: it has no place there.
fn table() -> Vec<(&'static str, [Value; 5])> {
    let none = Value::Null;
    let config = |key: &str, value: Value| json!({"generationConfig": {key: value}});
    let inference = |key: &str, value: Value| json!({"inferenceConfig": {key: value}});
    let calling = |value: Value| json!({"toolConfig": {"functionCallingConfig": value}});
    let choice = |value: Value| json!({"toolConfig": {"toolChoice": value}});
    let same = |value: Value| [value.clone(), value, none.clone(), none.clone(), none.clone()];
    vec![
        (
            "maximum length",
            [
                json!({"max_completion_tokens": 100}),
                json!({"max_output_tokens": 100}),
                json!({"max_tokens": 100}),
                config("maxOutputTokens", json!(100)),
                inference("maxTokens", json!(100)),
            ],
        ),
        (
            "temperature",
            [
                json!({"temperature": 0.5}),
                json!({"temperature": 0.5}),
                json!({"temperature": 0.5}),
                config("temperature", json!(0.5)),
                inference("temperature", json!(0.5)),
            ],
        ),
        (
            "nucleus sampling",
            [
                json!({"top_p": 0.9}),
                json!({"top_p": 0.9}),
                json!({"top_p": 0.9}),
                config("topP", json!(0.9)),
                inference("topP", json!(0.9)),
            ],
        ),
        ("top k", [none.clone(), none.clone(), json!({"top_k": 40}), config("topK", json!(40)), none.clone()]),
        (
            "stop",
            [
                json!({"stop": ["a", "b"]}),
                none.clone(),
                json!({"stop_sequences": ["a", "b"]}),
                config("stopSequences", json!(["a", "b"])),
                inference("stopSequences", json!(["a", "b"])),
            ],
        ),
        ("seed", [json!({"seed": 7}), none.clone(), none.clone(), config("seed", json!(7)), none.clone()]),
        (
            "presence",
            [
                json!({"presence_penalty": -1.5}),
                none.clone(),
                none.clone(),
                config("presencePenalty", json!(-1.5)),
                none.clone(),
            ],
        ),
        (
            "frequency",
            [
                json!({"frequency_penalty": 1}),
                none.clone(),
                none.clone(),
                config("frequencyPenalty", json!(1)),
                none.clone(),
            ],
        ),
        ("count", [json!({"n": 2}), none.clone(), none.clone(), config("candidateCount", json!(2)), none.clone()]),
        (
            "auto",
            [
                json!({"tool_choice": "auto"}),
                json!({"tool_choice": "auto"}),
                json!({"tool_choice": {"type": "auto"}}),
                calling(json!({"mode": "AUTO"})),
                choice(json!({"auto": {}})),
            ],
        ),
        (
            "required",
            [
                json!({"tool_choice": "required"}),
                json!({"tool_choice": "required"}),
                json!({"tool_choice": {"type": "any"}}),
                calling(json!({"mode": "ANY"})),
                choice(json!({"any": {}})),
            ],
        ),
        (
            "this tool",
            [
                json!({"tool_choice": {"type": "function", "function": {"name": "f"}}}),
                json!({"tool_choice": {"type": "function", "name": "f"}}),
                json!({"tool_choice": {"type": "tool", "name": "f"}}),
                calling(json!({"mode": "ANY", "allowedFunctionNames": ["f"]})),
                choice(json!({"tool": {"name": "f"}})),
            ],
        ),
        (
            "these tools",
            [
                json!({"tool_choice": {"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": [
                    {"type": "function", "function": {"name": "f"}}, {"type": "function", "function": {"name": "g"}}]}}}),
                json!({"tool_choice": {"type": "allowed_tools", "mode": "required", "tools": [
                    {"type": "function", "name": "f"}, {"type": "function", "name": "g"}]}}),
                none.clone(),
                calling(json!({"mode": "ANY", "allowedFunctionNames": ["f", "g"]})),
                none.clone(),
            ],
        ),
        (
            "no tool",
            [
                json!({"tool_choice": "none"}),
                json!({"tool_choice": "none"}),
                json!({"tool_choice": {"type": "none"}}),
                calling(json!({"mode": "NONE"})),
                none.clone(),
            ],
        ),
        (
            "one call at a time",
            [
                json!({"tool_choice": "required", "parallel_tool_calls": false}),
                json!({"tool_choice": "required", "parallel_tool_calls": false}),
                json!({"tool_choice": {"type": "any", "disable_parallel_tool_use": true}}),
                none.clone(),
                none.clone(),
            ],
        ),
        (
            "JSON",
            [
                json!({"response_format": {"type": "json_object"}}),
                json!({"text": {"format": {"type": "json_object"}}}),
                none.clone(),
                config("responseMimeType", json!("application/json")),
                none.clone(),
            ],
        ),
        (
            "effort",
            [
                json!({"reasoning_effort": "low"}),
                json!({"reasoning": {"effort": "low"}}),
                json!({"output_config": {"effort": "low"}}),
                config("thinkingConfig", json!({"thinkingLevel": "LOW"})),
                json!({"outputConfig": {"effort": "low"}}),
            ],
        ),
        (
            "budget",
            [
                none.clone(),
                none.clone(),
                json!({"thinking": {"type": "enabled", "budget_tokens": 2048}}),
                config("thinkingConfig", json!({"thinkingBudget": 2048})),
                none.clone(),
            ],
        ),
        (
            "user",
            [
                json!({"safety_identifier": "u"}),
                json!({"safety_identifier": "u"}),
                json!({"metadata": {"user_id": "u"}}),
                none.clone(),
                none.clone(),
            ],
        ),
        (
            "verbosity",
            [
                json!({"verbosity": "low"}),
                json!({"text": {"verbosity": "low"}}),
                none.clone(),
                none.clone(),
                none.clone(),
            ],
        ),
        (
            "log probabilities",
            [
                json!({"logprobs": true, "top_logprobs": 3}),
                json!({"include": ["message.output_text.logprobs"], "top_logprobs": 3}),
                none.clone(),
                none.clone(),
                none.clone(),
            ],
        ),
        ("older user", same(json!({"user": "u", "safety_identifier": "v"}))),
        ("labels", same(json!({"metadata": {"a": "b"}}))),
        ("cache key", same(json!({"prompt_cache_key": "k", "prompt_cache_retention": "24h"}))),
        ("store", same(json!({"store": false}))),
        ("tier", same(json!({"service_tier": "flex"}))),
        ("stream", same(json!({"stream": true}))),
        ("model", same(json!({"model": "m"}))),
    ]
}

/// A body with two tools and these members; the schema of an answer if it is wanted.
fn body(format: &str, settings: &Value, has_schema: bool) -> Value {
    let schema = json!({"type": "object", "properties": {}});
    let text = schema.to_string();
    let tools = ["f", "g"];
    let (mut body, output) = match format {
        "openai" => (
            json!({"messages": [{"role": "user", "content": "hi"}], "tools": tools.map(|name|
                json!({"type": "function", "function": {"name": name, "parameters": schema}}))}),
            json!({"response_format": {"type": "json_schema", "json_schema": {"name": "o", "schema": schema, "strict": true}}}),
        ),
        "openai-responses" => (
            json!({"input": [{"role": "user", "content": "hi"}], "tools": tools.map(|name|
                json!({"type": "function", "name": name, "parameters": schema, "strict": true}))}),
            json!({"text": {"format": {"type": "json_schema", "name": "o", "schema": schema, "strict": true}}}),
        ),
        "anthropic" => (
            json!({"messages": [{"role": "user", "content": "hi"}], "tools": tools.map(|name|
                json!({"name": name, "input_schema": schema}))}),
            json!({"output_config": {"format": {"type": "json_schema", "schema": schema}}}),
        ),
        "gemini" => (
            json!({"contents": [{"role": "user", "parts": [{"text": "hi"}]}], "tools": [{"functionDeclarations":
                tools.map(|name| json!({"name": name, "parametersJsonSchema": schema}))}]}),
            json!({"generationConfig": {"responseMimeType": "application/json", "responseJsonSchema": schema}}),
        ),
        _ => (
            json!({"messages": [{"role": "user", "content": [{"text": "hi"}]}], "toolConfig": {"tools":
                tools.map(|name| json!({"toolSpec": {"name": name, "inputSchema": {"json": schema}}}))}}),
            json!({"outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema":
                {"schema": text, "name": "o"}}}}}),
        ),
    };
    if has_schema {
        merge(&mut body, &output);
    }
    merge(&mut body, settings);
    body
}

fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            from.iter().for_each(|(key, value)| merge(into.entry(key.clone()).or_insert(Value::Null), value));
        }
        (into, from) => *into = from.clone(),
    }
}

/// The output, and what was said: code and message.
fn converted(from: &str, body: &str, to: &str, options: &WriteOptions) -> (Value, Vec<(&'static str, String)>) {
    let conversation = read(by_name(from).unwrap().0, body, false, &mut Report::default()).unwrap();
    let mut report = Report::keeping(u64::MAX);
    let text = write(by_name(to).unwrap().0, &conversation, options, &mut report).unwrap();
    let told = report.kept().iter().map(|it| (it.code.id, it.message.clone())).collect();
    (serde_json::from_str(&text).unwrap(), told)
}

/// True if all members of `part` are in `whole`.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            part.iter().all(|(key, value)| whole.get(key).is_some_and(|other| contains(other, value)))
        }
        (whole, part) => whole == part,
    }
}

fn dropped(told: &[(&'static str, String)]) -> Vec<String> {
    told.iter().filter(|it| it.0 == "TW313").map(|it| it.1.clone()).collect()
}

#[test]
fn each_setting_is_carried_where_both_formats_have_it() {
    for (what, rows) in table() {
        for (from, sent) in NAMES.iter().zip(&rows).filter(|(_, sent)| !sent.is_null()) {
            for (to, wanted) in NAMES.iter().zip(&rows).filter(|(to, _)| *to != from) {
                for has_schema in [false, true] {
                    if what == "JSON" && has_schema {
                        continue;
                    }
                    let name = format!("{what}, {from} to {to}, schema: {has_schema}");
                    let source = body(from, sent, has_schema);
                    let (out, told) = converted(from, &source.to_string(), to, &WriteOptions::default());
                    let lost = dropped(&told);
                    let bare = body(to, &json!({}), has_schema);
                    if wanted.is_null() {
                        assert!(!lost.is_empty(), "{name}: {out}");
                        if !matches!(what, "one call at a time" | "older user") {
                            let same: Vec<_> = out.as_object().unwrap().keys().collect();
                            assert!(same.iter().all(|key| bare.get(key).is_some()), "{name}: {out}");
                        }
                        continue;
                    }
                    // The name of a schema is none of this.
                    let lost: Vec<_> =
                        lost.iter().filter(|it| !it.contains("schema") && !it.contains("strict")).collect();
                    assert!(lost.is_empty(), "{name}: {lost:?}");
                    assert!(contains(&out, wanted), "{name}: {out}");
                    let is_other_family = !(from.starts_with("openai") && to.starts_with("openai"));
                    let is_weighed = told.iter().any(|it| it.0 == "TW357");
                    assert_eq!(is_weighed, what == "effort" && is_other_family, "{name}: {told:?}");
                }
            }
        }
    }
}

#[test]
fn all_settings_are_dropped_where_that_is_asked_for() {
    let options = WriteOptions { drops_settings: true, ..WriteOptions::default() };
    for (what, rows) in table() {
        for (from, sent) in NAMES.iter().zip(&rows).filter(|(_, sent)| !sent.is_null()) {
            for to in NAMES.iter().filter(|to| *to != from) {
                let (out, told) = converted(from, &body(from, sent, false).to_string(), to, &options);
                assert!(!dropped(&told).is_empty(), "{what}, {from} to {to}: {out}");
                let bare = converted(from, &body(from, &json!({}), false).to_string(), to, &options).0;
                assert_eq!(out, bare, "{what}, {from} to {to}");
            }
        }
    }
}

/// Source, its settings, target, what is in the message of the loss (nothing: it is carried), what is in the output.
#[test]
fn only_equal_values_are_carried() {
    let cases = [
        ("openai", json!({"temperature": 1.5}), "anthropic", "`temperature` must be 0 to 1", json!({})),
        ("openai", json!({"temperature": 1.5}), "bedrock", "`inferenceConfig.temperature` must be 0 to 1", json!({})),
        ("openai", json!({"temperature": 2.5}), "gemini", "must be 0 to 2", json!({})),
        ("openai", json!({"temperature": "hot"}), "gemini", "`temperature` is dropped", json!({})),
        ("openai", json!({"stop": "END"}), "anthropic", "", json!({"stop_sequences": ["END"]})),
        ("openai", json!({"stop": ["\n"]}), "anthropic", "that are not blank", json!({})),
        (
            "anthropic",
            json!({"stop_sequences": ["1","2","3","4","5"]}),
            "openai",
            "`stop` must be at most 4",
            json!({}),
        ),
        (
            "bedrock",
            json!({"inferenceConfig": {"stopSequences": ["1","2","3","4","5","6"]}}),
            "gemini",
            "at most 5",
            json!({}),
        ),
        ("openai", json!({"reasoning_effort": "minimal"}), "anthropic", "must be low, medium", json!({})),
        (
            "gemini",
            json!({"generationConfig": {"thinkingConfig": {"thinkingLevel": "high"}}}),
            "openai",
            "",
            json!({"reasoning_effort": "high"}),
        ),
        (
            "gemini",
            json!({"generationConfig": {"thinkingConfig": {"thinkingBudget": -1}}}),
            "anthropic",
            "from 1024 on",
            json!({}),
        ),
        (
            "gemini",
            json!({"generationConfig": {"max_output_tokens": 9}}),
            "openai",
            "",
            json!({"max_completion_tokens": 9}),
        ),
        (
            "gemini",
            json!({"generation_config": {"max_output_tokens": 9}}),
            "bedrock",
            "",
            json!({"inferenceConfig": {"maxTokens": 9}}),
        ),
        (
            "gemini",
            json!({"toolConfig": {"functionCallingConfig": {"mode": "VALIDATED"}}}),
            "openai",
            "functionCallingConfig` is dropped",
            json!({}),
        ),
        (
            "gemini",
            json!({"generationConfig": {"temperature": 1, "speechConfig": {}}}),
            "openai",
            "`generationConfig.speechConfig` is dropped",
            json!({"temperature": 1}),
        ),
        ("anthropic", json!({"thinking": {"type": "adaptive"}}), "gemini", "`thinking.type` is dropped", json!({})),
        ("anthropic", json!({"service_tier": "auto"}), "openai", "`service_tier` is dropped", json!({})),
        ("anthropic", json!({"model": "claude"}), "openai", "`model` is dropped", json!({})),
        (
            "openai",
            json!({"tool_choice": {"type": "function", "function": {"name": "gone"}}}),
            "anthropic",
            "`gone` is not defined",
            json!({}),
        ),
        ("openai", json!({"max_tokens": 5}), "anthropic", "", json!({"max_tokens": 5})),
        (
            "openai",
            json!({"max_tokens": 5, "max_completion_tokens": 6}),
            "anthropic",
            "`max_tokens` is dropped: another field already sets it",
            json!({"max_tokens": 6}),
        ),
        ("openai", json!({"user": "u"}), "anthropic", "", json!({"metadata": {"user_id": "u"}})),
        (
            "openai",
            json!({"parallel_tool_calls": false}),
            "anthropic",
            "",
            json!({"tool_choice": {"type": "auto", "disable_parallel_tool_use": true}}),
        ),
        (
            "openai",
            json!({"parallel_tool_calls": false, "tool_choice": "none"}),
            "anthropic",
            "`parallel_tool_calls` is dropped",
            json!({"tool_choice": {"type": "none"}}),
        ),
        ("openai", json!({"service_tier": "scale"}), "openai-responses", "", json!({"service_tier": "scale"})),
        (
            "openai-responses",
            json!({"reasoning": {"effort": "low", "summary": "auto"}}),
            "openai",
            "`reasoning.summary` is dropped",
            json!({"reasoning_effort": "low"}),
        ),
        (
            "openai",
            json!({"temperature": 1.0e0, "logit_bias": {"1": 2}}),
            "gemini",
            "`logit_bias` is dropped",
            json!({"generationConfig": {"temperature": 1.0}}),
        ),
    ];
    for (from, sent, to, loss, wanted) in cases {
        let (out, told) = converted(from, &body(from, &sent, false).to_string(), to, &WriteOptions::default());
        let lost = dropped(&told);
        let is_right = if loss.is_empty() { lost.is_empty() } else { lost.len() == 1 && lost[0].contains(loss) };
        assert!(is_right, "{from} {sent} to {to}: {lost:?}");
        assert!(contains(&out, &wanted), "{from} {sent} to {to}: {out}");
        let bare = body(to, &wanted, false);
        assert_eq!(out.as_object().unwrap().len(), bare.as_object().unwrap().len(), "{from} {sent} to {to}: {out}");
    }
}

#[test]
fn numbers_keep_their_spelling() {
    let text = r#"{"temperature":0.70,"max_tokens":10,"messages":[{"role":"user","content":"hi"}]}"#;
    let conversation = read(by_name("openai").unwrap().0, text, false, &mut Report::default()).unwrap();
    let out = write(by_name("gemini").unwrap().0, &conversation, &WriteOptions::default(), &mut Report::default());
    assert!(out.unwrap().contains(r#""temperature":0.70"#));
}

#[test]
fn a_tool_choice_has_the_name_that_the_tool_gets() {
    let text = r#"{"tool_choice":{"type":"function","function":{"name":"a.b"}},"max_tokens":1,"messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"a.b","parameters":{"type":"object"}}}]}"#;
    let (out, told) = converted("openai", text, "anthropic", &WriteOptions::default());
    assert_eq!(out["tool_choice"], json!({"type": "tool", "name": out["tools"][0]["name"]}), "{told:?}");
    let without = r#"{"tool_choice":"auto","max_tokens":1,"messages":[{"role":"user","content":"hi"}]}"#;
    let (out, told) = converted("openai", without, "anthropic", &WriteOptions::default());
    assert_eq!(dropped(&told), ["the field `tool_choice` is dropped: no tool is defined"], "{out}");
}

#[test]
fn what_the_target_needs_is_named_and_not_generated() {
    for (from, sent, is_named) in [
        ("openai", json!({"model": "m"}), true),
        ("openai", json!({"max_tokens": 5}), false),
        ("gemini", json!({}), true),
        ("bedrock", json!({"inferenceConfig": {"maxTokens": 5}}), false),
    ] {
        for has_needed in [false, true] {
            let options = WriteOptions { has_needed, ..WriteOptions::default() };
            let (out, told) = converted(from, &body(from, &sent, false).to_string(), "anthropic", &options);
            let found = told.iter().any(|it| it.0 == "TW518");
            assert_eq!(found, is_named && !has_needed, "{from} {sent}: {told:?}");
            assert_eq!(out.get("max_tokens").is_none(), is_named, "{out}");
        }
    }
}

#[test]
fn lists_and_other_formats_have_no_settings() {
    let text = body("openai", &json!({"temperature": 1, "model": "m"}), false).to_string();
    for to in FORMATS.iter().filter(|to| to.can_write() && !NAMES.contains(&to.name)) {
        let conversation = read(by_name("openai").unwrap().0, &text, false, &mut Report::default()).unwrap();
        let mut report = Report::keeping(u64::MAX);
        let options = WriteOptions { is_lossy: true, ..WriteOptions::default() };
        if write(to, &conversation, &options, &mut report).is_err() {
            continue;
        }
        let lost: Vec<_> = report.kept().iter().filter(|it| it.message.contains("`temperature`")).collect();
        assert_eq!(lost.len(), 1, "{}", to.name);
        assert!(report.kept().iter().all(|it| it.code.id != "TW518"), "{}", to.name);
    }
}
