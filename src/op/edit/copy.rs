//! `clone` as edits: each message gets the fields of a copy, and keeps all other bytes.

use std::collections::HashMap;

use super::EditRecord;
use super::splice::Spliced;
use crate::format::ids::{Scope, Site};
use crate::format::listing::MessageNodes;
use crate::format::{Copying, NewMember, Sites, Usage};
use crate::json::{At, Edit, Node, Span, Text, quoted, sort_edits};
use crate::model::Message;
use crate::report::{Refused, Report, loss};

/// The record, and the copied messages.
pub(in crate::op) struct Copies<'c, 'a> {
    /// The messages, and the options for each copy.
    pub(in crate::op) messages: Vec<(&'c Message<'a>, Copying)>,
    /// The new id of the record, if that is copied too. `None`: only the messages, as a list.
    pub(in crate::op) record_id: Option<String>,
    /// A single message is also written as a list.
    pub(in crate::op) is_list: bool,
}

/// The text of the copies; true if it is a record with the shape of the source.
pub(in crate::op) fn copy(
    record: &EditRecord<'_, '_, '_>,
    copies: &Copies<'_, '_>,
    report: &mut Report,
) -> Result<(String, bool), Refused> {
    let nodes = nodes(record, copies);
    let is_whole = copies.record_id.is_some();
    if nodes.is_none() && (!is_whole || record.format.program.is_some()) {
        let message = "only messages of a list can be copied one by one";
        return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), message));
    }
    let mut edits = new_ids(record, copies);
    if let Some(program) = record.format.program {
        for ((message, copying), node) in copies.messages.iter().zip(nodes.iter().flatten()) {
            let members = (program.copy)(message, *node, copying);
            for member in &members {
                report_replaced(member, report);
                edits.push(set(record.text, member));
            }
        }
    }
    sort_edits(&mut edits);
    if is_whole {
        return Ok((Spliced::of_edits(record.text.len(), edits).text(record.text), true));
    }
    let nodes = nodes.unwrap_or_default();
    let texts: Vec<_> = nodes.iter().map(|node| within(record.text, node.span(), &edits)).collect();
    let is_bare = texts.len() == 1 && !copies.is_list;
    Ok((if is_bare { texts.concat() } else { format!("[{}]", texts.join(",")) }, false))
}

/// The source objects of the messages.
fn nodes<'t, 'a>(record: &EditRecord<'_, 't, 'a>, copies: &Copies<'_, '_>) -> Option<Vec<Node<'t, 'a>>> {
    let find = record.format.shape.listing?.find;
    let listed = find(record.root);
    let items: Vec<_> = match listed.messages {
        // Without the fields next to the list, its media files would be missing.
        MessageNodes::Items(_) if listed.has_files => return None,
        MessageNodes::Items(list) => list.items().collect(),
        MessageNodes::One(node) | MessageNodes::Members(node, _) => vec![node],
        MessageNodes::None => return None,
    };
    let item = |at: At| items.get(items.partition_point(|item| item.at() <= at).checked_sub(1)?).copied();
    copies.messages.iter().map(|(message, _)| item(message.at)).collect()
}

/// New ids for messages, for references to them, and for the record.
fn new_ids(record: &EditRecord<'_, '_, '_>, copies: &Copies<'_, '_>) -> Vec<Edit> {
    let Some(ids) = record.format.shape.ids else { return Vec::new() };
    let mut sites = Sites::default();
    (ids.walk)(record.root, &mut sites);
    sites.sort();
    let (mut renamed, mut nameless) = (HashMap::new(), Vec::new());
    for (message, copying) in &copies.messages {
        match &message.details().id {
            Some(old) => drop(renamed.insert(old.decode_json().into_owned(), copying.id.as_str())),
            None => nameless.push(copying.id.as_str()),
        }
    }
    let mut nameless = nameless.into_iter();
    let has_program = record.format.program.is_some();
    let decoded = |site: &Site| Text::Token(site.token(record.text).trim_matches('"')).decode_json().into_owned();
    let own = record.conversation.id.as_ref().map(|id| id.decode_json().into_owned());
    let is_own = |site: &Site| own.as_ref().is_some_and(|own| *own == decoded(site));
    let mut new = |site: &Site| {
        let is_named = site.usage == Usage::Names;
        match site.scope {
            // The program's fields include it.
            Scope::Message if is_named && has_program => None,
            Scope::Message if is_named && site.is_missing => nameless.next(),
            Scope::Message | Scope::Call if matches!(site.usage, Usage::Names | Usage::Points) => {
                renamed.get(&decoded(site)).copied()
            }
            scope if scope == ids.conversation && is_named && !site.is_missing && is_own(site) => {
                copies.record_id.as_deref()
            }
            Scope::Message | Scope::Call | Scope::Run | Scope::Thread | Scope::Conversation => None,
        }
    };
    let mut edits = Vec::new();
    for site in &sites.list {
        let Some(id) = new(site).filter(|id| !id.is_empty()) else { continue };
        edits.push(put(record.text, &sites, site, &quoted(id)));
    }
    edits
}

/// Replaces a value, or adds a member if there is none.
fn put(text: &str, sites: &Sites, site: &Site, value: &str) -> Edit {
    let Some(member) = sites.missing_member(site) else {
        return Edit { span: site.span(), text: site.spell(value).into_owned() };
    };
    let mut bytes = Vec::new();
    member.write(text, sites.key(member), value, false, &mut bytes);
    Edit { span: site.span(), text: String::from_utf8(bytes).unwrap_or_default() }
}

/// Reports the old value that an object replaces, unless it is null or an object.
fn report_replaced(member: &NewMember<'_, '_>, report: &mut Report) {
    let old = member.object.get(member.key).filter(|old| !old.is_null() && !old.is_object());
    if let Some(old) = old.filter(|_| member.value.starts_with('{')) {
        report.drop_field(old.at(), &Text::owned(member.key));
    }
}

fn set(text: &str, member: &NewMember<'_, '_>) -> Edit {
    if let Some(old) = member.object.get(member.key) {
        return Edit { span: old.span(), text: member.value.clone() };
    }
    let mut sites = Sites::default();
    sites.member(Scope::Message, Usage::Names, member.object, None, member.key, member.after);
    let nowhere = Edit { span: Span { start: 0, end: 0 }, text: String::new() };
    sites.list.first().map_or(nowhere, |site| put(text, &sites, site, &member.value))
}

/// A piece of a text, with the edits in it.
fn within(text: &str, span: Span, edits: &[Edit]) -> String {
    let mut piece = String::new();
    let mut done = span.start;
    for edit in edits.iter().filter(|edit| edit.span.start >= span.start && edit.span.end <= span.end) {
        piece.push_str(text.get(done..edit.span.start).unwrap_or_default());
        piece.push_str(&edit.text);
        done = edit.span.end;
    }
    piece.push_str(text.get(done..span.end).unwrap_or_default());
    piece
}
