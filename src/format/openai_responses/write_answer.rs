//! Answers: the items they were read from, or new ones in the order of the parts.

use super::NAME;
use super::keep::{ABSENT, STRING, TRACE, TYPE, extras_of, find_mark, outer_field, span_of, write_inner, write_outer};
use super::write::Task;
use super::write_item::plan_id;
use super::write_part::{State, write_kind};
use super::write_tools::check_name;
use crate::format::Writing;
use crate::format::shared::{cannot_hold, drop_hint};
use crate::json::{At, Text, minify};
use crate::model::{Arguments, CallKind, Message, Part, Reasoning, Role, TextPart, ToolCall};
use crate::report::{Refused, loss};

/// A text of an answer that was read elsewhere.
struct Word<'m> {
    is_refusal: bool,
    text: Text<'m>,
    part: Option<&'m TextPart<'m>>,
}

pub(super) fn write_answer(
    task: &Task<'_>,
    index: usize,
    message: &Message<'_>,
    state: &mut State,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let parts = message.parts.as_slice();
    let messages = task.conversation.messages.as_slice();
    let is_open = messages.get(index + 1).is_none_or(|next| matches!(next.role, Role::Assistant));
    let orphans = if is_open { None } else { orphan_start(message) };
    let before = writing.out.len();
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut pieces = 0;
    let mut place = 0;
    while let Some(part) = parts.get(place) {
        let span = span_of(part);
        let end = (place + span.unwrap_or(1)).min(parts.len());
        let item = parts.get(place..end).unwrap_or_default();
        let is_item = span.is_some() || matches!(part, Part::Call(_)) || is_own_opaque(part);
        if is_item {
            write_words(task, (index, &mut pieces), &mut words, message.at, writing);
        }
        match part {
            Part::Reasoning(it) if span.is_some() => {
                if orphans.is_some_and(|start| place >= start) {
                    drop_orphan(item, it.at, writing)?;
                } else {
                    write_reasoning(item, writing);
                }
            }
            Part::Text(_) | Part::Refusal(_) | Part::Media(_) if span.is_some() => {
                write_own_message(item, state, writing)?;
            }
            Part::Text(text) => words.push(Word { is_refusal: false, text: text.text.borrow(), part: Some(text) }),
            Part::Refusal(text) => words.push(Word { is_refusal: true, text: text.text.borrow(), part: Some(text) }),
            Part::Reasoning(it) => words.extend(plan_reasoning(it, writing)),
            Part::Call(call) => {
                let id = plan_id(call.id.as_ref(), task, (index, place), call.at, writing)?;
                write_call(call, &id, writing)?;
            }
            Part::Opaque(it) if is_own_opaque(part) => writing.out.raw(&it.raw),
            Part::Media(media) => {
                let kind = media.kind.name();
                writing.report.add(&loss::MEDIA, media.at, || format!("{kind} in an assistant message is dropped"));
                drop_hint(media.cache.as_deref(), writing);
            }
            // Reported by what the format supports, or not found here.
            Part::Opaque(_) | Part::Result(_) => {}
        }
        place = end;
    }
    write_words(task, (index, &mut pieces), &mut words, message.at, writing);
    // Nothing is left, but the turn was there.
    if writing.out.len() == before && orphans.is_none() {
        writing.out.object(|out| {
            out.key("role").word("assistant");
            out.key("content").word("");
        });
    }
    Ok(())
}

fn is_own_opaque(part: &Part<'_>) -> bool {
    matches!(part, Part::Opaque(it) if it.origin == NAME)
}

/// Where reasoning of this format starts that nothing follows in its answer.
pub(super) fn orphan_start(message: &Message<'_>) -> Option<usize> {
    let parts = message.parts.as_slice();
    let start = parts.iter().rposition(|part| !matches!(part, Part::Reasoning(_))).map_or(0, |last| last + 1);
    let found = parts.get(start..)?.iter().position(|part| span_of(part).is_some())?;
    Some(start + found)
}

