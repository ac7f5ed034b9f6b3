//! Line, column, offset, pointer and excerpt of every finding, in JSON Lines with Windows line ends, byte order marks, blank
//! lines, letters of several bytes and lines of 5 MB. The values of a line are found by a walk of this file's own.

use std::collections::BTreeMap;
use std::io::Cursor;

use turnwise::Validate;
use turnwise::format::{Format, Framing};
use turnwise::op::validate::{Findings, run};
use turnwise::op::{Choice, Input};
use turnwise::report::{Diagnostic, Excerpt};
use turnwise::stream::{Flow, Silent, Source};

use crate::fixtures::samples;
use crate::invariants::random::{Dice, rounds};

/// A value of a line, from its first byte to its last.
struct Value {
    start: usize,
    end: usize,
    pointer: String,
}

/// A walk through JSON text that is well-formed.
struct Walk<'t> {
    text: &'t [u8],
    at: usize,
    values: Vec<Value>,
}

impl Walk<'_> {
    fn values(text: &str) -> Vec<Value> {
        let mut walk = Walk { text: text.as_bytes(), at: 0, values: Vec::new() };
        walk.value("");
        walk.values
    }

    /// The next byte that is no space.
    fn next(&mut self) -> u8 {
        self.at += self.text[self.at..].iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
        self.text[self.at]
    }

    fn value(&mut self, pointer: &str) {
        let (first, start, index) = (self.next(), self.at, self.values.len());
        self.values.push(Value { start, end: start, pointer: pointer.to_owned() });
        match first {
            b'{' | b'[' => self.inside(first == b'{', pointer),
            b'"' => self.string(),
            _ => self.at += self.text[start..].iter().take_while(|byte| !b",]} \t\r\n".contains(byte)).count(),
        }
        self.values[index].end = self.at;
    }

    fn inside(&mut self, is_object: bool, pointer: &str) {
        self.at += 1;
        let mut number = 0;
        while !b"}]".contains(&self.next()) {
            if self.text[self.at] == b',' {
                self.at += 1;
                self.next();
            }
            let mut key = number.to_string();
            if is_object {
                let start = self.at;
                self.string();
                let token = std::str::from_utf8(&self.text[start..self.at]).unwrap();
                key = serde_json::from_str::<String>(token).unwrap().replace('~', "~0").replace('/', "~1");
                assert_eq!(self.next(), b':');
                self.at += 1;
            }
            self.value(&format!("{pointer}/{key}"));
            number += 1;
        }
        self.at += 1;
    }

    fn string(&mut self) {
        self.at += 1;
        while self.text[self.at] != b'"' {
            self.at += if self.text[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
    }
}

/// Values that are wrong somewhere, and text of several bytes.
const ODD: &[&str] =
    &["null", "7", "-1.5", "true", "[]", "{}", r#""é日😀""#, r#""c9""#, r#"{"é/~":[1,{"日":null}]}"#, r#"["😀",2]"#];

/// A record with a few values that are others, or with members that are new.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut text = text.to_owned();
    for _ in 0..dice.below(4) {
        let values = Walk::values(&text);
        let Value { start, end, .. } = values[dice.below(values.len())];
        let odd = ODD[dice.below(ODD.len())];
        match (text.as_bytes()[start], dice.below(3)) {
            (b'{', 0 | 1) => {
                let comma = if text[start + 1..].trim_start().starts_with('}') { "" } else { "," };
                text.insert_str(start + 1, &format!(" \"é~{}\" : {odd}{comma}", dice.below(100)));
            }
            (b'"', 0 | 1) => text.insert_str(start + 1, &"é日😀".repeat(1 + dice.below(20))),
            _ => text.replace_range(start..end, odd),
        }
    }
    text
}

/// A file, and where its lines begin.
struct File {
    bytes: Vec<u8>,
    mark: usize,
}

impl File {
    fn new(records: &[String], dice: &mut Dice) -> Self {
        let mark = if dice.chance(30) { "\u{feff}" } else { "" };
        let mut bytes = mark.as_bytes().to_vec();
        for record in records {
            let blank = ["", "", "", "\n", "\r\n", "  ", "\t"][dice.below(7)];
            let end = ["\n", "\r\n", " \n"][dice.below(3)];
            bytes.extend_from_slice(format!("{blank}{record}{end}").as_bytes());
        }
        Self { bytes, mark: mark.len() }
    }

    /// The line with this byte, without its end, and where it begins.
    fn line(&self, offset: usize) -> (usize, &[u8]) {
        let start = self.bytes[..offset].iter().rposition(|byte| *byte == b'\n').map_or(self.mark, |at| at + 1);
        let rest = &self.bytes[start..];
        let line = rest.split(|byte| *byte == b'\n').next().unwrap();
        (start, line.strip_suffix(b"\r").unwrap_or(line))
    }

    fn findings(&self, format: &'static Format, jobs: usize) -> Vec<Diagnostic> {
        let source = Source::from_reader(Cursor::new(self.bytes.clone()), "x.jsonl").unwrap();
        let choice = Choice { format: Some(format), framing: Some(Framing::Lines), ..Choice::default() };
        let input = Input::new(source, &choice).unwrap();
        let mut options = Validate::new().options().unwrap();
        (options.has_excerpts, options.jobs) = (true, jobs);
        let mut found = Vec::new();
        let mut note = |findings: Findings| {
            found.extend(findings.diagnostics);
            Flow::Continue
        };
        run(input, &options, &mut note, &Silent);
        found
    }
}

/// How many findings were about a value, and how many about a place within a string or in broken text.
#[derive(Default)]
struct Tally {
    values: usize,
    within: usize,
}

fn check(file: &File, finding: &Diagnostic, walked: &mut BTreeMap<usize, Vec<Value>>, tally: &mut Tally) {
    let place = finding.location.as_ref().unwrap_or_else(|| panic!("{finding:?} has no place"));
    let offset = usize::try_from(place.offset).unwrap();
    let (start, line) = file.line(offset);
    let number = file.bytes[..start].iter().filter(|byte| **byte == b'\n').count() + 1;
    let name = || format!("{finding:?} in {}", String::from_utf8_lossy(&line[..line.len().min(2000)]));
    assert_eq!((place.line, place.column), (number as u64, (offset - start) as u64 + 1), "{}", name());
    let text = std::str::from_utf8(line);
    let is_json = text.is_ok_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok());
    let mut marked = None;
    if is_json {
        let values = walked.entry(start).or_insert_with(|| Walk::values(text.unwrap()));
        let is_in = |value: &&Value| (value.start..value.end).contains(&(offset - start));
        let value = values.iter().rfind(is_in).unwrap_or_else(|| panic!("at no value: {}", name()));
        if value.start == offset - start {
            tally.values += 1;
            marked = Some(&line[value.start..value.end]);
        } else {
            tally.within += 1;
            assert_eq!(line[value.start], b'"', "neither a value nor a string: {}", name());
        }
        assert_eq!(place.pointer, value.pointer, "{}", name());
    } else {
        tally.within += 1;
    }
    if let Some(excerpt) = &finding.excerpt {
        check_excerpt(excerpt, line, offset - start, marked, &name);
    }
}

