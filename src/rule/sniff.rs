//! Detects the type of a media file from its first bytes.

use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::json::{Text, base64_length};

/// The standard alphabet with optional padding: the beginning of a longer text may be cut anywhere.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The number of characters of base64 that show the type.
const HEAD: usize = 64;

/// The media type shown by the first bytes of base64 data, if it is a type that services accept. Decodes only the beginning.
#[must_use]
pub fn type_of(data: &Text<'_>) -> Option<&'static str> {
    media_type(&data.beginning(HEAD))
}

/// The same for the content of a JSON string in the standard alphabet.
#[must_use]
pub fn media_type(text: &str) -> Option<&'static str> {
    let head = text.get(..text.len().min(HEAD)).unwrap_or_default();
    let head = head.get(..head.len() / 4 * 4).unwrap_or_default();
    let bytes = LENIENT.decode(head.trim_end_matches('=')).ok()?;
    of_bytes(&bytes)
}

/// The media type shown by the first bytes.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> Option<&'static str> {
    let has = |at: usize, magic: &[u8]| bytes.get(at..at + magic.len()) == Some(magic);
    Some(match () {
        () if has(0, b"\x89PNG\r\n\x1a\n") => "image/png",
        () if has(0, b"\xff\xd8\xff") => "image/jpeg",
        () if has(0, b"GIF87a") || has(0, b"GIF89a") => "image/gif",
        () if has(0, b"RIFF") && has(8, b"WEBP") => "image/webp",
        () if has(0, b"RIFF") && has(8, b"WAVE") => "audio/wav",
        () if has(0, b"ID3") || has(0, b"\xff\xfb") || has(0, b"\xff\xf3") || has(0, b"\xff\xf2") => "audio/mp3",
        () if has(0, b"OggS") => "audio/ogg",
        () if has(0, b"fLaC") => "audio/flac",
        () if has(0, b"%PDF-") => "application/pdf",
        () if has(4, b"ftypavif") => "image/avif",
        () if has(4, b"ftypheic") || has(4, b"ftypmif1") => "image/heic",
        () if has(4, b"ftyp") => "video/mp4",
        () => return None,
    })
}

/// True if both names mean the same type: `audio/mpeg` equals `audio/mp3`, parameters and case are ignored.
#[must_use]
pub fn agrees(declared: &str, found: &str) -> bool {
    let declared = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let declared = match declared.as_str() {
        "image/jpg" | "image/pjpeg" => "image/jpeg",
        "audio/mpeg" | "audio/mpeg3" | "audio/x-mp3" => "audio/mp3",
        "audio/x-wav" | "audio/wave" | "audio/vnd.wave" => "audio/wav",
        "application/x-pdf" => "application/pdf",
        "audio/x-flac" => "audio/flac",
        "image/heif" => "image/heic",
        other => other,
    };
    declared == found
        // These containers are used for several types, which the first bytes do not distinguish.
        || (found == "video/mp4" && (declared.starts_with("audio/") || declared.starts_with("video/")))
        || (found == "audio/ogg" && (declared.ends_with("/ogg") || declared == "audio/opus"))
        || declared == "application/octet-stream"
}

/// The reason why a text is not standard padded base64.
#[must_use]
pub fn base64_problem(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    if bytes.is_empty() {
        return Some("it is empty".to_owned());
    }
    if text.starts_with("data:") {
        return Some("it is a data: URL, not bare base64".to_owned());
    }
    let body = text.trim_end_matches('=');
    let at = base64_length(body.as_bytes());
    if at < body.len() {
        let found = text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or('?');
        let why = match found {
            '-' | '_' => " (URL-safe alphabet)",
            '=' => " (padding in the middle)",
            found if found.is_whitespace() => " (white space)",
            _ => "",
        };
        return Some(format!("character {found:?} at {at}{why}"));
    }
    if !bytes.len().is_multiple_of(4) || bytes.len() - body.len() > 2 {
        return Some(format!("its length {} is not a multiple of 4 with padding", bytes.len()));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_agree_with_what_their_containers_hold() {
        let same = [
            ("image/jpg", "image/jpeg"),
            ("IMAGE/PNG; q=1", "image/png"),
            ("audio/mp4", "video/mp4"),
            ("video/quicktime", "video/mp4"),
            ("video/ogg", "audio/ogg"),
            ("audio/opus", "audio/ogg"),
            ("application/octet-stream", "image/png"),
        ];
        let other = [
            ("image/png", "image/jpeg"),
            ("image/png", "video/mp4"),
            ("audio/wav", "audio/ogg"),
            ("audio/mp4", "image/png"),
            ("video/ogg", "image/png"),
        ];
        for (pairs, is_same) in [(&same[..], true), (&other[..], false)] {
            for (declared, found) in pairs {
                assert_eq!(agrees(declared, found), is_same, "{declared} {found}");
            }
        }
    }

    #[test]
    fn knows_the_usual_kinds() {
        assert_eq!(media_type("iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB"), Some("image/png"));
        assert_eq!(media_type("JVBERi0xLjQK"), Some("application/pdf"));
        assert_eq!(media_type("aGkK"), None);
        assert!(agrees("Image/JPG; q=1", "image/jpeg") && !agrees("image/png", "image/jpeg"));
    }

    #[test]
    fn base64_is_checked_to_the_letter() {
        assert_eq!(base64_problem("aGkK"), None);
        assert_eq!(base64_problem("AB=="), None);
        for bad in ["", "aGk", "_-_-", "aGkK\n", "data:text/plain;base64,aGkK", "a===", "A=BC"] {
            assert!(base64_problem(bad).is_some(), "{bad}");
        }
    }
}
