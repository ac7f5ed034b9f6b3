//! `stats`: the counts are those of an independent count, the losses are those of a conversion, and threads change nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use turnwise::format::{FORMATS, Format};
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::stats::{ExpectedLosses, Stats, StatsEnds, StatsOptions};
use turnwise::op::{Choice, Input, OnError, PassOptions, convert, stats};
use turnwise::report::{Failures, Report};
use turnwise::stream::{Silent, Source};

use crate::fixtures::files;
use crate::invariants::random::Dice;

type Counts = BTreeMap<&'static str, u64>;

fn losses(report: &Report, failed: &Failures) -> (Counts, Counts) {
    let lost = report.counts().iter().filter(|count| count.code.kind.is_loss());
    let mut losses = Counts::new();
    lost.for_each(|count| *losses.entry(count.code.id).or_default() += count.count);
    (losses, failed.ranked().into_iter().map(|(code, count)| (code.id, count)).collect())
}

fn open(file: &Path, format: &'static Format) -> Option<Input> {
    let name = file.file_name()?.to_string_lossy().into_owned();
    let source = Source::from_bytes(fs::read(file).ok()?, &name).ok()?;
    Input::new(source, &Choice { format: Some(format), ..Choice::default() }).ok()
}

#[test]
fn expected_losses_are_those_of_a_conversion() {
    let (mut compared, mut lossy, mut refused) = (0, 0, 0);
    for format in FORMATS {
        for (file, tried) in files(format).into_iter().zip(0..) {
            // Each file with a third of the targets.
            for to in FORMATS.iter().filter(|to| to.can_write()).skip(tried % 3).step_by(3) {
                let Some(input) = open(&file, format) else { continue };
                let mut options = ConvertOptions::new(to);
                (options.pass.on_error, options.pass.keep) = (OnError::Skip, 0);
                options.output.framing = options.own_framing(&input);
                let (mut found, mut expected) = (Stats::default(), ExpectedLosses::default());
                let conversion = Some(options.clone());
                let pass = PassOptions { on_error: OnError::Skip, jobs: 1, keep: 0 };
                let wanted = StatsOptions { pass, input: 0, conversion };
                let ends = StatsEnds { note: &mut |_| (), progress: &Silent };
                let counted = stats::run(input, &wanted, &mut found, &mut expected, ends).unwrap();

                let input = open(&file, format).unwrap();
                let ends = ConvertEnds {
                    write: &mut |_| Ok(()),
                    carry: None,
                    restore: None,
                    note: &mut |_| (),
                    progress: &Silent,
                };
                let Ok(converted) = convert::run(input, &options, ends) else { continue };
                let mut all = expected.refused.clone();
                all.merge(&counted.failed);
                let name = format!("{} to {}", file.display(), to.name);
                assert_eq!(losses(&expected.report, &all), losses(&converted.report, &converted.failed), "{name}");
                assert_eq!(expected.written, converted.records_out, "{name}");
                compared += 1;
                lossy += usize::from(expected.report.losses() > 0);
                refused += usize::from(!expected.refused.is_empty());
            }
        }
    }
    assert!(compared > 1000 && lossy > 500 && refused > 50, "{compared} {lossy} {refused}");
}

/// Random conversations of openai, and the counts that belong to them.
fn conversations(many: usize) -> (String, Value) {
    let texts = [
        "plain",
        "caf\u{e9} 42",
        "\u{4f60}\u{597d}, \u{4e16}\u{754c}",
        "line\nbreak \"quoted\"",
        "\u{1f600}",
        "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}",
        "",
    ];
    let mut dice = Dice(7);
    let mut out = String::new();
    let (mut roles, mut tools, mut lengths) =
        (BTreeMap::<&str, u64>::new(), BTreeMap::<String, [u64; 2]>::new(), Vec::new());
    let (mut characters, mut input, mut output) = (0, 0, 0);
    for number in 0..many {
        let mut messages = Vec::new();
        for turn in 0..=dice.below(9) {
            let text = texts[dice.below(texts.len())].repeat(dice.below(40));
            characters += text.chars().count();
            if turn % 2 == 0 {
                messages.push(json!({"role": "user", "content": text}));
                continue;
            }
            let name = format!("tool_{}", dice.below(4));
            let arguments = format!("{{\"q\":{turn}}}");
            characters += arguments.len();
            tools.entry(name.clone()).or_default()[0] += 1;
            let call = json!({"id": format!("c{turn}"), "type": "function", "function": {"name": name, "arguments": arguments}});
            messages.push(json!({"role": "assistant", "content": text, "tool_calls": [call]}));
            if dice.chance(80) {
                tools.entry(name).or_default()[1] += 1;
                characters += 2;
                messages.push(json!({"role": "tool", "tool_call_id": format!("c{turn}"), "content": "42"}));
            }
        }
        for message in &messages {
            let role = ["user", "assistant", "tool"].into_iter().find(|role| message["role"] == **role).unwrap();
            *roles.entry(role).or_default() += 1;
        }
        lengths.push(messages.len() as u64);
        let mut record = json!({"messages": messages, "model": format!("m{}", number % 3)});
        if dice.chance(50) {
            let tokens = [dice.below(1000), dice.below(1000)];
            input += tokens[0];
            output += tokens[1];
            record["usage"] = json!({"prompt_tokens": tokens[0], "completion_tokens": tokens[1]});
        }
        let line = record.to_string();
        // Half of the records spell their text with escapes.
        out.push_str(&if number % 2 == 0 { escaped(&line) } else { line });
        out.push('\n');
    }
    lengths.sort_unstable();
    let at = |percent: usize| lengths[(many * percent).div_ceil(100) - 1];
    let expected = json!({
        "conversations": many, "messages": lengths.iter().sum::<u64>(), "characters": characters, "roles": roles,
        "tools": tools, "median": at(50), "p90": at(90), "longest": at(100), "input": input, "output": output,
    });
    (out, expected)
}

