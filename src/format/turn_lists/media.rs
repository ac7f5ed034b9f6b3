//! Files next to the turns, and their placeholders in the words.

use std::collections::VecDeque;

use super::packed::PackedValue;
use crate::format::Reading;
use crate::format::shared::{split_data_url, wrong_type};
use crate::json::{At, Node, Raw, Text};
use crate::model::{Conversation, Extras, Media, MediaKind, MediaSource, Part, Role, TextPart};

/// Marks files that no text names.
const SPARE: &str = "spare";

/// The files of a record that no text has named yet.
#[derive(Debug, Default)]
pub(in crate::format) struct UnnamedFiles<'a>(Vec<Queue<'a>>);

#[derive(Debug)]
struct Queue<'a> {
    kind: MediaKind,
    tag: &'static str,
    field: &'static str,
    /// The whole field, as it was.
    raw: Raw<'a>,
    at: At,
    files: VecDeque<(Text<'a>, At)>,
}

impl<'a> UnnamedFiles<'a> {
    /// The field `key` of a record, which lists files of a kind. What lists no files stays a field of the record.
    pub(in crate::format) fn read_field(
        &mut self,
        key: &'static str,
        kind: &super::FileField,
        field: Node<'_, 'a>,
        conversation: &mut Conversation<'a>,
        reading: &mut Reading<'_>,
    ) {
        let origin = conversation.origin;
        if field.is_null() || (field.is_array() && field.is_empty()) {
            conversation.extras.note(origin, Text::Token(key), field.to_raw(), field.at());
            return;
        }
        let mut files = VecDeque::with_capacity(field.len().max(1));
        files.extend(field.text().map(|text| (text, field.at())));
        files.extend(field.items().filter_map(|item| Some((item.text()?, item.at()))));
        let is_whole = files.len() == field.len().max(1);
        if !is_whole {
            wrong_type(reading, field, key, "a path or a list of paths");
        }
        if !is_whole || self.0.iter().any(|queue| queue.kind == kind.kind) {
            conversation.extras.push(origin, Text::Token(key), field.to_raw(), field.at());
            return;
        }
        let (kind, tag) = (kind.kind, kind.tag);
        self.0.push(Queue { kind, tag, field: key, raw: field.to_raw(), at: field.at(), files });
    }

    /// Cuts a text at its placeholders. Nothing if there is none with a file.
    pub(in crate::format) fn split(&mut self, token: &'a str, at: At) -> Option<Vec<Part<'a>>> {
        if self.0.iter().all(|queue| queue.files.is_empty()) {
            return None;
        }
        let value = PackedValue::of(token);
        let text = value.as_str();
        let mut parts = Vec::new();
        let mut done = 0;
        for start in memchr::memchr_iter(b'<', text.as_bytes()) {
            let rest = text.get(start..).unwrap_or_default();
            let Some(queue) = self.0.iter_mut().find(|queue| rest.starts_with(queue.tag)) else { continue };
            let Some(media) = queue.take() else { continue };
            if start > done {
                parts.push(Part::Text(TextPart::new(value.cut(done..start), value.place(at, done))));
            }
            parts.push(Part::Media(Box::new(media)));
            done = start + queue.tag.len();
        }
        if !parts.is_empty() && done < text.len() {
            parts.push(Part::Text(TextPart::new(value.cut(done..text.len()), value.place(at, done))));
        }
        (!parts.is_empty()).then_some(parts)
    }

    /// The next file of a kind.
    pub(in crate::format) fn next(&mut self, kind: MediaKind) -> Option<Media<'a>> {
        self.0.iter_mut().find(|queue| queue.kind == kind)?.take()
    }

    /// Puts the files that no text names in front of the first message of the user, where LLaMA-Factory puts them.
    pub(in crate::format) fn finish(mut self, conversation: &mut Conversation<'a>) {
        self.0.retain(|queue| !queue.files.is_empty());
        if self.0.is_empty() {
            return;
        }
        let messages = &mut conversation.messages;
        let first = messages.iter().position(|message| matches!(message.role, Role::User));
        let first = first.or_else(|| messages.iter().position(|message| matches!(message.role, Role::Assistant)));
        let Some(message) = first.and_then(|index| messages.get_mut(index)) else {
            for queue in self.0 {
                conversation.extras.push(conversation.origin, Text::Token(queue.field), queue.raw, queue.at);
            }
            return;
        };
        let mut parts = Vec::new();
        for queue in &mut self.0 {
            while let Some(mut media) = queue.take() {
                media.extras.mark(conversation.origin, SPARE, Raw::borrowed("true"), queue.at);
                parts.push(Part::Media(Box::new(media)));
            }
        }
        parts.extend(std::mem::take(&mut message.parts));
        message.parts = parts.into();
    }
}

impl<'a> Queue<'a> {
    /// The next file.
    fn take(&mut self) -> Option<Media<'a>> {
        let (text, at) = self.files.pop_front()?;
        Some(media_of_text(text, self.kind, at))
    }
}

/// A file with this URL or path.
pub(in crate::format) fn media_of_text(text: Text<'_>, kind: MediaKind, at: At) -> Media<'_> {
    let (source, media_type) = source_of(text);
    let (file_name, detail, cache, extras) = (None, None, None, Extras::default());
    Media { at, kind, source, media_type, file_name, detail, cache, extras }
}

fn source_of(text: Text<'_>) -> (MediaSource<'_>, Option<Text<'_>>) {
    if let Some(url) = split_data_url(&text) {
        return (MediaSource::Base64(url.data), Some(url.media_type).filter(|kind| !kind.is_empty()));
    }
    let decoded = text.decode();
    let is_url = decoded.starts_with("data:") || (decoded.contains("://") && !decoded.starts_with("file:"));
    drop(decoded);
    (if is_url { MediaSource::Url(text) } else { MediaSource::File(text) }, None)
}

/// True if no text of the record, which is of the format `origin`, names the file.
pub(in crate::format) fn is_spare(media: &Media<'_>, origin: &str) -> bool {
    media.extras.find_mark(origin, SPARE).is_some()
}
