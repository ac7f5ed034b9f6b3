//! What the API demands of calls: ids, names, arguments that are objects.

use super::NAME;
use crate::format::Writing;
use crate::format::shared::{Links, good_id, rewrite_id};
use crate::json::{At, Text};
use crate::report::{Refused, loss};

/// The longest id and the longest name.
const LIMIT: usize = 64;

fn is_id_character(found: char) -> bool {
    is_name_character(found) || matches!(found, '.' | ':')
}

fn is_name_character(found: char) -> bool {
    found.is_ascii_alphanumeric() || matches!(found, '_' | '-')
}

/// `^[a-zA-Z0-9_.:-]{1,64}$`
pub(super) fn is_good_id(id: &Text<'_>) -> bool {
    let id = id.decode();
    (1..=LIMIT).contains(&id.len()) && id.chars().all(is_id_character)
}

/// `^[a-zA-Z0-9_-]{1,64}$`
pub(super) fn is_good_name(name: &Text<'_>) -> bool {
    let name = name.decode();
    (1..=LIMIT).contains(&name.len()) && name.chars().all(is_name_character)
}

fn rewrite(id: &str) -> Option<String> {
    rewrite_id(id, is_id_character, LIMIT)
}

/// The id of a call or of the result that answers it: its own, rewritten if it must be, or the made-up one.
pub(super) fn plan_id<'m>(
    own: Option<&'m Text<'m>>,
    links: &Links<'_>,
    place: (usize, usize),
    at: At,
    writing: &mut Writing<'_>,
) -> Result<Text<'m>, Refused> {
    good_id(own, links, place, at, rewrite, writing)
}

/// Nobody can rename a tool behind its user's back.
pub(super) fn check_name(name: &Text<'_>, at: At) -> Result<(), Refused> {
    if is_good_name(name) {
        return Ok(());
    }
    let message =
        format!("{NAME} refuses the tool name `{}`: letters, digits, `_` and `-` only, at most {LIMIT}", name.show());
    Err(Refused::new(&loss::CANNOT_HOLD, at, message))
}
