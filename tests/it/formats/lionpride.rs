//! Fixtures through the reader and the writer.

use serde_json::{Value, json};

use crate::formats::shared::format;
use turnwise::format::{Container, Format, Reading, WriteOptions, Writing, by_name};
use turnwise::json::{Layout, Out, Tape, Text};
use turnwise::model::{Conversation, Part};
use turnwise::report::{Refused, Report, Severity};

macro_rules! fixture {
    ($name:literal) => {
        ($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/lionpride/", $name)))
    };
}

fn with<R>(format: &Format, text: &str, then: impl FnOnce(&Conversation<'_>) -> R) -> Result<(R, Report), Refused> {
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(1_000));
    let root = tape.parse(text).unwrap();
    let mut conversation = (format.read)(
        root,
        &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None },
    )?;
    conversation.source.text = text;
    Ok((then(&conversation), report))
}

fn convert(from: &str, to: &str, text: &str) -> Result<(Value, Vec<&'static str>), Refused> {
    let (to, _) = by_name(to).unwrap();
    let written = with(by_name(from).unwrap().0, text, |conversation| {
        let (mut out, mut report, mut scratch) = (Out::new(Layout::Compact), Report::keeping(1_000), Tape::new());
        let container = if to.name == "lionpride" { Container::Kept } else { Container::List };
        let options = WriteOptions { container, ..WriteOptions::default() };
        let mut writing = Writing::new(&mut out, &mut report, &options, &mut scratch);
        turnwise::format::write_record(to, conversation, &mut writing)?;
        let losses = report.kept().iter().map(|it| it.code.id).collect();
        Ok((serde_json::from_slice(out.as_bytes()).unwrap(), losses))
    });
    written?.0
}

fn errors(text: &str) -> Vec<String> {
    match with(format("lionpride"), text, |_| ()) {
        Ok(((), report)) => {
            report.kept().iter().filter(|it| it.severity == Severity::Error).map(|it| it.message.clone()).collect()
        }
        Err(refused) => vec![refused.to_string()],
    }
}

const EXACT: [(&str, &str); 14] = [
    fixture!("contents.json"),
    fixture!("fields.json"),
    fixture!("load.json"),
    fixture!("media.json"),
    fixture!("messages.json"),
    fixture!("messages_db_isoformat.json"),
    fixture!("messages_db_pgvector.json"),
    fixture!("messages_db_timestamp.json"),
    fixture!("minimal.json"),
    fixture!("pile.json"),
    fixture!("pile_db.json"),
    fixture!("flow.json"),
    fixture!("tools.json"),
    fixture!("unknown-fields.json"),
];

#[test]
fn files_are_read_without_errors() {
    for (name, text) in EXACT {
        assert_eq!(errors(text), [""; 0], "{name}");
    }
}

#[test]
fn what_the_library_refuses_is_refused() {
    let cases: Vec<Value> = serde_json::from_str(fixture!("invalid_messages.json").1).unwrap();
    assert!(cases.len() > 35);
    for case in cases {
        let found = errors(&json!([case["message"]]).to_string());
        assert!(!found.is_empty(), "{}: {}", case["case"], case["library_error"]);
    }
}

#[test]
fn the_first_row_with_a_key_says_who_speaks() {
    let wanted: Vec<String> = serde_json::from_str(fixture!("expected/contents.roles.json").1).unwrap();
    let (found, _) = with(format("lionpride"), fixture!("contents.json").1, |conversation| {
        conversation.messages.iter().map(|message| message.role.name().into_owned()).collect::<Vec<_>>()
    })
    .unwrap();
    assert_eq!(found, wanted);
}

#[test]
fn sessions_say_what_to_do() {
    assert!(errors(fixture!("broken-session.json").1)[0].contains("save session.conversations"));
    assert!((format("lionpride").score)(Tape::new().parse(fixture!("broken-session.json").1).unwrap()).is_some());
}

