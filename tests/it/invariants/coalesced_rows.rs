//! Deltas of an event log are coalesced before a conversion, except with `--on-error skip`: output, losses and their places are
//! the same.

use std::io::Cursor;

use turnwise::format::{FORMATS, by_name};
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::{Choice, Input, OnError, convert};
use turnwise::report::Diagnostic;
use turnwise::stream::{Silent, Source};

use crate::fixtures::files;
use crate::invariants::random::{Dice, rounds};

/// How random logs begin.
const BEGINNING: &str = r#"{"type":"RUN_STARTED","threadId":"t1","runId":"r1"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}
{"type":"TEXT_MESSAGE_START","messageId":"m2","role":"assistant"}
{"type":"REASONING_MESSAGE_START","messageId":"m3","role":"reasoning"}
"#;

const DELTAS: &[&str] = &[
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hello "}"#,
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"wörld\n"}"#,
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m2","delta":"a \"b\" "}"#,
    r#"{"type": "TEXT_MESSAGE_CONTENT", "messageId": "m2", "delta": "c\u00e9"}"#,
    r#"{"type":"REASONING_MESSAGE_CONTENT","messageId":"m3","delta":"hm "}"#,
];

/// Other events, and lines that are none.
const OTHERS: &[&str] = &[
    r#"{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}"#,
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"\ud83d"}"#,
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"\ude00"}"#,
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"\\"}"#,
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"ud83d"}"#,
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":""}"#,
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x","timestamp":1}"#,
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"none","delta":"lost"}"#,
    r#"{"type":"REASONING_MESSAGE_END","messageId":"m3"}"#,
    r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m4","role":"assistant","delta":"chunk"}"#,
    r#"{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#,
    r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f","parentMessageId":"m1"}"#,
    r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{\"a\":"}"#,
    r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"1}"}"#,
    r#"{"type":"TOOL_CALL_END","toolCallId":"c1"}"#,
    r#"{"type":"TOOL_CALL_RESULT","messageId":"m5","toolCallId":"c1","content":"ok"}"#,
    r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"user","content":"Hi"}]}"#,
    r#"{"type":"CUSTOM","name":"x","value":{"n":1.10}}"#,
    r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","del"#,
    "{\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m1\",\"delta\":\"tab\t\"}",
    "{\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m1\",\"delta\":\"end\"}\r",
    "",
    r#"{"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}"#,
];

/// The result of a conversion.
#[derive(Debug, PartialEq)]
struct Converted {
    output: String,
    diagnostics: Vec<String>,
    fatal: Option<String>,
    bytes: u64,
}

fn converted(log: &[u8], to: &str, on_error: OnError) -> Converted {
    let source = Source::from_reader(Cursor::new(log.to_vec()), "x.jsonl").unwrap();
    let input = Input::new(source, &Choice { format: by_name("ag-ui").map(|it| it.0), ..Choice::default() }).unwrap();
    let mut options = ConvertOptions::new(by_name(to).unwrap().0);
    (options.pass.on_error, options.pass.keep) = (on_error, u64::MAX);
    let (mut out, mut diagnostics) = (Vec::new(), Vec::new());
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let shown = |it: Diagnostic| format!("{} {} {:?} {:?}", it.code.id, it.message, it.location, it.excerpt);
    let mut note = |it: Diagnostic| diagnostics.push(shown(it));
    let ends = ConvertEnds { write: &mut write, note: &mut note, carry: None, restore: None, progress: &Silent };
    let outcome = convert::run(input, &options, ends).unwrap();
    diagnostics.sort();
    let fatal = outcome.fatal.map(|it| shown(it.diagnostic));
    Converted { output: String::from_utf8(out).unwrap(), diagnostics, fatal, bytes: outcome.bytes_in }
}

fn check(log: &[u8], to: &str) {
    let (coalesced, separate) = (converted(log, to, OnError::Stop), converted(log, to, OnError::Skip));
    let text = String::from_utf8_lossy(log);
    match coalesced.fatal {
        Some(fatal) => assert!(separate.diagnostics.contains(&fatal), "{to}: {fatal}, {separate:?}: {text}"),
        None => assert_eq!(coalesced, separate, "{to}: {text}"),
    }
}

#[test]
fn logs_of_the_library_are_converted_as_without_coalescing() {
    for file in
        files(by_name("ag-ui").unwrap().0).iter().filter(|file| file.extension().is_some_and(|it| it == "jsonl"))
    {
        let log = std::fs::read(file).unwrap();
        FORMATS.iter().filter(|format| format.name != "ag-ui").for_each(|format| check(&log, format.name));
    }
}

#[test]
fn random_logs_are_converted_as_without_coalescing() {
    let targets = ["openai", "anthropic", "gemini", "lionpride", "picklebot", "ai-sdk"];
    let mut dice = Dice(7);
    for round in 0..rounds(600) {
        let mut log = if dice.chance(90) { BEGINNING.as_bytes().to_vec() } else { Vec::new() };
        let percent = [1, 5, 30][round % 3];
        for _ in 0..dice.below(40) {
            let (lines, most) = if dice.chance(percent) { (OTHERS, 1) } else { (DELTAS, 4) };
            let line = lines[dice.below(lines.len())];
            for _ in 0..=dice.below(most) {
                log.extend_from_slice(line.as_bytes());
                log.push(b'\n');
            }
            if dice.below(1000) == 0 {
                log.extend_from_slice(b"{\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m1\",\"delta\":\"\xc3\"}\n");
            }
        }
        check(&log, targets[dice.below(targets.len())]);
    }
}
