//! Conversations as programs of statements that make their messages again.

use std::collections::HashMap;

use super::read::{SOURCE, read, read_text};
use super::{NAME, TEXT};
use crate::format::Reading;
use crate::json::{At, NestedJson, Tape, Text, minify};
use crate::lower::{
    Block, FileSource, Outline, OutlineRole, OutlineTurn, OwnContext, OwnRules, ProgramOutline, RawBlock, ResultBlock,
};
use crate::model::{Conversation, Extra, Part, Slot, same};
use crate::report::{Code, Refused, Report, loss};
use crate::statements::{self, BackOptions, Keyword, MessagePiece, Note, Statement, codes};

/// Programs as lists of statements.
pub(super) const LISTS: OwnRules = OwnRules {
    source: |context, outline| keep_source(context, outline, false),
    written: |context, outline| make_program(context, outline, false),
    ..OwnRules::NONE
};

/// Programs as text.
pub(super) const TEXTS: OwnRules = OwnRules {
    source: |context, outline| keep_source(context, outline, true),
    written: |context, outline| make_program(context, outline, true),
    ..OwnRules::NONE
};

fn keep_source<'c>(
    context: &mut OwnContext<'c, '_>,
    outline: &mut Outline<'c>,
    is_text: bool,
) -> Result<bool, Refused> {
    outline.program = Programmer(context).source_program(is_text)?;
    Ok(outline.program.is_some())
}

fn make_program<'c>(context: &mut OwnContext<'c, '_>, outline: &mut Outline<'c>, is_text: bool) -> Result<(), Refused> {
    outline.program = Some(Programmer(context).program(outline, is_text)?);
    Ok(())
}

/// The program that a conversation was read from, as JSON.
struct SourceProgram<'c> {
    /// The list of statements, or the string with the text.
    json: &'c str,
    /// It is a text.
    is_text: bool,
}

/// The program that a conversation was read from, if it still is what that makes.
fn source<'c>(conversation: &'c Conversation<'_>) -> Option<SourceProgram<'c>> {
    let mark = |origin| conversation.extras.find_mark(origin, SOURCE);
    let (mark, is_text) = mark(TEXT).map(|mark| (mark, true)).or_else(|| mark(NAME).map(|mark| (mark, false)))?;
    let json = mark.value.as_str();
    let mut tape = Tape::new();
    let root = tape.parse(json).ok()?;
    let mut reading =
        Reading { report: &mut Report::keeping(0), scratch: &mut Tape::new(), columns: None, programs: None };
    let mut reread = if is_text { read_text(root, &mut reading).ok()? } else { read(root, &mut reading).ok()? };
    reread.source.shape = conversation.source.shape;
    same(&reread, conversation).then_some(SourceProgram { json, is_text })
}

struct Programmer<'s, 'c, 'w>(&'s mut OwnContext<'c, 'w>);

