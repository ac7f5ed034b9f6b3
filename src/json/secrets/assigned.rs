//! Values that their names give away: `PASSWORD=…`, `AccountKey=…`, `?token=…`, `Authorization: Basic …`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::alphabet::{Alphabet, in_word, is_random};
use super::blocks::is_password;
use super::kinds::PARAMETERS;
use super::tokens::Found;
use crate::json::Span;

/// The longest name, and the longest value, that is looked at.
const LONGEST_NAME: usize = 64;
const LONGEST_VALUE: usize = 4096;
const LONGEST_PASSWORD: usize = 256;
/// The shortest key or token.
const LEAST: usize = 16;

/// The ends of names of passwords.
const PASSWORDS: &[&[u8]] = &[b"password", b"passwd", b"passphrase", b"pwd", b"_pass", b"_pw"];
/// The ends of names of keys and tokens in capitals: `MY_API_KEY`.
const KEYS: &[&[u8]] = &[b"TOKEN", b"SECRET", b"_KEY", b"APIKEY", b"_PAT"];
/// The ends of names of keys that are nothing else, in any case.
const CLOUD_KEYS: &[&[u8]] = &[
    b"accountkey",
    b"sharedaccesskey",
    b"accesskey",
    b"access_key",
    b"secretkey",
    b"secret_key",
    b"client_secret",
    b"clientsecret",
    b"access_token",
    b"auth_token",
    b"authtoken",
    b"api_key",
    b"apikey",
];

/// The value after the `=` at `equals`, if the name says that it is a secret. [`follows_name`] must be true.
pub(super) fn value(bytes: &[u8], equals: usize) -> Option<Found> {
    named(bytes, before_equals(bytes, equals), equals)
}

#[inline(always)]
fn before_equals(bytes: &[u8], equals: usize) -> &[u8] {
    let before = bytes.get(..equals).unwrap_or_default();
    before.strip_suffix(b" ").unwrap_or(before)
}

/// True if the text before a `=` ends with the last letters of a name: of [`PASSWORDS`], [`KEYS`], [`CLOUD_KEYS`] or
/// [`PARAMETERS`].
#[inline(always)]
pub(super) fn follows_name(bytes: &[u8], equals: usize) -> bool {
    let Some([.., third, second, first]) = bytes.get(..equals) else {
        return ends_as_name(before_equals(bytes, equals));
    };
    // Selected without a branch, which would be mispredicted. Most names in programs end with other letters.
    let (before, last) = if *first == b' ' { (third, second) } else { (second, first) };
    let befores = LAST.get(usize::from(last & 31)).copied().unwrap_or_default();
    befores & (1 << (before & 31)) != 0 && ends_as_name(before_equals(bytes, equals))
}

/// For each last letter, the letters before it, both by their lowest five bits.
#[allow(clippy::indexing_slicing, reason = "the compiler runs it, and looks")]
static LAST: [u32; 32] = {
    let mut table = [0; 32];
    let mut ends: &[[u8; 2]] =
        &[*b"rd", *b"wd", *b"se", *b"re", *b"en", *b"ey", *b"et", *b"at", *b"ig", *b"pw", *b"ss"];
    while let [[before, last], rest @ ..] = ends {
        table[(*last & 31) as usize] |= 1 << (*before & 31);
        ends = rest;
    }
    table
};

fn ends_as_name(text: &[u8]) -> bool {
    let mut end = [b' '; 4];
    for (byte, last) in end.iter_mut().rev().zip(text.iter().rev()) {
        *byte = last.to_ascii_lowercase();
    }
    let [before, end @ ..] = end;
    match &end {
        b"ord" | b"swd" | b"pwd" | b"ase" | b"ure" | b"ken" | b"key" | b"ret" | b"pat" | b"sig" | b"_pw" => true,
        // Not `class`.
        b"ass" => before == b'p',
        _ => false,
    }
}

fn named(bytes: &[u8], before: &[u8], equals: usize) -> Option<Found> {
    let is_here = before.len() == equals;
    let (begin, quote) = opening(bytes, equals + 1);
    // Most values in programs are names and calls.
    if !is_here && quote.is_none() {
        return None;
    }
    let length = before.iter().rev().take(LONGEST_NAME).take_while(|byte| in_word(**byte)).count();
    let (left, name) = before.split_at_checked(before.len() - length)?;
    let is_query = is_here && (matches!(left.last(), Some(b'?' | b'&' | b'#')) || left.ends_with(b"&amp;"));
    let is_password_name = ends_with_any(name, PASSWORDS);
    if is_query && !is_password_name && PARAMETERS.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return parameter(bytes, equals + 1);
    }
    if quote.is_none() && begin != equals + 1 {
        return None;
    }
    let is_capital = !name.iter().any(u8::is_ascii_lowercase);
    // The folder of a shell.
    if name == b"PWD" || name == b"OLDPWD" {
        return None;
    }
    if is_password_name {
        let end = value_end(bytes, begin, quote, !is_capital);
        let value = bytes.get(begin..end)?;
        // In programs a name stands for the value.
        let is_code = quote.is_none() && value.iter().any(|byte| matches!(byte, b'(' | b'['))
            || quote.is_none() && !is_capital && !is_literal(value);
        return (!is_code && is_password(b"", value)).then_some(("password", Span { start: begin, end }));
    }
    let is_cloud = ends_with_any(name, CLOUD_KEYS);
    if !(is_cloud || is_capital && KEYS.iter().any(|end| name.ends_with(end))) {
        return None;
    }
    let end = key_end(bytes, begin);
    let value = bytes.get(begin..end)?;
    (is_piece(value) && is_value(value)).then_some(("key", Span { start: begin, end }))
}

