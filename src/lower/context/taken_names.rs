//! Names of files that were assigned so far.

use std::collections::{HashMap, HashSet};

use crate::lower::policy::FileNames;

impl FileNames {
    fn allows(&self, name: &str) -> bool {
        let is_good = |found: char| found.is_ascii() && (self.is_good)(found);
        let is_whole = (1..=self.limit).contains(&name.len()) && name.trim() == name && !name.contains("  ");
        is_whole && name.chars().all(is_good)
    }

    /// The name without its extension, with `-` for other characters. It may be empty.
    fn clean(&self, name: &str) -> String {
        let name = match name.rsplit_once('.') {
            Some((stem, end)) if !stem.trim().is_empty() && (1..=5).contains(&end.len()) && is_word(end) => stem,
            _ => name,
        };
        let mut clean = String::with_capacity(name.len());
        for found in name.chars() {
            let found = match found {
                _ if found.is_whitespace() => ' ',
                _ if found.is_ascii() && (self.is_good)(found) => found,
                _ => '-',
            };
            if found != ' ' || !(clean.is_empty() || clean.ends_with(' ')) {
                clean.push(found);
            }
        }
        clean.truncate(self.limit);
        clean.truncate(clean.trim_end().len());
        if clean.chars().any(|found| found.is_ascii_alphanumeric()) { clean } else { String::new() }
    }
}

fn is_word(text: &str) -> bool {
    text.chars().all(|found| found.is_ascii_alphanumeric())
}

/// The names that were assigned so far.
#[derive(Debug, Default)]
pub(crate) struct TakenNames {
    taken: HashSet<String>,
    /// The last number that was appended to a name.
    numbers: HashMap<String, usize>,
    files: usize,
}

impl TakenNames {
    /// The name of the next file. `None`: its own name is valid.
    pub(crate) fn next(&mut self, rule: &FileNames, name: &str) -> Option<String> {
        self.files += 1;
        if rule.allows(name) && !self.taken.contains(name) {
            self.taken.insert(name.to_owned());
            return None;
        }
        let clean = rule.clean(name);
        if clean.is_empty() {
            let made = format!("document-{}", self.files);
            return Some(self.unique(rule, made));
        }
        Some(self.unique(rule, clean))
    }

    fn unique(&mut self, rule: &FileNames, name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        let number = self.numbers.entry(name.clone()).or_insert(1);
        loop {
            *number += 1;
            let end = format!(" {number}");
            // Only ASCII is left, so every position is a boundary.
            let stem = name.get(..rule.limit.saturating_sub(end.len())).unwrap_or(&name);
            let unique = format!("{}{end}", stem.trim_end());
            if self.taken.insert(unique.clone()) {
                return unique;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: FileNames = FileNames {
        is_good: |found| found.is_ascii_alphanumeric() || matches!(found, ' ' | '-' | '(' | ')'),
        limit: 200,
    };

    #[test]
    fn names_become_good_and_stay_apart() {
        let mut names = TakenNames::default();
        let mut next = |name: &str| names.next(&RULE, name).unwrap_or_else(|| format!("as it is: {name}"));
        for (name, expected) in [
            ("Lease 2026 (signed)", "as it is: Lease 2026 (signed)"),
            ("a.pdf", "a"),
            ("a.txt", "a 2"),
            ("a", "a 3"),
            ("v1.2  of\tthe_plan.docx", "v1-2 of the-plan"),
            ("", "document-6"),
            ("...", "document-7"),
            (".env", "-env"),
            ("Überblick", "-berblick"),
            (" x ", "x"),
        ] {
            assert_eq!(next(name), expected, "{name:?}");
        }
        let long = "y".repeat(300);
        assert_eq!(next(&long).len(), 200);
        let second = next(&long);
        assert!(second.len() == 200 && second.ends_with("y 2"), "{second}");
        assert!(RULE.allows(&second));
    }
}
