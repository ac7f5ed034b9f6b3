//! Redaction gives the same bytes with any number of threads and in any framing, changes nothing else, and places stay those of
//! the file. No report shows a secret. The secrets are made here.

use std::io::{Cursor, Write as _};

use turnwise::format::by_name;
use turnwise::op::convert::{ConvertEnds, ConvertOptions, SecretHandling};
use turnwise::op::validate::ValidateOptions;
use turnwise::op::{Choice, Input, OnError, Outcome, convert, validate};
use turnwise::report::Diagnostic;
use turnwise::stream::{Flow, Limits, Redactor, Silent, Source};

/// A token whose number is in it.
fn token(number: usize) -> String {
    const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let mut seed = number as u64 + 1;
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(LETTERS[(seed >> 33) as usize % LETTERS.len()])
    };
    let body: String = (0..36).map(|_| draw()).collect();
    format!("ghp_{body}")
}

fn redact(bytes: &[u8], to: &str, jobs: usize, choice: &Choice) -> (Vec<u8>, Vec<Diagnostic>, Outcome) {
    let source = Source::from_reader(Cursor::new(bytes.to_vec()), "x.jsonl").unwrap();
    let input = Input::new(source, choice).unwrap();
    let mut options = ConvertOptions::new(by_name(to).unwrap().0);
    (options.pass.jobs, options.pass.on_error, options.pass.keep) = (jobs, OnError::Emit, u64::MAX);
    options.content.secrets = SecretHandling::Redacted(Redactor::default());
    let (mut out, mut notes) = (Vec::new(), Vec::new());
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let mut note = |it: Diagnostic| notes.push(it);
    let ends = ConvertEnds { write: &mut write, note: &mut note, carry: None, restore: None, progress: &Silent };
    let outcome = convert::run(input, &options, ends).unwrap();
    (out, notes, outcome)
}