/// The first byte of a value, and the quote before it: `"`, `\"`, `'`.
fn opening(bytes: &[u8], after: usize) -> (usize, Option<u8>) {
    let rest = bytes.get(after..).unwrap_or_default();
    let space = usize::from(rest.first() == Some(&b' '));
    let slashes = rest.iter().skip(space).take(8).take_while(|byte| **byte == b'\\').count();
    match rest.get(space + slashes) {
        Some(quote @ (b'"' | b'\'')) => (after + space + slashes + 1, Some(*quote)),
        _ => (after, None),
    }
}

/// One past the last byte of a key, of which `=` may only be the end.
fn key_end(bytes: &[u8], begin: usize) -> usize {
    let rest = bytes.get(begin..bytes.len().min(begin + LONGEST_VALUE)).unwrap_or_default();
    let length = rest.iter().take_while(|byte| Alphabet::Query.has(**byte) && **byte != b'=').count();
    let padding = rest.iter().skip(length).take(2).take_while(|byte| **byte == b'=').count();
    begin + length + padding
}

/// One past the last byte of a password.
fn value_end(bytes: &[u8], begin: usize, quote: Option<u8>, is_list: bool) -> usize {
    let rest = bytes.get(begin..bytes.len().min(begin + LONGEST_PASSWORD)).unwrap_or_default();
    let is_end = |byte: &u8| match quote {
        Some(quote) => *byte == quote || matches!(byte, b'"' | b'\\' | 0..0x20),
        None => {
            let is_mark = matches!(byte, b'"' | b'\'' | b'\\' | b';' | b'&' | b'<' | b'>' | b'`' | 0x7f..);
            is_mark || *byte <= b' ' || (is_list && matches!(byte, b',' | b')'))
        }
    };
    begin + rest.iter().position(is_end).unwrap_or(rest.len())
}

/// True for what is not the name of a variable: it has digits, and no parts.
fn is_literal(value: &[u8]) -> bool {
    let has = |test: fn(&u8) -> bool| value.iter().any(test);
    let is_name = value.iter().all(|byte| in_word(*byte) || *byte == b'.') && has(|byte| matches!(byte, b'_' | b'.'));
    has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) && !is_name
}

/// The value of a parameter in the query of a URL.
fn parameter(bytes: &[u8], begin: usize) -> Option<Found> {
    let mut end = Alphabet::Query.end(bytes.get(..bytes.len().min(begin + LONGEST_VALUE + 1))?, begin);
    // A full stop ends the sentence.
    while end > begin && matches!(bytes.get(end - 1), Some(b'.')) {
        end -= 1;
    }
    let value = bytes.get(begin..end)?;
    is_value(value).then_some(("url-parameter", Span { start: begin, end }))
}

fn is_value(value: &[u8]) -> bool {
    let is_mixed = value.iter().any(u8::is_ascii_digit) && value.iter().any(u8::is_ascii_alphabetic);
    (LEAST..=LONGEST_VALUE).contains(&value.len()) && is_mixed && is_random(value, 30)
}

/// True for values with many characters in one piece, unlike names and paths, and for UUIDs.
fn is_piece(value: &[u8]) -> bool {
    let is_long = |piece: &[u8]| piece.len() >= LEAST && piece.iter().any(u8::is_ascii_digit);
    let is_uuid = value.len() == 36 && value.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-');
    let is_path = matches!(value.first(), Some(b'/' | b'~' | b'.'));
    !is_path && (is_uuid || value.split(|byte| matches!(byte, b'-' | b'_' | b'.')).any(is_long))
}

fn ends_with_any(name: &[u8], ends: &[&[u8]]) -> bool {
    ends.iter().any(|end| {
        let from = name.len().checked_sub(end.len());
        from.and_then(|from| name.get(from..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
    })
}

/// The credentials after `Basic` or `Bearer`, of which the run from `begin` on is the first part.
pub(super) fn credentials(bytes: &[u8], begin: usize) -> Option<Found> {
    let before = bytes.get(begin.saturating_sub(8)..begin)?.strip_suffix(b" ")?;
    let is = |word: &[u8]| ends_with_any(before, &[word]);
    let end = Alphabet::Base64.end(bytes.get(..bytes.len().min(begin + LONGEST_VALUE))?, begin);
    if is(b"basic") {
        let value: Vec<u8> = bytes.get(begin..end)?.iter().copied().take_while(|byte| *byte != b'=').collect();
        let plain = STANDARD_NO_PAD.decode(value).ok()?;
        let is_text = plain.iter().all(|byte| *byte >= b' ' && *byte != 0x7f);
        return (is_text && plain.contains(&b':')).then_some(("basic-login", Span { start: begin, end }));
    }
    let end = Alphabet::Query.end(bytes.get(..bytes.len().min(begin + LONGEST_VALUE))?, begin);
    let end = if bytes.get(end - 1) == Some(&b'.') { end - 1 } else { end };
    (is(b"bearer") && is_value(bytes.get(begin..end)?)).then_some(("bearer-token", Span { start: begin, end }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_ends_as_the_first_look_says() {
        for name in PASSWORDS.iter().chain(KEYS).chain(CLOUD_KEYS).chain(PARAMETERS) {
            assert!(follows_name(name, name.len()) && follows_name(&name.to_ascii_uppercase(), name.len()));
        }
        for other in [&b"x"[..], b"retries", b"a b", b""] {
            assert!(!follows_name(other, other.len()));
        }
    }
}
