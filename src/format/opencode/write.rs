//! Writes an export. Results are in the parts of the calls that they answer.

use crate::format::shared::time;
use crate::json::{Node, Out, Text};
use crate::lower::{Block, FileSource, MediaBlock, Outline, OutlineCall, OutlineRole, OutlineTurn, ResultBlock};

/// Placeholders for unknown models, agents and projects.
const UNKNOWN: &str = "unknown";
/// The folder of the session, where none is known.
const FOLDER: &str = "/";
/// The end of ids that are generated, after a number: the program sorts by ids.
const MADE: &str = "made0000000000";

/// True for an id that the writer generated.
pub(super) fn is_made_id(value: Node<'_, '_>) -> bool {
    value.text().is_some_and(|id| id.decode().ends_with(MADE))
}

/// True for a placeholder: the value of a required member of `object` where the true one is unknown.
pub(super) fn is_made(object: Node<'_, '_>, key: &Text<'_>, value: Node<'_, '_>) -> bool {
    let is_unknown = |key: &str| object.get(key).is_some_and(|value| value.is(UNKNOWN));
    let word = |key: &str, word: &str| value.get(key).is_some_and(|value| value.is(word));
    match key.decode().as_ref() {
        "time" => is_zero(value),
        "cost" | "tokens" => is_unknown("modelID") && is_zero(value),
        "path" => is_unknown("modelID") && value.len() == 2 && word("cwd", FOLDER) && word("root", FOLDER),
        "model" => value.len() == 2 && word("providerID", UNKNOWN) && word("modelID", UNKNOWN),
        "directory" => is_unknown("projectID") && value.is(FOLDER),
        "title" => is_unknown("projectID") && value.is(""),
        _ => value.is(UNKNOWN),
    }
}

/// True for zero, and for an object of nothing else.
fn is_zero(value: Node<'_, '_>) -> bool {
    value.raw() == "0" || (value.is_object() && !value.is_empty() && value.members().all(|(_, value)| is_zero(value)))
}

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    let id = outline.record.session.as_ref().map_or(Text::Token(""), |session| session.id.whole());
    let spelling = id.spelling();
    let has_prefix = spelling.starts_with("ses_");
    let session = Text::owned_token(if has_prefix { spelling.into_owned() } else { format!("ses_{spelling}") });
    let mut writer = ExportWriter { session, question: None, messages: 0, parts: 0 };
    let start = outline.record.session.as_ref().and_then(|session| session.time);
    out.open(b'{');
    out.key("info").open(b'{');
    out.key("id").text(&writer.session);
    for key in ["slug", "projectID"] {
        out.key(key).word(UNKNOWN);
    }
    out.key("directory").word(FOLDER);
    out.key("title").string("");
    out.key("version").word(UNKNOWN);
    write_times(&["created", "updated"], start, out);
    out.close(b'}');
    out.key("messages").open(b'[');
    let is_result = |turn: &OutlineTurn<'_>| turn.speaker == OutlineRole::Tool;
    for turns in outline.turns.chunk_by(|_, next| is_result(next)) {
        if let [turn, results @ ..] = turns {
            writer.message(turn, results, out);
        }
    }
    out.close(b']');
    out.close(b'}');
}

fn write_times(keys: &[&str], time: Option<&Text<'_>>, out: &mut Out) {
    let number = time.and_then(|time| time::milliseconds_of(&time.decode())).unwrap_or_default().to_string();
    out.key("time").object(|out| {
        for key in keys {
            out.key(key).verbatim(&number);
        }
    });
}

#[derive(Debug)]
struct ExportWriter {
    session: Text<'static>,
    /// The id of the last message of the user, which answers name.
    question: Option<String>,
    messages: usize,
    parts: usize,
}

