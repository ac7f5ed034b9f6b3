//! One page that shows two files side by side: no scripts, nothing loaded, everything escaped.

use turnwise::op::diff::{ComparedRecords, LineTag, MessageRow, RecordChange, RowKind, ShownValue, Stretch, tagged};

use super::human::title;
use crate::cli::terminal::clean_block;

const STYLE: &str = "body{font:14px/1.45 system-ui,sans-serif;margin:1.5em;color:#1f2328;background:#fff}\
h1{font-size:1.3em}h2{font-size:1.05em;margin:1.6em 0 .4em}table{border-collapse:collapse;width:100%;table-layout:fixed}\
td{vertical-align:top;width:50%;padding:.4em .6em;border:1px solid #d1d9e0}pre{margin:0;white-space:pre-wrap;\
overflow-wrap:anywhere;font:12px/1.45 ui-monospace,monospace}del,.old{background:#ffebe9;text-decoration:none}\
ins,.new{background:#dafbe1;text-decoration:none}.skip td{color:#59636e;text-align:center;background:#f6f8fa}\
.note{color:#59636e}ul{margin:.3em 0;padding-left:1.4em}code{font:12px ui-monospace,monospace}\
@media(prefers-color-scheme:dark){body{color:#f0f6fc;background:#0d1117}td{border-color:#3d444d}\
del,.old{background:#5c1f24}ins,.new{background:#12401f}.skip td{background:#151b23}}";

/// Text that is not markup, and does nothing to a terminal or a reader either.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in clean_block(text).chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// Text of several lines.
fn block(text: &str) -> String {
    text.split('\n').map(escape).collect::<Vec<_>>().join("\n")
}

/// The beginning of every page.
pub(crate) const OPENING: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta http-equiv=\"\
     Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n<meta \
     name=\"viewport\" content=\"width=device-width\">\n<title>";

/// The text before the first record.
pub(crate) fn head(names: &[String; 2]) -> String {
    let [a, b] = names.each_ref().map(|name| escape(name));
    format!("{OPENING}{a} → {b}</title>\n<style>{STYLE}</style></head>\n<body>\n<h1>{a} → {b}</h1>\n")
}

/// The text before the records of a file in two folders.
pub(crate) fn file(path: &str) -> String {
    format!("<h2>{}</h2>\n", escape(path))
}

/// The note about a file without records: it is in one folder only, or cannot be read.
pub(crate) fn note(path: &str, note: &str) -> String {
    format!("{}<p class=\"note\">{}</p>\n", file(path), escape(note))
}

/// The text after the last record.
pub(crate) fn tail(total: &str) -> String {
    format!("<p class=\"note\">{}</p>\n</body></html>\n", escape(total))
}

/// A pair of records.
pub(crate) fn record(pair: &ComparedRecords<'_>) -> String {
    let moved = if pair.is_moved { ", moved" } else { "" };
    let mut text = format!("<h2>{}{moved}</h2>\n", escape(&title(pair)));
    if pair.is_coarse {
        text.push_str("<p class=\"note\">Too much differs to be told exactly: coarser than usual.</p>\n");
    }
    let outside: Vec<_> = pair.changes.iter().filter(|change| message_of(change) == (None, None)).collect();
    text.push_str(&list(&outside));
    text.push_str("<table>\n");
    let mut skipped = 0;
    let mut rest = pair.changes.iter().filter(|change| message_of(change) != (None, None)).peekable();
    for row in pair.rows {
        if row.kind == RowKind::Same {
            skipped += 1;
            continue;
        }
        skip(&mut skipped, &mut text);
        let mut own = Vec::new();
        // Changes come in the order of the rows.
        while let Some(change) = rest.next_if(|change| is_of(change, row)) {
            own.push(change);
        }
        text.push_str(&two_columns(pair, row, &own));
    }
    skip(&mut skipped, &mut text);
    let left: Vec<_> = rest.collect();
    text.push_str("</table>\n");
    text.push_str(&list(&left));
    text
}