fn escaped(line: &str) -> String {
    let escape = |character: char| {
        let mut units = [0; 2];
        let units = character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>();
        if character.is_ascii() { character.to_string() } else { units }
    };
    line.chars().map(escape).collect()
}

fn run(file: &Path, more: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    let done = command.args(["stats", "--json"]).args(more).arg(file).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_slice(&done.stdout).unwrap()
}

#[test]
fn counts_are_those_of_another_count_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rows.jsonl");
    let (text, expected) = conversations(6000);
    assert!(text.len() > 4_000_000, "several batches, on several threads: {}", text.len());
    fs::write(&file, &text).unwrap();
    let found = run(&file, &["--jobs", "1", "--for", "anthropic"]);
    assert_eq!(found, run(&file, &["--jobs", "4", "--for", "anthropic"]));

    for name in ["conversations", "messages", "characters"] {
        assert_eq!(found[name], expected[name], "{name}");
    }
    assert_eq!(found["bytes"], json!(text.len()));
    let lengths = &found["lengths"]["conversation_messages"];
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for name in ["median", "p90", "longest"] {
        assert_eq!(lengths[name]["length"], expected[name], "{name}");
        // The place is one that has this length, and the first.
        let record = usize::try_from(lengths[name]["record"].as_u64().unwrap()).unwrap();
        let length = |line: &Value| json!(line["messages"].as_array().unwrap().len());
        let first = lines.iter().position(|line| length(line) == expected[name]).unwrap();
        assert_eq!((record - 1, &lengths[name]["line"]), (first, &lengths[name]["record"]), "{name}");
    }
    let longest = &found["lengths"]["message_characters"]["longest"];
    let [record, message] = ["record", "message"].map(|key| usize::try_from(longest[key].as_u64().unwrap()).unwrap());
    let content = lines[record - 1]["messages"][message - 1]["content"].as_str().unwrap();
    assert!(content.chars().count() as u64 <= longest["length"].as_u64().unwrap() && content.chars().count() > 400);
    for role in found["roles"].as_array().unwrap() {
        assert_eq!(role["messages"], expected["roles"][role["name"].as_str().unwrap()], "{role}");
    }
    let tools = found["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 4);
    for tool in tools {
        let counts = &expected["tools"][tool["name"].as_str().unwrap()];
        assert_eq!((&tool["calls"], &tool["results"]), (&counts[0], &counts[1]), "{tool}");
        assert!(tool["error_rate"].is_null(), "OpenAI does not mark errors: {tool}");
    }
    assert_eq!(found["tokens"]["input"], expected["input"]);
    assert_eq!(found["tokens"]["output"], expected["output"]);
    assert_eq!(found["models"].as_array().unwrap().len(), 3);
    let scripts: Vec<_> = found["scripts"].as_object().unwrap().keys().collect();
    assert_eq!(scripts, ["Cyrillic", "Han", "Latin"]);
}

/// Names of tools, models, roles and types are text, in a terminal and in a page.
#[test]
fn hostile_names_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("<img src=x onerror=alert(1)>.jsonl");
    let hostile = "\u{1b}]0;title\u{7}</td><script>alert(1)</script>\u{202e}";
    let call = json!({"id": "c", "type": "function", "function": {"name": hostile, "arguments": "{}"}});
    let media = json!({"type": "file", "file": {"file_data": format!("data:{hostile};base64,AAAA")}});
    let record = json!({"model": hostile, "messages": [
        {"role": hostile, "content": "x"}, {"role": "user", "content": [media]}, {"role": "assistant", "tool_calls": [call]},
    ]});
    fs::write(&file, record.to_string()).unwrap();
    for more in [&["--full"][..], &["--json"], &["--html"]] {
        let done = Command::new(env!("CARGO_BIN_EXE_turnwise")).arg("stats").args(more).arg(&file).output().unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        assert!(text.contains("title"), "{more:?} {text}");
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{more:?} {text}");
        if more == ["--html"] {
            assert_eq!(text.matches("<script").count(), 1, "{text}");
            assert!(!text.contains("<img") && text.contains("&lt;script&gt;"), "{text}");
        }
    }
}
