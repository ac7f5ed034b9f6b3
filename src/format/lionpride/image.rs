//! Which addresses of images and which ids the library takes.

use crate::json::Text;

/// The problem of the URL of an image.
pub(super) fn url_problem(url: &str) -> Option<&'static str> {
    if url.is_empty() {
        return Some("is empty");
    }
    if url.contains('\0') || url.contains("%00") {
        return Some("contains a null byte");
    }
    let Some((scheme, rest)) = url.split_once(':') else { return Some("is not an http or https URL") };
    if !(scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")) {
        return Some("is not an http or https URL");
    }
    let host = rest.strip_prefix("//").and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
    host.is_empty().then_some("has no host")
}

/// The 32 digits of a UUID in any of the forms that Python reads; `None` if it is none.
pub(super) fn uuid_digits(text: &str) -> Option<String> {
    let plain = text.replace("urn:", "").replace("uuid:", "");
    let digits = plain.trim_matches(['{', '}']).replace('-', "");
    (digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| digits.to_ascii_lowercase())
}

/// An id as the library writes it: a UUID with hyphens in lower case, or the text as it is.
pub(super) fn normal_id<'t>(text: &'t Text<'_>) -> Text<'t> {
    let digits = uuid_digits(&text.decode());
    match digits.and_then(|digits| uuid::Uuid::try_parse(&digits).ok()) {
        Some(id) => Text::owned(id.to_string()),
        None => text.borrow(),
    }
}

pub(super) fn is_uuid(text: &str) -> bool {
    uuid_digits(text).is_some()
}
