//! Round trips: A to B with a carry file, and B to A with it, is byte-identical to A.

use std::io::Cursor;

use turnwise::format::{Format, WriteOptions, by_name, writable};
use turnwise::json::Layout;
use turnwise::op::convert::{ConvertEnds, ConvertOptions, run};
use turnwise::op::{Choice, Input, OnError, Outcome, Restore};
use turnwise::report::Report;
use turnwise::stream::{Silent, Source};

use crate::fixtures::{has_several, samples, write};
use crate::invariants::random::{Dice, conversation, rounds};

/// Converts bytes; with a carry file next to, or with one to restore from.
fn convert(
    bytes: &[u8],
    from: &'static Format,
    options: &ConvertOptions,
    restore: Option<&[u8]>,
) -> Option<(Vec<u8>, Vec<u8>, Outcome)> {
    let source = Source::from_reader(Cursor::new(bytes.to_vec()), "test").unwrap();
    let choice = Choice { format: Some(from), ..Choice::default() };
    let input = Input::new(source, &choice).ok()?;
    let (mut out, mut carry) = (Vec::new(), Vec::new());
    let restore = restore.map(|carry| Restore::open(Box::new(Cursor::new(carry.to_vec())), options.to.name).unwrap());
    let mut take = |bytes: &[u8]| {
        carry.extend_from_slice(bytes);
        Ok(())
    };
    let ends = ConvertEnds {
        write: &mut |bytes: &[u8]| {
            out.extend_from_slice(bytes);
            Ok(())
        },
        note: &mut |_| {},
        carry: if restore.is_some() { None } else { Some(&mut take) },
        restore,
        progress: &Silent,
    };
    let outcome = run(input, options, ends).unwrap();
    outcome.fatal.is_none().then_some((out, carry, outcome))
}

fn there_and_back(text: &str, from: &'static Format, to: &'static Format, name: &str) -> bool {
    let mut options = ConvertOptions::new(to);
    (options.write.is_lossy, options.content.repair, options.pass.jobs) = (true, true, 3);
    let Some((out, carry, _)) = convert(text.as_bytes(), from, &options, None) else { return false };
    let (home, _, outcome) = convert(&out, to, &ConvertOptions::new(from), Some(&carry)).unwrap();
    assert_eq!(outcome.report.losses(), 0, "{name} -> {}", to.name);
    assert!(home == text.as_bytes(), "{name} -> {}:\n{text}\n{}", to.name, String::from_utf8_lossy(&home));
    true
}

#[test]
fn every_fixture_comes_home_from_every_format() {
    let mut done = 0;
    for sample in samples() {
        // A carry file has no record that became several.
        if has_several(sample.format, &sample.text, sample.is_sequence) {
            continue;
        }
        for to in writable() {
            done += usize::from(there_and_back(&sample.text, sample.format, to, &sample.name()));
        }
    }
    assert!(done > 150, "only {done} came home");
}

#[test]
fn random_conversations_come_home() {
    let mut dice = Dice(31);
    let options = WriteOptions { is_lossy: true, ..WriteOptions::default() };
    let mut done = 0;
    for round in 0..rounds(4) {
        for from in writable() {
            // Several records a file, as they come.
            let mut file = String::new();
            while file.lines().count() < 3 {
                if let Ok(text) = write(from, &conversation(&mut dice), &options, &mut Report::default()) {
                    file += &format!("{text}\n");
                }
            }
            for to in writable() {
                done += usize::from(there_and_back(&file, from, to, &format!("random {round} {}", from.name)));
            }
        }
    }
    assert!(done > 170, "only {done} came home");
}

const RECORDS: [&str; 4] = [
    r#"{"messages": [{"role":"user","name":"ann","content":"caf\u00e9"}], "model":"m", "x":1.10}"#,
    r#"{"messages":[{"role":"user","content":"two"},{"role":"assistant","content":null,"refusal":"no"}]}"#,
    r#"{"messages":[{"role":"developer","content":"three"},{"role":"user","content":"?"}]}"#,
    r#"{"messages":[{"role":"user","content":"four"},{"role":"assistant","content":"no"}]}"#,
];

fn formats() -> (&'static Format, &'static Format) {
    (by_name("openai").unwrap().0, by_name("anthropic").unwrap().0)
}

#[test]
fn what_stands_around_records_comes_home() {
    let (openai, anthropic) = formats();
    let [a, b, c, d] = RECORDS;
    for file in [
        format!("{a}\n{b}\n{c}\n{d}\n"),
        format!("{a}\n\n{b}\r\n{c}\n   \n{d}"),
        format!("\u{feff}{a}\n{b}\n"),
        format!("[{a},{b} ,\n {c}]\n"),
        format!("[\n  {a},\n  {b}\n]"),
        format!("  {a}\n\n"),
        format!("{a}\n").repeat(9000),
    ] {
        assert!(there_and_back(&file, openai, anthropic, &file[..60]));
    }
}

