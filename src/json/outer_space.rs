//! White space at the ends of a text, without decoding a long one.

use super::text::Text;

/// The length of the longest escape, `\u2003`. A character of two escapes is never white space.
const ESCAPE: usize = 6;

impl Text<'_> {
    /// True if the first character is white space.
    #[must_use]
    pub fn starts_with_space(&self) -> bool {
        self.beginning(1).starts_with(char::is_whitespace)
    }

    /// True if the last character is white space.
    #[must_use]
    pub fn ends_with_space(&self) -> bool {
        let is_plain = |token: &str| !token.bytes().rev().take(ESCAPE).any(|byte| byte == b'\\');
        match self.token().filter(|token| is_plain(token)) {
            Some(token) => token.ends_with(char::is_whitespace),
            None => self.decode().ends_with(char::is_whitespace),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_those_of_the_decoded_text() {
        let ends = [
            "",
            " ",
            "a",
            r"\n",
            r"\u2003",
            r"\\n",
            r"\u0041",
            "\u{2003}",
            "é",
            r"\ud83d\ude00",
            r"\ud800",
            r"\\\t",
            "u2003",
        ];
        for start in ends {
            for end in ends {
                for middle in ["", "long enough", r"\n\n"] {
                    let token = format!("{start}{middle}{end}");
                    let text = Text::Token(&token);
                    let decoded = text.decode();
                    assert_eq!(text.starts_with_space(), decoded.starts_with(char::is_whitespace), "{token}");
                    assert_eq!(text.ends_with_space(), decoded.ends_with(char::is_whitespace), "{token}");
                    assert_eq!(
                        Text::owned(&*decoded).ends_with_space(),
                        decoded.ends_with(char::is_whitespace),
                        "{token}"
                    );
                }
            }
        }
    }
}
