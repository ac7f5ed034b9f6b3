//! JSON inside strings: tool arguments, turns of datasets.

use std::borrow::Cow;

use crate::json::{JsonError, Node, Tape, Text};

/// Decodes a string and parses what is inside. `with` gets the decoded text and its root.
///
/// # Errors
/// The text is not JSON. Offsets count in the decoded text.
pub fn open_json<R>(
    text: &Text<'_>,
    scratch: &mut Tape,
    with: impl FnOnce(&str, Node<'_, '_>) -> R,
) -> Result<R, JsonError> {
    let decoded = text.decode_json();
    let root = scratch.parse(&decoded)?;
    Ok(with(&decoded, root))
}

/// A text as JSON: itself if it is JSON already, else a JSON string of it.
#[must_use]
pub fn text_as_json<'t>(text: &'t Text<'_>, scratch: &mut Tape) -> Cow<'t, str> {
    let decoded = text.decode_json();
    if scratch.parse(&decoded).is_ok() {
        return decoded;
    }
    Cow::Owned(format!("\"{}\"", text.spelling()))
}
