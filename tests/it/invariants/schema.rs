//! JSON Schemas of formats agree with `validate`: a record has an error of its shape if and only if its schema rejects it. For all
//! fixtures, and for mutants of them.

use std::collections::BTreeMap;

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;
use turnwise::events::{Checker, RecordKind, each_event};
use turnwise::format::{FORMATS, Format, by_name};
use turnwise::json::Tape;
use turnwise::report::{Code, CodeKind, Report, Severity, Start};

use crate::fixtures::{path, read, samples};
use crate::invariants::mutants::{Pool, mutate};
use crate::invariants::random::{Dice, rounds};

/// What `validate` reports and a schema cannot say.
struct Difference {
    format: &'static str,
    /// The beginning of the finding.
    finding: &'static str,
    /// True for records that it is about.
    is_about: fn(&Value) -> bool,
    example: &'static str,
    #[expect(dead_code, reason = "it is for readers")]
    why: &'static str,
}

const DIFFERENCES: &[Difference] = &[
    Difference {
        format: "ai-sdk",
        finding: "",
        is_about: has_row_text,
        example: r#"[{"role":"user","content":"{\"format\": 2, \"parts\": [7]}"}]"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "anthropic",
        finding: "TW109 `content` is an empty list",
        is_about: |_| true,
        example: r#"[{"role":"assistant","content":[]},{"role":"user","content":"hi"}]"#,
        why: "the last message may be an empty answer, and a schema cannot say which item of a list is the last one",
    },
    Difference {
        format: "codex",
        finding: "TW968 no message is in the",
        is_about: |_| true,
        example: r#"[{"timestamp":"2026-01-02T03:04:00.000Z","type":"event_msg","payload":{"type":"task_started"}}]"#,
        why: "whether a line has words of a person depends on how they begin, and on the other lines",
    },
    Difference {
        format: "gemini",
        finding: "TW101 the chunks of several answers",
        is_about: Value::is_array,
        example: r#"[{"responseId":"a","candidates":[]},{"responseId":"b","candidates":[]}]"#,
        why: "a schema cannot compare values",
    },
    Difference {
        format: "keprompt-chat",
        finding: "",
        is_about: has_text_column,
        example: r#"{"chat_id":"c","messages_json":"[{\"role\":7}]"}"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "langchain",
        finding: "",
        is_about: |record| record.to_string().contains("MessageChunk"),
        example: r#"[{"type":"AIMessageChunk","content":7}]"#,
        why: "chunks of a message are joined before it is read",
    },
    Difference {
        format: "langchain",
        finding: "",
        is_about: |record| record[0].is_array(),
        example: r#"[["values",{"messages":[{"type":"human","content":7}]}]]"#,
        why: "only the last state of a stream is read",
    },
    Difference {
        format: "langchain",
        finding: "",
        is_about: |record| record.to_string().contains("\\\"") || record.to_string().contains(r#""message":"{"#),
        example: r#"[{"session_id":"s","message":"{\"type\":7}"}]"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "langchain",
        finding: "TW101 this is not a message",
        is_about: |record| record.to_string().contains("\"lc\""),
        example: r#"[{"lc":1,"type":"constructor","id":["HumanMessage","x"],"kwargs":{"content":"hi"}}]"#,
        why: "a schema cannot say which item of a list is the last one",
    },
    Difference {
        format: "langchain",
        finding: "TW103 ",
        is_about: |record| record.to_string().contains("function_call"),
        example: r#"[{"type":"ai","content":"","additional_kwargs":{"function_call":{},"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]"#,
        why: "of two kinds of older calls the first one counts",
    },
    Difference {
        format: "lionpride",
        finding: "TW108 `created_at` is not a time",
        is_about: |_| true,
        example: r#"[{"created_at":"2025-02-31","content":{"instruction":"hi"}}]"#,
        why: "a pattern does not know how long the months are",
    },
    Difference {
        format: "lionpride",
        finding: "TW108 `item_type` does not name the class",
        is_about: Value::is_object,
        example: r#"{"item_type":["lionpride.core.node.Node"],"items":[{"metadata":{"lion_class":"lionpride.session.messages.message.Message"},"content":{"instruction":"hi"}}]}"#,
        why: "a schema cannot compare values",
    },
    Difference {
        format: "lionpride",
        finding: "TW108 the branch names",
        is_about: Value::is_object,
        example: r#"{"items":{"items":[]},"progressions":{"items":[{"order":["11234567-89ab-cdef-0123-456789abcdef"]}]}}"#,
        why: "a schema cannot compare values",
    },
    Difference {
        format: "lionpride",
        finding: "TW108 `embedding` must be",
        is_about: |_| true,
        example: r#"[{"embedding":"x","content":{"instruction":"hi"}}]"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "llamafactory-v1",
        finding: "TW108 `tools` is not a list",
        is_about: |record| record["tools"].is_string(),
        example: r#"{"tools":"7","messages":[{"role":"user","content":[{"type":"text","value":"hi"}]}]}"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "llamafactory-v1",
        finding: "TW108 a `tool_call` part must be JSON text",
        is_about: |_| true,
        example: r#"[{"role":"assistant","content":[{"type":"tool_call","value":"x"}]}]"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "llamafactory-v1",
        finding: "TW103 the call of `",
        is_about: |_| true,
        example: r#"[{"role":"assistant","content":[{"type":"tool_call","value":"{\"name\":\"f\"}"}]}]"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "ms-swift",
        finding: "TW108 `tools` is not a list",
        is_about: |record| record["tools"].is_string(),
        example: r#"{"tools":"7","messages":[{"role":"user","content":"hi"}]}"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "ms-swift",
        finding: "TW108 a tool_call turn must be JSON text",
        is_about: |_| true,
        example: r#"[{"role":"tool_call","content":"x"}]"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "ms-swift",
        finding: "TW103 the call of `",
        is_about: |_| true,
        example: r#"[{"role":"tool_call","content":"{\"name\":\"f\"}"}]"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "openai-agents",
        finding: "",
        is_about: |record| !record["message_data"].is_null() || record.is_array(),
        example: r#"[{"session_id":"s","message_data":"{\"type\":7}"}]"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "otel",
        finding: "",
        is_about: |record| record.to_string().contains("\"attributes\":"),
        example: r#"{"traceId":"t","startTimeUnixNano":"1","attributes":{"gen_ai.input.messages":"[{\"role\":7}]"}}"#,
        why: "the messages of a span are JSON text, or in pieces",
    },
    Difference {
        format: "sharegpt",
        finding: "TW108 `tools` is not a list",
        is_about: |record| record["tools"].is_string(),
        example: r#"{"tools":"7","conversations":[{"from":"human","value":"hi"}]}"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "sharegpt",
        finding: "TW108 a function_call turn must be JSON text",
        is_about: |_| true,
        example: r#"[{"from":"function_call","value":"x"}]"#,
        why: "a schema cannot look into the JSON text of a string",
    },
    Difference {
        format: "sharegpt",
        finding: "TW103 the call of `",
        is_about: |_| true,
        example: r#"[{"from":"function_call","value":"{\"name\":\"f\"}"}]"#,
        why: "a schema cannot look into the JSON text of a string",
    },
];

/// The row of keprompt-chat, which an export has around it.
fn row(record: &mut Value) -> &mut Value {
    if record["messages_json"].is_null() && record["data"][0]["chat"].is_object() {
        return &mut record["data"][0]["chat"];
    }
    record
}

fn has_text_column(record: &Value) -> bool {
    let mut record = record.clone();
    record.is_object() && row(&mut record)["messages_json"].is_string()
}

/// True for a chat with the content of a row as JSON text.
fn has_row_text(record: &Value) -> bool {
    let list = if record.is_array() { record } else { &record["messages"] };
    let is_text = |message: &Value| message["content"].as_str().is_some_and(|text| text.starts_with('{'));
    is_text(record) || list.as_array().is_some_and(|list| list.iter().any(is_text))
}

/// The same record with its messages as a list.
fn opened(record: &Value) -> Option<Value> {
    let mut record = record.clone();
    let column = record.is_object().then(|| &mut row(&mut record)["messages_json"])?;
    *column = serde_json::from_str(column.as_str()?).ok()?;
    Some(record)
}

/// The codes of shape that a format has in addition to those of all formats: the fields of events.
fn is_shape(code: &Code) -> bool {
    code.kind == CodeKind::Shape || ("TW745".."TW753").contains(&code.id) || code.id == "TW673"
}

/// What `validate` says of the shape of a record.
enum Verdict {
    Valid,
    /// The first error.
    Wrong(String),
    /// Reading ended before it was known.
    Unknown,
}

fn verdict(format: &Format, text: &str) -> Verdict {
    let mut report = Report::keeping(u64::MAX);
    let mut refused = None;
    let is_read = if format.name == "ag-ui" { check_line(text, &mut report) } else { Some(true) };
    match is_read {
        None => return Verdict::Unknown,
        Some(true) => refused = read(format, text, false, &mut report).err(),
        Some(false) => {}
    }
    let kept = report.kept().iter().find(|it| it.severity == Severity::Error && is_shape(it.code));
    match (kept, refused) {
        (Some(kept), _) => Verdict::Wrong(format!("{} {}", kept.code.id, kept.message)),
        (None, Some(refused)) if !is_shape(refused.code()) => Verdict::Unknown,
        (None, Some(refused)) => Verdict::Wrong(format!("{} {}", refused.code().id, refused.message())),
        (None, None) => Verdict::Valid,
    }
}

/// Checks an event, the input of a run or a list of messages. True if it is read too. `None`: it is something else.
fn check_line(text: &str, report: &mut Report) -> Option<bool> {
    let mut tape = Tape::new();
    let root = tape.parse(text).unwrap();
    let mut checker = Checker::default();
    match RecordKind::of(root) {
        Some(RecordKind::Events) if root.is_object() && root.get("events").is_none() => {
            checker.event(root, None, Start { line: 1, column: 1, offset: 0 }, report);
            Some(false)
        }
        Some(RecordKind::Messages) => Some(!checker.messages(root, report)),
        Some(RecordKind::Input) => Some(!checker.input(root, report)),
        _ => None,
    }
}

/// The records of the fixtures of a format, broken ones included.
fn records(format: &'static Format) -> Vec<Value> {
    let mut records: Vec<Value> = samples()
        .into_iter()
        .filter(|sample| std::ptr::eq(sample.format, format) && sample.text.len() < 20_000)
        .filter_map(|sample| {
            let mut tape = Tape::new();
            let root = crate::fixtures::parse(&mut tape, &sample.text, sample.is_sequence);
            let root = root.ok()?;
            if sample.is_sequence {
                let items: Option<Vec<_>> = root.items().map(|item| serde_json::from_str(item.raw()).ok()).collect();
                return items.map(Value::Array);
            }
            serde_json::from_str(&sample.text).ok()
        })
        .collect();
    for file in std::fs::read_dir(path("tests/fixtures").join(format.name)).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap_or_default();
        records.extend(serde_json::from_str::<Value>(&text).ok().filter(|_| text.len() < 20_000));
    }
    records
}

