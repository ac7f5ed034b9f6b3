//! Variables: names with values, and their substitution in text.
//!
//! `<<d.k>>` with `d` = `{"k":"deep"}` becomes `deep`.

use std::collections::HashMap;

use memchr::memmem;

use super::statement_error::StatementError;
use super::{codes, python};
use crate::json::{Node, Out, Tape};

/// A value: a string, or any other JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A number, a boolean, null, a list or an object, as JSON.
    Json(String),
}

impl Value {
    /// The value of a JSON node.
    #[must_use]
    pub fn of(node: Node<'_, '_>) -> Self {
        match node.text() {
            Some(text) => Self::Text(text.decode().into_owned()),
            None => Self::Json(node.raw().to_owned()),
        }
    }

    /// The text that Python's `str()` returns for it.
    #[must_use]
    pub fn show(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Json(json) => python::show(json),
        }
    }

    /// Writes it as JSON.
    pub fn write(&self, out: &mut Out) {
        match self {
            Self::Text(text) => out.string(text),
            Self::Json(json) => out.verbatim(json),
        }
    }

    fn member(&self, key: &str, budget: &mut RunBudget) -> Option<Self> {
        let Self::Json(json) = self else { return None };
        budget.take(json.len()).ok()?;
        let mut tape = Tape::with_max_depth(usize::MAX);
        let object = tape.parse(json).ok()?;
        // The last member with a key counts, as in Python.
        object.members().filter(|(name, _)| name.is(key)).last().map(|(_, value)| Self::of(value))
    }
}

/// Names with values, in the order in which they were set.
#[derive(Clone, Debug, Default)]
pub struct VariableList {
    places: HashMap<String, usize>,
    entries: Vec<(String, Value)>,
}

impl VariableList {
    /// The initial variables of keprompt: `<<` and `>>` as delimiters, and its settings.
    #[must_use]
    pub fn new() -> Self {
        let mut variables = Self::default();
        variables.set("Prefix", Value::Text("<<".to_owned()));
        variables.set("Postfix", Value::Text(">>".to_owned()));
        variables.set("Debug", Value::Json("false".to_owned()));
        variables.set("Verbose", Value::Json("false".to_owned()));
        variables.set("llm_options", Value::Json("{}".to_owned()));
        variables
    }

    /// Sets a variable.
    pub fn set(&mut self, name: &str, value: Value) {
        match self.places.get(name).and_then(|place| self.entries.get_mut(*place)) {
            Some(known) => known.1 = value,
            None => {
                self.places.insert(name.to_owned(), self.entries.len());
                self.entries.push((name.to_owned(), value));
            }
        }
    }

    /// Sets every member of a JSON object.
    pub fn extend(&mut self, object: Node<'_, '_>) {
        for (name, value) in object.members() {
            self.set(&name.text().unwrap_or_default().decode(), Value::of(value));
        }
    }

    /// The value of a variable.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.places.get(name).and_then(|place| self.entries.get(*place)).map(|(_, value)| value)
    }

    /// All of them, in their order.
    #[must_use]
    pub fn entries(&self) -> &[(String, Value)] {
        &self.entries
    }

    /// The delimiters of a name: `<<` and `>>`.
    ///
    /// # Errors
    /// One of them is not a string, or the end delimiter is empty.
    pub fn delimiters(&self) -> Result<(&str, &str), StatementError> {
        let text = |name: &str, usual: &'static str| match self.get(name) {
            None => Ok(usual),
            Some(Value::Text(text)) if name == "Prefix" || !text.is_empty() => Ok(text.as_str()),
            Some(_) => Err(StatementError::new(&codes::VARIABLE, format!("the variable `{name}` is not a delimiter"))),
        };
        Ok((text("Prefix", "<<")?, text("Postfix", ">>")?))
    }

    /// The value of a dotted name.
    fn find(&self, name: &str, budget: &mut RunBudget) -> Option<Value> {
        let (first, rest) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
        let value = self.get(first)?;
        let Some(rest) = rest else { return Some(value.clone()) };
        let mut keys = rest.split('.');
        let mut value = value.member(keys.next()?, budget)?;
        for key in keys {
            value = value.member(key, budget)?;
        }
        Some(value)
    }
}

