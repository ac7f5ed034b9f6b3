//! atif: harbor's verdicts, steps as messages, and messages as steps.

use serde_json::{Value, json};
use turnwise::format::{Reading, WriteOptions, by_name};
use turnwise::json::Tape;
use turnwise::model::{Conversation, Role};
use turnwise::report::{Report, Severity};
use turnwise::rule;

use crate::fixtures::{path, read, write};

fn format(name: &str) -> &'static turnwise::format::Format {
    by_name(name).unwrap().0
}

fn errors(text: &str) -> Vec<String> {
    let atif = format("atif");
    let mut report = Report::keeping(u64::MAX);
    match read(atif, text, false, &mut report) {
        Ok(conversation) => rule::check(atif.rules.own, &conversation, false, &mut report),
        Err(refused) => return vec![refused.to_string()],
    }
    let found = report.kept().iter().filter(|it| it.severity == Severity::Error);
    found.map(|it| format!("{} {}", it.code.id, it.message)).collect()
}

#[test]
fn its_verdicts_are_those_of_harbor() {
    let cases = std::fs::read_to_string(path("tests/fixtures/atif/harbor/cases.jsonl")).unwrap();
    let mut count = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let errors = errors(&case["document"].to_string());
        assert_eq!(errors.is_empty(), case["harbor_accepts"] == true, "{}: {errors:?}", case["case"]);
        count += 1;
    }
    assert!(count > 100, "{count}");
}

/// A conversation of openai as a run, and the findings about it.
fn run(messages: &Value) -> (Value, Vec<String>) {
    let text = json!({ "messages": messages }).to_string();
    let openai = format("openai");
    let conversation = read(openai, &text, false, &mut Report::default()).unwrap();
    let mut report = Report::keeping(u64::MAX);
    let written = write(format("atif"), &conversation, &WriteOptions::default(), &mut report).unwrap();
    assert!(errors(&written).is_empty(), "{written}: {:?}", errors(&written));
    let losses = report.kept().iter().map(|it| format!("{} {}", it.code.id, it.message)).collect();
    (serde_json::from_str(&written).unwrap(), losses)
}

fn call(id: &str) -> Value {
    json!({ "id": id, "type": "function", "function": { "name": "f", "arguments": "{}" } })
}

#[test]
fn an_answer_and_its_results_are_one_step() {
    let (run, losses) = run(&json!([
        { "role": "user", "content": "q" },
        { "role": "assistant", "content": null, "tool_calls": [call("c1"), call("c2")] },
        { "role": "tool", "tool_call_id": "c2", "content": "2" },
        { "role": "tool", "tool_call_id": "c1", "content": "1" },
        { "role": "assistant", "content": "a" },
        { "role": "assistant", "content": "b" },
    ]));
    assert_eq!(run["steps"].as_array().unwrap().len(), 4);
    assert_eq!(run["steps"][1]["message"], "");
    let results = json!([{ "source_call_id": "c2", "content": "2" }, { "source_call_id": "c1", "content": "1" }]);
    assert_eq!(run["steps"][1]["observation"]["results"], results);
    assert_eq!(run["agent"], json!({ "name": "unknown", "version": "unknown" }));
    assert_eq!(losses, ["TW379 name and version of the agent are generated"]);
}

#[test]
fn a_late_result_goes_to_the_step_of_its_call() {
    let (run, losses) = run(&json!([
        { "role": "user", "content": "q" },
        { "role": "assistant", "content": null, "tool_calls": [call("c1")] },
        { "role": "user", "content": "hurry" },
        { "role": "tool", "tool_call_id": "c1", "content": "1" },
    ]));
    assert_eq!(run["steps"][1]["observation"]["results"][0]["content"], "1");
    assert_eq!(run["steps"][2]["message"], "hurry");
    assert_eq!(losses.iter().filter(|loss| loss.starts_with("TW344")).count(), 1, "{losses:?}");
}

#[test]
fn what_the_environment_reports_is_a_message_after_the_results() {
    let text = std::fs::read_to_string(path("tests/fixtures/atif/trajectory-1.8.json")).unwrap();
    let atif = format("atif");
    let mut tape = Tape::new();
    let root = tape.parse(&text).unwrap();
    let (mut report, mut scratch) = (Report::default(), Tape::new());
    let mut reading = Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None };
    let conversation: Conversation<'_> = atif.read_record(root, &mut reading).unwrap();
    let start = conversation.messages.iter().position(|message| message.turn == Some(3)).unwrap();
    let step = &conversation.messages[start..start + 3];
    let roles: Vec<_> = step.iter().map(|message| message.role.name().into_owned()).collect();
    assert_eq!(roles, ["assistant", "tool", "user"]);
    let reported = step.iter().find(|message| matches!(message.role, Role::User)).unwrap();
    assert!(reported.details().name.as_ref().is_some_and(|name| name.is("environment")));
}

#[test]
fn embedded_runs_are_checked_too() {
    let run = |steps: Value| json!({ "trajectory_id": "t", "agent": { "name": "a", "version": "1" }, "steps": steps });
    let step = json!({ "step_id": 1, "source": "user", "message": "hi" });
    let mut inner = run(json!([step]));
    for depth in 0..300 {
        let mut outer = run(json!([step]));
        outer["subagent_trajectories"] = json!([inner]);
        inner = outer;
        if depth % 100 == 0 {
            assert!(errors(&inner.to_string()).is_empty());
        }
    }
    let text = inner.to_string().replacen(r#""step_id":1"#, r#""step_id":2"#, 1);
    assert_eq!(errors(&text), ["TW940 `step_id` of step 1 is 2"]);
}