impl<'c> Programmer<'_, 'c, '_> {
    /// The source text of a program that was not changed. `None`: the program has to be made.
    fn source_program(&mut self, is_text: bool) -> Result<Option<ProgramOutline<'c>>, Refused> {
        let Some(source) = source(self.0.conversation) else { return Ok(None) };
        match (source.is_text, is_text) {
            (true, true) | (false, false) => Ok(Some(ProgramOutline::Source(source.json))),
            (true, false) => {
                let text = NestedJson::of(source.json, At::byte(0));
                Ok(Some(ProgramOutline::Statements(statements::parse_prompt(text.text(), false)?.statements)))
            }
            (false, true) => self.source_text(source.json).map(|text| text.map(ProgramOutline::Text)),
        }
    }

    /// A list of statements as text, if the text is the same program.
    fn source_text(&mut self, json: &str) -> Result<Option<String>, Refused> {
        let mut tape = Tape::new();
        let root = tape.parse(json).map_err(|error| Refused::json(&error))?;
        let list = statements::read_list(root, &mut Vec::new())?;
        let text = statements::prompt_text(&list, &mut |_, _, _| {});
        let values = |list: &[Statement]| list.iter().map(|it| (it.keyword, it.value.clone())).collect::<Vec<_>>();
        let is_same = |program: statements::ParsedProgram| values(&program.statements) == values(&list);
        if !statements::parse_prompt(&text, false).is_ok_and(is_same) {
            return Ok(None);
        }
        for extra in self.0.conversation.extras.fields().iter().filter(|extra| !extra.is_note) {
            // A text cannot represent other keys than the three.
            if !tape.parse(extra.value.as_str()).is_ok_and(|root| root.is_object() && root.len() <= 3) {
                self.drop_field(extra);
            }
        }
        Ok(Some(text))
    }

    fn drop_field(&mut self, extra: &Extra<'_>) {
        self.0.report.drop_field(extra.at, &extra.key);
    }

    /// The program that makes the messages of an outline.
    fn program(&mut self, outline: &Outline<'c>, is_text: bool) -> Result<ProgramOutline<'c>, Refused> {
        let statements = self.statements(&outline.turns)?;
        if !is_text {
            return Ok(ProgramOutline::Statements(statements));
        }
        let mut lost: Vec<(&'static Code, At, String)> = Vec::new();
        let text = statements::prompt_text(&statements, &mut |code, at, message| lost.push((code, at, message)));
        let texts = if lost.is_empty() { HashMap::new() } else { texts_of_results(self.0.conversation) };
        for (code, at, message) in lost {
            if !self.0.options.is_lossy {
                let why = format!("{message}: a `.prompt` file cannot contain it");
                let refused = Refused::new(&loss::CANNOT_HOLD, at, why);
                return Err(
                    refused.helping("write a list of statements, or --lossy, which changes it and reports that")
                );
            }
            // A result that is omitted is lost where its texts are.
            let here = [at];
            let texts = texts.get(&at).filter(|_| code == &codes::RESULT_LEFT).map_or(&here[..], Vec::as_slice);
            for at in texts {
                self.0.report.add(code, *at, || message.clone());
            }
        }
        Ok(ProgramOutline::Text(text))
    }

    fn statements(&mut self, turns: &[OutlineTurn<'c>]) -> Result<Vec<Statement>, Refused> {
        let mut notes = Vec::with_capacity(turns.len());
        for turn in turns {
            notes.push(self.note(turn));
        }
        let mut refused = None;
        let report = &mut *self.0.report;
        let mut lost = |code: &'static Code, at: At, message: String| {
            let code = match code.id {
                id if id == codes::ARGUMENT.id => &loss::ARGUMENTS,
                id if id == codes::CALL_NAME.id || id == codes::NO_STATEMENT.id || id == codes::IMAGE_LEFT.id => {
                    refused.get_or_insert_with(|| Refused::new(&loss::CANNOT_HOLD, at, message.clone()));
                    return;
                }
                _ => code,
            };
            report.add(code, at, || message);
        };
        let mut options = BackOptions { name: "conversation", version: "0", image: &mut |_| None };
        let mut statements = statements::to_statements(&notes, &mut options, &mut lost);
        if let Some(refused) = refused {
            return Err(refused);
        }
        self.name_program(&mut statements);
        Ok(statements)
    }

    /// The program keeps its name; other fields of it have no place.
    fn name_program(&mut self, statements: &mut [Statement]) {
        let conversation = self.0.conversation;
        let header = header(conversation);
        let first = statements.first_mut().filter(|first| first.keyword == Keyword::Prompt);
        let mut named = None;
        match (header, first) {
            (Some((extra, value)), Some(first)) => {
                first.value = value;
                named = Some(extra.at);
            }
            _ => {
                let message = || "the program is called `conversation`, version `0`".to_owned();
                self.0.report.add(&codes::MADE_META, At::NOWHERE, message);
            }
        }
        let mut dropped = Vec::new();
        conversation.each_extras(&mut |extras| {
            let is_lost = |extra: &&Extra<'_>| !extra.is_note && !extra.value.is_null() && Some(extra.at) != named;
            if [NAME, TEXT].contains(&extras.origin()) {
                dropped.extend(extras.fields().iter().filter(is_lost).map(|extra| (extra.at, extra.key.clone())));
            }
        });
        for (at, key) in dropped {
            self.0.report.drop_field(at, &key);
        }
    }

    /// A message for statements.
    fn note(&mut self, turn: &OutlineTurn<'c>) -> Note {
        let speaker = match turn.speaker {
            OutlineRole::System | OutlineRole::Developer => statements::Speaker::System,
            OutlineRole::User => statements::Speaker::User,
            OutlineRole::Assistant => statements::Speaker::Assistant,
            OutlineRole::Tool => statements::Speaker::Tool,
        };
        let mut note = Note { at: turn.at, ..Note::new(speaker, 0) };
        for block in &turn.blocks {
            if let Some(piece) = self.piece(block) {
                note.pieces.push(piece);
                note.places.push(block.at());
            }
        }
        note
    }

    fn piece(&mut self, block: &Block<'c>) -> Option<MessagePiece> {
        match block {
            Block::Text(text) | Block::Refusal(text) => Some(MessagePiece::late(text.text.decode())),
            Block::Call(call) => {
                let made = statements::StatementCall {
                    id: call.id.as_ref().map(|id| id.decode().into_owned()),
                    name: call.name.decode().into_owned(),
                    arguments: call.object.as_deref().unwrap_or("{}").to_owned(),
                };
                if is_spelled_otherwise(&made) {
                    self.0.report.add(&loss::ARGUMENTS, call.call.at, || {
                        format!("the arguments of `{}` are spelled as statements spell them", call.call.name.show())
                    });
                }
                Some(MessagePiece::Call(made))
            }
            Block::Result(result) => Some(self.result_piece(result)),
            Block::Media(media) => match &media.source {
                FileSource::File(path) => Some(MessagePiece::File(path.decode().into_owned())),
                FileSource::Base64(_) | FileSource::Plain(_) | FileSource::Url(_) | FileSource::Remote(_) => None,
            },
            Block::Raw(RawBlock::Own(it)) => {
                let message = || format!("a `{}` that was not executed is dropped", it.kind.show());
                self.0.report.add(&loss::OPAQUE_PART, it.at, message);
                None
            }
            Block::Raw(RawBlock::Hosted(_)) | Block::Reasoning(_) | Block::Redacted(_) => None,
        }
    }

    fn result_piece(&mut self, result: &ResultBlock<'c>) -> MessagePiece {
        let decoded = |text: Option<&Text<'_>>| text.map(|text| text.decode().into_owned()).unwrap_or_default();
        let mut name = decoded(result.name.as_ref());
        if name.contains(statements::python::is_space) {
            let show = Text::owned(std::mem::take(&mut name)).show();
            self.0.report.add(&loss::RESULT_NAME, result.result.at, || {
                format!("the name `{show}` of a tool result contains white space")
            });
        }
        let words = result.blocks.iter().find_map(Block::as_words).map(|words| &words.text);
        MessagePiece::Result { id: decoded(result.id.as_ref()), name, content: decoded(words) }
    }
}

/// True if a statement gives arguments back with other numbers or escapes, though all of them.
fn is_spelled_otherwise(call: &statements::StatementCall) -> bool {
    let mut is_lost = false;
    let value = statements::write_call(call, &mut |_, _| is_lost = true);
    let mut own = Vec::new();
    minify(&call.arguments, &mut own);
    // What is lost is reported with its own words.
    !is_lost && statements::read_call(&value).is_ok_and(|read| read.arguments.as_bytes() != own)
}

/// The statement with the name of the program and nothing else: its field and value.
fn header<'c, 'a>(conversation: &'c Conversation<'a>) -> Option<(&'c Extra<'a>, String)> {
    let is_first = |extra: &&Extra<'_>| extra.slot == Slot::Event && extra.key.is("statement 0");
    let extra = conversation.extras.fields().iter().find(is_first)?;
    let mut tape = Tape::new();
    let statement = tape.parse(extra.value.as_str()).ok()?;
    let value = statement.get("value").and_then(|value| value.text())?.decode_json().into_owned();
    let is_prompt = statement.len() == 3 && statement.get("keyword").is_some_and(|word| word.is(".prompt"));
    let mut tape = Tape::new();
    let object = format!("{{{value}}}");
    let says = tape.parse(&object).ok()?;
    let is_named = ["name", "version"].iter().all(|key| says.get(key).is_some_and(|it| it.is_string()));
    (is_prompt && is_named && says.len() == 2 && !value.contains('\n')).then_some((extra, value))
}

/// The places of the parts of each result that has any, by its own place.
fn texts_of_results(conversation: &Conversation<'_>) -> HashMap<At, Vec<At>> {
    let results = conversation.parts().filter_map(|part| match part {
        Part::Result(result) => Some((result.at, result.parts.iter().map(Part::at).collect::<Vec<_>>())),
        Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {
            None
        }
    });
    results.filter(|(_, texts)| !texts.is_empty()).collect()
}
