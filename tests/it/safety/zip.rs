//! ZIP archives as inputs: the files that are taken, places and names, damaged archives, options that need a file.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::DeflateEncoder;

const CHAT: &str = r#"[{"messages":[{"role":"user","content":"2+2?"},{"role":"assistant","content":"4"}]}]"#;

fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    let output: Output = command.current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// An archive whose files are compressed by method 8, deflate, or by another number.
fn archive(path: &Path, files: &[(&str, &str)], method: u16) {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in files {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
        packer.write_all(text.as_bytes()).unwrap();
        let content = if method == 0 { text.as_bytes().to_vec() } else { packer.finish().unwrap() };
        let mut sum = flate2::Crc::new();
        sum.update(text.as_bytes());
        let mut header = [20_u16, 0, method, 0, 0].map(u16::to_le_bytes).concat();
        for number in [sum.sum(), u32::try_from(content.len()).unwrap(), u32::try_from(text.len()).unwrap()] {
            header.extend(number.to_le_bytes());
        }
        header.extend([u16::try_from(name.len()).unwrap(), 0].map(u16::to_le_bytes).concat());
        let at = u32::try_from(bytes.len()).unwrap();
        bytes.extend([b"PK\x03\x04", &header[..], name.as_bytes(), &content].concat());
        directory.extend([b"PK\x01\x02\x14\0", &header[..], &[0; 10], &at.to_le_bytes(), name.as_bytes()].concat());
    }
    let count = u16::try_from(files.len()).unwrap().to_le_bytes();
    let [size, at] = [directory.len(), bytes.len()].map(|it| u32::try_from(it).unwrap().to_le_bytes());
    bytes.extend([&directory[..], b"PK\x05\x06\0\0\0\0", &count, &count, &size, &at, &[0; 2]].concat());
    fs::write(path, bytes).unwrap();
}

fn folder_with(files: &[(&str, &str)], method: u16) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.zip");
    archive(&path, files, method);
    (folder, path)
}

