//! Media go out and come back: the same bytes, in every format, spelling and layout. What must not be opened is not.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use base64::Engine as _;
use turnwise::format::{FORMATS, Format, WriteOptions};
use turnwise::json::{Layout, reformat};
use turnwise::op::media::{
    LocalFiles, MediaEnds, MediaOptions, MediaStore, MediaTask, Root, Sources, Types, run as run_media,
};
use turnwise::op::{Choice, Input, OnError, Outcome, PassOptions};
use turnwise::report::{Report, media};
use turnwise::stream::{Silent, Source};

use crate::fixtures::{files, path, write};
use crate::invariants::random::{Dice, conversation, rounds};

fn turnwise(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turnwise")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Does a task with a text; what comes out.
fn work(bytes: &[u8], format: Option<&'static Format>, name: &str, task: MediaTask<'_>) -> (Vec<u8>, Outcome) {
    let source = Source::from_reader(Cursor::new(bytes.to_vec()), name).unwrap();
    let choice = Choice { format, ..Choice::default() };
    let input = Input::new(source, &choice).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
    let options = MediaOptions {
        pass: PassOptions { on_error: OnError::Stop, jobs: 2, keep: 0 },
        keeps_surroundings: true,
        is_joined: false,
        is_dry: false,
        max_failures: None,
    };
    let mut out = Vec::new();
    let ends = MediaEnds {
        write: &mut |bytes| {
            out.extend_from_slice(bytes);
            Ok(())
        },
        note: &mut |_| {},
        progress: &Silent,
    };
    let outcome = run_media(input, task, &options, ends).unwrap();
    assert!(outcome.fatal.is_none(), "{name}: {:?}", outcome.fatal);
    (out, outcome)
}

/// Takes the media out and puts them back. The number that was taken out.
fn there_and_back(bytes: &[u8], format: Option<&'static Format>, name: &str, folder: &Path) -> u64 {
    let store = MediaStore::new(folder, false);
    let (light, _) = work(bytes, format, name, MediaTask::Extract(&store));
    let taken = store.totals().media;
    assert_eq!(taken > 0, light != bytes, "{name}");
    let root = Root::open(folder).unwrap();
    let sources = Sources { files: Some(LocalFiles::new(root, Types::default(), 1)), network: None };
    let task = MediaTask::Inline { finder: &sources, max_total: 0, fails: false };
    let (back, _) = work(&light, format, name, task);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(back == bytes, "{name}:\n{}\n{}\n{}", text(bytes), text(&light), text(&back));
    // Once more: there is nothing left to do.
    let (again, outcome) = work(&back, format, name, task);
    assert!(again == bytes && !outcome.is_changed, "{name}");
    taken
}

#[test]
fn every_fixture_comes_back_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let mut taken = 0;
        for file in files(format) {
            let bytes = fs::read(&file).unwrap();
            taken += there_and_back(&bytes, Some(format), &file.display().to_string(), folder.path());
        }
        // These hold references alone, or no media.
        let has_none = ["lionpride", "keprompt-statements", "keprompt-prompt"].contains(&format.name);
        let has_bytes = format.shape.media.is_some() && !has_none;
        assert_eq!(taken > 0, has_bytes, "{}: {taken} media", format.name);
    }
}

#[test]
fn random_conversations_come_back_to_the_byte_in_every_layout() {
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Dice(910);
    let mut taken = 0;
    for round in 0..rounds(40) {
        let made = conversation(&mut dice);
        for format in FORMATS {
            let options = WriteOptions { is_lossy: true, ..WriteOptions::default() };
            let Ok(text) = write(format, &made, &options, &mut Report::default()) else { continue };
            for layout in [Layout::Compact, Layout::Spaced, Layout::Pretty(2), Layout::Pretty(0)] {
                let mut bytes = Vec::new();
                reformat(&text, layout, 0, &mut bytes);
                let name = format!("round {round} {} {layout:?}", format.name);
                taken += there_and_back(&bytes, Some(format), &name, folder.path());
            }
        }
    }
    assert!(taken > 300, "{taken} media");
}