fn drop_orphan(item: &[Part<'_>], at: At, writing: &mut Writing<'_>) -> Result<(), Refused> {
    cannot_hold(writing, &loss::REASONING, at, || format!("{NAME} refuses reasoning that no message or call follows"))?;
    for part in item {
        if let Part::Reasoning(it) = part {
            drop_reasoning(it, writing);
            for extra in it.extras.of(NAME).iter().filter(|extra| !extra.is_note && !extra.value.is_null()) {
                writing
                    .report
                    .add(&loss::EXTRA_FIELD, extra.at, || format!("the field `{}` is dropped", extra.key.show()));
            }
        }
    }
    Ok(())
}

/// Reasoning that was made elsewhere: no item can be made up for it.
pub(super) fn drop_reasoning(it: &Reasoning<'_>, writing: &mut Writing<'_>) {
    if it.text.as_ref().is_some_and(|text| !text.is_empty()) {
        writing.report.add(&loss::REASONING, it.at, || "reasoning of another service is dropped".to_owned());
    }
    drop_seal(it, writing);
}

/// Seals of other families are reported by what the format supports.
fn drop_seal(it: &Reasoning<'_>, writing: &mut Writing<'_>) {
    if it.signature.is_some() && it.family == super::FAMILY {
        writing.report.add(&loss::SIGNATURE, it.at, || "a reasoning signature is dropped".to_owned());
    }
}

fn plan_reasoning<'m>(it: &'m Reasoning<'m>, writing: &mut Writing<'_>) -> Option<Word<'m>> {
    let text = it.text.as_ref().filter(|text| writing.options.is_reasoning_text && !text.is_blank());
    let Some(text) = text else {
        drop_reasoning(it, writing);
        return None;
    };
    writing.report.add(&loss::REASONING_AS_TEXT, it.at, || "reasoning is written as visible text".to_owned());
    drop_seal(it, writing);
    let text = Text::OwnedToken(format!("<think>\\n{}\\n</think>\\n\\n", text.spelling()));
    Some(Word { is_refusal: false, text, part: None })
}

/// One text is an easy message; everything else needs a full one, and that an id.
fn write_words(
    task: &Task<'_>,
    (index, pieces): (usize, &mut usize),
    words: &mut Vec<Word<'_>>,
    at: At,
    writing: &mut Writing<'_>,
) {
    for cache in words.iter().filter_map(|word| word.part?.cache.as_ref()).filter(|cache| cache.is_on) {
        writing
            .report
            .add(&loss::CACHE_HINT, cache.at, || "a cache hint in an assistant message is dropped".to_owned());
    }
    // An empty text says nothing beside others, and alone it needs no full message.
    if words.iter().all(|word| word.text.is_empty()) {
        words.truncate(1);
    } else {
        words.retain(|word| !word.text.is_empty());
    }
    match words.as_slice() {
        [] => return,
        [word] if !word.is_refusal => {
            writing.out.open(b'{');
            writing.out.key("role").word("assistant");
            writing.out.key("content").text(&word.text);
            writing.out.close(b'}');
        }
        several => {
            let id = message_id(task, index, *pieces);
            *pieces += 1;
            writing.report.add(&loss::MADE_MESSAGE_ID, at, || format!("the message id `{id}` is made up"));
            writing.out.open(b'{');
            writing.out.key("type").word("message");
            writing.out.key("id").string(&id);
            writing.out.key("role").word("assistant");
            writing.out.key("status").word("completed");
            writing.out.key("content").open(b'[');
            for word in several {
                writing.out.open(b'{');
                if word.is_refusal {
                    writing.out.key("type").word("refusal");
                    writing.out.key("refusal").text(&word.text);
                } else {
                    writing.out.key("type").word("output_text");
                    writing.out.key("text").text(&word.text);
                    writing.out.key("annotations").array(|_| {});
                }
                writing.out.close(b'}');
            }
            writing.out.close(b']');
            writing.out.close(b'}');
        }
    }
    words.clear();
}

/// `msg_` and 48 digits, from the text of the record and the place in it.
fn message_id(task: &Task<'_>, message: usize, piece: usize) -> String {
    let mut id = "msg_".to_owned();
    for half in [2 * piece, 2 * piece + 1] {
        id.extend(task.ids.message(message, half).chars().filter(char::is_ascii_hexdigit));
    }
    id.truncate("msg_".len() + 48);
    id
}

