//! Every fixture to every format that writes: the conservation invariant. For each source format a golden file says what is lost: for each
//! code the usual counts and the targets that have them, then what differs from that; and the loss report of one record in words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use turnwise::format::{FORMATS, Family, Format, WriteOptions, writable};
use turnwise::json::{Tape, pointers};
use turnwise::report::{CodeKind, Diagnostic, Report};

use crate::fixtures::{Sample, golden, path, read, samples};
use crate::invariants::conserve::{Fate, check};

/// The fixture of a format whose losses are shown with their messages; `minimal.json` where none is named. Of several records
/// the first.
const SHOWCASES: &[&str] = &[
    "adk/session-saved.json",
    "ag-ui/metadata.messages.json",
    "anthropic/thinking-server-tools.anthropic.json",
    "chatgpt/tools.json",
    "chatml/tools.json",
    "claude-ai/tools.json",
    "claude-code/five-traps.jsonl",
    "codex/rollout.jsonl",
    "copilot-cli/minimal.jsonl",
    "factory-droid/minimal.jsonl",
    "qwen-code/minimal.jsonl",
    "bedrock/multimodal-cache.bedrock.json",
    "gemini/tools.json",
    "gemini-cli/log-0.61.jsonl",
    "harmony/tools.json",
    "hf-sts/session.jsonl",
    "keprompt/mixed.json",
    "keprompt-chat/tools.json",
    "keprompt-prompt/body.json",
    "keprompt-statements/program.json",
    "lionpride/flow.json",
    "opencode/export.json",
    "openai/refusal-custom-tool.openai.json",
    "openai-responses/items.openai-responses.json",
    "patterpunk/thinking.json",
    "pi/branches.jsonl",
    "picklebot/tools.jsonl",
    "pydantic-ai/tools.json",
    "sharegpt/sharegpt-toolcall-llamafactory.json",
];

const LEGEND: &str = "what is lost on the way to each target: - dropped, ~ changed, + generated, ! rejected, * written \
    with --lossy only.\nAfter a code is how often it comes up in which fixtures, and towards whom; below are the targets that \
    differ from that, and in what.\nTargets that are not named have none of it. [family] are all formats of a family.";

#[test]
fn nothing_vanishes_between_any_two_formats() {
    let samples = samples();
    for from in FORMATS {
        let mut codes = LossCounts::default();
        let (mut shown, mut fixtures) = (None, 0);
        let showcase_file = SHOWCASES
            .iter()
            .filter_map(|showcase| showcase.split_once('/'))
            .find_map(|(format, file)| (format == from.name).then_some(file))
            .unwrap_or("minimal.json");
        for sample in samples.iter().filter(|sample| sample.format.name == from.name) {
            fixtures += 1;
            let name = sample.name();
            let file = &name[from.name.len() + 1..];
            let conversation = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
            let mut messages: BTreeMap<String, Vec<&str>> = BTreeMap::new();
            for to in writable().filter(|to| to.name != from.name) {
                let outcome = Outcome::of(&name, &conversation, to);
                for (sign, code, count) in outcome.counts() {
                    let of_code = codes.0.entry(format!("{sign} {code}")).or_default();
                    *of_code.entry(to.name).or_default().entry(file.to_owned()).or_default() += count;
                }
                for message in outcome.messages(sample) {
                    messages.entry(message).or_default().push(to.name);
                }
            }
            if shown.is_none() && file == showcase_file {
                shown = Some(showcase(file, from, &messages));
            }
        }
        let shown = shown.unwrap_or_else(|| panic!("{} has no showcase", from.name));
        let text = format!("{}: {LEGEND}\n\n{}\n{shown}", from.name, codes.print(from, fixtures));
        golden(&path(&format!("tests/fixtures/matrix/{}.txt", from.name)), &text);
    }
}

/// The invariant holds for dialects as well, even if the record was read from their own format.
#[test]
fn nothing_vanishes_towards_dialects() {
    for sample in samples() {
        let from = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
        for to in FORMATS {
            for dialect in to.dialects {
                let options = WriteOptions { is_lossy: true, dialect: Some(dialect.name), ..WriteOptions::default() };
                check(&format!("{} -> :{}", sample.name(), dialect.name), &from, to, &options);
            }
        }
    }
}

/// What became of a record without `--lossy` and with it. Both are checked.
struct Outcome {
    /// `TW390 anthropic refuses …`, without the option and with it.
    refusals: Vec<String>,
    /// The report of the first that was written.
    report: Option<Report>,
}

impl Outcome {
    fn of(name: &str, from: &turnwise::model::Conversation<'_>, to: &'static Format) -> Self {
        let mut outcome = Self { refusals: Vec::new(), report: None };
        for is_lossy in [false, true] {
            let options = WriteOptions { is_lossy, ..WriteOptions::default() };
            match check(name, from, to, &options) {
                Fate::Refused(message) if outcome.report.is_none() => outcome.refusals.push(message),
                Fate::Written { report, .. } if outcome.report.is_none() => outcome.report = Some(report),
                Fate::Refused(_) | Fate::Written { .. } => {}
            }
        }
        outcome
    }

    /// Sign, code and number of what happened.
    fn counts(&self) -> Vec<(char, String, usize)> {
        let mut counts = BTreeMap::new();
        if let Some(refusal) = self.refusals.first() {
            let sign = if self.report.is_some() { '*' } else { '!' };
            counts.insert((sign, format!("{} rejected", refusal.split(' ').next().unwrap_or_default())), 1);
        }
        for loss in self.report.iter().flat_map(losses_of) {
            *counts.entry((sign(loss.code.kind), format!("{} {}", loss.code.id, loss.code.name))).or_default() += 1;
        }
        counts.into_iter().map(|((sign, code), count)| (sign, code, count)).collect()
    }

