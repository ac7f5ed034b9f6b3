//! Private keys, and passwords in URLs: `-----BEGIN PRIVATE KEY-----\nMII…`, `postgres://ann:…@db`.

use memchr::memmem;

use super::alphabet::{Alphabet, entropy, escape};
use super::kinds::NO_PASSWORDS;
use super::tokens::Found;
use crate::json::Span;

const BEGIN: &[u8] = b"-----BEGIN ";
const DASHES: &[u8] = b"-----";
/// The minimum length of a key that is cut off, in characters.
const LEAST: usize = 16;
const MOST_HEADERS: usize = 8;

/// The private keys of a text.
#[derive(Debug, Default)]
pub(super) struct Keys {
    pub(super) found: Vec<Found>,
    /// One past the last one.
    end: usize,
}

impl Keys {
    /// Adds the key whose first word is the run that ends at `end`, if there is one.
    #[inline]
    pub(super) fn after_run(&mut self, bytes: &[u8], end: usize) {
        if bytes.get(end) == Some(&b' ') && bytes.get(end - 1) == Some(&b'N') {
            self.add(bytes, end);
        }
    }

    #[inline(never)]
    fn add(&mut self, bytes: &[u8], end: usize) {
        let begin = BEGIN.len() - 1;
        let Some(start) = end.checked_sub(begin).filter(|start| *start >= self.end) else { return };
        if bytes.get(start..).is_some_and(|rest| rest.starts_with(BEGIN))
            && let Some(end) = key_end(bytes, start)
        {
            self.end = end;
            self.found.push(("private-key", Span { start, end }));
        }
    }
}

/// One past the key that begins at `start`.
fn key_end(bytes: &[u8], start: usize) -> Option<usize> {
    let label = bytes.get(start + BEGIN.len()..)?;
    let label = label.get(..label.len().min(64))?;
    let dashes = memmem::find(label, DASHES)?;
    memmem::find(label.get(..dashes)?, b"PRIVATE KEY")?;
    let body = start + BEGIN.len() + dashes + DASHES.len();
    // To its end, with headers and comments, or else the lines that are base64.
    let end = whole(bytes, body).or_else(|| cut(bytes, body))?;
    // Not only a placeholder.
    let lines = bytes.get(body..end)?.split(|byte| !Alphabet::Base64.has(*byte));
    lines.map(<[u8]>::len).max().is_some_and(|longest| longest >= LEAST).then_some(end)
}

/// One past `-----END … KEY-----`, where only characters of keys come before it.
fn whole(bytes: &[u8], body: usize) -> Option<usize> {
    let mut at = body;
    loop {
        let rest = bytes.get(at..)?;
        if rest.starts_with(DASHES) {
            let label = rest.get(DASHES.len()..)?;
            let label = label.get(..label.len().min(64))?;
            let close = memmem::find(label, DASHES).filter(|_| label.starts_with(b"END "))?;
            return Some(at + close + 2 * DASHES.len());
        }
        match rest.first()? {
            b'\\' => at = escape(bytes, at)?.1,
            byte if byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() => at += 1,
            b'+' | b'/' | b'=' | b':' | b',' | b'.' | b'-' | b'(' | b')' | b'@' | b'_' | b'<' | b'>' => at += 1,
            _ => return None,
        }
    }
}

/// One past the last line of a key that has no end.
fn cut(bytes: &[u8], body: usize) -> Option<usize> {
    let (mut at, mut end, mut count, mut headers) = (body, None, 0, 0);
    loop {
        let line = line_start(bytes, at);
        let mut last = line;
        while bytes.get(last).is_some_and(|byte| Alphabet::Base64.has(*byte)) || slash(bytes, last).is_some() {
            last = slash(bytes, last).unwrap_or(last + 1);
        }
        if count == 0
            && headers < MOST_HEADERS
            && let Some(end) = header_end(bytes, line)
        {
            headers += 1;
            at = end;
            continue;
        }
        // A word of the text after it.
        let is_word = last - line < LEAST && bytes.get(last) == Some(&b' ');
        if last == line || is_word {
            return end.filter(|_| count >= LEAST);
        }
        count += last - line;
        end = Some(last);
        at = last;
    }
}

