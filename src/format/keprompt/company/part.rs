//! The parts of a message, one after the other, whatever pieces they were read into; and how services spell them.

use std::borrow::Cow;

use super::dumps::dumps;
use super::{Company, NAME, Whole, is_own};
use crate::format::Writing;
use crate::format::keprompt::message::role_word;
use crate::format::keprompt::part::NO_TYPE;
use crate::format::keprompt::repair::mend;
use crate::format::shared::{cannot_hold, joined_text, object_arguments};
use crate::json::{At, Raw, Text};
use crate::model::{Arguments, Media, MediaKind, MediaSource, Message, Part, Role, ToolCall, ToolResult};
use crate::report::{Refused, loss};

/// A part, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Placed<'c, 'm> {
    pub(super) part: &'c Part<'m>,
    message: &'c Message<'m>,
    /// The places of its message and its own.
    place: (usize, usize),
}

impl<'c, 'm> Whole<'c, 'm> {
    pub(super) fn parts(&self) -> impl Iterator<Item = Placed<'c, 'm>> {
        let index = self.index;
        let pieces = self.pieces.iter().zip(index..);
        pieces.flat_map(|(message, index)| {
            let parts = message.parts.iter().zip(0..);
            parts.map(move |(part, place)| Placed { part, message, place: (index, place) })
        })
    }

    /// The role as keprompt has it.
    pub(super) fn role(&self) -> Text<'c> {
        self.pieces.first().map_or(Text::Token("user"), role_word)
    }

    pub(super) fn at(&self) -> At {
        self.pieces.first().map_or(At::NOWHERE, |first| first.at)
    }

    /// The role of a message that was read from another format.
    pub(super) fn check_role(&self, writing: &mut Writing<'_>) -> Result<(), Refused> {
        match self.pieces.first() {
            Some(Message { role: Role::Developer, at, .. }) => {
                writing.report.add(&loss::ROLE, *at, || "the role developer becomes system".to_owned());
                Ok(())
            }
            Some(Message { role: Role::Other(role), at, origin, .. }) if *origin != NAME => {
                let text = format!("keprompt has no role `{}`", role.show());
                Err(Refused::new(&loss::CANNOT_HOLD, *at, text))
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// The id as the code has it: the empty one, null, or nothing at all is what stands there.
fn id_of<'c>(own: Option<&'c Text<'_>>, placed: &Placed<'c, '_>, whole: &Whole<'c, '_>) -> Option<Text<'c>> {
    let made = whole.links.made(placed.place.0, placed.place.1).filter(|_| !is_own(placed.message));
    own.map(Text::borrow).or_else(|| made.map(|id| Text::Owned(id.to_owned())))
}

/// An id is `""` where there is none, and null where null was stored.
pub(super) fn write_id(key: &str, placed: &Placed<'_, '_>, whole: &Whole<'_, '_>, writing: &mut Writing<'_>) {
    let (own, extras, kept) = match placed.part {
        Part::Call(call) => (call.id.as_ref(), &call.extras, "id"),
        Part::Result(result) => (result.call_id.as_ref(), &result.extras, "tool_use_id"),
        Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => return,
    };
    writing.out.key(key);
    match id_of(own, placed, whole) {
        Some(id) => writing.out.text(&id),
        None if extras.get(NAME, kept).is_some() => writing.out.null(),
        None => writing.out.word(""),
    }
}

/// The arguments as the dictionary that the code has.
pub(super) fn arguments<'m>(
    call: &'m ToolCall<'m>,
    message: &Message<'_>,
    writing: &mut Writing<'_>,
) -> Result<Cow<'m, str>, Refused> {
    match &call.arguments {
        Arguments::Object(raw) if is_own(message) => Ok(Cow::Borrowed(raw.as_str())),
        Arguments::Encoded(text) => {
            let json = text.decode_json();
            if writing.scratch.parse(&json).is_ok() {
                return if is_own(message) { Ok(json) } else { object_arguments(call, writing) };
            }
            match mend(&json, writing.scratch) {
                Some(mended) => {
                    writing.report.add(&loss::ARGUMENTS, call.at, || {
                        format!("the arguments of the call of `{}` are mended", call.name.show())
                    });
                    Ok(Cow::Owned(mended))
                }
                None if is_own(message) => {
                    let text =
                        format!("the arguments of the call of `{}` are no JSON: keprompt fails", call.name.show());
                    Err(Refused::new(&loss::CANNOT_HOLD, call.at, text))
                }
                None => object_arguments(call, writing),
            }
        }
        Arguments::Object(_) => object_arguments(call, writing),
    }
}

/// `arguments` as a value or as the text that Python prints of it.
pub(super) fn write_arguments(
    key: &str,
    is_text: bool,
    call: &ToolCall<'_>,
    message: &Message<'_>,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let json = arguments(call, message, writing)?;
    if !is_text {
        writing.out.key(key).raw(&Raw::owned(json.into_owned()));
        return Ok(());
    }
    let printed = writing.scratch.parse(&json).map(dumps).map_err(|error| Refused::json(&error))?;
    writing.out.key(key).string(&printed);
    Ok(())
}

impl<'m> Placed<'_, 'm> {
    pub(super) fn message(&self) -> &Message<'m> {
        self.message
    }

    pub(super) fn place(&self) -> (usize, usize) {
        self.place
    }
}

