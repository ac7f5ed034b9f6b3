//! The library says and writes what the command line does, and nothing it is given makes it panic.

use std::fs;
use std::io::{self, Cursor, Read};
use std::process::{Command, Output};

use serde_json::Value;
use turnwise::format::FORMATS;
use turnwise::{
    ChangeKind, Conversation, Convert, Converted, Diff, Error, ErrorKind, Ids, LossKind, MediaKind, MediaSource, Part,
    Role, Severity, Validate, convert, detect, diff, records, validate,
};

use crate::fixtures::{files, path};

const CHAT: &str =
    r#"{"messages":[{"role":"user","name":"ann","content":"Hello"},{"role":"assistant","content":"Hi"}]}"#;

/// Code and pointer.
type Said = Vec<(String, String)>;

fn said(converted: &Converted) -> Said {
    let losses = converted.losses.iter().map(|it| (it.code.to_owned(), it.pointer.clone()));
    let mut said: Said =
        losses.chain(converted.findings.iter().map(|it| (it.code.to_owned(), it.pointer.clone()))).collect();
    said.sort();
    said
}

/// Runs the program with a file as its standard input.
fn command(arguments: &[&str], file: &std::path::Path) -> Output {
    let input = fs::File::open(file).unwrap();
    Command::new(env!("CARGO_BIN_EXE_turnwise"))
        .args(arguments)
        .stdin(input)
        .current_dir(path("tests"))
        .output()
        .unwrap()
}

fn report(output: &Output) -> Said {
    let text = String::from_utf8_lossy(&output.stderr);
    let values = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let text_of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut said: Said =
        values.filter(|it| it["code"].is_string()).map(|it| (text_of(&it["code"]), text_of(&it["pointer"]))).collect();
    said.sort();
    said
}

/// All fixtures, each to two of the targets, dialects among them: the same bytes, codes and pointers as the command line.
#[test]
fn it_converts_as_the_command_line_does() {
    let targets = turnwise::formats();
    let (mut number, mut good) = (0, 0);
    for from in FORMATS {
        for file in files(from) {
            for step in [0, 1] {
                let to = targets[(number * 7 + step * 5) % targets.len()].as_str();
                let output = command(&["convert", "-q", "--from", from.name, "--to", to, "--report", "-"], &file);
                let found = convert(fs::read(&file).unwrap(), from.name, to);
                let name = format!("{} to {to}", file.display());
                match found {
                    Ok(found) => {
                        assert_eq!(output.status.code(), Some(0), "{name}");
                        assert!(found.bytes == output.stdout, "{name}: other bytes");
                        assert_eq!(said(&found), report(&output), "{name}");
                        good += 1;
                    }
                    Err(error) => {
                        assert_eq!(output.status.code(), Some(2), "{name}: {error}");
                        if let Some(code) = error.code() {
                            let told = report(&output);
                            let own = (code.to_owned(), error.pointer().unwrap_or_default().to_owned());
                            let text = String::from_utf8_lossy(&output.stderr);
                            assert!(
                                told.contains(&own) || told.is_empty() && text.contains(code),
                                "{name}: {error}\n{text}"
                            );
                        }
                    }
                }
                number += 1;
            }
        }
    }
    assert!(good > number / 2, "{good} of {number} were converted");
}

/// All fixtures, for one of the targets: the same findings as the command line.
#[test]
fn it_validates_as_the_command_line_does() {
    let targets = turnwise::formats();
    for (number, file) in FORMATS.iter().flat_map(|format| files(format)).enumerate() {
        let to = targets[number * 7 % targets.len()].as_str();
        let output = command(&["validate", "-q", "--for", to, "--report", "-"], &file);
        let name = format!("{} for {to}", file.display());
        match validate(fs::read(&file).unwrap(), &Validate::new().target(to)) {
            Ok(found) => {
                let is_bad = found.iter().any(|it| it.severity == Severity::Error);
                let mut said: Said = found.into_iter().map(|it| (it.code.to_owned(), it.pointer)).collect();
                said.sort();
                assert_eq!((said, output.status.code()), (report(&output), Some(i32::from(is_bad))), "{name}");
            }
            Err(error) => assert_eq!(output.status.code(), Some(2), "{name}: {error}"),
        }
    }
}