#[test]
fn branches_follow_ids_that_change() {
    let renewed = with(format("lionpride"), fixture!("flow.json").1, |conversation| {
        let mut conversation = conversation.clone();
        for (message, place) in conversation.messages.iter_mut().zip(1..) {
            message.details_mut().id = Some(Text::owned(format!("00000000-0000-4000-8000-00000000070{place}")));
            for part in &mut message.parts {
                if let Part::Call(call) = part {
                    call.id = Some(Text::Token("00000000-0000-4000-8000-0000000007ff"));
                }
            }
        }
        let (mut out, mut report, mut scratch) = (Out::new(Layout::Compact), Report::default(), Tape::new());
        let options = WriteOptions { container: Container::Kept, ..WriteOptions::default() };
        let mut writing = Writing::new(&mut out, &mut report, &options, &mut scratch);
        turnwise::format::write_record(format("lionpride"), &conversation, &mut writing).unwrap();
        String::from_utf8(out.as_bytes().to_vec()).unwrap()
    })
    .unwrap()
    .0;
    assert_eq!(errors(&renewed), [""; 0]);
    let renewed: Value = serde_json::from_str(&renewed).unwrap();
    assert_eq!(renewed["progressions"]["items"][0]["order"][3], renewed["items"]["items"][3]["id"]);
}

#[test]
fn tools_become_calls_and_results() {
    let (written, losses) = convert("lionpride", "openai", fixture!("tools.json").1).unwrap();
    let call = "00000000-0000-4000-8000-000000000004";
    assert_eq!(written[3]["tool_calls"][0]["id"], call);
    assert_eq!(written[3]["tool_calls"][0]["function"]["name"], "get_weather");
    assert!(written.to_string().contains(r#""content":"{\"temperature\":7,\"unit\":\"C\"}""#), "{written}");
    assert!(losses.contains(&"TW312") && losses.contains(&"TW310") && losses.contains(&"TW313"), "{losses:?}");
    // Senders that say no more than the role are no loss; `maria` and one id are.
    assert_eq!(losses.iter().filter(|it| **it == "TW309").count(), 2, "{losses:?}");
}

const CALLS: &str = r#"[{"role":"system","content":"s"},{"role":"user","name":"maria","content":[{"type":"text","text":"a"},
{"type":"image_url","image_url":{"url":"https://example.com/a.png","detail":"low"}},{"type":"text","text":"b"}]},
{"role":"assistant","content":"wait","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\":1.10}"}},
{"id":"00000000-0000-4000-8000-000000000004","type":"function","function":{"name":"g","arguments":"{}"}}]},
{"role":"tool","tool_call_id":"c1","content":"r"},
{"role":"tool","tool_call_id":"00000000-0000-4000-8000-000000000004","content":"42"}]"#;

#[test]
fn calls_become_messages_and_their_ids_are_uuids() {
    let (written, losses) = convert("openai", "lionpride", CALLS).unwrap();
    let contents: Vec<_> = written.as_array().unwrap().iter().map(|message| message["content"].clone()).collect();
    assert_eq!(contents[0], json!({"system_message":"s"}));
    assert_eq!(
        contents[1],
        json!({"instruction":"a\n\nb","images":["https://example.com/a.png"],"image_detail":"low"})
    );
    assert_eq!(contents[2], json!({"assistant_response":"wait"}));
    assert_eq!(contents[3], json!({"function":"f","arguments":{"a":1.10}}));
    assert_eq!(contents[5], json!({"request_id":written[3]["id"],"result":"r"}));
    // A text that looks like JSON stays a text.
    assert_eq!(contents[6], json!({"request_id":"00000000-0000-4000-8000-000000000004","result":"42"}));
    assert_eq!(written[4]["id"], "00000000-0000-4000-8000-000000000004");
    assert_eq!((&written[3]["recipient"], &written[5]["sender"]), (&json!("f"), &json!("f")));
    assert_eq!((&written[1]["sender"], &written[3]["metadata"]["call_id"]), (&json!("maria"), &json!("c1")));
    for code in ["TW345", "TW346", "TW347", "TW371"] {
        assert!(losses.contains(&code), "{code} {losses:?}");
    }
    // The old id of the call is next to the new one: nothing was rewritten.
    assert!(!losses.contains(&"TW343"), "{losses:?}");
    assert_eq!(errors(&written.to_string()), [""; 0]);
    // When restoring, the calls have their old ids.
    let (ids, _) = with(format("lionpride"), &written.to_string(), |conversation| {
        let id = |part: &Part<'_>| match part {
            Part::Call(call) => call.id.as_ref().map(|id| id.decode().into_owned()),
            Part::Result(result) => result.call_id.as_ref().map(|id| id.decode().into_owned()),
            Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => None,
        };
        conversation.parts().filter_map(id).collect::<Vec<_>>()
    })
    .unwrap();
    let uuid = "00000000-0000-4000-8000-000000000004";
    assert_eq!(ids, ["c1", uuid, "c1", uuid]);
}

#[test]
fn images_in_the_file_are_refused() {
    let text = r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]}]"#;
    assert_eq!(convert("openai", "lionpride", text).unwrap_err().code().id, "TW390");
}
