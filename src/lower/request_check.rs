//! Checks the fields of a request body except its messages: required fields, known keys, and the types and ranges of
//! settings. `validate --for` reports what the service would refuse.

use super::settings::{RequestSettings, Setting, SettingForm, SettingRow};
use crate::json::{At, Node, Tape, Text};
use crate::report::{Code, FindingText, SuggestedEdit, misspelled_key, number_of_text, shape};
use crate::rule::{BAD_SETTING, INCOMPLETE_REQUEST};

/// The keys of the body of a request.
///
/// Source: the types of the SDKs that the table's file names.
#[derive(Clone, Copy, Debug)]
pub struct BodyKeys {
    /// The keys of the conversation. A body with no other keys is not a whole request: only its messages are checked.
    pub conversation: &'static [&'static str],
    /// All other keys.
    pub settings: &'static [&'static str],
    /// Keys that every request has.
    pub required: &'static [&'static str],
    /// Objects of the body whose keys are known.
    pub objects: &'static [(&'static str, &'static [&'static str])],
}

/// Receives the code, the place and the message of each problem.
type NoteProblem<'n> = dyn FnMut(&'static Code, At, FindingText) + 'n;

/// Checks a body, or the `body` of a batch line. `has_other_keys`: it is for another service or purpose, whose keys and
/// required fields are unknown. Returns false if the record has only a conversation, which is not a whole request.
pub fn check_request(
    root: Node<'_, '_>,
    settings: &RequestSettings,
    has_other_keys: bool,
    note: &mut dyn FnMut(&'static Code, At, FindingText),
) -> bool {
    let keys = &settings.body;
    let has_messages =
        |node: &Node<'_, '_>| keys.conversation.first().is_some_and(|key| member(*node, key, settings).is_some());
    if !has_messages(&root) {
        // A record that is not a request, such as an answer, has no settings to check.
        return root.get("body").filter(has_messages).is_none_or(|body| check_request(body, settings, false, note));
    }
    let is_of_conversation = |key: &Text<'_>| keys.conversation.iter().any(|known| is_key(key, known, settings));
    let is_conversation = |(key, _): (Text<'_>, _)| is_of_conversation(&key);
    let members = || root.members().filter_map(|(key, value)| Some((key.text()?, value)));
    if !root.is_object() || members().all(is_conversation) {
        return false;
    }
    if !has_other_keys {
        for (key, value) in members().filter(|(key, _)| !is_of_conversation(key)) {
            check_key(&key, value.at(), keys.settings, settings, note);
        }
        for (object, known) in keys.objects {
            let inner = member(root, object, settings).into_iter().flat_map(|object| object.members());
            for (key, value) in inner.filter_map(|(key, value)| Some((key.text()?, value))) {
                check_key(&key, value.at(), known, settings, note);
            }
        }
        for key in keys.required {
            if member(root, key, settings).is_none_or(|value| value.is_null()) {
                note(INCOMPLETE_REQUEST.code, root.at(), format!("a request needs `{key}`").into());
            }
        }
    }
    for row in settings.rows.iter().filter(|row| row.lists_all()) {
        let value = row.path.iter().try_fold(root, |node, key| member(node, key, settings));
        let Some(value) = value.filter(|value| !value.is_null()) else { continue };
        if let Some(problem) = row.form.problem(value) {
            let edit = row.form.of_text(value).map(SuggestedEdit::Value);
            let message = format!("`{}` {problem}", row.path.join("."));
            note(BAD_SETTING.code, value.at(), FindingText::new(message, edit));
        }
    }
    let choice = settings.choice.path.iter().try_fold(root, |node, key| member(node, key, settings));
    if let Some(word) = choice.filter(|choice| (settings.choice.read)(*choice).is_none()).and_then(|it| it.text()) {
        let path = settings.choice.path.join(".");
        note(
            BAD_SETTING.code,
            choice.map_or(root.at(), |choice| choice.at()),
            format!("`{path}` is `{}`, which is no choice of tools", word.show()).into(),
        );
    }
    true
}

impl SettingRow {
    /// True for rows that list all values of the field: others accept more values than those that are converted.
    #[must_use]
    pub fn lists_all(&self) -> bool {
        !matches!(self.setting, Setting::AnswerKind | Setting::LogProbs)
    }
}

fn check_key(key: &Text<'_>, at: At, known: &[&str], settings: &RequestSettings, note: &mut NoteProblem<'_>) {
    if known.iter().any(|known| is_key(key, known, settings)) {
        return;
    }
    let known = known.iter().copied().chain(settings.body.conversation.iter().copied());
    note(&shape::UNKNOWN_FIELD, at, misspelled_key("a request", key, known));
}

fn is_key(key: &Text<'_>, known: &str, settings: &RequestSettings) -> bool {
    key.is(known) || (settings.takes_snake && key.is(&snake(known)))
}

fn member<'t, 'a>(node: Node<'t, 'a>, key: &str, settings: &RequestSettings) -> Option<Node<'t, 'a>> {
    node.get(key).or_else(|| settings.takes_snake.then(|| node.get(&snake(key)))?)
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
        let found = if value.is_object() || value.is_array() || value.is_string() {
            format!("is {}", value.kind().name())
        } else {
            format!("is {}", Text::owned(value.raw()).show())
        };
        Some(format!("{found}; expected {}", self.expected()))
    }

    /// The value that a string with its text stands for: `"0.5"`, `"true"`.
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

    /// What a service takes, in words.
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