/// The events of a log, the messages in them and their inputs.
fn events_of(record: &Value) -> Vec<Value> {
    let text = record.to_string();
    let mut found = Vec::new();
    each_event(Tape::new().parse(&text).unwrap(), &mut |event, _| {
        let event: Value = serde_json::from_str(event.raw()).unwrap();
        found.extend([&event["messages"], &event["input"]].into_iter().filter(|it| !it.is_null()).cloned());
        found.push(event);
    });
    found
}

/// The innermost errors: of several types of which one is wanted, those of the one that fits best.
fn describe(error: &jsonschema::ValidationError<'_>) -> String {
    if let ValidationErrorKind::AnyOf { context } = error.kind() {
        let inner = context.iter().flatten();
        let deepest =
            inner.max_by_key(|inner| (inner.instance_path().to_string().len(), inner.schema_path().to_string().len()));
        if let Some(deepest) = deepest {
            return describe(deepest);
        }
    }
    let said: String = error.to_string().chars().take(200).collect();
    format!("{}: {said} ({})", error.instance_path(), error.schema_path())
}

struct Comparison {
    format: &'static Format,
    validator: Validator,
    found: BTreeMap<String, String>,
    /// The numbers of records that both accept, and that both reject.
    same: [usize; 2],
}

impl Comparison {
    fn compare(&mut self, record: &Value) {
        let text = record.to_string();
        let error = match verdict(self.format, &text) {
            Verdict::Valid => None,
            Verdict::Wrong(error) => Some(error),
            Verdict::Unknown => return,
        };
        let refusal = self.validator.iter_errors(record).next();
        let (about, said) = match (&error, refusal) {
            (None, None) => return self.same[0] += 1,
            (Some(_), Some(_)) => return self.same[1] += 1,
            (Some(error), None) => ("the schema accepts what validate rejects", error.clone()),
            (None, Some(refusal)) => ("the schema rejects what validate accepts", describe(&refusal)),
        };
        let is_known =
            |it: &Difference| it.format == self.format.name && said.starts_with(it.finding) && (it.is_about)(record);
        if error.is_none() || !DIFFERENCES.iter().any(is_known) {
            let brief: String = said.chars().filter(|it| !it.is_ascii_digit()).take(90).collect();
            let entry = self.found.entry(format!("{about}: {brief}")).or_insert_with(|| format!("{said}\n    {text}"));
            if text.len() + 200 < entry.len() {
                *entry = format!("{said}\n    {text}");
            }
        }
    }
}

