//! Every fixture to every format that writes: the conservation law. For each source format a golden file has the losses as
//! counts, and the loss report of one record in words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use turnwise::format::{FORMATS, Format, WriteOptions, writable};
use turnwise::json::{Tape, pointers};
use turnwise::report::{CodeKind, Diagnostic, Report};

use crate::fixtures::{Sample, golden, path, read, samples};
use crate::laws::conserve::{Fate, check};

/// The fixture of a format whose losses are shown with their messages; `minimal.json` where none is named. Of several records
/// the first.
const SHOWCASES: &[&str] = &[
    "ag-ui/metadata.messages.json",
    "anthropic/thinking-server-tools.anthropic.json",
    "chatgpt/tools.json",
    "chatml/tools.json",
    "claude-ai/tools.json",
    "claude-code/five-traps.jsonl",
    "codex/rollout.jsonl",
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
    "sharegpt/sharegpt-toolcall-llamafactory.json",
];

const LEGEND: &str = "what is lost on the way to each target, as counts: - dropped, ~ changed, + made up, ! refused, \
    * written with --lossy alone";

#[test]
fn nothing_vanishes_between_any_two_formats() {
    let samples = samples();
    for from in FORMATS {
        let (mut codes, mut fixtures) = (Table::default(), Table::default());
        let mut shown = None;
        let showcase_file = SHOWCASES
            .iter()
            .filter_map(|showcase| showcase.split_once('/'))
            .find_map(|(format, file)| (format == from.name).then_some(file))
            .unwrap_or("minimal.json");
        for sample in samples.iter().filter(|sample| sample.format.name == from.name) {
            let name = sample.name();
            let file = &name[from.name.len() + 1..];
            let conversation = read(sample.format, &sample.text, sample.is_sequence, &mut Report::default()).unwrap();
            let mut messages: BTreeMap<String, Vec<&str>> = BTreeMap::new();
            for to in writable().filter(|to| to.name != from.name) {
                let outcome = Outcome::of(&name, &conversation, to);
                for (sign, code, count) in outcome.counts() {
                    codes.add(format!("{sign} {code}"), to.name, ' ', count);
                    fixtures.add(file.to_owned(), to.name, sign, count);
                }
                for message in outcome.messages(sample) {
                    messages.entry(message).or_default().push(to.name);
                }
            }
            if shown.is_none() && file == showcase_file {
                shown = Some(showcase(file, &messages));
            }
        }
        let shown = shown.unwrap_or_else(|| panic!("{} has no showcase", from.name));
        let text = format!(
            "{}: {LEGEND}\n\n{}\n{}\n{shown}",
            from.name,
            codes.print("codes, of all fixtures"),
            fixtures.print("fixtures, of all codes")
        );
        golden(&path(&format!("tests/fixtures/matrix/{}.txt", from.name)), &text);
    }
}

/// The law holds for dialects too, also where the record was read from their own format.
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
            counts.insert((sign, format!("{} refused", refusal.split(' ').next().unwrap_or_default())), 1);
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
            self.refusals.iter().map(|refusal| format!("{refusal} (refused)")).collect();
        for loss in self.report.iter().flat_map(losses_of) {
            let place = loss.at.offset().map(|offset| pointers(root, &[offset]).remove(0)).unwrap_or_default();
            let place = if place.is_empty() { "the whole record".to_owned() } else { place };
            messages.insert(format!("{} {} ({place})", loss.code.id, loss.message));
        }
        messages
    }
}

/// Each message once, with the targets that say it.
fn showcase(file: &str, messages: &BTreeMap<String, Vec<&str>>) -> String {
    let mut text = format!("{file} in words, and which targets say it\n");
    for (message, targets) in messages {
        let is_all = targets.len() == writable().count() - 1;
        let _ = writeln!(text, "{message}: {}", if is_all { "all".to_owned() } else { targets.join(", ") });
    }
    text
}

/// Rows of counts with a column for each target. A cell has a count for each sign: `12-3~`.
#[derive(Default)]
struct Table(BTreeMap<String, BTreeMap<(&'static str, char), usize>>);

impl Table {
    fn add(&mut self, row: String, to: &'static str, sign: char, count: usize) {
        *self.0.entry(row).or_default().entry((to, sign)).or_default() += count;
    }

    fn print(&self, title: &str) -> String {
        let cell = |cells: &BTreeMap<(&str, char), usize>, to: &str| -> String {
            let signs = ['!', '*', '-', '~', '+', ' '];
            let counts = signs.into_iter().filter_map(|sign| Some((*cells.get(&(to, sign))?, sign)));
            counts.map(|(count, sign)| format!("{count}{}", sign.to_string().trim())).collect()
        };
        let mut lines: Vec<_> = self.0.keys().map(String::clone).collect();
        lines.insert(0, title.to_owned());
        pad(&mut lines);
        for format in writable() {
            lines[0] += &format!("  {}", short(format.name));
            for (line, cells) in lines.iter_mut().skip(1).zip(self.0.values()) {
                *line += &format!("  {}", cell(cells, format.name));
            }
            pad(&mut lines);
        }
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

/// Makes all lines as long as the longest.
fn pad(lines: &mut [String]) {
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    for line in lines {
        *line = format!("{line:width$}");
    }
}

/// Five letters for the head of a column: `patte`, and `k-cha` where the first word is a format too.
fn short(name: &str) -> String {
    let family = name.split_once('-').filter(|(first, _)| FORMATS.iter().any(|format| format.name == *first));
    family.map_or_else(|| name.chars().take(5).collect(), |(first, rest)| format!("{}-{}", &first[..1], &rest[..3]))
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
