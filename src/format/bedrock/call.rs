//! What the API demands of the ids and names of calls.

use crate::json::Text;
use crate::lower::is_word_character;

/// The longest id and the longest name.
pub(super) const LIMIT: usize = 64;

pub(super) fn is_id_character(found: char) -> bool {
    is_word_character(found) || matches!(found, '.' | ':')
}

/// `^[a-zA-Z0-9_.:-]{1,64}$`
pub(super) fn is_good_id(id: &Text<'_>) -> bool {
    let id = id.decode();
    (1..=LIMIT).contains(&id.len()) && id.chars().all(is_id_character)
}

/// `^[a-zA-Z0-9_-]{1,64}$`
pub(super) fn is_good_name(name: &Text<'_>) -> bool {
    let name = name.decode();
    (1..=LIMIT).contains(&name.len()) && name.chars().all(is_word_character)
}
