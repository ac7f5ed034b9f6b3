//! The list of messages, and a new row of the table `chats` with such a list in it.

use super::NAME;
use super::message::role_word;
use super::new_chat::{ChatColumns, PROGRAM};
use super::part::{ABSENT, NO_TYPE};
use super::row::MESSAGES;
use crate::format::iso_time;
use crate::format::shared::time;
use crate::json::{Layout, Out, Text, reformat, utf8_text};
use crate::lower::{
    AnswerModel, Block, FileSource, MediaBlock, Outline, OutlineCall, OutlineRole, OutlineTurn, ResultBlock,
    SessionPolicy,
};
use crate::model::{Arguments, Extra, Extras, Form, Slot};

/// The time of a conversation without one.
const NO_TIME: &str = "1970-01-01 00:00:00.000000";

/// Prints a conversation as a list.
pub(super) fn print(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    out.open(b'[');
    outline.turns.iter().for_each(|turn| write_turn(turn, outline, out));
    out.close(b']');
}

/// Prints a conversation as a row.
pub(in crate::format) fn print_row(outline: &Outline<'_>, _: Option<&'static str>, out: &mut Out) {
    let mut list = Out::new(Layout::Spaced);
    print(outline, None, &mut list);
    if let Some(session) = &outline.record.session {
        write_row(session, outline.record.model.as_ref(), &list.written(), out);
    }
}

/// A row: what the library needs, generated where nothing is known. `list`: its messages.
fn write_row(session: &SessionPolicy<'_>, model: Option<&AnswerModel<'_>>, list: &str, out: &mut Out) {
    let mut spaced = Vec::with_capacity(list.len());
    reformat(list, Layout::Spaced, 0, &mut spaced);
    let model = model.map(|model| {
        let provider = model.provider.as_ref().map(|it| it.decode().into_owned()).unwrap_or_default();
        let name = model.name.decode();
        (if model.is_bare && !provider.is_empty() { format!("{provider}/{name}") } else { name.into_owned() }, provider)
    });
    let columns = ChatColumns::new(list, model.as_ref());
    out.open(b'{');
    out.key("chat_id").text(&session.id);
    let time = session.time.and_then(|time| timestamp(&time.decode()));
    out.key("created_timestamp").string(time.as_deref().unwrap_or(NO_TIME));
    out.key("prompt_name").word(PROGRAM.0);
    out.key("prompt_version").word(PROGRAM.1);
    out.key("prompt_filename").null();
    out.key(MESSAGES).string(&utf8_text(&spaced));
    let values = columns.as_ref().map(|it| [&it.state, &it.variables, &it.statements]);
    for (index, key) in ["vm_state_json", "variables_json", "statements_json"].into_iter().enumerate() {
        match values.and_then(|values| values.get(index).copied()) {
            Some(json) => out.key(key).string(json),
            None => out.key(key).null(),
        }
    }
    out.key("keprompt_version").word("3.1.0");
    out.key("hostname").null();
    out.key("git_commit").null();
    let totals = ["api_calls", "round_trips", "tokens_in", "tokens_out", "cost", "api_time", "tool_time"];
    let calls = columns.map_or(0, |columns| columns.calls).to_string();
    for total in totals {
        out.key(&format!("total_{total}")).verbatim(if total == "api_calls" { &calls } else { "0" });
    }
    out.close(b'}');
}

/// A time as the library writes it.
fn timestamp(time: &str) -> Option<String> {
    let seconds = time::parse(time)?.seconds.floor();
    // Far within what both hold exactly.
    #[allow(clippy::cast_possible_truncation, reason = "years have four digits")]
    let whole = iso_time(Some(seconds as i64));
    let (day, rest) = whole.split_once('T')?;
    Some(format!("{day} {}.000000", rest.get(..8)?))
}

