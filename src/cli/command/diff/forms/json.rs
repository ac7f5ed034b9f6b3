//! `{"records":[{"a":{…},"b":{…},"changes":[…]}],"summary":{…}}`, one line per record.

use turnwise::json::quoted;
use turnwise::op::diff::{
    ChangeKind, ChangePlace, ComparedRecords, Counts, DiffSummary, RecordChange, RecordRef, ShownValue,
};

use super::FolderCounts;

/// The text before the first record.
pub(crate) const HEAD: &str = "{\"records\":[";
/// The text before the first file of two folders.
pub(crate) const FILES: &str = "{\"files\":[";

fn pointer(place: Option<&ChangePlace>) -> String {
    place.map_or_else(|| "null".to_owned(), |place| quoted(&place.pointer))
}

fn value(shown: Option<&ShownValue>) -> String {
    shown.map_or_else(|| "null".to_owned(), ShownValue::json)
}

fn change(change: &RecordChange) -> String {
    let mut text = format!(
        "{{\"kind\":\"{}\",\"a\":{},\"b\":{},\"path\":{},\"old\":{},\"new\":{}",
        change.kind.name(),
        pointer(change.a.as_ref()),
        pointer(change.b.as_ref()),
        quoted(&change.path),
        value(change.old.as_ref()),
        value(change.new.as_ref()),
    );
    if !change.others.is_empty() {
        let others: Vec<_> = change.others.iter().map(|place| quoted(&place.pointer)).collect();
        text.push_str(&format!(",\"others\":[{}]", others.join(",")));
    }
    text.push('}');
    text
}

fn reference(record: Option<&RecordRef>) -> String {
    let Some(record) = record else { return "null".to_owned() };
    let id = record.id.as_ref().map_or_else(|| "null".to_owned(), |id| quoted(id));
    format!(
        "{{\"record\":{},\"id\":{id},\"line\":{},\"format\":\"{}\",\"messages\":{}}}",
        record.record + 1,
        record.line,
        record.format,
        record.messages
    )
}

/// One pair of records.
pub(crate) fn record(pair: &ComparedRecords<'_>, is_first: bool) -> String {
    let changes: Vec<_> = pair.changes.iter().map(change).collect();
    let mut text = format!(
        "{}\n{{\"a\":{},\"b\":{},",
        if is_first { "" } else { "," },
        reference(pair.a.as_ref()),
        reference(pair.b.as_ref())
    );
    if pair.is_moved {
        text.push_str("\"moved\":true,");
    }
    if pair.is_coarse {
        text.push_str("\"coarse\":true,");
    }
    text.push_str(&format!("\"changes\":[{}]}}", changes.join(",\n")));
    text
}

fn kinds(counts: &Counts) -> String {
    let kinds: Vec<_> =
        ChangeKind::ALL.iter().map(|kind| format!("\"{}\":{}", kind.name(), counts.of(*kind))).collect();
    format!("{{{}}}", kinds.join(","))
}

/// The text after the last record.
pub(crate) fn tail(summary: &DiffSummary) -> String {
    format!(
        "],\"summary\":{{\"records\":[{},{}],\"same\":{},\"changed\":{},\"deleted\":{},\"inserted\":{},\"moved\":{},\
         \"coarse\":{},\"changes\":{}}}}}",
        summary.records[0],
        summary.records[1],
        summary.same,
        summary.changed,
        summary.deleted,
        summary.inserted,
        summary.moved,
        summary.coarse,
        kinds(&summary.counts),
    )
}

/// The text after the last file of two folders. Records of files with equal bytes are not counted.
pub(crate) fn files(files: &FolderCounts, summary: &DiffSummary) -> String {
    format!(
        "],\"summary\":{{\"files\":{{\"same\":{},\"changed\":{},\"deleted\":{},\"inserted\":{},\"failed\":{}}},\
         \"changed\":{},\"deleted\":{},\"inserted\":{},\"moved\":{},\"coarse\":{},\"changes\":{}}}}}",
        files.same,
        files.changed,
        files.deleted,
        files.inserted,
        files.failed,
        summary.changed,
        summary.deleted,
        summary.inserted,
        summary.moved,
        summary.coarse,
        kinds(&summary.counts),
    )
}
