//! pydantic-ai: instructions count once, outcomes of results, the alphabet of bytes, and what the writer puts into one request.

use turnwise::format::{WriteOptions, by_name};
use turnwise::model::{Conversation, Part, Role};
use turnwise::report::Report;

use crate::fixtures::{path, read, write};

fn fixture(name: &str) -> String {
    std::fs::read_to_string(path("tests/fixtures/pydantic-ai").join(name)).unwrap()
}

fn with<R>(text: &str, look: impl FnOnce(&Conversation<'_>) -> R) -> R {
    look(&read(by_name("pydantic-ai").unwrap().0, text, false, &mut Report::default()).unwrap())
}

/// The output in `to`, and the codes and places of the losses.
fn converted(text: &str, from: &str, to: &str) -> (String, Vec<(&'static str, Option<usize>)>) {
    let conversation = read(by_name(from).unwrap().0, text, false, &mut Report::default()).unwrap();
    let mut report = Report::keeping(u64::MAX);
    let options = WriteOptions { is_lossy: true, ..WriteOptions::default() };
    let out = write(by_name(to).unwrap().0, &conversation, &options, &mut report).unwrap();
    (out, report.drain().map(|it| (it.code.id, it.at.offset())).collect())
}

/// The texts of system messages.
fn systems(conversation: &Conversation<'_>) -> Vec<String> {
    let systems = conversation.messages.iter().filter(|message| matches!(message.role, Role::System));
    let text = |part: &Part<'_>| if let Part::Text(text) = part { Some(text.text.decode().into_owned()) } else { None };
    systems.flat_map(|message| message.parts.iter().filter_map(text)).collect()
}

#[test]
fn instructions_of_the_last_request_count_once() {
    let request = |text: &str, instructions: &str| {
        format!(
            r#"{{"kind":"request","parts":[{{"part_kind":"user-prompt","content":"{text}"}}],"instructions":{instructions}}}"#
        )
    };
    let answer = r#"{"kind":"response","parts":[{"part_kind":"text","content":"a"}]}"#;
    for (first, last, expected, losses) in [
        ("\"i\"", "\"i\"", vec!["i"], 0),
        ("\"i\"", "\"j\"", vec!["j"], 1),
        ("\"i\"", "null", vec![], 1),
        ("null", "\"j\"", vec!["j"], 0),
        ("\"\"", "\"\"", vec![], 0),
    ] {
        let text = format!("[{},{answer},{}]", request("q", first), request("r", last));
        assert_eq!(with(&text, systems), expected, "{text}");
        let dropped = converted(&text, "pydantic-ai", "openai").1.into_iter().filter(|(code, _)| *code == "TW313");
        assert_eq!(dropped.count(), losses, "{text}");
    }
    // After the system prompts at the start, as the library sends them.
    assert_eq!(with(&fixture("tools.json"), systems), ["Be brief.", "Use metric units."]);
}

#[test]
fn outcomes_are_failures_and_other_words_than_failed_are_reported() {
    let failed = with(&fixture("tools.json"), |conversation| {
        let results = conversation.parts().filter_map(|part| if let Part::Result(it) = part { Some(it) } else { None });
        results.map(|result| result.is_error()).collect::<Vec<_>>()
    });
    assert_eq!(failed, [false, true, true, true, false]);
    let text = fixture("tools.json");
    let (_, losses) = converted(&text, "pydantic-ai", "anthropic");
    assert!(losses.contains(&("TW313", text.find("\"denied\""))), "{losses:?}");
    assert!(!losses.contains(&("TW313", text.find("\"failed\""))), "{losses:?}");
}

#[test]
fn bytes_change_their_alphabet_at_the_border() {
    let (out, _) = converted(&fixture("messages-2.68.json"), "pydantic-ai", "openai");
    assert!(out.contains("CYIL//vs="), "{out}");
    let (back, _) = converted(&out, "openai", "pydantic-ai");
    assert!(back.contains("CYIL__vs="), "{back}");
}

#[test]
fn everything_between_two_answers_is_one_request() {
    let text = r#"{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[
        {"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"r"},
        {"role":"user","content":"and?"}]}"#;
    let (out, _) = converted(text, "openai", "pydantic-ai");
    let expected = r#"[{"kind":"request","parts":[{"part_kind":"user-prompt","content":"q"}]},{"kind":"response","parts":[{"part_kind":"tool-call","tool_name":"f","args":"{}","tool_call_id":"c1"}]},{"kind":"request","parts":[{"part_kind":"tool-return","tool_name":"f","content":"r","tool_call_id":"c1"},{"part_kind":"user-prompt","content":"and?"}]}]"#;
    assert_eq!(out, expected);
}

#[test]
fn a_refusal_of_the_service_is_a_refusal() {
    let found = with(&fixture("refused.json"), |conversation| {
        conversation.parts().filter(|part| matches!(part, Part::Refusal(_))).count()
    });
    assert_eq!(found, 1);
}