#[test]
fn every_spelling_of_bytes_comes_back_or_stays() {
    let folder = tempfile::tempdir().unwrap();
    let bytes: Vec<u8> = (0..=255).collect();
    let standard = base64::engine::general_purpose::STANDARD.encode(&bytes);
    let safe = base64::engine::general_purpose::URL_SAFE.encode(&bytes);
    let spellings = [
        (standard.clone(), 1),
        (standard.trim_end_matches('=').to_owned(), 1),
        (safe.clone(), 1),
        (safe.trim_end_matches('=').to_owned(), 1),
        (standard.replace('/', "\\/"), 1),
        (standard.replacen('/', "\\/", 1), 0),
        (standard.replace('+', "\\u002b"), 0),
        (format!("{}\\n{}", &standard[..76], &standard[76..]), 0),
        ("AB==".to_owned(), 0),
        ("@@@@".to_owned(), 0),
        (String::new(), 0),
    ];
    let bodies: [(&str, &str, &str); 14] = [
        (
            "openai",
            r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image\/png;base64,"#,
            r#""}}]}]"#,
        ),
        (
            "openai",
            r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:IMAGE/Jpg;q=1;base64,"#,
            r#""}}]}]"#,
        ),
        (
            "openai-responses",
            r#"[{"role":"user","content":[{"type":"input_file","filename":"a","file_data":"data:;base64,"#,
            r#""}]}]"#,
        ),
        (
            "anthropic",
            r#"[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/jpg" , "data":""#,
            r#""}}]}]"#,
        ),
        ("gemini", r#"[{"parts":[{"inline_data":{"data":""#, r#"","mime_type":"audio/L16;rate=24000"}}]}]"#),
        (
            "ag-ui",
            r#"[{"id":"a","role":"user","content":[{"type":"video","source":{"value":""#,
            r#"","mimeType":"video/mp4","type":"data"}}]}]"#,
        ),
        // Places that have no other form: the name of the file stands where the bytes stood.
        (
            "bedrock",
            r#"{"messages":[{"role":"user","content":[{"image":{"format":"png","source":{"bytes":""#,
            r#""}}}]}]}"#,
        ),
        (
            "patterpunk",
            r#"[{"type":"user","content":{"type":"chunks","chunks":[{"type":"multimodal","media_type":null,"data":""#,
            r#"","filename":null}]}}]"#,
        ),
        (
            "openai",
            r#"[{"role":"user","content":[{"type":"input_audio","input_audio":{"data":""#,
            r#"","format":"wav"}}]}]"#,
        ),
        ("openai", r#"[{"role":"user","content":"a","images":["AAAA",""#, r#""]}]"#),
        (
            "openai-responses",
            r#"{"model":"m","input":[{"type":"image_generation_call","id":"i","status":"completed","result":""#,
            r#""},{"role":"user","content":"a"}]}"#,
        ),
        (
            "keprompt",
            r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:None;base64,"#,
            r#""}}]}]"#,
        ),
        // A text inside a text.
        (
            "keprompt-chat",
            r#"{"chat_id":"a","messages_json":"[{\"role\":\u0022user\u0022, \"content\":[{\"type\":\"image_url\", \"image_url\": {\"url\":\"data:image/png;base64,"#,
            r#"\"}}]}]"}"#,
        ),
        (
            "ag-ui",
            r#"[{"thread_id":"t","run_id":"r","events":[],"input":"{\"threadId\":\"t\",\"messages\":[{\"id\":\"a\",\"role\":\"user\",\"content\":[{\"type\":\"image\",\"source\":{\"type\":\"data\", \"value\":\""#,
            r#"\",\"mimeType\":\"image/png\"}}]}]}"}]"#,
        ),
    ];
    for (name, before, after) in bodies {
        let format = turnwise::format::by_name(name).unwrap().0;
        for (spelling, wanted) in &spellings {
            let text = format!("{before}{spelling}{after}");
            let is_inside = before.contains("\\\"") && spelling.contains('\\');
            // A line end inside a text inside a text is not JSON.
            if is_inside && spelling.contains("\\n") {
                continue;
            }
            let taken = there_and_back(text.as_bytes(), Some(format), &text, folder.path());
            // One image more is there already.
            let wanted = wanted + u64::from(before.contains("\"AAAA\""));
            // A type that is spelled one way and bytes that are spelled another stay; so do gaps that are not alike.
            let is_alike = before.contains("\\/") == spelling.contains("\\/") || !before.contains('/');
            let is_odd = name == "anthropic" || !is_alike || is_inside;
            assert!(taken == wanted || (is_odd && taken == 0), "{taken}: {text}");
        }
    }
}

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn png() -> Vec<u8> {
    base64::engine::general_purpose::STANDARD.decode(PNG).unwrap()
}

#[test]
fn references_that_must_not_be_opened_stay() {
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for entry in fs::read_dir(path("tests/fixtures/robustness/media")).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = fs::read(&file).unwrap();
        for more in [&[][..], &["--media-dir", folder.path().to_str().unwrap()]] {
            let output = turnwise(&[&["inline-media", "--offline"], more, &[file.to_str().unwrap()]].concat());
            assert!(output.stdout == bytes, "{name}: {}", stderr(&output));
            let is_data = name.starts_with("data-");
            assert_eq!(output.status.code(), Some(i32::from(!is_data)), "{name}: {}", stderr(&output));
            let is_reported = stderr(&output).contains(if is_data { "TW915" } else { "TW91" });
            assert_eq!(is_reported, name != "data-ok.json", "{name}: {}", stderr(&output));
            assert!(!stderr(&output).contains("s3cr3t"), "{}", stderr(&output));
        }
        count += 1;
    }
    assert_eq!(count, 59);
}

#[test]
fn files_become_bytes_of_every_format() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a b.png"), png()).unwrap();
    let made = [
        (
            r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"a b.png","detail":"low"}}]}]"#,
            format!(
                r#"[{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"data:image/png;base64,{PNG}","detail":"low"}}}}]}}]"#
            ),
        ),
        (
            r#"{"max_tokens":1,"messages":[{"role":"user","content":[{"type":"image", "source":{"type":"url", "url":"a%20b.png"}}]}]}"#,
            format!(
                r#"{{"max_tokens":1,"messages":[{{"role":"user","content":[{{"type":"image", "source":{{"type":"base64", "media_type":"image/png", "data":"{PNG}"}}}}]}}]}}"#
            ),
        ),
        (
            r#"{"contents":[{"role":"user","parts":[{"fileData": {"fileUri": "a b.png"}},{"file_data":{"mime_type":"image/gif","file_uri":"a b.png"}}]}]}"#,
            format!(
                r#"{{"contents":[{{"role":"user","parts":[{{"inlineData": {{"data": "{PNG}","mimeType": "image/png"}}}},{{"inline_data":{{"mime_type":"image/png","data":"{PNG}"}}}}]}}]}}"#
            ),
        ),
        (
            r#"[{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"1","role":"user","content":[{"type":"image","source":{"type":"url","value":"a b.png"}}]}]}]"#,
            format!(
                r#"[{{"type":"MESSAGES_SNAPSHOT","messages":[{{"id":"1","role":"user","content":[{{"type":"image","source":{{"type":"data","value":"{PNG}","mimeType":"image/png"}}}}]}}]}}]"#
            ),
        ),
        (
            r#"{"model":"m","input":[{"role":"user","content":[{"type":"input_image","image_url":"a b.png"}]},{"type":"function_call_output","call_id":"c","output":[{"type":"input_file","file_url":"./a b.png"}]}]}"#,
            format!(
                r#"{{"model":"m","input":[{{"role":"user","content":[{{"type":"input_image","image_url":"data:image/png;base64,{PNG}"}}]}},{{"type":"function_call_output","call_id":"c","output":[{{"type":"input_file","file_data":"data:image/png;base64,{PNG}"}}]}}]}}"#
            ),
        ),
        (
            r#"{"conversations":[{"from":"human","value":"<image>hi"},{"from":"gpt","value":"a"}],"images":["a b.png"]}"#,
            format!(
                r#"{{"conversations":[{{"from":"human","value":"<image>hi"}},{{"from":"gpt","value":"a"}}],"images":["data:image/png;base64,{PNG}"]}}"#
            ),
        ),
        // The messages are a text inside the row; what an export shows of them is none.
        (
            r#"{"chat_id":"a","messages_json":"[{\"role\": \"user\", \"content\":[{\"type\":\"image_url\", \"image_url\": {\"url\":\"a\\u0020b.\u0070ng\"}}]}]"}"#,
            format!(
                r#"{{"chat_id":"a","messages_json":"[{{\"role\": \"user\", \"content\":[{{\"type\":\"image_url\", \"image_url\": {{\"url\":\"data:image/png;base64,{PNG}\"}}}}]}}]"}}"#
            ),
        ),
        (
            r#"{"data":[{"chat":{"chat_id":"a","messages_json":"[]"},"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"a b.png"}}]}]}]}"#,
            format!(
                r#"{{"data":[{{"chat":{{"chat_id":"a","messages_json":"[]"}},"messages":[{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"data:image/png;base64,{PNG}"}}}}]}}]}}]}}"#
            ),
        ),
    ];
    for (text, wanted) in made {
        let root = Root::open(folder.path()).unwrap();
        let sources = Sources { files: Some(LocalFiles::new(root, Types::default(), 1000)), network: None };
        let task = MediaTask::Inline { finder: &sources, max_total: 1000, fails: false };
        let (out, _) = work(text.as_bytes(), None, text, task);
        assert_eq!(String::from_utf8(out).unwrap(), wanted);
    }
}

