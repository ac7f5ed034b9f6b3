//! JSON inside strings: tool arguments, turns of datasets.

use crate::json::{JsonError, Node, Tape, Text};

/// Decodes a string and parses the JSON in it. `with` receives the decoded text and its root.
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