#[test]
fn an_export_in_several_files_is_read_in_the_order_of_their_numbers() {
    let names: Vec<_> = [10, 2, 0].iter().map(|number| format!("x/conversations-{number}.json")).collect();
    let texts: Vec<_> = [10, 2, 0].iter().map(|number| CHAT.replace("2+2", &format!("number {number}"))).collect();
    let mut files: Vec<_> = names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.extend([("x/user.json", r#"{"id":"u"}"#), ("chat.html", "<html>"), ("x/._conversations-1.json", "?")]);
    for method in [0, 8] {
        let (folder, _) = folder_with(&files, method);
        let (code, out, err) = run(folder.path(), &["convert", "-q", "--to", "anthropic", "export.zip"]);
        let found: Vec<_> =
            out.lines().map(|line| line.split('?').next().unwrap().rsplit(' ').next().unwrap()).collect();
        assert_eq!((code, found), (0, vec!["0", "2", "10"]), "{err}");
        let (code, _, err) = run(folder.path(), &["convert", "-q", "--to", "gemini", "-o", "out", "export.zip"]);
        assert_eq!(code, 0, "{err}");
        assert!(folder.path().join("out/export/x/conversations-10.json").is_file());
    }
}

#[test]
fn other_archives_give_all_their_conversations_and_say_where_findings_are() {
    let bad = r#"{"messages":[{"role":"user"}]}"#;
    let (folder, _) = folder_with(&[("b.jsonl", bad), ("a/c.json", CHAT), ("notes.txt", "hi")], 8);
    let (code, out, _) = run(folder.path(), &["validate", "export.zip"]);
    assert_eq!(code, 1);
    assert!(out.contains("export.zip/b.jsonl:1:"), "{out}");
    let (folder, _) = folder_with(&[("notes.txt", "hi")], 8);
    let (code, _, err) = run(folder.path(), &["detect", "export.zip"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("no *.json, *.jsonl, *.ndjson, *.sse, *.traj, *.eval, *.har or *.prompt files in this archive"),
        "{err}"
    );
}

#[test]
fn a_damaged_archive_is_an_error() {
    let (folder, path) = folder_with(&[("conversations.json", CHAT)], 0);
    let whole = fs::read(&path).unwrap();
    let convert = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        run(folder.path(), &["convert", "--to", "anthropic", "-o", "out.json", "export.zip"])
    };
    let at = whole.windows(4).position(|it| it == b"2+2?").unwrap();
    let mut other = whole.clone();
    other[at] = b'3';
    let (code, _, err) = convert(&other);
    assert!(code == 2 && err.contains("the checksum differs"), "{err}");
    for end in 4..whole.len() {
        let (code, _, err) = convert(&whole[..end]);
        assert!(code == 2 && err.starts_with("turnwise: error: export.zip"), "{end}: {err}");
    }
    assert!(!folder.path().join("out.json").exists());
    let mut numbers = whole.clone();
    for at in 0..whole.len() {
        numbers[at] = 0xff;
        let (code, _, err) = convert(&numbers);
        assert!(code <= 2 && !err.contains("panicked"), "{at}: {err}");
        numbers[at] = whole[at];
    }
    archive(&path, &[("conversations.json", CHAT)], 12);
    let (code, _, err) = run(folder.path(), &["detect", "export.zip"]);
    assert!(code == 2 && err.contains("packed by a method other than deflate"), "{err}");
}

#[test]
fn an_archive_is_never_written() {
    let (folder, path) = folder_with(&[("conversations.json", CHAT)], 8);
    let whole = fs::read(&path).unwrap();
    for (arguments, expected) in [
        (&["convert", "--to", "gemini", "--in-place"][..], "--in-place needs files, not those in archives"),
        (&["migrate-ids", "--in-place"], "--in-place needs files"),
        (&["inline-media", "--in-place"], "--in-place needs files"),
        (&["validate", "--fix", "--unsafe-fixes"], "a file in an archive is not fixed"),
        (&["convert", "--to", "gemini", "-o", "export.zip"], "export.zip"),
    ] {
        let (_, _, err) = run(folder.path(), &[arguments, &["export.zip"]].concat());
        assert!(err.contains(expected), "{arguments:?}: {err}");
        assert_eq!(fs::read(&path).unwrap(), whole, "{arguments:?}");
    }
    // A file that is compared is one file.
    let (code, out, err) = run(folder.path(), &["diff", "export.zip", "export.zip"]);
    assert_eq!(code, 0, "{out}{err}");
}

/// A file of a hand-made archive: where its local header is, and what the directory says about it.
struct Entry<'e> {
    name: &'e str,
    at: usize,
    crc: u32,
    compressed: usize,
    size: usize,
}

impl Entry<'_> {
    /// The fields that both headers have, from the version needed to the lengths.
    fn fields(&self) -> Vec<u8> {
        let mut fields = [20_u16, 0, 8, 0, 0].map(u16::to_le_bytes).concat();
        for number in [self.crc, u32::try_from(self.compressed).unwrap(), u32::try_from(self.size).unwrap()] {
            fields.extend(number.to_le_bytes());
        }
        fields.extend([u16::try_from(self.name.len()).unwrap(), 0].map(u16::to_le_bytes).concat());
        fields
    }

    fn header(&self) -> Vec<u8> {
        [b"PK\x03\x04", &self.fields()[..], self.name.as_bytes()].concat()
    }
}

/// Adds a directory with these entries to the files.
fn closed(mut bytes: Vec<u8>, entries: &[Entry<'_>]) -> Vec<u8> {
    let start = bytes.len();
    for entry in entries {
        let at = u32::try_from(entry.at).unwrap().to_le_bytes();
        bytes.extend([b"PK\x01\x02\x14\0", &entry.fields()[..], &[0; 10], &at, entry.name.as_bytes()].concat());
    }
    let count = u16::try_from(entries.len()).unwrap().to_le_bytes();
    let [size, at] = [bytes.len() - start, start].map(|it| u32::try_from(it).unwrap().to_le_bytes());
    bytes.extend([b"PK\x05\x06\0\0\0\0", &count[..], &count, &size, &at, &[0; 2]].concat());
    bytes
}

fn deflated(bytes: &[u8]) -> (Vec<u8>, u32) {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).unwrap();
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    (packer.finish().unwrap(), sum.sum())
}

const COMMANDS: &[&[&str]] = &[
    &["detect"],
    &["validate"],
    &["stats"],
    &["show"],
    &["lineage"],
    &["convert", "--to", "anthropic"],
    &["filter", "--min-messages", "1"],
    &["sort", "--by", "length"],
    &["diff", "other.json"],
];

#[test]
fn archives_whose_files_share_bytes_are_refused() {
    let text = format!("{CHAT}{}", " ".repeat(100_000));
    let (content, crc) = deflated(text.as_bytes());
    let names: Vec<_> = (0..50).map(|number| format!("c{number}.json")).collect();
    let entry = |name, at| Entry { name, at, crc, compressed: content.len(), size: text.len() };
    // Every entry of the directory is the same file.
    let file = [entry("c0.json", 0).header(), content.clone()].concat();
    let entries: Vec<_> = names.iter().map(|name| entry(name, 0)).collect();
    let full = closed(file, &entries);
    // The last file is a usual one; each file before it contains the headers of all after it, quoted in a stored block.
    let (mut data, mut sum, mut size) = (content.clone(), crc, text.len());
    let mut plain = text.clone().into_bytes();
    let mut known: Vec<(usize, u32, usize, usize)> = vec![(0, sum, data.len(), size)];
    for name in names.iter().take(5).rev() {
        let quoted = Entry { name, at: 0, crc: sum, compressed: data.len(), size }.header();
        let length = u16::try_from(quoted.len()).unwrap();
        for entry in &mut known {
            entry.0 += 5 + quoted.len();
        }
        data = [&[0][..], &length.to_le_bytes(), &(!length).to_le_bytes(), &quoted, &data].concat();
        plain = [quoted, plain].concat();
        let mut crc = flate2::Crc::new();
        crc.update(&plain);
        (sum, size) = (crc.sum(), plain.len());
        known.push((0, sum, data.len(), size));
    }
    // The place of each is that of its header, which the one before it quotes; all names have the same length.
    let first = Entry { name: "c9.json", at: 0, crc: sum, compressed: data.len(), size }.header();
    let entries: Vec<_> = known
        .iter()
        .zip(&names)
        .map(|((at, crc, compressed, size), name)| Entry {
            name,
            at: *at,
            crc: *crc,
            compressed: *compressed,
            size: *size,
        })
        .collect();
    let quoted = closed([first, data].concat(), &entries);
    for bytes in [full, quoted] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("export.zip"), &bytes).unwrap();
        fs::write(folder.path().join("other.json"), CHAT).unwrap();
        for command in COMMANDS {
            let (code, out, err) = run(folder.path(), &[command, &["export.zip"][..]].concat());
            assert_eq!(code, 2, "{command:?} {out} {err}");
            assert!(err.contains("files in the archive share bytes"), "{command:?} {err}");
        }
    }
}

