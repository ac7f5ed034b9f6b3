//! Each kind of secret is found where it is written, and nothing else is. The secrets are generated, and made here: no file holds
//! one.

use std::time::Instant;

use super::kinds::{KINDS, SOURCES};
use super::{Alphabet, SecretNumbers, mask_bytes, mask_text, secrets};

/// Characters that look random, the same every time.
pub(super) fn random(alphabet: &str, length: usize, mut seed: u64) -> String {
    let characters: Vec<char> = alphabet.chars().collect();
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        characters[(seed >> 33) as usize % characters.len()]
    };
    (0..length).map(|_| draw()).collect()
}

pub(super) const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

fn body(alphabet: Alphabet, length: usize, seed: u64) -> String {
    let characters = match alphabet {
        Alphabet::Hex => "0123456789abcdef",
        Alphabet::Upper => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        Alphabet::Letters | Alphabet::Word | Alphabet::Dotted | Alphabet::Base64 | Alphabet::Query => LETTERS,
    };
    random(characters, length, seed)
}

/// A secret of each kind with a prefix.
pub(super) fn all() -> Vec<(&'static str, String)> {
    let token = |(seed, kind): (usize, &super::kinds::TokenKind)| {
        let length = kind.length.0.max(40).min(kind.length.1);
        (kind.name, format!("{}{}", kind.prefix, body(kind.alphabet, length, seed as u64 + 7)))
    };
    KINDS.iter().enumerate().map(token).collect()
}

pub(super) fn json_web_token() -> String {
    let [header, payload, signature] = [20, 60, 43].map(|length| random(LETTERS, length, length as u64));
    format!("eyJ{header}.eyJ{payload}.{signature}")
}

pub(super) fn key(label: &str, line_end: &str) -> String {
    let lines: Vec<_> = (0..4).map(|line| random(LETTERS, 64, line + 3)).collect();
    let lines = lines.join(line_end);
    format!("-----BEGIN {label}-----{line_end}{lines}{line_end}-----END {label}-----")
}

/// What is found: kinds and texts.
fn found(text: &str) -> Vec<(&'static str, &str)> {
    secrets(text.as_bytes()).into_iter().map(|it| (it.kind, &text[it.span.start..it.span.end])).collect()
}

#[test]
fn every_kind_is_found_between_other_text() {
    assert_eq!(KINDS.len(), SOURCES.len());
    for (kind, token) in all() {
        for (before, after) in [
            ("", ""),
            ("\"", "\""),
            ("TOKEN=", "\\nnext"),
            ("line\\n", "\\n"),
            ("\\\\n", "\\\\n"),
            ("\\\"key\\\": \\\"", "\\\""),
            ("a=\\u0022", "\\u0022"),
            ("x%3D", "%26b"),
            ("the key ", ". Then"),
            ("\\u001b[32m", "\\u001b[0m"),
            ("(", ")"),
            ("--key ", ","),
            ("ключ:", "，"),
            ("_", " "),
        ] {
            let text = format!("{before}{token}{after}");
            assert_eq!(found(&text), [(kind, token.as_str())], "{text}");
        }
        for (before, after) in [("x-", ""), ("call_", ""), ("a_b-c_", "_d"), ("_", "-x")] {
            let text = format!("{before}{token}{after}");
            let [(known, part)] = found(&text)[..] else { panic!("{text}: {:?}", found(&text)) };
            assert!(known == kind && part.contains(&token), "{text}: {part}");
        }
        // Many words end in `sk`, and a point ends a word.
        if !["sk-", "SG."].iter().any(|prefix| token.starts_with(prefix) && !token.starts_with("sk-a")) {
            for before in ["a", "9", "Key"] {
                let text = format!("{before}{token}");
                assert_eq!(found(&text), [(kind, token.as_str())], "{text}");
            }
        }
        // Media are not tokens.
        let media = [random(LETTERS, 100, 8), random(LETTERS, 3000, 9)];
        let text = format!("{}{token}{}", media[0], media[1]);
        assert!(found(&text).iter().all(|(kind, _)| *kind == "aws-key-id"), "{text}");
    }
}

#[test]
fn escapes_that_look_like_a_first_letter_stay() {
    let token = format!("npm_{}", random(LETTERS, 36, 4));
    // A line end and `pm_`.
    assert_eq!(found(&format!("a\\{token}")), []);
    // Either a backslash and the token, or a string in a string: the letter stays in both.
    assert_eq!(found(&format!("C:\\\\{token}")), [("npm-token", &token[1..])]);
    assert_eq!(found(&format!("a\\n{token}")), [("npm-token", &token[..])]);
}