#[test]
fn limits_types_and_places_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.png"), png()).unwrap();
    fs::write(folder.path().join("a.svg"), "<svg onload=alert(1)>").unwrap();
    fs::write(folder.path().join("a.html"), "<!DOCTYPE html><html>").unwrap();
    fs::write(folder.path().join("a.txt"), "words").unwrap();
    fs::write(folder.path().join("a.pdf"), "%PDF-1.4\n").unwrap();
    fs::write(folder.path().join("empty.png"), "").unwrap();
    let all = Types { images: true, audio: true, video: true, pdf: true, text: true };
    let cases = [
        ("a.png", Types::default(), 1000, 1000, None),
        ("a.png", Types::default(), 10, 1000, Some("TW913")),
        ("a.png", Types::default(), 1000, 10, Some("TW913")),
        ("a.png", Types { images: false, ..all }, 1000, 1000, Some("TW912")),
        ("a.pdf", Types::default(), 1000, 1000, Some("TW912")),
        ("a.pdf", all, 1000, 1000, None),
        ("a.txt", Types::default(), 1000, 1000, Some("TW912")),
        ("a.txt", all, 1000, 1000, None),
        ("a.svg", all, 1000, 1000, Some("TW912")),
        ("a.html", all, 1000, 1000, Some("TW912")),
        ("empty.png", all, 1000, 1000, Some("TW912")),
        ("none.png", all, 1000, 1000, Some("TW911")),
        ("https://example.com/a.png", all, 1000, 1000, Some("TW910")),
    ];
    for (reference, types, max_item, max_total, code) in cases {
        let text =
            format!(r#"[{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"{reference}"}}}}]}}]"#);
        let root = Root::open(folder.path()).unwrap();
        let sources = Sources { files: Some(LocalFiles::new(root, types, max_item)), network: None };
        let task = MediaTask::Inline { finder: &sources, max_total, fails: false };
        let (out, outcome) = work(text.as_bytes(), None, reference, task);
        let found: Vec<_> = outcome.report.counts().iter().map(|count| count.code.id).collect();
        assert_eq!(found.first().copied(), code, "{reference}");
        assert_eq!(out == text.as_bytes(), code.is_some(), "{reference}");
    }
    // A file that says it is one of ours, and is not, is like any other.
    let liar = format!("{}.bin", "ab".repeat(32));
    fs::write(folder.path().join(&liar), "words").unwrap();
    let text = format!(r#"[{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"{liar}"}}}}]}}]"#);
    let root = Root::open(folder.path()).unwrap();
    let sources = Sources { files: Some(LocalFiles::new(root, Types::default(), 1000)), network: None };
    let task = MediaTask::Inline { finder: &sources, max_total: 1000, fails: false };
    let (_, outcome) = work(text.as_bytes(), None, "liar", task);
    assert_eq!(outcome.report.total(|count| count.code == &media::TYPE_REFUSED), 1);
}

#[test]
fn the_library_that_refuses_bytes_gets_none() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.png"), png()).unwrap();
    let text = fs::read_to_string(path("tests/fixtures/lionpride/media.json")).unwrap();
    let file = folder.path().join("chat.json");
    fs::write(&file, &text).unwrap();
    let root = folder.path().to_str().unwrap();
    let output = turnwise(&["inline-media", "--offline", "--media-dir", root, file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(output.stdout == text.as_bytes() && stderr(&output).contains("TW914"), "{}", stderr(&output));
}

#[test]
fn bad_records_and_failed_media_do_what_was_asked() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_str().unwrap().to_owned();
    fs::write(folder.path().join("a.png"), png()).unwrap();
    let image = |name: &str| {
        format!(r#"[{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"{name}"}}}}]}}]"#)
    };
    let good = image(&format!("data:image/png;base64,{PNG}"));
    let file = folder.path().join("in.jsonl");
    let run = |text: &str, more: &[&str]| {
        fs::write(&file, text).unwrap();
        let args = ["inline-media", "--offline", "-q", "--media-dir", &root, file.to_str().unwrap()];
        let output = turnwise(&[&args, more].concat());
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let text = format!("{}\r\n\nnot json\n{}\n{}", image("a.png"), image("none.png"), image("a.png"));
    let none = image("none.png");
    assert_eq!(run(&text, &[]), (2, format!("{good}\n")));
    assert_eq!(run(&text, &["--on-error", "skip"]), (1, format!("{good}\n{none}\n{good}")));
    let (code, out) = run(&text, &["--on-error", "emit", "--on-media-error", "fail"]);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!((code, lines.len()), (1, 4), "{out}");
    assert!(lines[1].contains("$turnwise_error") && lines[2].contains("TW911") && lines[3] == good, "{out}");
    assert_eq!(run(&format!("{}\n{none}\n", image("a.png")), &["--max-media-errors", "0"]).0, 2);
    // A list of records stays a list.
    let list = format!("[\n{},\n{{\"role\":1}},\n{}\n]\n", image("a.png"), image("a.png"));
    assert_eq!(run(&list, &["--on-error", "skip"]), (0, format!("[\n{good},\n{good}\n]\n")));
    let list = format!("[[1],{},{}]", image("a.png"), image("a.png"));
    assert_eq!(
        run(&list, &["--on-error", "skip", "--from", "openai", "--input-framing", "array"]),
        (0, format!("[{good},{good}]"))
    );
    // Nothing to do: nothing is written.
    fs::write(&file, format!("{good}\r\n")).unwrap();
    let before = fs::metadata(&file).unwrap().modified().unwrap();
    let args = ["inline-media", "--offline", "--media-dir", &root, file.to_str().unwrap(), "--in-place"];
    assert_eq!(turnwise(&args).status.code(), Some(0));
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), before);
    // Something to do: only when it is requested.
    fs::write(&file, format!("{}\r\n", image("a.png"))).unwrap();
    assert_eq!(turnwise(&[&args[..5], &["--check"]].concat()).status.code(), Some(1));
    assert_eq!(turnwise(&args).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{good}\r\n"));
}

#[test]
fn the_same_picture_is_kept_once_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.jsonl");
    let line = format!(
        r#"[{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"data:image/png;base64,{PNG}"}}}}]}}]"#
    );
    fs::write(&file, format!("{line}\n{line}\n{line}\n")).unwrap();
    let media = folder.path().join("media");
    let args = ["extract-media", "--dir", media.to_str().unwrap(), file.to_str().unwrap()];
    let dry = turnwise(&[&args[..], &["-n"]].concat());
    assert!(dry.stdout.is_empty() && !media.exists(), "{}", stderr(&dry));
    let first = turnwise(&args);
    assert_eq!(first.status.code(), Some(0));
    assert!(stderr(&first).contains("3 media"), "{}", stderr(&first));
    let names: Vec<_> = fs::read_dir(&media).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(matches!(names.as_slice(), [one] if one.extension().unwrap() == "png"), "{names:?}");
    let before = fs::metadata(&names[0]).unwrap().modified().unwrap();
    assert_eq!(turnwise(&args).stdout, first.stdout);
    assert_eq!(fs::metadata(&names[0]).unwrap().modified().unwrap(), before);
    // A file that is damaged is made again.
    fs::write(&names[0], "damaged").unwrap();
    assert_eq!(turnwise(&args).stdout, first.stdout);
    assert_eq!(fs::read(&names[0]).unwrap(), png());
}

#[test]
fn formats_that_hold_bytes_alone_get_them_on_conversion() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_str().unwrap();
    fs::write(folder.path().join("a.png"), png()).unwrap();
    let file = folder.path().join("in.json");
    let text = |url: &str| {
        format!(
            r#"{{"messages":[{{"role":"user","content":[{{"type":"text","text":"look"}},{{"type":"image_url","image_url":{{"url":"{url}"}}}}]}}]}}"#
        )
    };
    fs::write(&file, text("a.png")).unwrap();
    let file = file.to_str().unwrap();
    for to in ["patterpunk", "bedrock", "anthropic", "gemini", "openai-responses", "ag-ui", "openai"] {
        let args = ["convert", "--to", to, file];
        let output = turnwise(&[&args[..], &["--inline-media", "--offline", "--media-dir", root]].concat());
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(0) && out.contains(PNG), "{to}: {} {out}", stderr(&output));
        // In a dry run it is known as well, and nothing is written.
        let dry = turnwise(&[&args[..], &["--inline-media", "-n", "--media-dir", root]].concat());
        assert!(dry.status.code() == Some(0) && dry.stdout.is_empty(), "{to}: {}", stderr(&dry));
        assert!(!String::from_utf8_lossy(&turnwise(&args).stdout).contains(PNG), "{to}");
        // Options that would do nothing are a slip of the finger.
        assert_eq!(turnwise(&[&args[..], &["--media-dir", root]].concat()).status.code(), Some(2), "{to}");
    }
    // URLs alone: they stay.
    let output = turnwise(&[
        "convert",
        "--to",
        "lionpride",
        "--lossy",
        file,
        "--inline-media",
        "--offline",
        "--media-dir",
        root,
    ]);
    assert!(!String::from_utf8_lossy(&output.stdout).contains(PNG), "{}", stderr(&output));
    // What cannot be had is said, and is a bad record if that is requested.
    fs::write(file, text("http://127.0.0.1/a.png")).unwrap();
    let args = ["convert", "--to", "openai", "--inline-media", file];
    let kept = turnwise(&args);
    assert_eq!((kept.status.code(), stderr(&kept).contains("TW910")), (Some(1), true), "{}", stderr(&kept));
    let refused = turnwise(&[&args[..], &["--on-media-error", "fail"]].concat());
    assert_eq!((refused.status.code(), stderr(&refused).contains("TW910")), (Some(2), true), "{}", stderr(&refused));
}

