//! A row as a conversation.

use super::Rows;
use crate::format::Reading;
use crate::format::shape::row::{RowMembers, keys};
use crate::format::shape::{FieldContent, RowField};
use crate::format::shared::refuse_type;
use crate::json::{At, Node, Text};
use crate::model::{Conversation, Form, Message, Part, Role, TextPart};
use crate::report::{Refused, Severity, shape};

/// The content of the fields of a row.
#[derive(Default)]
struct RowContent<'a> {
    system: Option<Message<'a>>,
    earlier: Vec<Message<'a>>,
    /// The texts of the user, and where they are.
    question: Vec<(Text<'a>, At)>,
    answer: Option<Message<'a>>,
}

pub(super) fn read<'a>(
    rows: &Rows,
    root: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let first = |holds| rows.fields.iter().find(|field| field.holds == holds).map_or("", |field| field.key);
    let (question, answer) = (first(FieldContent::User), first(FieldContent::Answer));
    if !root.is_object() {
        let found = root.kind().name();
        let why = format!("a record is an object with `{question}` and `{answer}`, found {found}");
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    }
    let members = RowMembers::of(root, &keys(rows.fields))?;
    let mut conversation = Conversation { origin: rows.name, shape: "row", ..Conversation::default() };
    let mut row = RowContent::default();
    for (field, value) in rows.fields.iter().zip(members.values) {
        if let Some(value) = value.filter(|value| !value.is_null()) {
            read_field(rows, field, value, &mut row, &mut conversation, reading)?;
        }
    }
    for (key, value) in members.others {
        conversation.extras.push(rows.name, key, value.to_raw(), value.at());
    }
    let Some(asked) = joined(row.question) else {
        return Err(Refused::new(&shape::MISSING_FIELD, root.at(), format!("`{question}` is missing")));
    };
    if row.answer.is_none() {
        reading.report.add(&shape::MISSING_FIELD, root.at(), || format!("`{answer}` is missing"));
    }
    let messages = row.system.into_iter().chain(row.earlier);
    let exchange = [Some(message(rows, Role::User, asked)), row.answer];
    conversation.messages = messages.chain(exchange.into_iter().flatten()).collect();
    Ok(conversation)
}

fn read_field<'a>(
    rows: &Rows,
    field: &RowField,
    value: Node<'_, 'a>,
    row: &mut RowContent<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let text = || value.text().ok_or_else(|| refuse_type(value, field.key, "a string"));
    let (key, at) = (Text::Token(field.key), value.at());
    match field.holds {
        FieldContent::Id => match value.text() {
            Some(id) => (conversation.id, conversation.id_at) = (Some(id), at),
            None => conversation.extras.push(rows.name, key, value.to_raw(), at),
        },
        // Empty, it says nothing.
        FieldContent::System if value.is("") => conversation.extras.note(rows.name, key, value.to_raw(), at),
        FieldContent::System => row.system = Some(message(rows, Role::System, (text()?, at))),
        FieldContent::User => {
            let text = text()?;
            if field.nothing.iter().any(|nothing| text.is(nothing)) {
                reading.report.add_as(&shape::BAD_VALUE, Severity::Warning, at, || {
                    format!(
                        "`{}` in `{}` is a placeholder for an empty field; it is read as text",
                        text.show(),
                        field.key
                    )
                });
            }
            // Beside others, an empty one says nothing.
            if text.is_empty() && !row.question.is_empty() {
                conversation.extras.note(rows.name, key, value.to_raw(), at);
            } else {
                row.question.push((text, at));
            }
        }
        FieldContent::Answer if row.answer.is_some() => conversation.extras.push(rows.name, key, value.to_raw(), at),
        FieldContent::Answer => row.answer = Some(message(rows, Role::Assistant, (text()?, at))),
        FieldContent::Exchanges => {
            if !value.is_array() {
                return Err(refuse_type(value, field.key, "a list of questions with their answers"));
            }
            for pair in value.items() {
                read_exchange(rows, field.key, pair, &mut row.earlier)?;
            }
        }
    }
    Ok(())
}

/// `["Hi","Hello!"]`
fn read_exchange<'a>(
    rows: &Rows,
    key: &str,
    pair: Node<'_, 'a>,
    earlier: &mut Vec<Message<'a>>,
) -> Result<(), Refused> {
    let texts: Vec<_> = pair.items().filter_map(|item| Some((item.text()?, item.at()))).collect();
    let texts = <[_; 2]>::try_from(texts).ok().filter(|_| pair.len() == 2);
    let Some([question, answer]) = texts else {
        let why = format!("an item of `{key}` must be a list of two strings, a question and its answer");
        return Err(Refused::new(&shape::BAD_VALUE, pair.at(), why));
    };
    earlier.push(message(rows, Role::User, question));
    earlier.push(message(rows, Role::Assistant, answer));
    Ok(())
}

fn message<'a>(rows: &Rows, role: Role<'a>, (text, at): (Text<'a>, At)) -> Message<'a> {
    let mut message = Message { at, role, form: Form::Text, origin: rows.name, ..Message::default() };
    message.parts.push(Part::Text(TextPart::new(text, at)));
    message
}

/// The texts with line ends between them; empty ones beside others do not count. `None` if there is none.
fn joined(texts: Vec<(Text<'_>, At)>) -> Option<(Text<'_>, At)> {
    let at = texts.first()?.1;
    let has_words = texts.iter().any(|(text, _)| !text.is_empty());
    let mut texts = texts.into_iter().map(|(text, _)| text).filter(|text| !(has_words && text.is_empty()));
    let first = texts.next()?;
    let mut rest = texts.peekable();
    if !has_words || rest.peek().is_none() {
        return Some((first, at));
    }
    let mut all = first.spelling().into_owned();
    for text in rest {
        all.push_str("\\n");
        all.push_str(&text.spelling());
    }
    Some((Text::owned_token(all), at))
}
