//! From a conversation to the messages that statements have to make.

use super::{NAME, TEXT};
use crate::format::Writing;
use crate::format::shared::{
    IdMaker, Links, cannot_hold, drop_hint, good_id, joined_text, object_arguments, report_legacy_result,
};
use crate::json::{At, Text, minify};
use crate::model::{Conversation, Media, MediaKind, MediaSource, Message, Part, Role, ToolResult};
use crate::report::{Refused, loss};
use crate::statements::{Call, Note, Piece, Speaker, read_call, write_call};

/// Makes the messages; everything that cannot be in them is reported.
pub(super) fn notes(conversation: &Conversation<'_>, writing: &mut Writing<'_>) -> Result<Vec<Note>, Refused> {
    let ids = IdMaker::new(conversation.source);
    let links = Links::with_names(conversation, &ids);
    links.report(conversation, writing.report);
    let mut notes: Vec<Note> = Vec::with_capacity(conversation.messages.len());
    let mut turn = None;
    for (index, message) in conversation.messages.iter().enumerate() {
        let speaker = speaker(message, writing)?;
        // The pieces of one message of the source, and results that stand together.
        let is_one = notes.last().is_some_and(|last| {
            last.speaker == speaker && (speaker == Speaker::Tool || (turn.is_some() && turn == message.turn))
        });
        if !is_one {
            notes.push(Note { at: message.at, ..Note::new(speaker, 0) });
        }
        turn = message.turn;
        let mut maker = Maker { links: &links, index, pieces: Vec::new(), writing };
        for (place, part) in message.parts.iter().enumerate() {
            maker.part(place, part)?;
        }
        let pieces = maker.pieces;
        if let Some(note) = notes.last_mut() {
            for (piece, at) in pieces {
                note.pieces.push(piece);
                note.places.push(at);
            }
        }
    }
    Ok(notes)
}

fn speaker(message: &Message<'_>, writing: &mut Writing<'_>) -> Result<Speaker, Refused> {
    Ok(match &message.role {
        Role::System => Speaker::System,
        Role::Developer => {
            writing.report.add(&loss::ROLE, message.at, || "the role developer becomes system".to_owned());
            Speaker::System
        }
        Role::User => Speaker::User,
        Role::Assistant => Speaker::Assistant,
        Role::Tool => Speaker::Tool,
        Role::Other(role) => {
            let text = format!("keprompt has no role `{}`", role.show());
            return Err(Refused::new(&loss::CANNOT_HOLD, message.at, text));
        }
    })
}

struct Maker<'m, 'w, 'c> {
    links: &'m Links<'c>,
    index: usize,
    pieces: Vec<(Piece, At)>,
    writing: &'m mut Writing<'w>,
}

