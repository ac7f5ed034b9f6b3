//! What is said in messages: texts, arguments of calls and media files, also those in tool results.

use crate::json::Text;
use crate::model::{Arguments, Hosted, Media, Part};

/// Something that is said.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) enum Said<'c, 'a> {
    /// A text, reasoning or a refusal, or the input or output of a tool that a service ran.
    Words(&'c Text<'a>),
    /// The arguments of a call.
    Arguments(&'c Arguments<'a>),
    /// A media file.
    Media(&'c Media<'a>),
}

impl Said<'_, '_> {
    /// The number of its characters. `buffer`: for texts with escapes.
    pub(in crate::op) fn characters(self, buffer: &mut String) -> u64 {
        let text = match self {
            Self::Words(text) | Self::Arguments(Arguments::Encoded(text)) => text.decode_in(buffer),
            Self::Arguments(Arguments::Object(raw)) => raw.as_str(),
            Self::Media(_) => "",
        };
        text.chars().count() as u64
    }
}

/// Calls `each` with everything that is said in these parts, in order.
pub(in crate::op) fn each_said<'c, 'a: 'c>(
    parts: impl IntoIterator<Item = &'c Part<'a>>,
    each: &mut dyn FnMut(Said<'c, 'a>),
) {
    for part in parts {
        match part {
            Part::Text(it) | Part::Refusal(it) => each(Said::Words(&it.text)),
            Part::Reasoning(it) => it.text.iter().for_each(|text| each(Said::Words(text))),
            Part::Call(call) => each(Said::Arguments(&call.arguments)),
            Part::Result(result) => each_said(&*result.parts, each),
            Part::Media(media) => each(Said::Media(media)),
            Part::Opaque(it) => it.hosted.iter().for_each(|hosted| each_hosted(hosted, each)),
        }
    }
}

fn each_hosted<'c, 'a: 'c>(hosted: &'c Hosted<'a>, each: &mut dyn FnMut(Said<'c, 'a>)) {
    let output = hosted.result.iter().flat_map(|result| result.output.iter().chain(&result.errors));
    hosted.call.iter().chain(output).for_each(|(text, _)| each(Said::Words(text)));
}
