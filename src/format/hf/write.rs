//! Writes rows.

use super::NAME;
use super::policy::COLUMNS;
use crate::format::openai::dialect::OpenAiDialect::Hf;
use crate::format::openai::write::write_tool_list;
use crate::format::openai::write_message::write_messages;
use crate::json::{Out, Text};
use crate::lower::{Block, FileSource, Outline, OutlineTurn};
use crate::model::{Preference, Rating};

pub(super) fn print(outline: &Outline<'_>, dialect: Option<&'static str>, out: &mut Out) {
    let preference = outline.conversation.preference.as_deref();
    let (prompt, answer) = outline.prompt_and_answer();
    let kind = dialect.unwrap_or_else(|| kind_of(outline));
    out.open(b'{');
    match kind {
        "stepwise" => write_steps(prompt, answer, preference, out),
        "preference" => {
            write_column("prompt", prompt, out);
            write_column("chosen", answer, out);
            outline.answers.others.iter().for_each(|other| write_column("rejected", other, out));
            let rejected = preference.and_then(|known| known.others.first()).map(|other| &other.rating);
            write_score("score_chosen", preference.map(|known| &known.rating), out);
            write_score("score_rejected", rejected, out);
        }
        "prompt" => write_column("prompt", &outline.turns, out),
        "prompt-completion" | "kto" => {
            write_column("prompt", prompt, out);
            write_column("completion", answer, out);
            let verdict = preference.and_then(|known| known.rating.verdict).filter(|_| kind == "kto");
            if let Some(verdict) = verdict {
                out.key("label").verbatim(flag(verdict.is_good));
            }
        }
        _ => write_messages(&outline.turns, Hf, out.key("messages")),
    }
    if kind != "stepwise" {
        write_tool_list(outline, Hf, out);
        write_images(outline, out);
    }
    let is_repeated = |key: &Text<'_>| COLUMNS.contains(&key.decode().as_ref());
    for extra in outline.record.fields.iter().filter(|extra| !(extra.is_note && is_repeated(&extra.key))) {
        out.key_text(&extra.key).raw(&extra.value);
    }
    out.close(b'}');
}

/// The kind of row that contains what is known about the answer.
fn kind_of(outline: &Outline<'_>) -> &'static str {
    let conversation = outline.conversation;
    match conversation.preference.as_deref() {
        _ if !outline.answers.others.is_empty() => "preference",
        Some(known) if !known.steps.is_empty() => "stepwise",
        Some(known) if known.rating.verdict.is_some() => "kto",
        Some(_) if conversation.origin == NAME => conversation.source.shape,
        _ => "messages",
    }
}

fn flag(is_good: bool) -> &'static str {
    if is_good { "true" } else { "false" }
}

/// A column that was a text stays one.
fn write_column(key: &'static str, turns: &[OutlineTurn<'_>], out: &mut Out) {
    out.key(key);
    match turns {
        [turn] if turn.origin() == NAME && matches!(turn.blocks.as_slice(), [Block::Text(_)]) => {
            out.joined(&texts(turns));
        }
        _ => write_messages(turns, Hf, out),
    }
}

fn write_score(key: &'static str, rating: Option<&Rating<'_>>, out: &mut Out) {
    if let Some((score, _)) = rating.and_then(|rating| rating.score.as_ref()) {
        out.key(key).raw(score);
    }
}

/// `{"prompt":"8 / 2 + 1?","completions":["8 / 2 = 4","4 + 1 = 5"],"labels":[true,true]}`
fn write_steps(
    prompt: &[OutlineTurn<'_>],
    answer: &[OutlineTurn<'_>],
    preference: Option<&Preference<'_>>,
    out: &mut Out,
) {
    out.key("prompt").joined(&texts(prompt));
    out.key("completions").array(|out| texts(answer).iter().for_each(|step| out.text(step)));
    let steps = preference.map_or(&[][..], |known| &known.steps);
    out.key("labels").array(|out| steps.iter().for_each(|step| out.verbatim(flag(step.is_good))));
}

fn texts<'o>(turns: &'o [OutlineTurn<'o>]) -> Vec<Text<'o>> {
    let blocks = turns.iter().flat_map(|turn| &turn.blocks);
    blocks.filter_map(Block::as_words).map(|words| words.text.borrow()).collect()
}

/// The images of all messages, in the order of their parts `{"type":"image"}`.
fn write_images(outline: &Outline<'_>, out: &mut Out) {
    let turns = outline.turns.iter().chain(outline.answers.others.iter().flatten());
    let mut images = turns.flat_map(|turn| &turn.blocks).filter_map(Block::as_media).peekable();
    if images.peek().is_none() {
        return;
    }
    out.key("images").open(b'[');
    for image in images {
        match &image.source {
            FileSource::Base64(data) => {
                let media_type = image.media_type.as_ref().map_or(Text::Token("image/png"), Text::borrow);
                out.joined(&[Text::Token("data:"), media_type, Text::Token(";base64,"), data.borrow()]);
            }
            FileSource::Remote(url) | FileSource::Url(url) | FileSource::File(url) | FileSource::Plain(url) => {
                out.text(url);
            }
        }
    }
    out.close(b']');
}