/// The message item that these parts were.
fn write_own_message(item: &[Part<'_>], state: &mut State, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let Some(extras) = item.first().and_then(extras_of) else { return Ok(()) };
    writing.out.open(b'{');
    if let Some(kind) = find_mark(extras, TYPE) {
        writing.out.key("type").raw(&kind.value);
    }
    writing.out.key("role").word("assistant");
    write_outer(extras, writing);
    writing.out.key("content");
    if let ([Part::Text(text)], Some(_)) = (item, find_mark(extras, STRING)) {
        writing.out.text(&text.text);
        writing.out.close(b'}');
        return Ok(());
    }
    writing.out.open(b'[');
    for part in item {
        match part {
            Part::Text(text) => write_own_text(text, "output_text", "text", writing),
            Part::Refusal(text) => write_own_text(text, "refusal", "refusal", writing),
            Part::Media(media) => state.write_media(media, true, writing)?,
            Part::Opaque(it) if it.origin == NAME => writing.out.raw(&it.raw),
            Part::Opaque(_) | Part::Reasoning(_) | Part::Call(_) | Part::Result(_) => {}
        }
    }
    writing.out.close(b']');
    writing.out.close(b'}');
    Ok(())
}

fn write_own_text(text: &TextPart<'_>, kind: &'static str, key: &'static str, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    write_kind(&text.extras, kind, writing);
    writing.out.key(key).text(&text.text);
    if let Some(citations) = text.citations.as_ref().filter(|citations| citations.origin == NAME) {
        writing.out.key("annotations").raw(&citations.raw);
    }
    write_inner(&text.extras, writing);
    writing.out.close(b'}');
}

/// The reasoning item that these parts were.
fn write_reasoning(item: &[Part<'_>], writing: &mut Writing<'_>) {
    let Some(Part::Reasoning(first)) = item.first() else { return };
    writing.out.open(b'{');
    writing.out.key("type").word("reasoning");
    write_outer(&first.extras, writing);
    let is_kept = |key: &str| outer_field(&first.extras, key).is_some();
    if !is_kept("summary") && find_mark(&first.extras, ABSENT).is_none() {
        write_reasoning_texts(item, "summary", "summary_text", false, writing);
    }
    let is_trace = |part: &Part<'_>| matches!(part, Part::Reasoning(it) if find_mark(&it.extras, TRACE).is_some());
    if !is_kept("content") && item.iter().any(is_trace) {
        write_reasoning_texts(item, "content", "reasoning_text", true, writing);
    }
    if let Some(seal) = &first.signature {
        writing.out.key("encrypted_content").text(seal);
    }
    writing.out.close(b'}');
}

fn write_reasoning_texts(
    item: &[Part<'_>],
    key: &'static str,
    kind: &'static str,
    is_trace: bool,
    writing: &mut Writing<'_>,
) {
    writing.out.key(key).open(b'[');
    for part in item {
        let Part::Reasoning(it) = part else { continue };
        let Some(text) = it.text.as_ref().filter(|_| find_mark(&it.extras, TRACE).is_some() == is_trace) else {
            continue;
        };
        writing.out.open(b'{');
        writing.out.key("type").word(kind);
        writing.out.key("text").text(text);
        write_inner(&it.extras, writing);
        writing.out.close(b'}');
    }
    writing.out.close(b']');
}

fn write_call(call: &ToolCall<'_>, id: &Text<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    check_name(&call.name, call.at)?;
    drop_hint(call.cache.as_deref(), writing);
    if call.kind == CallKind::LegacyFunction {
        writing.report.add(&loss::LEGACY_CALL, call.at, || "an old function call became a tool call".to_owned());
    }
    let is_custom = call.kind == CallKind::Custom;
    writing.out.open(b'{');
    writing.out.key("type").word(if is_custom { "custom_tool_call" } else { "function_call" });
    writing.out.key("call_id").text(id);
    writing.out.key("name").text(&call.name);
    writing.out.key(if is_custom { "input" } else { "arguments" });
    match &call.arguments {
        Arguments::Encoded(text) => writing.out.text(text),
        Arguments::Object(raw) => {
            let mut compact = Vec::with_capacity(raw.as_str().len());
            minify(raw.as_str(), &mut compact);
            writing.out.string(&String::from_utf8_lossy(&compact));
        }
    }
    write_inner(&call.extras, writing);
    writing.out.close(b'}');
    Ok(())
}
