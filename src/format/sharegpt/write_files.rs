//! The files that texts name: the lists beside the turns, and what must not stand in a text by chance.

use memchr::memmem;

use super::NAME;
use super::media::{KINDS, field_of, is_spare};
use super::packed::Value;
use super::rules::call_holds;
use crate::format::Writing;
use crate::format::shared::{cannot_hold, found_type};
use crate::json::{At, Text};
use crate::model::{Conversation, Media, MediaSource, Message, Part, Role};
use crate::report::{Refused, loss};
use crate::statements::media_type;

/// The files that were written so far, in the order of [`KINDS`].
pub(super) struct SentFiles<'c>([Sent<'c>; 3]);

/// The files of one kind.
#[derive(Default)]
struct Sent<'c> {
    /// Some are written, so the placeholder must not stand in the text by chance.
    is_used: bool,
    /// The field they were read from, and whether it was a list.
    field: Option<(&'static str, bool)>,
    /// Each in pieces.
    files: Vec<Vec<Text<'c>>>,
    /// Those no text names come last.
    spare: Vec<Vec<Text<'c>>>,
}

impl<'c> SentFiles<'c> {
    pub(super) fn of(conversation: &Conversation<'_>) -> Self {
        let mut files = [Sent::default(), Sent::default(), Sent::default()];
        for message in conversation.messages.iter().filter(|message| may_hold_media(message)) {
            for part in &message.parts {
                let Part::Media(media) = part else { continue };
                for (sent, (kind, _, _)) in files.iter_mut().zip(KINDS) {
                    sent.is_used |= media.kind == kind;
                }
            }
        }
        Self(files)
    }

    /// A placeholder that only stands in the text by chance would take another one's file.
    pub(super) fn check_tags(&self, text: &Text<'_>, at: At) -> Result<(), Refused> {
        for (_, (_, tag, _)) in self.0.iter().zip(KINDS).filter(|(sent, _)| sent.is_used) {
            let value = text.token().map_or_else(|| Value::Decoded(text.decode().into_owned()), Value::of);
            if memmem::find(value.as_str().as_bytes(), tag.as_bytes()).is_some() {
                let problem = format!("the text holds `{tag}`, which would be taken for the place of a file");
                return Err(Refused::new(&loss::CANNOT_HOLD, at, problem));
            }
        }
        Ok(())
    }

    /// The same for the arguments of calls, which stand in a text here.
    pub(super) fn check_calls(&self, conversation: &Conversation<'_>) -> Result<(), Refused> {
        let foreign = conversation.messages.iter().filter(|message| message.origin != NAME);
        for part in foreign.flat_map(|message| &message.parts) {
            let Part::Call(call) = part else { continue };
            for (_, (_, tag, _)) in self.0.iter().zip(KINDS).filter(|(sent, _)| sent.is_used) {
                if call_holds(call, tag) {
                    let problem = format!("the call holds `{tag}`, which would be taken for the place of a file");
                    return Err(Refused::new(&loss::CANNOT_HOLD, call.at, problem));
                }
            }
        }
        Ok(())
    }

    /// Puts a file on its list. The result is what stands for it in the text; nothing if it is dropped.
    pub(super) fn add<'a>(
        &mut self,
        media: &'c Media<'a>,
        writing: &mut Writing<'_>,
    ) -> Result<Option<&'static str>, Refused> {
        let Some((sent, (_, tag, _))) = self.0.iter_mut().zip(KINDS).find(|(_, (kind, _, _))| *kind == media.kind)
        else {
            drop_medium(media, writing);
            return Ok(None);
        };
        let field = field_of(media);
        let mut facts = vec![&media.file_name, &media.detail];
        let file = match &media.source {
            MediaSource::Url(text) | MediaSource::File(text) => {
                // The name of a file says its type as well.
                let is_named = |kind: &Text<'_>| media_type(&text.decode()).is_some_and(|named| kind.is(named));
                let is_file = matches!(media.source, MediaSource::File(_));
                if !(is_file && media.media_type.as_ref().is_some_and(is_named)) {
                    facts.push(&media.media_type);
                }
                vec![text.borrow()]
            }
            MediaSource::Base64(data) => {
                let kind = match (&media.media_type, found_type(media)) {
                    (kind, _) if field.is_some() => kind.as_ref().map_or(Text::Token(""), Text::borrow),
                    (_, Some((kind, true))) => {
                        writing
                            .report
                            .add(&loss::MADE_MEDIA_TYPE, media.at, || format!("the media type {kind} was found"));
                        Text::Owned(kind.into_owned())
                    }
                    (Some(kind), Some((_, false))) => kind.borrow(),
                    (_, _) => {
                        cannot_hold(writing, &loss::MEDIA, media.at, || {
                            "the medium has no media type and its bytes are of no known kind".to_owned()
                        })?;
                        return Ok(None);
                    }
                };
                vec![Text::Token("data:"), kind, Text::Token(";base64,"), data.borrow()]
            }
            MediaSource::Remote { .. } | MediaSource::Plain(_) => {
                drop_medium(media, writing);
                return Ok(None);
            }
        };
        for fact in facts.into_iter().flatten() {
            writing
                .report
                .add(&loss::MEDIA_FACT, media.at, || format!("the property `{}` of a medium is dropped", fact.show()));
        }
        sent.field = sent.field.or(field);
        if is_spare(media) { &mut sent.spare } else { &mut sent.files }.push(file);
        Ok(Some(tag))
    }

    /// The lists of files.
    pub(super) fn write(&self, writing: &mut Writing<'_>) {
        for (sent, (_, _, [usual, _])) in self.0.iter().zip(KINDS) {
            let files: Vec<_> = sent.files.iter().chain(&sent.spare).collect();
            let (field, is_list) = sent.field.unwrap_or((usual, true));
            match files.as_slice() {
                [] => {}
                [file] if !is_list => writing.out.key(field).joined(*file),
                files => {
                    writing.out.key(field).open(b'[');
                    for file in files {
                        writing.out.joined(*file);
                    }
                    writing.out.close(b']');
                }
            }
        }
    }
}

/// Readers look for placeholders in the words of the user; what was read from elsewhere stays where it was.
pub(super) fn may_hold_media(message: &Message<'_>) -> bool {
    matches!(message.role, Role::User) || message.origin == NAME
}

pub(super) fn drop_medium(media: &Media<'_>, writing: &mut Writing<'_>) {
    let kind = media.kind.name();
    writing.report.add(&loss::MEDIA, media.at, || format!("{kind} of this kind or in this place is dropped"));
}