/// The budget of one run: it ends texts that grow without limit and variables that name themselves.
#[derive(Clone, Debug)]
pub struct RunBudget {
    steps: u64,
    bytes: usize,
}

impl Default for RunBudget {
    fn default() -> Self {
        Self { steps: 5_000_000, bytes: 256 << 20 }
    }
}

impl RunBudget {
    /// Takes a step that moves this many bytes.
    ///
    /// # Errors
    /// The budget is used up.
    pub fn take(&mut self, bytes: usize) -> Result<(), StatementError> {
        match (self.steps.checked_sub(1), self.bytes.checked_sub(bytes)) {
            (Some(steps), Some(bytes)) => {
                (self.steps, self.bytes) = (steps, bytes);
                Ok(())
            }
            _ => Err(StatementError::new(
                &codes::TOO_MUCH,
                "the texts of this program grow beyond all bounds".to_owned(),
            )),
        }
    }
}

/// Looks up a property of the interpreter: `ip` for `<<VM.ip>>`.
pub type VmLookup<'l> = &'l dyn Fn(&str) -> Option<Value>;

/// Replaces names by values, as keprompt does: from the first closing delimiter back to the last opening one before it,
/// repeatedly, until there is none.
///
/// # Errors
/// A name is not defined in either set of variables, or the substitution does not end.
pub fn substitute(
    text: &str,
    variables: [&VariableList; 2],
    vm: VmLookup<'_>,
    budget: &mut RunBudget,
) -> Result<String, StatementError> {
    let [variables, fallback] = variables;
    let (prefix, postfix) = variables.delimiters()?;
    if memmem::find(text.as_bytes(), postfix.as_bytes()).is_none() {
        return Ok(text.to_owned());
    }
    // A variable that names itself would be substituted forever: no real text needs this many rounds.
    let mut rounds = 100_000 + text.len();
    let mut done = String::with_capacity(text.len());
    let mut waiting = vec![(text.to_owned(), 0)];
    while let Some((piece, at)) = waiting.last_mut() {
        let Some(character) = piece.get(*at..).and_then(|rest| rest.chars().next()) else {
            waiting.pop();
            continue;
        };
        *at += character.len_utf8();
        done.push(character);
        if !done.ends_with(postfix) {
            continue;
        }
        let end = done.len() - postfix.len();
        let front = done.get(..end).unwrap_or_default();
        let Some(start) = front.rfind(prefix) else {
            for (piece, at) in waiting.iter().rev() {
                done.push_str(piece.get(*at..).unwrap_or_default());
            }
            return Ok(done);
        };
        let name = front.get(start + prefix.len()..).unwrap_or_default();
        let value = match name.strip_prefix("VM.") {
            Some(property) => vm(property),
            None => variables.find(name, budget).or_else(|| fallback.find(name, budget)),
        };
        let Some(value) = value else {
            return Err(StatementError::new(
                &codes::VARIABLE,
                format!("the variable `{}` is not defined", short(name)),
            ));
        };
        let value = value.show();
        rounds = rounds.saturating_sub(1);
        budget.take(value.len())?;
        if rounds == 0 {
            return Err(StatementError::new(
                &codes::TOO_MUCH,
                format!("the variable `{}` refers to itself", short(name)),
            ));
        }
        done.truncate(start);
        waiting.pop_if(|(piece, at)| *at == piece.len());
        waiting.push((value, 0));
    }
    Ok(done)
}

/// At most 60 characters of input text in a message.
pub(super) fn short(text: &str) -> String {
    crate::json::Text::owned(text).show()
}
