//! Names of media files: the hash of their content, and an extension for their type.
//!
//! Facts that the name cannot represent are after a `#` in the reference: a media type with another spelling, the
//! URL-safe alphabet, base64 without padding, slashes with a backslash. Therefore the exact text can be restored from a
//! reference.

use std::fmt::Write as _;

use super::base64::Spelling;

/// Media types and their file name extensions.
const ENDINGS: [(&str, &str); 14] = [
    ("image/png", "png"),
    ("image/jpeg", "jpg"),
    ("image/gif", "gif"),
    ("image/webp", "webp"),
    ("image/avif", "avif"),
    ("image/heic", "heic"),
    ("audio/mp3", "mp3"),
    ("audio/wav", "wav"),
    ("audio/ogg", "ogg"),
    ("audio/flac", "flac"),
    ("video/mp4", "mp4"),
    ("video/webm", "webm"),
    ("application/pdf", "pdf"),
    ("application/octet-stream", "bin"),
];

/// The extension for bytes of this type.
#[must_use]
pub(super) fn ending(found: Option<&str>) -> &'static str {
    ENDINGS.iter().find(|(known, _)| Some(*known) == found).map_or("bin", |(_, ending)| ending)
}

/// The media type of an extension.
#[must_use]
pub(super) fn type_of(ending: &str) -> Option<&'static str> {
    ENDINGS.iter().find(|(_, known)| *known == ending).map(|(media_type, _)| *media_type)
}

/// A hash in hexadecimal digits.
pub(super) fn hex(hash: &[u8; 32]) -> String {
    let mut text = String::with_capacity(64);
    for byte in hash {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A reference to a file of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The SHA-256 of the content.
    pub hash: [u8; 32],
    /// The extension of the file.
    pub ending: &'static str,
    /// The media type as the record wrote it, if neither the extension nor anything else in the record gives it.
    pub media_type: Option<String>,
    /// The spelling of the bytes.
    pub spelling: Spelling,
}

impl Stored {
    /// The name contains everything.
    pub(super) fn is_plain(&self) -> bool {
        self.media_type.is_none() && self.spelling == Spelling::default()
    }

    /// The name of the file.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.{}", hex(&self.hash), self.ending)
    }

    /// The whole reference.
    #[must_use]
    pub fn reference(&self) -> String {
        let mut text = self.file_name();
        let media_type = self.media_type.as_ref().map(|media_type| format!("type={media_type}"));
        let Spelling { is_url_safe, is_bare, has_slashes } = self.spelling;
        let facts = [
            media_type,
            is_url_safe.then(|| "url-safe".to_owned()),
            is_bare.then(|| "bare".to_owned()),
            has_slashes.then(|| "slashes".to_owned()),
        ];
        for (index, fact) in facts.into_iter().flatten().enumerate() {
            text.push(if index == 0 { '#' } else { '&' });
            text.push_str(&fact);
        }
        text
    }

    /// Parses a reference. `None`: this program did not generate it.
    #[must_use]
    pub fn parse(reference: &str) -> Option<Self> {
        let (name, facts) = reference.split_once('#').unwrap_or((reference, ""));
        let (hex, ending) = name.split_once('.')?;
        let (_, ending) = ENDINGS.iter().find(|(_, known)| *known == ending)?;
        let mut hash = [0; 32];
        let (digits, rest) = hex.as_bytes().as_chunks::<2>();
        if !rest.is_empty() || digits.len() != hash.len() {
            return None;
        }
        let digit = |byte: u8| char::from(byte).to_digit(16).filter(|_| !byte.is_ascii_uppercase());
        for (byte, [high, low]) in hash.iter_mut().zip(digits) {
            *byte = u8::try_from(digit(*high)? << 4 | digit(*low)?).ok()?;
        }
        let mut stored = Self { hash, ending, media_type: None, spelling: Spelling::default() };
        for fact in facts.split('&').filter(|fact| !fact.is_empty()) {
            match fact.split_once('=').unwrap_or((fact, "")) {
                ("type", media_type) => stored.media_type = Some(media_type.to_owned()),
                ("url-safe", "") => stored.spelling.is_url_safe = true,
                ("bare", "") => stored.spelling.is_bare = true,
                ("slashes", "") => stored.spelling.has_slashes = true,
                _ => return None,
            }
        }
        (stored.reference() == reference).then_some(stored)
    }

    /// A media type that can be in a reference without escapes.
    #[must_use]
    pub fn can_say(media_type: &str) -> bool {
        let is_good = |byte: u8| byte.is_ascii_alphanumeric() || b"/.+-_;=$!^*".contains(&byte);
        media_type.bytes().all(is_good)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_says_how_its_bytes_were_written() {
        let plain = Stored { hash: [0xab; 32], ending: "png", media_type: None, spelling: Spelling::default() };
        assert_eq!(plain.reference(), format!("{}.png", "ab".repeat(32)));
        let spelling = Spelling { is_url_safe: true, is_bare: true, has_slashes: true };
        let odd = Stored { media_type: Some("image/jpg;q=1".to_owned()), spelling, ..plain.clone() };
        assert_eq!(odd.reference(), format!("{}.png#type=image/jpg;q=1&url-safe&bare&slashes", "ab".repeat(32)));
        for stored in [plain, odd] {
            assert_eq!(Stored::parse(&stored.reference()), Some(stored));
        }
        for other in ["a.png", "https://example.com/a.png", &"ab".repeat(32), &format!("{}.png", "AB".repeat(32))] {
            assert_eq!(Stored::parse(other), None, "{other}");
        }
    }
}
