//! `--at`: conversations inside records. What a conversion makes of a conversation does not depend on where it is, and
//! everything around it stays as it is, byte for byte.

use std::io::Cursor;

use turnwise::format::{Container, FORMATS, Format, Framing};
use turnwise::json::{Layout, PointerPattern, Tape, line_and_column, minify, quoted};
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::validate::{self, Findings, ValidateOptions};
use turnwise::op::{Choice, Input, OnError, Places, Restore, convert};
use turnwise::stream::{Flow, Silent, Source};

use crate::fixtures::{has_several, samples};

/// Converts text, at the places that are named.
fn run(text: &str, at: &[&str], from: &'static Format, options: &ConvertOptions) -> String {
    run_carrying(text, at, from, options, None).0
}

/// The same with a carry file: the one that is written, or the one to restore from.
fn run_carrying(
    text: &str,
    at: &[&str],
    from: &'static Format,
    options: &ConvertOptions,
    restore: Option<Vec<u8>>,
) -> (String, Vec<u8>) {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "x").unwrap();
    let patterns = at.iter().map(|place| PointerPattern::parse(place).unwrap()).collect();
    let at = Some(Places::At(patterns)).filter(|_| !at.is_empty());
    let input = Input::new(source, &Choice { format: Some(from), at, ..Choice::default() }).unwrap();
    let mut out = Vec::new();
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let mut carried = Vec::new();
    let mut carry = |bytes: &[u8]| {
        carried.extend_from_slice(bytes);
        Ok(())
    };
    let is_back = restore.is_some();
    let restore = restore.map(|carry| Restore::open(Box::new(Cursor::new(carry)), options.to.name).unwrap());
    let carry = if is_back { None } else { Some(&mut carry as _) };
    convert::run(
        input,
        options,
        ConvertEnds { write: &mut write, note: &mut |_| {}, carry, restore, progress: &Silent },
    )
    .unwrap();
    (String::from_utf8(out).unwrap(), carried)
}

