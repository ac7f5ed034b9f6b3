//! Random conversations and damaged records: nothing vanishes, outputs are valid, and no input makes a panic.

use turnwise::format::{FORMATS, Format, WriteOptions, writable};
use turnwise::json::{At, Raw, Text};
use turnwise::model::{
    Arguments, CacheHint, CallKind, Conversation, Form, Media, MediaKind, MediaSource, Message, Part, Reasoning,
    RecordSource, Role, Signature, TextPart, ToolCall, ToolResult, ToolSpec, Ttl,
};
use turnwise::report::{Report, Severity};
use turnwise::rule;

use crate::fixtures::{KEPT, read, read_node, samples, write};
use crate::invariants::conserve::{Fate, check};

/// How many random cases a test tries: `usual` of them, times `TURNWISE_ROUNDS`.
pub(crate) fn rounds(usual: usize) -> usize {
    let times = std::env::var("TURNWISE_ROUNDS").map_or(1, |times| times.parse().expect("TURNWISE_ROUNDS is a number"));
    usual * times
}

/// A small generator of our own: the same numbers on every machine.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn text(&mut self) -> Text<'static> {
        let token = self.pick(&[
            "hello",
            "caf\\u00e9",
            "😀 \\ud83d\\ude00",
            "",
            " ",
            "a\\nb\\t",
            "None",
            "{\\\"a\\\":1}",
            "[1.10,1e400]",
            "ends in space ",
            "<b>&\\/\\\\",
            "long long long long long long long long long long long long text",
            "日本語",
            "\\u0000",
            "<think>",
            "x",
        ]);
        Text::Token(token)
    }

    fn word(&mut self) -> Text<'static> {
        Text::Token(self.pick(&["a", "b1", "call_1", "f", "get_weather", "n-2", "Zoe"]))
    }
}

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn text_part(dice: &mut Dice, at: At) -> TextPart<'static> {
    let mut part = TextPart::new(dice.text(), at);
    if dice.chance(10) {
        let ttl = dice.chance(50).then(|| Ttl { seconds: 3600.0, raw: Raw::borrowed("\"1h\"") });
        part.set_cache(Some(Box::new(CacheHint { at, is_on: true, ttl })));
    }
    part
}

fn media(dice: &mut Dice, at: At) -> Part<'static> {
    let (kind, source, media_type) = match dice.below(6) {
        0 => (MediaKind::Image, MediaSource::Base64(Text::Token(PNG)), Some("image/png")),
        1 => (MediaKind::Image, MediaSource::Url(Text::Token("https://example.com/a.png")), None),
        2 => (MediaKind::Document, MediaSource::Base64(Text::Token("JVBERi0xLjQK")), Some("application/pdf")),
        3 => (MediaKind::Audio, MediaSource::Base64(Text::Token("UklGRgAAAABXQVZF")), Some("audio/wav")),
        4 => (MediaKind::Unknown, MediaSource::Base64(Text::Token(PNG)), None),
        _ => (MediaKind::Document, MediaSource::Plain(Text::Token("plain words")), Some("text/plain")),
    };
    Part::Media(Box::new(Media {
        at,
        kind,
        source,
        media_type: media_type.map(Text::Token),
        file_name: dice.chance(30).then_some(Text::Token("a.bin")),
        detail: dice.chance(20).then_some(Text::Token("low")),
        cache: None,
        extras: turnwise::model::Extras::default(),
    }))
}

const FAMILIES: &[&str] = &["anthropic", "gemini", "openai"];

/// Base64 that says whose it is.
fn sign(family: &str) -> &'static str {
    match family {
        "anthropic" => "c2lnLWFudGhyb3BpYw==",
        "gemini" => "c2lnLWdlbWluaQ==",
        _ => "c2lnLW9wZW5haQ==",
    }
}

/// No output contains the proof or the seal of a provider that its format has no field for.
fn assert_no_foreign_signature(format: &Format, dialect: Option<&str>, text: &str, name: &str) {
    let policy = format.policy_of(dialect);
    for family in FAMILIES {
        let is_own = format.policy.has_family(family)
            || policy.has_family(family)
            || policy.tools.calls.families.contains(family);
        assert!(is_own || !text.contains(sign(family)), "{name} holds a signature of {family}: {text}");
    }
}

