//! Statements do what keprompt 3.1.0 does: its own results for programs, calls, results and whole files.

use serde_json::Value as Json;
use turnwise::json::Tape;
use turnwise::op::statements::{BackInput, FolderFiles, Options, Policy, Subject, from_messages};
use turnwise::statements::{
    Answers, Keyword, Machine, RunOptions, Statement, Value, list_json, parse_prompt, read_list,
};

use crate::fixtures::path;

const ORACLE: &str = "tests/fixtures/keprompt-statements/oracle";

fn cases(file: &str) -> Vec<Json> {
    let text = std::fs::read_to_string(path(ORACLE).join(file)).unwrap();
    let cases: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(cases.len() > 10, "{file}");
    cases
}

/// The messages that statements make, or nothing if they cannot be written; and whether all went well.
fn run(statements: &[Statement], params: &[(&str, Value)]) -> (Json, bool) {
    let mut files = FolderFiles::new(&path(ORACLE).join("files")).unwrap();
    let mut machine = Machine::new(Some(&mut files));
    for (name, value) in params {
        machine.variables.set(name, value.clone());
    }
    machine.run(statements, RunOptions::default(), &mut Answers::Stub);
    match machine.write(&|_| None, 0) {
        Ok(json) => (serde_json::from_str(&json).unwrap(), machine.fault.is_none()),
        Err(_) => (Json::Null, false),
    }
}

fn compare(case: &Json, (messages, is_fine): (Json, bool)) {
    assert_eq!(is_fine, case.get("error").is_none_or(Json::is_null), "{case}");
    assert_eq!(messages, case["messages"], "{case}");
}

#[test]
fn files_are_parsed_and_run_as_the_program_does() {
    for case in cases("prompt_files.jsonl") {
        match parse_prompt(case["text"].as_str().unwrap(), false) {
            Err(refused) => assert!(case["statements"].is_null(), "{refused} {case}"),
            Ok(program) => {
                let list: Json = serde_json::from_str(&list_json(&program.statements)).unwrap();
                assert_eq!(list, case["statements"], "{case}");
                compare(&case, run(&program.statements, &[]));
            }
        }
    }
}

#[test]
fn statements_do_what_the_program_does() {
    let json = |text: &str| Value::Json(text.to_owned());
    let params = [
        ("v", Value::Text("V".to_owned())),
        ("d", json(r#"{"k":"deep","e":{"f":1}}"#)),
        ("l", json(r#"["x"]"#)),
        ("i", json("3")),
        ("fl", json("1.5")),
        ("b", json("true")),
        ("none", json("null")),
        ("self", Value::Text("w=<<w>>".to_owned())),
    ];
    for case in cases("runs.jsonl") {
        let text = case["statements"].to_string();
        let mut tape = Tape::new();
        compare(&case, run(&read_list(tape.parse(&text).unwrap(), &mut Vec::new()).unwrap(), &params));
    }
}

#[test]
fn calls_and_results_are_read_as_the_program_reads_them() {
    for (file, keyword) in [("tool_call.jsonl", Keyword::ToolCall), ("tool_result.jsonl", Keyword::ToolResult)] {
        for case in cases(file) {
            let statement = Statement::new(keyword, case["value"].as_str().unwrap());
            compare(&case, run(&[statement], &[]));
        }
    }
}

/// The examples of a code: what the fence says, the text.
fn examples(docs: &str) -> Vec<(String, String)> {
    let mut examples = Vec::new();
    let mut lines = docs.lines();
    while let Some(line) = lines.next() {
        let fence = line.strip_prefix("```jsonl ").or(line.strip_prefix("```").filter(|it| it.starts_with("prompt")));
        let Some(what) = fence else { continue };
        let text: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
        examples.push((what.to_owned(), text.join("\n")));
    }
    examples
}

#[test]
fn the_examples_of_the_codes_are_true() {
    for code in turnwise::statements::codes::CODES {
        for (what, text) in examples(code.docs) {
            let found: Vec<&str> = match what.as_str() {
                "statements" | "prompt" => {
                    let subject = Subject::open(&text, None, false).unwrap();
                    let mut files = FolderFiles::new(&path(ORACLE).join("files")).unwrap();
                    let mut options = Options {
                        policy: Policy::Skip,
                        params: Vec::new(),
                        goes_on: false,
                        files: Some(&mut files),
                        file_name: String::new(),
                    };
                    let ran = turnwise::op::statements::run(&subject, &mut options);
                    ran.findings.iter().chain(&ran.fault).map(|finding| finding.code.id).collect()
                }
                "from-messages" | "from-messages-prompt" => {
                    let subject = Subject::open(&text, None, false).unwrap();
                    let is_text = what == "from-messages-prompt";
                    let back = from_messages(&BackInput { subject: &subject, media_dir: None, is_text });
                    back.findings.iter().map(|finding| finding.code.id).collect()
                }
                "statements-refused" | "prompt-refused" => {
                    vec![Subject::open(&text, None, false).unwrap_err().code().id]
                }
                "statements-convert" => continue,
                other => panic!("{}: {other}", code.id),
            };
            assert!(found.contains(&code.id), "{} {what}: {found:?}", code.id);
        }
    }
}
