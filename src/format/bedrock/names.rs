//! Names of documents: letters, digits, single spaces, `-`, `(`, `)`, `[` and `]`, at most 200, and no two the same.

/// The longest name.
pub(super) const NAME_LIMIT: usize = 200;

/// A character that a name may have.
pub(super) fn is_good_character(found: char) -> bool {
    found.is_ascii_alphanumeric() || matches!(found, ' ' | '-' | '(' | ')' | '[' | ']')
}

/// The problem of a name. Letters that are not ASCII are none here: see [`is_plain`].
pub(super) fn problem(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.chars().count() > NAME_LIMIT {
        return Some("it must have 1 to 200 characters");
    }
    if name.contains("  ") {
        return Some("it has two spaces in a row");
    }
    if name.contains('.') {
        return Some("it has a dot; remove the extension");
    }
    let is_good = |found: char| is_good_character(found) || found.is_alphanumeric();
    (!name.chars().all(is_good)).then_some("letters, digits, single spaces, `-`, `(`, `)`, `[` and `]` only")
}

/// True for ASCII alone: the documentation does not say whether other letters are allowed.
pub(super) fn is_plain(name: &str) -> bool {
    name.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_named() {
        for bad in ["", "a.pdf", "a  b", "a/b", "a_b", &"x".repeat(201)] {
            assert!(problem(bad).is_some(), "{bad}");
        }
        assert_eq!(problem("Annex [2] - (b)"), None);
    }
}
