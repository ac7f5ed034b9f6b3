//! `validate --fix`: what is fixed is gone, nothing new appears, all other bytes stay, and a second run changes nothing.

use std::collections::BTreeMap;
use std::io::Cursor;

use turnwise::format::{Dialect, FORMATS, Format, by_name};
use turnwise::op::explain::codes;
use turnwise::op::fix::{FixEnds, FixOptions, FixResult, FixedRecord, run};
use turnwise::op::validate::ValidateOptions;
use turnwise::op::{Choice, Input, validate};
use turnwise::report::{Code, Diagnostic, FixSafety};
use turnwise::stream::{Flow, Silent, Source};

use crate::fixtures::{files, path};
use crate::invariants::random::{Dice, rounds};

pub type Named = Option<(&'static Format, Option<&'static Dialect>)>;

/// A way to read and judge a text.
#[derive(Clone, Copy, Default)]
pub struct Reader {
    pub format: Named,
    pub target: Named,
}

impl Reader {
    fn input(self, text: &[u8]) -> Option<Input> {
        let source = Source::from_reader(Cursor::new(text.to_vec()), "example").ok()?;
        Input::new(source, &Choice { format: self.format.map(|(format, _)| format), ..Choice::default() }).ok()
    }

    fn options(self) -> ValidateOptions {
        ValidateOptions { target: self.target, keep: u64::MAX, ..ValidateOptions::default() }
    }

    pub fn findings(self, text: &[u8]) -> Vec<Diagnostic> {
        self.checked(text).0
    }

    /// The findings, and the number of records that cannot be read.
    fn checked(self, text: &[u8]) -> (Vec<Diagnostic>, u64) {
        let (mut found, mut failed) = (Vec::new(), 0);
        let mut note = |findings: validate::Findings| {
            found.extend(findings.diagnostics);
            Flow::Continue
        };
        if let Some(input) = self.input(text) {
            failed = validate::run(input, &self.options(), &mut note, &Silent).failed.total();
        }
        (found, failed)
    }

    /// The text with its findings fixed, and the records that changed.
    pub fn fixed(self, text: &[u8], most: FixSafety, jobs: usize) -> Option<(Vec<u8>, Vec<Option<String>>, FixResult)> {
        let options = ValidateOptions { jobs, ..self.options() };
        let (mut out, mut changed) = (Vec::new(), Vec::new());
        let ends = FixEnds {
            write: &mut |bytes| {
                out.extend_from_slice(bytes);
                Ok(())
            },
            changed: &mut |record: FixedRecord<'_>| {
                changed.push(record.new.map(str::to_owned));
                Ok(())
            },
            progress: &Silent,
        };
        let options = FixOptions { validate: &options, most, known: None };
        let done = run(self.input(text)?, &options, ends).ok()?;
        Some((out, changed, done))
    }
}

/// The blocks of a page: what the fence says, the text, and the bytes of the page after it.
fn blocks(docs: &str) -> Vec<(Vec<&str>, &str, usize)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(start) = docs[at..].find("```json").map(|start| at + start) {
        let head_end = start + docs[start..].find('\n').unwrap();
        let end = head_end + docs[head_end..].find("\n```").unwrap();
        let text = docs.get(head_end + 1..end).unwrap_or_default();
        at = end + "\n```\n".len();
        found.push((docs[start..head_end].split(' ').skip(1).collect(), text, at));
    }
    found
}

fn reader(what: &[&str]) -> Option<Reader> {
    match what {
        ["bad"] => Some(Reader::default()),
        ["bad", "for", to] => Some(Reader { format: by_name(to), target: by_name(to) }),
        ["bad", format] => {
            let named = by_name(format);
            Some(Reader { format: named, target: named.filter(|(_, dialect)| dialect.is_some()) })
        }
        _ => None,
    }
}

fn safety(code: &Code) -> Option<FixSafety> {
    code.fix.method().map(|(safety, _)| safety)
}

