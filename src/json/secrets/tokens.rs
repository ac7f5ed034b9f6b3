//! Decides about a run of token characters: `ghp_…` by its prefix, `AA…` after `123456789:`.

use super::alphabet::{Alphabet, entropy, has_placeholder, in_word, is_random};
use super::assigned::credentials;
use super::glued;
use super::kinds::{KINDS, TokenKind};
use super::redact::plain_secret;
use crate::json::Span;

/// A secret, and one past its last byte.
pub(super) type Found = (&'static str, Span);

/// The first secret of the run between `start` and `end` that begins at `from` or later.
#[inline]
pub(super) fn token(bytes: &[u8], start: usize, from: usize, end: usize) -> Option<Found> {
    // Nearly all runs are paths, ids and names of functions: three bytes tell.
    let before = start.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
    let is_special = matches!(before, b'\\' | b'%' | b'[' | b';' | b'.' | b':' | b' ');
    if from == start
        && (is_special || may_begin(bytes.get(start..).unwrap_or_default()))
        && let Some(found) = decide(bytes, start, end)
    {
        return Some(found);
    }
    glued::glued(bytes, Span { start, end }, from)
}

#[inline(never)]
fn decide(bytes: &[u8], start: usize, end: usize) -> Option<Found> {
    let begin = after_escape(bytes, start, end);
    let before = bytes.get(..begin)?;
    if before.last() == Some(&b'.')
        && let Some(found) = dotted(bytes, begin)
    {
        return Some(found);
    }
    if let Some(found) = prefixed(bytes, begin, end) {
        return Some(found);
    }
    // The first letter may be that of an escape, or not.
    if begin != start
        && let Some(found) = prefixed(bytes, start, end)
    {
        return Some(found);
    }
    match before.last().unwrap_or(&b' ') {
        b':' => bot_token(bytes, begin, end),
        b' ' if begin == start
            && let Some(found) = credentials(bytes, begin) =>
        {
            Some(found)
        }
        _ if may_begin(bytes.get(begin..)?) => secret_access_key(bytes, begin),
        _ => None,
    }
}

/// The first byte of a run after what belongs to the text before it: `n` of an escape, `3D` of `%3D`, `32m` of a colour of a
/// terminal, marks.
fn after_escape(bytes: &[u8], start: usize, end: usize) -> usize {
    let before = bytes.get(..start).unwrap_or_default();
    let run = bytes.get(start..end).unwrap_or_default();
    let is_hex = |from: usize, to: usize| run.get(from..to).is_some_and(|some| some.iter().all(u8::is_ascii_hexdigit));
    let begin = start
        + match (before.last(), run.first()) {
            (Some(b'\\'), Some(b'u')) if is_hex(1, 5) => 5,
            (Some(b'\\'), Some(b'n' | b'r' | b't' | b'b' | b'f')) => 1,
            (Some(b'%'), Some(_)) if is_hex(0, 2) => 2,
            (Some(b'[' | b';'), Some(b'0'..=b'9')) => {
                let digits = run.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
                if run.get(digits) == Some(&b'm') { digits + 1 } else { 0 }
            }
            _ => 0,
        };
    // Emphasis, options, lists.
    let rest = bytes.get(begin..end).unwrap_or_default();
    begin + rest.iter().take_while(|byte| matches!(byte, b'-' | b'_')).count()
}

/// The token that begins at `begin` with its prefix, in a run that ends at `end`.
pub(super) fn prefixed(bytes: &[u8], begin: usize, end: usize) -> Option<Found> {
    let rest = bytes.get(begin..).filter(|rest| may_begin(rest))?;
    let mut fits = KINDS.iter().filter(|kind| rest.starts_with(kind.prefix.as_bytes()));
    fits.find_map(|kind| of_kind(bytes, begin, end, kind)).or_else(|| web_token(bytes, begin))
}

#[inline]
pub(super) fn may_begin(rest: &[u8]) -> bool {
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

/// More characters than a token of a kind has: a word may be glued to its end.
const GLUE_AFTER: usize = 32;

/// A token of this kind that begins at `begin` with its prefix, in a run that ends at `run_end`.
pub(super) fn of_kind(bytes: &[u8], begin: usize, run_end: usize, kind: &TokenKind) -> Option<Found> {
    let body = begin + kind.prefix.len();
    let (least, most) = kind.length;
    // A run is not gone through again and again: `sk-ant-sk-ant-…`.
    let mut end = if kind.alphabet == Alphabet::Word {
        run_end.max(body)
    } else {
        kind.alphabet.end(bytes.get(..bytes.len().min(body + most + GLUE_AFTER + 1))?, body)
    };
    // Keys of Databricks have a number at their end.
    if kind.alphabet == Alphabet::Hex
        && bytes.get(end) == Some(&b'-')
        && bytes.get(end + 1).is_some_and(u8::is_ascii_digit)
    {
        end += 2;
    }
    let length = end - body;
    // Four letters, and then characters of any length, occur accidentally in long base64.
    let is_any = kind.prefix == "AIza" && !matches!(bytes.get(body + most), Some(b'-' | b'_'));
    let glue = if is_any { 0 } else { GLUE_AFTER };
    if !(least..=most + glue).contains(&length) {
        return None;
    }
    let is_bound = !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric);
    if !is_bound && !matches!(kind.alphabet, Alphabet::Hex | Alphabet::Upper) {
        return None;
    }
    let text = bytes.get(body..end)?;
    let is_key = match kind.prefix {
        "sk-" => is_key(text),
        // Words in capitals have no digits.
        "AKIA" | "ASIA" => text.iter().any(u8::is_ascii_digit),
        _ => true,
    };
    (is_key && is_random(text, kind.entropy)).then_some((kind.name, Span { start: begin, end }))
}

/// True for what follows `sk-` in keys, not in names such as `sk-folding-cube`: digits, and many characters in one piece.
fn is_key(text: &[u8]) -> bool {
    let longest = text.split(|byte| matches!(byte, b'-' | b'_')).map(<[u8]>::len).max().unwrap_or(0);
    longest >= 16 && text.iter().any(u8::is_ascii_digit) && text.iter().any(u8::is_ascii_alphabetic)
}

/// A JSON Web Token: `eyJ….eyJ….…`, of which the last part may be cut off.
pub(super) fn web_token(bytes: &[u8], begin: usize) -> Option<Found> {
    let part = |from: usize| Alphabet::Word.end(bytes, from);
    bytes.get(begin..)?.strip_prefix(b"eyJ")?;
    let header = part(begin);
    if !bytes.get(header..)?.starts_with(b".eyJ") {
        return None;
    }
    let payload = part(header + 1);
    let end = if bytes.get(payload) == Some(&b'.') { part(payload + 1) } else { return None };
    let signature = bytes.get(payload + 1..end)?;
    // A token without a signature is not a secret.
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
        let is_bound = prefix.len() > 3
            || after_escape(bytes, from - word, begin) == from
            || from.checked_sub(1).and_then(|at| bytes.get(at)).is_some_and(|byte| matches!(byte, b'-' | b'_'));
        let run_end = Alphabet::Word.end(bytes.get(..bytes.len().min(begin + 600))?, begin);
        if let Some(found) = of_kind(bytes, from, run_end, kind).filter(|_| is_bound) {
            return Some(found);
        }
    }
    None
}

/// The token of a Telegram bot: `123456789:AA…`.
fn bot_token(bytes: &[u8], begin: usize, end: usize) -> Option<Found> {
    let token = bytes.get(begin..end)?;
    let before = bytes.get(..begin - 1)?;
    let digits = before.iter().rev().take(11).take_while(|byte| byte.is_ascii_digit()).count();
    let fits = (35..=35 + GLUE_AFTER).contains(&token.len()) && token.starts_with(b"AA") && (8..=10).contains(&digits);
    (fits && is_random(token, 32)).then_some(("telegram-token", Span { start: begin - 1 - digits, end }))
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
    let value = plain_secret(bytes.get(start..end)?);
    let fits = gap > 0 && value.len() == 40 && entropy(&value) >= 35 && !has_placeholder(&value);
    fits.then_some(("aws-secret-key", Span { start, end }))
}
