//! The content of messages: texts, arguments of calls and media files, including those in tool results.

use crate::json::Text;
use crate::model::{Arguments, Hosted, Media, Part};

/// A piece of content.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) enum ContentItem<'c, 'a> {
    /// A text, reasoning, a refusal, or the input or output of a hosted tool.
    Text(&'c Text<'a>),
    /// The arguments of a call.
    Arguments(&'c Arguments<'a>),
    /// A media file.
    Media(&'c Media<'a>),
}

impl ContentItem<'_, '_> {
    /// The number of its characters. `buffer`: for texts with escapes.
    pub(in crate::op) fn characters(self, buffer: &mut String) -> u64 {
        let text = match self {
            Self::Text(text) | Self::Arguments(Arguments::Encoded(text)) => text.decode_in(buffer),
            Self::Arguments(Arguments::Object(raw)) => raw.as_str(),
            Self::Media(_) => "",
        };
        text.chars().count() as u64
    }
}

/// Calls `each` with every piece of content in these parts, in order.
pub(in crate::op) fn each_content_item<'c, 'a: 'c>(
    parts: impl IntoIterator<Item = &'c Part<'a>>,
    each: &mut dyn FnMut(ContentItem<'c, 'a>),
) {
    for part in parts {
        match part {
            Part::Text(it) | Part::Refusal(it) => each(ContentItem::Text(&it.text)),
            Part::Reasoning(it) => it.text.iter().for_each(|text| each(ContentItem::Text(text))),
            Part::Call(call) => each(ContentItem::Arguments(&call.arguments)),
            Part::Result(result) => each_content_item(&*result.parts, each),
            Part::Media(media) => each(ContentItem::Media(media)),
            Part::Opaque(it) => it.hosted.iter().for_each(|hosted| each_hosted(hosted, each)),
        }
    }
}

fn each_hosted<'c, 'a: 'c>(hosted: &'c Hosted<'a>, each: &mut dyn FnMut(ContentItem<'c, 'a>)) {
    let output = hosted.result.iter().flat_map(|result| result.output.iter().chain(&result.errors));
    hosted.call.iter().chain(output).for_each(|(text, _)| each(ContentItem::Text(text)));
}
