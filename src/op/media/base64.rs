//! Base64 between texts and files, a piece at a time.

use std::io::{self, BufReader, BufWriter, Read, Write};

use base64::Engine as _;
use base64::alphabet::{Alphabet, STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::write::EncoderWriter;

/// The spelling of base64 in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spelling {
    /// `-` and `_` instead of `+` and `/`.
    pub is_url_safe: bool,
    /// Without padding.
    pub is_bare: bool,
    /// Every slash has a backslash before it, as PHP writes JSON.
    pub has_slashes: bool,
}

/// Bytes processed at a time; whole groups of four characters.
pub(super) const PIECE: usize = 64 * 1024;

const fn engine(alphabet: &Alphabet, is_bare: bool) -> GeneralPurpose {
    let mode = if is_bare { DecodePaddingMode::RequireNone } else { DecodePaddingMode::RequireCanonical };
    let config = GeneralPurposeConfig::new().with_encode_padding(!is_bare).with_decode_padding_mode(mode);
    GeneralPurpose::new(alphabet, config)
}

static ENGINES: [GeneralPurpose; 4] =
    [engine(&STANDARD, false), engine(&STANDARD, true), engine(&URL_SAFE, false), engine(&URL_SAFE, true)];

impl Spelling {
    fn engine(self) -> &'static GeneralPurpose {
        match (self.is_url_safe, self.is_bare) {
            (false, false) => &ENGINES[0],
            (false, true) => &ENGINES[1],
            (true, false) => &ENGINES[2],
            (true, true) => &ENGINES[3],
        }
    }

    /// The spelling of a JSON token, judged by its characters; decoding verifies it.
    #[must_use]
    pub fn of(token: &str) -> Self {
        let bytes = token.as_bytes();
        let has_slashes = memchr::memchr(b'\\', bytes).is_some();
        // Every slash counts once, with or without a backslash.
        let backslashes = if has_slashes { memchr::memchr_iter(b'\\', bytes).count() } else { 0 };
        let length = bytes.len() - backslashes;
        let is_url_safe = memchr::memchr2(b'-', b'_', bytes).is_some();
        Self { is_url_safe, is_bare: !length.is_multiple_of(4) && !token.ends_with('='), has_slashes }
    }
}

/// Decodes a token strictly: encoding the bytes in the same spelling gives the same token. `each` receives the bytes.
///
/// # Errors
/// The text is not base64 in this spelling, or `each` failed.
pub(super) fn decode(
    token: &str,
    spelling: Spelling,
    each: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> Result<(), DecodeError> {
    let engine = spelling.engine();
    let mut plain = Vec::new();
    let mut decoded = vec![0; token.len().min(PIECE).div_ceil(4) * 3];
    let mut rest = token.as_bytes();
    let mut is_over = false;
    while !rest.is_empty() {
        let (characters, used): (&[u8], usize) = if spelling.has_slashes {
            let used = without_backslashes(rest, &mut plain)?;
            (&plain, used)
        } else {
            let piece = rest.get(..rest.len().min(PIECE)).unwrap_or_default();
            (piece, piece.len())
        };
        // Padding ends the text.
        if is_over {
            return Err(DecodeError::NotBase64);
        }
        let length = engine.decode_slice(characters, &mut decoded).map_err(|_| DecodeError::NotBase64)?;
        is_over = length < characters.len() / 4 * 3 || !characters.len().is_multiple_of(4);
        each(decoded.get(..length).unwrap_or_default()).map_err(|_| DecodeError::NotTaken)?;
        rest = rest.get(used..).unwrap_or_default();
    }
    Ok(())
}

/// A piece of a token in which exactly the slashes have a backslash before them.
pub(super) fn without_backslashes(token: &[u8], plain: &mut Vec<u8>) -> Result<usize, DecodeError> {
    plain.clear();
    let mut bytes = token.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if bytes.next().is_some_and(|(_, next)| *next == b'/') => plain.push(b'/'),
            b'\\' | b'/' => return Err(DecodeError::NotBase64),
            byte => plain.push(*byte),
        }
        if plain.len() == PIECE {
            return Ok(at + 1 + usize::from(*byte == b'\\'));
        }
    }
    Ok(token.len())
}

