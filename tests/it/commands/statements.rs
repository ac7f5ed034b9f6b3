//! Statements do what keprompt 3.1.0 does: its own results for programs, calls, results and whole files.

use serde_json::Value as Json;
use turnwise::json::Tape;
use turnwise::op::statements::{BackInput, ExecPolicy, FolderFiles, ProgramOptions, Subject, from_messages};
use turnwise::statements::{
    Answers, Interpreter, Keyword, RunOptions, Statement, Value, list_json, parse_prompt, read_list,
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
    let mut interpreter = Interpreter::new(Some(&mut files));
    for (name, value) in params {
        interpreter.variables.set(name, value.clone());
    }
    interpreter.run(statements, RunOptions::default(), &mut Answers::Stub);
    match interpreter.write(&|_| None, 0) {
        Ok(json) => (serde_json::from_str(&json).unwrap(), interpreter.fault.is_none()),
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
        for (what, text) in examples(code.docs()) {
            let found: Vec<&str> = match what.as_str() {
                "statements" | "prompt" => {
                    let subject = Subject::open(&text, None, false).unwrap();
                    let mut files = FolderFiles::new(&path(ORACLE).join("files")).unwrap();
                    let mut options = ProgramOptions {
                        policy: ExecPolicy::Skip,
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

/// A generator of small numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn pick<'p>(&mut self, from: &[&'p str]) -> &'p str {
        from[self.below(from.len())]
    }
}

fn random_messages(dice: &mut Dice) -> Json {
    let texts =
        ["Hi", "", "a\nb", " lead", "<<who>>", "a >> b", "{{x}} <<y>>", ".exec", "\n\nx", "caf\u{e9}", "it's \"so\""];
    let mut messages = Vec::new();
    for _ in 0..dice.below(7) {
        let role = dice.pick(&["system", "user", "assistant", "assistant", "tool"]);
        let mut parts = Vec::new();
        for _ in 0..dice.below(3) {
            let text = serde_json::json!({"type": "text", "text": dice.pick(&texts)});
            let part = match (role, dice.below(3)) {
                ("tool", 0 | 1) => {
                    serde_json::json!({"type": "tool_result", "tool_use_id": dice.pick(&["c1", "c2", "c 3", ""]), "content": dice.pick(&texts)})
                }
                ("assistant", 0) => {
                    let value: Json = serde_json::from_str(dice.pick(&[
                        "1",
                        "1.5",
                        "\"1\"",
                        "\"x, y\"",
                        "true",
                        "null",
                        "[1]",
                        "\"it's\"",
                        "\"'\\\"\"",
                        "\"a=b)\"",
                    ]))
                    .unwrap();
                    let key = dice.pick(&["a", "b c", "k=", "\u{e9}"]);
                    serde_json::json!({"type": "tool", "id": dice.pick(&["c1", "c2", "c 3"]), "name": dice.pick(&["f", "g h"]), "arguments": {key: value}})
                }
                _ => text,
            };
            parts.push(part);
        }
        messages.push(serde_json::json!({"role": role, "content": parts}));
    }
    Json::Array(messages)
}

fn subject(json: &Json) -> Subject {
    Subject::open(&json.to_string(), None, false).unwrap()
}

/// Messages without the numbers of statements, which belong to a program.
fn bare(mut messages: Json) -> Json {
    for message in messages.as_array_mut().unwrap() {
        message.as_object_mut().unwrap().remove("stmt_no");
    }
    messages
}

#[test]
fn messages_become_statements_and_messages_again() {
    let mut dice = Dice(7);
    let mut exact = 0;
    for round in 0..3000 {
        let messages = random_messages(&mut dice);
        let opened = subject(&messages);
        let back = from_messages(&BackInput { subject: &opened, media_dir: None, is_text: false });
        let program: Json = serde_json::from_str(&back.output).unwrap();
        let (made, is_fine) = run(subject(&program).statements.as_deref().unwrap(), &[]);
        assert!(is_fine, "{round}: {messages} {program}");
        let codes: Vec<_> = back.findings.iter().map(|finding| finding.code.id).collect();
        // The name of the program is always generated, and that of a function may be.
        let is_changed = codes.iter().any(|code| !["TW863", "TW866"].contains(code));
        assert!(is_changed || bare(made.clone()) == messages, "{round}: {messages}\n{program}\n{made}");
        assert!(!codes.contains(&"TW867"), "{round}: a loss without a code of its own: {messages} {program}");
        exact += usize::from(!is_changed);
        // Every loss that names a message names one that differs, or one that is merged with it.
        for finding in &back.findings {
            let index = finding
                .message
                .strip_prefix("message ")
                .and_then(|rest| rest.split([':', ' ']).next()?.parse::<usize>().ok());
            assert!(finding.code.id == "TW863" || index.is_some_and(|index| index < 7), "{}", finding.message);
        }
        // What statements made is held by statements.
        let again = from_messages(&BackInput { subject: &subject(&made), media_dir: None, is_text: false });
        let second: Json = serde_json::from_str(&again.output).unwrap();
        let (twice, _) = run(subject(&second).statements.as_deref().unwrap(), &[]);
        assert_eq!(bare(twice), bare(made), "{round}: {program} {second}");
        // A text can be read again, whatever it had to change.
        let text = from_messages(&BackInput { subject: &opened, media_dir: None, is_text: true });
        assert!(run(&parse_prompt(&text.output, false).unwrap().statements, &[]).1, "{round}: {}", text.output);
    }
    assert!(exact > 500, "only {exact} were exact");
}

#[test]
fn hostile_programs_end() {
    let bomb = r#".prompt "name":"n", "version":"1", "params":{"a":"<<b>><<b>>","b":"<<c>><<c>>","c":"<<d>><<d>>","d":"<<a>>x"}"#;
    for text in [format!("{bomb}\n.user <<a>>\n"), format!("{bomb}\n{}", ".system <<a>>\n".repeat(2000))] {
        let program = parse_prompt(&text, false).unwrap();
        assert!(!run(&program.statements, &[]).1);
    }
    let deep = format!("[{}]", "[".repeat(900) + &"]".repeat(900));
    let json = Value::Json(deep);
    assert!(run(&[Statement::new(Keyword::User, "<<l>>")], &[("l", json)]).1);
    let long = format!(".prompt \"name\":\"n\",\"version\":\"1\"\n.user\n{}", "line\n".repeat(200_000));
    assert!(run(&parse_prompt(&long, false).unwrap().statements, &[]).1);
}
