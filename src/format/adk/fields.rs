//! The fields of events next to their content, in either spelling.
//!
//! ```json
//! {"author":"front","actions":{"stateDelta":{},"artifactDelta":{}},"nodeInfo":{"path":"front@1"},"timestamp":1795596260.1712742}
//! ```

use crate::format::shared::time;
use crate::json::{Node, Text};

/// The first of these members that is not null.
pub(super) fn given<'t, 'a>(node: Node<'t, 'a>, keys: &[&str]) -> Option<Node<'t, 'a>> {
    keys.iter().find_map(|key| node.get(key)).filter(|value| !value.is_null())
}

/// True for nothing: null, false, an empty text, and lists and objects of nothing else.
pub(super) fn is_hollow(value: Node<'_, '_>) -> bool {
    match () {
        () if value.is_array() => value.items().all(is_hollow),
        () if value.is_object() => value.members().all(|(_, value)| is_hollow(value)),
        () => value.is_null() || value.as_bool() == Some(false) || value.is(""),
    }
}

/// The time of a number of seconds since 1970, with all its digits: `2026-11-25T08:04:20.1712742Z`.
pub(super) fn iso_of_seconds(number: &str) -> Option<String> {
    let (whole, rest) = number.split_once('.').unwrap_or((number, ""));
    let seconds = whole.parse().ok().filter(|seconds| (0..=253_402_300_799).contains(seconds))?;
    let is_plain = rest.bytes().all(|byte| byte.is_ascii_digit());
    let time = super::super::iso_time(Some(seconds));
    let start = time.strip_suffix("+00:00").filter(|_| is_plain && time::is_iso(&time))?;
    let point = if rest.is_empty() { "" } else { "." };
    Some(format!("{start}{point}{rest}Z"))
}

/// The number of seconds of a time, with all its digits. `None`: it has no zone, or is before 1970.
pub(super) fn seconds_of(text: &str) -> Option<String> {
    let whole = time::utc_seconds(text).filter(|whole| *whole >= 0)?;
    let clock = text.split(['T', 't', ' ']).nth(1).unwrap_or_default();
    let (_, rest) = clock.split_once(['.', ',']).unwrap_or_default();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let point = if digits.is_empty() { "" } else { "." };
    Some(format!("{whole}{point}{digits}"))
}

/// The functions that the framework calls to ask a person: the model has not called them.
pub(super) const FRAMEWORK: &[&str] = &["adk_request_confirmation", "adk_request_credential", "adk_request_input"];

/// True for a call of the framework, and for what a person answered.
pub(super) fn is_framework_part(part: Node<'_, '_>) -> bool {
    let keys = ["functionCall", "function_call", "functionResponse", "function_response"];
    let name = given(part, &keys).and_then(|data| data.get("name")?.text());
    name.is_some_and(|name| FRAMEWORK.iter().any(|known| name.is(known)))
}

/// The text of a field.
pub(super) fn text_of<'a>(node: Option<Node<'_, 'a>>) -> Option<Text<'a>> {
    node.and_then(|node| node.text())
}
