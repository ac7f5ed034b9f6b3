//! What the API demands of calls: ids, names, arguments that are objects.

use crate::format::Writing;
use crate::format::shared::{Links, good_id, rewrite_id};
use crate::json::{At, Text};
use crate::report::{Refused, loss};

/// Letters, digits, `_` and `-`.
pub(super) fn is_id_character(found: char) -> bool {
    found.is_ascii_alphanumeric() || found == '_' || found == '-'
}

/// `^[a-zA-Z0-9_-]+$`
pub(super) fn is_good_id(id: &Text<'_>) -> bool {
    !id.is_empty() && id.decode().chars().all(is_id_character)
}

/// `^[a-zA-Z0-9_-]{1,128}$`
pub(super) fn is_good_name(name: &Text<'_>) -> bool {
    let name = name.decode();
    !name.is_empty() && name.len() <= 128 && name.chars().all(is_id_character)
}

/// The id of a call or of the result that answers it: its own, rewritten if it must be, or the made-up one.
pub(super) fn plan_id<'m>(
    own: Option<&'m Text<'m>>,
    links: &Links<'_>,
    place: (usize, usize),
    at: At,
    writing: &mut Writing<'_>,
) -> Result<Text<'m>, Refused> {
    good_id(own, links, place, at, |id| rewrite_id(id, is_id_character, usize::MAX), writing)
}

/// Nobody can rename a tool behind its user's back.
pub(super) fn check_name(name: &Text<'_>, at: At) -> Result<(), Refused> {
    if is_good_name(name) {
        return Ok(());
    }
    let message =
        format!("anthropic refuses the tool name `{}`: letters, digits, `_` and `-` only, at most 128", name.show());
    Err(Refused::new(&loss::CANNOT_HOLD, at, message))
}
