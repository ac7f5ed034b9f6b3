//! Each kind of secret is found however it is spelled. The secrets are made here.

use super::SecretNumbers;
use super::tests::{LETTERS, all, json_web_token, key, random};

/// A secret with everything that is needed to know it, and the part that must not be shown.
fn in_context() -> Vec<(&'static str, String, String)> {
    let value = random(LETTERS, 32, 1);
    let cloud = format!("{}+{}/{}==", random(LETTERS, 40, 2), random(LETTERS, 20, 3), random(LETTERS, 24, 4));
    let aws = format!("{}+{}/{}", random(LETTERS, 20, 2), random(LETTERS, 9, 3), random(LETTERS, 9, 4));
    let basic = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, "ann:river-stone-42");
    let bot = format!("{}:AA{}", 123_456_789, random(LETTERS, 33, 8));
    let mut all: Vec<_> = all().into_iter().map(|(kind, token)| (kind, token.clone(), token)).collect();
    all.extend([
        ("json-web-token", json_web_token(), json_web_token()),
        ("telegram-token", format!("https://api/bot{bot}/getMe"), bot),
        ("password", "DB_PASSWORD=river+stone/42".to_owned(), "river+stone/42".to_owned()),
        ("password", "Server=tcp:h;Password=river/stone42;".to_owned(), "river/stone42".to_owned()),
        ("key", format!("DefaultEndpointsProtocol=https;AccountName=n;AccountKey={cloud}"), cloud.clone()),
        ("key", format!("SERVICE_TOKEN={value}"), value.clone()),
        ("aws-secret-key", format!("aws_secret_access_key = {aws}"), aws),
        ("basic-login", format!("Authorization: Basic {basic}"), basic),
        ("bearer-token", format!("Authorization: Bearer {value}"), value.clone()),
        ("url-password", "postgres://ann:river-st/one-42@db".to_owned(), "river-st/one-42".to_owned()),
        ("url-password", "postgres://ann:a@stone-42@db".to_owned(), "a@stone-42".to_owned()),
        ("url-parameter", format!("https://h/a?b=1&sig={cloud}"), cloud),
        ("url-parameter", format!("https://h/a?access_token={value}"), value),
        ("private-key", key("PRIVATE KEY", "\n"), key("PRIVATE KEY", "\n")),
    ]);
    all
}

/// The content of a string of JSON with these escapes; `is_escaped`: the characters that are spelled `\u0041`.
fn json(text: &str, is_escaped: impl Fn(usize) -> bool, is_upper: bool) -> String {
    let escaped = |(at, character): (usize, char)| match character {
        _ if is_escaped(at) && is_upper => format!("\\u{:04X}", character as u32),
        _ if is_escaped(at) => format!("\\u{:04x}", character as u32),
        '\n' => "\\n".to_owned(),
        '"' | '\\' => format!("\\{character}"),
        _ => character.to_string(),
    };
    text.chars().enumerate().map(escaped).collect()
}

fn percent(text: &str, is_escaped: impl Fn(usize, char) -> bool) -> String {
    let escaped = |(at, character): (usize, char)| {
        if is_escaped(at, character) { format!("%{:02X}", character as u32) } else { character.to_string() }
    };
    text.chars().enumerate().map(escaped).collect()
}

#[test]
fn every_spelling_is_found() {
    for (kind, text, secret) in in_context() {
        let length = text.len();
        let plain = json(&text, |_| false, false);
        let slashes = plain.replace('/', "\\/");
        let nested = |text: &str| json(&format!("{{\"a\": \"{text}\"}}"), |_| false, false);
        let mut spellings = vec![
            plain.clone(),
            slashes.clone(),
            json(&text, |_| true, false),
            json(&text, |_| true, true),
            json(&text, |at| at % 2 == 1, false),
            nested(&plain),
            nested(&slashes),
            nested(&nested(&slashes)),
            nested(&json(&text, |_| true, true)),
            nested(&nested(&json(&text, |at| at % 3 == 0, false))),
            // Escapes of the escapes.
            json(&json(&text, |_| true, false), |_| true, false),
            json(&nested(&plain), |at| at % 2 == 0, true),
            json(&format!("curl -d '{}'", percent(&text, |_, _| true)), |_| false, false),
            json(&percent(&percent(&text, |_, _| true), |_, _| true), |_| false, false),
            json(&percent(&text, |_, it| !it.is_ascii_alphanumeric()), |_| false, false),
        ];
        spellings.extend((0..length.min(60)).map(|at| json(&text, |it| it == at, false)));
        spellings.extend((0..length.min(60)).map(|at| nested(&json(&text, |it| it == at, false))));
        let mut numbers = SecretNumbers::default();
        for spelling in spellings {
            let record = format!("{{\"content\": \"{spelling}\", \"x\": \"é\\n\"}}");
            let (bytes, _) = numbers.redact(record.as_bytes()).unwrap_or_else(|| panic!("{kind}: {record}"));
            let mut shown = String::from_utf8(bytes).unwrap();
            // However it is spelled, it is the same secret.
            let word = format!("[redacted:{kind}:1]");
            assert!(shown.contains(&word) && shown.matches("[redacted:").count() == 1, "{record}: {shown}");
            let value: serde_json::Value = serde_json::from_str(&shown).unwrap_or_else(|_| panic!("{record}: {shown}"));
            assert_eq!(value["x"], "é\n", "{record}");
            // Whatever is decoded, the secret is nowhere.
            for _ in 0..8 {
                assert!(!shown.contains(&secret), "{record}: {shown}");
                shown = json_decoded(&percent_decoded(&shown));
            }
        }
        assert_eq!(numbers.take_counts().len(), 1, "{text}");
    }
}

fn json_decoded(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, after) = rest.split_at(at);
        result.push_str(before);
        let length = if after[1..].starts_with('u') && after.len() > 5 { 6 } else { 2.min(after.len()) };
        let Some(escape) = after.get(..length) else { break };
        result
            .push_str(&serde_json::from_str::<String>(&format!("\"{escape}\"")).unwrap_or_else(|_| escape.to_owned()));
        rest = &after[length..];
    }
    result + rest
}

fn percent_decoded(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let (before, after) = rest.split_at(at);
        result.push_str(before);
        let byte = after.get(1..3).and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(u8::is_ascii);
        result.push(byte.map_or('%', char::from));
        rest = &after[if byte.is_some() { 3 } else { 1 }..];
    }
    result + rest
}
