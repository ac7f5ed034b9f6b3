//! The value of a `.prompt` statement: `"name":"hello", "version":"1", "params":{"who":"Ann"}`.

use super::codes;
use super::python::strip;
use super::statement_error::StatementError;
use super::value::{Value, VariableList};
use crate::json::Tape;

/// Name, version and parameters of a program.
#[derive(Clone, Debug)]
pub struct Meta {
    /// Usually a string; keprompt accepts any value.
    pub name: Value,
    /// Usually a string, too.
    pub version: Value,
    /// The variables that it defines.
    pub params: VariableList,
}

/// Reads the value of a `.prompt` statement.
///
/// # Errors
/// It is not JSON between braces, has no name or version, or its params are not an object.
pub fn prompt_meta(value: &str) -> Result<Meta, StatementError> {
    let bad = |message: &str| StatementError::new(&codes::BAD_META, message.to_owned());
    if strip(value).is_empty() {
        return Err(bad("`.prompt` needs a name and a version"));
    }
    let json = format!("{{{value}}}");
    let mut tape = Tape::new();
    let root = match tape.parse(&json) {
        Ok(root) => root,
        Err(error) => return Err(bad(&format!("the value of `.prompt` is not JSON: {error}"))),
    };
    let last = |key: &str| root.members().filter(|(name, _)| name.is(key)).last().map(|(_, value)| value);
    let (Some(name), Some(version)) = (last("name"), last("version")) else {
        let key = if last("name").is_none() { "name" } else { "version" };
        return Err(bad(&format!("`.prompt` has no `{key}`")));
    };
    let mut params = VariableList::default();
    match last("params") {
        Some(object) if object.is_object() => params.extend(object),
        Some(other) => {
            return Err(bad(&format!("the `params` of `.prompt` are {}, not an object", other.kind().name())));
        }
        None => {}
    }
    Ok(Meta { name: Value::of(name), version: Value::of(version), params })
}