/// A conversation that a user could have: calls are answered, everything else may happen.
pub(crate) fn conversation(dice: &mut Dice) -> Conversation<'static> {
    let mut made =
        Conversation { source: RecordSource { text: "{}", ..RecordSource::default() }, ..Conversation::default() };
    let mut place = 0;
    let mut at = || {
        place += 1;
        At::byte(place)
    };
    if dice.chance(20) {
        made.id = Some(dice.word());
    }
    if dice.chance(30) {
        made.tools.push(ToolSpec {
            at: at(),
            name: Text::Token("f"),
            parameters: dice.chance(70).then(|| Raw::borrowed("{\"type\":\"object\"}")),
            ..ToolSpec::default()
        });
    }
    let mut calls = 0;
    for turn in 0..=dice.below(6) {
        if turn == 0 || dice.chance(15) {
            let role = if dice.chance(50) { Role::System } else { Role::Developer };
            made.messages.push(message(role, vec![Part::Text(text_part(dice, at()))], at(), dice));
        }
        let mut parts = vec![Part::Text(text_part(dice, at()))];
        while dice.chance(30) {
            parts.push(if dice.chance(50) { media(dice, at()) } else { Part::Text(text_part(dice, at())) });
        }
        made.messages.push(message(Role::User, parts, at(), dice));
        let mut parts = Vec::new();
        if dice.chance(25) {
            let is_signed = dice.chance(50);
            let family = dice.pick(FAMILIES);
            parts.push(Part::Reasoning(Box::new(Reasoning {
                at: at(),
                text: Some(Text::Token("hm")),
                signature: is_signed.then_some(Text::Token(sign(family))),
                family: if is_signed { family } else { "" },
                ..Reasoning::default()
            })));
        }
        if dice.chance(8) {
            let family = dice.pick(FAMILIES);
            let sealed = Text::Token(sign(family));
            parts.push(Part::Reasoning(Box::new(Reasoning {
                at: at(),
                redacted: Some(sealed),
                family,
                ..Reasoning::default()
            })));
        }
        if dice.chance(80) {
            parts.push(Part::Text(text_part(dice, at())));
        }
        if dice.chance(8) {
            parts.push(Part::Refusal(TextPart::new(Text::Token("no"), at())));
        }
        let mut results = Vec::new();
        while dice.chance(25) {
            calls += 1;
            let id =
                dice.chance(85).then(|| Text::owned(format!("{}{calls}", dice.pick(&["call_", "c:", "toolu.", "ü"]))));
            let arguments = match dice.below(4) {
                0 => Arguments::Object(Raw::borrowed("{\"n\": 1.10, \"big\": 12345678901234567890123}")),
                1 => Arguments::Encoded(Text::Token("")),
                _ => Arguments::Encoded(Text::Token("{\\\"city\\\": \\\"\\u00d6slo\\\"}")),
            };
            let call = ToolCall {
                at: at(),
                id: id.clone(),
                kind: CallKind::Function,
                name: Text::Token("f"),
                arguments,
                cache: None,
                signature: dice
                    .chance(10)
                    .then(|| Box::new(Signature { at: at(), family: "gemini", text: Text::Token(sign("gemini")) })),
                extras: turnwise::model::Extras::default(),
            };
            parts.push(Part::from(call));
            let mut inside = vec![Part::Text(TextPart::new(dice.text(), at()))];
            if dice.chance(15) {
                inside.push(media(dice, at()));
            }
            let error = dice.chance(20).then(|| (true, at()));
            results.push(ToolResult { at: at(), call_id: id, parts: inside.into(), error, ..ToolResult::default() });
        }
        made.messages.push(message(Role::Assistant, parts, at(), dice));
        for result in results {
            made.messages.push(message(Role::Tool, vec![Part::from(result)], at(), dice));
        }
    }
    made
}

fn message(role: Role<'static>, parts: Vec<Part<'static>>, at: At, dice: &mut Dice) -> Message<'static> {
    let form = dice.pick(&[Form::Unknown, Form::Text, Form::Parts]);
    let name = (matches!(role, Role::User) && dice.chance(15)).then(|| dice.word());
    let id = dice.chance(20).then(|| dice.word());
    let mut message = Message { at, role, parts: parts.into(), form, ..Message::default() };
    (message.details_mut().name, message.details_mut().id) = (name, id);
    message
}

