//! Writes a chat. A result is in the element of its call, in the text of the answer.
//!
//! ```json
//! {"chat":{"history":{"messages":{"m1":{"id":"m1","parentId":null,"childrenIds":[],"role":"user","content":"Hi"}},"currentId":"m1"}}}
//! ```

use crate::format::message_stores::details::{has_element, push_call, push_reasoning};
use crate::json::{Out, Text};
use crate::lower::{Block, FileSource, MediaBlock, Outline, OutlineRole, OutlineTurn, OwnContext, ResultBlock};
use crate::model::Role;
use crate::report::{Refused, loss};

/// Prints a conversation.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    // Results are in the message of their call.
    let messages: Vec<_> = outline.turns.chunk_by(|_, next| next.speaker == OutlineRole::Tool).collect();
    let ids: Vec<_> = messages.iter().filter_map(|turns| turns.first()?.id.as_deref()).collect();
    out.open(b'{');
    out.key("chat").open(b'{');
    if !outline.system.is_empty() {
        out.key("params").open(b'{');
        out.key("system").joined(outline.system.iter().filter_map(Block::as_words).map(|words| &words.text));
        out.close(b'}');
    }
    out.key("history").open(b'{');
    out.key("messages").open(b'{');
    let mut parent = None;
    for ((turns, id), index) in messages.iter().zip(&ids).zip(1_usize..) {
        out.key_text(id);
        write_message(turns, id, [parent, ids.get(index).copied()], out);
        parent = Some(*id);
    }
    out.close(b'}');
    out.key("currentId");
    write_id(parent, out);
    out.close(b'}');
    out.close(b'}');
    out.close(b'}');
}

fn write_id(id: Option<&Text<'_>>, out: &mut Out) {
    match id {
        Some(id) => out.text(id),
        None => out.null(),
    }
}

fn write_message(turns: &[OutlineTurn<'_>], id: &Text<'_>, [parent, child]: [Option<&Text<'_>>; 2], out: &mut Out) {
    let [turn, results @ ..] = turns else { return };
    let is_answer = turn.speaker == OutlineRole::Assistant;
    out.source(turn.at).open(b'{');
    out.key("id").text(id);
    out.key("parentId");
    write_id(parent, out);
    out.key("childrenIds").array(|out| child.into_iter().for_each(|child| out.text(child)));
    out.key("role").word(if is_answer { "assistant" } else { "user" });
    out.key("content");
    if turn.blocks.iter().all(|block| block.is_words() || block.as_media().is_some()) {
        out.joined(turn.blocks.iter().filter_map(Block::as_words).map(|words| &words.text));
    } else {
        out.string(&content_of(turn, results));
    }
    if turn.blocks.iter().any(|block| block.as_media().is_some()) {
        out.key("files").open(b'[');
        turn.blocks.iter().filter_map(Block::as_media).for_each(|file| write_image(file, out));
        out.close(b']');
    }
    if is_answer {
        // Without it, the program waits for the rest of the answer.
        out.key("done").bool(true);
    }
    out.close(b'}');
}

/// Texts and elements, each on lines of its own.
fn content_of(turn: &OutlineTurn<'_>, results: &[OutlineTurn<'_>]) -> String {
    let mut content = String::new();
    let mut results = results.iter().filter_map(|turn| turn.blocks.first()?.as_result()).peekable();
    for (block, index) in turn.blocks.iter().zip(0_usize..) {
        if index > 0 {
            content.push('\n');
        }
        match block {
            Block::Text(words) | Block::Refusal(words) => content.push_str(&words.text.decode()),
            Block::Reasoning(it) => {
                push_reasoning(&it.text.as_ref().map(Text::decode).unwrap_or_default(), &mut content);
            }
            Block::Call(call) => {
                let is_of = |result: &&ResultBlock<'_>| result.call == Some(call.number);
                let output = results.next_if(is_of).map(text_of);
                let id = call.id.as_ref().map(Text::decode);
                let [name, arguments] = [call.name.borrow(), call.encoded()];
                let [name, arguments] = [name.decode(), arguments.decode()];
                push_call(id.as_deref(), [&name, &arguments], output.as_deref(), &mut content);
            }
            Block::Redacted(_) | Block::Result(_) | Block::Media(_) | Block::Raw(_) => {}
        }
    }
    content
}

fn text_of(result: &ResultBlock<'_>) -> String {
    result.blocks.iter().filter_map(Block::as_words).map(|words| words.text.decode()).collect()
}

fn write_image(file: &MediaBlock<'_>, out: &mut Out) {
    out.source(file.media.at).open(b'{');
    out.key("type").word("image");
    out.key("url");
    match &file.source {
        FileSource::Base64(data) => {
            let media_type = file.media_type.as_ref().map_or(Text::Token("image/png"), Text::borrow);
            out.joined([Text::Token("data:"), media_type, Text::Token(";base64,"), data.borrow()]);
        }
        FileSource::Url(url) | FileSource::File(url) | FileSource::Remote(url) => out.text(url),
        FileSource::Plain(_) => out.null(),
    }
    out.close(b'}');
}

/// Reports the ids of system messages, which are a parameter or a part of another message.
pub(super) fn report_ids(context: &mut OwnContext<'_, '_>) {
    let conversation = context.conversation;
    for message in conversation.messages.iter().filter(|it| matches!(it.role, Role::System | Role::Developer)) {
        if let Some(id) = &message.details().id {
            context.report.add(&loss::MESSAGE_ID, conversation.place(id, message.at), || {
                format!("the message id `{}` is dropped", id.show())
            });
        }
    }
}

/// Rejects texts of answers that the program would read as reasoning or calls.
///
/// # Errors
/// A text has an element of these.
pub(super) fn check_texts(outline: &Outline<'_>) -> Result<(), Refused> {
    for turn in outline.turns.iter().filter(|turn| turn.speaker == OutlineRole::Assistant) {
        for words in turn.blocks.iter().filter_map(Block::as_words) {
            if has_element(&words.text.decode()) {
                let why = "the text contains `<details type=`, a mark of open-webui";
                return Err(Refused::new(&loss::FORGED_MARK, words.at.or(turn.at), why));
            }
        }
    }
    Ok(())
}
