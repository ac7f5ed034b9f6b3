//! Texts without their escapes: `gh\u0070_…` in a string, `ghp%5F…` in a URL, and strings in strings.
//!
//! Most texts have no escape that can hide a secret, and are searched where they are. `\n` and `\"` hide none: of all secrets
//! only private keys go on after them, and that search knows them.

use super::plain;
use super::tokens::Found;
use crate::json::Span;

/// Strings in strings that are looked into. Each level halves the backslashes.
const LEVELS: u32 = 6;
/// `%252B` is `%2B`, which is `+`.
const PERCENTS: u32 = 2;

/// Calls `each` with every secret, and with its text where that is spelled with escapes. `in_strings`: some may be spelled with
/// escapes of strings.
pub(super) fn each_spelled(bytes: &[u8], in_strings: bool, each: &mut dyn FnMut(Found, Option<&[u8]>)) {
    let has_percent = plain(bytes, &mut |found| each(found, None));
    if in_strings {
        decoded(bytes, next_hidden, (0, 0), each);
    } else if has_percent {
        decoded(bytes, next_percent, (0, 0), each);
    }
}

/// The first escape of a text from a place on.
type NextEscape = fn(&[u8], usize) -> Option<(usize, EscapeKind)>;

/// The same for the texts of which these bytes are the spelling.
fn decoded(bytes: &[u8], next: NextEscape, (level, percents): (u32, u32), each: &mut dyn FnMut(Found, Option<&[u8]>)) {
    let mut done = [0, 0];
    let mut at = 0;
    while let Some((place, spelling)) = next(bytes, at) {
        at = place + 1;
        let [strings, percent] = &mut done;
        let (done, is_over) = match spelling {
            // A URL is not escaped in other ways after this.
            EscapeKind::String => (strings, level == LEVELS || percents > 0),
            EscapeKind::Percent => (percent, percents == PERCENTS),
        };
        if place < *done || is_over {
            continue;
        }
        let window = spelling.window(bytes, place);
        *done = window.end;
        let text = Decoded::new(bytes.get(window.start..window.end).unwrap_or_default(), spelling);
        let mut found = |(kind, span): Found, plain: Option<&[u8]>| {
            let own = text.bytes.get(span.start..span.end);
            let [start, end] = [span.start, span.end].map(|at| window.start + text.place(at));
            each((kind, Span { start, end }), plain.or(own));
        };
        plain(&text.bytes, &mut |secret| found(secret, None));
        let depths = match spelling {
            EscapeKind::String => (level + 1, percents),
            EscapeKind::Percent => (level, percents + 1),
        };
        decoded(&text.bytes, next_hidden, depths, &mut found);
    }
}

/// How characters are spelled.
#[derive(Clone, Copy, Debug)]
enum EscapeKind {
    /// As in a JSON string: `\u002B`, `\/`.
    String,
    /// As in a URL: `%2B`.
    Percent,
}

/// The first escape from `from` on that spells a character of secrets.
fn next_hidden(bytes: &[u8], mut from: usize) -> Option<(usize, EscapeKind)> {
    loop {
        let at = from + memchr::memchr2(b'\\', b'%', bytes.get(from..)?)?;
        let rest = bytes.get(at..)?;
        if let Some(b'%') = rest.first() {
            if percent(rest).is_some() {
                return Some((at, EscapeKind::Percent));
            }
            from = at + 1;
            continue;
        }
        let slashes = rest.iter().take_while(|byte| **byte == b'\\').count();
        let is_hidden = match rest.get(slashes) {
            Some(b'/') => true,
            Some(b'u') => unit(rest.get(slashes - 1..)?).is_some(),
            _ => false,
        };
        if is_hidden {
            return Some((at + slashes - 1, EscapeKind::String));
        }
        from = at + slashes;
    }
}

/// The same in a text without escapes of strings that spell such a character.
fn next_percent(bytes: &[u8], from: usize) -> Option<(usize, EscapeKind)> {
    let mut places = memchr::memchr_iter(b'%', bytes.get(from..)?).map(|at| from + at);
    let at = places.find(|at| bytes.get(*at..).and_then(percent).is_some())?;
    Some((at, EscapeKind::Percent))
}

