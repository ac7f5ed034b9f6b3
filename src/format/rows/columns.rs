//! Columns that the user names: any flat table is a format.
//!
//! `user=question,assistant=answer,system=-`

use std::str::FromStr;
use std::sync::Mutex;

use super::layouts::NAME;
use super::{FORMAT, Rows, policy};
use crate::format::shape::{FieldContent, RowField};
use crate::format::{Dialect, Format, FormatShape};

/// A format made of the names of columns. As all formats, it is kept until the program ends; equal texts give the same one.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The format: `rows` with these columns alone.
    pub format: &'static Format,
    /// Tells a writer that it is not the layout of the source.
    pub dialect: &'static Dialect,
}

/// The dialect of rows whose columns are named.
static NAMED: Dialect = Dialect { name: "columns", summary: "the columns of --columns", ..Dialect::PLAIN };

/// What columns hold: as users say it, and the columns that have it if they say nothing.
const KEYS: [(&str, FieldContent, Option<&str>); 8] = [
    ("id", FieldContent::Id, Some("id")),
    ("system", FieldContent::System, Some("system")),
    ("user", FieldContent::User, None),
    ("input", FieldContent::User, None),
    ("assistant", FieldContent::Answer, None),
    ("rejected", FieldContent::Rejected, None),
    ("label", FieldContent::Label, None),
    ("history", FieldContent::Exchanges, Some("history")),
];

/// The texts that were parsed.
static PARSED: Mutex<Vec<(String, Columns)>> = Mutex::new(Vec::new());

impl FromStr for Columns {
    type Err = String;

    /// Parses `user=question,assistant=answer,system=-`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut parsed = PARSED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, known)) = parsed.iter().find(|(known, _)| known == text) {
            return Ok(*known);
        }
        let columns = Self::parse(text)?;
        parsed.push((text.to_owned(), columns));
        Ok(columns)
    }
}

impl Columns {
    fn parse(text: &str) -> Result<Self, String> {
        let mut columns = KEYS.map(|(_, _, usual)| usual.map(str::to_owned));
        let mut named = [false; KEYS.len()];
        for pair in text.split(',') {
            let Some((key, column)) = pair.split_once('=').map(|(key, column)| (key.trim(), column.trim())) else {
                return Err(format!("`{pair}` is no KEY=COLUMN; example: user=question,assistant=answer,system=-"));
            };
            let known = KEYS.iter().position(|(known, ..)| *known == key);
            let place = known.and_then(|place| columns.get_mut(place).zip(named.get_mut(place)));
            let Some((place, is_named)) = place else {
                let keys = KEYS.map(|(key, ..)| key).join(", ");
                return Err(format!("there is no key `{key}`; the keys are {keys}"));
            };
            if column.is_empty() || std::mem::replace(is_named, true) {
                return Err(format!("`{key}` must have one column, or `-` for none"));
            }
            *place = Some(column.to_owned()).filter(|column| column != "-");
        }
        let fields = fields(&columns)?;
        if fields.is_empty() {
            return Err("there are no columns".to_owned());
        }
        let fields: &'static [RowField] = Box::leak(fields.into_boxed_slice());
        let table: &'static Rows = Box::leak(Box::new(Rows {
            name: NAME,
            aliases: &[],
            shape: "columns",
            summary: "",
            source: "",
            fields,
            others: &[],
            evidence: "",
            no_ids: "a row only has text",
        }));
        let format = Format {
            dialects: &[],
            policy: policy(table),
            shape: FormatShape { schema: None, columns: Some(table), ..FORMAT.shape },
            ..FORMAT
        };
        Ok(Self { format: Box::leak(Box::new(format)), dialect: &NAMED })
    }
}

/// The fields that have a column.
fn fields(columns: &[Option<String>; KEYS.len()]) -> Result<Vec<RowField>, String> {
    let mut taken: Vec<&str> = Vec::new();
    for ((key, _, usual), column) in KEYS.iter().zip(columns) {
        let Some(column) = column else {
            if matches!(*key, "user" | "assistant") {
                return Err(format!("`{key}` needs a column: user=question,assistant=answer"));
            }
            continue;
        };
        // Default columns give way to named ones.
        if taken.contains(&column.as_str()) && *usual != Some(column.as_str()) {
            return Err(format!("the column `{column}` is named twice"));
        }
        taken.push(column);
    }
    let mut fields: Vec<RowField> = Vec::new();
    for ((_, holds, usual), column) in KEYS.iter().zip(columns) {
        let Some(column) = column else { continue };
        let is_default = *usual == Some(column.as_str());
        let count = columns.iter().flatten().filter(|other| *other == column).count();
        if is_default && count > 1 {
            continue;
        }
        let key: &'static str = Box::leak(column.clone().into_boxed_str());
        fields.push(match holds {
            FieldContent::Id => RowField::id(key),
            FieldContent::System => RowField::system(key),
            FieldContent::User => RowField::user(key).or_messages(),
            FieldContent::Answer => RowField::answer(key).or_messages(),
            FieldContent::Rejected => RowField::rejected(key),
            FieldContent::Label => RowField::label(key),
            FieldContent::Exchanges | FieldContent::Turns | FieldContent::Instances => RowField::exchanges(key),
        });
    }
    Ok(fields)
}
