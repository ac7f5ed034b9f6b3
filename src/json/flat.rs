//! A fast parser without a tape for small flat objects: `{"type":"x","n":1}`, with strings, whole numbers and literals
//! as values.
//!
//! Logs of events have millions of these. Anything else gives `None` and needs the full parser.

use super::block::special16;

/// The maximum number of members.
const MOST: usize = 8;

/// A flat object: the tokens of its keys, and its values as they were written.
#[derive(Clone, Copy, Debug)]
pub struct Flat<'a> {
    members: [(&'a str, &'a str); MOST],
    count: usize,
}

impl<'a> Flat<'a> {
    /// Reads a text that is one flat object and nothing else. `None` if it is something else, valid or not.
    ///
    /// ```
    /// use turnwise::json::Flat;
    ///
    /// let flat = Flat::parse(r#"{"type":"RAW", "n": 1}"#).expect("it is flat");
    /// assert_eq!((flat.string("type"), flat.string("n")), (Some("RAW"), None));
    /// assert!(Flat::parse(r#"{"a":[]}"#).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let bytes = text.as_bytes();
        let mut flat = Self { members: [("", ""); MOST], count: 0 };
        let mut at = expect(bytes, space(bytes, 0), b'{')?;
        loop {
            let key = expect(bytes, space(bytes, at), b'"')?;
            let end = string(bytes, key)?;
            let token = text.get(key..end)?;
            if token.contains('\\') {
                return None;
            }
            let start = space(bytes, expect(bytes, space(bytes, end + 1), b':')?);
            let end = value(bytes, start)?;
            *flat.members.get_mut(flat.count)? = (token, text.get(start..end)?);
            flat.count += 1;
            at = space(bytes, end);
            match bytes.get(at)? {
                b',' => at += 1,
                b'}' => break,
                _ => return None,
            }
        }
        (space(bytes, at + 1) == bytes.len()).then_some(flat)
    }

    /// The tokens of the values, if the text is an object of exactly these members, in this order, all of them strings,
    /// with no white space except one space after colons and commas.
    ///
    /// ```
    /// use turnwise::json::Flat;
    ///
    /// assert_eq!(Flat::strings(r#"{"a":"x","b":"\n"}"#, ["a", "b"]), Some(["x", r"\n"]));
    /// assert_eq!(Flat::strings(r#"{"a":"x","b":1}"#, ["a", "b"]), None);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn strings<const N: usize>(text: &'a str, keys: [&str; N]) -> Option<[&'a str; N]> {
        let bytes = text.as_bytes();
        let mut values = [""; N];
        let mut at = expect(bytes, 0, b'{')?;
        for (index, (key, value)) in keys.iter().zip(&mut values).enumerate() {
            if index > 0 {
                at = skip_one_space(bytes, expect(bytes, at, b',')?);
            }
            at = expect(bytes, at, b'"')?;
            let end = at + key.len();
            if bytes.get(at..end)? != key.as_bytes() {
                return None;
            }
            at = expect(bytes, skip_one_space(bytes, expect(bytes, expect(bytes, end, b'"')?, b':')?), b'"')?;
            let end = string(bytes, at)?;
            *value = text.get(at..end)?;
            at = end + 1;
        }
        (bytes.get(at..) == Some(b"}")).then_some(values)
    }

    /// The token of the first member with this key, if its value is a string.
    #[inline]
    #[must_use]
    pub fn string(&self, key: &str) -> Option<&'a str> {
        let (_, value) = self.members.get(..self.count)?.iter().find(|(own, _)| *own == key)?;
        value.strip_prefix('"')?.strip_suffix('"')
    }
}

#[inline(always)]
fn space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\r' | b'\n') = bytes.get(at) {
        at += 1;
    }
    at
}

#[inline(always)]
fn skip_one_space(bytes: &[u8], at: usize) -> usize {
    at + usize::from(bytes.get(at) == Some(&b' '))
}

