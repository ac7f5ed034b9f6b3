//! The edits that replace bytes by a reference, and a reference by bytes.
//!
//! Nothing is edited if the reference could not restore the exact bytes of the record.

use super::{MediaPlace, MediaState, TypePlace, Word};
use crate::json::{Edit, Node, Span, escape_into, sort_edits};

/// Edits that make bytes of a reference. The bytes themselves, as base64, are added by the caller that applies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineEdits {
    /// The edits, in order.
    pub edits: Vec<Edit>,
    /// Which of them contains the bytes, and where in its text they belong.
    pub bytes: (usize, usize),
}

impl MediaPlace<'_, '_> {
    /// Puts `reference`, which needs no escapes, instead of the bytes of this record.
    ///
    /// Nothing if the round trip would not give the same bytes: the tokens are spelled or ordered in a way of their own.
    #[must_use]
    pub fn to_reference(&self, record: &str, reference: &str) -> Option<Vec<Edit>> {
        if self.state != MediaState::Inline {
            return None;
        }
        let mut edits = Vec::with_capacity(4);
        for Word { token, bytes, reference, object } in self.words.iter().flatten() {
            if token.raw() != quoted(bytes) || object.is_some_and(|object| object.get(reference).is_some()) {
                return None;
            }
            edits.push(Edit { span: token.span(), text: quoted(reference) });
        }
        let inner = inside(self.value);
        // A type that is before the bytes goes with them; the round trip writes it at the same place in the same way.
        if let TypePlace::Before(key, at) = self.media_type {
            let ((type_key, type_value), data_key) = (at?, self.key?);
            let (type_span, data_span) = (type_key.span(), data_key.span());
            let comma = record.get(type_value.span().end..data_span.start)?;
            let colon = record.get(type_span.end..type_value.span().start)?;
            let is_regular = type_key.raw() == quoted(key)
                && comma == comma_before(record, type_span.start)?
                && colon == record.get(data_span.end..self.value.span().start)?;
            if !is_regular {
                return None;
            }
            edits.push(Edit { span: Span { start: type_span.start, end: data_span.start }, text: String::new() });
        }
        edits.push(Edit { span: inner, text: reference.to_owned() });
        sort_edits(&mut edits);
        Some(edits)
    }

    /// Puts bytes of this type, which needs no escapes, instead of the reference. `is_kept`: a type that the record
    /// states stays as it is. `has_slashes`: slashes are written with a backslash.
    #[must_use]
    pub fn to_inline(&self, record: &str, media_type: &str, is_kept: bool, has_slashes: bool) -> Option<InlineEdits> {
        if self.state != MediaState::Reference {
            return None;
        }
        let media_type = spelled(media_type, has_slashes);
        let mut edits = Vec::with_capacity(4);
        for Word { token, bytes, object, .. } in self.words.iter().flatten() {
            if object.is_some_and(|object| object.get(bytes).is_some()) {
                return None;
            }
            edits.push(Edit { span: token.span(), text: quoted(bytes) });
        }
        let inner = inside(self.value);
        match self.media_type {
            TypePlace::None => {}
            TypePlace::Member(node) if is_kept && node.is_string() => {}
            TypePlace::Member(node) => edits.push(Edit { span: node.span(), text: format!("\"{media_type}\"") }),
            TypePlace::Missing(key) => {
                // After the bytes, spaced as they are.
                let (colon, comma) = self.gaps(record)?;
                let end = self.value.span().end;
                let text = format!("{comma}\"{key}\"{colon}\"{media_type}\"");
                edits.push(Edit { span: Span { start: end, end }, text });
            }
            TypePlace::Before(_, Some((_, node))) if is_kept && node.is_string() => {}
            TypePlace::Before(_, Some((_, node))) => {
                edits.push(Edit { span: node.span(), text: format!("\"{media_type}\"") });
            }
            TypePlace::Before(key, None) => {
                let (colon, comma) = self.gaps(record)?;
                let start = self.key?.span().start;
                let text = format!("\"{key}\"{colon}\"{media_type}\"{comma}");
                edits.push(Edit { span: Span { start, end: start }, text });
            }
        }
        let head = if self.is_data_url { format!("data:{media_type};base64,") } else { String::new() };
        let at = head.len();
        edits.push(Edit { span: inner, text: head });
        sort_edits(&mut edits);
        let index = edits.iter().position(|edit| edit.span == inner)?;
        Some(InlineEdits { edits, bytes: (index, at) })
    }
}

impl MediaPlace<'_, '_> {
    /// What is between the key and the value, and before the key.
    fn gaps<'r>(&self, record: &'r str) -> Option<(&'r str, &'r str)> {
        let key = self.key?.span();
        let colon = record.get(key.end..self.value.span().start)?;
        Some((colon, comma_before(record, key.start).unwrap_or(",")))
    }
}

/// The token of a string without its quotes.
fn inside(value: Node<'_, '_>) -> Span {
    let Span { start, end } = value.span();
    Span { start: start + 1, end: end.saturating_sub(1) }
}

fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

fn spelled(text: &str, has_slashes: bool) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    escape_into(&mut bytes, text);
    let text = String::from_utf8(bytes).unwrap_or_default();
    if has_slashes { text.replace('/', "\\/") } else { text }
}

/// The comma before the key that starts at `at`, with the space around it.
fn comma_before(record: &str, at: usize) -> Option<&str> {
    let before = record.get(..at)?;
    let trimmed = before.trim_end_matches([' ', '\t', '\n', '\r']);
    let inner = trimmed.strip_suffix(',')?;
    let start = inner.trim_end_matches([' ', '\t', '\n', '\r']).len();
    record.get(start..at)
}