/// The page of each code that can be fixed shows it: after a bad example comes what `--fix` makes of it.
/// `UPDATE=1` writes these examples.
#[test]
fn every_fix_is_shown_and_true() {
    let mut wrong = Vec::new();
    for code in codes() {
        let Some(most) = safety(code) else {
            assert!(!code.docs().contains("```json fixed"), "{} has no fix", code.id);
            continue;
        };
        let all = blocks(code.docs());
        let mut shown = 0;
        for (index, (what, text, end)) in all.iter().enumerate() {
            let Some(reader) = reader(what) else { continue };
            let fixed = reader.fixed(text.as_bytes(), most, 1).map(|it| String::from_utf8(it.0).unwrap());
            let Some(fixed) = fixed.filter(|fixed| fixed != text) else { continue };
            let left = reader.findings(fixed.as_bytes());
            assert!(left.iter().all(|finding| finding.code != code), "{}: {fixed}", code.id);
            let given = all.get(index + 1).filter(|(what, ..)| what == &["fixed"]).map(|(_, text, _)| *text);
            if given == Some(&fixed) {
                shown += 1;
            } else if std::env::var_os("UPDATE").is_some() && given.is_none() {
                let page = path(&format!("docs/codes/{}.md", code.id));
                let (before, after) = code.docs().split_at(*end);
                std::fs::write(page, format!("{before}\n```json fixed\n{fixed}\n```\n{after}")).unwrap();
                break;
            } else {
                wrong.push(format!("{}: {given:?} is not {fixed}", code.id));
            }
        }
        if shown == 0 {
            wrong.push(format!("{} shows no fix", code.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn by_code(findings: &[Diagnostic]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for finding in findings {
        *counts.entry(finding.code.id).or_insert(0) += 1;
    }
    counts
}

/// Everything that holds for every text.
fn check(name: &str, text: &[u8], most: FixSafety, readers: &[Reader]) -> u64 {
    let mut fixed = 0;
    for reader in readers {
        let Some((out, changed, done)) = reader.fixed(text, most, 1) else { continue };
        assert_eq!(changed.is_empty(), out == text, "{name}");
        assert_eq!(done.changed, changed.len() as u64, "{name}");
        fixed += done.fixed;
        if changed.is_empty() {
            continue;
        }
        let (again, _, second) = reader.fixed(&out, most, 1).unwrap();
        assert!(
            again == out && second.fixed == 0,
            "{name}: {} is fixed to {}, and that to {}",
            String::from_utf8_lossy(text),
            String::from_utf8_lossy(&out),
            String::from_utf8_lossy(&again)
        );
        assert!(reader.fixed(text, most, 4).unwrap().0 == out, "{name}: more threads");
        let ((before, unread), after) = (reader.checked(text), reader.findings(&out));
        let (before, after) = (by_code(&before), by_code(&after));
        // A record that was not read before may have findings of its own. Fixed records may repeat each other (TW223), and a
        // record that is recognised now makes records of other formats stand out (TW224).
        let is_new = |(id, count): (&&str, &usize)| {
            !["TW223", "TW224"].contains(id) && before.get(id).is_none_or(|it| it < count)
        };
        assert!(
            unread > 0 || !after.iter().any(is_new),
            "{name}: {before:?} {after:?} {}",
            String::from_utf8_lossy(&out)
        );
        lines_stay(name, text, &out, &changed);
    }
    fixed
}

/// Lines of records that were not changed are the same, in the same order.
fn lines_stay(name: &str, text: &[u8], out: &[u8], changed: &[Option<String>]) {
    let removed = changed.iter().filter(|new| new.is_none()).count();
    let edited = changed.len() - removed;
    let lines = |text: &[u8]| text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (old, new) = (lines(text), lines(out));
    if old.len() < 2 || changed.iter().flatten().any(|new| new.contains('\n')) {
        return;
    }
    let kept = old.iter().filter(|line| new.contains(line)).count();
    assert!(kept + edited + removed >= old.len(), "{name}: {kept} lines of {} stay", old.len());
}

const READER: Reader = Reader { format: None, target: None };

#[test]
fn fixtures_keep_what_is_not_fixed() {
    let mut fixed = 0;
    for format in FORMATS {
        let as_sent = Reader { format: Some((format, None)), target: Some((format, None)) };
        for file in files(format) {
            let text = std::fs::read(&file).unwrap();
            for most in [FixSafety::Safe, FixSafety::Unsafe] {
                fixed += check(&file.display().to_string(), &text, most, &[READER, as_sent]);
            }
        }
    }
    assert!(fixed > 20, "{fixed}");
}

/// Damage that has a fix, and some that has none.
const DAMAGE: [(&str, &str); 14] = [
    ("\"user\"", "\"human\""),
    ("\"assistant\"", "\"bot\""),
    ("\"content\"", "\"contnet\""),
    ("\"text\"", "\"txt\""),
    ("\"type\":", "\"type\": \"text\", \"type\":"),
    ("\"id\":", "\"id\":\"x\",\"id\":"),
    ("{\"", "{\"zz\":1,\"zz\":1,\""),
    (" ", "\u{2028}"),
    ("e", "\\ud83d"),
    ("a", "\\u0000"),
    ("call", "cal1"),
    ("image/png", "image/jpeg"),
    ("iVBOR", "iVBOR\\n"),
    ("\"tool\"", "\"user\""),
];

#[test]
fn mutants_keep_what_is_not_fixed() {
    let mut dice = Dice(19);
    let mut fixed = 0;
    let all: Vec<_> = FORMATS.iter().flat_map(|format| files(format)).collect();
    for round in 0..rounds(400) {
        let file = &all[dice.below(all.len())];
        let Ok(mut text) = std::fs::read_to_string(file) else { continue };
        if text.len() > 60_000 {
            continue;
        }
        for _ in 0..=dice.below(3) {
            let (from, to) = DAMAGE[dice.below(DAMAGE.len())];
            let places: Vec<_> = text.match_indices(from).map(|(at, _)| at).collect();
            if !places.is_empty() {
                let at = places[dice.below(places.len())];
                text.replace_range(at..at + from.len(), to);
            }
        }
        let most = if dice.chance(50) { FixSafety::Safe } else { FixSafety::Unsafe };
        fixed += check(&format!("{} {round}", file.display()), text.as_bytes(), most, &[READER]);
    }
    assert!(fixed > 100, "{fixed}");
}

/// Each of several refusals of a record is fixed.
#[test]
fn refusals_are_fixed_one_after_the_other() {
    let message = r#"{"role":"user","content":"a","content":"a"}"#;
    let text = format!(r#"{{"messages":[{message},{message},{message}]}}"#);
    let (out, ..) = READER.fixed(text.as_bytes(), FixSafety::Safe, 1).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), text.replace(r#","content":"a","content""#, r#","content""#));
}

#[test]
fn repeated_records_go_with_their_separators() {
    let chat = |word: &str| format!(r#"{{"messages":[{{"role":"user","content":"{word}"}}]}}"#);
    let (a, b) = (chat("a"), chat("b"));
    for (text, wanted) in [
        (format!("{a}\n{b}\n{a}\n{a}\n"), format!("{a}\n{b}\n")),
        (format!("{a}\r\n\r\n{a}\r\n{b}"), format!("{a}\r\n{b}")),
        (format!("{a}\n{a}"), a.clone()),
        (format!("[\n  {a},\n  {b},\n  {a}\n]\n"), format!("[\n  {a},\n  {b}\n]\n")),
        (format!("[{a},{a},{b},{b}]"), format!("[{a},{b}]")),
        (format!("\u{feff}{a}\n{a}\n"), format!("\u{feff}{a}\n")),
    ] {
        let (out, changed, _) = READER.fixed(text.as_bytes(), FixSafety::Unsafe, 1).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), wanted);
        assert!(changed.iter().all(Option::is_none));
        assert_eq!(READER.fixed(text.as_bytes(), FixSafety::Safe, 1).unwrap().0, text.as_bytes());
    }
    // Over the borders of batches, with several threads.
    let many: Vec<_> = (0..60_000).map(|number| chat(&format!("{}", number / 2))).collect();
    for text in [many.join("\n"), format!("[{}]", many.join(", "))] {
        let one = READER.fixed(text.as_bytes(), FixSafety::Unsafe, 1).unwrap();
        assert_eq!(one.2.fixed, 30_000);
        assert!(READER.fixed(text.as_bytes(), FixSafety::Unsafe, 4).unwrap().0 == one.0);
        assert!(READER.findings(&one.0).is_empty());
    }
}

/// A record that is hard to fix takes no more than a moment.
#[test]
fn hostile_records_end() {
    let member = |number: usize| format!(r#""k{}":1"#, number / 2);
    let many: Vec<_> = (0..40_000).map(member).collect();
    let repeated = format!(r#"{{"messages":[{{"role":"user","content":"a"}}],"metadata":{{{}}}}}"#, many.join(","));
    let roles = vec![r#"{"role":"human","content":"a"}"#; 20_000].join(",");
    let roles = format!(r#"{{"messages":[{roles}]}}"#);
    let nuls = format!(r#"{{"messages":[{{"role":"user","content":"{}a"}}]}}"#, r"\u0000".repeat(200_000));
    let list = |first: &str, message: &dyn Fn(usize) -> String| {
        let messages: Vec<_> = (0..20_000).map(message).collect();
        format!(r#"{{"messages":[{first},{}]}}"#, messages.join(","))
    };
    let (user, function) =
        (r#"{"role":"user","content":"a"}"#, r#""type":"function","function":{"name":"f","arguments":"{}"}"#);
    let call =
        |id: usize| format!(r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"c{id}",{function}}}]}}"#);
    let results = list(user, &|id| format!(r#"{{"role":"tool","tool_call_id":"c{id}","content":"r"}}"#));
    let calls = list(user, &call);
    let again =
        list(&format!("{user},{}", call(0)), &|_| r#"{"role":"tool","tool_call_id":"c0","content":"r"}"#.to_owned());
    let block = |id: usize| format!(r#"{{"type":"tool_use","id":"c{id}","name":"f","input":{{}}}}"#);
    let blocks: Vec<_> = (0..8_000).map(block).collect();
    let blocks = format!(r#"{{"messages":[{user},{{"role":"assistant","content":[{}]}},{user}]}}"#, blocks.join(","));
    let reader = |format| Reader { format: by_name(format), target: None };
    for text in [&repeated, &roles, &nuls] {
        assert!(reader("openai").fixed(text.as_bytes(), FixSafety::Unsafe, 1).unwrap().2.fixed > 0);
    }
    let openai = [repeated, roles, nuls, results, calls, again].map(|text| ("openai", text));
    for (format, text) in openai.into_iter().chain([("anthropic", blocks)]) {
        let reader = reader(format);
        let start = std::time::Instant::now();
        assert!(reader.fixed(text.as_bytes(), FixSafety::Unsafe, 1).is_some());
        assert!(!reader.findings(text.as_bytes()).is_empty());
        assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
    }
}