/// Records one by one give the lines that the whole gives.
#[test]
fn records_one_by_one_are_the_whole() {
    for (from, to) in [("openai", "anthropic"), ("openai", "openai"), ("anthropic", "gemini"), ("sharegpt", "openai")] {
        for file in files(turnwise::format::by_name(from).unwrap().0) {
            let name = format!("{} to {to}", file.display());
            let bytes = fs::read(&file).unwrap();
            let lines = file.extension().is_some_and(|end| end == "jsonl");
            let convert = Convert::new(to).from(from);
            let (Ok(whole), true) = (convert.run(&bytes), lines) else { continue };
            let parts: Result<Vec<_>, Error> = convert.records(Cursor::new(bytes)).unwrap().collect();
            let parts = parts.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(parts.iter().map(|it| it.records).sum::<u64>(), whole.records, "{name}");
            assert!(parts.iter().flat_map(|it| it.bytes.clone()).collect::<Vec<_>>() == whole.bytes, "{name}");
            let losses: Vec<_> = parts.iter().flat_map(|it| it.losses.clone()).collect();
            assert_eq!(losses, whole.losses, "{name}");
        }
    }
}

#[test]
fn all_losses_are_told() {
    let many = 5000;
    let lines = format!("{CHAT}\n").repeat(many);
    let converted = convert(&lines, None, "anthropic").unwrap();
    assert_eq!((converted.records, converted.losses.len()), (many as u64, many));
    for (index, loss) in converted.losses.iter().enumerate() {
        assert_eq!(
            (loss.record, loss.line, loss.pointer.as_str()),
            (index as u64 + 1, index as u64 + 1, "/messages/0/name")
        );
        assert_eq!((loss.kind, loss.column > 1, loss.help.is_empty()), (LossKind::Dropped, true, false));
    }
}

#[test]
fn places_are_those_of_the_input() {
    let array = format!("[\n  {CHAT},\n  {CHAT}\n]\n");
    let whole = convert(&array, "openai", "anthropic").unwrap();
    let parts: Vec<_> = Convert::new("anthropic").records(Cursor::new(array)).unwrap().map(Result::unwrap).collect();
    assert_eq!(parts.iter().flat_map(|it| it.losses.clone()).collect::<Vec<_>>(), whole.losses);
    assert_eq!((whole.losses[1].record, whole.losses[1].line), (2, 3));
    assert!(parts.iter().all(|part| part.bytes.ends_with(b"}\n") && part.records == 1));
}

/// Every function, on one input.
fn everything(input: &[u8]) -> [Option<ErrorKind>; 6] {
    let kind = |error: Error| {
        assert!(!error.message().is_empty() && !error.to_string().is_empty());
        assert!(error.line() != Some(0) && error.column() != Some(0) && error.record() != Some(0));
        error.kind()
    };
    let all = |items: Result<Vec<_>, Error>| items.err().map(kind);
    [
        convert(input, None, "anthropic").err().map(kind),
        validate(input, &Validate::new()).err().map(kind),
        detect(input).err().map(kind),
        diff(input, input).err().map(kind),
        all(Conversation::read_all(input, None).map(|found| found.iter().map(|_| ()).collect())),
        all(Convert::new("gemini")
            .records(Cursor::new(input.to_vec()))
            .and_then(|it| it.map(|it| it.map(drop)).collect())),
    ]
}

#[test]
fn hostile_inputs_are_errors() {
    assert_eq!(everything(b""), [None; 6]);
    assert_eq!(everything(b"\xef\xbb\xbf"), [None; 6]);
    assert_eq!(everything(CHAT.as_bytes()), [None; 6]);
    assert_eq!(everything(b"<html>"), [Some(ErrorKind::Input); 6]);
    assert_eq!(everything(b"{\"a\":1}"), [Some(ErrorKind::Input); 6]);
    assert_eq!(
        everything(&CHAT.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()),
        [Some(ErrorKind::Read); 6]
    );
    // With a byte order mark, and with CRLF: as without.
    let plain = convert(CHAT, None, "anthropic").unwrap();
    let marked = convert(format!("\u{feff}{CHAT}"), None, "anthropic").unwrap();
    assert_eq!((marked.losses[0].pointer.as_str(), marked.losses.len()), ("/messages/0/name", plain.losses.len()));
    let crlf = convert(format!("{CHAT}\r\n{CHAT}\r\n"), None, "anthropic").unwrap();
    assert_eq!((crlf.records, crlf.losses[1].line), (2, 2));
    // Every beginning of a record, and every byte of it broken.
    for end in 1..CHAT.len() {
        everything(&CHAT.as_bytes()[..end]);
        let mut broken = CHAT.as_bytes().to_vec();
        broken[end] = 0xff;
        let lines = [CHAT.as_bytes(), b"\n", &broken, b"\n"].concat();
        let error = convert(&lines, None, "anthropic").unwrap_err();
        assert_eq!((error.kind(), error.record(), error.line()), (ErrorKind::Record, Some(2), Some(2)), "{end}");
        assert!(error.code().is_some() && error.help().is_some() && error.pointer().is_some());
        assert!(records(Cursor::new(lines), None).unwrap().nth(1).unwrap().is_err());
    }
    everything(&[b"[".repeat(100_000), b"]".repeat(100_000)].concat());
    everything(format!("[{CHAT},,{CHAT}]").as_bytes());
}

