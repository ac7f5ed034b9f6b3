//! A row as a conversation.

use super::Rows;
use crate::format::Reading;
use crate::format::shape::ExchangeKeys;
use crate::format::shape::row::{RowMembers, keys};
use crate::format::shape::{FieldContent, RowField};
use crate::format::shared::{extras, need, read_label, refuse_type};
use crate::json::{Node, Span, Text};
use crate::model::{Conversation, Form, Message, Part, RecordSource, Role, TextPart};
use crate::report::{Refused, Severity, shape, unknown_word};

/// The content of the fields of a row.
#[derive(Default)]
struct RowContent<'a> {
    system: Option<Message<'a>>,
    earlier: Vec<Message<'a>>,
    /// The texts of the user.
    question: Vec<TextPart<'a>>,
    answer: Option<Message<'a>>,
    /// A worse answer, and the bytes of its value.
    rejected: Option<(Message<'a>, Span)>,
    /// Messages instead of an answer.
    answers: Vec<Message<'a>>,
    /// Messages were in the column of the user.
    has_messages: bool,
}

pub(super) fn read<'a>(
    rows: &Rows,
    root: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let first = |holds| rows.fields.iter().find(|field| field.holds == holds).map_or("", |field| field.key);
    let whole = rows.fields.iter().find(|field| matches!(field.holds, FieldContent::Turns | FieldContent::Instances));
    let or_whole = |key| if str::is_empty(key) { whole.map_or("", |field| field.key) } else { key };
    let (question, answer) = (or_whole(first(FieldContent::User)), or_whole(first(FieldContent::Answer)));
    if !root.is_object() {
        let found = root.kind().name();
        let why = format!("a record is an object with `{question}` and `{answer}`, found {found}");
        return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), why));
    }
    let members = RowMembers::of(root, &keys(rows.fields))?;
    let mut conversation =
        Conversation { origin: rows.name, source: RecordSource::shaped(rows.shape), ..Conversation::default() };
    let mut row = RowContent::default();
    for (field, value) in rows.fields.iter().zip(members.values) {
        if let Some(value) = value.filter(|value| !value.is_null()) {
            read_field(rows, field, value, &mut row, &mut conversation, reading)?;
        }
    }
    for (key, value) in members.others {
        conversation.extras.push(rows.name, key, value.to_raw(), value.at());
    }
    let is_whole = !row.earlier.is_empty() && rows.fields.iter().any(|field| field.holds == FieldContent::Turns);
    let asked = joined(row.question).map(|asked| message(rows, Role::User, asked));
    if asked.is_none() && !is_whole && !row.has_messages {
        return Err(Refused::new(&shape::MISSING_FIELD, root.at(), format!("`{question}` is missing")));
    }
    if row.answer.is_none() && row.answers.is_empty() && !is_whole {
        reading.report.add(&shape::MISSING_FIELD, root.at(), || format!("`{answer}` is missing"));
    }
    let answers = usize::from(row.answer.is_some()) + row.answers.len();
    let messages = row.system.into_iter().chain(row.earlier).chain(asked).chain(row.answer).chain(row.answers);
    conversation.messages = messages.collect();
    let start = conversation.messages.len() - answers;
    if let Some((rejected, span)) = row.rejected {
        conversation.set_pair(start, vec![rejected], span);
    }
    let label = rows.fields.iter().find(|field| field.holds == FieldContent::Label);
    if let Some((field, value)) = label.and_then(|field| Some((field, root.get(field.key)?))) {
        read_label(value, field.key, start, &mut conversation);
    }
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
        FieldContent::System => row.system = Some(message(rows, Role::System, TextPart::new(text()?, at))),
        FieldContent::User if field.takes_messages && value.is_array() => {
            row.has_messages = true;
            row.earlier.extend(read_messages(rows, field.key, value, conversation, reading)?);
        }
        FieldContent::Answer if field.takes_messages && value.is_array() => {
            row.answers = read_messages(rows, field.key, value, conversation, reading)?;
        }
        FieldContent::Answer if field.takes_messages && value.is_object() => {
            row.answers.push(read_message(rows, value, conversation, reading)?);
        }
        FieldContent::Turns => {
            let messages = read_turns(rows, field, value, conversation, reading)?;
            row.earlier.extend(messages);
        }
        FieldContent::Instances => read_instance(rows, field, value, row, conversation)?,
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
            // Next to others, an empty one says nothing.
            if text.is_empty() && !row.question.is_empty() {
                conversation.extras.note(rows.name, key, value.to_raw(), at);
            } else {
                row.question.push(TextPart::new(text, at));
            }
        }
        FieldContent::Answer if row.answer.is_some() => conversation.extras.push(rows.name, key, value.to_raw(), at),
        FieldContent::Answer => row.answer = Some(message(rows, Role::Assistant, TextPart::new(text()?, at))),
        FieldContent::Rejected => {
            row.rejected = Some((message(rows, Role::Assistant, TextPart::new(text()?, at)), value.span()));
        }
        // The answer that it labels may come later.
        FieldContent::Label => {}
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
    let texts: Vec<_> = pair.items().filter_map(|item| Some(TextPart::new(item.text()?, item.at()))).collect();
    let texts = <[_; 2]>::try_from(texts).ok().filter(|_| pair.len() == 2);
    let Some([question, answer]) = texts else {
        let why = format!("an item of `{key}` must be a list of two strings, a question and its answer");
        return Err(Refused::new(&shape::BAD_VALUE, pair.at(), why));
    };
    earlier.push(message(rows, Role::User, question));
    earlier.push(message(rows, Role::Assistant, answer));
    Ok(())
}

