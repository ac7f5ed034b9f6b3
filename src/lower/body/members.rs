//! Checks the fields of a request body except its messages: required fields, known keys, and the types and ranges of
//! settings. `validate --for` reports what the service would reject.

use crate::json::{At, Node, Tape, Text};
use crate::lower::policy::{NoteProblem, RequestSettings, Setting, SettingForm, SettingRow};
use crate::report::{Code, FindingText, SuggestedEdit, misspelled_key, number_of_text, shape};
use crate::rule::{BAD_SETTING, INCOMPLETE_REQUEST};

/// Checks a body, or the `body` of a batch line. `has_other_keys`: it is for another service or purpose, whose keys and
/// required fields are unknown. Returns false if the record has only a conversation, which is not a whole request.
pub fn check_request(
    root: Node<'_, '_>,
    settings: &RequestSettings,
    has_other_keys: bool,
    note: &mut dyn FnMut(&'static Code, At, FindingText),
) -> bool {
    let keys = &settings.body;
    // A record that is not a request, such as an answer, has no settings to check.
    let Some(body) = body_of(root, settings) else { return true };
    keys.unions.iter().for_each(|union| union.check(body, settings, note));
    if body.at() == root.at() && !has_settings(body, settings) {
        return false;
    }
    let has_other_keys = has_other_keys && body.at() == root.at();
    if let Some(line) = keys.line.filter(|_| body.at() != root.at()) {
        line.check(root, keys.conversation.first().unwrap_or(&""), note);
    }
    let root = body;
    if !has_other_keys {
        let members = root.members().filter_map(|(key, value)| Some((key.text()?, value)));
        for (key, value) in members.filter(|(key, _)| !is_of_conversation(key, settings)) {
            check_key(&key, value.at(), keys.settings, settings, note);
        }
        for (object, known) in keys.objects {
            let inner = settings.member(root, object).into_iter().flat_map(|object| object.members());
            for (key, value) in inner.filter_map(|(key, value)| Some((key.text()?, value))) {
                check_key(&key, value.at(), known, settings, note);
            }
        }
        for key in keys.required {
            if settings.member(root, key).is_none_or(|value| value.is_null()) {
                note(INCOMPLETE_REQUEST.code, root.at(), format!("a request needs `{key}`").into());
            }
        }
    }
    for row in settings.rows.iter().filter(|row| row.lists_all()) {
        let value = row.path.iter().try_fold(root, |node, key| settings.member(node, key));
        let Some(value) = value.filter(|value| !value.is_null()) else { continue };
        // Only the JSON form of protobuf writes whole numbers as 40.0.
        let is_float = matches!(row.form, SettingForm::Whole(..)) && value.raw().contains('.') && !settings.takes_snake;
        let problem = if is_float { Some(row.form.refusal(value)) } else { row.form.problem(value) };
        if let Some(problem) = problem {
            let edit = row.form.of_text(value).map(SuggestedEdit::Value);
            let message = format!("`{}` {problem}", row.path.join("."));
            note(BAD_SETTING.code, value.at(), FindingText::new(message, edit));
        }
    }
    true
}

/// Checks the request in a record of another format: the settings that it shares with the target, by the values that
/// the target accepts, at their places in the source; and the required fields of `written`, the converted request,
/// unless there are `has_other_keys`. Returns false if the record has only a conversation.
pub fn check_foreign_request(
    root: Node<'_, '_>,
    source: &RequestSettings,
    (target, written, has_other_keys): (&RequestSettings, Node<'_, '_>, bool),
    note: &mut dyn FnMut(&'static Code, At, FindingText),
) -> bool {
    let Some(body) = body_of(root, source) else { return true };
    source.body.unions.iter().for_each(|union| union.check(body, source, note));
    if !has_settings(body, source) {
        return false;
    }
    for row in source.rows.iter().filter(|row| row.lists_all()) {
        let value = row.path.iter().try_fold(body, |node, key| source.member(node, key));
        let Some(value) = value.filter(|value| !value.is_null()) else { continue };
        let Some(taken) = target.place(row.setting).filter(|taken| taken.lists_all()) else { continue };
        if let Some(problem) = row.form.foreign_problem(value, &taken.form) {
            let same = if taken.path == row.path { String::new() } else { format!(" for `{}`", taken.path.join(".")) };
            note(BAD_SETTING.code, value.at(), format!("`{}` {problem}{same}", row.path.join(".")).into());
        }
    }
    let is_missing = |key: &&&str| target.member(written, key).is_none_or(|value| value.is_null());
    let missing: Vec<_> = target.body.required.iter().filter(|_| !has_other_keys).filter(is_missing).collect();
    if !missing.is_empty() {
        let keys: Vec<_> = missing.iter().map(|key| format!("`{key}`")).collect();
        let message = format!("a request needs {}, which the conversion does not produce", keys.join(" and "));
        // A model of another service is present but does not count.
        let own = missing.iter().find_map(|key| source.member(body, key)).filter(|value| !value.is_null());
        note(INCOMPLETE_REQUEST.code, own.map_or(root.at(), |own| own.at()), message.into());
    }
    true
}

impl RequestSettings {
    /// The request of a record: a list of messages, a body, or the body of a batch line. An answer of Gemini is also a
    /// request: its messages are sent back unchanged.
    #[must_use]
    pub fn request_in<'t, 'a>(&self, root: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
        Some(root).filter(|root| root.get("candidates").is_some()).or_else(|| body_of(root, self))
    }
}

/// The body of a request: the record itself, or that of a line of a batch.
fn body_of<'t, 'a>(root: Node<'t, 'a>, settings: &RequestSettings) -> Option<Node<'t, 'a>> {
    let messages = settings.body.conversation.first()?;
    let has_messages = |node: &Node<'_, '_>| settings.member(*node, messages).is_some();
    // A list has no keys.
    if root.is_array() || has_messages(&root) {
        return Some(root);
    }
    root.get(settings.body.line?.body).filter(has_messages)
}

/// The record contains more than the conversation.
fn has_settings(body: Node<'_, '_>, settings: &RequestSettings) -> bool {
    body.members().filter_map(|(key, _)| key.text()).any(|key| !is_of_conversation(&key, settings))
}

fn is_of_conversation(key: &Text<'_>, settings: &RequestSettings) -> bool {
    settings.body.conversation.iter().any(|known| settings.is_key(key, known))
}

impl SettingRow {
    /// True for rows that list all values of the field: other rows accept more values than those that are converted.
    #[must_use]
    pub fn lists_all(&self) -> bool {
        !matches!(self.setting, Setting::AnswerKind | Setting::LogProbs)
    }
}

fn check_key(key: &Text<'_>, at: At, known: &[&str], settings: &RequestSettings, note: &mut NoteProblem<'_>) {
    if known.iter().any(|known| settings.is_key(key, known)) {
        return;
    }
    let known = known.iter().copied().chain(settings.body.conversation.iter().copied());
    note(&shape::UNKNOWN_FIELD, at, misspelled_key("a request", key, known));
}

impl RequestSettings {
    /// True if the key is the known one, in any of its spellings.
    pub(crate) fn is_key(&self, key: &Text<'_>, known: &str) -> bool {
        key.is(known) || (self.takes_snake && key.is(&snake(known)))
    }

    /// The value of a key, in any of its spellings.
    pub(crate) fn member<'t, 'a>(&self, node: Node<'t, 'a>, key: &str) -> Option<Node<'t, 'a>> {
        node.get(key).or_else(|| self.takes_snake.then(|| node.get(&snake(key)))?)
    }
}

/// `generationConfig` as `generation_config`.
fn snake(key: &str) -> String {
    let mut out = String::with_capacity(key.len() + 4);
    for character in key.chars() {
        if character.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(character.to_ascii_lowercase());
    }
    out
}

impl SettingForm {
    /// The problem with a value: `is 9; expected a number from 0 to 2`.
    fn problem(&self, value: Node<'_, '_>) -> Option<String> {
        let is_taken = self.read(value).is_some_and(|meaning| self.write(&meaning).is_ok());
        if is_taken {
            return None;
        }
        Some(self.refusal(value))
    }

    /// The problem with a value of this form in a setting of another form. A word that one of them does not have is not
    /// a problem: the conversion drops it.
    fn foreign_problem(&self, value: Node<'_, '_>, target: &Self) -> Option<String> {
        let is_measured = matches!(target, Self::Number(..) | Self::Whole(..) | Self::Stops { .. });
        let Some(meaning) = self.read(value) else {
            return Some(if is_measured { target } else { self }.refusal(value));
        };
        (is_measured && target.write(&meaning).is_err()).then(|| target.refusal(value))
    }

    /// `is 9; expected a number from 0 to 2`
    fn refusal(&self, value: Node<'_, '_>) -> String {
        let found = if value.is_object() || value.is_array() || value.is_string() {
            format!("is {}", value.kind().name())
        } else {
            format!("is {}", Text::owned(value.raw()).show())
        };
        format!("{found}; expected {}", self.expected())
    }

    /// The JSON value that a string contains: 0.5 for `"0.5"`, true for `"true"`.
    fn of_text(&self, value: Node<'_, '_>) -> Option<String> {
        let text = value.text()?;
        let json = match self {
            Self::Number(..) | Self::Whole(..) => number_of_text(&text)?,
            Self::Flag => text.decode().into_owned(),
            Self::Text | Self::Labels | Self::Words(_) | Self::Stops { .. } => return None,
        };
        let mut tape = Tape::new();
        let is_taken = self.problem(tape.parse(&json).ok()?).is_none();
        is_taken.then_some(json)
    }

    /// The values that a service accepts, as a phrase.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Number(least, most) => format!("a number from {least} to {most}"),
            Self::Whole(i64::MIN, i64::MAX) => "a whole number".to_owned(),
            Self::Whole(least, i64::MAX) => format!("a whole number from {least} on"),
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Self::Flag => "true or false".to_owned(),
            Self::Text => "a string".to_owned(),
            Self::Labels => "an object of strings".to_owned(),
            Self::Words(words) => {
                let mut words: Vec<_> = words.iter().map(|(_, json)| *json).collect();
                words.dedup();
                format!("one of {}", words.join(", "))
            }
            Self::Stops { most, may_be_text, needs_visible } => {
                let texts = if *needs_visible { "strings that are not blank" } else { "strings" };
                let count = if *most == usize::MAX { String::new() } else { format!("at most {most} ") };
                let or = if *may_be_text { "a string, or " } else { "" };
                format!("{or}a list of {count}{texts}")
            }
        }
    }
}