#[test]
fn records_may_be_moved_and_removed() {
    let (openai, anthropic) = formats();
    let file = RECORDS.join("\n") + "\n";
    let (out, carry, _) = convert(file.as_bytes(), openai, &ConvertOptions::new(anthropic), None).unwrap();
    let lines: Vec<_> = std::str::from_utf8(&out).unwrap().lines().collect();
    for order in [vec![3, 2, 1, 0], vec![2, 0], vec![1], vec![0, 2, 3], vec![3, 3, 0]] {
        let moved: String = order.iter().map(|index| format!("{}\n", lines[*index])).collect();
        let (home, _, outcome) =
            convert(moved.as_bytes(), anthropic, &ConvertOptions::new(openai), Some(&carry)).unwrap();
        // The second of two equal lines is a new one: the source had it once.
        if order == [3, 3, 0] {
            assert_eq!((outcome.records_out, outcome.report.losses()), (3, 1));
        } else {
            let expected: String = order.iter().map(|index| format!("{}\n", RECORDS[*index])).collect();
            assert_eq!(String::from_utf8(home).unwrap(), expected);
            assert_eq!((outcome.report.losses(), outcome.conversion.not_restored), (0, 4 - order.len() as u64));
        }
    }
}

/// Two sources may become equal; they come home in their order, also behind an edited record.
#[test]
fn equal_records_come_home_in_order() {
    let (openai, anthropic) = formats();
    let file = [
        RECORDS[1],
        RECORDS[2],
        r#"{"messages":[{"role":"user","content":"two"},{"role":"assistant","content":"no"}]}"#,
    ]
    .join("\n");
    assert!(there_and_back(&file, openai, anthropic, "equal"));
    let (out, carry, _) = convert(file.as_bytes(), openai, &ConvertOptions::new(anthropic), None).unwrap();
    let edited = String::from_utf8(out).unwrap().replacen("two", "zwei", 1);
    let (home, _, _) = convert(edited.as_bytes(), anthropic, &ConvertOptions::new(openai), Some(&carry)).unwrap();
    let (home, source) = (String::from_utf8(home).unwrap(), file.lines().skip(1));
    assert_eq!(home.lines().skip(1).collect::<Vec<_>>(), source.collect::<Vec<_>>());
}

#[test]
fn edited_records_are_converted_and_said() {
    let (openai, anthropic) = formats();
    let file = RECORDS.join("\n") + "\n";
    let (out, carry, _) = convert(file.as_bytes(), openai, &ConvertOptions::new(anthropic), None).unwrap();
    let edited = String::from_utf8(out).unwrap().replacen("two", "zwei", 1);
    let edited = edited.replace("\": ", "\":").replace(", ", ",");
    let (home, _, outcome) = convert(edited.as_bytes(), anthropic, &ConvertOptions::new(openai), Some(&carry)).unwrap();
    let home = String::from_utf8(home).unwrap();
    let lines: Vec<_> = home.lines().collect();
    assert_eq!([lines[0], lines[2], lines[3]], [RECORDS[0], RECORDS[2], RECORDS[3]]);
    assert_eq!(lines[1], r#"{"messages":[{"role":"user","content":"zwei"},{"role":"assistant","content":"no"}]}"#);
    let codes: Vec<_> = outcome.report.counts().iter().map(|count| (count.code.id, count.count)).collect();
    assert_eq!((codes, outcome.conversion.not_restored), (vec![("TW365", 1)], 1));
}

#[test]
fn another_layout_is_no_edit() {
    let (openai, anthropic) = formats();
    let file = format!("[{}, {}]", RECORDS[0], RECORDS[2]);
    let mut options = ConvertOptions::new(anthropic);
    options.output.layout = Some(Layout::Pretty(4));
    options.pass.on_error = OnError::Skip;
    let (out, carry, _) = convert(file.as_bytes(), openai, &options, None).unwrap();
    let out = String::from_utf8(out).unwrap().replace("é", "\\u00e9");
    let (home, _, outcome) = convert(out.as_bytes(), anthropic, &ConvertOptions::new(openai), Some(&carry)).unwrap();
    assert_eq!((String::from_utf8(home).unwrap(), outcome.report.losses()), (file, 0));
}

#[test]
fn a_carry_file_must_fit() {
    let (openai, _) = formats();
    let (_, carry, _) = convert(RECORDS[0].as_bytes(), openai, &ConvertOptions::new(formats().1), None).unwrap();
    let open = |bytes: &[u8], to| Restore::open(Box::new(Cursor::new(bytes.to_vec())), to).map(drop);
    assert!(open(&carry, "openai").is_ok());
    let wrong = open(&carry, "sharegpt").unwrap_err().to_string();
    assert_eq!(wrong, "the carry file leads from anthropic back to openai, not to sharegpt");
    for broken in [&b""[..], b"{}\n", b"nothing", &carry[..carry.len() / 2]] {
        let said = open(broken, "openai").unwrap_err().to_string();
        assert!(said.starts_with("this is not a carry file"), "{said}");
    }
}