#[test]
fn a_bad_record_does_not_end_the_others() {
    for (text, line) in [
        (format!("{CHAT}\n{{\"messages\":7}}\n{CHAT}\n"), 2),
        (format!("{CHAT}\n{{\"messages\":[\n{CHAT}\n"), 2),
        (format!("[{CHAT},\n7,\n{CHAT}]"), 2),
    ] {
        let good: Vec<_> = records(Cursor::new(text.clone()), "openai").unwrap().collect();
        assert_eq!(good.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true], "{text}");
        let converted: Vec<_> = Convert::new("anthropic").records(Cursor::new(text.clone())).unwrap().collect();
        assert_eq!(converted.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true], "{text}");
        let error = converted.into_iter().nth(1).unwrap().unwrap_err();
        assert_eq!((error.record(), error.line()), (Some(2), Some(line)), "{text}: {error}");
        assert_eq!(error.code(), convert(text, "openai", "anthropic").unwrap_err().code());
    }
    // What would be another kind of file, were it one.
    for odd in [&b"\x1f\x8b\x08"[..], b"\x28\xb5\x2f\xfd", b"<html>", b"{\0\"\0a\0\"\0", b"%PDF-1.7", b"\xff\xfe"] {
        let lines = [CHAT.as_bytes(), b"\n", odd, b"\n", CHAT.as_bytes()].concat();
        let converted: Vec<_> = Convert::new("anthropic").records(Cursor::new(lines.clone())).unwrap().collect();
        let error = converted[1].as_ref().unwrap_err();
        assert_eq!(
            (error.kind(), error.record(), converted.len()),
            (ErrorKind::Record, Some(2), 3),
            "{odd:?}: {error}"
        );
        assert_eq!(error.code(), convert(lines, "openai", "anthropic").unwrap_err().code(), "{odd:?}");
    }
}

/// Never ends.
struct Endless(usize);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buffer {
            *byte = CHAT.as_bytes().get(self.0).copied().unwrap_or(b'\n');
            self.0 = if self.0 == CHAT.len() { 0 } else { self.0 + 1 };
        }
        Ok(buffer.len())
    }
}

#[test]
fn no_more_is_read_than_is_asked_for() {
    assert!(records(Endless(0), None).unwrap().take(3000).all(|record| record.is_ok()));
    let converted = Convert::new("gemini").records(Endless(0)).unwrap().take(3000);
    assert_eq!(converted.map(|record| record.unwrap().records).sum::<u64>(), 3000);
}

/// Gives some bytes, then fails.
struct Failing(Cursor<Vec<u8>>);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the line is dead")),
            count => Ok(count),
        }
    }
}

#[test]
fn an_error_of_the_reader_ends_it() {
    let reader = Failing(Cursor::new(format!("{CHAT}\n").repeat(5000).into_bytes()));
    let mut found = records(reader, None).unwrap();
    let error = found.find_map(Result::err).unwrap();
    assert!(error.kind() == ErrorKind::Read && error.message().contains("the line is dead"), "{error}");
    assert!(found.next().is_none());
}

#[test]
fn names_that_are_unknown_are_errors() {
    let kinds = [
        convert(CHAT, "opnai", "anthropic").unwrap_err(),
        convert(CHAT, None, "openai:nowhere").unwrap_err(),
        Convert::new("anthropic").strict(true).allow(["TX1"]).run(CHAT).unwrap_err(),
        validate(CHAT, &Validate::new().ignore(["nothing"])).unwrap_err(),
        validate(CHAT, &Validate::new().target("x")).unwrap_err(),
        Diff::new().ignore(["everything"]).run(CHAT, CHAT).unwrap_err(),
        records(io::empty(), "x").unwrap_err(),
    ];
    assert!(kinds.iter().all(|error| error.kind() == ErrorKind::Argument && error.help().is_some()), "{kinds:?}");
}

