//! The edits that fix findings of a record: some belong to one finding, others to the whole record.

use crate::json::short_lists;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::data_set::{nuls, separators};
use super::media;
use super::site::FixSite;
use crate::format::Format;
use crate::json::{Edit, Node, Span, Text, each_half, quoted};
use crate::report::{Diagnostic, FixMethod, SuggestedEdit};

/// A record that is to be fixed.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) struct FixedText<'t, 'a> {
    pub(in crate::op) root: Node<'t, 'a>,
    pub(in crate::op) text: &'a str,
    pub(in crate::op) format: &'static Format,
    /// All values of the text together are the record.
    pub(in crate::op) is_sequence: bool,
}

/// The edits for the findings that a method fixes, grouped by findings.
pub(super) fn edits_of(method: FixMethod, findings: &[&Diagnostic], record: &FixedText<'_, '_>) -> Vec<Vec<Edit>> {
    let FixedText { root, text, format, .. } = *record;
    let all = match method {
        FixMethod::EscapeSeparators => separators(text).filter_map(|at| escape(text, at)).collect(),
        FixMethod::ReplaceHalves => {
            let mut edits = Vec::new();
            each_half(text, &mut |start| edits.push(replace(start, start + 6, "\\ufffd")));
            edits
        }
        FixMethod::RemoveNul => nuls(text).map(|start| replace(start, start + 6, "")).collect(),
        FixMethod::StandardBase64 => {
            format.shape.media.map(|find| media::standard_base64(root, find)).unwrap_or_default()
        }
        FixMethod::MediaType => format.shape.media.map(|find| media::media_types(root, find)).unwrap_or_default(),
        FixMethod::RemoveBlankLines => blank_lines(record),
        FixMethod::AddLineEnd => {
            let end = text.len();
            let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
            let is_lines = record.is_sequence && !text.ends_with('\n');
            is_lines.then(|| replace(end, end, line_end)).into_iter().collect()
        }
        // These require the conversation.
        FixMethod::CallIds
        | FixMethod::MessageIds
        | FixMethod::SchemaTypes
        | FixMethod::SchemaNulls
        | FixMethod::Repair
        | FixMethod::RemoveRecord => Vec::new(),
        FixMethod::Suggested
        | FixMethod::RemoveRepeatedMember
        | FixMethod::RemoveRepeatedItem
        | FixMethod::RemoveValue
        | FixMethod::RemoveItem
        | FixMethod::Trim
        | FixMethod::TrimEnd => {
            let mut placed: Vec<_> = findings.iter().filter_map(|it| Some((it.at.offset()?, *it))).collect();
            short_lists::sort_by_key(&mut placed, |(offset, _)| *offset);
            let offsets: Vec<_> = placed.iter().map(|(offset, _)| *offset).collect();
            let sites = FixSite::find(root, &offsets, record.is_sequence).into_iter().zip(&placed);
            let sites = sites.filter_map(|(site, (_, finding))| Some((site?, *finding)));
            if method == FixMethod::RemoveRepeatedMember {
                return repeated_members(&sites.map(|(site, _)| site).collect::<Vec<_>>());
            }
            return sites.filter_map(|(site, finding)| Some(vec![at_site(method, finding, &site)?])).collect();
        }
    };
    if all.is_empty() { Vec::new() } else { vec![all] }
}

/// The suggested edits of findings, without overlapping ones.
pub(in crate::op) fn suggested_edits(findings: &[Diagnostic], record: &FixedText<'_, '_>) -> Vec<Edit> {
    let findings: Vec<_> = findings.iter().filter(|finding| finding.edit.is_some()).collect();
    disjoint(edits_of(FixMethod::Suggested, &findings, record))
}

/// The edit of one finding.
fn at_site(method: FixMethod, finding: &Diagnostic, site: &FixSite<'_, '_>) -> Option<Edit> {
    match method {
        FixMethod::Suggested => suggested(finding.edit.as_deref()?, site),
        FixMethod::RemoveRepeatedItem => site.remove_repeated_item(),
        FixMethod::RemoveValue => site.remove(),
        FixMethod::RemoveItem => site.remove_item(),
        FixMethod::Trim => trimmed(site.value, true),
        FixMethod::TrimEnd => trimmed(site.value, false),
        FixMethod::EscapeSeparators
        | FixMethod::ReplaceHalves
        | FixMethod::RemoveNul
        | FixMethod::RemoveRepeatedMember
        | FixMethod::StandardBase64
        | FixMethod::MediaType
        | FixMethod::CallIds
        | FixMethod::MessageIds
        | FixMethod::SchemaTypes
        | FixMethod::SchemaNulls
        | FixMethod::RemoveBlankLines
        | FixMethod::AddLineEnd
        | FixMethod::Repair
        | FixMethod::RemoveRecord => None,
    }
}

