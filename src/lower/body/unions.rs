//! Values of a request that are of one of several kinds: tools, tool choice, the format of the answer. A string or a
//! key names the kind, which must be known.
//!
//! ```json
//! {"tool_choice":{"type":"auto"},"tools":[{"type":"function","name":"f"}]}
//! ```

use crate::json::Node;
use crate::lower::policy::{NoteProblem, RequestSettings, RequestUnion, UnionBy};
use crate::report::{nearest, unknown_word};
use crate::rule::BAD_SETTING;

impl RequestUnion {
    /// A union with known kinds.
    #[must_use]
    pub const fn new(
        path: &'static [&'static str],
        name: &'static str,
        by: UnionBy,
        kinds: &'static [&'static str],
    ) -> Self {
        Self { path, name, by, kinds, is_open: false }
    }

    /// The same, if the service has more kinds.
    #[must_use]
    pub const fn open(self) -> Self {
        Self { is_open: true, ..self }
    }

    /// Reports the unknown kinds of values in a body.
    pub(crate) fn check(&self, body: Node<'_, '_>, settings: &RequestSettings, note: &mut NoteProblem<'_>) {
        self.walk(body, self.path, settings, note);
    }

    fn walk(&self, value: Node<'_, '_>, path: &[&'static str], settings: &RequestSettings, note: &mut NoteProblem<'_>) {
        match path.split_first() {
            None => self.check_value(value, settings, note),
            Some((&"*", rest)) => value.items().for_each(|item| self.walk(item, rest, settings, note)),
            Some((key, rest)) => {
                if let Some(inner) = settings.member(value, key) {
                    self.walk(inner, rest, settings, note);
                }
            }
        }
    }

    fn check_value(&self, value: Node<'_, '_>, settings: &RequestSettings, note: &mut NoteProblem<'_>) {
        match self.by {
            UnionBy::Word => self.check_word(value, value, settings, note),
            UnionBy::Tag(key) => {
                if let Some(word) = value.get(key) {
                    self.check_word(word, word, settings, note);
                }
            }
            UnionBy::Key => value.members().for_each(|(key, value)| self.check_word(key, value, settings, note)),
        }
    }

    fn check_word(
        &self,
        word: Node<'_, '_>,
        place: Node<'_, '_>,
        settings: &RequestSettings,
        note: &mut NoteProblem<'_>,
    ) {
        let Some(word) = word.text() else { return };
        let is_known = self.kinds.iter().any(|kind| settings.is_key(&word, kind));
        if is_known || (self.is_open && nearest(&word.decode(), self.kinds.iter().copied()).is_none()) {
            return;
        }
        let message = unknown_word(self.name, &word, self.kinds).message;
        note(BAD_SETTING.code, place.at(), message.into());
    }
}
