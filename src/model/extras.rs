//! Fields nobody claimed, in their order, with the format they came from.

use crate::json::{At, Out, Raw, Text};

/// Fields nobody claimed. Their format's writer puts them back; other writers report them.
///
/// Empty in most messages, so it takes one word there.
#[derive(Clone, Debug, Default)]
pub struct Extras<'a>(Option<Box<Inner<'a>>>);

#[derive(Clone, Debug)]
struct Inner<'a> {
    origin: &'static str,
    fields: Vec<Extra<'a>>,
}

/// One such field.
#[derive(Clone, Debug)]
pub struct Extra<'a> {
    /// Its key.
    pub key: Text<'a>,
    /// Its value.
    pub value: Raw<'a>,
    /// Where the value stood.
    pub at: At,
    /// It only says how something was spelled that the model holds elsewhere, so nothing is lost without it.
    pub is_note: bool,
}

impl<'a> Extras<'a> {
    /// Adds a field that was read by `origin`.
    pub fn push(&mut self, origin: &'static str, key: Text<'a>, value: Raw<'a>, at: At) {
        self.add(origin, Extra { key, value, at, is_note: false });
    }

    /// Adds a spelling that only the writer of `origin` needs, to write the same again.
    pub fn note(&mut self, origin: &'static str, key: Text<'a>, value: Raw<'a>, at: At) {
        self.add(origin, Extra { key, value, at, is_note: true });
    }

    /// Keeps the fields for which `is_kept` says so.
    pub fn retain(&mut self, is_kept: impl FnMut(&Extra<'a>) -> bool) {
        if let Some(inner) = &mut self.0 {
            inner.fields.retain(is_kept);
        }
    }

    fn add(&mut self, origin: &'static str, extra: Extra<'a>) {
        self.0.get_or_insert_with(|| Box::new(Inner { origin, fields: Vec::new() })).fields.push(extra);
    }

    /// The format they came from; empty if there are none.
    #[must_use]
    pub fn origin(&self) -> &'static str {
        self.0.as_ref().map_or("", |inner| inner.origin)
    }

    /// The fields in their order.
    #[must_use]
    pub fn fields(&self) -> &[Extra<'a>] {
        self.0.as_ref().map_or(&[], |inner| &inner.fields)
    }

    /// The fields, if they came from this format; otherwise nothing.
    #[must_use]
    #[inline]
    pub fn of(&self, origin: &str) -> &[Extra<'a>] {
        match &self.0 {
            Some(inner) if inner.origin == origin => &inner.fields,
            _ => &[],
        }
    }

    /// Writes the fields that came from `origin` as members of the object that is open.
    #[inline]
    pub fn write(&self, origin: &str, out: &mut Out) {
        for extra in self.of(origin).iter().filter(|extra| !extra.is_note) {
            out.key_text(&extra.key).raw(&extra.value);
        }
    }

    /// The value of a field that came from `origin`.
    #[must_use]
    pub fn get(&self, origin: &str, key: &str) -> Option<&Extra<'a>> {
        self.of(origin).iter().find(|extra| extra.key.is(key))
    }

    /// True if there are none.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|inner| inner.fields.is_empty())
    }
}
