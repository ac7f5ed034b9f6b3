//! Long runs of base64 in large records: media go out as they do from small records, in little memory, and nothing else
//! of the record changes.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
use sha2::{Digest as _, Sha256};
use turnwise::op::media::{
    LocalFiles, MediaEnds, MediaOptions, MediaStore, MediaTask, Root, Sources, Types, run as run_media,
};
use turnwise::op::{Choice, Input, OnError, PassOptions};
use turnwise::stream::{Limits, Silent, Source};

use crate::invariants::random::Dice;

/// A reader that gives this number of bytes at a time.
struct Slow(Vec<u8>, usize, usize);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(self.0.len() - self.2).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[self.2..self.2 + count]);
        self.2 += count;
        Ok(count)
    }
}

fn work(bytes: &[u8], step: usize, jobs: usize, task: MediaTask<'_>) -> Vec<u8> {
    let source = Source::from_reader(Slow(bytes.to_vec(), step, 0), "x").unwrap();
    let choice = Choice { limits: Limits { record: 1 << 28, depth: 1024 }, ..Choice::default() };
    let input = Input::new(source, &choice).unwrap();
    let options = MediaOptions {
        pass: PassOptions { on_error: OnError::Stop, jobs, keep: 0 },
        keeps_surroundings: true,
        is_joined: false,
        is_dry: false,
        max_failures: None,
    };
    let mut out = Vec::new();
    let ends = MediaEnds {
        write: &mut |bytes| {
            out.extend_from_slice(bytes);
            Ok(())
        },
        note: &mut |_| {},
        progress: &Silent,
    };
    let outcome = run_media(input, task, &options, ends).unwrap();
    assert!(outcome.fatal.is_none(), "{:?}", outcome.fatal);
    assert_eq!(outcome.bytes_in, bytes.len() as u64);
    assert_eq!(outcome.bytes_out, out.len() as u64);
    out
}

fn noise(dice: &mut Dice, length: usize) -> Vec<u8> {
    let mut state = dice.below(1 << 30) as u64 + 1;
    let mut step = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    (0..length.div_ceil(8)).flat_map(|_| step()).take(length).collect()
}

fn name(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>() + ".bin"
}

