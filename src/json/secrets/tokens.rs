//! Decides about a run of token characters: `ghp_…` by its prefix, `AA…` after `123456789:`, `…` after `?token=`.

use super::alphabet::{Alphabet, entropy, escape, has_placeholder, in_word, is_random};
use super::kinds::{KINDS, PARAMETERS, TokenKind};
use crate::json::Span;

/// A secret, and one past its last byte.
pub(super) type Found = (&'static str, Span);

/// The secret that begins with the run between `start` and `end`.
#[inline]
pub(super) fn token(bytes: &[u8], start: usize, end: usize) -> Option<Found> {
    // Nearly all runs are paths, ids and names of functions: three bytes tell.
    let before = start.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
    let is_special = matches!(before, b'\\' | b'%' | b'[' | b';' | b'.' | b':' | b'=');
    if !is_special && !may_begin(bytes.get(start..).unwrap_or_default()) {
        return None;
    }
    decide(bytes, start, end)
}

#[inline(never)]
fn decide(bytes: &[u8], start: usize, end: usize) -> Option<Found> {
    let (begin, is_doubtful) = after_escape(bytes, start, end);
    let before = bytes.get(..begin)?;
    if before.last() == Some(&b'.')
        && let Some(found) = dotted(bytes, begin)
    {
        return Some(found);
    }
    if let Some(found) = prefixed(bytes, begin) {
        return Some(found);
    }
    if is_doubtful && let Some((kind, span)) = prefixed(bytes, start) {
        // The first letter may be that of an escape: the text stays valid if it is kept.
        return Some((kind, Span { start: start + 1, ..span }));
    }
    match before.last().unwrap_or(&b' ') {
        b':' => bot_token(bytes, begin, end),
        b'=' => parameter(bytes, begin, begin - 1),
        b'D' | b'd' if ends_with(before, b"%3d") => parameter(bytes, begin, begin - 3),
        b'D' | b'd' if ends_with(before, b"u003d") => {
            let slashes = before.iter().rev().skip(5).take(8).take_while(|byte| **byte == b'\\').count();
            parameter(bytes, begin, begin - 5 - slashes)
        }
        _ if may_begin(bytes.get(begin..)?) => secret_access_key(bytes, begin),
        _ => None,
    }
}

/// The first byte of a run after what belongs to the text before it: `n` of an escape, `3D` of `%3D`, `32m` of a colour of a
/// terminal, marks. True if the backslash before the run may itself be escaped, and the letter after it be text.
fn after_escape(bytes: &[u8], start: usize, end: usize) -> (usize, bool) {
    let before = bytes.get(..start).unwrap_or_default();
    let run = bytes.get(start..end).unwrap_or_default();
    let is_hex = |from: usize, to: usize| run.get(from..to).is_some_and(|some| some.iter().all(u8::is_ascii_hexdigit));
    let (mut begin, mut is_doubtful) = (start, false);
    match (before.last(), run.first()) {
        (Some(b'\\'), Some(b'u')) if is_hex(1, 5) => begin += 5,
        (Some(b'\\'), Some(b'n' | b'r' | b't' | b'b' | b'f')) => {
            let backslashes = before.iter().rev().take(8).take_while(|byte| **byte == b'\\').count();
            begin += 1;
            is_doubtful = backslashes % 2 == 0;
        }
        (Some(b'%'), Some(_)) if is_hex(0, 2) => begin += 2,
        (Some(b'[' | b';'), Some(b'0'..=b'9')) => {
            let digits = run.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
            begin += if run.get(digits) == Some(&b'm') { digits + 1 } else { 0 };
        }
        _ => {}
    }
    // Emphasis, options, lists.
    if !matches!(bytes.get(begin), Some(b'-' | b'_')) {
        return (begin, is_doubtful);
    }
    let rest = bytes.get(begin..end).unwrap_or_default();
    begin += rest.iter().take_while(|byte| matches!(byte, b'-' | b'_')).count();
    (begin, is_doubtful)
}

fn prefixed(bytes: &[u8], begin: usize) -> Option<Found> {
    let rest = bytes.get(begin..).filter(|rest| may_begin(rest))?;
    let mut fits = KINDS.iter().filter(|kind| rest.starts_with(kind.prefix.as_bytes()));
    fits.find_map(|kind| of_kind(bytes, begin, kind)).or_else(|| web_token(bytes, begin))
}

#[inline]
fn may_begin(rest: &[u8]) -> bool {
    let [first, second, ..] = rest else { return false };
    FIRST.get(usize::from(*first)).is_some_and(|seconds| seconds & (1 << (second & 31)) != 0)
}

/// For each first byte of a prefix, the second bytes, by their lowest five bits: few runs go further.
#[allow(clippy::indexing_slicing, reason = "the compiler runs it, and looks")]
static FIRST: [u32; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < KINDS.len() {
        let prefix = KINDS[at].prefix.as_bytes();
        table[prefix[0] as usize] |= 1 << (prefix[1] & 31);
        at += 1;
    }
    // The lowest five bits are the same in both cases.
    let others = [*b"ey", *b"aw", *b"Aw", *b"se", *b"Se"];
    at = 0;
    while at < others.len() {
        table[others[at][0] as usize] |= 1 << (others[at][1] & 31);
        at += 1;
    }
    table[b'-' as usize] = u32::MAX;
    table[b'_' as usize] = u32::MAX;
    table
};

/// A token of this kind that begins at `begin` with its prefix.
fn of_kind(bytes: &[u8], begin: usize, kind: &TokenKind) -> Option<Found> {
    let body = begin + kind.prefix.len();
    let (least, most) = kind.length;
    // No further than needed, for what begins again and again.
    let mut end = kind.alphabet.end(bytes.get(..bytes.len().min(body + most + 4))?, body);
    // Keys of Databricks have a number at their end.
    if kind.alphabet == Alphabet::Hex
        && bytes.get(end) == Some(&b'-')
        && bytes.get(end + 1).is_some_and(u8::is_ascii_digit)
    {
        end += 2;
    }
    let length = end - body;
    if !(least..=most + 2).contains(&length) || bytes.get(end).is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let text = bytes.get(body..end)?;
    let is_key = kind.prefix != "sk-" || is_key(text);
    (is_key && is_random(text, kind.entropy)).then_some((kind.name, Span { start: begin, end }))
}

/// True for what follows `sk-` in keys, not in names such as `sk-folding-cube`: digits, and many characters in one piece.
fn is_key(text: &[u8]) -> bool {
    let longest = text.split(|byte| matches!(byte, b'-' | b'_')).map(<[u8]>::len).max().unwrap_or(0);
    longest >= 16 && text.iter().any(u8::is_ascii_digit) && text.iter().any(u8::is_ascii_alphabetic)
}

/// A JSON Web Token: `eyJ….eyJ….…`, of which the last part may be cut off.
fn web_token(bytes: &[u8], begin: usize) -> Option<Found> {
    let part = |from: usize| Alphabet::Word.end(bytes, from);
    bytes.get(begin..)?.strip_prefix(b"eyJ")?;
    let header = part(begin);
    if !bytes.get(header..)?.starts_with(b".eyJ") {
        return None;
    }
    let payload = part(header + 1);
    let end = if bytes.get(payload) == Some(&b'.') { part(payload + 1) } else { return None };
    let signature = bytes.get(payload + 1..end)?;
    // A token without a signature is no secret.
    (signature.len() >= 16 && payload - header > 8 && is_random(signature, 28))
        .then_some(("json-web-token", Span { start: begin, end }))
}

/// A token whose prefix ends with a point: `SG.`.
fn dotted(bytes: &[u8], begin: usize) -> Option<Found> {
    let before = bytes.get(..begin)?;
    // The prefix is at most one more short part away: `ya29.c.`.
    let tail = before.get(before.len().saturating_sub(12)..)?;
    let start = tail.iter().rposition(|byte| !in_word(*byte) && *byte != b'.').map_or(0, |at| at + 1);
    let tail = tail.get(start..)?;
    for kind in KINDS.iter().filter(|kind| kind.prefix.contains('.')) {
        let prefix = kind.prefix.as_bytes();
        let place = begin - tail.len();
        let starts = |at: &usize| bytes.get(place + at..).is_some_and(|rest| rest.starts_with(prefix));
        let Some(at) = (0..tail.len()).find(starts) else { continue };
        let from = place + at;
        let word = bytes.get(..from)?.iter().rev().take(8).take_while(|byte| in_word(**byte)).count();
        let is_bound = after_escape(bytes, from - word, begin).0 == from;
        if let Some(found) = of_kind(bytes, from, kind).filter(|_| is_bound) {
            return Some(found);
        }
    }
    None
}

/// True if the byte before `at` is the end of an escape.
fn is_after_escape(bytes: &[u8], at: usize) -> bool {
    [2, 6]
        .iter()
        .any(|length| at.checked_sub(*length).is_some_and(|from| escape(bytes, from).is_some_and(|(_, end)| end == at)))
}

/// The token of a Telegram bot: `123456789:AA…`.
fn bot_token(bytes: &[u8], begin: usize, end: usize) -> Option<Found> {
    let token = bytes.get(begin..end)?;
    let before = bytes.get(..begin - 1)?;
    let digits = before.iter().rev().take(11).take_while(|byte| byte.is_ascii_digit()).count();
    let left = before.get(..before.len() - digits)?;
    let is_bound = left.last().is_none_or(|byte| !in_word(*byte) || ends_with(left, b"/bot"))
        || is_after_escape(bytes, left.len());
    let fits = token.len() == 35 && token.starts_with(b"AA") && (8..=10).contains(&digits) && is_bound;
    (fits && is_random(token, 32)).then_some(("telegram-token", Span { start: begin - 1 - digits, end }))
}

/// The longest value of a parameter that is looked at.
const LONGEST_VALUE: usize = 4096;

/// The value of a parameter in the query of a URL. `equals`: where the name ends.
fn parameter(bytes: &[u8], begin: usize, equals: usize) -> Option<Found> {
    let before = bytes.get(..equals)?;
    let length = before.iter().rev().take(24).take_while(|byte| in_word(**byte)).count();
    let mut name = before.get(before.len() - length..)?;
    let mut left = before.get(..before.len() - length)?;
    // `\u0026` and `%26` are `&`.
    for (mark, spelled) in [(&b"\\"[..], &b"u0026"[..]), (b"%", b"26"), (b"%", b"3f"), (b"%", b"3F")] {
        if left.ends_with(mark)
            && let Some(rest) = name.strip_prefix(spelled)
        {
            (name, left) = (rest, b"&");
        }
    }
    let is_query = matches!(left.last(), Some(b'?' | b'&' | b'#')) || left.ends_with(b"&amp;");
    if !is_query || !PARAMETERS.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return None;
    }
    let mut end = Alphabet::Query.end(bytes.get(..bytes.len().min(begin + LONGEST_VALUE + 1))?, begin);
    // A full stop ends the sentence, `%26` the value.
    let value = bytes.get(begin..end)?;
    if let Some(next) = memchr::memmem::find(value, b"%26") {
        end = begin + next;
    }
    while end > begin && matches!(bytes.get(end - 1), Some(b'.')) {
        end -= 1;
    }
    let value = bytes.get(begin..end)?;
    let is_mixed = value.iter().any(u8::is_ascii_digit) && value.iter().any(u8::is_ascii_alphabetic);
    let fits = (16..=LONGEST_VALUE).contains(&value.len()) && is_mixed && is_random(value, 30);
    fits.then_some(("url-parameter", Span { start: begin, end }))
}