/// The reason why a text could not be decoded.
#[derive(Debug)]
pub(super) enum DecodeError {
    /// The text is not base64, or it would be encoded differently.
    NotBase64,
    /// The bytes cannot be stored.
    NotTaken,
}

/// Encodes the data of a reader in pieces. Returns the number of bytes that were read.
///
/// # Errors
/// Reading or `each` failed.
pub(in crate::op) fn encode<E: From<io::Error>>(
    reader: &mut dyn Read,
    spelling: Spelling,
    each: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<u64, E> {
    let mut failure = None;
    let result = {
        let pieces = EncodedPieces { each, has_slashes: spelling.has_slashes, failure: &mut failure };
        let mut writer = EncoderWriter::new(BufWriter::with_capacity(PIECE, pieces), spelling.engine());
        io::copy(&mut BufReader::with_capacity(PIECE, reader), &mut writer)
            .and_then(|total| writer.finish()?.flush().map(|()| total))
    };
    failure.map_or(Ok(()), Err)?;
    Ok(result?)
}

/// Passes encoded text on to a function, until it fails.
struct EncodedPieces<'p, E> {
    each: &'p mut dyn FnMut(&[u8]) -> Result<(), E>,
    has_slashes: bool,
    failure: &'p mut Option<E>,
}

impl<E> Write for EncodedPieces<'_, E> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.failure.is_none() {
            let escaped =
                self.has_slashes.then(|| text.split(|byte| *byte == b'/').collect::<Vec<_>>().join(&b"\\/"[..]));
            *self.failure = (self.each)(escaped.as_deref().unwrap_or(text)).err();
        }
        if self.failure.is_some() { Err(io::Error::other("not taken")) } else { Ok(text.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there(token: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut add = |piece: &[u8]| {
            bytes.extend_from_slice(piece);
            Ok(())
        };
        decode(token, Spelling::of(token), &mut add).ok().map(|()| bytes)
    }

    fn back(bytes: &[u8], spelling: Spelling) -> String {
        let mut text = Vec::new();
        let mut reader = bytes;
        let mut add = |piece: &[u8]| -> io::Result<()> {
            text.extend_from_slice(piece);
            Ok(())
        };
        encode(&mut reader, spelling, &mut add).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn every_spelling_comes_back_at_every_length() {
        let noise: Vec<u8> = (0..200_000_u32).map(|it| (it.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let lengths = (0..20).chain([PIECE * 3 / 4 - 1, PIECE * 3 / 4, PIECE * 3 / 4 + 1, PIECE * 3 / 2, 200_000]);
        for length in lengths {
            for number in 0..8 {
                let [is_url_safe, is_bare, has_slashes] = [number & 1 > 0, number & 2 > 0, number & 4 > 0];
                let spelling = Spelling { is_url_safe, is_bare, has_slashes: has_slashes && !is_url_safe };
                let token = back(&noise[..length], spelling);
                let found = there(&token).unwrap_or_else(|| panic!("{length} {spelling:?}"));
                assert!(found == noise[..length], "{length} {spelling:?}");
                assert_eq!(back(&found, Spelling::of(&token)), token);
            }
        }
    }

    #[test]
    fn what_would_not_come_back_is_no_base64() {
        let cut = format!("{}AA==AAAA", "A".repeat(PIECE - 4));
        let late = format!("{}AA==", "A".repeat(PIECE - 4)) + "AAAA";
        let bad =
            ["AB==", "A", "AAA=A", "AA=", "+-AA", "aG k", "aGk\\n", "AA/A\\/AAA", "\\u0041AAA", "====", &cut, &late];
        for token in bad {
            assert_eq!(there(token), None, "{:?}", &token[token.len().saturating_sub(12)..]);
        }
        assert_eq!(there("AA\\/A").as_deref(), Some(&[0, 15, 192][..]));
    }
}