#[test]
fn options_do_what_they_say() {
    let strict = Convert::new("anthropic").strict(true);
    let error = strict.run(CHAT).unwrap_err();
    let code = error.code().unwrap();
    assert_eq!(error.pointer(), Some("/messages/0/name"));
    assert!(strict.allow([code]).run(CHAT).unwrap().losses.iter().all(|loss| loss.code == code));
    let orphan = r#"{"messages":[{"role":"user","content":"hi"},{"role":"tool","tool_call_id":"c9","content":"x"}]}"#;
    assert_eq!(convert(orphan, "openai", "anthropic").unwrap_err().kind(), ErrorKind::Record);
    let repaired = Convert::new("anthropic").repair(true).ids(Ids::Stable).run(orphan).unwrap();
    assert!(repaired.losses.iter().all(|loss| loss.record == 1) && !repaired.losses.is_empty());
    let file = path("examples/weather.openai.jsonl");
    let from_file = Convert::new("anthropic").run_file(&file).unwrap();
    assert_eq!(from_file.bytes, Convert::new("anthropic").run(fs::read(file).unwrap()).unwrap().bytes);
    let findings = validate(orphan, &Validate::new().select(["TW2"]).strict(true)).unwrap();
    assert!(
        findings.iter().all(|it| it.severity == Severity::Error && it.code.starts_with("TW2")) && !findings.is_empty()
    );
    assert_eq!(Convert::new("anthropic").run_file(path("src")).unwrap_err().kind(), ErrorKind::Read);
}

#[test]
fn differences_are_told_with_their_records() {
    let other = CHAT.replace("Hi", "Oh");
    let changes = diff(format!("{CHAT}\n{CHAT}\n"), format!("{CHAT}\n{other}\n{CHAT}\n")).unwrap();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!((changes[0].kind, changes[0].record_a, changes[0].a.as_deref()), (ChangeKind::Insert, None, None));
    let (sunny, rainy) = (CHAT.replace("Hi", "It is sunny."), CHAT.replace("Hi", "It is rainy."));
    let changes = diff(sunny, rainy).unwrap();
    assert_eq!(
        (changes[0].a.as_deref(), changes[0].path.as_str()),
        (Some("/messages/1/content"), "text"),
        "{changes:?}"
    );
    assert_eq!(diff(CHAT, convert(CHAT, None, "anthropic").unwrap().bytes).unwrap().len(), 1);
}