/// The end of a header of a key: `DEK-Info: AES-128-CBC,0F…`.
fn header_end(bytes: &[u8], line: usize) -> Option<usize> {
    let rest = bytes.get(line..)?;
    let rest = rest.get(..rest.len().min(256))?;
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    if rest.first() == Some(&b'-') || rest.get(name) != Some(&b':') {
        return None;
    }
    rest.iter().position(|byte| matches!(byte, b'\n' | b'\\' | b'"')).map(|end| line + end)
}

/// The offset after `\/` at `at`.
fn slash(bytes: &[u8], at: usize) -> Option<usize> {
    let (character, end) = escape(bytes, at).filter(|_| bytes.get(at) == Some(&b'\\'))?;
    Alphabet::Base64.has(character).then_some(end)
}

/// The start of the next line, after white space.
fn line_start(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match escape(bytes, at) {
            Some((character, end)) if character.is_ascii_whitespace() => at = end,
            _ if byte.is_ascii_whitespace() => at += 1,
            _ => break,
        }
    }
    at
}

/// The longest user and password that are looked at.
const USER_INFO: usize = 300;

/// The password before the `@` at `at`.
pub(super) fn password(bytes: &[u8], at: usize) -> Option<Span> {
    if !bytes.get(at + 1).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'[' | b'_')) {
        return None;
    }
    let before = bytes.get(at.saturating_sub(USER_INFO)..at)?;
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'<' | b'>' | b'`' | 0x80..);
    let word = before.iter().rposition(is_end).map_or(0, |end| end + 1);
    let word = before.get(word..)?;
    let user_info = word.get(authority(word)?..)?;
    let colon = memchr::memchr(b':', user_info)?;
    let (user, password) = (user_info.get(..colon)?, user_info.get(colon + 1..)?);
    let has = |text: &[u8], byte: u8| memchr::memchr(byte, text).is_some();
    // `//host/path:a@b`, `//host:8080/path@b`, `//ann:short@host/path@b`
    let is_port = password.iter().find(|byte| !byte.is_ascii_digit()).is_some_and(|byte| matches!(byte, b'/' | b'\\'));
    if has(user, b'/') || has(user, b'@') || is_port || (has(password, b'@') && has(password, b'/')) {
        return None;
    }
    is_password(user, password).then_some(Span { start: at - password.len(), end: at })
}

/// One past the last `://`, which may be spelled `:\/\/` and `:\\\/\\\/`.
fn authority(word: &[u8]) -> Option<usize> {
    let without = |text: &[u8], byte: u8| -> Option<usize> {
        let text = text.strip_suffix(&[byte])?;
        Some(text.iter().rposition(|byte| *byte != b'\\').map_or(0, |last| last + 1))
    };
    memchr::memrchr_iter(b'/', word).map(|slash| slash + 1).find(|end| {
        let scheme = word.get(..*end).and_then(|scheme| scheme.get(..without(scheme, b'/')?));
        let scheme = scheme.and_then(|scheme| scheme.get(..without(scheme, b'/')?));
        scheme.is_some_and(|scheme| scheme.ends_with(b":"))
    })
}

pub(super) fn is_password(user: &[u8], password: &[u8]) -> bool {
    let mut escapes = password.iter().enumerate().filter(|(_, byte)| **byte == b'\\');
    let is_text =
        escapes.all(|(at, _)| escape(password, at).is_some_and(|(character, _)| character.is_ascii_graphic()));
    let is_name = NO_PASSWORDS.iter().any(|word| password.eq_ignore_ascii_case(word)) || password == user;
    // `${PASSWORD}`, `$PASSWORD`, `{{password}}`, `%(password)s`, `[password]`, `***`
    let is_variable = matches!(password.first(), Some(b'$' | b'[' | b'*' | b'('))
        || password.starts_with(b"%(")
        || password.iter().any(|byte| matches!(byte, b'{' | b'}'));
    let is_mixed =
        password.iter().any(u8::is_ascii_alphabetic) && password.iter().any(|byte| !byte.is_ascii_alphabetic());
    let is_long = password.len() >= 8 || (password.len() >= 6 && is_mixed);
    is_text
        && is_long
        && !is_name
        && !is_variable
        && entropy(password) >= 18
        && !super::alphabet::has_placeholder(password)
}
