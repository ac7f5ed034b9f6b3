//! Bad records: the finding about one, and the error object that replaces it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::outcome::Fatal;
use super::records::RecordPiece;
use crate::json::{Tape, quoted};
use crate::report::{Diagnostic, Refused, Report, Severity, Start};

/// The diagnostic of an invalid record, with its place.
pub(super) fn refusal(
    refused: &Refused,
    record: u64,
    bytes: &[u8],
    start: &Start,
    tape: &mut Tape,
) -> Option<Diagnostic> {
    let mut single = Report::keeping(1);
    single.start_record(record);
    let root = std::str::from_utf8(bytes).ok().and_then(|text| tape.parse_prefix(text).0);
    single.refuse(refused, root);
    single.locate(root, bytes, start);
    single.drain().next()
}

/// The same for a record without its tape.
pub(super) fn diagnose(refused: &Refused, bytes: &[u8], start: &Start, record: u64) -> Diagnostic {
    refusal(refused, record, bytes, start, &mut Tape::new()).unwrap_or_else(|| Diagnostic {
        severity: Severity::Error,
        help: refused.help(),
        record,
        at: refused.at(),
        ..Diagnostic::new(refused.code(), refused.message().to_owned())
    })
}

/// The end of a run that has only this record.
pub(super) fn fatal(refused: &Refused, bytes: &[u8], start: &Start, tape: &mut Tape) -> Option<Fatal> {
    refusal(refused, 0, bytes, start, tape).map(|diagnostic| Fatal { diagnostic, help: refused.help() })
}

/// The error object that `--on-error emit` writes instead of an invalid record: `raw` is its text, or `raw_base64` its
/// bytes if they are not UTF-8.
pub(super) fn error_object(diagnostic: &Diagnostic, piece: &RecordPiece<'_>) -> String {
    let mut diagnostic = diagnostic.clone();
    if let Some(batch) = piece.batch {
        batch.place(&mut diagnostic);
    }
    let bytes = piece.around.map_or(piece.bytes, |around| around.bytes);
    let is_cut = if piece.too_long.is_some_and(|it| it.is_cut) { ",\"raw_is_cut\":true" } else { "" };
    let location = diagnostic.location.clone().unwrap_or_default();
    let raw = match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => format!(r#""raw":{}"#, quoted(text)),
        Err(_) => format!(r#""raw_base64":"{}""#, STANDARD.encode(bytes)),
    };
    format!(
        r#"{{"$turnwise_error":{{"code":"{}","message":{},"line":{},"pointer":{}}},{raw}{is_cut}}}"#,
        diagnostic.code.id,
        quoted(&diagnostic.message),
        location.line,
        quoted(&location.pointer),
    )
}
