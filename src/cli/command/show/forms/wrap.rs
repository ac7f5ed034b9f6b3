//! Wraps text to the width of the terminal, with common Markdown: headings, code, strong text.
//!
//! Without colours, the text is printed as written. It is not parsed completely: unknown markup is unchanged.

use crate::cli::terminal::{Paint, fitting};

/// The lines of a Markdown text. None is wider than `columns`.
pub(super) fn wrap(text: &str, columns: usize, paint: Paint) -> Vec<String> {
    let mut lines = Vec::new();
    let mut fence: Option<String> = None;
    for line in text.lines() {
        let line = line.replace('\t', "    ");
        let mark = fence_of(&line);
        match (&fence, mark) {
            (Some(open), Some(mark)) if mark.starts_with(open.as_str()) && line.trim() == mark => {
                lines.extend(broken(&line, columns).iter().map(|line| paint.dim(line)));
                fence = None;
            }
            (Some(_), _) => lines.extend(broken(&line, columns).iter().map(|line| paint.blue(line))),
            (None, Some(mark)) => {
                lines.extend(broken(&line, columns).iter().map(|line| paint.dim(line)));
                fence = Some(mark.to_owned());
            }
            (None, None) if is_heading(&line) => {
                lines.extend(words(&line, columns).iter().map(|line| paint.bold(line)));
            }
            (None, None) => lines.extend(words(&line, columns).iter().map(|line| styled(line, paint))),
        }
    }
    lines
}

/// The marks that begin or end a code block.
pub(super) fn fence_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let first = line.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let rest = line.trim_start_matches(first);
    let marks = line.len() - rest.len();
    // Backticks on the same line are code in that line.
    let is_inline = first == '`' && rest.contains('`');
    line.get(..marks).filter(|_| marks >= 3 && !is_inline)
}

pub(super) fn is_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - rest.len())) && rest.starts_with(' ')
}

/// A line in pieces of that width, which end anywhere.
pub(super) fn broken(line: &str, columns: usize) -> Vec<String> {
    let (mut lines, mut rest) = (Vec::new(), line);
    loop {
        let found = fitting(rest, columns.max(12));
        let next = rest.get(found.taken..).unwrap_or_default();
        // A zero-width mark may be left; an empty piece would cause an endless loop.
        let is_stuck = found.taken == 0;
        lines.push(found.safe);
        if next.is_empty() || is_stuck {
            return lines;
        }
        rest = next;
    }
}

/// A line in pieces of that width, which end between words if possible. Later ones have the indentation of the first
/// one.
pub(super) fn words(line: &str, columns: usize) -> Vec<String> {
    let content = line.trim_start();
    let indent = " ".repeat((line.len() - content.len()).min(columns / 2));
    let width = columns.saturating_sub(indent.len()).max(12);
    let (mut lines, mut current, mut used) = (Vec::new(), String::new(), 0);
    for word in content.split(' ') {
        let pieces = broken(word, width);
        let last = pieces.len();
        for (piece, number) in pieces.into_iter().zip(1..) {
            let needed = fitting(&piece, usize::MAX).columns;
            let space = usize::from(number == 1 && !(current.is_empty() && used == 0));
            if used > 0 && used + space + needed > width {
                lines.push(format!("{indent}{current}"));
                (current, used) = (String::new(), 0);
            } else if space > 0 {
                current.push(' ');
                used += 1;
            }
            current.push_str(&piece);
            used += needed;
            if number < last {
                lines.push(format!("{indent}{current}"));
                (current, used) = (String::new(), 0);
            }
        }
    }
    lines.push(format!("{indent}{current}"));
    if content.is_empty() { vec![String::new()] } else { lines }
}

/// Code and strong text of one line are coloured; their marks are kept.
fn styled(line: &str, paint: Paint) -> String {
    if !paint.is_on() {
        return line.to_owned();
    }
    let (mut out, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(['`', '*']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let mark = if from.starts_with("**") { "**" } else { from.get(..1).unwrap_or_default() };
        let inner = from.get(mark.len()..).unwrap_or_default();
        let end = inner.find(mark).filter(|end| *end > 0 && mark != "*");
        let (Some(end), true) = (end, mark != "*") else {
            out.push_str(mark);
            rest = inner;
            continue;
        };
        let whole = from.get(..mark.len() * 2 + end).unwrap_or_default();
        out.push_str(&if mark == "**" { paint.bold(whole) } else { paint.blue(whole) });
        rest = from.get(whole.len()..).unwrap_or_default();
    }
    out + rest
}