#[test]
fn the_files_of_an_archive_have_one_limit_of_expansion() {
    let (content, crc) = deflated(CHAT.as_bytes());
    let names: Vec<_> = (0..4).map(|number| format!("c{number}.json")).collect();
    let with_size = |size: usize| {
        let (mut bytes, mut entries) = (Vec::new(), Vec::new());
        for name in &names {
            let entry = Entry { name, at: bytes.len(), crc, compressed: content.len(), size };
            bytes.extend([entry.header(), content.clone()].concat());
            entries.push(entry);
        }
        closed(bytes, &entries)
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.zip");
    // Each of them is within 64 MiB.
    fs::write(&path, with_size(20 << 20)).unwrap();
    for command in COMMANDS.iter().filter(|command| command.len() == 1 || command.contains(&"convert")) {
        let (code, out, err) = run(folder.path(), &[command, &["export.zip"][..]].concat());
        assert!(
            code > 0 && format!("{out}{err}").contains("expands far more than text does"),
            "{command:?} {out}{err}"
        );
    }
    let (code, _, err) =
        run(folder.path(), &["convert", "--to", "gemini", "--max-expansion", "10000000", "export.zip"]);
    assert!(code == 2 && err.contains("the checksum differs"), "{err}");
    // A file that is longer than the directory says would be in no sum.
    fs::write(&path, with_size(10)).unwrap();
    let (code, _, err) = run(folder.path(), &["detect", "export.zip"]);
    assert!(code == 2 && err.contains("longer than its directory says"), "{err}");
}

#[test]
fn files_with_unsafe_or_repeated_names_are_lost_and_named() {
    let names = [
        "../../../tmp/SLIP.jsonl",
        "/tmp/ABS.jsonl",
        "..\\..\\w.jsonl",
        "C:\\x.jsonl",
        "a/../b.jsonl",
        "c\u{1b}[2J/../d.jsonl",
    ];
    let line = r#"{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]}"#;
    let mut files: Vec<_> = names.iter().map(|name| (*name, line)).collect();
    files.extend([
        ("ok.jsonl", line),
        ("twice.jsonl", "{}"),
        ("twice.jsonl", line),
        ("d/./e.jsonl", "{}"),
        ("d/e.jsonl", line),
    ]);
    let (folder, _) = folder_with(&files, 8);
    for command in [
        &["convert", "-v", "--to", "gemini", "-o", "out"][..],
        &["validate"],
        &["stats"],
        &["show", "-v"],
        &["filter", "-v", "--min-messages", "1"],
    ] {
        let (code, out, err) = run(folder.path(), &[command, &["export.zip"]].concat());
        let said = format!("{out}{err}");
        assert!(code < 2 && said.contains("TW972"), "{command:?} {said}");
        assert!(!said.contains('\u{1b}'), "{command:?} {said:?}");
        if !command.contains(&"convert") && !command.contains(&"validate") {
            continue;
        }
        for name in [
            "SLIP.jsonl",
            "/tmp/ABS.jsonl",
            "w.jsonl",
            "x.jsonl",
            "a/../b.jsonl",
            "d.jsonl",
            "`twice.jsonl`",
            "`d/e.jsonl`",
        ] {
            assert!(said.contains(name), "{command:?} {name}: {said}");
        }
        assert_eq!(said.matches("of the archive is skipped").count(), 8, "{command:?} {said}");
    }
    let mut found: Vec<_> =
        fs::read_dir(folder.path().join("out/export")).unwrap().map(|it| it.unwrap().file_name()).collect();
    found.sort();
    assert_eq!(found, ["d", "ok.jsonl", "twice.jsonl"]);
    let (folder, _) = folder_with(&[(names[0], line)], 8);
    let (code, _, err) = run(folder.path(), &["detect", "export.zip"]);
    assert!(code == 2 && err.contains("SLIP.jsonl") && err.contains("leads out of the archive"), "{err}");
}
