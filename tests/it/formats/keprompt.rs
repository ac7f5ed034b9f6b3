//! What only these formats have: places inside columns, and what the library repairs.

use turnwise::format::{Reading, WriteOptions, Writing, by_name};
use turnwise::json::{Layout, Out, Tape, pointers};
use turnwise::report::Report;

/// Reads as one format and writes as another; what was lost, by code.
fn convert(text: &str, from: &str, to: &str, options: &WriteOptions) -> Result<(String, Vec<&'static str>), String> {
    let (mut tape, mut report) = (Tape::new(), Report::keeping(u64::MAX));
    let (from, to) = (by_name(from).unwrap().0, by_name(to).unwrap().0);
    let root = tape.parse(text).unwrap();
    let mut conversation = (from.read)(
        root,
        &mut Reading { report: &mut report, scratch: &mut Tape::new(), columns: None, programs: None },
    )
    .map_err(|it| it.to_string())?;
    conversation.source.text = text;
    let mut report = Report::keeping(u64::MAX);
    let mut out = Out::new(Layout::Compact);
    let mut scratch = Tape::new();
    let mut writing = Writing::new(&mut out, &mut report, options, &mut scratch);
    turnwise::format::write_record(to, &conversation, &mut writing).map_err(|it| it.to_string())?;
    let codes = report.counts().iter().map(|count| count.code.id).collect();
    Ok((String::from_utf8(out.as_bytes().to_vec()).unwrap(), codes))
}

fn as_messages(text: &str, from: &str) -> Result<(String, Vec<&'static str>), String> {
    convert(text, from, "keprompt", &WriteOptions::default())
}

#[test]
fn findings_point_into_the_string() {
    let text = r#"{"chat_id":"a","messages_json":"[{\"role\":\"user\",\"content\":[{\"type\":\"f\\u00e9\"}]},{\"role\":\"b\"}]"}"#;
    let (mut tape, mut report) = (Tape::new(), Report::keeping(9));
    let root = tape.parse(text).unwrap();
    let row = by_name("keprompt-chat").unwrap().0;
    (row.read)(root, &mut Reading { report: &mut report, scratch: &mut Tape::new(), columns: None, programs: None })
        .unwrap();
    let found: Vec<_> = report.kept().iter().map(|it| (it.code.id, it.at.offset().unwrap())).collect();
    let places: Vec<_> = found.iter().map(|(_, offset)| *offset).collect();
    assert_eq!(found.iter().map(|it| it.0).collect::<Vec<_>>(), ["TW106", "TW105", "TW103"]);
    assert!(
        text[places[0]..].starts_with(r#"\"f\\u00e9\""#) && text[places[1]..].starts_with(r#"\"b\""#),
        "{places:?}"
    );
    assert!(text[places[2]..].starts_with(r#"{\"role\":\"b\""#), "{places:?}");
    assert_eq!(pointers(root, &places[..1]), ["/messages_json"]);
}

/// Detection only sees the beginning of a long row or export.
#[test]
fn the_beginning_of_a_row_tells_the_format() {
    let row = r#"{"chat_id":"a","created_timestamp":"t","prompt_name":"n","messages_json":"[{"#;
    for text in [
        row.to_owned(),
        format!(r#"{{"success":true,"data":[{{"chat":{row}"#),
        r#"{"chat_id":"a","messages_json":"[{"#.to_owned(),
    ] {
        let mut tape = Tape::new();
        let (root, error) = tape.parse_prefix(&text);
        assert!(error.is_some());
        let found = turnwise::format::score_all(root.unwrap());
        assert_eq!(found.iter().map(|it| it.format.name).collect::<Vec<_>>(), ["keprompt-chat"], "{text}");
    }
}

#[test]
fn answers_become_what_the_library_stores() {
    let call = |arguments: &str| {
        format!(
            r#"{{"choices":[{{"message":{{"role":"assistant","content":"","tool_calls":[{{"id":"c1","type":"function","function":{{"name":"f","arguments":{arguments}}}}}]}}}}]}}"#
        )
    };
    let (repaired, losses) = as_messages(&call(r#""\"a\": 1}""#), "openai").unwrap();
    let expected = r#"[{"role":"assistant","content":[{"type":"tool","id":"c1","name":"f","arguments":{"a": 1}}]}]"#;
    assert_eq!((repaired.as_str(), losses.as_slice()), (expected, &["TW350"][..]));
    assert!(as_messages(&call(r#""not json""#), "openai").is_err());
    let google = r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi"},{"functionCall":{"name":"f","args":{"a":1}}}]}}]}"#;
    let expected = r#"[{"role":"assistant","content":[{"type":"text","text":"Hi"},{"type":"tool","id":"","name":"f","arguments":{"a":1}}]}]"#;
    assert_eq!(as_messages(google, "gemini").unwrap().0, expected);
}

#[test]
fn results_that_stand_together_are_one_message() {
    let text = r#"[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"1"},{"role":"tool","tool_call_id":"b","content":"2"}]"#;
    let (written, losses) = as_messages(text, "openai").unwrap();
    let results = r#"{"role":"tool","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},{"type":"tool_result","tool_use_id":"b","content":"2"}]}"#;
    assert!(written.contains(results) && losses.is_empty(), "{written} {losses:?}");
}

#[test]
fn images_without_bytes_are_refused() {
    let text = r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://example.com/a.png"}}]},{"role":"assistant","content":"a"}]"#;
    assert!(as_messages(text, "openai").unwrap_err().contains("does not accept such a URL"));
    let lossy = WriteOptions { is_lossy: true, ..WriteOptions::default() };
    let (written, losses) = convert(text, "openai", "keprompt", &lossy).unwrap();
    assert_eq!(
        (written.as_str(), losses.as_slice()),
        (r#"[{"role":"assistant","content":[{"type":"text","text":"a"}]}]"#, &["TW304", "TW322"][..])
    );
}