/// The bytes of an image and its type; `None`: it cannot be sent, which was said.
pub(super) fn image<'m>(
    media: &'m Media<'m>,
    writing: &mut Writing<'_>,
) -> Result<Option<(Option<Text<'m>>, Text<'m>)>, Refused> {
    let is_image = matches!(media.kind, MediaKind::Image | MediaKind::Unknown);
    let (MediaSource::Base64(data), true) = (&media.source, is_image) else {
        cannot_hold(writing, &loss::MEDIA, media.at, || "keprompt holds the bytes of images only".to_owned())?;
        return Ok(None);
    };
    for fact in [&media.detail, &media.file_name].into_iter().flatten() {
        writing.report.add(&loss::MEDIA_FACT, media.at, || format!("the property `{}` is dropped", fact.show()));
    }
    Ok(Some((media.media_type.as_ref().map(Text::borrow), data.borrow())))
}

/// `data:image/png;base64,…`
pub(super) fn data_url<'m>(kind: Option<Text<'m>>, data: Text<'m>) -> [Text<'m>; 4] {
    [Text::Token("data:"), kind.unwrap_or(Text::Token(NO_TYPE)), Text::Token(";base64,"), data]
}

/// The block that Anthropic takes; `DeepSeek` gets it too.
pub(super) fn write_source(kind: Option<&Text<'_>>, data: &Text<'_>, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    writing.out.key("type").word("image");
    writing.out.key("source").open(b'{');
    writing.out.key("type").word("base64");
    write_type("media_type", kind, writing);
    writing.out.key("data").text(data);
    writing.out.close(b'}');
    writing.out.close(b'}');
}

pub(super) fn write_type(key: &str, kind: Option<&Text<'_>>, writing: &mut Writing<'_>) {
    match kind {
        Some(kind) => writing.out.key(key).text(kind),
        None => writing.out.key(key).null(),
    }
}

/// The text of a result.
pub(super) fn write_result_text(key: &str, result: &ToolResult<'_>, writing: &mut Writing<'_>) {
    for part in &result.parts {
        if let Part::Media(media) = part {
            writing.report.add(&loss::MEDIA, media.at, || "a medium in a tool result is dropped".to_owned());
        }
    }
    match joined_text(&result.parts) {
        Some((pieces, count)) => {
            if count > 1 {
                writing.report.add(&loss::JOINED, result.at, || format!("{count} texts of a tool result become one"));
            }
            writing.out.key(key).joined(&pieces);
        }
        None => writing.out.key(key).word(""),
    }
}

/// What a service never gets.
pub(super) fn unsent(part: &Part<'_>, company: Company, writing: &mut Writing<'_>) {
    let code = match part {
        Part::Result(_) => &loss::RESULT_NOT_SENT,
        Part::Media(_) => &loss::MEDIA,
        Part::Text(_) | Part::Refusal(_) | Part::Call(_) => &loss::NOT_RENDERED,
        // Reported by what the format supports.
        Part::Reasoning(_) | Part::Opaque(_) => return,
    };
    let name = part.name();
    writing.report.add(code, part.at(), || format!("keprompt does not send {name} here to {company:?}"));
}
