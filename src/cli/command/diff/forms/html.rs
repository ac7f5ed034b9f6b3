//! One page that shows two files side by side, in the style of `show --output-format html`.

use turnwise::op::diff::{ComparedRecords, MessageRow, RecordChange, RowKind, ShownValue, WordMarker};

use super::human::title;
use super::side_by_side::side_by_side;
use crate::cli::print::html::sections::{SectionHead, SectionPage, WriteText};
use crate::cli::print::html::{escaped, escaped_block};
use crate::cli::print::text;

/// A page that is written record by record.
#[derive(Debug)]
pub(crate) struct DiffPage {
    page: SectionPage,
    /// The title of the page: both names.
    title: String,
    /// The path of the current files, in two folders.
    file: Option<String>,
    /// Changes in the section.
    changes: usize,
}

impl DiffPage {
    pub(crate) fn new(names: &[String; 2]) -> Self {
        let [a, b] = names;
        Self { page: SectionPage::wide("comparison"), title: format!("{a} → {b}"), file: None, changes: 0 }
    }

    /// Starts the records of these files of two folders.
    pub(crate) fn file(&mut self, path: &str) {
        self.file = Some(path.to_owned());
    }

    /// A pair of records.
    pub(crate) fn record(&mut self, pair: &ComparedRecords<'_>) -> String {
        let moved = if pair.is_moved { ", moved" } else { "" };
        let mut heading = title(pair) + moved;
        if let Some(file) = &self.file {
            heading = format!("{file}: {heading}");
        }
        let size = text::count(pair.changes.len() as u64, "change");
        let coarse =
            if pair.is_coarse { " · too many differences for an exact comparison: coarser than usual" } else { "" };
        let about = format!("{}{coarse}", self.title);
        let mut out = self.page.section(&self.title, SectionHead { heading: &heading, about: &about, size: &size });
        self.changes = 0;
        self.outside(pair, &mut out);
        let mut rest = pair.changes.iter().filter(|change| message_of(change) != (None, None)).peekable();
        let mut same = Vec::new();
        for row in pair.rows {
            if row.kind == RowKind::Same {
                same.push(row);
                continue;
            }
            folded(pair, &mut same, &mut out);
            let mut own = Vec::new();
            // Changes come in the order of the rows.
            while let Some(change) = rest.next_if(|change| is_of(change, row)) {
                own.push(change);
            }
            self.row(pair, row, &own, &mut out);
        }
        folded(pair, &mut same, &mut out);
        let left: Vec<_> = rest.collect();
        out + &list(&left, true) + SectionPage::end_section()
    }

    /// The differences outside the messages.
    fn outside(&mut self, pair: &ComparedRecords<'_>, out: &mut String) {
        let changes: Vec<_> = pair.changes.iter().filter(|change| message_of(change) == (None, None)).collect();
        if changes.is_empty() {
            return;
        }
        let [old, new] = pair.head_lines();
        self.begin_article("other", "Outside the messages", out);
        out.push_str("<b>outside the messages</b></header>\n");
        side_by_side(&old, &new, &mut WordMarker::default(), out);
        out.push_str(&list(&changes, old == new));
        out.push_str("</article>\n");
    }

    fn begin_article(&mut self, class: &str, label: &str, out: &mut String) {
        self.changes += 1;
        let (id, label) = (format!("c{}m{}", self.page.number(), self.changes), escaped(label));
        out.push_str(&format!(
            "<article class=\"message {class}\" id=\"{id}\" tabindex=\"-1\" aria-label=\"{label}\">\n\
             <header><a href=\"#{id}\" aria-label=\"Link to change {number}\">{number}</a>",
            number = self.changes
        ));
    }

    fn row(&mut self, pair: &ComparedRecords<'_>, row: &MessageRow, changes: &[&RecordChange], out: &mut String) {
        let (a, b, kind) = match row.kind {
            RowKind::MovedAway => (row.a, None, "moved away"),
            RowKind::MovedHere => (None, row.b, "moved here"),
            RowKind::Deleted => (row.a, None, "deleted"),
            RowKind::Inserted => (None, row.b, "inserted"),
            RowKind::Edited | RowKind::Same => (row.a, row.b, "edited"),
        };
        let [(old_role, old), (new_role, new)] = pair.lines([a, b]).map(role_and_lines);
        let roles = both(&old_role, &new_role);
        let number = |message: Option<usize>| message.map_or(String::new(), |index| (index + 1).to_string());
        let numbers = both(&number(a), &number(b));
        let class = match if new_role.is_empty() { old_role.as_str() } else { new_role.as_str() } {
            class @ ("system" | "user" | "assistant" | "tool") => class,
            _ => "other",
        };
        self.begin_article(class, &format!("{roles}, message {numbers}, {kind}"), out);
        out.push_str(&format!("<b>{}</b> · message {} · {kind}</header>\n", escaped(&roles), escaped(&numbers)));
        side_by_side(&old, &new, &mut WordMarker::default(), out);
        let is_open = row.kind == RowKind::Edited && old == new;
        out.push_str(&list(changes, is_open));
        out.push_str("</article>\n");
    }

