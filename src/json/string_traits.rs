//! What the strings of a record have, noted while they are scanned: passes that look for it go over the text only where it is.

/// What one or more strings have: `"caf\u00e9 \ud83d"` has escapes and half of a surrogate pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StringTraits(u8);

impl StringTraits {
    /// A backslash.
    pub const ESCAPES: Self = Self(1);
    /// Half of a surrogate pair as an escape.
    pub const HALVES: Self = Self(2);
    /// Two backslashes and a `u`: an escape in JSON text in the string.
    pub const NESTED_UNICODE: Self = Self(4);
    /// U+0000 as an escape, at any depth.
    pub const NUL: Self = Self(8);
    /// U+2028, U+2029 or U+0085, not as an escape.
    pub const SEPARATORS: Self = Self(16);
    /// An escape of any depth that can spell a character of a secret: `\/`, `\u0070`.
    pub const SPELLED: Self = Self(32);
    /// What a text may have that was not scanned.
    pub const UNKNOWN: Self = Self(Self::NESTED_UNICODE.0 | Self::NUL.0 | Self::SEPARATORS.0 | Self::SPELLED.0);
    /// All of them, for strings that were not scanned.
    pub(super) const ANY: Self = Self(u8::MAX);

    /// True if a string has one of these.
    #[inline]
    #[must_use]
    pub fn has(self, traits: Self) -> bool {
        self.0 & traits.0 != 0
    }

    #[inline(always)]
    pub(super) fn add(&mut self, traits: Self) {
        self.0 |= traits.0;
    }
}

/// Whether there is a line separator of Unicode among these bytes: U+2028, U+2029, U+0085.
pub(super) fn has_separator(bytes: &[u8]) -> bool {
    memchr::memchr2_iter(0xe2, 0xc2, bytes).any(|at| is_separator(bytes, at))
}

#[inline]
pub(super) fn is_separator(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at..), Some([0xe2, 0x80, 0xa8 | 0xa9, ..] | [0xc2, 0x85, ..]))
}

/// The traits of the two backslashes at `at`, which are those of what follows them: `\\u0041`, `\\\u0041`, `\\\/`.
#[inline]
pub(super) fn of_backslashes(bytes: &[u8], at: usize) -> StringTraits {
    let mut traits = StringTraits::default();
    match bytes.get(at + 2..) {
        Some([b'/', ..] | [b'\\', b'/', ..]) => traits.add(StringTraits::SPELLED),
        Some([b'u', digits @ ..] | [b'\\', b'u', digits @ ..]) => {
            traits.add(StringTraits::NESTED_UNICODE);
            traits.add(StringTraits::SPELLED);
            if digits.starts_with(b"0000") {
                traits.add(StringTraits::NUL);
            }
        }
        _ => {}
    }
    traits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn a_record_knows_what_its_strings_have() {
        let long = "x".repeat(200);
        let of = |string: &str| {
            let mut found = Vec::new();
            let at_all_places = (0..130).map(|at| format!("[\"{}{string}é\"]", &long[..at]));
            let texts = [
                format!("[\"{string}\"]"),
                format!("[\"{string}{long}\"]"),
                format!("[\"{long}{string}\"]"),
                format!("{{\"{string}\":\"{}\\n\"}}", &long[..60]),
                format!("{{\"{}{string}\":1}}", &long[..12]),
            ];
            for text in texts.into_iter().chain(at_all_places) {
                let mut tape = Tape::new();
                tape.parse(&text).unwrap();
                found.push(tape.traits());
            }
            found
        };
        let traits = [
            ("halves", StringTraits::HALVES),
            ("nested", StringTraits::NESTED_UNICODE),
            ("nul", StringTraits::NUL),
            ("separators", StringTraits::SEPARATORS),
            ("spelled", StringTraits::SPELLED),
        ];
        for (string, wanted) in [
            ("plain é – “x” 文 \u{2027}", ""),
            (r#"\n \t \" \\ \\\\ \\n \\\" \u4e00\u4e01 \ud83d\ude00"#, ""),
            (r"\ud83d", "halves"),
            (r"\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\ud83d\ude00\u4e00", ""),
            (r"\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\ud83d\u4e00\u4e00", "halves"),
            (
                r"\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\ude00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00",
                "halves",
            ),
            (r"\\u00e9", "nested spelled"),
            (r"\\\\u0000", "nested nul spelled"),
            (r"a\\\u0041", "nested spelled"),
            (r"\u0041", "spelled"),
            (r"\u4e00\u4e00\u4e00\u4e00\u4e00\u0070\u4e00\u4e00\u4e00", "spelled"),
            (r"\u4e00\u0000\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00", "nul spelled"),
            (r"\/", "spelled"),
            (r"\\\/", "spelled"),
            ("a\u{2028}", "separators"),
            ("é\u{85}é", "separators"),
            ("\u{2029}", "separators"),
        ] {
            for found in of(string) {
                let names: Vec<_> = traits.iter().filter(|(_, it)| found.has(*it)).map(|(name, _)| *name).collect();
                assert_eq!(names.join(" "), wanted, "{string}");
            }
        }
    }

    #[test]
    fn what_was_not_scanned_may_have_anything() {
        let mut tape = Tape::new();
        tape.parse_foreign("a text");
        assert!(tape.traits().has(StringTraits::NUL) && !tape.traits().has(StringTraits::HALVES));
        tape.parse("1").unwrap();
        assert_eq!(tape.traits(), StringTraits::default());
    }
}
