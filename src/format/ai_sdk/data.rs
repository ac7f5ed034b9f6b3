//! The bytes of files: URLs, base64, references to uploaded files, and arrays of bytes as `JSON.stringify` writes them.
//!
//! `"https://…"`, `"data:image/png;base64,aGk="`, `"aGk="`, `{"type":"url","url":"…"}`, `{"0":137,"1":80}`

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::format::shared::split_data_url;
use crate::json::{Node, Text};
use crate::model::MediaSource;

/// Where the bytes of a file are, and the media type in its URL.
#[derive(Debug)]
pub(super) struct FileData<'a> {
    pub(super) source: MediaSource<'a>,
    pub(super) url_type: Option<Text<'a>>,
}

/// The names of services in references, and what the model calls them.
const SERVICES: &[(&str, &str)] =
    &[("openai", "openai"), ("azure", "openai"), ("anthropic", "anthropic"), ("google", "gemini"), ("xai", "xai")];

/// True for a URL, `data:` URLs included.
pub(super) fn is_address(text: &Text<'_>) -> bool {
    let start = text.token().unwrap_or_default();
    let start = start.get(..start.len().min(16)).unwrap_or(start);
    start.contains("://") || start.contains(":\\/\\/") || start.starts_with("data:")
}

/// Reads the data of a file. `is_url`: always treat a string as a URL. `None`: the data has an unknown form.
pub(super) fn read_data<'a>(value: Node<'_, 'a>, is_url: bool) -> Option<FileData<'a>> {
    let plain = |source| Some(FileData { source, url_type: None });
    if let Some(text) = value.text() {
        if let Some(url) = split_data_url(&text) {
            let url_type = Some(url.media_type).filter(|media_type| !media_type.is_empty());
            return Some(FileData { source: MediaSource::Base64(url.data), url_type });
        }
        let source = if is_url || is_address(&text) { MediaSource::Url(text) } else { MediaSource::of_bytes(text) };
        return plain(source);
    }
    if let Some(kind) = value.get("type") {
        return match kind.text()?.decode().as_ref() {
            "url" => read_data(value.get("url").filter(Node::is_string)?, true),
            "data" => {
                read_data(value.get("data").filter(|data| data.get("type").is_none_or(|it| it.is("Buffer")))?, false)
            }
            "text" => plain(MediaSource::Plain(value.get("text")?.text()?)),
            "reference" => plain(read_reference(value.get("reference")?)?),
            "Buffer" => plain(MediaSource::Base64(Text::owned(
                STANDARD.encode(bytes(value.get("data").filter(Node::is_array)?.items())?),
            ))),
            _ => None,
        };
    }
    if value.get("0").is_some() {
        // The keys of typed arrays are numbers, in order.
        let is_next = |(at, (key, _)): (usize, (Node<'_, '_>, Node<'_, '_>))| key.is(&at.to_string());
        let is_array = value.members().enumerate().all(is_next);
        let bytes = bytes(value.members().map(|(_, byte)| byte)).filter(|_| is_array)?;
        return plain(MediaSource::Base64(Text::owned(STANDARD.encode(bytes))));
    }
    plain(read_reference(value)?)
}

fn bytes<'t, 'a: 't>(items: impl Iterator<Item = Node<'t, 'a>>) -> Option<Vec<u8>> {
    items.map(|item| item.raw().parse().ok()).collect()
}

/// A file that was uploaded to one service: `{"openai":"file-1"}`.
pub(super) fn read_reference<'a>(value: Node<'_, 'a>) -> Option<MediaSource<'a>> {
    let (key, id) = value.members().next().filter(|_| value.is_object() && value.len() == 1)?;
    let (_, service) = SERVICES.iter().find(|(known, _)| key.is(known))?;
    Some(MediaSource::Remote { service, id: id.text()? })
}
