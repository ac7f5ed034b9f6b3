//! Every format × every fixture: it reads; its model is the golden one; writing and reading it again gives the same; the same
//! format comes out as the same bytes; detection picks this format; every place lies in the record.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Cursor;

use turnwise::format::{FORMATS, Format, by_name, score_all};
use turnwise::json::{At, Tape};
use turnwise::model::{dump, walk};
use turnwise::op::convert::{ConvertEnds, ConvertOptions};
use turnwise::op::{Choice, Input, convert};
use turnwise::report::Report;
use turnwise::stream::{Silent, Source};

use crate::fixtures::{files, golden, path, read, samples};

#[test]
fn every_fixture_reads_and_its_model_is_golden() {
    let mut dumps: BTreeMap<_, String> = BTreeMap::new();
    for sample in samples() {
        let mut report = Report::keeping(u64::MAX);
        let conversation = read(sample.format, &sample.text, sample.is_sequence, &mut report)
            .unwrap_or_else(|refused| panic!("{}: {refused}", sample.name()));
        let text = dumps.entry((sample.format.name, sample.file.clone())).or_default();
        // Long real files are there for the other tests; their dumps would only fill the tree.
        if text.len() < 20_000 {
            text.push_str(&dump(&conversation));
            for diagnostic in report.kept() {
                let _ = writeln!(text, "  {} {}", diagnostic.code.id, diagnostic.message);
            }
        }
    }
    for ((format, file), text) in dumps {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        golden(&path("tests/fixtures").join(format).join("golden").join(name + ".txt"), &text);
    }
}

fn convert_file(bytes: &[u8], name: &str, format: &'static Format) -> Vec<u8> {
    convert_to(bytes, name, format, None).unwrap_or_else(|fatal| panic!("{name}: {fatal}"))
}

/// The file as its own format, in a dialect of it.
fn convert_to(
    bytes: &[u8],
    name: &str,
    format: &'static Format,
    dialect: Option<&'static str>,
) -> Result<Vec<u8>, String> {
    let source = Source::from_reader(Cursor::new(bytes.to_vec()), name).unwrap();
    let input = Input::new(source, &Choice { format: Some(format), ..Choice::default() }).unwrap();
    let mut options = ConvertOptions::new(format);
    options.pass.jobs = 2;
    options.write.dialect = dialect;
    let mut out = Vec::new();
    let mut write = |bytes: &[u8]| {
        out.extend_from_slice(bytes);
        Ok(())
    };
    let ends = ConvertEnds { write: &mut write, note: &mut |_| {}, carry: None, restore: None, progress: &Silent };
    let outcome = convert::run(input, &options, ends).unwrap();
    outcome.fatal.map_or(Ok(out), |fatal| Err(fatal.diagnostic.message))
}

#[test]
fn the_same_format_comes_out_as_the_same_bytes() {
    for format in FORMATS {
        for file in files(format) {
            let bytes = std::fs::read(&file).unwrap();
            let name = file.display().to_string();
            let made = convert_file(&bytes, &name, format);
            // Older forms are written in the current one, which stays.
            let is_old = ["old_forms.json", "old_writer.json"].iter().any(|old| name.ends_with(old));
            assert!(made == bytes || (is_old && convert_file(&made, &name, format) == made), "{name}");
        }
    }
}

/// What is in a dialect comes out of it as the same bytes, with whatever is around its records.
#[test]
fn the_same_dialect_comes_out_as_the_same_bytes() {
    let mut count = 0;
    for format in FORMATS {
        let dialects = format.dialects.iter().map(|dialect| Some(dialect.name));
        for dialect in dialects.chain([None]) {
            for file in files(format) {
                let name = format!("{} as {dialect:?}", file.display());
                let Ok(made) = convert_to(&std::fs::read(&file).unwrap(), &name, format, dialect) else { continue };
                let bare = made.strip_suffix(b"\n").unwrap_or(&made);
                let lines = String::from_utf8(bare.to_vec()).unwrap().replace('\n', "\r\n");
                let is_laid_out = bare.starts_with(b"{\n") || bare.starts_with(b"[\n");
                let crlf = if is_laid_out { bare } else { lines.as_bytes() };
                let all: [&[&[u8]]; 5] =
                    [&[bare], &[bare, b"\n"], &[b"\xef\xbb\xbf", bare], &[crlf, b"\r\n"], &[bare, b"\n\n"]];
                for pieces in all {
                    let variant = pieces.concat();
                    let again =
                        convert_to(&variant, &name, format, dialect).unwrap_or_else(|fatal| panic!("{name}: {fatal}"));
                    let [again, variant] = [again, variant].map(|bytes| String::from_utf8(bytes).unwrap());
                    assert!(again == variant, "{name}:\n{again:?}\n{variant:?}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn detection_picks_the_format_and_no_other() {
    for sample in samples() {
        let mut tape = Tape::new();
        let root = crate::fixtures::parse(&mut tape, &sample.text, sample.is_sequence);
        let candidates = score_all(root.unwrap());
        let best = candidates.first().unwrap_or_else(|| panic!("{}: nothing fits", sample.name())).score.value;
        let winners: Vec<_> = candidates.iter().filter(|it| it.score.value == best).map(|it| it.format.name).collect();
        // A plain list of role and content, maybe with ids, is no one's own.
        let is_plain = best <= turnwise::format::Score::WITH_IDS;
        assert!(winners.contains(&sample.format.name), "{}: {winners:?}", sample.name());
        assert!(is_plain || winners.len() == 1, "{}: {winners:?}", sample.name());
    }
}

#[test]
fn every_place_lies_in_the_record() {
    for sample in samples() {
        let mut report = Report::keeping(u64::MAX);
        let conversation = read(sample.format, &sample.text, sample.is_sequence, &mut report).unwrap();
        let check = |at: At, what: &str| {
            if let Some(offset) = at.offset() {
                assert!(
                    sample.text.is_char_boundary(offset) && offset < sample.text.len(),
                    "{}: {what}",
                    sample.name()
                );
            }
        };
        walk::facts(&conversation, &mut |fact| check(fact.at, &fact.value));
        report.kept().iter().for_each(|diagnostic| check(diagnostic.at, &diagnostic.message));
    }
}

#[test]
fn broken_fixtures_are_refused() {
    for format in FORMATS {
        let folder = path("tests/fixtures").join(format.name);
        let broken: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("broken-"))
            .collect();
        assert!(!broken.is_empty(), "{} has no broken fixtures", format.name);
        for file in broken {
            let text = std::fs::read_to_string(&file).unwrap();
            assert!(read(format, &text, false, &mut Report::default()).is_err(), "{}", file.display());
        }
    }
}

/// A key with an escape takes the long way through the reader; the conversation is the same.
#[test]
fn short_ways_give_what_the_long_ways_give() {
    let openai = by_name("openai").unwrap().0;
    for content in ["hi", "", " ", "caf\\u00e9 \\ud83d\\ude00\\n", "\\ud800", "long ".repeat(40).as_str()] {
        for role in ["user", "assistant", "system"] {
            let short = format!(r#"{{"messages":[{{"role":"{role}","content":"{content}"}}]}}"#);
            let long = short.replace("\"role\"", "\"\\u0072ole\"");
            let (mut quick, mut slow) = (Report::keeping(9), Report::keeping(9));
            let one = read(openai, &short, false, &mut quick).unwrap();
            let other = read(openai, &long, false, &mut slow).unwrap();
            assert_eq!(dump(&one), dump(&other), "{short}");
            assert_eq!(quick.kept().len(), slow.kept().len(), "{short}");
        }
    }
}