    /// A file without records: it is in one folder only, or cannot be read.
    pub(crate) fn note(&mut self, path: &str, note: &str) -> String {
        let head = SectionHead { heading: path, about: note, size: note };
        self.page.section(&self.title, head) + SectionPage::end_section()
    }

    /// Writes the end of the page. `total`: the summary of all records.
    ///
    /// # Errors
    /// See [`SectionPage::end`].
    pub(crate) fn end(&mut self, total: &str, write: &mut WriteText<'_>) -> anyhow::Result<()> {
        if self.page.number() == 0 {
            let title = self.title.clone();
            write(&self.page.section(&title, SectionHead { heading: &title, about: total, size: "" }))?;
            write(SectionPage::end_section())?;
        } else {
            write(&format!("<p class=\"about\">{}</p>\n", escaped(total)))?;
        }
        self.page.end(write)
    }
}

/// `user`, or `user → assistant` where the sides differ.
fn both(old: &str, new: &str) -> String {
    match (old, new) {
        (old, "") => old.to_owned(),
        ("", new) => new.to_owned(),
        (old, new) if old == new => old.to_owned(),
        (old, new) => format!("{old} → {new}"),
    }
}

/// The role of a message, and the lines after it.
fn role_and_lines(mut lines: Vec<String>) -> (String, Vec<String>) {
    let head = if lines.is_empty() { String::new() } else { lines.remove(0) };
    (head.strip_prefix("# ").unwrap_or(&head).to_owned(), lines)
}

/// Unchanged messages.
fn folded(pair: &ComparedRecords<'_>, rows: &mut Vec<&MessageRow>, out: &mut String) {
    if rows.is_empty() {
        return;
    }
    let count = text::count(rows.len() as u64, "message");
    out.push_str(&format!("<details class=\"same\"><summary>{count} the same</summary>\n"));
    for message in rows.drain(..).filter_map(|row| row.b) {
        let [_, lines] = pair.lines([None, Some(message)]);
        let lines = lines.join("\n");
        out.push_str(&format!("<pre dir=\"auto\">\n{}</pre>\n", escaped_block(&lines)));
    }
    out.push_str("</details>\n");
}

fn message_of(change: &RecordChange) -> (Option<usize>, Option<usize>) {
    (change.a.as_ref().and_then(|it| it.message), change.b.as_ref().and_then(|it| it.message))
}

fn is_of(change: &RecordChange, row: &MessageRow) -> bool {
    let (a, b) = message_of(change);
    row.kind != RowKind::MovedAway && ((a.is_some() && a == row.a) || (b.is_some() && b == row.b))
}

/// The changes of a message and their places, folded if the lines also show them.
fn list(changes: &[&RecordChange], is_open: bool) -> String {
    let items: Vec<_> = changes.iter().map(|change| format!("<li>{}</li>", item(change))).collect();
    if items.is_empty() {
        return String::new();
    }
    let (open, count) = (if is_open { " open" } else { "" }, text::count(items.len() as u64, "change"));
    format!("<details class=\"changes\"{open}><summary>{count}</summary>\n<ul>{}</ul>\n</details>\n", items.join(""))
}

fn item(change: &RecordChange) -> String {
    let place = change.b.as_ref().or(change.a.as_ref()).map_or("", |place| place.pointer.as_str());
    let head = format!("{} <code>{}</code> {}", change.kind.name(), escaped(&change.path), escaped(place));
    if !change.words.is_empty() || change.path.is_empty() {
        // The lines show the texts, with these words marked, or the whole message.
        return head;
    }
    let wrap = |tag: &str, value: Option<&ShownValue>| match value.map_or("", ShownValue::text) {
        "" => String::new(),
        text => format!(" <{tag}>{}</{tag}>", escaped_block(text)),
    };
    format!("{head}{}{}", wrap("del", change.old.as_ref()), wrap("ins", change.new.as_ref()))
}