fn message_of(change: &RecordChange) -> (Option<usize>, Option<usize>) {
    (change.a.as_ref().and_then(|it| it.message), change.b.as_ref().and_then(|it| it.message))
}

fn is_of(change: &RecordChange, row: &MessageRow) -> bool {
    let (a, b) = message_of(change);
    row.kind != RowKind::MovedAway && ((a.is_some() && a == row.a) || (b.is_some() && b == row.b))
}

fn skip(count: &mut usize, text: &mut String) {
    if *count > 0 {
        let plural = if *count == 1 { "" } else { "s" };
        text.push_str(&format!("<tr class=\"skip\"><td colspan=\"2\">{count} message{plural} the same</td></tr>\n"));
    }
    *count = 0;
}

fn two_columns(pair: &ComparedRecords<'_>, row: &MessageRow, changes: &[&RecordChange]) -> String {
    let lines = |side: usize, message: Option<usize>| message.map(|it| pair.lines(side, it)).unwrap_or_default();
    let (old, new) = match row.kind {
        RowKind::MovedAway => (lines(0, row.a), Vec::new()),
        RowKind::MovedHere => (Vec::new(), lines(1, row.b)),
        RowKind::Same | RowKind::Edited | RowKind::Deleted | RowKind::Inserted => (lines(0, row.a), lines(1, row.b)),
    };
    let (mut left, mut right) = (String::new(), String::new());
    for (tag, line) in tagged(&old, &new) {
        let text = |lines: &[String]| lines.get(line).map(|line| escape(line)).unwrap_or_default();
        match tag {
            LineTag::Same => {
                left.push_str(&format!("{}\n", text(&new)));
                right.push_str(&format!("{}\n", text(&new)));
            }
            LineTag::Old => left.push_str(&format!("<span class=\"old\">{}</span>\n", text(&old))),
            LineTag::New => right.push_str(&format!("<span class=\"new\">{}</span>\n", text(&new))),
        }
    }
    let note = match row.kind {
        RowKind::MovedAway => "<p class=\"note\">moved away</p>",
        RowKind::MovedHere => "<p class=\"note\">moved here</p>",
        RowKind::Same | RowKind::Edited | RowKind::Deleted | RowKind::Inserted => "",
    };
    let below = list(changes);
    let below = if below.is_empty() { below } else { format!("<tr><td colspan=\"2\">{below}</td></tr>\n") };
    format!("<tr><td><pre>{left}</pre></td><td><pre>{right}</pre>{note}</td></tr>\n{below}")
}

/// The changes of a message, with the words that differ.
fn list(changes: &[&RecordChange]) -> String {
    let is_told = |change: &&&RecordChange| !change.path.is_empty();
    let items: Vec<_> = changes.iter().filter(is_told).map(|change| format!("<li>{}</li>", item(change))).collect();
    if items.is_empty() { String::new() } else { format!("<ul>{}</ul>", items.join("")) }
}

fn item(change: &RecordChange) -> String {
    let place = change.b.as_ref().or(change.a.as_ref()).map_or("", |place| place.pointer.as_str());
    let head = format!(
        "{} <code>{}</code> <code class=\"note\">{}</code>",
        change.kind.name(),
        escape(&change.path),
        escape(place)
    );
    let (old, new) =
        (change.old.as_ref().map_or("", ShownValue::text), change.new.as_ref().map_or("", ShownValue::text));
    if change.words.is_empty() {
        let wrap = |tag: &str, text: &str| {
            if text.is_empty() { String::new() } else { format!(" <{tag}>{}</{tag}>", block(text)) }
        };
        return format!("{head}{}{}", wrap("del", old), wrap("ins", new));
    }
    let words: String = change
        .words
        .iter()
        .map(|stretch| match stretch {
            Stretch::Same(range) => block(old.get(range.clone()).unwrap_or_default()),
            Stretch::Gone(range) => format!("<del>{}</del>", block(old.get(range.clone()).unwrap_or_default())),
            Stretch::New(range) => format!("<ins>{}</ins>", block(new.get(range.clone()).unwrap_or_default())),
        })
        .collect();
    format!("{head}<pre>{words}</pre>")
}