/// About 3 MB. Tokens repeat, in records far apart.
fn records() -> Vec<String> {
    let record = |number: usize| {
        let (known, fill) = (token(number % 700), "x y ".repeat(number % 200));
        format!(r#"{{"messages":[{{"role":"user","content":"{fill}\nA={known}\n","name":"n{number}"}}]}}"#)
    };
    (0..6_000).map(record).collect()
}

/// What redaction must give, the simple way.
fn expected(text: &str) -> String {
    let mut numbers = std::collections::HashMap::new();
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("ghp_") {
        let (before, after) = rest.split_at(at);
        let (found, left) = after.split_at(40);
        let next = numbers.len() + 1;
        let number = *numbers.entry(found).or_insert(next);
        result.push_str(&format!("{before}[redacted:github-token:{number}]"));
        rest = left;
    }
    result + rest
}

#[test]
fn threads_and_framings_give_the_same() {
    let records = records();
    let lines = records.join("\n") + "\n";
    let array = format!("[\n  {}\n]\n", records.join(",\n  "));
    let document = format!("{{\"messages\":[{{\"role\":\"user\",\"content\":\"{} {0}\"}}]}}\n", token(1));
    for text in [&lines, &array, &document] {
        let (one, _, outcome) = redact(text.as_bytes(), "openai", 1, &Choice::default());
        assert!(String::from_utf8(one.clone()).unwrap() == expected(text));
        assert!(outcome.is_changed && outcome.bytes_in == text.len() as u64);
        assert_eq!(outcome.conversion.redacted["github-token"], text.matches("ghp_").count() as u64);
        assert!(redact(text.as_bytes(), "openai", 8, &Choice::default()).0 == one);
        let other = redact(text.as_bytes(), "anthropic", 8, &Choice::default()).0;
        assert!(other == redact(text.as_bytes(), "anthropic", 1, &Choice::default()).0);
        assert!(!String::from_utf8(other).unwrap().contains("ghp_"));
    }
    let mut zipped = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    zipped.write_all(lines.as_bytes()).unwrap();
    let unzipped = redact(&zipped.finish().unwrap(), "openai", 4, &Choice::default()).0;
    assert!(String::from_utf8(unzipped).unwrap() == expected(&lines));
}

#[test]
fn places_are_those_of_the_file() {
    let line = |content: &str| format!(r#"{{"messages":[{{"role":"user","content":"{content}","name":"n"}}]}}"#);
    let text = [line(&token(1)), line("plain"), line(&format!("{} {}", token(2), token(1)))].join("\n");
    let plain = text.replace("ghp_", "gap_");
    let places = |text: &str| {
        let (_, notes, _) = redact(text.as_bytes(), "anthropic", 1, &Choice::default());
        notes.into_iter().map(|it| (it.code.id, it.location)).collect::<Vec<_>>()
    };
    assert_eq!(places(&text), places(&plain));
    // A key in a text has line ends.
    let key = format!("-----BEGIN PRIVATE KEY-----\n{0}\n{0}\n-----END PRIVATE KEY-----", token(3).replace('_', "A"));
    let chat = |key: &str| format!("<|im_start|>user\n{key}<|im_end|>\n<|im_start|>nobody\nx<|im_end|>\n");
    let (text, plain) = (chat(&key), chat(&key.replace("PRIVATE", "PRIVAT3")));
    assert_eq!(places(&text), places(&plain));
    let out = redact(text.as_bytes(), "chatml", 1, &Choice::default()).0;
    assert_eq!(String::from_utf8(out).unwrap(), chat("[redacted:private-key:1]"));
}

#[test]
fn the_beginning_of_a_secret_in_a_record_that_is_too_long_does_not_escape() {
    let choice = Choice { limits: Limits { record: 6_000, ..Limits::default() }, ..Choice::default() };
    for before in (4_000..4_080).step_by(2) {
        let fill = "a ".repeat(before / 2);
        let text = format!(
            "{{\"messages\":[{{\"role\":\"user\",\"content\":\"hi\"}}]}}\n{{\"messages\":[{{\"role\":\"user\",\"content\":\"{fill}{}{}\"}}]}}\n",
            token(1),
            " b".repeat(200_000)
        );
        let out = String::from_utf8(redact(text.as_bytes(), "openai", 1, &choice).0).unwrap();
        assert!(out.contains("raw_is_cut") && !out.contains("ghp"), "{before}");
    }
}

#[test]
fn logs_of_events_are_redacted() {
    let event =
        |text: &str| format!(r#"{{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","role":"user","delta":"{text}"}}"#);
    let started = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#;
    let finished = r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#;
    let events =
        [started.to_owned(), event(&token(1)), event(&format!("{} {}", token(2), token(1))), finished.to_owned()];
    let lines = events.join("\n") + "\n";
    let frames: String = events.iter().map(|event| format!(": {}\ndata: {event}\n\n", token(3))).collect();
    let array = format!("[{}]", events.join(","));
    for text in [&lines, &frames, &array] {
        let out = redact(text.as_bytes(), "ag-ui", 1, &Choice::default()).0;
        assert_eq!(String::from_utf8(out).unwrap(), expected(text));
        let other = redact(text.as_bytes(), "openai", 1, &Choice::default()).0;
        let other = String::from_utf8(other).unwrap();
        assert!(other.contains("[redacted:github-token:") && !other.contains("ghp_"), "{other}");
    }
}

#[test]
fn no_finding_shows_a_secret() {
    let secret = token(1);
    let text = format!(
        "{{\"messages\":[{{\"role\":\"{secret}\",\"content\":\"x {secret} {secret}\",\"{secret}\":1}},{{\"role\":\"tool\",\"tool_call_id\":\"{secret}\",\"content\":\"\"}}]}}\n{{\"a {secret}\n"
    );
    let source = Source::from_reader(Cursor::new(text.into_bytes()), "x.jsonl").unwrap();
    let input =
        Input::new(source, &Choice { format: by_name("openai").map(|(it, _)| it), ..Choice::default() }).unwrap();
    let options = ValidateOptions { has_excerpts: true, ..ValidateOptions::default() };
    let mut found = Vec::new();
    let mut note = |more: validate::Findings| {
        found.extend(more.diagnostics);
        Flow::Continue
    };
    let _ = validate::run(input, &options, &mut note, &Silent);
    let shown = format!("{found:?}");
    assert!(!shown.contains(&secret[4..12]), "{shown}");
    let secrets: Vec<_> = found.iter().filter(|it| it.code.id == "TW241").map(|it| it.message.as_str()).collect();
    // Twice in one text is one; a key, a role and an id are others, and so is the line that is not JSON.
    assert_eq!(secrets, ["a github-token of 40 characters"; 5]);
}

/// A secret of each sort: the text before it, the secret, and the text after it.
fn secrets() -> Vec<(String, &'static str)> {
    let cloud = format!("{}+{}/{}==", &token(5)[4..], &token(6)[4..20], &token(7)[4..12]);
    let parts = [
        ("x-", token(2), "-x"),
        ("AccountName=n;AccountKey=", cloud, ";"),
        ("postgres://ann:", "river/stone-42".to_owned(), "@db/chats"),
        ("DB_PASSWORD=", "river-stone/42".to_owned(), " next"),
        ("Authorization: Basic ", "YW5uOnJpdmVyLXN0b25lLTQy".to_owned(), ""),
        ("https://h/a?b=1&access_token=", token(9)[4..36].to_owned(), "&c"),
    ];
    parts.into_iter().map(|(before, secret, after)| (format!("{before}{secret}{after}"), &*secret.leak())).collect()
}

/// The text of a JSON string in which every `every`-th character is spelled `\u0041`.
fn escaped(text: &str, every: usize, is_upper: bool) -> String {
    let mut result = String::new();
    for (at, character) in text.chars().enumerate() {
        match u32::from(character) {
            code if at % every == every - 1 && is_upper => result.push_str(&format!("\\u{code:04X}")),
            code if at % every == every - 1 => result.push_str(&format!("\\u{code:04x}")),
            _ => result.push(character),
        }
    }
    result
}

/// The text with every level of escapes taken away, one after the other.
fn shown_somewhere(text: &str, secret: &str) -> bool {
    let mut text = text.to_owned();
    for _ in 0..8 {
        if text.contains(secret) {
            return true;
        }
        let mut plain = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find(['\\', '%']) {
            let (before, after) = rest.split_at(at);
            plain.push_str(before);
            let unit =
                |digits: Option<&str>| digits.and_then(|it| u8::from_str_radix(it, 16).ok()).filter(u8::is_ascii);
            let percent = unit(after.get(1..3)).filter(|_| after.starts_with('%'));
            let unicode = unit(after.get(4..6)).filter(|_| after.starts_with("\\u00"));
            let (character, length) = match (percent, unicode, after.as_bytes().get(1)) {
                (Some(byte), ..) => (char::from(byte), 3),
                (_, Some(byte), _) => (char::from(byte), 6),
                (.., Some(byte @ (b'/' | b'"' | b'\\'))) if after.starts_with('\\') => (char::from(*byte), 2),
                _ => (after.chars().next().unwrap(), 1),
            };
            plain.push(character);
            rest = &after[length..];
        }
        text = plain + rest;
    }
    false
}

#[test]
fn no_spelling_of_a_secret_is_in_any_output() {
    for (text, secret) in secrets() {
        let mut records = Vec::new();
        let percent: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let slashes = text.replace('/', "\\/");
        for spelling in [
            text.clone(),
            slashes.clone(),
            escaped(&text, 1, false),
            escaped(&text, 1, true),
            escaped(&text, 5, false),
            escaped(&text, 29, true),
            slashes.replace('\\', "\\\\").replace('/', "\\/"),
            escaped(&text, 1, true).replace('\\', "\\\\"),
            escaped(&escaped(&text, 3, false), 1, false),
            percent,
        ] {
            let inner = spelling.replace('\\', "\\\\");
            let messages = format!(
                r#"{{"role":"system","content":"{spelling}"}},{{"role":"user","content":"{spelling}","name":"{spelling}","{spelling}":1}},{{"role":"assistant","content":null,"tool_calls":[{{"id":"{spelling}","type":"function","function":{{"name":"f","arguments":"{{\"{inner}\":\"{inner}\"}}"}}}}]}},{{"role":"tool","tool_call_id":"{spelling}","content":[{{"type":"text","text":"{spelling}"}}]}},{{"role":"assistant","content":"a"}}"#
            );
            records.extend([
                format!(r#"{{"model":"{spelling}","messages":[{messages}],"x":{{"{spelling}":"{spelling}"}}}}"#),
                format!(r#"{{"messages":[{{"role":"{spelling}","content":"x"}}]}}"#),
                format!(r#"{{"messages":[{{"role":"user","content":"{spelling}"#),
            ]);
        }
        let text = records.join("\n") + "\n";
        for format in turnwise::format::FORMATS.iter().filter(|format| format.print.is_some()) {
            let choice = Choice { format: by_name("openai").map(|(it, _)| it), ..Choice::default() };
            let source = Source::from_reader(Cursor::new(text.clone().into_bytes()), "x.jsonl").unwrap();
            let mut options = ConvertOptions::new(format);
            (options.pass.jobs, options.pass.on_error, options.pass.keep) = (1, OnError::Emit, u64::MAX);
            options.write.is_lossy = true;
            options.content.secrets = SecretHandling::Redacted(Redactor::default());
            let (mut out, mut kept, mut notes) = (Vec::new(), Vec::new(), Vec::new());
            let mut write = |bytes: &[u8]| {
                out.extend_from_slice(bytes);
                Ok(())
            };
            let mut carry = |bytes: &[u8]| {
                kept.extend_from_slice(bytes);
                Ok(())
            };
            let mut note = |it: Diagnostic| notes.push(it);
            let ends = ConvertEnds {
                write: &mut write,
                note: &mut note,
                carry: Some(&mut carry),
                restore: None,
                progress: &Silent,
            };
            let input = Input::new(source, &choice).unwrap();
            let outcome = convert::run(input, &options, ends).unwrap();
            let shown = [
                ("output", String::from_utf8(out).unwrap()),
                ("carry", String::from_utf8(kept).unwrap()),
                ("notes", format!("{notes:?}")),
                ("outcome", format!("{:?} {:?}", outcome.report, outcome.failed)),
            ];
            for (name, shown) in shown {
                assert!(!shown_somewhere(&shown, secret), "{} {name} of {text}: {shown}", format.name);
            }
            let count: u64 = outcome.conversion.redacted.values().sum();
            assert_eq!(count, 140, "{text}: {:?}", outcome.conversion.redacted);
        }
    }
}

#[test]
fn ids_of_calls_and_results_stay_equal() {
    let (plain, spelled) = (format!("call_{}", token(3)), format!("call_{}", escaped(&token(3), 7, true)));
    let text = format!(
        r#"{{"messages":[{{"role":"user","content":"a"}},{{"role":"assistant","content":null,"tool_calls":[{{"id":"{plain}","type":"function","function":{{"name":"f","arguments":"{{}}"}}}}]}},{{"role":"tool","tool_call_id":"{spelled}","content":"x"}}]}}"#
    );
    let out = String::from_utf8(redact(text.as_bytes(), "openai", 1, &Choice::default()).0).unwrap();
    let word = "[redacted:github-token:1]";
    assert_eq!(out, text.replace(&token(3), word).replace(&escaped(&token(3), 7, true), word));
}
