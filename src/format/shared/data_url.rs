//! `data:image/png;base64,iVBOR…`

use crate::json::Text;

/// The pieces of a base64 data URL.
#[derive(Clone, Debug)]
pub struct DataUrl<'a> {
    /// Between `data:` and `;base64`: `image/png` with parameters; it may be empty.
    pub media_type: Text<'a>,
    /// After the comma.
    pub data: Text<'a>,
}

/// Splits a data URL without copying its bytes. `None` for anything else, including data URLs without base64.
#[must_use]
pub fn split_data_url<'a>(url: &Text<'a>) -> Option<DataUrl<'a>> {
    let split = |text: &str| {
        let rest = text.strip_prefix("data:")?;
        let comma = memchr::memchr(b',', rest.as_bytes().get(..rest.len().min(300))?)?;
        let kind = rest.get(..comma)?.strip_suffix(";base64")?;
        Some(("data:".len()..5 + kind.len(), 5 + comma + 1))
    };
    // `\/` is the only escape in base64 text; the pieces keep it.
    match url {
        Text::Token(token) => {
            let (kind, data) = split(token)?;
            Some(DataUrl { media_type: Text::Token(token.get(kind)?), data: Text::Token(token.get(data..)?) })
        }
        Text::OwnedToken(token) => {
            let (kind, data) = split(token)?;
            let piece = |text: &str| Text::owned_token(text);
            Some(DataUrl { media_type: piece(token.get(kind)?), data: piece(token.get(data..)?) })
        }
        Text::Owned(text) => {
            let (kind, data) = split(text)?;
            let piece = |text: &str| Text::owned(text);
            Some(DataUrl { media_type: piece(text.get(kind)?), data: piece(text.get(data..)?) })
        }
    }
}