#[test]
fn bytes_beside_a_key_that_would_stand_there_twice_stay() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        (
            "openai-responses",
            format!(
                r#"[{{"role":"user","content":[{{"type":"input_file","filename":"a","file_data":"data:image/png;base64,{PNG}","file_url":null}}]}}]"#
            ),
        ),
        (
            "openai-responses",
            format!(
                r#"[{{"role":"user","content":[{{"type":"input_file","file_url":"data:image/png;base64,{PNG}"}}]}}]"#
            ),
        ),
        (
            "ag-ui",
            format!(
                r#"[{{"id":"a","role":"user","content":[{{"type":"binary","mimeType":"image/png","data":"{PNG}","url":"https://x.example/"}}]}}]"#
            ),
        ),
        (
            "gemini",
            format!(r#"[{{"parts":[{{"inlineData":{{"mimeType":"image/png","data":"{PNG}","fileUri":""}}}}]}}]"#),
        ),
        ("lionpride", format!(r#"[{{"id":"0","content":{{"images":["data:image/png;base64,{PNG}"]}}}}]"#)),
    ];
    for (name, text) in cases {
        let format = turnwise::format::by_name(name).unwrap().0;
        assert_eq!(there_and_back(text.as_bytes(), Some(format), &text, folder.path()), 0, "{text}");
    }
}

#[test]
fn random_urls_are_read_in_one_way_or_not_at_all() {
    use turnwise::op::media::guard::{FetchPolicy, Url};
    let pieces = [
        "http",
        "https",
        "HTTP",
        "ftp",
        ":",
        "/",
        "//",
        "///",
        "\\",
        "@",
        "#",
        "?",
        "%",
        "%2e",
        "%00",
        ".",
        "..",
        "[",
        "]",
        "::",
        "::1",
        "127.0.0.1",
        "0x7f",
        "1",
        "0",
        "256",
        "example",
        ".com",
        "localhost",
        "xn--a",
        "é",
        "１",
        "。",
        " ",
        "\t",
        "\r\n",
        "\0",
        "80",
        ":80",
        "99999",
        "a",
        "user",
        "&",
        "=",
        "-",
        "_",
        "+",
        "|",
        "\u{202e}",
    ];
    let mut dice = Dice(31);
    let policy = FetchPolicy::default();
    let mut read = 0;
    for _ in 0..200_000 {
        let mut text = String::new();
        if dice.chance(70) {
            text.push_str("http://");
        }
        for _ in 0..dice.below(8) {
            text.push_str(pieces[dice.below(pieces.len())]);
        }
        let Ok(url) = Url::parse(&text) else { continue };
        read += 1;
        let written = url.to_string();
        assert_eq!(Url::parse(&written).as_ref(), Ok(&url), "{text} {written}");
        assert!(written.bytes().all(|byte| byte.is_ascii_graphic()), "{text} {written}");
        let authority = written.split('/').nth(2).unwrap();
        assert!(!authority.contains(['@', '%', '\\', '#', '?']), "{text} {written}");
        let host = url.host().to_string();
        if ["127.0.0.1", "[::1]"].contains(&host.as_str()) || host == "localhost" || host.ends_with(".localhost") {
            assert!(policy.url(&url).is_err(), "{text}");
        }
        if let Ok(next) = url.join(&text) {
            assert_eq!(Url::parse(&next.to_string()).as_ref(), Ok(&next), "{text}");
        }
    }
    assert!(read > 5_000, "{read}");
}

#[test]
fn what_was_taken_out_converts_as_if_it_were_there() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    for (format, name) in [
        ("bedrock", "media.json"),
        ("patterpunk", "media_sources.json"),
        ("keprompt", "media.json"),
        ("keprompt-chat", "media.json"),
        ("openai", "multimodal.openai.json"),
        ("openai", "compatible-services.json"),
        ("openai-responses", "media.json"),
        ("ag-ui", "media.json"),
        ("anthropic", "media.json"),
        ("gemini", "media.json"),
    ] {
        let file = path(&format!("tests/fixtures/{format}/{name}")).display().to_string();
        let args = ["extract-media", "--dir", &place("m"), "-f", format, &file, "-o", &place("light")];
        assert_eq!(turnwise(&args).status.code(), Some(0), "{file}");
        for target in ["anthropic", "gemini", "keprompt", "openai"].into_iter().filter(|target| *target != format) {
            let convert = ["convert", "-q", "--lossy", "-f", format, "-t", target];
            let whole = turnwise(&[&convert[..], &[&file]].concat());
            let media = ["--inline-media", "--allow-type", "image,audio,video,pdf,text", "--media-dir", &place("m")];
            let light = turnwise(&[&convert[..], &media, &[&place("light")]].concat());
            let (whole, light) = (whole.stdout, light.stdout);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert!(whole == light, "{file} to {target}:\n{}\n{}", text(&whole), text(&light));
        }
    }
}