fn check_excerpt(excerpt: &Excerpt, line: &[u8], at: usize, value: Option<&[u8]>, name: &dyn Fn() -> String) {
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (before, after) = (lossy(&line[..at]), lossy(&line[at..]));
    assert!(before.ends_with(&excerpt.before), "{}", name());
    assert_eq!(excerpt.is_cut_before, before != excerpt.before, "{}", name());
    let shown = format!("{}{}", excerpt.marked, excerpt.after);
    assert!(after.starts_with(&shown), "{}", name());
    assert_eq!(excerpt.is_cut_after, after != shown, "{}", name());
    assert!(excerpt.before.len() < 50 && shown.len() < 110, "{}", name());
    assert_eq!(excerpt.character, before.chars().count() as u64 + 1, "{}", name());
    if let Some(value) = value.map(lossy) {
        let is_whole = excerpt.marked == value;
        assert!(is_whole || excerpt.after.is_empty() && value.starts_with(&excerpt.marked), "{}", name());
        assert!(!excerpt.marked.is_empty(), "{}", name());
    }
}

/// Records of a format, each on one line.
fn records() -> BTreeMap<&'static str, (&'static Format, Vec<String>)> {
    let mut records = BTreeMap::new();
    for sample in samples() {
        let line = sample.text.trim_start_matches('\u{feff}').replace(['\n', '\r'], " ");
        if line.len() < 20_000 && serde_json::from_str::<serde_json::Value>(&line).is_ok() {
            records.entry(sample.format.name).or_insert_with(|| (sample.format, Vec::new())).1.push(line);
        }
    }
    records
}

#[test]
fn every_finding_is_where_it_says() {
    let (mut dice, mut tally) = (Dice(22), Tally::default());
    for (format, records) in records().values() {
        for _ in 0..rounds(12) {
            let mut lines: Vec<_> = (0..30).map(|_| damaged(&records[dice.below(records.len())], &mut dice)).collect();
            if dice.chance(30) {
                // A line that ends too early, or has a comma too many.
                let index = dice.below(lines.len());
                let at = lines[index].len() / 2;
                let at = lines[index].ceil_char_boundary(at);
                lines[index] =
                    if dice.chance(50) { lines[index][..at].to_owned() } else { lines[index].replace("],", "],,") };
            }
            let file = File::new(&lines, &mut dice);
            let mut walked = BTreeMap::new();
            for finding in file.findings(format, 1 + dice.below(3)) {
                check(&file, &finding, &mut walked, &mut tally);
            }
        }
    }
    println!("{} values, {} places within strings and broken lines", tally.values, tally.within);
    assert!(tally.values > 5_000, "only {} values", tally.values);
}

#[test]
fn every_finding_of_a_long_line_is_where_it_says() {
    let (mut dice, mut tally) = (Dice(5), Tally::default());
    let tail = r#""messages":[{"role":"user","content":"é"},{"role":"tool","tool_call_id":"c9","content":"x"}]}"#;
    for (pad, count) in [("é日😀 ", 500_000), ("abcdefghij", 500_000), ("é", 2_500_000)] {
        let long = format!("{{\"model\":\"{}\",\"é\":1,{tail}", pad.repeat(count));
        let middle = format!(
            "{{\"é\":1,\"messages\":[{{\"role\":\"tool\",\"tool_call_id\":\"c9\",\"content\":\"{}\"}}]}}",
            pad.repeat(count)
        );
        let lines = [format!("{{{tail}"), long, format!("{{\"model\":\"m\",{tail}"), middle];
        let file = File::new(&lines, &mut dice);
        let mut walked = BTreeMap::new();
        let found = file.findings(turnwise::format::by_name("openai").unwrap().0, 2);
        assert_eq!(found.iter().filter(|finding| finding.code.id == "TW203").count(), 4);
        for finding in found {
            check(&file, &finding, &mut walked, &mut tally);
        }
    }
    assert!(tally.values >= 12 && tally.within == 0, "{} values, {} others", tally.values, tally.within);
}
