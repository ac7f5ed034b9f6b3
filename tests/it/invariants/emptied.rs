//! Messages of which nothing is left in a target: they are gone there and reported, and a refusal that they lead to names what
//! was dropped.

use turnwise::format::{FORMATS, Format, WriteOptions, by_name};
use turnwise::json::Tape;
use turnwise::op::repair;
use turnwise::report::Report;
use turnwise::rule::pairs::PairedCalls;
use turnwise::rule::require;

use crate::fixtures::{read, write};

const SEARCH: &str = r#"{"input":[{"role":"user","content":"hi"},{"type":"tool_search_call","call_id":"t1","execution":"client","arguments":{"query":"x"},"status":"completed"},{"type":"tool_search_output","call_id":"t1","execution":"client","tools":[],"status":"completed"},{"role":"user","content":"go on"},{"role":"assistant","content":"ok"}]}"#;

const SOUND: &str = r#"{"role":"user","content":[{"type":"input_audio","input_audio":{"format":"wav","data":"UklGRiQAAABXQVZFZm10IA=="}}]}"#;

/// The number of messages and the codes of the losses.
fn converted(text: &str, from: &str, to: &str) -> Result<(usize, Vec<&'static str>), (String, String)> {
    let (from, to) = (by_name(from).unwrap().0, by_name(to).unwrap().0);
    let mut report = Report::default();
    let conversation = read(from, text, false, &mut Report::default()).unwrap();
    match write(to, &conversation, &WriteOptions::default(), &mut report) {
        Ok(written) => {
            let again = read(to, &written, false, &mut Report::default()).unwrap();
            Ok((again.messages.len(), report.counts().iter().map(|count| count.code.id).collect()))
        }
        Err(refused) => {
            let mut tape = Tape::new();
            Err((refused.message().to_owned(), refused.message_in(tape.parse(text).ok())))
        }
    }
}

#[test]
fn an_answer_of_which_nothing_is_left_is_removed() {
    let mut targets = 0;
    // Codex has the items of the service.
    let has_items = |format: &Format| matches!(format.name, "openai-responses" | "codex");
    for format in FORMATS.iter().filter(|format| format.can_write() && !has_items(format)) {
        match converted(SEARCH, "openai-responses", format.name) {
            Ok((count, codes)) => {
                // Statements and questions of one speaker in a row are one.
                assert!(count <= 3, "{}: {count} messages", format.name);
                assert!(codes.contains(&"TW322") && codes.contains(&"TW314"), "{}: {codes:?}", format.name);
                targets += 1;
            }
            Err((_, message)) => panic!("{}: {message}", format.name),
        }
    }
    assert!(targets >= 12, "{targets}");
}

#[test]
fn a_refusal_names_what_was_dropped_before() {
    let all = format!(r#"{{"messages":[{SOUND}]}}"#);
    let first = format!(r#"{{"messages":[{SOUND},{{"role":"assistant","content":"ok"}}]}}"#);
    let mut refused = 0;
    for (text, format) in FORMATS.iter().flat_map(|format| [(&all, format), (&first, format)]) {
        if !format.can_write() {
            continue;
        }
        if let Err((short, message)) = converted(text, "openai", format.name) {
            // Some reject sounds instead of dropping them.
            if !short.contains("an audio file") {
                assert_eq!(
                    message,
                    format!("{short}; an audio file was dropped at /messages/0/content/0"),
                    "{}",
                    format.name
                );
                refused += 1;
            }
        }
    }
    assert!(refused >= 5, "{refused}");
}

#[test]
fn a_repair_sees_what_the_target_drops() {
    let text = format!(r#"{{"messages":[{SOUND},{{"role":"assistant","content":"ok"}}]}}"#);
    for format in FORMATS.iter().filter(|format| format.can_write()) {
        let mut conversation = read(by_name("openai").unwrap().0, &text, false, &mut Report::default()).unwrap();
        let mut report = Report::default();
        let _ = repair(&mut conversation, format, &mut Tape::new(), &mut report);
        let written = write(format, &conversation, &WriteOptions::default(), &mut report);
        let is_fine = written.as_ref().map_or_else(|refused| refused.message().contains("an audio file"), |_| true);
        assert!(is_fine, "{}: {written:?}", format.name);
    }
}

/// Whether other services reject it, and what they say then; programs that keep conversations take it.
fn assert_left(text: &str, words: &str) {
    for format in FORMATS.iter().filter(|format| format.can_write() && format.name != "openai-responses") {
        let mut conversation =
            read(by_name("openai-responses").unwrap().0, text, false, &mut Report::default()).unwrap();
        conversation.leave_service();
        let required = require(format.rules.requires, &PairedCalls::new(&conversation), false);
        let written =
            required.and_then(|()| write(format, &conversation, &WriteOptions::default(), &mut Report::default()));
        match written {
            Ok(_) => assert!(!format.is_service(), "{}: {written:?}", format.name),
            Err(refused) => {
                let message = refused.message_in(None);
                let is_named =
                    ["a tool result was dropped", "the result is dropped", words].iter().any(|it| message.contains(it));
                assert!(is_named, "{}: {message}", format.name);
            }
        }
    }
}

#[test]
fn what_only_the_service_has_is_named() {
    let output = r#"{"type":"function_call_output","call_id":"c1","output":"x"}"#;
    for around in
        [r#""previous_response_id":"resp_1""#, r#""conversation":"conv_1""#, r#""conversation":{"id":"conv_1"}"#]
    {
        assert_left(&format!(r#"{{"model":"m",{around},"input":[{output}]}}"#), "the service keeps it");
    }
    let reference = r#"{"type":"item_reference","id":"fc_1"}"#;
    assert_left(&format!(r#"{{"model":"m","input":[{reference},{output}]}}"#), "the service keeps it");
    for status in ["queued", "in_progress", "failed", "cancelled"] {
        let text = format!(r#"{{"id":"resp_1","object":"response","status":"{status}","model":"m","output":[]}}"#);
        assert_left(&text, "the answer is empty");
    }
}

#[test]
fn a_repair_leaves_results_whose_calls_the_service_keeps() {
    let text = r#"{"model":"m","previous_response_id":"r","input":[{"type":"function_call_output","call_id":"c","output":"x"}]}"#;
    let format = by_name("openai-responses").unwrap().0;
    let mut conversation = read(format, text, false, &mut Report::default()).unwrap();
    assert!(!repair(&mut conversation, format, &mut Tape::new(), &mut Report::default()));
}
