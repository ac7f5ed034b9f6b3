//! Values of the record, and values of the JSON that is in one of its strings: `"messages_json": "[{\"role\": …}]"`.

use super::NAME;
use crate::format::Reading;
use crate::json::{At, Fields, NestedJson, Node, Raw, Text};
use crate::model::Extras;
use crate::report::{Code, FindingText, Refused, shape, syntax};

/// Takes values from nodes. Values of the record are borrowed; values inside a string are owned, and have their
/// places in the string.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowValues<'a, 'x, 'm> {
    text: fn(&'x str) -> Text<'a>,
    raw: fn(&'x str) -> Raw<'a>,
    inside: Option<&'m NestedJson<'m>>,
}

impl<'a> RowValues<'a, 'a, 'a> {
    /// Takes from the record.
    pub(super) fn borrowed() -> Self {
        Self { text: Text::Token, raw: Raw::borrowed, inside: None }
    }
}

impl<'m> RowValues<'static, '_, 'm> {
    /// Takes from a text that goes away.
    pub(super) fn owned(inside: &'m NestedJson<'m>) -> Self {
        Self { text: |token| Text::owned_token(token), raw: |raw| Raw::owned(raw.to_owned()), inside: Some(inside) }
    }
}

impl<'a, 'x> RowValues<'a, 'x, '_> {
    pub(super) fn at(&self, node: Node<'_, 'x>) -> At {
        self.place(node.at())
    }

    fn place(&self, at: At) -> At {
        match self.inside {
            None => at,
            Some(inside) => inside.at(at.offset().unwrap_or_default()),
        }
    }

    /// The string, if it is one.
    pub(super) fn text(&self, node: Node<'_, 'x>) -> Option<Text<'a>> {
        node.token().map(self.text)
    }

    pub(super) fn raw(&self, node: Node<'_, 'x>) -> Raw<'a> {
        (self.raw)(node.raw())
    }

    /// The members with these keys, and the others.
    pub(super) fn fields<'t, 'k, const N: usize>(
        &self,
        node: Node<'t, 'x>,
        keys: &'k [&'static str; N],
    ) -> Result<([Option<Node<'t, 'x>>; N], Fields<'t, 'x, 'k>), Refused> {
        node.fields(keys).map_err(|twice| {
            let message = format!("the key `{}` appears here twice, and readers disagree which one counts", twice.key);
            Refused::new(&syntax::DUPLICATE_KNOWN_KEY, self.place(twice.at), message)
        })
    }

    /// Keeps a field: a fact, or a mere spelling.
    pub(super) fn keep(&self, key: &'static str, node: Node<'_, 'x>, is_note: bool, extras: &mut Extras<'a>) {
        if is_note {
            extras.note(NAME, Text::Token(key), self.raw(node), self.at(node));
        } else {
            extras.push(NAME, Text::Token(key), self.raw(node), self.at(node));
        }
    }

    /// Keeps the members that no key claimed, and says that keprompt does not know them.
    pub(super) fn keep_unknown(
        &self,
        fields: &Fields<'_, 'x, '_>,
        what: &str,
        extras: &mut Extras<'a>,
        reading: &mut Reading<'_>,
    ) {
        for (key, value) in fields.unknown() {
            let at = self.at(value);
            reading
                .report
                .add(&shape::UNKNOWN_FIELD, at, || format!("{what} in keprompt has no field `{}`", key.show()));
            extras.push(NAME, self.key(key), self.raw(value), at);
        }
    }

    /// A key, as long as the values are.
    pub(super) fn key(&self, key: Text<'x>) -> Text<'a> {
        match key {
            Text::Token(token) => (self.text)(token),
            Text::OwnedToken(_) | Text::Owned(_) => key.into_owned(),
        }
    }

    /// Says that a field is of the wrong kind.
    pub(super) fn wrong_type(&self, node: Node<'_, 'x>, name: &str, wanted: &str, reading: &mut Reading<'_>) {
        self.say(&shape::WRONG_TYPE, node, reading, || must_be(node, name, wanted));
    }

    /// Says something about a value.
    pub(super) fn say<M: Into<FindingText>>(
        &self,
        code: &'static Code,
        node: Node<'_, 'x>,
        reading: &mut Reading<'_>,
        message: impl FnOnce() -> M,
    ) {
        reading.report.add(code, self.at(node), message);
    }

    /// A refusal: this field must be of another kind.
    pub(super) fn refuse_type(&self, node: Node<'_, 'x>, name: &str, wanted: &str) -> Refused {
        Refused::new(&shape::WRONG_TYPE, self.at(node), must_be(node, name, wanted))
    }
}

fn must_be(node: Node<'_, '_>, name: &str, wanted: &str) -> String {
    format!("`{name}` must be {wanted}, found {}", node.kind().name())
}