impl EscapeKind {
    /// The text around an escape that is decoded with it: the line, because a name says what a value is, or what can be a
    /// URL.
    fn window(self, bytes: &[u8], at: usize) -> Span {
        let (before, after) = (bytes.get(..at).unwrap_or_default(), bytes.get(at..).unwrap_or_default());
        let is_end = |byte: &u8| *byte <= b' ' || *byte == b'"';
        let (start, length) = match self {
            Self::String => (memchr::memrchr(b'\n', before), memchr::memchr(b'\n', after)),
            Self::Percent => (before.iter().rposition(is_end), after.iter().position(is_end)),
        };
        Span { start: start.map_or(0, |end| end + 1), end: length.map_or(bytes.len(), |length| at + length) }
    }
}

/// A text without its escapes.
struct Decoded {
    bytes: Vec<u8>,
    /// After each escape: the offset here, and the one in the text with escapes.
    places: Vec<(usize, usize)>,
}

impl Decoded {
    fn new(text: &[u8], kind: EscapeKind) -> Self {
        let mark = if matches!(kind, EscapeKind::String) { b'\\' } else { b'%' };
        let mut it = Self { bytes: Vec::with_capacity(text.len()), places: Vec::new() };
        let mut rest = text;
        while let Some(at) = memchr::memchr(mark, rest) {
            it.bytes.extend_from_slice(rest.get(..at).unwrap_or_default());
            rest = rest.get(at..).unwrap_or_default();
            let (byte, length) = escape(rest).unwrap_or((mark, 1));
            it.bytes.push(byte);
            rest = rest.get(length..).unwrap_or_default();
            if length > 1 {
                it.places.push((it.bytes.len(), text.len() - rest.len()));
            }
        }
        it.bytes.extend_from_slice(rest);
        it
    }

    /// The offset in the text with escapes.
    fn place(&self, at: usize) -> usize {
        let count = self.places.partition_point(|(here, _)| *here <= at);
        let last = count.checked_sub(1).and_then(|last| self.places.get(last));
        last.map_or(at, |(here, there)| there + (at - here))
    }
}

/// The character of the escape that a text begins with, and its length. Escapes of characters that are in no secret stay.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    if text.first() == Some(&b'%') {
        return percent(text);
    }
    let byte = match text.get(1)? {
        b'u' => return unit(text).map(|byte| (byte, 6)),
        byte @ (b'"' | b'\\' | b'/') => *byte,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'b' => 0x08,
        b'f' => 0x0c,
        _ => return None,
    };
    Some((byte, 2))
}

/// The character of ASCII that `\u0041` spells.
fn unit(text: &[u8]) -> Option<u8> {
    let digits = text.get(2..6)?.strip_prefix(b"00")?;
    hexadecimal(digits).filter(u8::is_ascii)
}

/// The character of ASCII that `%41` spells, and its length.
pub(super) fn percent(text: &[u8]) -> Option<(u8, usize)> {
    hexadecimal(text.get(1..3)?).filter(u8::is_ascii).map(|byte| (byte, 3))
}

fn hexadecimal(digits: &[u8]) -> Option<u8> {
    let [high, low] = digits.first_chunk::<2>()?.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? << 4 | low?).ok()
}

/// The secret without the letter of an escape that it begins in: `\npm_…` is a line end and `pm_…`.
pub(super) fn outside_escapes(bytes: &[u8], span: Span) -> Option<Span> {
    let before = bytes.get(span.start.saturating_sub(5)..span.start)?;
    let Some(last) = memchr::memrchr(b'\\', before) else { return Some(span) };
    let backslash = span.start - before.len() + last;
    let end = backslash + escape_length(bytes.get(backslash + 1..)?);
    if end <= span.start {
        return Some(span);
    }
    let count = bytes.get(..=backslash)?.iter().rev().take_while(|byte| **byte == b'\\').count();
    // Either a backslash and the secret, or an escape in a string of a string: the text stays valid if the letter is kept.
    (count % 2 == 0 && end < span.end).then_some(Span { start: end, ..span })
}

/// The length of the escape whose backslash is before this text.
fn escape_length(text: &[u8]) -> usize {
    match text.first() {
        Some(b'u') if text.get(1..5).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) => 6,
        Some(b'n' | b'r' | b't' | b'b' | b'f' | b'u') => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_have_the_length_of_what_they_are() {
        let cases =
            [("u0041x", 6), ("u00e9", 6), ("u00g9x", 2), ("u12", 2), ("nx", 2), ("\"x", 1), ("\\x", 1), ("", 1)];
        for (text, length) in cases {
            assert_eq!(escape_length(text.as_bytes()), length, "{text}");
        }
    }
}
