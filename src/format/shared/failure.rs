//! The error message of a service for a failed request.
//!
//! `{"error":{"code":"rate_limit_exceeded","message":"Too many requests."}}`

use crate::json::Node;

/// The code and the message of the error in a value. `None` if it contains no error.
#[must_use]
pub fn failure(value: Node<'_, '_>) -> Option<String> {
    let error = value.get("error").filter(|error| !error.is_null())?;
    // `{"type":"errored","error":{"type":"error","error":{"type":"invalid_request_error","message":"…"}}}`
    let error = error.get("error").filter(Node::is_object).unwrap_or(error);
    let word = |key: &str| error.get(key).and_then(|it| it.text()).map(|text| text.show());
    let words = [word("code").or_else(|| word("type")), word("message").or_else(|| Some(error.text()?.show()))];
    let words: Vec<_> = words.into_iter().flatten().collect();
    Some(if words.is_empty() { "an error without text".to_owned() } else { words.join(": ") })
}

/// Why a batch of anthropic has no answer for a request: `{"custom_id":"a","result":{"type":"expired"}}`. `None`: there
/// is an answer, or this is not such a line.
#[must_use]
pub fn batch_failure(line: Node<'_, '_>) -> Option<String> {
    line.get("custom_id")?;
    let result = line.get("result")?;
    let kind = result.get("type")?;
    let why = match kind.token()? {
        "errored" => failure(result).unwrap_or_else(|| "an error without text".to_owned()),
        "canceled" => "the batch was canceled before it was sent to the model".to_owned(),
        "expired" => "the batch expired before it was sent to the model".to_owned(),
        _ => return None,
    };
    Some(format!("the request of this line failed: {why}"))
}