    /// What was said, and where.
    fn messages(&self, sample: &Sample) -> BTreeSet<String> {
        let mut tape = Tape::new();
        let root = crate::fixtures::parse(&mut tape, &sample.text, sample.is_sequence);
        let root = root.unwrap();
        let mut messages: BTreeSet<String> =
            self.refusals.iter().map(|refusal| format!("{refusal} (rejected)")).collect();
        for loss in self.report.iter().flat_map(losses_of) {
            let place = loss.at.offset().map(|offset| pointers(root, &[offset]).remove(0)).unwrap_or_default();
            let place = if place.is_empty() { "the whole record".to_owned() } else { place };
            messages.insert(format!("{} {} ({place})", loss.code.id, loss.message));
        }
        messages
    }
}

/// Each message once, below the targets that say it.
fn showcase(file: &str, from: &Format, messages: &BTreeMap<String, Vec<&str>>) -> String {
    let mut groups: BTreeMap<(&str, String), Vec<&str>> = BTreeMap::new();
    for (message, targets) in messages {
        let (code, words) = message.split_once(' ').unwrap();
        groups.entry((code, targets_in_words(targets, from))).or_default().push(words);
    }
    let mut text = format!("{file} in words, and which targets say it\n");
    for ((code, targets), messages) in groups {
        let _ = writeln!(text, "{code} {targets}");
        for words in &messages {
            text += &format!("    {words}\n");
        }
    }
    text
}

/// How often a code comes up in each fixture.
type FixtureCounts = BTreeMap<String, usize>;

/// The counts of each code towards each target.
#[derive(Default)]
struct LossCounts(BTreeMap<String, BTreeMap<&'static str, FixtureCounts>>);

impl LossCounts {
    fn print(&self, from: &Format, fixtures: usize) -> String {
        let mut text = String::new();
        for (code, targets) in &self.0 {
            let mut groups: BTreeMap<&FixtureCounts, Vec<&str>> = BTreeMap::new();
            for (target, counts) in targets {
                groups.entry(counts).or_default().push(target);
            }
            // The counts of most targets; of equally many the larger ones.
            let sum = |counts: &FixtureCounts| counts.values().sum::<usize>();
            let usual = groups.iter().max_by_key(|(counts, targets)| (targets.len(), sum(counts)));
            let (usual, targets) = usual.map(|(usual, targets)| (*usual, targets.clone())).unwrap();
            let _ = writeln!(text, "{code}: {}\n    {}", list(usual, fixtures), targets_in_words(&targets, from));
            groups.remove(usual);
            let mut others: Vec<_> =
                groups.iter().map(|(counts, targets)| (targets, difference(usual, counts, fixtures))).collect();
            others.sort();
            for (targets, difference) in others {
                let _ = writeln!(text, "    {}: {difference}", targets_in_words(targets, from));
            }
        }
        text
    }
}

/// `12 minimal.json, 3 tools.json`; `1 in each fixture` where all fixtures of a source have the same.
fn list(counts: &FixtureCounts, fixtures: usize) -> String {
    if let Some(count) = counts.values().next().filter(|count| counts.values().all(|other| other == *count))
        && fixtures > 1
        && counts.len() == fixtures
    {
        return format!("{count} in each fixture");
    }
    counts.iter().map(|(file, count)| format!("{count} {file}")).collect::<Vec<_>>().join(", ")
}

/// The counts that are not the usual ones, or all of them where that is shorter.
fn difference(usual: &FixtureCounts, counts: &FixtureCounts, fixtures: usize) -> String {
    let files: BTreeSet<&String> = usual.keys().chain(counts.keys()).collect();
    let count = |counts: &FixtureCounts, file: &String| counts.get(file).copied().unwrap_or_default();
    let other = files.into_iter().filter(|file| count(usual, file) != count(counts, file));
    let other: FixtureCounts = other.map(|file| (file.clone(), count(counts, file))).collect();
    if other.len() < counts.len() { format!("but {}", list(&other, fixtures)) } else { list(counts, fixtures) }
}

/// `all but codex and [training data]`
fn targets_in_words(targets: &[&str], from: &Format) -> String {
    let is_other = |format: &&Format| format.name != from.name;
    let missing: Vec<_> =
        writable().filter(is_other).map(|format| format.name).filter(|name| !targets.contains(name)).collect();
    let (short, long) = (with_families(&missing, from), with_families(targets, from));
    if missing.is_empty() {
        "all".to_owned()
    } else if short.len() < long.len() {
        format!("all but {short}")
    } else {
        long
    }
}

/// The names, with the family in the place of all that are in it.
fn with_families(names: &[&str], from: &Format) -> String {
    let mut words = Vec::new();
    for (family, title) in Family::ALL {
        let all: Vec<_> = writable().filter(|format| format.family == *family && format.name != from.name).collect();
        let readable: Vec<_> = all.iter().map(|format| format.name).filter(|name| names.contains(name)).collect();
        if all.len() > 1 && readable.len() == all.len() {
            words.push(format!("[{title}]"));
        } else {
            words.extend(readable.into_iter().map(str::to_owned));
        }
    }
    words.join(", ")
}

fn sign(kind: CodeKind) -> char {
    match kind {
        CodeKind::Dropped => '-',
        CodeKind::Changed => '~',
        _ => '+',
    }
}

/// The losses of a report, by code and place.
fn losses_of(report: &Report) -> Vec<&Diagnostic> {
    let mut kept: Vec<&Diagnostic> = report.kept().iter().filter(|it| it.code.kind.is_loss()).collect();
    kept.sort_by_key(|it| (it.code.id, it.at));
    kept
}
