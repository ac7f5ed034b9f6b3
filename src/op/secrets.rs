//! Reports the secrets in a record, by kind and length: `{"text":"GITHUB_TOKEN=ghp_…"}`.

use std::collections::HashSet;

use super::records::RecordPiece;
use crate::json::{At, StringTraits, Tape, secrets_of, values_at};
use crate::report::Report;
use crate::rule::SECRET;

/// Adds the secrets of a record. Equal ones in one value are reported once. `tape`: that of the record; `is_whole`: the
/// whole record was parsed.
pub(super) fn check_secrets(piece: &RecordPiece<'_>, tape: Option<&Tape>, is_whole: bool, report: &mut Report) {
    // Text outside the JSON was not scanned.
    let is_scanned = is_whole && std::ptr::eq(piece.bytes, piece.json);
    let traits = tape.filter(|_| is_scanned).map_or(StringTraits::UNKNOWN, Tape::traits);
    let bytes = piece.bytes;
    let found = secrets_of(bytes, traits);
    if found.is_empty() {
        return;
    }
    let root = tape.and_then(|tape| tape.root(simdutf8::basic::from_utf8(piece.json).ok()?));
    let offsets: Vec<_> = found.iter().map(|secret| secret.span.start).collect();
    let mut values = root.map(|root| values_at(root, &offsets)).unwrap_or_default().into_iter();
    let mut seen = HashSet::new();
    for secret in found {
        let value = values.next().map(|value| value.span().start);
        let plain = secret.plain(bytes);
        let length = plain.len();
        if seen.insert((value, plain)) {
            report
                .add(SECRET.code, At::byte(secret.span.start), || format!("{} of {length} characters", secret.name()));
        }
    }
}
