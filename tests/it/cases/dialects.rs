//! What services take and reject next to the format they share: `--for` says it, `convert` writes nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Output};

use turnwise::format::{FORMATS, by_name};
use turnwise::report::FixSafety;

use crate::fixtures::{files, path};
use crate::formats::accepted::errors;
use crate::invariants::fixes::Reader;

/// The program, in the folder of the cases.
fn run(line: &str) -> Output {
    let folder = path("tests/fixtures/cases");
    Command::new(env!("CARGO_BIN_EXE_turnwise")).args(line.split(' ')).current_dir(folder).output().unwrap()
}

/// A command, its exit code, and texts that its output has; those after `!` it has not.
const COMMANDS: &[(&str, i32, &[&str])] = &[
    ("validate --for openai:ollama 07-ollama-official-example.json", 0, &["no findings"]),
    ("validate --for openai:ollama --fix --diff 07-ollama-official-example.json", 0, &["!arguments"]),
    ("validate --for openai:ollama 09-ollama-content-list.json", 1, &["TW529", "/messages/1/content/0"]),
    ("convert --to openai:ollama 09-ollama-content-list.json", 0, &[r#""content": "<think>x</think>""#, r#"{"a":1}"#]),
    (
        "validate --for openai:deepseek 12-deepseek-missing-reasoning.json",
        1,
        &["error TW531", "Missing reasoning_content"],
    ),
    (
        "convert --to openai:deepseek 13-to-deepseek-drops-reasoning.json",
        0,
        &[r#""reasoning_content": "hm""#, "!TW301"],
    ),
    (
        "validate --for openai:mistral 14-mistral-user-after-tool.json",
        1,
        &["TW528", "Unexpected role 'user' after role 'tool'"],
    ),
    ("convert --to openai:mistral 14-mistral-user-after-tool.json", 2, &["TW528", "role 'tool' (3230)", "/messages/3"]),
    (
        "convert --repair --to openai:mistral 14-mistral-user-after-tool.json",
        2,
        &["TW528", "turnwise does not generate one"],
    ),
    ("validate --for openai:finetune --ignore TW240 25-finetune-ends-with-call.jsonl", 0, &["no findings"]),
    ("validate --for openai 25-finetune-ends-with-call.jsonl", 1, &["TW204"]),
    ("validate --for openai:finetune --ignore TW240 26-finetune-reinforcement.jsonl", 0, &["no findings"]),
    ("validate --for openai stream-openai.json", 0, &["no findings"]),
    ("validate --for openai-responses stream-responses.json", 0, &["no findings"]),
    ("validate --for openai:mistral mistral-prefix.json", 0, &["no findings"]),
    ("validate --for openai mistral-prefix.json", 1, &["TW104"]),
    ("validate --for openai:mistral mistral-any.json", 0, &["no findings"]),
    ("validate --for openai:cohere cohere-required.json", 0, &["no findings"]),
    ("validate --for openai:openrouter openrouter-usage.json", 0, &["no findings"]),
    ("validate --for openai-responses responses-status-null.json", 0, &["no findings"]),
    ("validate responses-compact.json", 0, &["0 errors"]),
    ("convert --to openai:finetune 26-finetune-reinforcement.jsonl", 0, &[r#""reference_answer": "4""#]),
    ("convert --to openai documents-of-blocks.json", 0, &[r"ab\ncd", "TW348", "!TW314"]),
    ("convert --to openai:ollama documents-of-blocks.json", 0, &[r"ab\ncd\nplain words\nq", "TW348"]),
    ("convert --to openai:xai documents-of-blocks.json", 0, &[r"ab\ncd", "plain words", "TW348", "!TW304"]),
    (
        "convert --to anthropic --repair documents-of-blocks.json",
        0,
        &[r#"{"type":"content","content":["#, "nothing lost"],
    ),
    ("validate tool-array.json", 0, &["warning TW214", "`array`, not `object`"]),
    ("validate --for openai tool-array.json", 1, &["error TW214"]),
    ("convert --to anthropic tool-array.json", 2, &["TW390", "`array`, not `object`"]),
    ("convert --lossy --to anthropic tool-array.json", 0, &["TW316"]),
    ("validate deepseek-reasoning.json", 0, &["warning TW582", "0 errors"]),
];

#[test]
fn commands_do_what_is_right() {
    for (line, code, says) in COMMANDS {
        let output = run(line);
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(*code), "$ turnwise {line}\n{text}");
        for word in *says {
            let is_right = word.strip_prefix('!').map_or_else(|| text.contains(word), |absent| !text.contains(absent));
            assert!(is_right, "$ turnwise {line}\n{word}\n{text}");
        }
    }
}

/// Bodies, the dialect that they are for, and the errors that they have there.
#[test]
fn bodies_are_judged_as_each_service_judges_them() {
    let mut count = 0;
    for line in fs::read_to_string(path("tests/it/cases/dialects.tsv")).unwrap().lines() {
        let [dialect, codes, body] = line.splitn(3, '\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let expected: Vec<_> = codes.split(' ').filter(|code| *code != "-").collect();
        for text in [body.to_owned(), format!("[{body}]\r\n"), body.replace("{\"", "{\n \"")] {
            assert_eq!(errors(&text, dialect, true), expected, "{dialect}: {text}");
        }
        count += 1;
    }
    assert!(count > 40, "{count}");
}

/// What `--fix` writes for a dialect has no finding that was not there before.
#[test]
fn fixes_give_no_dialect_what_it_refuses() {
    let cases = path("tests/fixtures/cases");
    let mut count = 0;
    for format in FORMATS.iter().filter(|format| !format.dialects.is_empty()) {
        let mut inputs = files(format);
        inputs.extend(fs::read_dir(&cases).unwrap().map(|entry| entry.unwrap().path()));
        for file in inputs {
            let text = fs::read(&file).unwrap();
            for dialect in format.dialects {
                let target = by_name(&format!("{}:{}", format.name, dialect.name));
                let reader = Reader { format: by_name(format.name), target };
                for most in [FixSafety::Safe, FixSafety::Unsafe] {
                    let Some((fixed, _, _)) = reader.fixed(&text, most, 1) else { continue };
                    let mut left = counted(&reader.findings(&text));
                    for (code, found) in counted(&reader.findings(&fixed)) {
                        let before = left.remove(&code).unwrap_or_default();
                        assert!(found <= before, "{} for {}: {code}", file.display(), dialect.name);
                    }
                    count += 1;
                }
            }
        }
    }
    assert!(count > 500, "{count}");
}

fn counted(found: &[turnwise::report::Diagnostic]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for finding in found {
        *counts.entry(finding.code.id).or_default() += 1;
    }
    counts
}
