//! Records as rows of a table: every record has the same members, in the same order, and each of them has one type.
//!
//! ```json
//! {"turnwise_profile":"arrow","messages":[{"role":"user","content":[{"type":"text","text":"hi","rest":""}],…}],…}
//! ```
//!
//! Programs that keep tables find out the types of columns from the first rows of a file. A null or an empty list has
//! none there, and what comes later does not fit. So absent strings are `""`, and what most records do not have is JSON
//! text. Members without a column are in `rest`, as the JSON text of an object: explicit nulls, empty strings and values
//! of unusual types too. So [`ProfileColumns::restore`] gives the values that [`ProfileColumns::apply`] was given.

use crate::json::{Layout, Node, Out, Tape};
use crate::report::{Refused, shape};

/// The member that says that a record is such a row.
pub const PROFILE_KEY: &str = "turnwise_profile";
/// The name of the profile.
const PROFILE: &str = "arrow";
/// The column for members that have none.
const REST: &str = "rest";

/// The columns of an object.
#[derive(Debug)]
pub struct ProfileColumns(pub &'static [(&'static str, Column)]);

/// The type of a column.
#[derive(Clone, Copy, Debug)]
pub enum Column {
    /// A string.
    Text,
    /// JSON text of any value. A string that is not empty is taken for such a text.
    Json,
    /// A list of objects.
    Items(&'static ProfileColumns),
    /// A list of content parts. A string is one part of type `text`.
    Content(&'static ProfileColumns),
}

impl ProfileColumns {
    /// The row of a record.
    #[must_use]
    pub fn apply(&self, root: Node<'_, '_>) -> String {
        let mut out = Out::new(Layout::Compact);
        out.object(|out| {
            out.key(PROFILE_KEY).string(PROFILE);
            if root.is_object() {
                self.write_members(root, out);
                return;
            }
            // A bare list of messages: `rest` is a list, too. It is empty where the messages are in their column.
            let mut rest = Some(root.raw());
            for (key, column) in self.0 {
                out.key(key);
                match column {
                    Column::Items(_) if rest.is_some() && column.fits(root) => {
                        column.write(root, out);
                        rest = None;
                    }
                    Column::Text | Column::Json | Column::Items(_) | Column::Content(_) => column.write_nothing(out),
                }
            }
            out.key(REST).string(rest.unwrap_or("[]"));
        });
        text_of(&out)
    }

    fn write_members(&self, object: Node<'_, '_>, out: &mut Out) {
        let mut rest = Out::new(Layout::Compact);
        rest.open(b'{');
        for (key, column) in self.0 {
            match only(object, key).filter(|value| column.fits(*value)) {
                Some(value) => {
                    column.write(value, out.key(key));
                    if let Some(mark) = column.mark(value) {
                        rest.key(key).verbatim(mark);
                    }
                }
                None => column.write_nothing(out.key(key)),
            }
        }
        for (key, value) in object.members() {
            let name = key.text().unwrap_or_default();
            let column = self.0.iter().find(|(known, _)| key.is(known));
            let is_written =
                column.is_some_and(|(known, column)| only(object, known).is_some_and(|value| column.fits(value)));
            if !is_written {
                rest.key_text(&name).verbatim(value.raw());
            }
        }
        rest.close(b'}');
        let rest = text_of(&rest);
        out.key(REST).string(if rest == "{}" { "" } else { &rest });
    }

    /// The record of a row. `None`: the record is not a row.
    ///
    /// # Errors
    /// A column does not contain what [`ProfileColumns::apply`] writes there.
    pub fn restore(&self, root: Node<'_, '_>) -> Result<Option<String>, Refused> {
        if !root.get(PROFILE_KEY).is_some_and(|name| name.is(PROFILE)) {
            return Ok(None);
        }
        let mut out = Out::new(Layout::Compact);
        let rest = root.get(REST).and_then(|rest| rest.text()).unwrap_or_default().decode_json().into_owned();
        if !rest.trim_start().starts_with('[') {
            self.restore_members(root, &mut out)?;
            return Ok(Some(text_of(&out)));
        }
        let lists = self.0.iter().filter(|(_, column)| matches!(column, Column::Items(_)));
        let mut lists =
            lists.filter_map(|(key, column)| Some((column, root.get(key).filter(|list| !list.is_empty())?)));
        match lists.next() {
            Some((column, list)) => {
                column.restore(list, None, &mut out)?;
                Ok(Some(text_of(&out)))
            }
            None => Ok(Some(rest)),
        }
    }

    fn restore_members(&self, row: Node<'_, '_>, out: &mut Out) -> Result<(), Refused> {
        let (text, mut tape) = (row.get(REST).and_then(|rest| rest.text()), Tape::new());
        let text = text.unwrap_or_default().decode_json().into_owned();
        let text = if text.is_empty() { "{}" } else { &text };
        let rest = tape.parse(text).ok().filter(Node::is_object).ok_or_else(|| unfit(row, REST))?;
        out.open(b'{');
        for (key, column) in self.0 {
            let Some(value) = row.get(key).filter(|value| !is_nothing(*value)) else { continue };
            if !column.is_type(value) {
                return Err(unfit(value, key));
            }
            column.restore(value, rest.get(key), out.key(key))?;
        }
        let is_column = |key: Node<'_, '_>| self.0.iter().find(|(known, _)| key.is(known));
        for (key, value) in rest.members() {
            // Next to a column that holds something, the member only says how that was spelled.
            let is_mark = |(known, _): &(&str, Column)| row.get(known).is_some_and(|value| !is_nothing(value));
            if !is_column(key).is_some_and(is_mark) {
                out.key_text(&key.text().unwrap_or_default()).verbatim(value.raw());
            }
        }
        // Columns that were added to the table stay.
        for (key, value) in row.members() {
            if is_column(key).is_none() && !key.is(REST) && !key.is(PROFILE_KEY) {
                out.key_text(&key.text().unwrap_or_default()).verbatim(value.raw());
            }
        }
        out.close(b'}');
        Ok(())
    }
}

impl Column {
    /// True if the column can hold this value.
    fn fits(self, value: Node<'_, '_>) -> bool {
        match self {
            _ if is_nothing(value) => false,
            Self::Text => value.is_string(),
            Self::Json => true,
            Self::Items(_) => value.is_array() && value.items().all(|item| item.is_object()),
            Self::Content(_) => value.is_string() || (value.is_array() && value.items().all(|item| item.is_object())),
        }
    }

    /// True if a row may have this value in the column.
    fn is_type(self, value: Node<'_, '_>) -> bool {
        match self {
            Self::Text | Self::Json => value.is_string(),
            Self::Items(_) | Self::Content(_) => value.is_array() && value.items().all(|item| item.is_object()),
        }
    }

    fn write_nothing(self, out: &mut Out) {
        match self {
            Self::Text | Self::Json => out.string(""),
            Self::Items(_) | Self::Content(_) => out.array(|_| {}),
        }
    }

    fn write(self, value: Node<'_, '_>, out: &mut Out) {
        match self {
            Self::Text => out.text(&value.text().unwrap_or_default()),
            Self::Json if value.is_string() => out.text(&value.text().unwrap_or_default()),
            Self::Json => out.string(value.raw()),
            Self::Items(columns) | Self::Content(columns) => out.array(|out| {
                for item in value.items() {
                    out.object(|out| columns.write_members(item, out));
                }
                if let Some(text) = value.text() {
                    out.object(|out| {
                        for (key, column) in columns.0 {
                            match *key {
                                "type" => out.key(key).word("text"),
                                "text" => out.key(key).text(&text),
                                _ => column.write_nothing(out.key(key)),
                            }
                        }
                        out.key(REST).string("");
                    });
                }
            }),
        }
    }

    /// What `rest` says of a value that would be restored in another form.
    fn mark(self, value: Node<'_, '_>) -> Option<&'static str> {
        match self {
            Self::Json if value.is_string() => Some("\"\""),
            Self::Content(_) if single_text(value).is_some() => Some("[]"),
            Self::Text | Self::Json | Self::Items(_) | Self::Content(_) => None,
        }
    }

    fn restore(self, value: Node<'_, '_>, mark: Option<Node<'_, '_>>, out: &mut Out) -> Result<(), Refused> {
        match self {
            Self::Text => out.text(&value.text().unwrap_or_default()),
            Self::Json if mark.is_some() => out.text(&value.text().unwrap_or_default()),
            Self::Json => {
                let text = value.text().unwrap_or_default().decode_json().into_owned();
                if Tape::new().parse(&text).is_err() {
                    return Err(Refused::new(&shape::WRONG_TYPE, value.at(), "the column contains no JSON text"));
                }
                out.verbatim(&text);
            }
            Self::Items(columns) | Self::Content(columns) => {
                let mut list = Out::new(Layout::Compact);
                list.open(b'[');
                for item in value.items() {
                    columns.restore_members(item, &mut list)?;
                }
                list.close(b']');
                let list = text_of(&list);
                let mut tape = Tape::new();
                let is_text = matches!(self, Self::Content(_)) && mark.is_none();
                let single = tape.parse(&list).ok().filter(|_| is_text).and_then(single_text);
                out.verbatim(single.map_or(list.as_str(), |text| text.raw()));
            }
        }
        Ok(())
    }
}

/// Rejects a row of `--profile arrow`: as a record it would lose what is in its columns with JSON text.
///
/// # Errors
/// The record is one.
pub(super) fn refuse_row(root: Node<'_, '_>) -> Result<(), Refused> {
    let Some(name) = root.get(PROFILE_KEY).filter(|name| name.is(PROFILE)) else { return Ok(()) };
    let message = format!("this is a row of `--profile {PROFILE}`, not a record");
    let refused = Refused::new(&shape::NOT_A_CONVERSATION, name.at(), message);
    Err(refused.helping("turnwise convert --profile none restores such rows to records"))
}

/// The value of the key, if the object has it once.
fn only<'t, 'a>(object: Node<'t, 'a>, key: &str) -> Option<Node<'t, 'a>> {
    let mut found = object.members().filter(|(name, _)| name.is(key)).map(|(_, value)| value);
    found.next().filter(|_| found.next().is_none())
}

/// What an empty column stands for, and what no column tells from that.
fn is_nothing(value: Node<'_, '_>) -> bool {
    value.is_null() || value.is("") || (value.is_array() && value.is_empty())
}

/// The text of a list of one plain text part: it means the same as a string.
fn single_text<'t, 'a>(list: Node<'t, 'a>) -> Option<Node<'t, 'a>> {
    let part = list.items().next().filter(|part| list.len() == 1 && part.len() == 2)?;
    let text = part.get("text").filter(|text| text.is_string() && !text.is(""))?;
    part.get("type")?.is("text").then_some(text)
}

fn unfit(node: Node<'_, '_>, key: &str) -> Refused {
    Refused::new(&shape::WRONG_TYPE, node.at(), format!("`{key}` is not what --profile {PROFILE} writes there"))
}

fn text_of(out: &Out) -> String {
    String::from_utf8(out.as_bytes().to_vec()).unwrap_or_default()
}
