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
    assert!(err.contains("no *.json, *.jsonl, *.ndjson or *.traj files in this archive"), "{err}");
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