/// `[{"role":"user","content":"Hi"}]`
fn read_messages<'a>(
    rows: &Rows,
    key: &str,
    list: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<Vec<Message<'a>>, Refused> {
    if list.is_empty() {
        return Err(Refused::new(&shape::BAD_VALUE, list.at(), format!("`{key}` has no messages")));
    }
    list.items().map(|item| read_message(rows, item, conversation, reading)).collect()
}

/// A message of role and text. Its other members are fields of the record.
fn read_message<'a>(
    rows: &Rows,
    node: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<Message<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "message", "an object"));
    }
    let ([role, content], rest) = node.fields(&["role", "content"])?;
    let role = need(role, "role", node)?;
    let Some(name) = role.text() else { return Err(refuse_type(role, "role", "a string")) };
    let kind = MESSAGE_ROLES.iter().find(|(known, _)| role.is(known)).map(|(_, kind)| kind.clone());
    let kind = kind.unwrap_or_else(|| {
        let known = MESSAGE_ROLES.map(|(known, _)| known);
        reading.report.add(&shape::UNKNOWN_ROLE, role.at(), || unknown_word("role", &name, &known));
        Role::Other(name)
    });
    extras(&rest, rows.name, &mut conversation.extras);
    let text = text_of(need(content, "content", node)?, "content")?;
    Ok(Message { at: node.at(), ..message(rows, kind, text) })
}

/// The roles of messages in a column.
pub(super) const MESSAGE_ROLES: [(&str, Role<'static>); 4] =
    [("system", Role::System), ("developer", Role::Developer), ("user", Role::User), ("assistant", Role::Assistant)];

/// `[{"human":"Hi","assistant":"Hello!"}]`. Other members of the objects are fields of the record.
fn read_turns<'a>(
    rows: &Rows,
    field: &RowField,
    list: Node<'_, 'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<Vec<Message<'a>>, Refused> {
    let mut messages = Vec::with_capacity(list.len().saturating_mul(2));
    let ExchangeKeys { question, answer } = field.keys;
    if !list.is_array() {
        return Err(refuse_type(list, field.key, "a list of questions with their answers"));
    }
    if list.is_empty() {
        return Err(Refused::new(&shape::BAD_VALUE, list.at(), format!("`{}` has no questions", field.key)));
    }
    for item in list.items() {
        if !item.is_object() {
            return Err(refuse_type(item, field.key, "an object"));
        }
        let keys = [question, answer];
        let ([asked, answered], rest) = item.fields(&keys)?;
        let asked = need(asked, question, item)?;
        messages.push(message(rows, Role::User, text_of(asked, question)?));
        extras(&rest, rows.name, &mut conversation.extras);
        match answered {
            Some(answered) => messages.push(message(rows, Role::Assistant, text_of(answered, answer)?)),
            None => reading.report.add(&shape::MISSING_FIELD, item.at(), || format!("`{answer}` is missing")),
        }
    }
    Ok(messages)
}

fn text_of<'a>(value: Node<'_, 'a>, key: &str) -> Result<TextPart<'a>, Refused> {
    Ok(TextPart::new(value.text().ok_or_else(|| refuse_type(value, key, "a string"))?, value.at()))
}

/// `[{"input":"","output":"Hello!"}]`. Other instances, and what else is in the first one, stay a field of the record.
fn read_instance<'a>(
    rows: &Rows,
    field: &RowField,
    list: Node<'_, 'a>,
    row: &mut RowContent<'a>,
    conversation: &mut Conversation<'a>,
) -> Result<(), Refused> {
    let ExchangeKeys { question: input, answer: output } = field.keys;
    let Some(first) = list.items().next().filter(Node::is_object) else {
        return Err(refuse_type(list, field.key, "a list of objects"));
    };
    let keys = [input, output];
    let ([asked, answered], rest) = first.fields(&keys)?;
    if let Some(asked) = asked.filter(|asked| !asked.is_null()) {
        let text = text_of(asked, input)?;
        if text.text.is_empty() && !row.question.is_empty() {
            conversation.extras.note(rows.name, Text::Token(input), asked.to_raw(), text.at);
        } else {
            row.question.push(text);
        }
    }
    if let Some(answered) = answered.filter(|answered| !answered.is_null()) {
        row.answer = Some(message(rows, Role::Assistant, text_of(answered, output)?));
    }
    if list.len() > 1 || rest.unknown().next().is_some() {
        conversation.extras.push(rows.name, Text::Token(field.key), list.to_raw(), list.at());
    }
    Ok(())
}

fn message<'a>(rows: &Rows, role: Role<'a>, text: TextPart<'a>) -> Message<'a> {
    let mut message = Message { at: text.at, role, form: Form::Text, origin: rows.name, ..Message::default() };
    message.parts.push(Part::Text(text));
    message
}

/// The texts with line ends between them; empty ones next to others do not count. `None` if there is none.
fn joined(texts: Vec<TextPart<'_>>) -> Option<TextPart<'_>> {
    let at = texts.first()?.at;
    let has_words = texts.iter().any(|text| !text.text.is_empty());
    let mut texts = texts.into_iter().map(|text| text.text).filter(|text| !(has_words && text.is_empty()));
    let first = texts.next()?;
    let mut rest = texts.peekable();
    if !has_words || rest.peek().is_none() {
        return Some(TextPart::new(first, at));
    }
    let mut all = first.spelling().into_owned();
    for text in rest {
        all.push_str("\\n");
        all.push_str(&text.spelling());
    }
    Some(TextPart::new(Text::owned_token(all), at))
}