impl Maker<'_, '_, '_> {
    /// The text itself. Half of a surrogate pair cannot stand in a statement.
    fn text(&mut self, text: &Text<'_>, at: At) -> String {
        let plain = text.decode().into_owned();
        if plain.contains(char::REPLACEMENT_CHARACTER) && text.decode_json() != plain {
            self.writing.report.add(&loss::SURROGATE, at, || "half of a surrogate pair became U+FFFD".to_owned());
        }
        plain
    }

    fn id(&mut self, own: Option<&Text<'_>>, place: usize, at: At) -> Result<String, Refused> {
        let rewrite = |id: &str| {
            let plain: String = id.split(crate::statements::python::is_space).collect();
            (plain != id || plain.is_empty()).then(|| if plain.is_empty() { "none".to_owned() } else { plain })
        };
        let id = good_id(own, self.links, (self.index, place), at, rewrite, self.writing)?;
        Ok(self.text(&id, at))
    }

    fn part(&mut self, place: usize, part: &Part<'_>) -> Result<(), Refused> {
        let piece = match part {
            Part::Text(text) => Piece::late(self.text(&text.text, text.at)),
            Part::Refusal(text) => {
                self.writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
                Piece::late(self.text(&text.text, text.at))
            }
            Part::Reasoning(it) => {
                let Some(text) =
                    it.text.as_ref().filter(|text| self.writing.options.is_reasoning_text && !text.is_empty())
                else {
                    return Ok(());
                };
                let text = self.text(text, it.at);
                Piece::late(format!("<think>\n{text}\n</think>\n\n"))
            }
            Part::Call(call) => {
                if call.kind == crate::model::CallKind::LegacyFunction {
                    self.writing.report.add(&loss::LEGACY_CALL, call.at, || {
                        format!("the old call of `{}` becomes a tool call", call.name.show())
                    });
                }
                let id = self.id(call.id.as_ref(), place, call.at)?;
                let arguments = object_arguments(call, self.writing)?.into_owned();
                let made = Call { id: Some(id), name: self.text(&call.name, call.at), arguments };
                if is_spelled_otherwise(&made) {
                    self.writing.report.add(&loss::ARGUMENTS, call.at, || {
                        format!("the arguments of `{}` are spelled as keprompt spells them", call.name.show())
                    });
                }
                Piece::Call(made)
            }
            Part::Result(result) => self.result(place, result)?,
            Part::Media(media) => match self.medium(media)? {
                Some(piece) => piece,
                None => return Ok(()),
            },
            Part::Opaque(it) => {
                // Those of others are reported by what the format supports.
                if it.origin == NAME || it.origin == TEXT {
                    let message = || format!("a `{}` that was not executed is dropped", it.kind.show());
                    self.writing.report.add(&loss::OPAQUE_PART, it.at, message);
                }
                return Ok(());
            }
        };
        self.pieces.push((piece, part.at()));
        Ok(())
    }

    fn result(&mut self, place: usize, result: &ToolResult<'_>) -> Result<Piece, Refused> {
        report_legacy_result(result, self.writing.report);
        for part in &result.parts {
            match part {
                Part::Media(media) => {
                    let kind = media.kind.name();
                    self.writing.report.add(&loss::MEDIA, media.at, || format!("{kind} in a tool result is dropped"));
                    drop_hint(media.cache.as_deref(), self.writing);
                }
                Part::Refusal(text) => {
                    self.writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal becomes text".to_owned());
                }
                Part::Reasoning(it) if self.writing.options.is_reasoning_text => {
                    let message = || "reasoning in a tool result is dropped".to_owned();
                    self.writing.report.add(&loss::REASONING, it.at, message);
                }
                Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
            }
        }
        let (texts, count) = joined_text(&result.parts).unwrap_or_default();
        if count > 1 {
            self.writing.report.add(&loss::JOINED, result.at, || format!("{count} texts of a tool result become one"));
        }
        let content = texts.iter().map(|text| self.text(text, result.at)).collect();
        let id = self.id(result.call_id.as_ref(), place, result.at)?;
        let name = result.name.as_ref().or_else(|| self.links.name(self.index, place));
        let mut name = name.map(|name| self.text(name, result.at)).unwrap_or_default();
        if name.contains(crate::statements::python::is_space) {
            let show = Text::Owned(name.clone()).show();
            self.writing
                .report
                .add(&loss::RESULT_NAME, result.at, || format!("the name `{show}` of a tool result holds white space"));
            name = String::new();
        }
        Ok(Piece::Result { id, name, content })
    }

    fn medium(&mut self, media: &Media<'_>) -> Result<Option<Piece>, Refused> {
        let kind = media.kind.name();
        if let (MediaSource::File(path), MediaKind::Image | MediaKind::Unknown) = (&media.source, media.kind) {
            let facts = [("media type", &media.media_type), ("detail", &media.detail), ("file name", &media.file_name)];
            let path = self.text(path, media.at);
            for (what, fact) in facts {
                let Some(fact) = fact else { continue };
                let is_found =
                    what == "media type" && crate::statements::media_type(&path).is_some_and(|found| fact.is(found));
                if !is_found {
                    let message = format!("the {what} `{}` is dropped", fact.show());
                    self.writing.report.add(&loss::MEDIA_FACT, media.at, || message);
                }
            }
            return Ok(Some(Piece::File(path)));
        }
        drop_hint(media.cache.as_deref(), self.writing);
        cannot_hold(self.writing, &loss::MEDIA, media.at, || {
            format!("{kind} is no file: a statement can only name one (turnwise statements from-messages --media-dir)")
        })?;
        Ok(None)
    }
}

/// True if a statement gives arguments back with other numbers or escapes, though all of them.
fn is_spelled_otherwise(call: &Call) -> bool {
    let mut is_lost = false;
    let value = write_call(call, &mut |_, _| is_lost = true);
    let mut own = Vec::new();
    minify(&call.arguments, &mut own);
    // What is lost is reported with its own words.
    !is_lost && read_call(&value).is_ok_and(|read| read.arguments.as_bytes() != own)
}
