//! Names of documents: letters, digits, single spaces, `-`, `(`, `)`, `[` and `]`, at most 200, and no two the same.

use std::collections::{HashMap, HashSet};

use crate::json::Text;

/// The longest name.
const LIMIT: usize = 200;

fn is_good_character(found: char) -> bool {
    found.is_ascii_alphanumeric() || matches!(found, ' ' | '-' | '(' | ')' | '[' | ']')
}

/// What is wrong with a name. Letters that are not ASCII are no problem here: see [`is_plain`].
pub(super) fn problem(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.chars().count() > LIMIT {
        return Some("it must have 1 to 200 characters");
    }
    if name.contains("  ") {
        return Some("it has two spaces in a row");
    }
    if name.contains('.') {
        return Some("it has a dot; leave the extension out");
    }
    let is_good = |found: char| is_good_character(found) || found.is_alphanumeric();
    (!name.chars().all(is_good)).then_some("letters, digits, single spaces, `-`, `(`, `)`, `[` and `]` only")
}

/// No letters beyond ASCII, of which nobody says whether they are taken.
pub(super) fn is_plain(name: &str) -> bool {
    name.is_ascii()
}

/// A name that the API takes: without an extension, other characters as `-`. Empty if nothing is left.
fn cleaned(name: &str) -> String {
    let name = match name.rsplit_once('.') {
        Some((stem, end)) if !stem.trim().is_empty() && (1..=5).contains(&end.len()) && is_word(end) => stem,
        _ => name,
    };
    let mut clean = String::with_capacity(name.len());
    for found in name.chars() {
        let found = match found {
            _ if found.is_whitespace() => ' ',
            _ if is_good_character(found) => found,
            _ => '-',
        };
        if found != ' ' || !(clean.is_empty() || clean.ends_with(' ')) {
            clean.push(found);
        }
    }
    clean.truncate(LIMIT);
    clean.truncate(clean.trim_end().len());
    if clean.chars().any(|found| found.is_ascii_alphanumeric()) { clean } else { String::new() }
}

fn is_word(text: &str) -> bool {
    text.chars().all(|found| found.is_ascii_alphanumeric())
}

/// Hands out names.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The last number that was put behind a name.
    numbers: HashMap<String, usize>,
    documents: usize,
}

/// A name for a document, and what became of the one it had.
#[derive(Debug)]
pub(super) enum Name<'m> {
    Kept(&'m Text<'m>),
    Changed(String),
    Made(String),
}

impl Names {
    /// The name of the next document. `is_own`: it was read from this format, where two may have one name.
    pub(super) fn next<'m>(&mut self, name: Option<&'m Text<'m>>, is_own: bool) -> Name<'m> {
        self.documents += 1;
        let given = name.map(Text::decode).unwrap_or_default();
        if let Some(name) = name
            && problem(&given).is_none()
            && (is_own || (is_plain(&given) && given.trim() == given && !self.taken.contains(given.as_ref())))
        {
            self.taken.insert(given.into_owned());
            return Name::Kept(name);
        }
        let clean = cleaned(&given);
        if clean.is_empty() {
            let made = self.unique(format!("document-{}", self.documents));
            return if name.is_some() { Name::Changed(made) } else { Name::Made(made) };
        }
        Name::Changed(self.unique(clean))
    }

    fn unique(&mut self, name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        let number = self.numbers.entry(name.clone()).or_insert(1);
        loop {
            *number += 1;
            let end = format!(" {number}");
            // Only ASCII is left of it, so every place is a boundary.
            let stem = name.get(..LIMIT.saturating_sub(end.len())).unwrap_or(&name);
            let fresh = format!("{}{end}", stem.trim_end());
            if self.taken.insert(fresh.clone()) {
                return fresh;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_good_and_stay_apart() {
        let mut names = Names::default();
        let mut next = |name: Option<&'static str>| {
            let text = name.map(Text::Token);
            match names.next(text.as_ref(), false) {
                Name::Kept(name) => name.decode().into_owned(),
                Name::Changed(name) => name,
                Name::Made(name) => format!("made {name}"),
            }
        };
        for (name, expected) in [
            (Some("Lease 2026 (signed)"), "Lease 2026 (signed)"),
            (Some("a.pdf"), "a"),
            (Some("a.txt"), "a 2"),
            (Some("a"), "a 3"),
            (Some("v1.2  of\\tthe_plan.docx"), "v1-2 of the-plan"),
            (None, "made document-6"),
            (Some("..."), "document-7"),
            (Some(".env"), "-env"),
            (Some("Überblick"), "-berblick"),
            (Some(" x "), "x"),
        ] {
            assert_eq!(next(name), expected, "{name:?}");
        }
        let long: &'static str = Box::leak("y".repeat(300).into_boxed_str());
        assert_eq!(next(Some(long)).len(), 200);
        let second = next(Some(long));
        assert!(second.len() == 200 && second.ends_with("y 2"), "{second}");
        assert!(problem(&second).is_none());
    }

    #[test]
    fn problems_are_named() {
        for bad in ["", "a.pdf", "a  b", "a/b", "a_b", &"x".repeat(201)] {
            assert!(problem(bad).is_some(), "{bad}");
        }
        assert_eq!(problem("Annex [2] - (b)"), None);
    }
}
