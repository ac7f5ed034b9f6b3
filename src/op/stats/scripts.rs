//! Characters of texts, and their writing systems by the Unicode property Script.

use std::collections::BTreeMap;

use unicode_script::{Script, UnicodeScript as _};

/// The number of characters whose scripts are cached: those of the first two planes, which contain nearly all
/// characters in use.
const REMEMBERED: usize = 0x2_0000;

/// Counts the letters of each script.
pub(super) struct ScriptCounter {
    /// The number of each character's script. 0: not cached yet.
    known: Box<[u8]>,
    /// The number of letters by script number.
    counts: [u64; 256],
    /// The scripts by number, from 1.
    scripts: Vec<Script>,
}

impl Default for ScriptCounter {
    fn default() -> Self {
        // ASCII letters are counted without a lookup: Latin is the first script.
        Self { known: vec![0; REMEMBERED].into_boxed_slice(), counts: [0; 256], scripts: vec![Script::Latin] }
    }
}

impl ScriptCounter {
    /// Counts the letters of a text. Returns the number of its characters.
    pub(super) fn add(&mut self, text: &str) -> u64 {
        let (mut characters, mut latin) = (0_u64, 0_u64);
        // Sums that fit in a byte are computed for many bytes at a time.
        for chunk in text.as_bytes().chunks(128) {
            let (mut begun, mut letters) = (0_u8, 0_u8);
            for byte in chunk {
                // An overflow cannot happen, and checks would prevent vectorization.
                begun = begun.wrapping_add(u8::from(byte & 0xc0 != 0x80));
                letters = letters.wrapping_add(u8::from((byte | 0x20).wrapping_sub(b'a') < 26));
            }
            characters += u64::from(begun);
            latin += u64::from(letters);
        }
        self.add_to(1, latin);
        if characters < text.len() as u64 {
            self.others(text);
        }
        characters
    }

    /// Counts the letters that are not ASCII.
    fn others(&mut self, text: &str) {
        let mut rest = text;
        while let Some(next) = next_other(rest.as_bytes()) {
            let mut characters = rest.get(next..).unwrap_or_default().chars();
            // Such letters are often consecutive: no search between them.
            while let Some(character) = characters.next().filter(|character| !character.is_ascii()) {
                let place = character as usize;
                let number = match self.known.get(place) {
                    Some(known) if *known > 0 => *known,
                    _ => self.number(character.script(), place),
                };
                self.add_to(number, 1);
            }
            rest = characters.as_str();
        }
    }

    fn add_to(&mut self, number: u8, more: u64) {
        if let Some(count) = self.counts.get_mut(usize::from(number)) {
            *count += more;
        }
    }

    fn number(&mut self, script: Script, place: usize) -> u8 {
        let found = self.scripts.iter().position(|known| *known == script).unwrap_or_else(|| {
            self.scripts.push(script);
            self.scripts.len() - 1
        });
        let number = u8::try_from(found + 1).unwrap_or(u8::MAX);
        if let Some(known) = self.known.get_mut(place) {
            *known = number;
        }
        number
    }

    /// Adds the counts to those of the whole.
    pub(super) fn move_to(&mut self, all: &mut BTreeMap<&'static str, u64>) {
        for (script, count) in self.scripts.iter().zip(self.counts.iter_mut().skip(1)) {
            let count = std::mem::take(count);
            // Spaces, digits, punctuation, symbols and marks have no script.
            let is_writing = !matches!(script, Script::Common | Script::Inherited | Script::Unknown);
            if count > 0 && is_writing {
                *all.entry(script.full_name()).or_default() += count;
            }
        }
    }
}

/// The position of the next byte that is not ASCII.
fn next_other(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let high = u64::from_le_bytes(*eight) & 0x8080_8080_8080_8080;
        if high != 0 {
            return Some(at + high.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().position(|byte| !byte.is_ascii()).map(|found| at + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> (u64, Vec<(&'static str, u64)>) {
        let (mut counter, mut all) = (ScriptCounter::default(), BTreeMap::new());
        let characters = counter.add(text);
        assert_eq!(counter.add(text), characters);
        counter.move_to(&mut all);
        (characters, all.into_iter().map(|(name, count)| (name, count / 2)).collect())
    }

    #[test]
    fn letters_are_counted_by_script() {
        assert_eq!(
            counts("a Zé1, Привет: 你好、ひらがな カタカナ 한 😀 𒀀 @[`{"),
            (
                38,
                vec![
                    ("Cuneiform", 1),
                    ("Cyrillic", 6),
                    ("Han", 2),
                    ("Hangul", 1),
                    ("Hiragana", 4),
                    ("Katakana", 4),
                    ("Latin", 3)
                ]
            )
        );
        assert_eq!(counts(""), (0, vec![]));
        for length in [1, 127, 128, 129, 1000] {
            assert_eq!(counts(&"x".repeat(length)), (length as u64, vec![("Latin", length as u64)]));
            assert_eq!(counts(&"ж".repeat(length)), (length as u64, vec![("Cyrillic", length as u64)]));
        }
    }
}
