//! Spellings with the same meaning: base64 with and without padding, `end_turn` and `stop`.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};

use crate::json::Text;
use crate::model::{Extras, Media, MediaSource};
use crate::statements::media_type;

/// A finish reason in the spelling that services share.
pub(super) fn reason(word: &str) -> &str {
    match word {
        "end_turn" | "STOP" | "completed" | "stop_sequence" => "stop",
        "max_tokens" | "MAX_TOKENS" => "length",
        "tool_use" | "toolUse" | "tool-calls" | "tool_call" => "tool_calls",
        "safety" | "SAFETY" | "content_filtered" => "content_filter",
        other => other,
    }
}

/// True if all extra fields are notes about spelling.
pub(super) fn has_notes_alone(extras: &Extras<'_>) -> bool {
    extras.fields().iter().all(|extra| extra.is_note || extra.value.is_null())
}

/// The bytes after base64 in any of its usual spellings.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    [&STANDARD, &URL_SAFE, &STANDARD_NO_PAD, &URL_SAFE_NO_PAD].into_iter().find_map(|way| way.decode(text).ok())
}

/// Runs of white space as one space, without white space at the ends.
pub(super) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The extension of the file name gives the type.
pub(super) fn is_named(media: &Media<'_>, kind: &Text<'_>) -> bool {
    let MediaSource::File(path) = &media.source else { return false };
    media_type(&path.decode()).is_some_and(|named| kind.is(named))
}
