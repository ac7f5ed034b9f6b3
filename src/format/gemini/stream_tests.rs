//! Streamed answers.

use super::stream::{is_chunk, is_stream};
use crate::format::{Framing, Reading, find_framing};
use crate::json::Tape;
use crate::model::Part;
use crate::report::Report;

fn chunk(parts: &str, more: &str) -> String {
    format!(r#"{{"candidates":[{{"content":{{"role":"model","parts":[{parts}]}}}}]{more}}}"#)
}

const ID: &str = r#","responseId":"r""#;

#[test]
fn chunks_of_one_answer_are_one_message() {
    let chunks = [
        chunk(r#"{"text":"Need ","thought":true}"#, ID),
        chunk(r#"{"text":"tools.","thought":true}"#, ID),
        chunk(r#"{"text":"caf\u00e9 \ud83d"}"#, r#","responseId":"r","usageMetadata":{"totalTokenCount":1}"#),
        chunk(r#"{"text":"\ude00"}"#, ID),
        chunk(r#"{"text":"","thoughtSignature":"c2ln"}"#, ID),
        r#"{"usageMetadata":{"totalTokenCount":9},"responseId":"r"}"#.to_owned(),
    ];
    let text = format!("[{}]", chunks.join(","));
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(u64::MAX));
    let root = tape.parse(&text).unwrap();
    assert!(is_stream(root) && root.items().all(is_chunk));
    let read = super::read::read(
        root,
        &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None },
    )
    .unwrap();
    let [message] = read.messages.as_slice() else { panic!("{read:?}") };
    let parts: Vec<_> = message.parts.iter().collect();
    let [Part::Reasoning(thought), Part::Text(said), Part::Text(signed)] = parts.as_slice() else {
        panic!("{parts:?}")
    };
    assert_eq!(thought.text.as_ref().unwrap().decode(), "Need tools.");
    assert_eq!(said.text.decode(), "caf\u{e9} \u{1f600}");
    assert!(signed.text.is_empty() && signed.signature().is_some());
    let usage = read.extras.fields().iter().find(|field| field.key.is("usageMetadata")).unwrap();
    assert_eq!(usage.value.as_str(), r#"{"totalTokenCount":9}"#);
}

#[test]
fn responses_of_their_own_are_no_stream() {
    let stop = r#"{"candidates":[{"content":{"parts":[]},"finishReason":"STOP"}]}"#;
    let (first, other) = (chunk("", ID), chunk("", r#","responseId":"s""#));
    for (list, is_one) in [
        (format!("[{first},{first}]"), true),
        (format!("[{first},{other}]"), false),
        (format!("[{first}]"), false),
        (format!("[{},{stop}]", chunk("", "")), true),
        (format!("[{stop},{stop}]"), false),
        (format!("[{0},{0}]", chunk("", "")), false),
        ("[]".to_owned(), false),
    ] {
        assert_eq!(is_stream(Tape::new().parse(&list).unwrap()), is_one, "{list}");
        if list.len() > 2 + first.len() {
            let framing = if is_one { Framing::Document } else { Framing::Array };
            assert_eq!(find_framing(&list, true, "json"), framing, "{list}");
        }
    }
    assert_eq!(find_framing(&format!("{first}\n{first}\n"), true, "jsonl"), Framing::Messages);
    assert_eq!(find_framing(&format!("{first}\n{other}\n"), true, "jsonl"), Framing::Lines);
    // Where a file is looked at, the last line may be cut.
    assert_eq!(find_framing(&format!("{first}\n{first}\n{{\"cand"), false, "jsonl"), Framing::Messages);
    let refused = format!("[{first},{other}]");
    let (mut tape, mut scratch, mut report) = (Tape::new(), Tape::new(), Report::keeping(0));
    let root = tape.parse(&refused).unwrap();
    assert!(
        super::read::read(
            root,
            &mut Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None }
        )
        .is_err()
    );
}
