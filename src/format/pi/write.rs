//! Writes a session: a header, and an entry for each message, each naming the one before it.

use crate::format::shared::time;
use crate::json::{Out, Text};
use crate::lower::{Block, FileSource, Outline, OutlineRole, OutlineTurn, ResultBlock};

/// Placeholders for the unknown service, provider and model of an answer.
pub(super) const UNKNOWN: &str = "unknown";
/// The finish reason that is written where it is unknown: with calls, and without.
pub(super) const USUAL: &[&str] = &["toolUse", "stop"];
/// The time of messages without one: the program needs times. The reader takes it for none.
pub(super) const NO_TIME: &str = "1970-01-01T00:00:00.000Z";

/// Prints a conversation as a list of lines.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    out.open(b'[');
    out.open(b'{');
    out.key("type").word("session");
    out.key("version").verbatim("3");
    out.key("id");
    match &outline.record.session {
        Some(session) => out.text(&session.id.whole()),
        None => out.string(""),
    }
    out.key("timestamp");
    match outline.record.session.as_ref().and_then(|session| session.time) {
        Some(time) => out.text(&time.whole()),
        None => out.string(NO_TIME),
    }
    out.key("cwd").word("/");
    out.close(b'}');
    let mut before: Option<&Text<'_>> = None;
    for turn in &outline.turns {
        write_entry(turn, before, out);
        before = turn.id.as_deref();
    }
    out.close(b']');
}

fn write_entry(turn: &OutlineTurn<'_>, before: Option<&Text<'_>>, out: &mut Out) {
    out.source(turn.at).open(b'{');
    out.key("type").word("message");
    out.key("id").text(&turn.id.as_deref().map_or(Text::Token(""), Text::whole));
    out.key("parentId");
    match before {
        Some(before) => out.text(&before.whole()),
        None => out.null(),
    }
    out.key("timestamp");
    match turn.time() {
        Some(time) => out.text(&time.whole()),
        None => out.string(NO_TIME),
    }
    out.key("message").open(b'{');
    match turn.speaker {
        OutlineRole::Assistant => {
            out.key("role").word("assistant");
            out.key("content");
            write_parts(&turn.blocks, out);
            write_facts(turn, out);
        }
        OutlineRole::Tool => match turn.blocks.first().and_then(Block::as_result) {
            Some(result) => write_result(result, out),
            None => write_words(turn, out),
        },
        OutlineRole::System | OutlineRole::Developer | OutlineRole::User => write_words(turn, out),
    }
    out.key("timestamp").verbatim(&milliseconds(turn).to_string());
    out.close(b'}');
    out.close(b'}');
}

fn milliseconds(turn: &OutlineTurn<'_>) -> i64 {
    let seconds = turn.time().and_then(|time| time::parse(&time.decode())).map_or(0.0, |time| time.seconds);
    #[expect(clippy::cast_possible_truncation, reason = "years have four digits")]
    let number = (seconds * 1000.0).round() as i64;
    number
}

fn write_words(turn: &OutlineTurn<'_>, out: &mut Out) {
    out.key("role").word("user");
    out.key("content");
    write_content(&turn.blocks, turn.is_list, out);
}

/// What the program needs to know about an answer.
fn write_facts(turn: &OutlineTurn<'_>, out: &mut Out) {
    out.key("api").word(UNKNOWN);
    out.key("provider").word(UNKNOWN);
    out.key("model").word(UNKNOWN);
    let counts = |out: &mut Out, keys: &[&'static str]| {
        for key in keys {
            out.key(key).verbatim("0");
        }
    };
    out.key("usage").object(|out| {
        counts(out, &["input", "output", "cacheRead", "cacheWrite", "totalTokens"]);
        out.key("cost").object(|out| counts(out, &["input", "output", "cacheRead", "cacheWrite", "total"]));
    });
    let has_calls = turn.blocks.iter().any(|block| block.as_call().is_some());
    out.key("stopReason").word(if has_calls { "toolUse" } else { "stop" });
}

fn write_result(result: &ResultBlock<'_>, out: &mut Out) {
    out.key("role").word("toolResult");
    out.key("toolCallId").text(&result.id.as_ref().map_or(Text::Token(""), Text::borrow));
    out.key("toolName").text(&result.name.as_ref().map_or(Text::Token(""), Text::borrow));
    out.key("content");
    write_parts(&result.blocks, out);
    out.key("isError").bool(result.is_error.unwrap_or(false));
}

/// A string, where the content is one text or nothing; else parts.
fn write_content(blocks: &[Block<'_>], is_list: bool, out: &mut Out) {
    match blocks {
        [] if !is_list => out.string(""),
        [Block::Text(words) | Block::Refusal(words)] if !is_list => out.text(&words.text),
        blocks => write_parts(blocks, out),
    }
}

fn write_parts(blocks: &[Block<'_>], out: &mut Out) {
    out.open(b'[');
    for block in blocks {
        write_part(block, out);
    }
    out.close(b']');
}

fn write_part(block: &Block<'_>, out: &mut Out) {
    match block {
        Block::Text(words) | Block::Refusal(words) => {
            out.source(words.at).open(b'{');
            out.key("type").word("text");
            out.key("text").text(&words.text);
            out.close(b'}');
        }
        Block::Reasoning(thoughts) | Block::Redacted(thoughts) => {
            out.source(thoughts.at).open(b'{');
            out.key("type").word("thinking");
            out.key("thinking").text(&thoughts.text.as_ref().map_or(Text::Token(""), Text::borrow));
            out.close(b'}');
        }
        Block::Call(call) => {
            out.source(call.call.at).open(b'{');
            out.key("type").word("toolCall");
            out.key("id").text(&call.id.as_ref().map_or(Text::Token(""), Text::borrow));
            out.key("name").text(&call.name);
            out.key("arguments").verbatim(call.object.as_deref().unwrap_or("{}"));
            out.close(b'}');
        }
        Block::Media(media) => {
            let FileSource::Base64(data) = &media.source else { return };
            out.source(media.media.at).open(b'{');
            out.key("type").word("image");
            out.key("data").text(data);
            out.key("mimeType").text(&media.media_type.as_ref().map_or(Text::Token(""), Text::borrow));
            out.close(b'}');
        }
        Block::Result(_) | Block::Raw(_) => {}
    }
}
