//! What the API demands of calls: ids, names, arguments that are objects.

use std::borrow::Cow;

use crate::format::Writing;
use crate::format::shared::{Links, cannot_hold, rewrite_id};
use crate::json::{At, Text, minify};
use crate::model::{Arguments, CallKind, ToolCall};
use crate::report::{Refused, loss};

/// Letters, digits, `_` and `-`.
pub(super) fn is_id_character(found: char) -> bool {
    found.is_ascii_alphanumeric() || found == '_' || found == '-'
}

/// `^[a-zA-Z0-9_-]+$`
pub(super) fn is_good_id(id: &Text<'_>) -> bool {
    !id.is_empty() && id.decode().chars().all(is_id_character)
}

/// `^[a-zA-Z0-9_-]{1,128}$`
pub(super) fn is_good_name(name: &Text<'_>) -> bool {
    let name = name.decode();
    !name.is_empty() && name.len() <= 128 && name.chars().all(is_id_character)
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
        let good = rewrite_id(made, is_id_character, usize::MAX);
        return Ok(Text::Owned(good.unwrap_or_else(|| made.to_owned())));
    };
    // The API takes an id once, even after the first call with it was answered.
    let fresh = renamed.map(|new| rewrite_id(new, is_id_character, usize::MAX).unwrap_or_else(|| new.to_owned()));
    match fresh.or_else(|| rewrite_id(&id.decode(), is_id_character, usize::MAX)) {
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
        format!("anthropic refuses the tool name `{}`: letters, digits, `_` and `-` only, at most 128", name.show());
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