/// Removes members at these places that repeat an earlier key and value: those of one object together.
fn repeated_members(sites: &[FixSite<'_, '_>]) -> Vec<Vec<Edit>> {
    let mut groups = Vec::new();
    let parent_of = |site: &FixSite<'_, '_>| site.parent().map(|parent| parent.span().start);
    for sites in sites.chunk_by(|one, other| parent_of(one) == parent_of(other)) {
        let keys: HashSet<_> =
            sites.iter().filter_map(|site| Some(site.key()?.text()?.decode_json().into_owned())).collect();
        let Some(parent) = sites.first().and_then(FixSite::parent) else { continue };
        let mut seen: HashMap<_, Text<'_>> = HashMap::new();
        let (mut edits, mut before) = (Vec::new(), None);
        for (key, value) in parent.members() {
            let (key, end) = (key.text().unwrap_or_default(), value.span().end);
            let member = (key.decode_json().into_owned(), value.raw());
            if let (Some(start), true) = (before, keys.contains(&member.0))
                && seen.get(&member).is_some_and(|first| first.same(&key))
            {
                edits.push(replace(start, end, ""));
            }
            seen.entry(member).or_insert(key);
            before = Some(end);
        }
        groups.push(edits);
    }
    groups
}

fn suggested(edit: &SuggestedEdit, site: &FixSite<'_, '_>) -> Option<Edit> {
    match edit {
        SuggestedEdit::Value(json) => Some(Edit { span: site.value.span(), text: json.clone() }),
        SuggestedEdit::Key(word) => {
            let is_free = site.parent()?.get(word).is_none();
            let span = site.key().filter(|_| is_free)?.span();
            Some(Edit { span, text: quoted(word) })
        }
        SuggestedEdit::Remove => site.remove(),
    }
}

/// White space at the ends of a string, in any spelling.
const SPACES: [&str; 5] = [" ", "\\n", "\\t", "\\r", "\\u0020"];

/// A string without the white space at its ends. A string of nothing else stays.
fn trimmed(value: Node<'_, '_>, at_both_ends: bool) -> Option<Edit> {
    let token = value.token()?;
    let mut rest = token;
    while let Some(shorter) = SPACES.iter().find_map(|space| rest.strip_suffix(space)) {
        // The end of an escaped backslash and a letter.
        let backslashes = shorter.bytes().rev().take_while(|byte| *byte == b'\\').count();
        if backslashes % 2 == 1 {
            break;
        }
        rest = shorter;
    }
    while let Some(shorter) = SPACES.iter().find_map(|space| rest.strip_prefix(space)).filter(|_| at_both_ends) {
        rest = shorter;
    }
    (!rest.is_empty() && rest != token).then(|| Edit { span: value.span(), text: format!("\"{rest}\"") })
}

/// Removes the blank lines of a record whose values are on separate lines.
fn blank_lines(record: &FixedText<'_, '_>) -> Vec<Edit> {
    let lines = if record.is_sequence { record.text } else { "" };
    let (mut start, mut edits) = (0, Vec::new());
    for line in lines.split_inclusive('\n') {
        if line.trim().is_empty() {
            edits.push(replace(start, start + line.len(), ""));
        }
        start += line.len();
    }
    edits
}

/// A character in escaped form.
fn escape(text: &str, at: usize) -> Option<Edit> {
    let character = text.get(at..)?.chars().next()?;
    Some(replace(at, at + character.len_utf8(), &format!("\\u{:04x}", u32::from(character))))
}

fn replace(start: usize, end: usize, text: &str) -> Edit {
    Edit { span: Span { start, end }, text: text.to_owned() }
}

/// The edits that do not overlap: the first one by place is applied, the others are deferred.
pub(super) fn disjoint(mut groups: Vec<Vec<Edit>>) -> Vec<Edit> {
    short_lists::sort_by_key(&mut groups, |edits| edits.first().map(|edit| edit.span));
    let mut taken: BTreeMap<usize, Edit> = BTreeMap::new();
    for edits in groups {
        let is_free = |edit: &Edit| {
            let before = taken.range(..=edit.span.start).next_back();
            let after = taken.range(edit.span.start..).next();
            before.is_none_or(|(start, before)| *start < edit.span.start && before.span.end <= edit.span.start)
                && after.is_none_or(|(start, _)| edit.span.end <= *start && edit.span.start < *start)
        };
        if edits.iter().all(is_free) {
            taken.extend(edits.into_iter().map(|edit| (edit.span.start, edit)));
        }
    }
    taken.into_values().collect()
}
