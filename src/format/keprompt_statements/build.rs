//! From a program to the conversation that it makes.

use super::NAME;
use crate::format::Reading;
use crate::json::{At, Raw, Text};
use crate::model::{
    Arguments, CallKind, Conversation, Extras, Form, Media, MediaKind, MediaSource, Message, Opaque, Part, Role, Slot,
    TextPart, ToolCall, ToolResult,
};
use crate::report::{Refused, syntax};
use crate::statements::{
    Answers, Interpreter, Keyword, MessagePiece, Note, ParsedProgram, RunOptions, Speaker, Statement, VariableList,
    at_start, media_type,
};

/// Gives a statement as JSON.
pub(super) type OwnFn<'o, 'a> = dyn Fn(usize) -> Option<Raw<'a>> + 'o;

/// Executes a program without model. Files are read if the reading has a folder. What makes no message becomes a field of the conversation.
pub(super) fn build<'a>(
    program: &ParsedProgram,
    origin: &'static str,
    own: &OwnFn<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Result<Conversation<'a>, Refused> {
    let (end, notes) = run(program, None, reading)?;
    let statements = &program.statements;
    let mut conversation = Conversation { origin, ..Conversation::default() };
    for (index, statement) in statements.iter().enumerate() {
        if statement.at != At::NOWHERE && (index >= end || !is_in_messages(statement)) {
            let key = Text::owned(format!("statement {index}"));
            let raw = own(index).unwrap_or_else(|| Raw::borrowed("{}"));
            conversation.extras.push_in(Slot::Event, origin, key, raw, statement.at);
        }
    }
    for note in notes {
        conversation.messages.push(message(note, origin, statements, own));
    }
    if conversation.messages.iter().any(|message| message.parts.iter().any(has_replacement)) {
        let at = conversation.messages.first().map(|message| message.at).unwrap_or_default();
        reading.report.add(&syntax::LONE_SURROGATE, at, || "half of a surrogate pair became U+FFFD".to_owned());
    }
    Ok(conversation)
}

/// The state of a chat when its statements begin, and they go on after `.exit`.
pub(in crate::format) struct ChatStart {
    /// The variables of the chat.
    pub(in crate::format) variables: VariableList,
}

/// The messages of a chat that has statements alone.
pub(in crate::format) fn build_chat(
    program: &ParsedProgram,
    start: ChatStart,
    reading: &mut Reading<'_>,
) -> Result<Vec<Message<'static>>, Refused> {
    let (_, notes) = run(program, Some(start), reading)?;
    Ok(notes.into_iter().map(|note| message(note, NAME, &program.statements, &|_| None)).collect())
}

/// Executes the statements. The result is how many, and their messages.
fn run(
    program: &ParsedProgram,
    chat: Option<ChatStart>,
    reading: &mut Reading<'_>,
) -> Result<(usize, Vec<Note>), Refused> {
    let mut files = reading.programs.and_then(|programs| programs.open.as_ref()).and_then(|open| open());
    let mut machine = Interpreter::new(files.as_deref_mut().map(|files| files as _));
    machine.leniency.is_lenient = true;
    let statements = &program.statements;
    let options = RunOptions { goes_on: chat.is_some(), ..RunOptions::default() };
    if let Some(ChatStart { variables }) = chat.filter(|chat| !chat.variables.entries().is_empty()) {
        machine.variables = at_start(&variables, statements);
        machine.fallback = variables;
    }
    machine.run(statements, options, &mut Answers::Skip);
    if let Some((index, fault)) = &machine.fault {
        let at = statements.get(*index).map(|statement| statement.at).unwrap_or_default();
        return Err(Refused::new(fault.code, at, format!("statement {index}: {}", fault.message)));
    }
    let (end, notes) = (machine.ip, machine.settled());
    for finding in program.findings.iter().chain(&machine.findings) {
        // Losses are reported at the statement that a target cannot represent.
        if !finding.code.kind.is_loss() {
            reading.report.add_as(finding.code, finding.severity, finding.at, || finding.message.clone());
        }
    }
    Ok((end, notes))
}

