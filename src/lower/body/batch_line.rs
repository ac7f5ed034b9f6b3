//! The line of a batch, which contains the body of a request: its fields, and the values that a service accepts in
//! them.
//!
//! ```json
//! {"custom_id":"1","method":"POST","url":"/v1/chat/completions","body":{"model":"gpt-5.1","messages":[]}}
//! ```

use crate::json::{Node, Text, quoted};
use crate::lower::policy::{BatchLine, NoteProblem};
use crate::report::{FindingText, SuggestedEdit, misspelled_key, nearest, shape};
use crate::rule::{BAD_SETTING, INCOMPLETE_REQUEST};

impl BatchLine {
    /// The id of a line.
    #[must_use]
    pub fn id_of<'t, 'a>(&self, line: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        let [id, body] = line.pick(&[self.id, self.body]);
        body.and(id)
    }

    /// Checks the fields around the body.
    pub(crate) fn check(&self, line: Node<'_, '_>, list: &str, note: &mut NoteProblem<'_>) {
        let address: &[&str] = if self.url.is_some() { &["method", "url"] } else { &[] };
        let known = || [self.id].into_iter().chain(address.iter().copied()).chain([self.body]);
        let missing: Vec<_> = known().filter(|key| line.get(key).is_none_or(|value| value.is_null())).collect();
        if !missing.is_empty() {
            let keys: Vec<_> = missing.iter().map(|key| format!("`{key}`")).collect();
            let message = format!("a line of a batch needs {}", keys.join(" and "));
            note(INCOMPLETE_REQUEST.code, line.at(), message.into());
        }
        for (key, value) in line.members().filter_map(|(key, value)| Some((key.text()?, value))) {
            if self.is_closed && !known().any(|known| key.is(known)) {
                note(&shape::UNKNOWN_FIELD, value.at(), misspelled_key("a line of a batch", &key, known()));
            }
        }
        let value_of = |key: &str| line.get(key).filter(|value| !value.is_null());
        if let Some(id) = value_of(self.id)
            && !id.text().is_some_and(|id| self.ids.holds(&id.decode()))
        {
            self.note_id(id, note);
        }
        let Some(url) = self.url else { return };
        check_word(value_of("method"), "method", "POST", "", note);
        check_word(value_of("url"), "url", url, &format!(" for a body with `{list}`"), note);
    }

    fn note_id(&self, id: Node<'_, '_>, note: &mut NoteProblem<'_>) {
        let expected = match self.ids.limit {
            usize::MAX => "a text that is not empty".to_owned(),
            limit => format!("1 to {limit} characters: {}", self.ids.words),
        };
        let message = format!("`{}` is {}; expected {expected}", self.id, found(id));
        // The number is intended as a string.
        let edit = id.raw().starts_with(|first: char| first.is_ascii_digit()).then(|| quoted(id.raw()));
        note(BAD_SETTING.code, id.at(), FindingText::new(message, edit.map(SuggestedEdit::Value)));
    }
}

/// A value in a message.
fn found(value: Node<'_, '_>) -> String {
    match value.text() {
        Some(text) if text.is_empty() => "empty".to_owned(),
        Some(text) => format!("`{}`", text.show()),
        None if value.is_object() || value.is_array() => value.kind().name().to_owned(),
        None => Text::owned(value.raw()).show(),
    }
}

/// Checks a field that has one value.
fn check_word(value: Option<Node<'_, '_>>, key: &str, word: &'static str, why: &str, note: &mut NoteProblem<'_>) {
    let Some(value) = value.filter(|value| !value.is(word)) else { return };
    let text = value.text();
    let is_near = text.is_some_and(|text| nearest(&text.decode(), [word]).is_some());
    let message = format!("`{key}` is {}; expected `{word}`{why}", found(value));
    let edit = is_near.then(|| SuggestedEdit::Value(quoted(word)));
    note(BAD_SETTING.code, value.at(), FindingText::new(message, edit));
}
