//! Decodes base64 that arrives in pieces, and whose spelling is only known later.

use std::io;

use super::base64::{DecodeError, PIECE, Spelling, decode, without_backslashes};

/// Receives decoded bytes.
pub(super) type DecodedFn<'e> = dyn FnMut(&[u8]) -> io::Result<()> + 'e;

/// Decodes pieces as strictly as a whole text.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    /// The text that was not decoded yet.
    pub(super) left: Vec<u8>,
    plain: Vec<u8>,
    /// The alphabet is the URL-safe one, as far as known.
    is_url_safe: Option<bool>,
    /// Slashes have backslashes, as far as known.
    has_slashes: Option<bool>,
    /// Padding ended the text.
    is_over: bool,
    is_bare: bool,
}

impl Decoder {
    /// Decodes more of the text; `each` receives the bytes.
    ///
    /// # Errors
    /// The text is not base64, would be encoded differently, or `each` failed. `left` contains the text that was not
    /// decoded.
    pub(super) fn feed(&mut self, text: &[u8], each: &mut DecodedFn<'_>) -> Result<(), DecodeError> {
        self.left.extend_from_slice(text);
        // Each character may have a backslash before it.
        self.pieces(2 * PIECE, each)
    }

    /// The end of the text.
    ///
    /// # Errors
    /// Those of [`Decoder::feed`].
    pub(super) fn finish(&mut self, each: &mut DecodedFn<'_>) -> Result<(), DecodeError> {
        self.pieces(1, each)
    }

    fn pieces(&mut self, least: usize, each: &mut DecodedFn<'_>) -> Result<(), DecodeError> {
        let mut done = 0;
        let result = loop {
            if self.left.len() - done < least {
                break Ok(());
            }
            match self.piece(done, each) {
                Ok(used) => done += used,
                Err(error) => break Err(error),
            }
        };
        self.left.drain(..done);
        result
    }

    /// Decodes whole groups from `from` on, or the rest at the end; returns the number of decoded characters.
    fn piece(&mut self, from: usize, each: &mut DecodedFn<'_>) -> Result<usize, DecodeError> {
        let text = self.left.get(from..).unwrap_or_default();
        let text = text.get(..2 * PIECE).unwrap_or(text);
        let used = if memchr::memchr(b'\\', text).is_some() {
            without_backslashes(text, &mut self.plain)?
        } else {
            self.plain.clear();
            self.plain.extend_from_slice(text.get(..PIECE).unwrap_or(text));
            self.plain.len()
        };
        let text = text.get(..used).unwrap_or_default();
        let has = |one, other| memchr::memchr2(one, other, text).is_some();
        if has(b'-', b'_') {
            learn(true, &mut self.is_url_safe)?;
        }
        if has(b'+', b'/') {
            learn(false, &mut self.is_url_safe)?;
        }
        if has(b'/', b'/') {
            learn(has(b'\\', b'\\'), &mut self.has_slashes)?;
        }
        let token = std::str::from_utf8(&self.plain).map_err(|_| DecodeError::NotBase64)?;
        // Padding ends the text.
        if self.is_over {
            return Err(DecodeError::NotBase64);
        }
        let is_bare = !token.len().is_multiple_of(4) && !token.ends_with('=');
        let spelling = Spelling { is_url_safe: self.is_url_safe == Some(true), is_bare, has_slashes: false };
        let mut length = 0;
        decode(token, spelling, &mut |bytes| {
            length += bytes.len();
            each(bytes)
        })?;
        self.is_over = length < token.len() / 4 * 3 || is_bare;
        self.is_bare = is_bare;
        Ok(used)
    }

    /// The spelling of the text that was decoded so far.
    pub(super) fn spelling(&self) -> Spelling {
        let is = |fact| fact == Some(true);
        Spelling { is_url_safe: is(self.is_url_safe), is_bare: self.is_bare, has_slashes: is(self.has_slashes) }
    }

    /// It contains a slash without a backslash.
    pub(super) fn has_plain_slashes(&self) -> bool {
        self.has_slashes == Some(false)
    }
}

/// Records a property of the spelling, which must be the same in all pieces.
fn learn(is: bool, known: &mut Option<bool>) -> Result<(), DecodeError> {
    if known.is_some_and(|known| known != is) {
        return Err(DecodeError::NotBase64);
    }
    *known = Some(is);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::base64::encode;
    use super::*;

    fn back(bytes: &[u8], spelling: Spelling) -> Vec<u8> {
        let mut text = Vec::new();
        let mut reader = bytes;
        let mut add = |piece: &[u8]| -> io::Result<()> {
            text.extend_from_slice(piece);
            Ok(())
        };
        encode(&mut reader, spelling, &mut add).unwrap();
        text
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let noise: Vec<u8> = (0..300_000_u32).map(|it| (it.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for length in [1, 2, 3, 4, PIECE * 3 / 4 - 1, PIECE * 3 / 4, PIECE * 3 / 4 + 1, PIECE * 3 / 2, 300_000] {
            for number in 0..8 {
                let [is_url_safe, is_bare, has_slashes] = [number & 1 > 0, number & 2 > 0, number & 4 > 0];
                let spelling = Spelling { is_url_safe, is_bare, has_slashes: has_slashes && !is_url_safe };
                let text = back(&noise[..length], spelling);
                for step in [7919, 65_536, 1 << 20] {
                    let (mut decoder, mut found) = (Decoder::default(), Vec::new());
                    let mut add = |bytes: &[u8]| {
                        found.extend_from_slice(bytes);
                        Ok(())
                    };
                    for piece in text.chunks(step) {
                        decoder.feed(piece, &mut add).unwrap();
                    }
                    decoder.finish(&mut add).unwrap();
                    assert!(found == noise[..length], "{length} {spelling:?}");
                    assert_eq!(back(&found, decoder.spelling()), text, "{length} {spelling:?}");
                }
            }
        }
    }

    #[test]
    fn what_would_not_come_back_is_left() {
        let good = "A".repeat(3 * PIECE);
        for bad in ["AB==", "A", "AAA=A", "AA=", "+-AA", "AA/A\\/AAA", "====", "AA==AAAA"] {
            for text in [bad.to_owned(), format!("{good}{bad}"), format!("{bad}{good}")] {
                let (mut decoder, mut found) = (Decoder::default(), Vec::new());
                let mut add = |bytes: &[u8]| {
                    found.extend_from_slice(bytes);
                    Ok(())
                };
                let result = decoder.feed(text.as_bytes(), &mut add).and_then(|()| decoder.finish(&mut add));
                // A valid text with an additional first character is a valid text of another length.
                if text.len() > bad.len() && result.is_ok() {
                    continue;
                }
                assert!(matches!(result, Err(DecodeError::NotBase64)), "{bad}");
                let mut whole = back(&found, decoder.spelling());
                whole.extend_from_slice(&decoder.left);
                assert_eq!(String::from_utf8(whole).unwrap(), text);
            }
        }
    }
}