/// The value of `aws_secret_access_key`, which has no prefix of its own.
fn secret_access_key(bytes: &[u8], begin: usize) -> Option<Found> {
    const NAMES: [&[u8]; 3] = [b"aws_secret_access_key", b"secret_access_key", b"secretaccesskey"];
    let rest = bytes.get(begin..)?;
    let name = NAMES.iter().find(|name| rest.get(..name.len()).is_some_and(|some| some.eq_ignore_ascii_case(name)))?;
    let between = rest.get(name.len()..)?.iter().take(16);
    let gap = between.take_while(|byte| matches!(byte, b'=' | b':' | b'"' | b'\'' | b'\\' | b' ')).count();
    let start = begin + name.len() + gap;
    let end = Alphabet::Base64.end(bytes, start);
    let value: Vec<u8> = bytes.get(start..end)?.iter().copied().filter(|byte| *byte != b'\\').collect();
    let fits = gap > 0 && value.len() == 40 && entropy(&value) >= 35 && !has_placeholder(&value);
    fits.then_some(("aws-secret-key", Span { start, end }))
}

fn ends_with(bytes: &[u8], end: &[u8]) -> bool {
    bytes.len().checked_sub(end.len()).and_then(|from| bytes.get(from..)).is_some_and(|it| it.eq_ignore_ascii_case(end))
}
