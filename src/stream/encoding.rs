//! Detects the encoding of a file from its first bytes.

/// The encoding of bytes that are not UTF-8 text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alien {
    Encoding(&'static str),
    Foreign(&'static str),
}

/// The UTF-8 byte order mark.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// True for a length in four bytes, and a message of one field that is just as long: events as AG-UI packs them.
fn is_binary_events(head: &[u8]) -> bool {
    let Some((length, rest)) = head.split_first_chunk::<4>() else { return false };
    let length = u64::from(u32::from_be_bytes(*length));
    let Some((tag, after_tag)) = varint(rest) else { return false };
    let Some((inner, after)) = varint(after_tag) else { return false };
    let before = (rest.len() - after.len()) as u64;
    tag % 8 == 2 && tag > 8 && length > 2 && before.checked_add(inner) == Some(length)
}

/// A number of seven bits a byte, and what follows it.
fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0;
    for (index, byte) in bytes.iter().enumerate().take(5) {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((value, bytes.get(index + 1..)?));
        }
    }
    None
}

/// Recognises UTF-16, UTF-32, and files people name by mistake.
pub(super) fn alien(head: &[u8]) -> Option<Alien> {
    let foreign = [
        (&b"\x89PNG"[..], "a PNG image"),
        (b"PK\x03\x04", "a zip archive (name the file, or unpack it)"),
        (b"%PDF-", "a PDF document"),
        (b"PAR1", "a Parquet file (docs/recipes/duckdb.md makes lines of it)"),
        (b"SQLite format 3\0", "an SQLite database (query it: sqlite3 -json FILE SELECT)"),
        (b"version https://git-lfs", "a git-lfs pointer; fetch the real file with git lfs pull"),
        (b"<!DOCTYPE", "an HTML page"),
        (b"<!doctype", "an HTML page"),
        (b"<html", "an HTML page"),
        (b"BZh", "bzip2 data; decompress it first"),
        (b"\xfd7zXZ", "xz data; decompress it first"),
    ];
    let encodings = [
        (&b"\xff\xfe\0\0"[..], "UTF-32LE"),
        (b"\0\0\xfe\xff", "UTF-32BE"),
        (b"\xff\xfe", "UTF-16LE"),
        (b"\xfe\xff", "UTF-16BE"),
    ];
    if let Some((_, what)) = foreign.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(Alien::Foreign(what));
    }
    if is_binary_events(head) {
        return Some(Alien::Foreign("binary AG-UI (protobuf; ask for text/event-stream)"));
    }
    if let Some((_, name)) = encodings.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Some(Alien::Encoding(name));
    }
    // JSON starts with an ASCII character: zeros around it and the next one tell the width and the order of the bytes. Zeros
    // before the first character alone are damage.
    match head {
        [a, 0, 0, 0, ..] if *a != 0 => Some(Alien::Encoding("UTF-32LE")),
        [0, 0, 0, a, ..] if *a != 0 && head.get(4).is_none_or(|byte| *byte == 0) => Some(Alien::Encoding("UTF-32BE")),
        [a, 0, ..] if *a != 0 => Some(Alien::Encoding("UTF-16LE")),
        [0, a, ..] if *a != 0 && head.get(2).is_none_or(|byte| *byte == 0) => Some(Alien::Encoding("UTF-16BE")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_events_are_no_utf_32() {
        let run_started = b"\0\0\0\x0eb\x0c\n\x02\x08\x0b\x12\x02t1\x1a\x02r1\0\0\0\x13";
        assert!(matches!(alien(run_started), Some(Alien::Foreign(what)) if what.contains("AG-UI")));
        assert_eq!(alien(b"\0\0\0{\0\0\0}"), Some(Alien::Encoding("UTF-32BE")));
        assert_eq!(alien(b"\0{\0}"), Some(Alien::Encoding("UTF-16BE")));
        assert_eq!(alien(b"\0\0\0{}"), None);
        assert_eq!(alien(b"\0{}"), None);
        assert_eq!(alien(b"{}"), None);
    }
}
