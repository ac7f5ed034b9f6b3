//! The output of `validate --diff`: the changed lines of each record, like `diff -u`.

use std::fmt::Write as _;

use turnwise::op::diff::{LineTag, tagged};
use turnwise::op::fix::FixedRecord;

use crate::cli::terminal::{Paint, clean, clean_block};

/// The number of context lines.
const CONTEXT: usize = 3;
/// The length in bytes above which lines are shortened around the change.
const LONG: usize = 2000;
/// The number of bytes on both sides of a change in a long line.
const AROUND: usize = 60;

/// The diff of a file.
pub(crate) struct FixDiff<'n> {
    name: &'n str,
    paint: Paint,
    has_head: bool,
    /// The number of additional lines in the new file up to here.
    more: i64,
}

impl<'n> FixDiff<'n> {
    pub(crate) fn new(name: &'n str, paint: Paint) -> Self {
        Self { name, paint, has_head: false, more: 0 }
    }

    /// The hunks of a record.
    pub(crate) fn record(&mut self, record: &FixedRecord<'_>) -> String {
        let mut out = String::new();
        if !std::mem::replace(&mut self.has_head, true) {
            let name = clean(self.name);
            let _ = writeln!(
                out,
                "{}\n{}",
                self.paint.bold(&format!("--- {name}")),
                self.paint.bold(&format!("+++ {name}"))
            );
        }
        let old = lines_of(&String::from_utf8_lossy(record.old));
        let new = record.new.map(lines_of).unwrap_or_default();
        let rows: Vec<(LineTag, usize, usize)> = rows(&old, &new);
        let is_changed = |row: &(LineTag, usize, usize)| row.0 != LineTag::Same;
        let changed: Vec<usize> =
            rows.iter().enumerate().filter(|(_, row)| is_changed(row)).map(|(at, _)| at).collect();
        let mut rest = changed.as_slice();
        let first_line = i64::try_from(record.start.line).unwrap_or(i64::MAX);
        while let Some(first) = rest.first() {
            let many = rest.windows(2).take_while(|two| matches!(two, [a, b] if b - a <= 2 * CONTEXT + 1)).count() + 1;
            let last = rest.get(many - 1).copied().unwrap_or(*first);
            let hunk =
                rows.get(first.saturating_sub(CONTEXT)..(last + 1 + CONTEXT).min(rows.len())).unwrap_or_default();
            self.hunk(hunk, &old, &new, first_line, &mut out);
            rest = rest.get(many..).unwrap_or_default();
        }
        self.more += count(new.len()) - count(old.len());
        out
    }

    fn hunk(
        &self,
        hunk: &[(LineTag, usize, usize)],
        old: &[String],
        new: &[String],
        first_line: i64,
        out: &mut String,
    ) {
        let gone = hunk.iter().filter(|row| row.0 != LineTag::New).count();
        let came = hunk.iter().filter(|row| row.0 != LineTag::Old).count();
        let (a, b) = hunk.first().map_or((0, 0), |row| (row.1, row.2));
        // A side without lines refers to the previous line.
        let from = |at: usize, lines: usize| first_line + count(at) - i64::from(lines == 0);
        let head = format!("@@ -{},{gone} +{},{came} @@", from(a, gone), from(b, came) + self.more);
        let _ = writeln!(out, "{}", self.paint.blue(&head));
        for (tag, a, b) in hunk {
            let other = match tag {
                LineTag::Old => new.get(*b),
                LineTag::New => a.checked_sub(1).and_then(|a| old.get(a)),
                LineTag::Same => None,
            };
            let line = if *tag == LineTag::New { new.get(*b) } else { old.get(*a) };
            let line = shown(line.map_or("", String::as_str), other.map(String::as_str));
            let _ = match tag {
                LineTag::Same => writeln!(out, " {line}"),
                LineTag::Old => writeln!(out, "{}", self.paint.pink(&format!("-{line}"))),
                LineTag::New => writeln!(out, "{}", self.paint.green(&format!("+{line}"))),
            };
        }
    }
}

fn count(lines: usize) -> i64 {
    i64::try_from(lines).unwrap_or(i64::MAX)
}

fn lines_of(text: &str) -> Vec<String> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned()).collect()
}

/// Each line with its tag, and the number of previous lines on both sides.
fn rows(old: &[String], new: &[String]) -> Vec<(LineTag, usize, usize)> {
    let (mut a, mut b) = (0, 0);
    let mut rows = Vec::new();
    for (tag, _) in tagged(old, new) {
        rows.push((tag, a, b));
        a += usize::from(tag != LineTag::New);
        b += usize::from(tag != LineTag::Old);
    }
    rows
}

/// A line for a terminal: a long one is shortened around the difference to the other side.
fn shown(line: &str, other: Option<&str>) -> String {
    if line.len() <= LONG {
        return clean_block(line);
    }
    let other = other.unwrap_or_default();
    let same =
        |a: &mut dyn Iterator<Item = u8>, b: &mut dyn Iterator<Item = u8>| a.zip(b).take_while(|(a, b)| a == b).count();
    let start = same(&mut line.bytes(), &mut other.bytes());
    let most = line.len().min(other.len()) - start.min(line.len().min(other.len()));
    let end = line.len() - same(&mut line.bytes().rev(), &mut other.bytes().rev()).min(most);
    let from = line.floor_char_boundary(start.saturating_sub(AROUND));
    let to = line.ceil_char_boundary((end + AROUND).min(line.len()));
    let cut = |text: &str| clean_block(text);
    let part = line.get(from..to).unwrap_or_default();
    let middle = if part.len() <= LONG {
        cut(part)
    } else {
        let head = part.get(..part.floor_char_boundary(LONG / 2)).unwrap_or_default();
        let tail = part.get(part.ceil_char_boundary(part.len() - LONG / 2)..).unwrap_or_default();
        format!("{} … {}", cut(head), cut(tail))
    };
    let [before, after] = [from > 0, to < line.len()].map(|is_cut| if is_cut { "…" } else { "" });
    format!("{before}{middle}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_around_the_change() {
        let line = |word: &str| format!("{}{word}{}", "é".repeat(5_000), "b".repeat(5_000_000));
        let shown = shown(&line("old"), Some(&line("new")));
        assert!(
            shown.starts_with('…') && shown.ends_with('…') && shown.contains("éoldb") && shown.len() < 500,
            "{shown}"
        );
    }
}