/// True if a part may contain what replaced half of a surrogate pair.
fn has_replacement(part: &Part<'_>) -> bool {
    matches!(part, Part::Text(text) if text.text.decode().contains(char::REPLACEMENT_CHARACTER))
}

/// True if the messages say all that the statement does.
fn is_in_messages(statement: &Statement) -> bool {
    match statement.keyword {
        Keyword::System | Keyword::User | Keyword::Assistant | Keyword::Text | Keyword::Image | Keyword::Include => {
            // The names of variables are not in the text any more.
            !(statement.value.contains("<<") && statement.value.contains(">>"))
        }
        Keyword::ToolCall | Keyword::ToolResult => true,
        Keyword::Exit => statement.value.is_empty(),
        Keyword::Clear
        | Keyword::Cmd
        | Keyword::Comment
        | Keyword::Debug
        | Keyword::Exec
        | Keyword::Functions
        | Keyword::Print
        | Keyword::Prompt
        | Keyword::Set => false,
    }
}

fn message<'a>(note: Note, origin: &'static str, statements: &[Statement], own: &OwnFn<'_, 'a>) -> Message<'a> {
    let mut message = Message {
        at: note.at,
        role: match note.speaker {
            Speaker::System => Role::System,
            Speaker::User => Role::User,
            Speaker::Assistant => Role::Assistant,
            Speaker::Tool => Role::Tool,
        },
        origin,
        ..Message::default()
    };
    for (index, piece) in note.pieces.into_iter().enumerate() {
        let at = note.places.get(index).copied().unwrap_or(note.at);
        if let Some(part) = part(piece, at, origin, statements, own) {
            message.parts.push(part);
        }
    }
    message
}

fn part<'a>(
    piece: MessagePiece,
    at: At,
    origin: &'static str,
    statements: &[Statement],
    own: &OwnFn<'_, 'a>,
) -> Option<Part<'a>> {
    Some(match piece {
        MessagePiece::Text { text, .. } => Part::Text(TextPart::new(Text::owned(text), at)),
        MessagePiece::Call(call) => Part::from(ToolCall {
            at,
            id: call.id.map(Text::owned),
            kind: CallKind::Function,
            name: Text::owned(call.name),
            arguments: Arguments::Object(Raw::owned(call.arguments)),
            cache: None,
            signature: None,
            extras: Extras::default(),
        }),
        MessagePiece::Result { id, name, content } => Part::from(ToolResult {
            at,
            call_id: Some(Text::owned(id)),
            name: Some(Text::owned(name)),
            parts: std::iter::once(Part::Text(TextPart::new(Text::owned(content), at))).collect(),
            form: Form::Text,
            ..ToolResult::default()
        }),
        MessagePiece::File(path) => Part::Media(Box::new(Media {
            at,
            kind: MediaKind::Image,
            media_type: media_type(&path).map(Text::owned),
            source: MediaSource::File(Text::owned(path)),
            file_name: None,
            detail: None,
            cache: None,
            extras: Extras::default(),
        })),
        // What a file or a command would have given: the statement stands for it.
        MessagePiece::Unread { .. } => {
            // Those that completion adds have no place, and are at the end.
            let read = statements.iter().rposition(|statement| statement.at != At::NOWHERE).map_or(0, |last| last + 1);
            let index = statements.get(..read)?.binary_search_by_key(&at, |statement| statement.at).ok()?;
            let statement = statements.get(index)?;
            Part::Opaque(Box::new(Opaque {
                hosted: None,
                is_call: false,
                origin,
                at,
                kind: Text::owned(statement.keyword.word()),
                raw: own(index)?,
            }))
        }
        // The bytes of a file that was read.
        MessagePiece::Image(url) => {
            let (kind, data) = url.strip_prefix("data:")?.split_once(";base64,")?;
            Part::Media(Box::new(Media {
                at,
                kind: MediaKind::Image,
                media_type: Some(kind.to_owned()).filter(|kind| kind != "None").map(Text::owned),
                source: MediaSource::of_bytes(Text::owned(data.to_owned())),
                file_name: None,
                detail: None,
                cache: None,
                extras: Extras::default(),
            }))
        }
    })
}
