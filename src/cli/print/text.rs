//! Diagnostics for people.

use std::borrow::Cow;

use turnwise::json::short_lists;
use turnwise::op::Outcome;
use turnwise::report::{CodeCount, CodeKind, Diagnostic, Report, Severity};
use turnwise::rule::SECRET;

use crate::cli::terminal::{Paint, clean};

/// The maximum length of a printed message or pointer.
const WIDTH: usize = 200;

fn cut(text: &str) -> Cow<'_, str> {
    let safe = clean(text);
    if safe.len() <= WIDTH || safe.chars().count() <= WIDTH {
        return safe;
    }
    Cow::Owned(safe.chars().take(WIDTH - 1).collect::<String>() + "…")
}

fn painted(severity: Severity, word: &str, paint: Paint) -> String {
    match severity {
        Severity::Error => paint.red(word),
        Severity::Warning => paint.yellow(word),
        Severity::Note => paint.blue(word),
    }
}

fn place(diagnostic: &Diagnostic, file: &str) -> String {
    let file = clean(diagnostic.file.as_deref().unwrap_or(file));
    match &diagnostic.location {
        Some(it) => format!("{file}:{}:{}", it.line, it.column),
        None => file.into_owned(),
    }
}

/// `error[TW203]: no earlier call waits for a result`, and `a.jsonl:3:14  /messages/0`. `mark`: the text after the
/// code.
pub(crate) fn what_and_where(diagnostic: &Diagnostic, file: &str, mark: &str, paint: Paint) -> (String, String) {
    let pointer = diagnostic.location.as_ref().filter(|it| !it.pointer.is_empty());
    let pointer = pointer.map(|it| format!("  {}", cut(&it.pointer))).unwrap_or_default();
    let severity = painted(diagnostic.severity, diagnostic.severity.name(), paint);
    let id = diagnostic.code.id;
    let what = format!("{severity}[{id}]{mark}: {}", paint.bold(&cut(&diagnostic.message)));
    (what, format!("{}{pointer}", paint.blue(&place(diagnostic, file))))
}

/// One line about a conversion: `file:line:column: dropped TW313 message`.
pub(crate) fn concise(diagnostic: &Diagnostic, file: &str, paint: Paint) -> String {
    let kind = diagnostic.code.kind;
    let word = if kind.is_loss() { kind.name() } else { diagnostic.severity.name() };
    concise_line(diagnostic, file, word, "", paint)
}

/// One line about a check: `file:line:column: error TW203 message`. `mark`: the text after the code.
pub(crate) fn concise_marked(diagnostic: &Diagnostic, file: &str, mark: &str, paint: Paint) -> String {
    concise_line(diagnostic, file, diagnostic.severity.name(), mark, paint)
}

fn concise_line(diagnostic: &Diagnostic, file: &str, word: &str, mark: &str, paint: Paint) -> String {
    let (place, word) = (place(diagnostic, file), painted(diagnostic.severity, word, paint));
    let pointer = diagnostic.location.as_ref().map_or("", |it| &it.pointer);
    let (before, pointer) = (if pointer.is_empty() { "" } else { " at " }, cut(pointer));
    [&place, ": ", &word, " ", diagnostic.code.id, mark, " ", &cut(&diagnostic.message), before, &pointer, "\n"]
        .concat()
}

/// The line for a record that ended a run: place, message, code, byte (from 1), pointer, help.
pub(crate) fn fatal(diagnostic: &Diagnostic, help: &str, file: &str) -> String {
    let (byte, pointer) = match &diagnostic.location {
        Some(it) if it.pointer.is_empty() => (it.offset + 1, String::new()),
        Some(it) => (it.offset + 1, format!(", {}", cut(&it.pointer))),
        None => (1, String::new()),
    };
    let code = diagnostic.code.id;
    format!("{}: {} ({code}, byte {byte}{pointer}); help: {help}", place(diagnostic, file), cut(&diagnostic.message))
}

/// `1 error`, `2,000 errors`.
pub(crate) fn count(many: u64, noun: &str) -> String {
    format!("{} {noun}{}", number(many), if many == 1 { "" } else { "s" })
}

/// `999`, `59,749`.
pub(crate) fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The number of conversations that were written.
pub(crate) fn written(outcome: &Outcome) -> String {
    count(outcome.records_out.saturating_sub(outcome.failed.error_lines()), "conversation")
}

/// `, 4 error lines copied`: the error objects of an earlier run.
pub(crate) fn error_lines(outcome: &Outcome, what: &str) -> String {
    match outcome.failed.error_lines() {
        0 => String::new(),
        many => format!(", {} {what}", count(many, "error line")),
    }
}

/// `3 conversations and 1 error line`, for all records of the input.
pub(crate) fn read(conversations: u64, outcome: &Outcome) -> String {
    let conversations = count(conversations, "conversation");
    match outcome.failed.error_lines() {
        0 => conversations,
        many => format!("{conversations} and {}", count(many, "error line")),
    }
}

/// The formats of the records: ` from openai`, ` from anthropic and openai`; empty if there were none.
pub(crate) fn from(outcome: &Outcome) -> String {
    let mut names: Vec<_> = outcome.formats.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    if names.is_empty() { String::new() } else { format!(" from {}", names.join(" and ")) }
}

