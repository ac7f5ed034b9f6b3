//! Prints differences for people: one line for each change, with the text below it.

use turnwise::op::diff::{ChangeKind, ComparedRecords, RecordChange, RecordRef, ShownValue, Stretch};

use crate::cli::terminal::{Paint, fitting};

/// Options for printing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrintStyle {
    pub(crate) paint: Paint,
    /// The width in columns.
    pub(crate) width: usize,
    pub(crate) is_verbose: bool,
}

/// The number of lines of a value that are shown by default.
const LINES: usize = 6;

/// The beginning of a text that fits into a number of columns, without control characters.
pub(crate) fn excerpt(text: &str, most: usize) -> String {
    let whole = fitting(text, most);
    if whole.taken == text.len() {
        return whole.safe;
    }
    fitting(text, most.saturating_sub(1)).safe + "…"
}

fn name(record: &RecordRef) -> String {
    let number = number(record);
    match &record.id {
        Some(id) => format!("{number} ({})", excerpt(id, 40)),
        None => number.to_string(),
    }
}

/// The number of the record in its file, from 1.
pub(super) fn number(record: &RecordRef) -> u64 {
    record.record + 1
}

/// The headline of a pair of records.
pub(crate) fn title(pair: &ComparedRecords<'_>) -> String {
    match (&pair.a, &pair.b) {
        (Some(a), Some(b)) if a.record == b.record => format!("record {}", name(b)),
        (Some(a), Some(b)) => format!("record {} → {}", number(a), name(b)),
        (Some(a), None) => format!("record {} only in A, {} messages", name(a), a.messages),
        (None, Some(b)) => format!("record {} only in B, {} messages", name(b), b.messages),
        (None, None) => String::new(),
    }
}

/// A pair of records.
pub(crate) fn record(pair: &ComparedRecords<'_>, style: PrintStyle) -> String {
    let mut text = String::new();
    if !pair.is_only {
        let moved = if pair.is_moved { ", moved" } else { "" };
        text.push_str(&format!("{}{moved}\n", style.paint.bold(&title(pair))));
    }
    for change in pair.changes {
        one(change, style, &mut text);
    }
    if pair.is_coarse {
        text.push_str(&format!(
            "  {}\n",
            style.paint.dim("(too many differences for an exact comparison: coarser than usual)")
        ));
    }
    text
}

fn place(change: &RecordChange) -> String {
    let show = |pointer: &str| excerpt(if pointer.is_empty() { "/" } else { pointer }, 100);
    match (&change.a, &change.b) {
        (Some(a), Some(b)) if a.pointer == b.pointer => show(&a.pointer),
        (Some(a), Some(b)) => format!("{} → {}", show(&a.pointer), show(&b.pointer)),
        (Some(a), None) => show(&a.pointer),
        (None, Some(b)) => show(&b.pointer),
        (None, None) => String::new(),
    }
}

fn one(change: &RecordChange, style: PrintStyle, text: &mut String) {
    let paint = style.paint;
    let (sign, word) = match change.kind {
        ChangeKind::Insert => (paint.green("+"), paint.green("inserted")),
        ChangeKind::Delete => (paint.pink("-"), paint.pink("deleted")),
        ChangeKind::Edit => (paint.yellow("~"), paint.yellow("edited")),
        ChangeKind::Move => (paint.blue(">"), paint.blue("moved")),
        ChangeKind::Role => (paint.yellow("~"), paint.yellow("role")),
        ChangeKind::Id => (paint.dim("#"), paint.dim("id")),
        ChangeKind::Split => (paint.blue("<"), paint.blue("split")),
        ChangeKind::Merge | _ => (paint.blue(">"), paint.blue("merged")),
    };
    let path = if change.path.is_empty() { String::new() } else { format!("  {}", excerpt(&change.path, 80)) };
    text.push_str(&format!("  {sign} {word} {}{path}", paint.bold(&place(change))));
    let (old, new) = (change.old.as_ref(), change.new.as_ref());
    let short = |shown: &ShownValue| shown.text().len() <= 60 && !shown.text().contains('\n');
    match (old, new) {
        _ if !change.words.is_empty() => {
            text.push('\n');
            words(change, style, text);
        }
        (Some(old), Some(new)) if short(old) && short(new) => {
            let (old, new) = (excerpt(old.text(), 60), excerpt(new.text(), 60));
            text.push_str(&format!(": {} → {}\n", paint.pink(&old), paint.green(&new)));
        }
        (old, new) => {
            text.push('\n');
            let is_message = matches!(change.kind, ChangeKind::Insert | ChangeKind::Delete);
            for (value, sign) in [(old, "-"), (new, "+")] {
                let Some(value) = value else { continue };
                let value = if is_message { message(value.text()) } else { value.text().to_owned() };
                block(&value, sign, style, text);
            }
        }
    }
}

