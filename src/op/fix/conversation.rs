//! Fixes that need the conversation of a record: ids of calls, schemas of tools, and the repairs of `convert --repair`.

use super::super::convert::ContentOptions;
use super::super::edit::{EditRecord, Edited, Wanted, edit};
use super::super::migrate_ids::{IdFormat, NewIds, RecordTree, renew};
use super::super::reader::read_as;
use super::edits::FixedText;
use super::site::FixSite;
use crate::format::{Container, Reading, WriteOptions};
use crate::json::{Edit, Node, RecordText, Span, Tape, quoted, sort_edits};
use crate::lower::{Policy, schema_types};
use crate::model::Conversation;
use crate::report::Report;
use crate::rule::tool_schema::{NAMED, each_schema, is_null_keyword, odd_types};

fn read<'a>(record: &FixedText<'_, 'a>, scratch: &mut Tape) -> Option<Conversation<'a>> {
    let mut reading = Reading { report: &mut Report::keeping(0), scratch, columns: None, programs: None };
    let mut conversation = read_as(record.format, record.root, &mut reading).ok()?;
    conversation.source.text = record.text;
    Some(conversation)
}

/// New ids for the calls whose ids the service rejects, and for their results.
pub(super) fn call_ids(record: &FixedText<'_, '_>, policy: &Policy) -> Vec<Edit> {
    let (Some(ids), Some(rule)) = (record.format.shape.ids, policy.tools.calls.ids) else { return Vec::new() };
    let tree = RecordTree { root: record.root, text: record.text };
    let renewed = renew(tree, IdFormat { ids, name: record.format.name }, NewIds::InvalidCalls(rule));
    renewed.map(|renewed| renewed.edits).unwrap_or_default()
}

/// Ids for the messages that have none.
pub(super) fn message_ids(record: &FixedText<'_, '_>) -> Vec<Edit> {
    let Some(ids) = record.format.shape.ids else { return Vec::new() };
    let tree = RecordTree { root: record.root, text: record.text };
    let renewed = renew(tree, IdFormat { ids, name: record.format.name }, NewIds::MissingMessages);
    renewed.map(|renewed| renewed.edits).unwrap_or_default()
}

/// Converts Python type names to those of JSON Schema.
pub(super) fn schema_types(record: &FixedText<'_, '_>, scratch: &mut Tape) -> Vec<Edit> {
    schema_edits(record, scratch, |schema| {
        let meant = odd_types(schema).into_iter();
        meant.filter_map(|kind| Some(Edit { span: kind.span(), text: quoted(schema_types::meant(kind)?) })).collect()
    })
}

/// Removes null where a service requires a schema or the value of a keyword.
pub(super) fn schema_nulls(record: &FixedText<'_, '_>, scratch: &mut Tape) -> Vec<Edit> {
    schema_edits(record, scratch, |schema| {
        let mut edits = Vec::new();
        each_schema(schema, &mut |schema| {
            edits.extend(removals(schema, is_null_keyword));
            let named = schema.members().filter(|(key, _)| NAMED.iter().any(|named| key.is(named)));
            edits.extend(named.flat_map(|(_, schemas)| removals(schemas, |_, schema| schema.is_null())));
        });
        edits
    })
}

/// Removes members of an object, with the commas between them.
fn removals(object: Node<'_, '_>, is_removed: fn(Node<'_, '_>, Node<'_, '_>) -> bool) -> Vec<Edit> {
    let (mut edits, mut kept_end, mut removed) = (Vec::new(), None, None::<Span>);
    for (key, value) in object.members() {
        let (start, end) = (key.span().start, value.span().end);
        if is_removed(key, value) {
            removed = Some(Span { start: removed.map_or(kept_end.unwrap_or(start), |it| it.start), end });
        } else {
            let until = if kept_end.is_none() { start } else { removed.map_or(start, |it| it.end) };
            edits.extend(removed.take().map(|it| Span { start: it.start, end: until }));
            kept_end = Some(end);
        }
    }
    edits.extend(removed);
    edits.into_iter().map(|span| Edit { span, text: String::new() }).collect()
}

/// The edits of the schemas of tools.
fn schema_edits(
    record: &FixedText<'_, '_>,
    scratch: &mut Tape,
    edits_of: impl Fn(Node<'_, '_>) -> Vec<Edit>,
) -> Vec<Edit> {
    let Some(conversation) = read(record, scratch) else { return Vec::new() };
    let source = RecordText::new(record.text);
    let mut edits = Vec::new();
    for tool in &conversation.tools {
        let span = tool.parameters.as_ref().and_then(|schema| source.span_of(schema.as_str()));
        let schema = span.and_then(|span| FixSite::find(record.root, &[span.start], record.is_sequence).pop()?);
        edits.extend(schema.map(|schema| edits_of(schema.value)).unwrap_or_default());
    }
    sort_edits(&mut edits);
    edits.dedup();
    edits
}

/// The text of a record that `convert --repair` would write if the format stays the same.
pub(super) fn repaired(record: &FixedText<'_, '_>, scratch: &mut Tape) -> Option<String> {
    let FixedText { root, text, format, is_sequence } = *record;
    let conversation = read(record, scratch)?;
    let edited = EditRecord { format, conversation: &conversation, root, text, is_sequence };
    let write = WriteOptions { container: Container::Kept, ..WriteOptions::default() };
    let content = ContentOptions { repair: true, ..ContentOptions::default() };
    let wanted = Wanted { branch: None, content: &content, has_old_forms: false, write };
    match edit(&edited, &wanted, scratch, &mut Report::keeping(0)).ok()? {
        Edited::Text(new) => Some(new),
        Edited::Same | Edited::Cannot => None,
    }
}
