//! The fields of a flat record.
//!
//! ```json
//! {"instruction":"Translate.","input":"Good morning","output":"Bonjour","history":[["Hi","Hello!"]]}
//! ```
//!
//! One table lists the keys of a format, the types of their values, their roles, the ids, and the scores for detection.

use crate::format::Score;
use crate::format::ids::{Scope, Sites, Usage};
use crate::json::{DuplicateKey, Node, Text};

/// A key of an object.
#[derive(Clone, Copy, Debug)]
pub struct RowField {
    /// The key.
    pub key: &'static str,
    /// The content of the field.
    pub holds: FieldContent,
    /// Words that data sets have there for nothing: `<noinput>`. They are reported, and stay words.
    pub nothing: &'static [&'static str],
    /// The keys of the items of a list: those of the user and of the answer.
    pub keys: ExchangeKeys,
    /// It may be a list of messages of role and content, or in an answer one of them, instead of a text.
    pub takes_messages: bool,
    /// The answer is written here if another one is compared with it, and only then.
    pub is_compared: bool,
}

/// The content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldContent {
    /// The id of the record: a string or a number.
    Id,
    /// The system text.
    System,
    /// The text of the user. Several such fields are joined with line ends.
    User,
    /// The answer of the model. One of several such fields is present; the first one is written.
    Answer,
    /// A worse answer, which is compared with the other one.
    Rejected,
    /// Whether the answer is good: `true`.
    Label,
    /// Earlier questions and their answers: `[["Hi","Hello!"]]`.
    Exchanges,
    /// All questions and their answers, as objects: `[{"human":"Hi","assistant":"Hello!"}]`.
    Turns,
    /// Inputs with their outputs, of which the first is read: `[{"input":"","output":"Hello!"}]`.
    Instances,
}

/// The keys of an object with a question and its answer.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeKeys {
    /// The question. Empty: objects have none.
    pub question: &'static str,
    /// The answer.
    pub answer: &'static str,
}

impl RowField {
    const fn new(key: &'static str, holds: FieldContent) -> Self {
        Self {
            key,
            holds,
            nothing: &[],
            keys: ExchangeKeys { question: "", answer: "" },
            takes_messages: false,
            is_compared: false,
        }
    }

    /// The id of the record.
    #[must_use]
    pub const fn id(key: &'static str) -> Self {
        Self::new(key, FieldContent::Id)
    }

    /// A field with the system text.
    #[must_use]
    pub const fn system(key: &'static str) -> Self {
        Self::new(key, FieldContent::System)
    }

    /// A field with the text of the user.
    #[must_use]
    pub const fn user(key: &'static str) -> Self {
        Self::new(key, FieldContent::User)
    }

    /// A field with the answer of the model.
    #[must_use]
    pub const fn answer(key: &'static str) -> Self {
        Self::new(key, FieldContent::Answer)
    }

    /// The better one of two answers that are compared.
    #[must_use]
    pub const fn chosen(key: &'static str) -> Self {
        Self { is_compared: true, ..Self::answer(key) }
    }

    /// The worse one of two answers that are compared.
    #[must_use]
    pub const fn rejected(key: &'static str) -> Self {
        Self::new(key, FieldContent::Rejected)
    }

    /// Whether the answer is good.
    #[must_use]
    pub const fn label(key: &'static str) -> Self {
        Self::new(key, FieldContent::Label)
    }

    /// Earlier questions and their answers.
    #[must_use]
    pub const fn exchanges(key: &'static str) -> Self {
        Self::new(key, FieldContent::Exchanges)
    }

    /// All questions and their answers, with their keys.
    #[must_use]
    pub const fn turns(key: &'static str, keys: ExchangeKeys) -> Self {
        Self { keys, ..Self::new(key, FieldContent::Turns) }
    }

    /// Inputs with their outputs, with their keys.
    #[must_use]
    pub const fn instances(key: &'static str, keys: ExchangeKeys) -> Self {
        Self { keys, ..Self::new(key, FieldContent::Instances) }
    }

    /// The same field, which may contain messages.
    #[must_use]
    pub const fn or_messages(self) -> Self {
        Self { takes_messages: true, ..self }
    }

    /// The same field with words that mean nothing.
    #[must_use]
    pub const fn with_nothing(self, nothing: &'static [&'static str]) -> Self {
        Self { nothing, ..self }
    }
}

/// True if the table has such a field.
pub(in crate::format) const fn has(fields: &[RowField], holds: FieldContent) -> bool {
    let mut rest = fields;
    while let [field, others @ ..] = rest {
        if field.holds as u8 == holds as u8 {
            return true;
        }
        rest = others;
    }
    false
}

/// The members of an object: the values of the known keys in the order of the keys, and all others.
#[derive(Debug)]
pub(in crate::format) struct RowMembers<'t, 'a> {
    /// A value for each known key.
    pub(in crate::format) values: Vec<Option<Node<'t, 'a>>>,
    /// Members that no key claims.
    pub(in crate::format) others: Vec<(Text<'a>, Node<'t, 'a>)>,
}

impl<'t, 'a> RowMembers<'t, 'a> {
    /// Takes them in one pass.
    ///
    /// # Errors
    /// A known key appears twice.
    pub(in crate::format) fn of(
        object: Node<'t, 'a>,
        known: &(impl Iterator<Item = &'static str> + Clone),
    ) -> Result<Self, DuplicateKey> {
        let mut found = Self { values: vec![None; known.clone().count()], others: Vec::new() };
        for (key, value) in object.members() {
            match known.clone().zip(&mut found.values).find(|(known, _)| key.is(known)) {
                Some((_, place @ None)) => *place = Some(value),
                Some((key, Some(_))) => return Err(DuplicateKey { key, at: value.at() }),
                None => found.others.push((key.text().unwrap_or_default(), value)),
            }
        }
        Ok(found)
    }
}

/// The keys of the fields.
pub(in crate::format) fn keys(fields: &[RowField]) -> impl Iterator<Item = &'static str> + Clone {
    fields.iter().map(|field| field.key)
}

/// Lists the ids of a record. False: it is not an object.
pub(in crate::format) fn sites(root: Node<'_, '_>, fields: &'static [RowField], sites: &mut Sites) -> bool {
    match RowMembers::of(root, &keys(fields)) {
        Ok(found) => {
            for (field, value) in fields.iter().zip(found.values).filter(|(field, _)| field.holds == FieldContent::Id) {
                sites.member(Scope::Conversation, Usage::Names, root, value, field.key, &[]);
            }
        }
        Err(twice) => {
            sites.twice.get_or_insert(twice);
        }
    }
    root.is_object()
}

/// The score of an object with these fields: its first question and one of its answers are strings. `others` are keys
/// that only other formats have. `why` is the evidence in words.
pub(in crate::format) fn score(
    root: Node<'_, '_>,
    fields: &[RowField],
    others: &[&str],
    why: &'static str,
) -> Option<Score> {
    let is_text = |field: &RowField| root.get(field.key).is_some_and(|value| value.is_string());
    let of = |holds| fields.iter().filter(move |field| field.holds == holds);
    let is_record = of(FieldContent::User).next().is_some_and(is_text) && of(FieldContent::Answer).any(is_text);
    (is_record && others.iter().all(|key| root.get(key).is_none())).then(|| Score::new(225, why))
}