/// The schema of a format, which is valid against the metaschema.
fn validator(format: &Format) -> Validator {
    let schema: Value = serde_json::from_str(&format.json_schema().unwrap()).unwrap();
    let name = format.name;
    jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{name}: {error} at {}", error.instance_path()));
    jsonschema::draft202012::new(&schema).unwrap()
}

/// Compares the schema of a format with its reader.
fn agrees(name: &str) {
    let (format, _) = by_name(name).unwrap();
    let validator = validator(format);
    let records = records(format);
    let open: Vec<_> = records.iter().filter(|_| name == "keprompt-chat").filter_map(opened).collect();
    let events = records.iter().filter(|_| name == "ag-ui").flat_map(events_of).collect();
    let lines =
        records.iter().filter(|_| format.framing.is_session).filter_map(Value::as_array).flatten().cloned().collect();
    let records = [records, open, events, lines].concat();
    let mut pool = Pool::default();
    for record in &records {
        pool.add(record);
    }
    let mut comparison = Comparison { format, validator, found: BTreeMap::new(), same: [0; 2] };
    let mut dice = Dice(18);
    for record in &records {
        comparison.compare(record);
    }
    // An odd line of a session is a warning: fewer records are rejected.
    let count = if format.framing.is_session { 9_000 } else { 3_000 };
    for _ in 0..rounds(count) {
        let mut record = records[dice.below(records.len())].clone();
        for _ in 0..=dice.below(3) {
            mutate(&mut record, &pool, &mut dice);
        }
        comparison.compare(&record);
    }
    let found: Vec<_> = comparison.found.iter().map(|(about, example)| format!("{about}\n  {example}")).collect();
    assert!(found.is_empty(), "{name}, {} differences:\n{}", found.len(), found.join("\n"));
    let [accepted, refused] = comparison.same;
    assert!(accepted > 200 && refused > 300, "{name}: {accepted} records are accepted, {refused} are rejected");
}