fn image(head: &str, data: &str) -> String {
    format!(r#"{{"type":"image_url","image_url":{{"url":"{head}{data}"}}}}"#)
}

/// A record of about 12 MB, the same without its media, and how many it has. What one half omits, the other one has.
fn record(dice: &mut Dice, is_first: bool) -> (String, String, u64) {
    let length = 790_000 + dice.below(100);
    let bytes = noise(dice, length);
    let plain = STANDARD.encode(&bytes);
    let slashed = plain.replace('/', "\\/");
    let head = "data:application/octet-stream;base64,";
    let text = |text: &str| format!(r#"{{"type":"text","text":"{text}"}}"#);
    let same = |part: String| (part.clone(), part, 0);
    let taken = |data: &str, fact: &str| (image(head, data), image("", &format!("{}{fact}", name(&bytes))), 1);
    let mut parts = vec![
        taken(&plain, ""),
        taken(&plain, ""),
        taken(&URL_SAFE.encode(&bytes), "#url-safe"),
        (
            image("data:application\\/octet-stream;base64,", &slashed),
            image("", &format!("{}#slashes", name(&bytes))),
            1,
        ),
        // What would not come back, or is not a media file.
        same(image(head, &format!("{plain}-_+/"))),
        same(image(head, &format!("-_+/{plain}"))),
        same(image(head, &slashed.replacen("\\/", "/", 1))),
        same(image(head, &(plain[..(1 << 20) + 4].to_owned() + "AB=="))),
        same(text(&plain)),
        same(text(&format!("see \\n{plain}\\u0041{}\\\\", STANDARD_NO_PAD.encode(&bytes)))),
        same(text(&format!("\\\\{slashed} \\\"{}\\/", URL_SAFE.encode(&bytes)))),
        same(format!(r#"{{"type":"text","text":"n","n":1{}.5}}"#, "0123456789".repeat(110_000))),
        same(format!(r#"{{"type":"text","text":"n","{plain}":"{plain}"}}"#)),
        taken(&STANDARD_NO_PAD.encode(&bytes), if bytes.len() % 3 == 0 { "" } else { "#bare" }),
    ];
    parts.drain(if is_first { 4..9 } else { 9..14 });
    for at in (1..parts.len()).rev() {
        parts.swap(at, dice.below(at + 1));
    }
    let whole = |parts: Vec<&str>| format!(r#"{{"messages":[{{"role":"user","content":[{}]}}]}}"#, parts.join(","));
    let before = whole(parts.iter().map(|it| it.0.as_str()).collect());
    let after = whole(parts.iter().map(|it| it.1.as_str()).collect());
    (before, after, parts.iter().map(|it| it.2).sum())
}

fn files_of(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn long_runs_go_out_and_come_back_in_every_framing() {
    let small = r#"{"messages":[{"role":"user","content":"hi"}]}"#;
    let mut dice = Dice(4711);
    for (round, (step, jobs)) in [(usize::MAX, 2), (100_003, 1)].into_iter().enumerate() {
        let records = [record(&mut dice, true), record(&mut dice, false)];
        let [one, two] = [0, 1].map(|side| records.each_ref().map(|it| if side == 0 { it.0.as_str() } else { &it.1 }));
        let taken = records[0].2 + records[1].2;
        let texts = [one, two].map(|[first, second]| {
            [
                format!("{small}\n{first}\r\n\n{second}\n{small}"),
                format!(" [{small}, {first}\n ,\n{second},{small} ]\n"),
            ]
        });
        for (framing, (text, wanted)) in texts[0].iter().zip(&texts[1]).enumerate().skip(round) {
            let outer = tempfile::tempdir().unwrap();
            let folder = outer.path().join("media");
            let store = MediaStore::new(&folder, false);
            let light = work(text.as_bytes(), step, jobs, MediaTask::Extract(&store));
            assert_eq!(store.totals().media, taken, "{round} {framing}");
            assert!(light == wanted.as_bytes(), "{round} {framing}");
            assert_eq!((store.totals().files, files_of(&folder)), (2, 2), "{round} {framing}");
            let root = Root::open(&folder).unwrap();
            let sources = Sources { files: Some(LocalFiles::new(root, Types::default(), 1)), network: None };
            let task = MediaTask::Inline { finder: &sources, max_total: 0, fails: false };
            assert!(work(&light, step, jobs, task) == text.as_bytes(), "{round} {framing}");
            if (round, framing) != (0, 0) {
                continue;
            }
            // Nothing is written twice, and nothing where nothing is requested.
            let again = MediaStore::new(&folder, false);
            assert!(work(text.as_bytes(), step, jobs, MediaTask::Extract(&again)) == light);
            assert_eq!((again.totals().known, files_of(&folder)), (2, 2));
            let dry = MediaStore::new(&outer.path().join("none"), true);
            work_dry(text.as_bytes(), MediaTask::Extract(&dry));
            assert_eq!(dry.totals().media, taken);
            assert_eq!(files_of(outer.path()), 1);
        }
    }
}

fn work_dry(bytes: &[u8], task: MediaTask<'_>) {
    let source = Source::from_reader(Slow(bytes.to_vec(), usize::MAX, 0), "x").unwrap();
    let input = Input::new(source, &Choice::default()).unwrap();
    let options = MediaOptions {
        pass: PassOptions { on_error: OnError::Stop, jobs: 1, keep: 0 },
        keeps_surroundings: true,
        is_joined: false,
        is_dry: true,
        max_failures: None,
    };
    let ends = MediaEnds { write: &mut |_| Ok(()), note: &mut |_| {}, progress: &Silent };
    run_media(input, task, &options, ends).unwrap();
}

fn turnwise(folder: &Path, args: &[&str]) -> (i32, Vec<u8>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnwise"));
    let output = command.args(args).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    (output.status.code().unwrap_or(-1), output.stdout, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn places_limits_and_bad_records_are_those_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (good, light, _) = record(&mut Dice(12), true);
    let small = r#"{"messages":[{"role":"user","content":"hi"}]}"#;
    // The last bracket is missing; what is wrong is found behind all that was taken out.
    let bad = &good[..good.len() - 2];
    let text = format!("{small}\n{bad}\n{good}\n");
    fs::write(folder.path().join("a.jsonl"), &text).unwrap();
    let (_, told, _) = turnwise(folder.path(), &["validate", "-f", "openai", "a.jsonl"]);
    let told = String::from_utf8(told).unwrap();
    let (code, out, said) = turnwise(folder.path(), &["extract-media", "--dir", "media", "a.jsonl"]);
    assert_eq!(code, 2, "{said}");
    assert!(out == small.as_bytes() || out == format!("{small}\n").as_bytes());
    let place = format!("a.jsonl:2:{}", bad.len() + 1);
    assert!(said.contains(&place), "{place}\n{said}\n{told}");
    assert!(told.contains(&place), "{told}");
    let (code, out, said) =
        turnwise(folder.path(), &["extract-media", "--on-error", "emit", "--dir", "media", "a.jsonl"]);
    assert_eq!(code, 0, "{said}");
    let lines: Vec<&[u8]> = out.split(|byte| *byte == b'\n').collect();
    assert!(lines[0] == small.as_bytes() && lines[2] == light.as_bytes());
    let object: serde_json::Value = serde_json::from_slice(lines[1]).unwrap();
    assert!(object["raw"].as_str() == Some(bad), "the line is there as it was");
    // A place behind what was taken out.
    let odd = good.replacen(r#""role":"user""#, r#""role":"user","content":1"#, 1);
    fs::write(folder.path().join("b.jsonl"), odd).unwrap();
    let (code, out, _) = turnwise(folder.path(), &["extract-media", "--dir", "other", "b.jsonl"]);
    assert_eq!((code, out.len()), (2, 0));
    assert!(!folder.path().join("other").exists(), "a folder without media goes");
    for most in ["1M", "4M", "12M"] {
        let args = ["extract-media", "--dir", "other", "--max-record-bytes", most, "a.jsonl", "-o", "out.jsonl"];
        let (code, _, said) = turnwise(folder.path(), &args);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("--max-record-bytes"), "{said}");
        assert!(!folder.path().join("out.jsonl").exists() && !folder.path().join("other").exists());
    }
    let left: Vec<_> = fs::read_dir(folder.path().join("media")).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left.len(), 1, "{left:?}");
}