#[test]
fn conversations_are_plain_values() {
    let chat = r#"{"messages":[{"role":"user","content":[{"type":"text","text":"caf\u00e9"},
        {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}]},
        {"role":"assistant","content":[{"type":"thinking","thinking":"Hm.","signature":"s"},
        {"type":"tool_use","id":"c1","name":"look","input":{"n":1.10}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":"gone"}]}],
        "tools":[{"name":"look","input_schema":{"type":"object"}}],"max_tokens":9,"model":"m"}"#;
    let all = Conversation::read_all(chat, "anthropic").unwrap();
    let [conversation] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(conversation.tools[0].parameters.as_deref(), Some(r#"{"type":"object"}"#));
    let parts: Vec<_> = conversation.messages.iter().flat_map(|message| &message.parts).collect();
    assert!(matches!(parts[0], Part::Text(text) if text == "café"), "{parts:?}");
    let Part::Media(media) = parts[1] else { panic!("{parts:?}") };
    assert_eq!((media.kind, media.media_type.as_deref()), (MediaKind::Image, Some("image/png")));
    assert_eq!(media.source, MediaSource::Base64("iVBORw0KGgo=".to_owned()));
    assert!(matches!(parts[2], Part::Reasoning(it) if it.text == "Hm." && it.signature.as_deref() == Some("s")));
    let call = conversation.messages[1].tool_calls().next().unwrap();
    assert_eq!(
        (call.id.as_deref(), call.name.as_str(), call.arguments.as_str()),
        (Some("c1"), "look", r#"{"n":1.10}"#)
    );
    let result = conversation.messages.iter().flat_map(turnwise::Message::tool_results).next().unwrap();
    assert_eq!((result.call_id.as_deref(), result.is_error, result.text().as_str()), (Some("c1"), true, "gone"));
    assert_eq!(conversation.messages[0].role, Role::User);
    // Every fixture can be read, as plain values too.
    for format in FORMATS {
        for file in files(format) {
            let text = fs::read(&file).unwrap();
            let read = Conversation::read_all(&text, format.name);
            let read = read.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert_eq!(records(Cursor::new(text), format.name).unwrap().count(), read.len());
        }
    }
}

#[test]
fn what_it_gives_can_be_sent_to_other_threads() {
    fn is_free<T: Send + Sync + 'static>() {}
    fn is_sent<T: Send + 'static>() {}
    is_free::<Error>();
    is_free::<Converted>();
    is_free::<Convert>();
    is_free::<Conversation>();
    is_sent::<turnwise::Records>();
    is_sent::<turnwise::ConvertedRecords>();
}

#[test]
fn conversations_inside_of_records_are_converted_there() {
    let row = |id: u32, chat: &str| format!("{{\"id\": {id}, \"chat\": {chat}}}");
    let hi = r#"[{"role": "user", "content": "hi"}]"#;
    let wanted = r#"[{"role": "user", "parts": [{"text": "hi"}]}]"#;
    let convert = Convert::new("gemini").from("openai").at(["/chat"]);
    for (open, separator, close) in [("", "\n", "\n"), ("[", ",\n", "]")] {
        let file = |chat: &str| format!("{open}{}{separator}{}{close}", row(1, chat), row(2, chat));
        assert_eq!(convert.run(file(hi)).unwrap().bytes, file(wanted).as_bytes());
        let text = file(hi);
        let single = convert.records(Cursor::new(text.into_bytes())).unwrap();
        let single: Vec<_> =
            single.map(|record| String::from_utf8(record.unwrap().bytes).unwrap().trim().to_owned()).collect();
        assert_eq!(single, [row(1, wanted), row(2, wanted)]);
    }
    let bad = row(7, r#"[{"role":"zz","content":"hi"}]"#);
    let findings = validate(&bad, &Validate::new().from("openai").at(["/chat"])).unwrap();
    assert_eq!(findings[0].pointer, "/chat/0/role");
    let error = convert.run(&bad).unwrap_err();
    assert_eq!(error.pointer(), Some("/chat/0"));
    assert!(Convert::new("gemini").at(["chat"]).run(&bad).is_err());
}

#[test]
fn columns_are_named_in_the_name_of_the_format() {
    let row = r#"{"prompt":"a","query":"b","response":"c"}"#;
    for (from, question) in
        [("rows:user=query,assistant=response", "b"), ("rows:query-response", "b"), ("rows:prompt-response", "a")]
    {
        let table = convert(row, from, "rows:user=q,assistant=a,id=-").unwrap();
        assert_eq!(String::from_utf8(table.bytes).unwrap(), format!(r#"{{"q":"{question}","a":"c"}}"#), "{from}");
    }
    for wrong in ["rows:user=query", "rows:user=query,answer=response", "rows:unknown"] {
        assert_eq!(convert(row, wrong, "openai").unwrap_err().kind(), ErrorKind::Argument, "{wrong}");
        assert_eq!(convert(row, "rows:query-response", wrong).unwrap_err().kind(), ErrorKind::Argument, "{wrong}");
    }
    let error = convert(row, "rows:dolly", "openai").unwrap_err();
    assert!(error.message().ends_with("rows:dolly has the columns `instruction` and `response`"), "{error}");
}

/// Every item that the library exports, and every method of the items of src/api, has an example in its documentation.
#[test]
fn every_public_item_has_an_example() {
    let root = fs::read_to_string(path("src/lib.rs")).unwrap();
    let shown = root.split("#[doc(inline)]\npub use ").skip(1).map(|it| it.split(';').next().unwrap());
    let names = shown.flat_map(|it| it.split("::").last().unwrap().split(|c: char| !c.is_alphanumeric()));
    let names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
    assert!(names.len() > 30 && names.contains(&"Severity"), "{names:?}");
    let mut sources = Vec::new();
    crate::style::files(&path("src"), &mut sources);
    sources.sort_by_key(|file| !file.starts_with(path("src/api")));
    let mut missing: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
    for file in sources.iter().filter(|file| file.extension().is_some_and(|end| end == "rs")) {
        let text = fs::read_to_string(file).unwrap();
        let (mut has_example, mut is_hidden) = (false, false);
        for line in text.lines().map(str::trim) {
            if line.starts_with("///") || line.starts_with("#[") {
                has_example |= line.starts_with("/// ```");
                is_hidden |= line == "#[doc(hidden)]";
                continue;
            }
            let is_item = ["struct", "enum", "fn"].iter().find_map(|kind| line.strip_prefix(&format!("pub {kind} ")));
            if let Some(rest) = is_item.filter(|_| !is_hidden) {
                let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                if has_example {
                    missing.retain(|known| known != name);
                } else if file.starts_with(path("src/api")) {
                    missing.push(format!("{}: {name}", file.display()));
                }
            }
            (has_example, is_hidden) = (false, false);
        }
    }
    assert!(missing.is_empty(), "without an example: {missing:?}");
}
