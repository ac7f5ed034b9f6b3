//! GitHub Actions annotations: `::notice file=b.jsonl,line=3,title=edit::text at /messages/1/content`.

use turnwise::op::diff::{ComparedRecords, RecordChange};

use crate::cli::print::github::{message, property};

fn line(file: &str, line: u64, title: &str, text: &str) -> String {
    format!("::notice file={},line={line},title={}::{}\n", property(file), property(title), message(text))
}

/// A file in only one folder: 0 is A, 1 is B.
pub(crate) fn file(name: &str, side: usize) -> String {
    let (title, text) =
        if side == 0 { ("deleted", "only A has this file") } else { ("inserted", "only B has this file") };
    line(name, 1, title, text)
}

/// An annotation for each change.
pub(crate) fn record(pair: &ComparedRecords<'_>, names: &[String; 2]) -> String {
    let [a, b] = names;
    match (&pair.a, &pair.b) {
        (Some(record), None) => line(a, record.line, "deleted", "only A has this conversation"),
        (None, Some(record)) => line(b, record.line, "inserted", "only B has this conversation"),
        _ => {
            let moved = pair.b.as_ref().filter(|_| pair.is_moved);
            let moved = moved.map(|record| line(b, record.line, "moved", "this conversation was elsewhere in A"));
            moved.into_iter().chain(pair.changes.iter().map(|change| one(change, names))).collect()
        }
    }
}

fn one(change: &RecordChange, [a, b]: &[String; 2]) -> String {
    let (file, place) = match (&change.a, &change.b) {
        (_, Some(place)) => (b, Some(place)),
        (place, None) => (a, place.as_ref()),
    };
    let pointer = place.map_or("", |place| place.pointer.as_str());
    let what = if change.path.is_empty() { "message" } else { change.path.as_str() };
    let value =
        |shown: &Option<turnwise::op::diff::ShownValue>| shown.as_ref().map(|it| super::human::excerpt(it.text(), 60));
    let values = match (value(&change.old), value(&change.new)) {
        (Some(old), Some(new)) => format!(": {old} → {new}"),
        (Some(old), None) => format!(": − {old}"),
        (None, Some(new)) => format!(": + {new}"),
        (None, None) => String::new(),
    };
    let text = format!(
        "{what} {} at {}{values}",
        super::past_tense(change.kind),
        if pointer.is_empty() { "/" } else { pointer }
    );
    line(file, place.map_or(1, |place| place.line.max(1)), change.kind.name(), &text)
}
