//! Compiled patterns of schemas.

use std::borrow::Cow;
use std::collections::HashMap;

use regex::bytes::{Regex, RegexBuilder};

/// Steps for the compilation of a pattern, which takes up to 0.2 ms.
const COMPILING: usize = 1 << 12;
/// Steps for each byte of a text.
const MATCHING: usize = 16;
/// The maximum size of a compiled pattern, in bytes.
const SIZE: usize = 1 << 15;
/// The maximum length of a text that is matched, in bytes. Longer texts pass.
const LONGEST: usize = 1 << 12;

/// The compiled patterns of the schemas of a record. `None`: the engine does not support the pattern (look-around, back
/// references, sizes above the limit).
#[derive(Debug, Default)]
pub(in crate::rule) struct SchemaPatterns {
    compiled: HashMap<String, Option<Regex>>,
}

impl SchemaPatterns {
    /// The steps that a match takes.
    pub(super) fn cost(&self, pattern: &str, text: &str) -> usize {
        let compiling = if self.compiled.contains_key(pattern) { 1 } else { COMPILING };
        compiling + text.len().min(LONGEST) * MATCHING
    }

    /// True if the pattern is found in the text, or is not supported.
    pub(super) fn matches(&mut self, pattern: &str, text: &str) -> bool {
        if text.len() > LONGEST {
            return true;
        }
        if !self.compiled.contains_key(pattern) {
            self.compiled.insert(pattern.to_owned(), compile(pattern));
        }
        let text = if pattern.is_ascii() { one_byte_each(text) } else { text.as_bytes().into() };
        self.compiled.get(pattern).is_none_or(|regex| regex.as_ref().is_none_or(|regex| regex.is_match(&text)))
    }
}

/// In the patterns of JSON Schema (ECMA 262), `\w` and `\d` mean ASCII.
fn compile(pattern: &str) -> Option<Regex> {
    let mut builder = RegexBuilder::new(pattern);
    builder.unicode(!pattern.is_ascii()).size_limit(SIZE).dfa_size_limit(SIZE).build().ok()
}

/// A text in which every character is one byte, so that `.{3}` counts characters.
fn one_byte_each(text: &str) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text.as_bytes());
    }
    text.chars().map(|character| u8::try_from(character).ok().filter(u8::is_ascii).unwrap_or(0xff)).collect()
}
