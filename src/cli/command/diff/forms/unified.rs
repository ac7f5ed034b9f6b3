//! The messages of both sides as lines, compared like `diff -u`.

use turnwise::op::diff::{ComparedRecords, LineTag, MessageRow, RowKind, tagged};

use super::human::number;
use crate::cli::terminal::{Paint, clean_block};

/// All lines of a pair of records, each with its tag.
fn lines(pair: &ComparedRecords<'_>) -> Vec<(LineTag, String)> {
    let mut out = Vec::new();
    let mut add = |old: Vec<String>, new: Vec<String>| {
        for (tag, line) in tagged(&old, &new) {
            let text = if tag == LineTag::Old { old.get(line) } else { new.get(line) };
            out.push((tag, text.cloned().unwrap_or_default()));
        }
    };
    let [old, new] = pair.head_lines();
    add(old, new);
    for MessageRow { kind, a, b } in pair.rows {
        let [old, new] = match kind {
            RowKind::Same => {
                let [_, same] = pair.lines([None, *b]);
                [same.clone(), same]
            }
            RowKind::Edited => pair.lines([*a, *b]),
            RowKind::Deleted | RowKind::MovedAway => pair.lines([*a, None]),
            RowKind::Inserted | RowKind::MovedHere => pair.lines([None, *b]),
        };
        add(old, new);
    }
    out
}

/// The hunks of a pair of records, with lines of context around each change.
pub(crate) fn record(pair: &ComparedRecords<'_>, context: usize, paint: Paint) -> String {
    let lines = lines(pair);
    let title = match (&pair.a, &pair.b) {
        (Some(a), Some(b)) if a.record == b.record => format!("record {}", number(a)),
        (Some(a), Some(b)) => format!("record {} → {}", number(a), number(b)),
        (Some(a), None) => format!("record {}, only in A", number(a)),
        (None, Some(b)) => format!("record {}, only in B", number(b)),
        (None, None) => String::new(),
    };
    let changed: Vec<usize> =
        lines.iter().enumerate().filter(|(_, (tag, _))| *tag != LineTag::Same).map(|(at, _)| at).collect();
    // The place of other records is not a line: programs that apply hunks skip this text.
    let mut text = if pair.is_moved { format!("{title}, moved\n") } else { String::new() };
    let (mut old, mut new, mut done) = (1, 1, 0);
    let mut rest = changed.as_slice();
    while let Some(first) = rest.first() {
        // Changes share a hunk if their contexts overlap or touch.
        let many = rest.windows(2).take_while(|two| matches!(two, [a, b] if b - a <= 2 * context + 1)).count() + 1;
        let last = rest.get(many - 1).copied().unwrap_or(*first);
        let start = first.saturating_sub(context).max(done);
        let end = (last + 1 + context).min(lines.len());
        // Equal lines count on both sides.
        (old, new) = (old + start - done, new + start - done);
        let hunk = lines.get(start..end).unwrap_or_default();
        let count = |other: LineTag| hunk.iter().filter(|(tag, _)| *tag != other).count();
        let (gone, came) = (count(LineTag::New), count(LineTag::Old));
        // A side without lines refers to the previous line.
        let from = |line: usize, count: usize| if count == 0 { line - 1 } else { line };
        let head = format!("@@ -{},{gone} +{},{came} @@", from(old, gone), from(new, came));
        text.push_str(&format!("{} {title}\n", paint.blue(&head)));
        for (tag, line) in hunk {
            let line = clean_block(line);
            text.push_str(&match tag {
                LineTag::Same => format!(" {line}\n"),
                LineTag::Old => paint.pink(&format!("-{line}")) + "\n",
                LineTag::New => paint.green(&format!("+{line}")) + "\n",
            });
        }
        (old, new, done) = (old + gone, new + came, end);
        rest = rest.get(many..).unwrap_or_default();
    }
    text
}
