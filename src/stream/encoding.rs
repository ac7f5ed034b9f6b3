//! What the first bytes of a file say about its encoding.

/// What the bytes are, if they are not UTF-8 text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alien {
    Encoding(&'static str),
    Foreign(&'static str),
}

/// The UTF-8 byte order mark.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// Recognises UTF-16, UTF-32, and files people name by mistake.
pub(super) fn alien(head: &[u8]) -> Option<Alien> {
    let foreign = [
        (&b"\x89PNG"[..], "a PNG image"),
        (b"PK\x03\x04", "a zip archive"),
        (b"%PDF-", "a PDF document"),
        (b"PAR1", "a Parquet file"),
        (b"SQLite format 3\0", "an SQLite database"),
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
    if let Some((_, name)) = encodings.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Some(Alien::Encoding(name));
    }
    // JSON starts with an ASCII character: zeros around it tell the width and the order of the bytes.
    match head {
        [a, 0, 0, 0, ..] if *a != 0 => Some(Alien::Encoding("UTF-32LE")),
        [0, 0, 0, a, ..] if *a != 0 => Some(Alien::Encoding("UTF-32BE")),
        [a, 0, ..] if *a != 0 => Some(Alien::Encoding("UTF-16LE")),
        [0, a, ..] if *a != 0 => Some(Alien::Encoding("UTF-16BE")),
        _ => None,
    }
}
