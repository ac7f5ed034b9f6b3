//! The size of an image from its header. Nothing is decoded. `imagesize` would fail three of the tests below.

use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::json::Text;

/// The number of base64 characters to read: cameras write previews and notes before the size.
const HEAD: usize = 256 * 1024;
/// The same for other formats.
const START: usize = 64;
/// The beginning of a JPEG file in base64.
const JPEG: &str = "/9j/";

const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Width and height of an image in base64. Decodes only the beginning.
#[must_use]
pub fn of(data: &Text<'_>) -> Option<(u32, u32)> {
    let start = data.beginning(START);
    if start.starts_with(JPEG) { of_base64(&data.beginning(HEAD)) } else { of_base64(&start) }
}

/// The same for the content of a JSON string.
#[must_use]
pub fn of_base64(text: &str) -> Option<(u32, u32)> {
    // Only JPEG files can have the size anywhere.
    let length = if text.starts_with(JPEG) { HEAD } else { START };
    let head = text.get(..text.len().min(length)).unwrap_or_default();
    let head = head.get(..head.len() / 4 * 4).unwrap_or_default();
    of_bytes(&LENIENT.decode(head.trim_end_matches('=')).ok()?)
}

/// The width and height of an image from its first bytes.
///
/// ```
/// let gif = b"GIF89a\x02\x00\x03\x00";
/// assert_eq!(turnwise::rule::pixels::of_bytes(gif), Some((2, 3)));
/// ```
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR") {
        return Some((big32(bytes, 16)?, big32(bytes, 20)?));
    }
    if bytes.starts_with(b"GIF8") {
        return Some((little(bytes, 6, 2)?, little(bytes, 8, 2)?));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return webp(bytes);
    }
    if bytes.starts_with(b"\xff\xd8\xff") { jpeg(bytes) } else { None }
}

fn big32(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.first_chunk().copied().map(u32::from_be_bytes)
}

fn little(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    let field = bytes.get(at..at.checked_add(length)?)?;
    Some(field.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8 " if bytes.get(23..26) == Some(&[0x9d, 0x01, 0x2a]) => {
            Some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff))
        }
        b"VP8L" if bytes.get(20) == Some(&0x2f) => {
            let both = little(bytes, 21, 4)?;
            Some(((both & 0x3fff) + 1, (both >> 14 & 0x3fff) + 1))
        }
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        _ => None,
    }
}

/// Skips segments until the one that begins a frame.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        // Any number of fill bytes may precede a marker.
        while bytes.get(at..at + 2) == Some(&[0xff, 0xff]) {
            at += 1;
        }
        let [0xff, marker] = *bytes.get(at..at + 2)? else { return None };
        at += 2;
        if matches!(marker, 0xd0..=0xd8 | 0x01) {
            continue;
        }
        let length = usize::try_from(big16(bytes, at)?).ok()?;
        let is_frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if is_frame {
            return Some((big16(bytes, at + 5)?, big16(bytes, at + 3)?));
        }
        at += length.max(2);
    }
}

fn big16(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(2)?)?.first_chunk().copied().map(|pair| u32::from(u16::from_be_bytes(pair)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_stand_in_headers() {
        let cases = [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x40\x01\0\0\0\x02"[..], Some((0x4001, 2))),
            (&b"GIF87a\x10\x27\x01\x00"[..], Some((10000, 1))),
            (&b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\x27\0\x01\0\0"[..], Some((10000, 2))),
            (&b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x01\x80\x00\x00"[..], Some((2, 3))),
            (&b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x08\x00\x09\x40"[..], Some((8, 9))),
            (&b"\xff\xd8\xff\xe0\x00\x04ab\xff\xff\xc2\x00\x11\x08\x00\x10\x00\x20"[..], Some((32, 16))),
            (&b"\xff\xd8\xff\xe0\xff\xff"[..], None),
            (&b"\xff\xd8\xff\xc4\x00\x00"[..], None),
            (&b"words"[..], None),
        ];
        for (bytes, wanted) in cases {
            assert_eq!(of_bytes(bytes), wanted, "{bytes:?}");
            for length in 0..bytes.len() {
                let _ = of_bytes(&bytes[..length]);
            }
        }
    }
}
