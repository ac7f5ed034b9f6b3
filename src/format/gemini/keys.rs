//! Members by name, in either spelling: the API writes `inlineData` and reads `inline_data` too.

use crate::format::Reading;
use crate::format::shared;
use crate::json::{DuplicateKey, Node, Text};
use crate::model::{Extras, Slot};
use crate::report::{Refused, shape};

use super::NAME;

/// Members that no known key claimed, in their order.
pub(super) type UnknownMembers<'t, 'a> = Vec<(Text<'a>, Node<'t, 'a>)>;

/// The values of known keys, in either spelling, and the rest.
///
/// # Errors
/// A known key appears there twice.
pub(super) fn sort<'t, 'a, const N: usize>(
    node: Node<'t, 'a>,
    keys: &'static [&'static str; N],
) -> Result<([Option<Node<'t, 'a>>; N], UnknownMembers<'t, 'a>), Refused> {
    let (mut values, unknown) = node.fields(keys)?;
    let mut rest = Vec::new();
    if unknown.is_empty() {
        return Ok((values, rest));
    }
    for (key, value) in node.members() {
        let Some(key) = key.text() else { continue };
        if keys.iter().any(|known| key.is(known)) {
            continue;
        }
        let snake = keys.iter().zip(&mut values).find(|(known, _)| is_snake(&key, known));
        match snake {
            Some((_, place @ None)) => *place = Some(value),
            Some((known, Some(_))) => return Err(DuplicateKey { key: known, at: value.at() }.into()),
            None => rest.push((key, value)),
        }
    }
    Ok((values, rest))
}

/// True if the key is `mime_type` where the known one is `mimeType`.
pub(super) fn is_snake(key: &Text<'_>, camel: &str) -> bool {
    let key = key.decode();
    let mut found = key.bytes();
    let is_same = camel.bytes().all(|wanted| {
        if !wanted.is_ascii_uppercase() {
            return found.next() == Some(wanted);
        }
        found.next() == Some(b'_') && found.next() == Some(wanted.to_ascii_lowercase())
    });
    is_same && found.next().is_none()
}

/// True for a list, or for its only item without the list around it: the API takes either.
pub(super) fn is_list(node: Node<'_, '_>) -> bool {
    node.is_array() || node.is_object()
}

/// The value unless it is null, which means the same as no value.
pub(super) fn given<'t, 'a>(field: Option<Node<'t, 'a>>) -> Option<Node<'t, 'a>> {
    field.filter(|node| !node.is_null())
}

/// Keeps members: known ones in their usual spelling, others with a word about them.
pub(super) fn keep<'a>(
    rest: UnknownMembers<'_, 'a>,
    slot: Slot,
    known: &[&'static str],
    what: &str,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) {
    for (key, value) in rest {
        let usual = known.iter().find(|known| key.is(known) || is_snake(&key, known));
        if usual.is_none() && !reading.is_absent(value) {
            reading
                .report
                .add(&shape::UNKNOWN_FIELD, value.at(), || format!("{what} in {NAME} has no field `{}`", key.show()));
        }
        let key = usual.map_or(key, |usual| Text::Token(usual));
        shared::keep_member(slot, NAME, key, value, extras);
    }
}

/// Keeps a member of the one field that says what a part is (`inlineData`, `functionCall`).
pub(super) fn keep_inner<'a>(key: &'static str, value: Node<'_, 'a>, extras: &mut Extras<'a>) {
    shared::keep_member(Slot::Source, NAME, Text::Token(key), value, extras);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_are_one_key() {
        for (key, camel) in [("mime_type", "mimeType"), ("text", "text"), ("a_b_c", "aBC")] {
            assert!(is_snake(&Text::Token(key), camel), "{key}");
        }
        for (key, camel) in [("mime_types", "mimeType"), ("mimetype", "mimeType"), ("mime_", "mimeType"), ("", "a")] {
            assert!(!is_snake(&Text::Token(key), camel), "{key}");
        }
    }
}
