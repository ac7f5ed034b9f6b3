//! From other formats and to them.

use super::*;

/// From openai to gemini: the text, which the rules find nothing wrong with, and the losses.
fn to_gemini(from: &str, text: &str) -> (String, Vec<String>) {
    convert_validly(format(from), gemini(), text)
}

#[test]
fn the_same_conversation_from_openai() {
    let (text, losses) = to_gemini(
        "openai",
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/openai/same-weather.openai.json")),
    );
    let own = canonical(whole("same-weather"));
    let thought = own.find(r#"{"text":"The user wants"#).unwrap();
    let end = thought + own[thought..].find("},").unwrap() + 2;
    let signature = own.find(r#""thoughtSignature":"RX"#).unwrap();
    let signature_end = signature + own[signature..].find(",}").unwrap() + 1;
    let expected = format!("{}{}{}", &own[..thought], &own[end..signature], &own[signature_end..]);
    // openai cannot represent values and failures: the words of both are plain texts.
    let expected = expected
        .replace(
            r#""response":{"sky":"clear","temp":24,}"#,
            r#""response":{"output":"{\"temp\":24,\"sky\":\"clear\"}",}"#,
        )
        .replace(r#""response":{"error":"upstream"#, r#""response":{"output":"upstream"#);
    assert_eq!(canonical(&text), expected);
    assert_eq!(losses, ["TW313 warning"]);
}

#[test]
fn the_same_conversation_from_anthropic() {
    let text =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/anthropic/same-weather.anthropic.json"));
    let (text, losses) = to_gemini("anthropic", text);
    assert!(
        text.contains(r#"{"text":"The user wants a comparison, so both cities have to be looked up.","thought":true}"#)
    );
    assert!(text.contains(r#""response":{"error":"upstream timeout after 5s"}"#), "{text}");
    assert_eq!(losses, ["TW302 warning", "TW313 warning"]);
}

#[test]
fn roles_and_places_from_openai() {
    let (text, losses) = to_gemini(
        "openai",
        r#"[{"role":"system","content":"a"},{"role":"developer","content":"b"},{"role":"user","content":"x"},
        {"role":"system","content":"c"},{"role":"assistant","content":"y"},{"role":"system","content":"d"},
        {"role":"user","content":"z"},{"role":"assistant","content":""},{"role":"system","content":"e"}]"#,
    );
    assert_eq!(
        text,
        r#"{"systemInstruction":{"parts":[{"text":"a"},{"text":"b"}]},"contents":[{"role":"user","parts":[{"text":"x"}]},{"role":"model","parts":[{"text":"y"}]},{"role":"user","parts":[{"text":"c"},{"text":"d"},{"text":"z"},{"text":"e"}]}]}"#
    );
    assert_eq!(losses, ["TW322 warning", "TW340 warning", "TW344 warning"]);
}

#[test]
fn calls_from_openai() {
    let (text, losses) = to_gemini(
        "openai",
        r#"[{"role":"user","content":"x"},{"role":"assistant","content":"wait"},{"role":"assistant","content":null,"tool_calls":[
        {"id":"c:1","type":"function","function":{"name":"f","arguments":" {\"a\": 1.10, \"b\": 123456789012345678901234567890}"}},
        {"id":"c2","type":"custom","custom":{"name":"sh","input":"ls \"x\""}},
        {"id":"c3","type":"function","function":{"name":"g","arguments":""}}]},
        {"role":"system","content":"late"},
        {"role":"tool","tool_call_id":"c2","content":"{\"error\":\"2\"}"},{"role":"tool","tool_call_id":"c:1","content":""},
        {"role":"tool","tool_call_id":"c3","content":[{"type":"text","text":"3"},{"type":"text","text":"4"}]},
        {"role":"user","content":"go on"}]"#,
    );
    assert!(text.contains(r#"{"role":"model","parts":[{"text":"wait"},{"functionCall":{"id":"c:1","name":"f","args":{"a":1.10,"b":123456789012345678901234567890}}}"#), "{text}");
    assert!(text.contains(r#""args":{"input":"ls \"x\""}"#), "{text}");
    let results = r#"{"role":"user","parts":[{"functionResponse":{"id":"c2","name":"sh","response":{"output":"{\"error\":\"2\"}"}}},{"functionResponse":{"id":"c:1","name":"f","response":{"output":""}}},{"functionResponse":{"id":"c3","name":"g","response":{"output":"3\n4"}}}]},{"role":"user","parts":[{"text":"late"},{"text":"go on"}]}]}"#;
    assert!(text.ends_with(results), "{text}");
    let wanted = ["TW342", "TW344", "TW347", "TW350"].map(|code| format!("{code} warning"));
    assert_eq!(losses, wanted);
}

#[test]
fn results_without_ids_stand_in_the_order_of_their_calls() {
    let call =
        |name: &str| format!(r#"{{"from":"function_call","value":"{{\"name\":\"{name}\",\"arguments\":{{}}}}"}}"#);
    let text = format!(
        r#"{{"conversations":[{{"from":"human","value":"q"}},{},{{"from":"observation","value":"1"}},{{"from":"gpt","value":"a"}}]}}"#,
        call("f")
    );
    let (text, losses) = to_gemini("sharegpt", &text);
    assert!(text.contains(r#"{"functionCall":{"name":"f","args":{}}}"#), "{text}");
    assert!(text.contains(r#"{"functionResponse":{"name":"f","response":{"output":"1"}}}"#), "{text}");
    assert_eq!(losses, [""; 0]);
    let unlinked = r#"[{"type":"user","id":"1","content":"q"},
        {"type":"tool_call","id":"2","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"b","function":{"name":"g","arguments":"{}"}}]},
        {"type":"tool_result","id":"3","content":"r","function_name":"g"},
        {"type":"tool_result","id":"4","content":"s","function_name":"f"}]"#;
    let (text, losses) = to_gemini("patterpunk", unlinked);
    assert!(text.find(r#""output":"s""#) < text.find(r#""output":"r""#), "{text}");
    assert_eq!(losses, ["TW310 warning", "TW345 warning"]);
}

#[test]
fn media_of_results_move_unless_they_are_images_or_pdf() {
    let text = r#"{"max_tokens":9,"messages":[{"role":"user","content":"q"},
        {"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"f","input":{}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[
        {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},{"type":"text","text":"r"},
        {"type":"image","source":{"type":"url","url":"https://example.com/a.png"}}]},{"type":"text","text":"and?"}]}]}"#;
    let (written, losses) = to_gemini("anthropic", text);
    let end = r#""response":{"output":"r"},"parts":[{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}]}}]},{"role":"user","parts":[{"fileData":{"fileUri":"https://example.com/a.png"}},{"text":"and?"}]}]}"#;
    assert!(written.ends_with(end), "{written}");
    assert_eq!(losses, ["TW344 warning", "TW345 warning", "TW358 warning"]);
    // Without words of the user after it, the media file is a content of its own, before the answer.
    let alone = text.replace(r#",{"type":"text","text":"and?"}]}]}"#, r#"]},{"role":"assistant","content":"a"}]}"#);
    let (written, _) = to_gemini("anthropic", &alone);
    let end = r#"{"role":"user","parts":[{"fileData":{"fileUri":"https://example.com/a.png"}}]},{"role":"model","parts":[{"text":"a"}]}]}"#;
    assert!(written.ends_with(end), "{written}");
}

#[test]
fn what_has_no_valid_form_is_refused() {
    let call =
        r#"{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}"#;
    let result = r#"{"role":"tool","tool_call_id":"c1","content":"r"}"#;
    for text in [
        r#"[{"role":"system","content":"a"}]"#.to_owned(),
        r#"[{"role":"user","content":""}]"#.to_owned(),
        format!("[{call},{result}]"),
        format!(r#"[{{"role":"user","content":"x"}},{call},{{"role":"user","content":"y"}},{result}]"#),
        format!(r#"[{{"role":"user","content":"x"}},{},{result}]"#, call.replace("{}\"", "[1]\"")),
        format!(r#"[{{"role":"user","content":"x"}},{},{result}]"#, call.replace("\"f\"", "\"\"")),
        // One of two results is still missing.
        format!(
            r#"[{{"role":"user","content":"x"}},{},{result}]"#,
            call.replace("}}]}", r#"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]}"#)
        ),
        r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"ftp://example.com/a.png"}}]}]"#
            .to_owned(),
    ] {
        let (result, _) = convert(format("openai"), gemini(), &text, &BODY);
        assert!(result.as_ref().is_err_and(|error| error.starts_with("TW390")), "{text}: {result:?}");
    }
    let list = WriteOptions { container: Container::List, ..BODY };
    let text = r#"[{"role":"system","content":"a"},{"role":"user","content":"x"}]"#;
    assert!(convert(format("openai"), gemini(), text, &list).0.unwrap_err().contains("write the body"));
}

#[test]
fn bytes_of_both_alphabets_are_the_same_bytes() {
    let text = r#"[{"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"-_8A_w"}}]}]"#;
    let (written, _) = convert(gemini(), format("openai"), text, &KEPT);
    assert!(written.unwrap().contains("data:image/png;base64,+/8A/w=="));
}

/// Ids that only the other format needs are made so that they can be told, and go again.
#[test]
fn generated_ids_go_again() {
    for name in ["openai", "anthropic", "bedrock", "openai-responses"] {
        let (there, _) = convert(gemini(), format(name), whole("tools-without-ids"), &BODY);
        let there = there.unwrap();
        assert!(there.contains("\"gem_1_0\"") && there.contains("\"gem_1_1\""), "{there}");
        let (home, losses) = convert(format(name), gemini(), &there, &BODY);
        let home = home.unwrap();
        assert!(!home.contains("gem_") && !home.contains("\"id\""), "{home}");
        assert!(losses.contains(&"TW318 warning".to_owned()), "{losses:?}");
    }
    // An id of somebody's own next to them: then all stay.
    let text = r#"[{"role":"user","content":"q"},{"role":"assistant","tool_calls":[{"id":"gem_1_0","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"gem_1_0","content":"r"},{"role":"tool","tool_call_id":"c1","content":"s"}]"#;
    let (written, _) = convert(format("openai"), gemini(), text, &BODY);
    assert!(written.unwrap().contains("gem_1_0"));
}

#[test]
fn schemas_and_output_requests_cross() {
    let text = whole("unknown-fields");
    let (written, _) = convert(gemini(), format("openai"), text, &BODY);
    let written = written.unwrap();
    assert!(written.contains(r#""schema":{"type":"object","properties":{"a":{"type":"integer"}}}"#), "{written}");
    let (text, losses) = to_gemini(
        "openai",
        r#"{"messages":[{"role":"user","content":"q"}],"tools":[{"type":"function","function":{"name":"f","parameters":{}}},
        {"type":"function","function":{"name":"g"}}],
        "response_format":{"type":"json_schema","json_schema":{"name":"n","strict":true,"schema":{"type":"object"}}}}"#,
    );
    assert_eq!(
        text,
        r#"{"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object"}},{"name":"g"}]}],"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":{"type":"object"}},"contents":[{"role":"user","parts":[{"text":"q"}]}]}"#
    );
    assert_eq!(losses, ["TW313 warning", "TW373 warning"]);
}
