//! What readers keep of odd spellings, and what becomes of it: an input, its conversion, and the losses that are reported.

use turnwise::format::{WriteOptions, by_name};
use turnwise::report::{CodeKind, Report};

use crate::fixtures::{read, write};

/// Converts, and gives the output and the codes of the losses.
fn convert(from: &str, to: &str, text: &str) -> (String, Vec<&'static str>) {
    let (from, (to, dialect)) = (by_name(from).unwrap().0, by_name(to).unwrap());
    let conversation = read(from, text, false, &mut Report::default()).unwrap();
    let options = WriteOptions { dialect: dialect.map(|it| it.name), is_lossy: true, ..WriteOptions::default() };
    let mut report = Report::keeping(u64::MAX);
    let output = write(to, &conversation, &options, &mut report).unwrap_or_else(|refused| panic!("{refused}: {text}"));
    (output, report.kept().iter().filter(|it| it.code.kind != CodeKind::Rule).map(|loss| loss.code.id).collect())
}

#[test]
fn odd_spellings_keep_their_meaning() {
    let cases: &[(&str, &str, &str, &str, &[&str])] = &[
        // Thinking chunks of Mistral: any order of keys, several texts, more than texts.
        (
            "openai",
            "openai:mistral",
            r#"[{"role":"user","content":"q"},{"role":"assistant","content":[{"thinking":[{"text":"a\n","type":"text"},{"type":"text","text":"b"}],"type":"thinking"},{"text":"c","type":"text"}]}]"#,
            r#""thinking":[{"text":"a\n","type":"text"},{"type":"text","text":"b"}]"#,
            &[],
        ),
        (
            "openai",
            "openai:mistral",
            r#"[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"a"},{"type":"reference","reference_ids":[1]}]},{"type":"text","text":"c"}]}]"#,
            r#""thinking":[{"type":"text","text":"a"}]"#,
            &["TW313"],
        ),
        // Links of services like the API.
        (
            "openai",
            "anthropic",
            r#"[{"role":"user","content":[{"document_url":"https://e.com/a.pdf","type":"document_url"},{"type":"text","text":"q"}]}]"#,
            r#"{"type":"document","source":{"type":"url","url":"https://e.com/a.pdf"}}"#,
            &[],
        ),
        (
            "openai",
            "gemini",
            r#"[{"role":"user","content":[{"type":"video_url","video_url":{"url":"data:video/mp4;base64,AAAAIGZ0eXBpc29t"}},{"type":"text","text":"q"}]}]"#,
            r#"{"inlineData":{"mimeType":"video/mp4","data":"AAAAIGZ0eXBpc29t"}}"#,
            &[],
        ),
        (
            "anthropic",
            "openai:mistral",
            r#"{"messages":[{"role":"user","content":[{"type":"document","title":"a.pdf","source":{"type":"url","url":"https://e.com/a.pdf"}},{"type":"text","text":"q"}]}]}"#,
            r#"{"type":"document_url","document_url":"https://e.com/a.pdf""#,
            &[],
        ),
        // Text documents.
        (
            "anthropic",
            "openai",
            r#"{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"words"},"cache_control":{"type":"ephemeral"}},{"type":"text","text":"q"}]}]}"#,
            r#"{"type":"text","text":"words","prompt_cache_breakpoint":{"mode":"explicit"}}"#,
            &["TW348", "TW305"],
        ),
        // Files next to the messages.
        (
            "openai",
            "sharegpt",
            r#"{"messages":[{"role":"user","content":"<image>q <\u0069mage>"},{"role":"assistant","content":"a"}],"images":["a\/b.png","c.png"]}"#,
            r#""images":["a\/b.png","c.png"]"#,
            &[],
        ),
        (
            "openai",
            "sharegpt",
            r#"{"videos":["a.mp4"],"messages":[{"role":"user","content":[{"type":"text","text":"q <video>"}]},{"role":"assistant","content":"a"}]}"#,
            r#"{"conversations":[{"from":"human","value":"q <video>"},{"from":"gpt","value":"a"}],"videos":["a.mp4"]}"#,
            &[],
        ),
        // Tags with escapes.
        (
            "sharegpt",
            "openai",
            r#"{"conversations":[{"from":"human","value":"q"},{"from":"gpt","value":"<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n<\/tool_call>"},{"from":"tool","value":"<tool_response>\n{\"a\":\"b\/c\"}\n<\/tool_response>"},{"from":"gpt","value":"a"}]}"#,
            r#""tool_calls":[{"id":"#,
            &["TW370"],
        ),
        (
            "sharegpt",
            "openai",
            r#"{"conversations":[{"from":"system","value":"<\u0074ools>[{\"name\":\"f\",\"parameters\":{\"type\":\"object\"}}]<\u002ftools>"},{"from":"human","value":"q"},{"from":"gpt","value":"a"}]}"#,
            r#""tools":[{"type":"function","function":{"name":"f""#,
            &[],
        ),
        // Schemas that are strings.
        (
            "openai",
            "anthropic",
            r#"{"messages":[{"role":"user","content":"q"}],"tools":[{"type":"function","function":{"name":"f","parameters":"{\"type\":\"object\",\"properties\":{\"a\":{}}}"}}]}"#,
            r#""input_schema":{"type":"object","properties":{"a":{}}}"#,
            &[],
        ),
        (
            "anthropic",
            "openai",
            r#"{"messages":[{"role":"user","content":"q"}],"tools":[{"name":"f","input_schema":"{\"type\":\"object\",\"properties\":{\"a\":{}}}"}]}"#,
            r#""parameters":{"type":"object","properties":{"a":{}}}"#,
            &[],
        ),
        (
            "bedrock",
            "gemini",
            r#"{"messages":[{"role":"user","content":[{"text":"q"}]}],"toolConfig":{"tools":[{"toolSpec":{"name":"f","inputSchema":{"json":"{\"type\":\"object\",\"properties\":{\"a\":{}}}"}}}]}}"#,
            r#""parametersJsonSchema":{"type":"object","properties":{"a":{}}}"#,
            &[],
        ),
        (
            "gemini",
            "openai-responses",
            r#"{"contents":[{"role":"user","parts":[{"text":"q"}]}],"tools":[{"functionDeclarations":[{"name":"f","parameters":"{\"type\":\"OBJECT\",\"properties\":{\"a\":{\"type\":\"STRING\"}}}"}]}]}"#,
            r#""parameters":{"type":"object","properties":{"a":{"type":"string"}}}"#,
            &[],
        ),
        (
            "sharegpt",
            "anthropic",
            r#"{"conversations":[{"from":"human","value":"q"},{"from":"gpt","value":"a"}],"tools":"[{\"name\":\"f\",\"parameters\":\"{\\\"type\\\":\\\"object\\\",\\\"properties\\\":{\\\"a\\\":{}}}\"}]"}"#,
            r#""input_schema":{"type":"object","properties":{"a":{}}}"#,
            &[],
        ),
        // Bytes next to the id of a file.
        (
            "openai",
            "gemini",
            r#"[{"role":"user","content":[{"type":"file","file":{"file_id":"file-1","filename":"a.pdf","file_data":"data:application/pdf;base64,JVBERi0xLjQK"}}]}]"#,
            r#""data":"JVBERi0xLjQK""#,
            &["TW313", "TW305"],
        ),
        // Broken arguments.
        (
            "openai",
            "bedrock",
            r#"[{"role":"user","content":"q"},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{bro"}}]},{"role":"tool","tool_call_id":"c","content":"r"}]"#,
            r#""input":{}"#,
            &["TW334", "TW373"],
        ),
        // Mistyped members.
        (
            "openai",
            "gemini",
            r#"[{"role":"user","name":{"a":1},"content":"q"},{"role":"assistant","tool_calls":[{"id":7,"type":"weird","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":[7],"content":"r"}]"#,
            r#""functionCall""#,
            &["TW313", "TW313", "TW313", "TW313"],
        ),
        // The library says nothing for them.
        (
            "lionpride",
            "openai",
            r#"[{"content":{"system_message":[]}},{"content":{"instruction":"q"}},{"content":{"assistant_response":{}}}]"#,
            r#"{"role":"assistant","content":""}"#,
            &["TW366"],
        ),
        (
            "lionpride",
            "openai",
            r#"[{"content":{"instruction":"q"}},{"content":{"assistant_response":[ ]}}]"#,
            r#"{"role":"assistant","content":""}"#,
            &["TW366"],
        ),
        // An empty name is none.
        (
            "patterpunk",
            "openai",
            r#"[{"type":"user","content":{"type":"chunks","chunks":[{"type":"multimodal","media_type":"application/pdf","data":"JVBERi0xLjQK","filename":""}]}}]"#,
            r#""filename":"document-1.pdf""#,
            &["TW372"],
        ),
        // The service puts the last answers together.
        (
            "openai",
            "anthropic",
            r#"[{"role":"user","content":"q"},{"role":"assistant","content":"  padded  "},{"role":"assistant","content":""}]"#,
            r#""  padded""#,
            &["TW323"],
        ),
        (
            "keprompt",
            "anthropic",
            r#"[{"role":"user","content":[{"type":"text","text":"q"}]},{"role":"assistant","content":[{"type":"text","text":"  padded  "}]},{"role":"assistant","content":[{"type":"text","text":""}]}]"#,
            r#""  padded""#,
            &["TW315", "TW323"],
        ),
        // Empty lists of tools and instructions are not losses.
        (
            "anthropic",
            "openai",
            r#"{"system":[],"tools":[],"messages":[{"role":"user","content":"q"}]}"#,
            r#""q""#,
            &[],
        ),
        (
            "openai",
            "gemini",
            r#"{"functions":[],"tools":[],"messages":[{"role":"user","content":"q"}]}"#,
            r#""q""#,
            &[],
        ),
        ("bedrock", "openai", r#"{"system":[],"messages":[{"role":"user","content":[{"text":"q"}]}]}"#, r#""q""#, &[]),
        ("gemini", "openai", r#"{"tools":[],"contents":[{"role":"user","parts":[{"text":"q"}]}]}"#, r#""q""#, &[]),
        ("openai-responses", "openai", r#"{"tools":[],"input":"q"}"#, r#""q""#, &[]),
    ];
    let mut wrong = Vec::new();
    for (from, to, text, wanted, losses) in cases {
        let (output, found) = convert(from, to, text);
        if !output.contains(wanted) || found != *losses {
            wrong.push(format!("{from} -> {to}: {text}\n{output}\n{found:?}, not {losses:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
