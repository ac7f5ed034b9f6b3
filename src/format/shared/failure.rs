//! What a service says of a request that failed.
//!
//! `{"error":{"code":"rate_limit_exceeded","message":"Too many requests."}}`

use crate::json::Node;

/// The code and the words of the error in a value. `None`: it holds no error.
#[must_use]
pub fn failure(value: Node<'_, '_>) -> Option<String> {
    let error = value.get("error").filter(|error| !error.is_null())?;
    let word = |key: &str| error.get(key).and_then(|it| it.text()).map(|text| text.show());
    let words = [word("code").or_else(|| word("type")), word("message").or_else(|| Some(error.text()?.show()))];
    let words: Vec<_> = words.into_iter().flatten().collect();
    Some(if words.is_empty() { "an error without words".to_owned() } else { words.join(": ") })
}