impl ExportWriter {
    fn message(&mut self, turn: &OutlineTurn<'_>, results: &[OutlineTurn<'_>], out: &mut Out) {
        let is_answer = turn.speaker == OutlineRole::Assistant;
        self.messages += 1;
        let id = format!("msg_{:012x}{MADE}", self.messages);
        out.source(turn.at).open(b'{');
        out.key("info").open(b'{');
        out.key("id").string(&id);
        out.key("sessionID").text(&self.session);
        out.key("role").word(if is_answer { "assistant" } else { "user" });
        if is_answer {
            write_times(&["created", "completed"], turn.time(), out);
            out.key("parentID").string(self.question.as_deref().unwrap_or(&id));
            write_answer_facts(turn, out);
        } else {
            write_times(&["created"], turn.time(), out);
            out.key("agent").word(UNKNOWN);
            out.key("model").object(|out| {
                out.key("providerID").word(UNKNOWN);
                out.key("modelID").word(UNKNOWN);
            });
            self.question = Some(id.clone());
        }
        out.close(b'}');
        out.key("parts").open(b'[');
        // Results are in the order of their calls.
        let mut results = results
            .iter()
            .filter_map(|turn| Some(CallOutcome { result: turn.blocks.first()?.as_result()?, ended: turn.time() }));
        let mut next = results.next();
        for block in &turn.blocks {
            let own = next.filter(|next| block.as_call().is_some_and(|call| next.result.call == Some(call.number)));
            if own.is_some() {
                next = results.next();
            }
            self.part(block, own, &id, out);
        }
        out.close(b']');
        out.close(b'}');
    }

    fn part(&mut self, block: &Block<'_>, result: Option<CallOutcome<'_>>, message: &str, out: &mut Out) {
        if matches!(block, Block::Raw(_) | Block::Result(_)) {
            return;
        }
        self.parts += 1;
        out.source(block.at()).open(b'{');
        out.key("id").string(&format!("prt_{:012x}{MADE}", self.parts));
        out.key("sessionID").text(&self.session);
        out.key("messageID").string(message);
        match block {
            Block::Text(words) | Block::Refusal(words) => {
                out.key("type").word("text");
                out.key("text").text(&words.text);
            }
            Block::Reasoning(thought) | Block::Redacted(thought) => {
                out.key("type").word("reasoning");
                out.key("text").text(&thought.text.as_ref().map_or(Text::Token(""), Text::borrow));
                write_times(&["start", "end"], None, out);
            }
            Block::Call(call) => write_call(call, result, out),
            Block::Media(media) => write_file(media, out),
            Block::Result(_) | Block::Raw(_) => {}
        }
        out.close(b'}');
    }
}

/// What the program needs to know about an answer.
fn write_answer_facts(turn: &OutlineTurn<'_>, out: &mut Out) {
    for key in ["modelID", "providerID", "mode", "agent"] {
        out.key(key).word(UNKNOWN);
    }
    out.key("path").object(|out| {
        out.key("cwd").word(FOLDER);
        out.key("root").word(FOLDER);
    });
    out.key("cost").verbatim("0");
    out.key("tokens").object(|out| {
        for key in ["input", "output", "reasoning"] {
            out.key(key).verbatim("0");
        }
        out.key("cache").object(|out| {
            out.key("read").verbatim("0");
            out.key("write").verbatim("0");
        });
    });
    if let Some(finish) = turn.finish() {
        out.key("finish").text(&finish.reason.whole());
    }
}

/// The result of a call, and when it came.
#[derive(Clone, Copy)]
struct CallOutcome<'o> {
    result: &'o ResultBlock<'o>,
    ended: Option<&'o Text<'o>>,
}

/// A call with its state. One without a result is pending: the program takes it for one that was interrupted.
fn write_call(call: &OutlineCall<'_>, result: Option<CallOutcome<'_>>, out: &mut Out) {
    let has_failed = result.is_some_and(|outcome| outcome.result.is_error == Some(true));
    out.key("type").word("tool");
    out.key("callID").text(&call.id.as_ref().map_or(Text::Token(""), Text::borrow));
    out.key("tool").text(&call.name);
    out.key("state").open(b'{');
    out.key("status").word(match (result.is_some(), has_failed) {
        (false, _) => "pending",
        (true, true) => "error",
        (true, false) => "completed",
    });
    out.key("input").verbatim(call.object.as_deref().unwrap_or("{}"));
    match result {
        Some(CallOutcome { result, ended }) => {
            let pieces: Vec<Text<'_>> =
                result.blocks.iter().filter_map(Block::as_words).map(|words| words.text.borrow()).collect();
            out.key(if has_failed { "error" } else { "output" }).joined(pieces.iter());
            if !has_failed {
                out.key("title").string("");
                out.key("metadata").object(|_| {});
            }
            write_times(&["start", "end"], ended, out);
        }
        None => {
            out.key("raw").string("");
        }
    }
    out.close(b'}');
}

fn write_file(block: &MediaBlock<'_>, out: &mut Out) {
    let media_type = block.media_type.as_ref().map_or(Text::Token(""), Text::borrow);
    out.key("type").word("file");
    out.key("mime").text(&media_type);
    if let Some(name) = &block.name {
        out.key("filename").text(name);
    }
    out.key("url");
    match &block.source {
        FileSource::Base64(data) => {
            out.joined([Text::Token("data:"), media_type, Text::Token(";base64,"), data.borrow()]);
        }
        FileSource::Url(url) | FileSource::File(url) | FileSource::Remote(url) | FileSource::Plain(url) => {
            out.text(url);
        }
    }
}