#[inline(always)]
fn expect(bytes: &[u8], at: usize, byte: u8) -> Option<usize> {
    (bytes.get(at) == Some(&byte)).then_some(at + 1)
}

/// The position of the closing quote of the string whose opening quote is before `at`.
#[inline]
fn string(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        while let Some(look) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
            let special = special16(look);
            at += special.trailing_zeros().min(16) as usize;
            if special != 0 {
                break;
            }
        }
        match bytes.get(at)? {
            b'"' => return Some(at),
            b'\\' => match bytes.get(at + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                b'u' if bytes.get(at + 2..at + 6)?.iter().all(u8::is_ascii_hexdigit) => at += 6,
                _ => return None,
            },
            0..=0x1f => return None,
            _ => at += 1,
        }
    }
}

#[inline]
fn value(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at)? {
        b'"' => string(bytes, at + 1).map(|end| end + 1),
        b'0' => Some(at + 1),
        b'1'..=b'9' => {
            let digits = bytes.get(at..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
            Some(at + digits)
        }
        b't' => literal(bytes, at, b"true"),
        b'f' => literal(bytes, at, b"false"),
        b'n' => literal(bytes, at, b"null"),
        _ => None,
    }
}

fn literal(bytes: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    bytes.get(at..)?.starts_with(word).then_some(at + word.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn just_these_strings() {
        let keys = ["type", "id"];
        for text in [r#"{"type":"a","id":"\u00e9"}"#, r#"{"type": "a", "id": "\u00e9"}"#] {
            assert_eq!(Flat::strings(text, keys), Some(["a", r"\u00e9"]));
        }
        for text in [
            r#"{"type":"a","id":"b""#,
            r#"{"type":"a","id":"b"}}"#,
            r#"{"type":"a","id":"b"} "#,
            r#"{"id":"b","type":"a"}"#,
            r#"{"type":"a","ie":"b"}"#,
            r#"{"type":"a","id":1}"#,
            r#"{"type":"a"}"#,
            r#"{"type":"a","id":"\x"}"#,
            "",
            "{",
            r#"{"type":"a","id":"b","c":"d"}"#,
            r#"{"type":"a";"id":"b"}"#,
            r#"{"typ":"a","id":"b"}"#,
        ] {
            assert_eq!(Flat::strings(text, keys), None, "{text}");
        }
    }

    #[test]
    fn flat_objects_are_read_and_others_go_the_long_way() {
        let long = "é".repeat(50);
        for text in [
            r#"{"a":"b"}"#,
            r#" { "type" : "x" , "n":0,"m":12,"t":true,"f":false,"z":null } "#,
            r#"{"a":"\"\\\/\b\f\n\r\t\u00e9\ud83d"}"#,
            &format!("{{\"a\":\"{long}\\n{long}\",\"{long}\":1}}"),
        ] {
            let flat = Flat::parse(text).unwrap_or_else(|| panic!("{text}"));
            let mut tape = Tape::new();
            let root = tape.parse(text).unwrap();
            assert_eq!(flat.count, root.len());
            for ((key, value), (own_key, own)) in flat.members.iter().zip(root.members()) {
                assert_eq!((Some(*key), *value), (own_key.token(), own.raw()));
                assert_eq!(flat.string(key), own.token());
            }
        }
        for text in [
            "",
            "{",
            "{}",
            "[]",
            "1",
            r#"{"a":[]}"#,
            r#"{"a":-1}"#,
            r#"{"a":1.5}"#,
            r#"{"a":1e2}"#,
            r#"{"a":01}"#,
            r#"{"a":tru}"#,
            r#"{"a":truex}"#,
            r#"{"a":"b"} x"#,
            r#"{"a":"b",}"#,
            r#"{"a" "b"}"#,
            r#"{"a":"\x"}"#,
            r#"{"a":"\u12g4"}"#,
            r#"{"\u0061":1}"#,
            "{\"a\":\"\n\"}",
            r#"{"a":"b"#,
            r#"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1}"#,
        ] {
            assert!(Flat::parse(text).is_none(), "{text}");
        }
    }
}
