//! Tokens inside a run of token characters: `x-ghp_…`, `call_ghp_…`, `keyAKIA…`.

use std::sync::LazyLock;

use super::kinds::{KINDS, TokenKind};
use super::tokens::{Found, may_begin, of_kind, prefixed, web_token};
use crate::json::Span;

/// The longest word that a token without a mark before it may be glued to. Long runs are base64, where short prefixes
/// occur accidentally.
const WORD: usize = 64;
/// A run that is shorter has no room for a word and a token.
const LEAST: usize = 20;

/// The first token of the run that begins after its first byte, at `from` or later.
#[inline]
pub(super) fn glued(bytes: &[u8], run: Span, from: usize) -> Option<Found> {
    if run.end - run.start < LEAST {
        return None;
    }
    within(bytes, run, from)
}

#[inline(never)]
fn within(bytes: &[u8], run: Span, from: usize) -> Option<Found> {
    let text = bytes.get(run.start..run.end)?;
    let skipped = from - run.start;
    let marked = memchr::memchr2_iter(b'-', b'_', text.get(skipped..)?).find_map(|at| {
        let mark = from + at;
        ending_at(bytes, run, from, mark).or_else(|| after_mark(bytes, run, mark))
    });
    let near = text.get(skipped..text.len().min(WORD)).unwrap_or_default();
    let is_media = is_base64(bytes, run);
    let plain =
        memchr::memchr2_iter(b'I', b'p', near).find_map(|at| without_mark(bytes, run, from, from + at, is_media));
    let web = bytes.get(run.end..).filter(|rest| rest.starts_with(b".eyJ")).and_then(|_| {
        // No header of a token is longer.
        let first = skipped.max(text.len().saturating_sub(4096));
        let begin = memchr::memmem::find(text.get(first..)?, b"eyJ")?;
        web_token(bytes, run.start + first + begin)
    });
    [marked, plain, web].into_iter().flatten().min_by_key(|(_, span)| span.start)
}

/// The token whose prefix has its first `-` or `_` at `mark`: `ghp_`, glued to letters.
fn ending_at(bytes: &[u8], run: Span, from: usize, mark: usize) -> Option<Found> {
    let [before, last] = *bytes.get(mark.checked_sub(2)?..mark)?.first_chunk::<2>()?;
    if ENDS.get(usize::from(last))? & (1 << (before & 31)) == 0 {
        return None;
    }
    let mut kinds = KINDS.iter().filter(|kind| mark_of(kind).is_some());
    kinds.find_map(|kind| {
        let begin = mark.checked_sub(mark_of(kind)?).filter(|begin| *begin >= from)?;
        // `sk-` is the end of many words.
        let is_fit = begin - run.start <= WORD && kind.prefix != "sk-";
        let is_here = is_fit && bytes.get(begin..)?.starts_with(kind.prefix.as_bytes());
        is_here.then(|| of_kind(bytes, begin, run.end, kind)).flatten()
    })
}

/// The token that begins after the `-` or `_` at `mark`.
fn after_mark(bytes: &[u8], run: Span, mark: usize) -> Option<Found> {
    let begin = mark + 1;
    let rest = bytes.get(begin..run.end)?;
    if rest.len() < LEAST - 1 || !may_begin(rest) || rest.first().is_some_and(|byte| matches!(byte, b'-' | b'_')) {
        return None;
    }
    let found = prefixed(bytes, begin, run.end)?;
    let is_long = KINDS.iter().any(|kind| kind.prefix.len() > 3 && rest.starts_with(kind.prefix.as_bytes()));
    (is_long || begin - run.start <= WORD).then_some(found)
}

/// The kinds whose prefix is letters alone, and the place of the `I` or `p` in it. Base64 has these letters so often that going
/// through all kinds for each takes longer than all else.
static LETTERS_ALONE: LazyLock<Vec<(&TokenKind, usize)>> = LazyLock::new(|| {
    let letters = KINDS.iter().filter(|kind| mark_of(kind).is_none() && !kind.prefix.contains('.'));
    letters.filter_map(|kind| Some((kind, kind.prefix.bytes().position(|byte| matches!(byte, b'I' | b'p'))?))).collect()
});

/// The token whose prefix is letters alone, and has this `I` or `p` in it.
fn without_mark(bytes: &[u8], run: Span, from: usize, at: usize, is_media: bool) -> Option<Found> {
    LETTERS_ALONE.iter().find_map(|(kind, place)| {
        let begin = at.checked_sub(*place).filter(|begin| *begin >= from)?;
        let is_here = bytes.get(begin..)?.starts_with(kind.prefix.as_bytes()) && !(is_media && kind.prefix == "AIza");
        is_here.then(|| of_kind(bytes, begin, run.end, kind)).flatten()
    })
}

/// True if the run is a part of base64.
fn is_base64(bytes: &[u8], run: Span) -> bool {
    let is_other = |byte: Option<&u8>| byte.is_some_and(|byte| matches!(byte, b'+' | b'/'));
    is_other(run.start.checked_sub(1).and_then(|at| bytes.get(at))) || is_other(bytes.get(run.end))
}

/// The place of the first `-` or `_` of a prefix.
fn mark_of(kind: &TokenKind) -> Option<usize> {
    kind.prefix.bytes().position(|byte| matches!(byte, b'-' | b'_')).filter(|_| !kind.prefix.contains('.'))
}

/// For each byte before the first `-` or `_` of a prefix, the bytes before it, by their lowest five bits.
#[allow(clippy::indexing_slicing, reason = "the compiler runs it, and looks")]
static ENDS: [u32; 256] = {
    let mut table = [0; 256];
    let mut kind = 0;
    while kind < KINDS.len() {
        let prefix = KINDS[kind].prefix.as_bytes();
        let mut mark = 0;
        while mark < prefix.len() && prefix[mark] != b'-' && prefix[mark] != b'_' {
            mark += 1;
        }
        if mark >= 2 && mark < prefix.len() {
            table[prefix[mark - 1] as usize] |= 1 << (prefix[mark - 2] & 31);
        }
        kind += 1;
    }
    table
};
