//! What the API demands of calls: ids, names, arguments that are objects.

use std::borrow::Cow;

use super::NAME;
use crate::format::Writing;
use crate::format::shared::{Links, cannot_hold, rewrite_id};
use crate::json::{At, Text, minify};
use crate::model::{Arguments, CallKind, ToolCall};
use crate::report::{Refused, loss};

/// The longest id and the longest name.
const LIMIT: usize = 64;

fn is_id_character(found: char) -> bool {
    is_name_character(found) || matches!(found, '.' | ':')
}

fn is_name_character(found: char) -> bool {
    found.is_ascii_alphanumeric() || matches!(found, '_' | '-')
}

/// `^[a-zA-Z0-9_.:-]{1,64}$`
pub(super) fn is_good_id(id: &Text<'_>) -> bool {
    let id = id.decode();
    (1..=LIMIT).contains(&id.len()) && id.chars().all(is_id_character)
}

/// `^[a-zA-Z0-9_-]{1,64}$`
pub(super) fn is_good_name(name: &Text<'_>) -> bool {
    let name = name.decode();
    (1..=LIMIT).contains(&name.len()) && name.chars().all(is_name_character)
}

fn rewrite(id: &str) -> Option<String> {
    rewrite_id(id, is_id_character, LIMIT)
}

/// The id of a call or of the result that answers it: its own, rewritten if it must be, or the made-up one.
pub(super) fn plan_id<'m>(
    own: Option<&'m Text<'m>>,
    links: &Links<'_>,
    (message, part): (usize, usize),
    at: At,
    writing: &mut Writing<'_>,
) -> Result<Text<'m>, Refused> {
    let renamed = links.renamed(message, part);
    let Some(id) = own else {
        let made = renamed.or_else(|| links.made(message, part));
        let made = made.ok_or_else(|| Refused::new(&loss::CANNOT_HOLD, at, "a tool result answers no call"))?;
        // The id of the call may be one that has to be rewritten.
        return Ok(Text::Owned(rewrite(made).unwrap_or_else(|| made.to_owned())));
    };
    // The API takes an id once, even after the first call with it was answered.
    let fresh = renamed.map(|new| rewrite(new).unwrap_or_else(|| new.to_owned()));
    match fresh.or_else(|| rewrite(&id.decode())) {
        None => Ok(id.borrow()),
        Some(new) => {
            writing.report.add(&loss::ID_REWRITTEN, at, || format!("the call id `{}` became `{new}`", id.show()));
            Ok(Text::Owned(new))
        }
    }
}

/// Nobody can rename a tool behind its user's back.
pub(super) fn check_name(name: &Text<'_>, at: At) -> Result<(), Refused> {
    if is_good_name(name) {
        return Ok(());
    }
    let message =
        format!("{NAME} refuses the tool name `{}`: letters, digits, `_` and `-` only, at most {LIMIT}", name.show());
    Err(Refused::new(&loss::CANNOT_HOLD, at, message))
}

/// The object that `input` holds, as JSON text.
pub(super) fn plan_input<'m>(call: &'m ToolCall<'m>, writing: &mut Writing<'_>) -> Result<Cow<'m, str>, Refused> {
    if call.kind == CallKind::Custom {
        writing.report.add(&loss::CUSTOM_CALL, call.at, || {
            format!("the text of the call of `{}` is put into an object", call.name.show())
        });
        return Ok(Cow::Owned(match &call.arguments {
            Arguments::Encoded(text) => format!("{{\"input\":\"{}\"}}", text.spelling()),
            Arguments::Object(raw) => format!("{{\"input\":{}}}", raw.as_str()),
        }));
    }
    let json = match &call.arguments {
        Arguments::Object(raw) if raw.as_str().starts_with('{') => return Ok(Cow::Borrowed(raw.as_str())),
        Arguments::Object(_) => None,
        Arguments::Encoded(text) if text.is_blank() => {
            writing.report.add(&loss::ARGUMENTS, call.at, || "empty arguments became an empty object".to_owned());
            return Ok(Cow::Borrowed("{}"));
        }
        Arguments::Encoded(text) => Some(text.decode_json()),
    };
    if let Some(json) = json
        && writing.scratch.parse(&json).is_ok_and(|root| root.is_object())
    {
        return Ok(compact(json));
    }
    cannot_hold(writing, &loss::ARGUMENTS, call.at, || {
        format!("the arguments of the call of `{}` are not a JSON object", call.name.show())
    })?;
    Ok(Cow::Borrowed("{}"))
}

/// White space around the object would stand in the middle of the output.
fn compact(json: Cow<'_, str>) -> Cow<'_, str> {
    if json.len() == json.trim().len() {
        return json;
    }
    let mut bytes = Vec::with_capacity(json.len());
    minify(&json, &mut bytes);
    String::from_utf8(bytes).map_or(json, Cow::Owned)
}
