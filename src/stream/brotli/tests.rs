//! What the reader's package makes of what is written here.

use std::io::{self, Read as _, Write};

use super::{BLOCK, WINDOW, Writer};

fn compress(pieces: &[&[u8]]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    for piece in pieces {
        writer.write_all(piece).unwrap();
    }
    writer.finish().unwrap()
}

fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut back = Vec::new();
    brotli::Decompressor::new(bytes, 4096).read_to_end(&mut back).map(|_| back)
}

fn assert_round_trip(bytes: &[u8], what: &str) -> usize {
    let written = compress(&[bytes]);
    assert!(read(&written).unwrap() == bytes, "{what}, {} bytes", bytes.len());
    written.len()
}

/// Numbers that look random and are the same every time.
fn noise(seed: u64) -> impl FnMut() -> u8 {
    let mut state = seed | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[4]
    }
}

fn noisy(length: usize, seed: u64) -> Vec<u8> {
    let mut next = noise(seed);
    (0..length).map(|_| next()).collect()
}

fn chat(length: usize) -> Vec<u8> {
    let mut next = noise(7);
    let mut text = Vec::new();
    while text.len() < length {
        let words: Vec<_> = (0..next() % 40).map(|_| format!("word{}", next() % 90)).collect();
        let words = words.join(" ");
        writeln!(text, r#"{{"messages":[{{"role":"user","content":"{words}"}}]}}"#).unwrap();
    }
    text.truncate(length);
    text
}

#[test]
fn nothing_is_a_valid_stream() {
    assert_eq!(read(&compress(&[])).unwrap(), b"");
    assert_eq!(read(&compress(&[b"", b""])).unwrap(), b"");
}

#[test]
fn all_sizes_come_back() {
    for length in (0..70).chain([255, 256, 257, 4095, 65_535, 65_536, 65_537]) {
        assert_round_trip(&noisy(length, 3), "noise");
        assert_round_trip(&chat(length), "chat");
        assert_round_trip(&vec![b'a'; length], "one byte");
    }
}

#[test]
fn blocks_and_windows_have_no_seams() {
    for length in [BLOCK - 1, BLOCK, BLOCK + 1] {
        assert!(assert_round_trip(&vec![b'x'; length], "one byte") < 100);
        assert!(assert_round_trip(&chat(length), "chat") < length / 3);
    }
    let length = 2 * WINDOW + BLOCK + 5;
    assert!(assert_round_trip(&chat(length), "chat") < length / 3);
}

#[test]
fn copies_reach_back_to_the_end_of_the_window_and_not_behind_it() {
    let secret = noisy(3000, 11);
    for gap in [WINDOW - 3016, WINDOW - 3015, 2 * WINDOW] {
        let bytes = [secret.clone(), vec![b'-'; gap], secret.clone()].concat();
        let length = assert_round_trip(&bytes, "far");
        assert_eq!(length < 4500, gap + secret.len() <= WINDOW - 16, "{gap}: {length}");
    }
}

#[test]
fn what_cannot_be_compressed_is_stored() {
    let bytes = noisy(3 * BLOCK + 17, 5);
    let length = assert_round_trip(&bytes, "noise");
    assert!(length < bytes.len() + 40, "{length}");
    // The last distances are those of before the stored block.
    let mixed = [chat(BLOCK), noisy(BLOCK, 6), chat(BLOCK), noisy(BLOCK / 2, 6), chat(BLOCK)].concat();
    assert!(assert_round_trip(&mixed, "mixed") < 2 * BLOCK);
}

#[test]
fn few_and_many_symbols_have_codes() {
    for symbols in [1, 2, 3, 4, 5, 17, 64, 200, 255] {
        let bytes: Vec<u8> = noisy(20_000, 9).iter().map(|byte| byte % symbols).collect();
        assert_round_trip(&bytes, "few symbols");
    }
    // Counts like Fibonacci's numbers make codes as long as they get, and longer than the format allows.
    let (mut a, mut b, mut bytes) = (1, 1, Vec::new());
    for symbol in 0..26_u8 {
        bytes.extend(std::iter::repeat_n(symbol, a));
        (a, b) = (b, a + b);
    }
    let mut next = noise(13);
    for at in (1..bytes.len()).rev() {
        let other = (usize::from(next()) << 16 | usize::from(next()) << 8 | usize::from(next())) % (at + 1);
        bytes.swap(at, other);
    }
    assert_round_trip(&bytes, "rare symbols");
}

#[test]
fn pieces_of_any_size_make_the_same_bytes() {
    let bytes = chat(BLOCK + 99);
    let whole = compress(&[&bytes]);
    for size in [1, 4099, BLOCK + 1] {
        let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
        assert!(compress(&pieces) == whole, "{size}");
    }
}

#[test]
fn what_was_flushed_can_be_read() {
    let mut writer = Writer::new(Vec::new());
    let bytes = chat(5000);
    for (count, piece) in (1..).zip(bytes.chunks(37)) {
        writer.write_all(piece).unwrap();
        writer.flush().unwrap();
        writer.flush().unwrap();
        let mut back = vec![0; bytes.len().min(count * 37)];
        brotli::Decompressor::new(&*writer.inner, 4096).read_exact(&mut back).unwrap();
        assert_eq!(back, bytes[..back.len()]);
    }
    assert_eq!(read(&writer.finish().unwrap()).unwrap(), bytes);
}

#[test]
fn a_stream_without_its_end_is_noticed() {
    let mut writer = Writer::new(Vec::new());
    writer.write_all(b"half").unwrap();
    writer.flush().unwrap();
    assert!(read(&writer.inner).is_err());
}

#[test]
fn errors_of_the_output_come_through() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    let mut writer = Writer::new(Full(BLOCK / 2));
    assert_eq!(writer.write_all(&noisy(2 * BLOCK, 1)).unwrap_err().kind(), io::ErrorKind::StorageFull);
    assert_eq!(Writer::new(Full(9)).flush().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    assert!(Writer::new(Full(0)).finish().is_err());
}
