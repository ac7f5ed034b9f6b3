//! Unique file names from arbitrary ids.
//!
//! ```text
//! ../a b  →  ___a_b        a/b, A_B  →  a_b, A_B-2
//! ```

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

use super::super::diff::KeySeeds;

/// The length in bytes above which a name is shortened. With an extension and a number, it fits every file system.
const LONGEST: usize = 100;
/// Names of devices on Windows, with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// The same with a digit at the end.
const PORTS: [&str; 2] = ["com", "lpt"];

/// A file name that is valid on every system: letters, digits, `-`, `_` and `.` are kept, everything else becomes `_`.
/// It does not begin with a dot or a hyphen. The end of a long name is replaced by a hash of the whole name.
pub(super) fn safe_name(id: &str) -> String {
    let is_safe = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.');
    let mut name: String = id.chars().map(|letter| if is_safe(letter) { letter } else { '_' }).collect();
    if name.is_empty() {
        name.push('_');
    }
    let points = name.len() - name.trim_start_matches(['.', '-']).len();
    if points > 0 {
        name.replace_range(..points, &"_".repeat(points));
    }
    if name.len() > LONGEST {
        let mut end = LONGEST;
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        name.truncate(end);
        let hash = Sha256::digest(id.as_bytes());
        name.push('-');
        name.extend(hash.iter().take(8).map(|byte| format!("{byte:02x}")));
    }
    if is_device(&name) {
        name.insert(0, '_');
    }
    name
}

fn is_device(name: &str) -> bool {
    let base = name.split('.').next().unwrap_or_default().to_lowercase();
    let is_digit = |rest: &str| rest.chars().count() == 1 && rest.chars().all(char::is_numeric);
    DEVICES.contains(&base.as_str()) || PORTS.iter().any(|port| base.strip_prefix(*port).is_some_and(is_digit))
}

/// The names so far. A hash and a number of each are kept, which needs about 50 bytes including the free space of the
/// table.
#[derive(Debug, Default)]
pub(super) struct UniqueNames {
    seeds: KeySeeds,
    /// The number for the next duplicate of this name.
    used: HashMap<u128, u64>,
}

impl UniqueNames {
    /// The name, or one with a number after it, so that names differ in more than case: `chat`, `Chat-2`.
    pub(super) fn unique(&mut self, name: &str) -> String {
        let key = |name: &str| self.seeds.of_text(&name.to_lowercase());
        let plain = key(name);
        let Some(mut next) = self.used.get(&plain).copied() else {
            self.used.insert(plain, 2);
            return name.to_owned();
        };
        loop {
            let other = format!("{name}-{next}");
            let other_key = key(&other);
            next += 1;
            if !self.used.contains_key(&other_key) {
                self.used.insert(other_key, 2);
                self.used.insert(plain, next);
                return other;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        for (id, name) in [
            ("a1", "a1"),
            ("", "_"),
            (".", "_"),
            ("..", "__"),
            ("../../etc/passwd", "___.._etc_passwd"),
            ("/etc/passwd", "_etc_passwd"),
            ("a\\b:c*d?e\"f<g>h|i", "a_b_c_d_e_f_g_h_i"),
            ("-rf", "_rf"),
            (".-.x", "___x"),
            ("a\0b\nc\u{1b}d", "a_b_c_d"),
            ("\u{202e}x", "_x"),
            ("été 日本", "été_日本"),
            ("CON", "_CON"),
            ("nul.tar", "_nul.tar"),
            ("com7", "_com7"),
            ("com¹", "_com¹"),
            ("com10", "com10"),
            ("console", "console"),
        ] {
            assert_eq!(safe_name(id), name, "{id:?}");
        }
        let (one, two) = (safe_name(&"é".repeat(300)), safe_name(&"é".repeat(301)));
        assert!(one.len() < 140 && one != two && one.starts_with("éé"), "{one} {two}");
    }

    #[test]
    fn names_are_unique_whatever_their_case() {
        let mut names = UniqueNames::default();
        let given = ["a", "A", "a-2", "a", "b", "A-2", "a-2"].map(|name| names.unique(name));
        assert_eq!(given, ["a", "A-2", "a-2-2", "a-3", "b", "A-2-3", "a-2-4"]);
        // Many duplicates are still fast.
        (0..20_000).for_each(|_| drop(names.unique("same")));
        assert_eq!(names.unique("same"), "same-20001");
    }
}
