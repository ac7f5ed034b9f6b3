//! Ids inside strings: in a text of a grammar of its own, or in JSON that a string of the record holds.
//!
//! `{"statements_json":"[{\"keyword\": \".tool_call\", \"value\": \"f() id=c1\"}]"}`

use std::borrow::Cow;

use super::ids::{Site, Sites};
use crate::json::{At, DuplicateKey, NestedJson, Node, Span, Tape, Text, escape_into, pointers};

/// The number of strings around a place. Inside strings its span is the text between the quotes, with the escapes of
/// all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nested {
    /// It is a value of the record.
    #[default]
    No,
    /// In a string.
    Once,
    /// In a string of the JSON that a string holds: see [`Sites::inner_pointer`].
    Twice,
}

impl Site {
    /// The bytes of the place.
    #[must_use]
    pub fn raw<'a>(&self, text: &'a str) -> &'a str {
        let Span { start, end } = self.span();
        text.get(start..end).unwrap_or_default()
    }

    /// The JSON of the id, as if no other string were around it.
    #[must_use]
    pub fn token<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let raw = self.raw(text);
        match self.nested {
            Nested::No => Cow::Borrowed(raw),
            Nested::Once => Cow::Owned(format!("\"{raw}\"")),
            Nested::Twice => Cow::Owned(format!("\"{}\"", Text::Token(raw).decode_json())),
        }
    }

    /// The JSON of an id, as it is at this place.
    #[must_use]
    pub fn spell<'t>(&self, token: &'t str) -> Cow<'t, str> {
        let inner = || token.strip_prefix('"').and_then(|token| token.strip_suffix('"')).unwrap_or_default();
        match self.nested {
            Nested::No => Cow::Borrowed(token),
            Nested::Once => Cow::Borrowed(inner()),
            Nested::Twice => {
                let mut bytes = Vec::new();
                escape_into(&mut bytes, inner());
                Cow::Owned(String::from_utf8(bytes).unwrap_or_default())
            }
        }
    }
}

impl Sites {
    /// Adds the places that `walk` lists in the JSON that a string of the record holds. False: it is not JSON.
    pub(super) fn open(&mut self, text: Node<'_, '_>, walk: fn(Node<'_, '_>, &mut Self)) -> bool {
        let inside = NestedJson::of(text.raw(), text.at());
        let (mut tape, mut own) = (Tape::new(), Self::default());
        let Ok(root) = tape.parse(inside.text()) else { return false };
        walk(root, &mut own);
        self.nest(own, root, &inside);
        true
    }

    /// Adds the places of the JSON `root` that a string of the record holds. There is no room for absent members there.
    pub(super) fn nest(&mut self, mut inner: Self, root: Node<'_, '_>, inside: &NestedJson<'_>) {
        if let Some(DuplicateKey { key, at }) = inner.twice {
            let at = at.offset().map_or(At::NOWHERE, |offset| inside.at(offset));
            self.twice.get_or_insert(DuplicateKey { key, at });
        }
        let mut list = std::mem::take(&mut inner.list);
        list.retain(|site| inner.missing_member(site).is_none());
        inner.list = list;
        inner.sort();
        let offsets: Vec<_> = inner.list.iter().map(|site| site.span().start).collect();
        let named = if offsets.is_empty() { Vec::new() } else { pointers(root, &offsets) };
        for (site, pointer) in inner.list.into_iter().zip(named) {
            let Span { start, end } = site.span();
            // A string of the inner JSON has quotes of its own.
            let quote = usize::from(site.nested == Nested::No);
            let span = inside.span(Span { start: start + quote, end: end.saturating_sub(quote) });
            self.twice(site, span, pointer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ids::{Scope, Usage};

    #[test]
    fn ids_are_spelled_with_the_escapes_of_all_strings() {
        let text = r#""[\"a\\\"b\"]""#;
        for (nested, start, end, token) in [
            (Nested::No, 0, text.len(), text),
            (Nested::Once, 4, 10, r#""a\\\"b""#),
            (Nested::Twice, 4, 10, r#""a\"b""#),
        ] {
            let site = Site { nested, ..Site::new(Scope::Call, Usage::Names, Span { start, end }) };
            assert_eq!(site.token(text), token);
            assert_eq!(site.spell(token), site.raw(text));
        }
    }
}