#[test]
fn the_way_back_gives_the_bytes_of_the_record() {
    let named = |name: &str| *FORMATS.iter().find(|format| format.name == name).unwrap();
    let (openai, mut count) = (named("openai"), 0);
    for to in ["anthropic", "gemini", "openai-responses", "patterpunk"].map(named) {
        let records = records(openai);
        for (at, holder) in holders() {
            let mut rows: String = records.iter().map(|text| holder(text) + "\n").collect();
            // Characters that the target does not have cannot say how they were spelled.
            rows.push_str(&holder(r#"{"messages":[{"role":"user","content":"a","name":"é/"}]}"#));
            rows.push_str("\n{\"bad\":\n");
            let options = options(to, Container::Body, OnError::Emit);
            let (out, carried) = run_carrying(&rows, &[at], openai, &options, None);
            let back = self::options(openai, Container::Kept, OnError::Emit);
            let (again, _) = run_carrying(&out, &[at], to, &back, Some(carried));
            assert_eq!(again, rows, "{} at {at}", to.name);
            count += rows.lines().count();
        }
    }
    assert!(count > 200, "{count}");
}

fn options(to: &'static Format, container: Container, on_error: OnError) -> ConvertOptions {
    let mut options = ConvertOptions::new(to);
    options.write.container = container;
    options.pass.on_error = on_error;
    options.pass.jobs = 2;
    options
}

/// The records of all fixtures of a format, one a line.
fn records(format: &Format) -> Vec<String> {
    let samples = samples().into_iter().filter(|sample| sample.format.name == format.name);
    samples.map(|sample| sample.one_line()).filter(|text| text.starts_with(['{', '['])).collect()
}

/// A place, and the record with a conversation there.
type Holder = (&'static str, fn(&str) -> String);

/// The ways to contain a conversation.
fn holders() -> [Holder; 4] {
    [
        ("/conv", |text| format!(r#"{{"n": 1.0e2, "conv":{text} ,"tail":"\u00e9/"}}"#)),
        ("/a~1b/*/conv", |text| format!(r#"{{"a/b":[{{"conv":{text}}},{{"conv":null}}],"conv":[1]}}"#)),
        ("/doc", |text| format!(r#"{{"doc":{},"x":"{{}}"}}"#, quoted(text))),
        ("/doc", |text| {
            let ascii: String =
                quoted(text).chars().map(|it| if it == '/' { r"\/".to_owned() } else { ascii(it) }).collect();
            format!(r#"{{"x":1,"doc":{ascii}}}"#)
        }),
    ]
}

fn ascii(character: char) -> String {
    if character.is_ascii() {
        return character.to_string();
    }
    character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

/// The value that a holder has, as compact JSON. An error object: its code.
fn held(line: &str, at: &str) -> String {
    let mut tape = Tape::new();
    let root = tape.parse(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    if let Some(error) = root.get("$turnwise_error") {
        return format!("{} {}", error.get("code").unwrap().raw(), error.get("message").unwrap().raw());
    }
    let mut found = Vec::new();
    PointerPattern::parse(at).unwrap().find(root, |_| true, &mut Vec::new(), &mut found).unwrap();
    let text = found[0].text().unwrap_or_else(|| root.text_at(found[0].span).unwrap().into());
    let mut out = Vec::new();
    minify(&text, &mut out);
    String::from_utf8(out).unwrap()
}

#[test]
fn a_conversation_becomes_the_same_wherever_it_is() {
    let mut count = 0;
    for from in FORMATS {
        let records = records(from);
        for to in FORMATS.iter().filter(|to| to.can_write()) {
            for (is_list, container) in [(true, Container::List), (false, Container::Body)] {
                let is_one = |text: &&String| text.starts_with('[') == is_list && !has_several(from, text, false);
                let records: Vec<_> = records.iter().filter(is_one).collect();
                if records.is_empty() {
                    continue;
                }
                let container = if to.name == from.name { Container::Kept } else { container };
                let lines: String = records.iter().map(|text| format!("{text}\n")).collect();
                let mut apart = options(to, container, OnError::Emit);
                // One record that is text would be a file of its own.
                apart.output.framing = Some(Framing::Lines).filter(|_| to.is_text());
                let direct = run(&lines, &[], from, &apart);
                assert_eq!(direct.lines().count(), records.len(), "{} to {}", from.name, to.name);
                for (at, holder) in holders() {
                    let rows: String = records.iter().map(|text| holder(text) + "\n").collect();
                    let out = run(&rows, &[at], from, &options(to, Container::Kept, OnError::Emit));
                    assert_eq!(out.lines().count(), records.len());
                    for ((line, direct), row) in out.lines().zip(direct.lines()).zip(rows.lines()) {
                        count += 1;
                        assert_eq!(held(line, at), held(direct, ""), "{} to {} at {at}: {row}", from.name, to.name);
                    }
                    // Older forms of patterpunk are written in the current one.
                    if to.name == from.name && direct == lines && !out.contains("$turnwise_error") {
                        assert_eq!(out, rows, "{} at {at}", from.name);
                    }
                }
            }
        }
    }
    assert!(count > 10_000, "{count} conversions");
}

#[test]
fn the_text_around_conversations_stays() {
    let openai = FORMATS.iter().find(|format| format.name == "openai").unwrap();
    let gemini = FORMATS.iter().find(|format| format.name == "gemini").unwrap();
    let list = |text: &str| format!(r#"[{{"role":"user","content":"{text}"}}]"#);
    let wanted = |text: &str| format!(r#"[{{"role": "user", "parts": [{{"text": "{text}"}}]}}]"#);
    for (before, after) in [("", ""), ("\u{feff}", "\n"), ("\n\n", "\r\n\n")] {
        let file = |value: &dyn Fn(&str) -> String| {
            let row = |id: &str| format!(r#"{{ "id" : {id},"c" : {} , "c2":{}}}"#, value("a"), value("b"));
            format!("{before}{}\n \n{}\t{after}", row("1"), row("1.0"))
        };
        let mut to = options(gemini, Container::Kept, OnError::Stop);
        // What is requested arranges records, which stay.
        (to.output.layout, to.output.framing) = (Some(Layout::Pretty(2)), Some(Framing::Array));
        assert_eq!(run(&file(&list), &["/c", "/c2"], openai, &to), file(&wanted));
        assert_eq!(
            run(&file(&list), &["/c", "/c2"], openai, &options(openai, Container::Kept, OnError::Stop)),
            file(&list)
        );
    }
}

#[test]
fn records_that_fail_are_left_out_or_replaced() {
    let openai = FORMATS.iter().find(|format| format.name == "openai").unwrap();
    let gemini = FORMATS.iter().find(|format| format.name == "gemini").unwrap();
    let good = r#"{"c":[{"role":"user","content":"a"}],"d":null}"#;
    let done = r#"{"c":[{"role":"user","parts":[{"text":"a"}]}],"d":null}"#;
    let bad = [
        r#"{"c":[{"role":"zz","content":"a"}]}"#,
        r#"{"c":7}"#,
        r#"{"c":"words"}"#,
        "{}",
        r#"{"c":[{"role":"user","content":"a"}],"d":[{"role":"zz","content":"a"}]}"#,
        r#"{"c":[{"role":"user","content":7}],"d":[{"role":"user","content":"a"}]}"#,
    ];
    let none = r#"{"c":null,"d":[1,2]}"#.replace("[1,2]", "null");
    // Every choice of three places among good and bad ones, and records without conversations, in both framings.
    for (bad, (good, done)) in
        bad.into_iter().flat_map(|bad| [(bad, (good, done)), (bad, (none.as_str(), none.as_str()))])
    {
        for choice in 0..8 {
            let pick = |good: &str, bad: Option<&str>| -> Vec<String> {
                (0..3)
                    .filter_map(|bit| if choice >> bit & 1 == 0 { Some(good) } else { bad }.map(str::to_owned))
                    .collect()
            };
            for (open, separator, close) in [("", "\n", "\n"), ("[", ",", "]\n"), ("[\n", ",\n", "\n]\n")] {
                let file = |records: &[String]| format!("{open}{}{close}", records.join(separator));
                let input = file(&pick(good, Some(bad)));
                let convert =
                    |on_error| run(&input, &["/c", "/d"], openai, &options(gemini, Container::Kept, on_error));
                let left = pick(done, None);
                let skipped = convert(OnError::Skip);
                if open.is_empty() {
                    let lines: String = left.iter().map(|line| format!("{line}\n")).collect();
                    assert_eq!(skipped, lines, "{bad} {choice}");
                } else {
                    let mut tape = Tape::new();
                    let root = tape.parse(&skipped).unwrap_or_else(|error| panic!("{error}: {input} -> {skipped}"));
                    assert_eq!(root.items().map(|it| it.raw().to_owned()).collect::<Vec<_>>(), left, "{input}");
                }
                let emitted = convert(OnError::Emit);
                assert_eq!(emitted.matches("\"$turnwise_error\"").count(), 3 - left.len(), "{emitted}");
                assert_eq!(emitted.matches(&quoted(bad)).count(), 3 - left.len(), "{emitted}");
                assert_eq!(emitted.matches(done).count(), left.len(), "{emitted}");
                let stopped = convert(OnError::Stop);
                let first = (0..3).take_while(|bit| choice >> bit & 1 == 0).count();
                assert_eq!(stopped.matches(done).count(), first, "{input} -> {stopped}");
                if open.is_empty() && first < 3 {
                    assert_eq!(stopped, format!("{done}\n").repeat(first));
                }
            }
        }
    }
}

#[test]
fn the_limit_of_depth_is_the_same_in_strings() {
    let openai = FORMATS.iter().find(|format| format.name == "openai").unwrap();
    let deep = |depth: usize| {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        format!(r#"{{"messages":[{{"role":"user","content":"a"}}],"x":{open}{close}}}"#)
    };
    for (at, holder) in holders() {
        for (limit, depth, is_read) in [
            (None, 1000, true),
            (None, 1100, false),
            (Some(20), 5, true),
            (Some(20), 30, false),
            (Some(2000), 1100, true),
        ] {
            let text = holder(&deep(depth)) + "\n";
            let source = Source::from_reader(Cursor::new(text.clone().into_bytes()), "x").unwrap();
            let mut choice = Choice { format: Some(openai), ..Choice::default() };
            choice.at = Some(Places::At(vec![PointerPattern::parse(at).unwrap()]));
            choice.limits.depth = limit.unwrap_or(choice.limits.depth);
            let mut found = Vec::new();
            let mut note = |findings: Findings| {
                found.extend(findings.diagnostics.into_iter().map(|it| it.code.id));
                Flow::Continue
            };
            validate::run(Input::new(source, &choice).unwrap(), &ValidateOptions::default(), &mut note, &Silent);
            assert_eq!(!found.contains(&"TW004"), is_read, "{at} {limit:?} {depth}: {found:?}");
            assert!(!found.contains(&"TW112"), "{at} {limit:?} {depth}: {found:?}");
        }
    }
}

/// What validation finds: code, message, pointer, and the bytes at the place.
fn findings(text: &str, at: &[&str], from: &'static Format) -> Vec<(String, String, String, String)> {
    let source = Source::from_reader(Cursor::new(text.as_bytes().to_vec()), "x").unwrap();
    let patterns = at.iter().map(|place| PointerPattern::parse(place).unwrap()).collect();
    let places = Some(Places::At(patterns)).filter(|_| !at.is_empty());
    let framing = Some(Framing::Lines);
    let input = Input::new(source, &Choice { format: Some(from), at: places, framing, ..Choice::default() }).unwrap();
    let options = ValidateOptions { keep: u64::MAX, ignore: vec!["TW223".to_owned()], ..ValidateOptions::default() };
    let mut found = Vec::new();
    let mut note = |findings: Findings| {
        for it in findings.diagnostics {
            let place = it.location.unwrap();
            let offset = usize::try_from(place.offset).unwrap();
            let (line, column) = line_and_column(text.as_bytes(), offset);
            assert_eq!(
                (place.line, place.column),
                (line, column),
                "{}: {} at {}",
                it.code.id,
                it.message,
                place.pointer
            );
            let there: String = text[offset..].chars().take(9).filter(|it| *it != '\\').collect();
            found.push((it.code.id.to_owned(), it.message, place.pointer, there));
        }
        Flow::Continue
    };
    validate::run(input, &options, &mut note, &Silent);
    found
}

#[test]
fn findings_are_at_their_places_in_the_record() {
    let mut count = 0;
    for from in FORMATS {
        for record in records(from) {
            // Damage that readers and rules find.
            for (old, new) in [("user", "z\\u00e9"), ("text", "t\\\"x"), ("id", "ix")] {
                let record = record.replacen(&format!("\"{old}\""), &format!("\"{new}\""), 2);
                let direct = findings(&format!("{record}\n"), &[], from);
                for (at, holder) in holders() {
                    // What is shown of places is the whole pointer.
                    let prefix = if at.contains('*') { "/a~1b/0/conv" } else { at };
                    let inner = findings(&format!("\n{}\n", holder(&record)), &[at], from);
                    let wanted = direct.iter().map(|(code, message, pointer, there)| {
                        (code.clone(), message.clone(), format!("{prefix}{pointer}"), there.clone())
                    });
                    let wanted: Vec<_> = wanted.collect();
                    assert_eq!(inner.len(), wanted.len(), "{record}");
                    for (inner, wanted) in inner.iter().zip(&wanted) {
                        count += 1;
                        assert_eq!((&inner.0, &inner.1, &inner.2), (&wanted.0, &wanted.1, &wanted.2), "{record}");
                        // In a string, the first byte is the same one, if it is no escape.
                        let first = |text: &str| text.chars().next().filter(char::is_ascii);
                        let is_same = first(&inner.3) == first(&wanted.3) || first(&wanted.3).is_none();
                        assert!(is_same, "{} at {}: {record}", inner.0, inner.2);
                    }
                }
            }
        }
    }
    assert!(count > 1_000, "{count} findings");
}