/// Prints a message.
fn write_turn(turn: &OutlineTurn<'_>, outline: &Outline<'_>, out: &mut Out) {
    let message = outline.conversation.messages.get(turn.index);
    let is_stored = message.is_some_and(|message| message.origin == NAME);
    out.open(b'{');
    match message.filter(|_| is_stored) {
        Some(message) => out.quick_key("role").text(&role_word(message)),
        None => out.quick_key("role").word(match turn.speaker {
            OutlineRole::System | OutlineRole::Developer => "system",
            OutlineRole::User => "user",
            OutlineRole::Assistant => "assistant",
            OutlineRole::Tool => "tool",
        }),
    }
    if !(turn.form == Form::Absent && turn.blocks.is_empty()) {
        out.key("content").array(|out| turn.blocks.iter().for_each(|block| write_block(block, is_stored, out)));
    }
    if let Some(model) = outline.record.model.as_ref().filter(|_| turn.speaker == OutlineRole::Assistant) {
        write_model(model, out);
    }
    turn.extras.write(Slot::Here, NAME, out);
    out.close(b'}');
}

/// The name with the provider in front.
fn write_model(model: &AnswerModel<'_>, out: &mut Out) {
    match &model.provider {
        Some(provider) if model.is_bare => {
            out.key("model_name").joined([provider, &Text::Token("/"), &model.name]);
        }
        _ => out.key("model_name").text(&model.name),
    }
    if let Some(provider) = &model.provider {
        out.key("provider").text(provider);
    }
}

fn write_block(block: &Block<'_>, is_stored: bool, out: &mut Out) {
    match block {
        Block::Text(text) | Block::Refusal(text) => out.object(|out| {
            out.key("type").word("text");
            out.key("text").text(&text.text);
            text.part.into_iter().for_each(|part| part.extras.write(Slot::Here, NAME, out));
        }),
        Block::Call(call) => out.object(|out| write_call(call, out)),
        Block::Result(result) => out.object(|out| write_result(result, is_stored, out)),
        Block::Media(media) => out.object(|out| write_image(media, out)),
        Block::Raw(it) => it.write(out),
        Block::Reasoning(_) | Block::Redacted(_) => {}
    }
}

/// The field was not there.
fn is_absent(extras: &Extras<'_>, key: &str) -> bool {
    let is_key = |note: &Extra<'_>| note.value.as_str().trim_matches('"') == key;
    extras.in_slot(NAME, Slot::Mark).any(|note| note.key.is(ABSENT) && is_key(note))
}

/// An id, or what was there instead of one.
fn write_id(key: &str, id: Option<&Text<'_>>, extras: &Extras<'_>, out: &mut Out) {
    match (id, extras.get(NAME, key).filter(|kept| kept.is_note)) {
        (Some(id), _) => out.key(key).text(id),
        (None, Some(kept)) => out.key(key).raw(&kept.value),
        (None, None) if is_absent(extras, key) => {}
        (None, None) => out.key(key).word(""),
    }
}

fn write_call(call: &OutlineCall<'_>, out: &mut Out) {
    let extras = &call.call.extras;
    out.key("type").word("tool");
    write_id("id", call.id.as_ref(), extras, out);
    out.key("name").text(&call.name);
    match (&call.object, &call.call.arguments) {
        _ if is_absent(extras, "arguments") => {}
        (Some(object), _) => out.key("arguments").verbatim(object),
        (None, Arguments::Object(raw)) => out.key("arguments").raw(raw),
        // The library reads a text as the object that it holds.
        (None, Arguments::Encoded(text)) => out.key("arguments").text(text),
    }
    extras.write(Slot::Here, NAME, out);
}

fn write_result(block: &ResultBlock<'_>, is_stored: bool, out: &mut Out) {
    let result = block.result;
    out.key("type").word("tool_result");
    write_id("tool_use_id", block.id.as_ref(), &result.extras, out);
    match block.blocks.iter().find_map(Block::as_words) {
        Some(words) => out.key("content").text(&words.text),
        None if is_stored && result.form == Form::Absent => {}
        None => out.key("content").word(""),
    }
    result.extras.write(Slot::Here, NAME, out);
}

fn write_image(block: &MediaBlock<'_>, out: &mut Out) {
    let FileSource::Base64(data) = &block.source else { return };
    let extras = &block.media.extras;
    out.key("type").word("image_url");
    let media_type = block.media_type.as_ref().map_or(Text::Token(NO_TYPE), Text::borrow);
    out.key("image_url").object(|out| {
        out.key("url").joined(&[Text::Token("data:"), media_type, Text::Token(";base64,"), data.borrow()]);
        extras.write(Slot::Source, NAME, out);
    });
    extras.write(Slot::Here, NAME, out);
}