/// The losses of a conversion: one line for the total, and one for each code.
pub(crate) fn losses(outcome: &Outcome, target: &str, is_done: bool, paint: Paint) -> String {
    let of = |kind: CodeKind| outcome.report.total(|count| count.is(kind));
    let mut kinds: Vec<String> =
        [(CodeKind::Dropped, "dropped"), (CodeKind::Changed, "changed"), (CodeKind::Generated, "generated")]
            .into_iter()
            .filter(|(kind, _)| of(*kind) > 0)
            .map(|(kind, word)| format!("{} {word}", number(of(kind))))
            .collect();
    let failed = outcome.failed.total();
    kinds.extend((failed > 0).then(|| format!("{} failed", count(failed, "record"))));
    let many = written(outcome);
    let from = from(outcome);
    let head =
        if is_done { format!("converted {many}{from} to {target}") } else { format!("{many}{from} towards {target}") };
    let head =
        format!("turnwise: {}", paint.bold(&format!("{head}: {}", kinds.join(", ") + &error_lines(outcome, "copied"))));
    format!("{head}\n{}", table(&outcome.report, |count| count.code.kind.is_loss(), paint))
}

/// The notes about secrets in the input, and about secrets that were replaced.
pub(crate) fn secrets(outcome: &Outcome, found: u64) -> Vec<String> {
    let mut notes = Vec::new();
    if found > 0 {
        let (code, them) = (SECRET.code.id, if found == 1 { "it" } else { "them" });
        notes.push(format!("{} in the input ({code}); --redact replaces {them}", count(found, "secret")));
    }
    let redacted = &outcome.conversion.redacted;
    let replaced: u64 = redacted.values().sum();
    if replaced > 0 {
        let kinds: Vec<_> = redacted.iter().map(|(kind, many)| format!("{kind} {}", number(*many))).collect();
        notes.push(format!("{} replaced: {}", count(replaced, "secret"), kinds.join(", ")));
    }
    notes
}

/// A row for each code, by its id: `  dropped TW313 field-dropped  59,749  id 49,799, user_id 9,950`.
pub(crate) fn table(report: &Report, is_shown: impl Fn(&CodeCount) -> bool, paint: Paint) -> String {
    let mut counts: Vec<_> = report.counts().iter().filter(|count| is_shown(count)).collect();
    short_lists::sort_by_key(&mut counts, |count| count.code.id);
    let longest = |text: fn(&CodeCount) -> usize| counts.iter().map(|count| text(count)).max().unwrap_or(0);
    let (name_width, count_width) =
        (longest(|count| count.code.name.len()), longest(|count| number(count.count).len()));
    let kind_width = longest(|count| kind_word(count).len()).max(7) + 1;
    let line = |count: &&CodeCount| {
        let code = count.code;
        let kind = paint.yellow(&format!("{:<kind_width$}", kind_word(count)));
        let head = format!("{} {:<name_width$}  {:>count_width$}", code.id, code.name, number(count.count));
        let what = names(count).unwrap_or_else(|| code.summary.to_owned());
        let mut row = format!("  {kind}{head}  ");
        let indent = "  ".len() + kind_width + head.len() + 2;
        for (index, line) in wrapped(&what, COLUMNS.saturating_sub(indent).max(24)).iter().enumerate() {
            let before = if index == 0 { String::new() } else { " ".repeat(indent) };
            row += &format!("{before}{line}\n");
        }
        row
    };
    counts.iter().map(line).collect()
}

/// The first word of a row of a table: the kind of a loss, the severity of a finding.
fn kind_word(count: &CodeCount) -> &'static str {
    let kind = count.code.kind;
    if kind.is_loss() { kind.name() } else { count.severity.name() }
}

/// The columns of a table.
const COLUMNS: usize = 100;

/// The text in lines; a word that is longer than a line has a separate line.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut taken = 0;
    for word in text.split(' ') {
        let needed = word.chars().count();
        if taken > 0 && taken + 1 + needed > columns {
            lines.push(String::new());
            taken = 0;
        }
        if let Some(line) = lines.last_mut() {
            if taken > 0 {
                line.push(' ');
                taken += 1;
            }
            line.push_str(word);
            taken += needed;
        }
    }
    lines
}

/// The maximum number of printed names for a code.
const MOST_NAMES: usize = 8;

/// `id 49,799, user_id 9,950, 12 others`, if the counted items have names.
fn names(count: &CodeCount) -> Option<String> {
    let ranked = count.names.ranked();
    let shown = ranked.get(..MOST_NAMES).unwrap_or(&ranked);
    let others = count.count.saturating_sub(shown.iter().map(|(_, count)| count).sum());
    let mut parts: Vec<_> = shown.iter().map(|(name, count)| format!("{} {}", clean(name), number(*count))).collect();
    if others > 0 {
        parts.push(self::count(others, "other"));
    }
    (!shown.is_empty()).then(|| parts.join(", "))
}

/// `512 B`, `3.4 MB`.
pub(crate) fn bytes(count: u64) -> String {
    match count {
        0..1000 => format!("{count} B"),
        1000..1_000_000 => format!("{}.{} kB", count / 1000, count % 1000 / 100),
        1_000_000..1_000_000_000 => format!("{}.{} MB", count / 1_000_000, count % 1_000_000 / 100_000),
        _ => format!("{}.{} GB", count / 1_000_000_000, count % 1_000_000_000 / 100_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let shown = [0, 999, 1000, 59_749, 1_234_567, u64::MAX].map(number);
        assert_eq!(shown, ["0", "999", "1,000", "59,749", "1,234,567", "18,446,744,073,709,551,615"]);
    }
}