#[test]
fn random_conversations_keep_their_facts_and_become_valid() {
    let mut dice = Dice(2024);
    let (mut written, mut refused) = (0, 0);
    for round in 0..rounds(400) {
        let conversation = conversation(&mut dice);
        for format in writable() {
            let options = WriteOptions { is_lossy: round % 2 == 0, ..WriteOptions::default() };
            let name = format!("random {round}");
            match check(&name, &conversation, format, &options) {
                Fate::Refused(_) => refused += 1,
                Fate::Written { text, .. } => {
                    written += 1;
                    assert_no_foreign_signature(format, None, &text, &name);
                    let mut report = Report::keeping(u64::MAX);
                    let back = read(format, &text, false, &mut report).unwrap();
                    rule::check(rule::RULES, &back, false, &mut report);
                    rule::check(format.rules.own, &back, false, &mut report);
                    let errors: Vec<_> = report
                        .kept()
                        .iter()
                        .filter(|it| it.severity == Severity::Error)
                        .map(|it| (it.code.name, &it.message))
                        .collect();
                    assert!(errors.is_empty(), "{name} -> {}: {errors:?}\n{text}", format.name);
                    // What came out goes home the same, where such records are written anew.
                    if !format.policy.preserved.own_fields {
                        continue;
                    }
                    let again = write(format, &back, &KEPT, &mut Report::default()).unwrap();
                    let home = read(format, &again, false, &mut Report::default()).unwrap();
                    assert!(turnwise::model::same(&back, &home), "{name} -> {}:\n{text}\n{again}", format.name);
                }
            }
        }
    }
    assert!(written > 3 * refused, "{written} written, {refused} rejected");
}

#[test]
fn dialects_keep_facts_and_pass_their_own_rules() {
    let mut dice = Dice(4711);
    let mut written = 0;
    for round in 0..300 {
        let conversation = conversation(&mut dice);
        for format in FORMATS {
            for dialect in format.dialects {
                let options = WriteOptions { is_lossy: true, dialect: Some(dialect.name), ..WriteOptions::default() };
                let name = format!("random {round} {}:{}", format.name, dialect.name);
                let Fate::Written { text, .. } = check(&name, &conversation, format, &options) else { continue };
                written += 1;
                assert_no_foreign_signature(format, Some(dialect.name), &text, &name);
                let mut report = Report::keeping(u64::MAX);
                let back = read(format, &text, false, &mut report).unwrap();
                rule::check(rule::RULES, &back, false, &mut report);
                rule::check(format.rules.own, &back, false, &mut report);
                rule::check(dialect.rules, &back, false, &mut report);
                let errors: Vec<_> = report
                    .kept()
                    .iter()
                    .filter(|it| it.severity == Severity::Error)
                    .map(|it| (it.code.name, &it.message))
                    .collect();
                assert!(errors.is_empty(), "{name}: {errors:?}\n{text}");
            }
        }
    }
    assert!(written > 900, "only {written} written");
}

#[test]
fn damaged_records_never_panic() {
    let mut dice = Dice(7);
    let targets = FORMATS;
    for sample in samples() {
        if sample.text.len() > 20_000 {
            continue;
        }
        for _ in 0..rounds(20) {
            let mut bytes = sample.text.clone().into_bytes();
            match dice.below(4) {
                0 => bytes.truncate(dice.below(bytes.len())),
                1 => {
                    let at = dice.below(bytes.len());
                    bytes[at] = dice.pick(b"{}[]\",:\\0a-nu\x00\xff");
                }
                2 => {
                    let (a, b) = (dice.below(bytes.len()), dice.below(bytes.len()));
                    bytes.drain(a.min(b)..a.max(b));
                }
                _ => {
                    // Another kind of value where a string, object or list was.
                    let text = String::from_utf8(bytes).unwrap();
                    let swapped = dice.pick(&["null", "7", "{}", "[]", "\"\"", "true", "[{}]", "[null]"]);
                    let start = dice.below(text.len());
                    let start = text[..floor(&text, start)].rfind(':').map_or(0, |at| at + 1);
                    let end = text[start..].find([',', '}', ']']).map_or(text.len(), |at| start + at);
                    bytes = format!("{}{swapped}{}", &text[..start], &text[end..]).into_bytes();
                }
            }
            let Ok(text) = String::from_utf8(bytes) else { continue };
            let mut tape = turnwise::json::Tape::new();
            let Ok(root) = tape.parse(&text) else { continue };
            for &format in targets {
                let mut report = Report::keeping(u64::MAX);
                let Ok(conversation) = read_node(format, &text, root, &mut report) else { continue };
                rule::check(rule::RULES, &conversation, true, &mut report);
                rule::check(format.rules.own, &conversation, true, &mut report);
                for &to in targets {
                    let options = WriteOptions { is_lossy: true, ..WriteOptions::default() };
                    if let Ok(out) = write(to, &conversation, &options, &mut Report::default()) {
                        assert!(turnwise::json::Tape::new().parse(&out).is_ok(), "{text}\n{out}");
                    }
                }
            }
        }
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