/// Role and texts of an added or removed message.
fn message(json: &str) -> String {
    let Ok(value) = serde_json::from_str::<serde_json::Value>(json) else { return json.to_owned() };
    let word =
        |value: &serde_json::Value, key: &str| value.get(key).and_then(|it| it.as_str()).unwrap_or_default().to_owned();
    let mut text = format!("{}:", word(&value, "role"));
    for part in value.get("parts").and_then(|parts| parts.as_array()).into_iter().flatten() {
        let (kind, words) = (word(part, "part"), word(part, "text"));
        if kind == "text" && !words.is_empty() {
            text.push_str(&format!(" {words}"));
            continue;
        }
        let mut facts = part.clone();
        facts.as_object_mut().map(|facts| facts.remove("part"));
        text.push_str(&format!(" [{kind} {facts}]"));
    }
    text
}

/// Lines of foreign text, each after a sign, truncated to the width.
fn block(value: &str, sign: &str, style: PrintStyle, text: &mut String) {
    let most = if style.is_verbose { usize::MAX } else { LINES };
    let width = style.width.saturating_sub(8).max(20);
    let mut lines = value.lines();
    for line in lines.by_ref().take(most) {
        let line = format!("{sign} {}", excerpt(line, width));
        let line = if sign == "-" { style.paint.pink(&line) } else { style.paint.green(&line) };
        text.push_str(&format!("      {line}\n"));
    }
    let left = lines.count();
    if left > 0 {
        text.push_str(&format!("      {}\n", style.paint.dim(&format!("{sign} … {left} more lines"))));
    }
}

/// The removed and added words, with some context.
fn words(change: &RecordChange, style: PrintStyle, text: &mut String) {
    let (Some(old), Some(new)) = (&change.old, &change.new) else { return };
    let (old, new) = (old.text(), new.text());
    let mut shown: Vec<(char, String)> = Vec::new();
    let last = change.words.len().saturating_sub(1);
    for (index, stretch) in change.words.iter().enumerate() {
        match stretch {
            Stretch::Same(range) => {
                let same = old.get(range.clone()).unwrap_or_default();
                shown.push((' ', ends_of(same, index > 0, index < last)));
            }
            Stretch::Gone(range) => shown.push(('-', old.get(range.clone()).unwrap_or_default().to_owned())),
            Stretch::New(range) => shown.push(('+', new.get(range.clone()).unwrap_or_default().to_owned())),
        }
    }
    let mut lines = Wrap { style, text, column: 0, lines: 0, left: 0 };
    for (sign, words) in shown {
        let piece = match (sign, style.paint.is_on()) {
            ('-', false) => format!("[-{words}-]"),
            ('+', false) => format!("{{+{words}+}}"),
            _ => words,
        };
        lines.push(&piece, sign);
    }
    lines.finish();
}

/// The ends of a long unchanged text.
fn ends_of(text: &str, has_before: bool, has_after: bool) -> String {
    const KEPT: usize = 40;
    let count = text.chars().count();
    let head = if has_before { KEPT } else { 0 };
    let tail = if has_after { KEPT } else { 0 };
    if count <= head + tail + 10 {
        return text.to_owned();
    }
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(count - tail).collect();
    format!("{start} … {end}")
}

/// Breaks text at the width, line by line; every line is indented.
struct Wrap<'w> {
    style: PrintStyle,
    text: &'w mut String,
    column: usize,
    lines: usize,
    left: usize,
}

impl Wrap<'_> {
    fn push(&mut self, piece: &str, sign: char) {
        let width = self.style.width.saturating_sub(6).max(20);
        let most = if self.style.is_verbose { usize::MAX } else { 4 * LINES };
        for (index, line) in piece.split('\n').enumerate() {
            if index > 0 {
                self.end_line();
            }
            let mut rest = line;
            while !rest.is_empty() {
                if self.column >= width {
                    self.end_line();
                }
                let now = fitting(rest, width - self.column);
                if now.taken == 0 {
                    // Too wide for the rest of the line; a single letter always fits a line.
                    self.end_line();
                    continue;
                }
                let (own, later) = rest.split_at(now.taken);
                rest = later;
                if self.lines >= most {
                    self.left += own.chars().count();
                    continue;
                }
                if self.column == 0 {
                    self.text.push_str("      ");
                }
                self.column += now.columns;
                self.text.push_str(&match sign {
                    '-' => self.style.paint.pink(&now.safe),
                    '+' => self.style.paint.green(&now.safe),
                    _ => now.safe,
                });
            }
        }
    }

    fn end_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.lines += 1;
        }
        self.column = 0;
    }

    fn finish(mut self) {
        self.end_line();
        if self.left > 0 {
            let rest = self.style.paint.dim(&format!("… {} more characters (-v shows all)", self.left));
            self.text.push_str(&format!("      {rest}\n"));
        }
    }
}