#[test]
fn the_input_of_a_conversation_that_the_service_continues_may_be_empty() {
    let (format, _) = by_name("openai-responses").unwrap();
    let validator = validator(format);
    for (field, is_continued) in [
        (r#""conversation":{"id":"conv_1"}"#, true),
        (r#""previous_response_id":"resp_1""#, true),
        (r#""previous_response_id":null"#, false),
        (r#""prompt":{"id":"pmpt_1"}"#, false),
    ] {
        let text = format!(r#"{{"model":"gpt-5.1",{field},"input":[]}}"#);
        assert_eq!(matches!(verdict(format, &text), Verdict::Valid), is_continued, "{text}");
        assert_eq!(validator.is_valid(&serde_json::from_str(&text).unwrap()), is_continued, "{text}");
    }
}

/// What the comparison found: readers ignored these.
#[test]
fn wrong_types_are_reported_in_every_place() {
    let chunks = |candidates: &str| format!(r#"[{{"responseId":"r","usageMetadata":{{}},"candidates":{candidates}}}]"#);
    let answer = |members: &str| format!(r#"[{{"type":"message","role":"assistant","content":[],{members}}}]"#);
    for (format, record, finding) in [
        ("gemini", chunks("7"), "TW102 `candidates` must be an array, found a number"),
        (
            "gemini",
            r#"{"candidates":[{"content":[]}]}"#.to_owned(),
            "TW102 `content` must be an object, found an array",
        ),
        (
            "gemini",
            r#"[{"role":"user","parts":[{"fileData":{"fileUri":"u"},"thoughtSignature":7}]}]"#.to_owned(),
            "TW102 `thoughtSignature` must be a string, found a number",
        ),
        (
            "bedrock",
            r#"{"output":{"message":{"role":"assistant","content":[{"text":"a"}]}},"stopReason":7}"#.to_owned(),
            "TW102 `stopReason` must be a string, found a number",
        ),
        (
            "llamaindex",
            r#"[{"role":"user","additional_kwargs":{},"blocks":[{"block_type":"text","text":7}]}]"#.to_owned(),
            "TW102 `text` must be a string, found a number",
        ),
        (
            "haystack",
            r#"[{"role":"tool","meta":{},"content":[{"tool_call_result":{"result":"a","error":"no","origin":{"id":"c"}}}]}]"#
                .to_owned(),
            "TW102 `error` must be a boolean, found a string",
        ),
        (
            "librechat",
            r#"[{"messageId":"m","parentMessageId":7,"isCreatedByUser":true,"text":"a"}]"#.to_owned(),
            "TW102 `parentMessageId` must be a string, found a number",
        ),
        (
            "langchain",
            r#"[{"type":"human","data":{"content":[{"type":"text","text":7}]}}]"#.to_owned(),
            "TW102 `text` must be a string, found a number",
        ),
        (
            "langchain",
            r#"[{"type":"human","data":{"content":[{"type":"image_url","image_url":{"url":7}}]}}]"#.to_owned(),
            "TW102 `url` must be a string, found a number",
        ),
        (
            "ai-sdk",
            r#"[{"id":"m","role":"user","parts":[{"type":"file","mediaType":"image/png","url":7}]}]"#.to_owned(),
            "TW102 `url` must be a string, found a number",
        ),
        (
            "ai-sdk",
            r#"[{"role":"user","content":"a","experimental_attachments":[{"url":"https://example.com/a","contentType":7}]}]"#
                .to_owned(),
            "TW102 `contentType` must be a string, found a number",
        ),
        ("openai-responses", answer(r#""id":7"#), "TW102 `id` must be a string, found a number"),
        ("openai-responses", answer(r#""phase":"""#), "TW108 unknown `phase`; expected commentary or final_answer"),
        (
            "openai-responses",
            r#"[{"type":"shell_call","call_id":"c"},{"type":"function_call_output","call_id":"c","output":7}]"#
                .to_owned(),
            "TW102 `output` must be a string or an array of parts, found a number",
        ),
    ] {
        let error = verdict(by_name(format).unwrap().0, &record);
        assert!(matches!(&error, Verdict::Wrong(error) if error == finding), "{record}");
    }
}

#[test]
fn no_schema_can_say_what_is_listed() {
    for Difference { format, finding, is_about, example, .. } in DIFFERENCES {
        let format = by_name(format).unwrap().0;
        let found = verdict(format, example);
        assert!(matches!(&found, Verdict::Wrong(error) if error.starts_with(finding)), "{example}");
        let record: Value = serde_json::from_str(example).unwrap();
        assert!(validator(format).is_valid(&record) && is_about(&record), "{example}");
    }
}

macro_rules! formats {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            agrees($name);
        })*

        #[test]
        fn every_schema_is_compared() {
            let with_schema: Vec<_> = FORMATS.iter().filter(|it| it.shape.schema.is_some()).map(|it| it.name).collect();
            assert_eq!(with_schema, [$($name),*]);
        }
    };
}

formats! {
    a2a "a2a"
    adk "adk"
    ag_ui "ag-ui"
    agno "agno"
    ai_studio "ai-studio"
    ai_sdk "ai-sdk"
    alpaca "alpaca"
    anthropic "anthropic"
    atif "atif"
    autogen "autogen"
    bedrock "bedrock"
    chatgpt "chatgpt"
    claude_ai "claude-ai"
    claude_code "claude-code"
    codex "codex"
    copilot_cli "copilot-cli"
    deepseek_export "deepseek-export"
    factory_droid "factory-droid"
    gemini "gemini"
    haystack "haystack"
    hf "hf"
    inspect "inspect"
    keprompt "keprompt"
    keprompt_chat "keprompt-chat"
    keprompt_statements "keprompt-statements"
    librechat "librechat"
    langchain "langchain"
    lionpride "lionpride"
    livekit "livekit"
    llamafactory_v1 "llamafactory-v1"
    llamaindex "llamaindex"
    ms_agent "ms-agent"
    ms_swift "ms-swift"
    open_webui "open-webui"
    openai "openai"
    openai_agents "openai-agents"
    openai_responses "openai-responses"
    otel "otel"
    patterpunk "patterpunk"
    picklebot "picklebot"
    qwen_code "qwen-code"
    pydantic_ai "pydantic-ai"
    rows "rows"
    semantic_kernel "semantic-kernel"
    sharegpt "sharegpt"
    smolagents "smolagents"
    strands "strands"
}
