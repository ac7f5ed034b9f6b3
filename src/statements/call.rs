//! Tool calls and tool results as statements: `f(a=1, b="x") id=c1`, and `id=c1 name=f` with the result after it.

use std::ops::Range;

use super::python::{self, Number, is_space, strip};
use super::statement_error::StatementError;
use super::value::{Value, short};
use super::{codes, message::StatementCall};
use crate::json::{Kind, Node, Out};

/// Reads the value of `.tool_call` as keprompt does: no nesting, no escapes, and quotes may open anywhere.
///
/// # Errors
/// There is no ` id=`, no `(`, an argument without `=`, or a number that JSON does not have.
pub fn read_call(value: &str) -> Result<StatementCall, StatementError> {
    let bad = |what: String| StatementError::new(&codes::CALL_SYNTAX, what);
    let Some((function, id)) = value.rsplit_once(" id=") else {
        return Err(bad(format!("no ` id=` in `{}`", short(value))));
    };
    let Some((name, arguments)) = function.split_once('(') else {
        return Err(bad(format!("no `(` in `{}`", short(function))));
    };
    let mut read: Vec<(String, Result<Value, StatementError>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for piece in pieces(arguments.trim_end_matches(')')) {
        let Some((key, value)) = piece.split_once('=') else {
            return Err(bad(format!("no `=` in the argument `{}`", short(piece))));
        };
        let key = strip(key);
        let value = argument(strip(value)).ok_or_else(|| {
            StatementError::new(&codes::NOT_JSON, format!("JSON has no number `{}`", short(strip(value))))
        });
        match places.get(key).and_then(|place: &usize| read.get_mut(*place)) {
            Some(known) => known.1 = value,
            None => {
                places.insert(key.to_owned(), read.len());
                read.push((key.to_owned(), value));
            }
        }
    }
    let mut out = Out::default();
    out.open(b'{');
    for (key, value) in read {
        value?.write(out.key_text(&crate::json::Text::owned(key)));
    }
    out.close(b'}');
    let arguments = String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default();
    Ok(StatementCall { id: Some(strip(id).to_owned()), name: strip(name).to_owned(), arguments })
}

/// Splits arguments at commas outside quotes. An unclosed quote extends to the end.
fn pieces(arguments: &str) -> Vec<&str> {
    let (mut pieces, mut start, mut quote) = (Vec::new(), 0, None);
    for (at, character) in arguments.char_indices() {
        match (character, quote) {
            ('"' | '\'', None) => quote = Some(character),
            (_, Some(open)) if open == character => quote = None,
            (',', None) => {
                pieces.push(arguments.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    if quote.is_none() {
        pieces.push(arguments.get(start..).unwrap_or_default());
    }
    pieces.into_iter().map(strip).filter(|piece| !piece.is_empty()).collect()
}

/// The value of an argument. `None`: a float that JSON does not have.
fn argument(text: &str) -> Option<Value> {
    for quote in ['"', '\''] {
        if text.starts_with(quote) && text.ends_with(quote) {
            return Some(Value::Text(text.get(1..text.len() - 1).unwrap_or_default().to_owned()));
        }
    }
    for word in ["true", "false"] {
        if text.eq_ignore_ascii_case(word) {
            return Some(Value::Json(word.to_owned()));
        }
    }
    match python::number(text) {
        Some(Number::Int(digits)) => Some(Value::Json(digits)),
        Some(Number::Float(float)) => float.is_finite().then(|| Value::Json(python::float(float))),
        None => Some(Value::Text(text.to_owned())),
    }
}

/// Writes a call as the value of `.tool_call`. Arguments that cannot be written become text or are omitted, and are
/// reported to `lost`.
#[must_use]
pub fn write_call(call: &StatementCall, lost: &mut dyn FnMut(&'static crate::report::Code, String)) -> String {
    let mut text = String::new();
    let name = if strip(&call.name) == call.name && !call.name.contains('(') {
        call.name.clone()
    } else {
        lost(&codes::CALL_NAME, format!("the function name `{}` cannot be written in a statement", short(&call.name)));
        strip(&call.name).replace('(', "")
    };
    text.push_str(&name);
    text.push('(');
    let mut tape = crate::json::Tape::with_max_depth(usize::MAX);
    match tape.parse(&call.arguments) {
        Ok(object) if object.is_object() => {
            let mut is_first = true;
            for (key, value) in python::members(object) {
                let key = key.text().unwrap_or_default().decode().into_owned();
                if let Some(argument) = write_argument(&key, value, lost) {
                    text.push_str(if std::mem::take(&mut is_first) { "" } else { ", " });
                    text.push_str(&argument);
                }
            }
        }
        Ok(other) => {
            let kind = other.kind().name();
            lost(&codes::ARGUMENT, format!("the arguments of `{}` are {kind}, not an object", short(&call.name)));
        }
        Err(_) => lost(&codes::ARGUMENT, format!("the arguments of `{}` are not JSON", short(&call.name))),
    }
    text.push_str(") id=");
    let id = call.id.as_deref().unwrap_or_default();
    let plain: String = id.split(is_space).collect();
    if call.id.is_none() || plain != id {
        lost(&codes::CALL_ID, format!("the call id {} cannot be written in a statement", show_id(call.id.as_deref())));
    }
    text.push_str(&plain);
    text
}

fn show_id(id: Option<&str>) -> String {
    id.map_or_else(|| "null".to_owned(), |id| format!("`{}`", short(id)))
}

/// Writes one argument, if it can be written.
fn write_argument(
    key: &str,
    value: Node<'_, '_>,
    lost: &mut dyn FnMut(&'static crate::report::Code, String),
) -> Option<String> {
    let holds = |text: &str, wanted: &str| {
        let read = read_call(&format!("f({text}) id=c")).ok()?;
        let mut tape = crate::json::Tape::new();
        let object = tape.parse(&read.arguments).ok()?;
        let (found, value) = object.members().next()?;
        (object.len() == 1 && found.is(key) && same_value(value.raw(), wanted)).then_some(())
    };
    let quoted = |text: &str| {
        let quote = if text.contains('"') { '\'' } else { '"' };
        format!("{key}={quote}{text}{quote}")
    };
    let text = value.text().map(|text| text.decode().into_owned());
    let own = match (&text, value.kind()) {
        (Some(text), _) => Some(quoted(text)),
        (None, Kind::Bool) => Some(format!("{key}={}", value.raw())),
        (None, Kind::Number) => Some(format!("{key}={}", python::json_number(value.raw()))),
        (None, Kind::Null | Kind::Array | Kind::Object | Kind::String) => None,
    };
    if let Some(own) = own.filter(|own| holds(own, value.raw()).is_some()) {
        return Some(own);
    }
    // The fallback: its JSON as a string.
    let raw = text.unwrap_or_else(|| {
        let mut out = Vec::new();
        crate::json::minify(value.raw(), &mut out);
        String::from_utf8(out).unwrap_or_default()
    });
    let near = quoted(&raw);
    let mut wanted = Out::default();
    wanted.string(&raw);
    let wanted = String::from_utf8(std::mem::take(wanted.bytes_mut())).unwrap_or_default();
    let is_kept = holds(&near, &wanted).is_some();
    let end = if is_kept { "it becomes text" } else { "it is dropped" };
    lost(&codes::ARGUMENT, format!("the argument `{}` cannot be written in a statement; {end}", short(key)));
    is_kept.then_some(near)
}

/// Numeric equality regardless of spelling: `1.0` equals `1.00`. `1` and `1.0` differ.
#[must_use]
pub(super) fn same_value(a: &str, b: &str) -> bool {
    // Python's output differs between kinds of numbers, and is the same for equal ones.
    a == b || python::show(&format!("[{a}]")) == python::show(&format!("[{b}]"))
}

/// The head and the body of `.tool_result`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultHead {
    /// The id of the call.
    pub id: String,
    /// The name of the function. Messages do not store it.
    pub name: String,
    /// The result text.
    pub content: String,
}

/// Reads the value of `.tool_result`.
///
/// # Errors
/// The first line has no word that starts with `id=` or none with `name=`, or nothing follows it.
pub fn read_result(value: &str) -> Result<ResultHead, StatementError> {
    let (head, content) = value.split_once('\n').unwrap_or((value, ""));
    let last = |start: &str| head.split(is_space).filter_map(|word| word.strip_prefix(start)).next_back();
    let (id, name) = (last("id=").unwrap_or_default(), last("name=").unwrap_or_default());
    if id.is_empty() || name.is_empty() {
        let message = format!("`{}` names no `id=` and `name=`", short(head));
        return Err(StatementError::new(&codes::RESULT_SYNTAX, message));
    }
    Ok(ResultHead { id: id.to_owned(), name: name.to_owned(), content: content.to_owned() })
}

/// The ranges of an id and of the name of its function in the value of a statement.
pub type IdPlace = (Range<usize>, Range<usize>);

/// The id of a `.tool_call`: everything after the last ` id=`, without the space around it.
///
/// # Example
/// ```
/// let value = "f(a=\"x id=1\") id= c 1 ";
/// let (id, function) = turnwise::statements::call_id(value).unwrap();
/// assert_eq!((&value[id], &value[function]), ("c 1", "f"));
/// ```
#[must_use]
pub fn call_id(value: &str) -> Option<IdPlace> {
    let (function, id) = value.rsplit_once(" id=")?;
    let (name, _) = function.split_once('(')?;
    Some((stripped(id, value.len() - id.len()), stripped(name, 0)))
}

/// The id of a `.tool_result`: in the last word of the first line that starts with `id=`.
#[must_use]
pub fn result_id(value: &str) -> Option<IdPlace> {
    let head = value.split('\n').next()?;
    let last = |start: &str| {
        let is_first =
            |at: &usize| head.get(..*at).is_some_and(|before| before.is_empty() || before.ends_with(is_space));
        let at = head.rmatch_indices(start).map(|(at, _)| at).find(is_first)? + start.len();
        let word = head.get(at..)?.split(is_space).next()?;
        Some(at..at + word.len())
    };
    Some((last("id=")?, last("name=").unwrap_or_default()))
}

fn stripped(text: &str, at: usize) -> Range<usize> {
    let start = at + text.len() - text.trim_start_matches(is_space).len();
    start..start + strip(text).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_what_the_parser_makes_of_them() {
        for (value, wanted) in [
            ("f(a=1)  id=c", r#"{"a":"1)"}"#),
            ("f(a=\"q\\\"q\", b=2) id=c", "{}"),
            ("f(=1, a=\", a=2) id=c", r#"{"":1}"#),
            ("f(a=TRUE, b=1_0, c=1., d=', e', f=\"é\\n\") id=c", r#"{"a":true,"b":10,"c":1.0,"d":", e","f":"é\\n"}"#),
            ("f(a=,,b={\"k\":1} id=x id=c", r#"{"a":"","b":"{\"k\":1} id=x"}"#),
        ] {
            assert_eq!(read_call(value).unwrap().arguments, wanted, "{value}");
        }
        for (value, code) in
            [("f(a)", "TW835"), ("f id=c", "TW835"), ("f(a) id=c", "TW835"), ("f(a=nan) id=c", "TW845")]
        {
            assert_eq!(read_call(value).unwrap_err().code.id, code, "{value}");
        }
    }

    #[test]
    fn what_can_be_written_is_read_again() {
        let arguments =
            r#"{"a":"it's, \"no\"","b":"x)","c":1.50,"d":[1],"e":null,"f=":1,"g":"1","h":true,"i":"say \"hi\""}"#;
        let call = StatementCall { id: Some("c 1".into()), name: "f".into(), arguments: arguments.into() };
        let mut lost = Vec::new();
        let value = write_call(&call, &mut |code, message| lost.push((code.id, message)));
        let read = read_call(&value).unwrap();
        assert_eq!(
            (read.arguments.as_str(), read.id.as_deref()),
            (r#"{"b":"x)","c":1.5,"d":"[1]","e":"null","g":"1","h":true,"i":"say \"hi\""}"#, Some("c1"))
        );
        assert_eq!(lost.len(), 5, "{lost:?}");
    }

    #[test]
    fn ids_stand_where_they_are_read() {
        for value in
            ["f(a=1)  id=c", "f(a=\" id=x\") id= c d\t", "( id=", "f() id=  ", "é(\u{a0}) id=\u{3000}é\u{3000}"]
        {
            let (id, name) = call_id(value).unwrap();
            let read = read_call(value).unwrap();
            assert_eq!((value.get(id), value.get(name)), (read.id.as_deref(), Some(read.name.as_str())), "{value}");
        }
        for value in ["id=a name=f\nid=b", "id=a xid=c\tname=g id=\u{a0}id=é\u{2003}name=f", "id=id= name=f"] {
            let (id, name) = result_id(value).unwrap();
            let read = read_result(value).unwrap();
            assert_eq!((&value[id], &value[name]), (read.id.as_str(), read.name.as_str()), "{value}");
        }
        assert_eq!((call_id("f(a)"), call_id("f id=c"), result_id("name=f\nid=c")), (None, None, None));
        assert_eq!(result_id("x id="), Some((5..5, 0..0)));
    }
}