#[test]
fn placeholders_are_no_secrets() {
    for text in [
        concat!("AKIA", "IOSFODNN7EXAMPLE"),
        "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "sk-your-api-key-here-1234567890abcdef",
        "ghp_your_token_here_ghp_your_token_here_",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "sk-folding-cube-animation-container-16-large",
        "task-8f14e45fceea167a5a36dedd4bea2543",
        "hf_transfer_and_other_names_of_variables_in_code",
        "npm_config_registry_and_npm_lifecycle_event_",
        "-----BEGIN PUBLIC KEY-----\\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\\n-----END PUBLIC KEY-----",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\\n...\\n-----END PRIVATE KEY-----…",
        "postgres://user:password@localhost/db",
        "postgres://postgres:postgres@localhost/db",
        "postgres://${USER}:${PASSWORD}@localhost/db",
        "https://{user}:{password}@host",
        "https://user:********@host",
        "https://host:8080/@scope/package",
        "https://github.com/a/b/blob/c:d@e",
        "ann@host.example, bob@host.example",
        "https://h/?token=undefined&page=2",
        "https://h/?page_token=abcdefghijklmnop",
        "call_0f8fad5bd9cb469fa16570867728950e",
        "[redacted:huggingface-token:1] [redacted:github-token:2]",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn keys_are_found_with_any_line_ends() {
    for label in
        ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"]
    {
        for line_end in ["\n", "\r\n", "\\n", "\\r\\n", "\\\\n", "\\\\\\\\n", "\\u000a", " "] {
            let key = key(label, line_end);
            for (before, after) in [("", ""), ("\"", "\\n\""), ("\\\"", "\\\"}\"}")] {
                let text = format!("{before}{key}{after}");
                assert_eq!(found(&text), [("private-key", key.as_str())], "{text}");
            }
            // Cut off, as tools do with long outputs.
            let cut = &key[..key.len() - label.len() - 40];
            if line_end != " " {
                let text = format!("{cut}\"}}");
                assert_eq!(found(&text), [("private-key", cut)], "{text}");
                let text = format!("{cut}{line_end}and so on");
                assert_eq!(found(&text), [("private-key", cut)], "{text}");
            }
        }
    }
    let encrypted = format!(
        "-----BEGIN RSA PRIVATE KEY-----\\nProc-Type: 4,ENCRYPTED\\nDEK-Info: AES-128-CBC,0F\\n\\n{}",
        random(LETTERS, 64, 5)
    );
    assert_eq!(found(&format!("{encrypted}\"")), [("private-key", encrypted.as_str())]);
}

#[test]
fn other_places_give_secrets_away() {
    let value = random(LETTERS, 32, 1);
    let jwt = json_web_token();
    let aws = format!("{}/{}", random(LETTERS, 20, 2), random(LETTERS, 19, 3));
    let bot = format!("{}:AA{}", 123_456_789, random(LETTERS, 33, 8));
    let sentence = format!("Bearer {jwt}.");
    for (text, kind, secret) in [
        ("postgres://ann:river-stone-42@db".to_owned(), "url-password", "river-stone-42"),
        ("redis://:s3cr3t@db".to_owned(), "url-password", "s3cr3t"),
        (r"https:\/\/ann:river-stone-42@db".to_owned(), "url-password", "river-stone-42"),
        (r"https:\\\/\\\/ann:p%40ss!w0rd@db".to_owned(), "url-password", "p%40ss!w0rd"),
        (r"amqp://ann:one\u0026two3@db".to_owned(), "url-password", r"one\u0026two3"),
        (format!("https://h/a?token={value}&b=1"), "url-parameter", &value),
        (format!("https://h/a?b=1&access_token={value}\\n"), "url-parameter", &value),
        (format!("https://h/a?b=1\\u0026api_key\\u003d{value}\\\""), "url-parameter", &value),
        (format!("https://h/a%3Fb%3D1%26api_key%3D{value}%26c"), "url-parameter", &value),
        (format!("https://h/a?access_token={jwt}&b"), "json-web-token", &jwt),
        (sentence, "json-web-token", &jwt),
        (format!("AWS_SECRET_ACCESS_KEY={aws}\\n"), "aws-secret-key", &aws),
        (format!("\\\"SecretAccessKey\\\": \\\"{aws}\\\""), "aws-secret-key", &aws),
        (format!("https://api/bot{bot}/getMe"), "telegram-token", &bot),
    ] {
        assert_eq!(found(&text), [(kind, secret)], "{text}");
    }
    let token = format!("ghp_{value}{}", &value[..8]);
    let url = format!("https://x:{token}@host/");
    assert_eq!(found(&url), [("github-token", token.as_str())]);
}

#[test]
fn hostile_texts_take_linear_time() {
    for piece in [
        "sk-",
        "eyJ",
        "eyJ.",
        "eyJ0123456789abcdef.",
        "-----BEGIN ",
        "-----BEGIN PRIVATE KEY-----",
        "://a:",
        "@",
        "a@",
        "\\",
        "-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkq\\n",
        "?token=",
        "\\u003d",
        "%3D",
        "ghp_",
        "://a:b@",
        "1:AA",
        "SG.",
        "_",
        "-----BEGIN RSA PRIVATE KEY-----\\nProc-Type: 4,",
        "aws_secret_access_key=",
        "ghs_0123456789abcdef.",
        "?token=0123456789abcdef%26token%3D",
        "....SG.0123456789abcdef",
        "sk-proj-",
        "AKIA",
        "x-AIza",
        "\\u0061",
        "\\\\u0061",
        "\\u005c",
        "\\u0025",
        "\\/",
        "%41",
        "%25",
        "%2525 ",
        "=",
        "PASSWORD=",
        "a_password=\\\"",
        "Basic ",
        "Basic YWJjZGVmZ2hpamtsbW5v ",
        "Bearer abcdefghijklmnopqrstuvwxyz",
        "://a:@",
        "ya29.0123456789abcdef.",
    ] {
        let text = piece.repeat((1 << 18) / piece.len());
        let start = Instant::now();
        let _ = secrets(text.as_bytes());
        assert!(start.elapsed().as_secs() < 8, "{piece}: {:?}", start.elapsed());
    }
}

#[test]
fn runs_are_found_at_every_place_in_a_block() {
    let token = format!("ghp_{}", random(LETTERS, 36, 4));
    for before in 0..140 {
        let text = format!("{} {token} {}", " ".repeat(before), "x".repeat(before % 7));
        assert_eq!(found(&text), [("github-token", token.as_str())], "{before}");
    }
}

#[test]
fn equal_secrets_get_equal_numbers() {
    let (first, second) = (format!("ghp_{}", random(LETTERS, 36, 4)), format!("hf_{}", random(LETTERS, 34, 5)));
    let (raw, escaped) = (key("PRIVATE KEY", "\\n"), key("PRIVATE KEY", "\\\\n"));
    let mut numbers = SecretNumbers::default();
    let text = format!("{second} {first} {second} {raw} {escaped}");
    let (bytes, places) = numbers.redact(text.as_bytes()).unwrap();
    let expected = "[redacted:huggingface-token:1] [redacted:github-token:2] [redacted:huggingface-token:1] \
                    [redacted:private-key:3] [redacted:private-key:3]";
    assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    assert_eq!(places.len(), 5);
    assert_eq!(
        numbers.take_counts().into_iter().collect::<Vec<_>>(),
        [("github-token", 1), ("huggingface-token", 2), ("private-key", 2)]
    );
    assert!(numbers.redact(expected.as_bytes()).is_none());
}

#[test]
fn reports_show_no_secret() {
    let token = format!("ghp_{}", random(LETTERS, 36, 4));
    assert_eq!(mask_text(format!("unknown role `{token}`")), format!("unknown role `{}`", "*".repeat(40)));
    assert_eq!(mask_text(format!("unknown role `{}…`", &token[..20])), format!("unknown role `{}…`", "*".repeat(20)));
    assert_eq!(mask_text("no call has the id `call_0123456789…`".to_owned()), "no call has the id `call_0123456789…`");
    let key = key("PRIVATE KEY", "\n");
    let masked = mask_bytes(key.as_bytes());
    assert!(masked.iter().all(|byte| matches!(byte, b'*' | b'\n')) && masked.len() == key.len());
    let cut = mask_text(format!("`{}…`", &key[..60]));
    assert!(!cut.contains(&key[40..60]), "{cut}");
}

#[test]
fn a_google_key_glued_to_a_word_is_no_part_of_base64() {
    let key = format!("AIza{}", random(LETTERS, 35, 9));
    assert_eq!(found(&format!("x{key} ")), [("google-key", key.as_str())]);
    for text in [format!("/x{key} "), format!(" x{key}/"), format!("+x{key}+")] {
        assert_eq!(found(&text), [], "{text}");
    }
}

#[test]
fn long_base64_is_not_searched_but_what_is_around_it_is() {
    let (id, token) = (format!("AKIA{}", "B7QX2K9LMZ3PWR5T"), format!("ghp_{}", random(LETTERS, 36, 4)));
    let data = |length, seed| random(LETTERS, length, seed);
    let media = format!("data:image/png;base64,{}/{id}/{}", data(9000, 1), data(9000, 2));
    assert_eq!(found(&media), []);
    // It is found in less base64, and next to any number of it.
    assert_eq!(found(&format!("{}/{id}/{}", data(300, 1), data(300, 2))), [("aws-key-id", id.as_str())]);
    for gap in 0..70 {
        let spaces = " ".repeat(gap);
        let text = format!("{spaces}{id}/{} {token} {media}={spaces}{token}\"", data(5000, 3));
        let wanted = [("aws-key-id", id.as_str()), ("github-token", &token), ("github-token", &token)];
        assert_eq!(found(&text), wanted, "{gap}");
    }
}
