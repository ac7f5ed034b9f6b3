//! What the API takes as ids and as names of tools.

use crate::json::Text;
use crate::lower::is_word_character;

/// `^[a-zA-Z0-9_-]+$`
pub(super) fn is_good_id(id: &Text<'_>) -> bool {
    !id.is_empty() && id.decode().chars().all(is_word_character)
}

/// `^[a-zA-Z0-9_-]{1,128}$`
pub(super) fn is_good_name(name: &Text<'_>) -> bool {
    let name = name.decode();
    !name.is_empty() && name.len() <= 128 && name.chars().all(is_word_character)
}
