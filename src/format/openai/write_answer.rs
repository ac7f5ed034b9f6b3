//! What an assistant message says: one text, a refusal, or a list of parts.

use super::NAME;
use super::dialect::Dialect;
use super::write_part::write_part_extras;
use crate::format::Writing;
use crate::format::shared::drop_hint;
use crate::json::Text;
use crate::model::{Extras, Form, Message, Part, Reasoning};
use crate::report::loss;

pub(super) fn write_answer(message: &Message<'_>, has_calls: bool, writing: &mut Writing<'_>) {
    let dialect = Dialect::of(writing);
    // A chunk that this format's reader found in the content.
    let keeps_chunks = writing.options.dialect.is_none() || dialect == Dialect::LiteLlm;
    let is_own_chunk = |it: &Reasoning<'_>| keeps_chunks && it.extras.find_mark(NAME, "thinking").is_some();
    let keeps_plan = dialect.keeps("tool_plan", writing);
    let mut words: Vec<(&str, Text<'_>, Option<&Extras<'_>>)> = Vec::new();
    for part in &message.parts {
        match part {
            Part::Text(text) if keeps_plan && text.extras.find_mark(NAME, "tool_plan").is_some() => {}
            Part::Text(text) => words.push(("text", text.text.borrow(), Some(&text.extras))),
            Part::Refusal(text) if dialect.is_other_service() => {
                writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal is written as text".to_owned());
                words.push(("text", text.text.borrow(), Some(&text.extras)));
            }
            Part::Refusal(text) => words.push(("refusal", text.text.borrow(), Some(&text.extras))),
            Part::Reasoning(it) if dialect.takes_thinking() || is_own_chunk(it) => {
                if let Some(text) = &it.text {
                    // One text in a list, or the bare text, as it was.
                    let as_it_was =
                        it.extras.find_mark(NAME, "thinking").map(|chunk| chunk.value.as_str().starts_with('"'));
                    let is_bare =
                        dialect == Dialect::Cohere || (dialect != Dialect::Mistral && as_it_was == Some(true));
                    words.push((if is_bare { "thinking" } else { "thinking list" }, text.borrow(), Some(&it.extras)));
                }
            }
            Part::Reasoning(it) => {
                if let (true, Some(text)) = (writing.options.is_reasoning_text, &it.text) {
                    words.push(("text", Text::Owned(format!("<think>\n{}\n</think>\n\n", text.decode())), None));
                }
            }
            Part::Media(media) => {
                let kind = media.kind.name();
                writing.report.add(&loss::MEDIA, media.at, || format!("{kind} in an assistant message is dropped"));
                drop_hint(media.cache.as_deref(), writing);
            }
            Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
        }
    }
    if dialect == Dialect::Cohere && has_calls {
        write_plan(message, &mut words, writing);
    }
    drop_hints(message, keeps_plan, writing);
    let has_extras = words.iter().any(|(_, _, extras)| extras.is_some_and(|extras| !extras.of(NAME).is_empty()));
    // Elsewhere a list may only be there because of calls or reasoning in it; here these have places of their own.
    let is_own_list = message.form == Form::Parts && (message.origin == NAME || message.parts.len() == 1);
    let is_list = is_own_list || words.len() > 1 || has_extras;
    match words.as_slice() {
        [] if dialect == Dialect::Cohere && has_calls => {}
        [] => match message.form {
            Form::Absent if has_calls && message.origin == NAME => {}
            Form::Null if message.origin == NAME => writing.out.key("content").null(),
            Form::Unknown | Form::Absent | Form::Null | Form::Parts if has_calls => writing.out.key("content").null(),
            Form::Unknown | Form::Absent | Form::Null | Form::Parts | Form::Text => {
                writing.out.key("content").string("");
            }
        },
        [("text", text, _)] if !is_list => writing.out.key("content").text(text),
        [("refusal", text, _)] if !is_list => {
            match message.form {
                Form::Absent => {}
                Form::Text => writing.out.key("content").string(""),
                Form::Unknown | Form::Null | Form::Parts => writing.out.key("content").null(),
            }
            writing.out.key("refusal").text(text);
        }
        [("text", text, _), ("refusal", refusal, _)] if message.form == Form::Text => {
            writing.out.key("content").text(text);
            writing.out.key("refusal").text(refusal);
        }
        words => {
            writing.out.key("content").open(b'[');
            for (kind, text, extras) in words {
                writing.out.open(b'{');
                let (kind, is_list) = kind.strip_suffix(" list").map_or((*kind, false), |kind| (kind, true));
                writing.out.key("type").string(kind);
                if is_list {
                    writing.out.key(kind).array(|out| {
                        out.object(|out| {
                            out.key("type").word("text");
                            out.key("text").text(text);
                        });
                    });
                } else {
                    writing.out.key(kind).text(text);
                }
                if let Some(extras) = extras {
                    write_part_extras(extras, writing);
                }
                writing.out.close(b'}');
            }
            writing.out.close(b']');
        }
    }
}

fn drop_hints(message: &Message<'_>, keeps_plan: bool, writing: &mut Writing<'_>) {
    for part in &message.parts {
        let (Part::Text(text) | Part::Refusal(text)) = part else { continue };
        let is_plan = keeps_plan && text.extras.find_mark(NAME, "tool_plan").is_some();
        if let Some(cache) = text.cache.as_ref().filter(|cache| cache.is_on && !is_plan) {
            writing
                .report
                .add(&loss::CACHE_HINT, cache.at, || "a cache hint in an assistant message is dropped".to_owned());
        }
    }
}

/// What Cohere's models say before they call is their plan, one text.
fn write_plan(
    message: &Message<'_>,
    words: &mut Vec<(&str, Text<'_>, Option<&Extras<'_>>)>,
    writing: &mut Writing<'_>,
) {
    let (plan, rest): (Vec<_>, Vec<_>) = words.drain(..).partition(|(kind, _, _)| *kind == "text");
    *words = rest;
    if plan.is_empty() {
        return;
    }
    if plan.len() > 1 {
        writing.report.add(&loss::JOINED, message.at, || format!("{} texts became one plan", plan.len()));
    }
    let mut pieces = Vec::with_capacity(2 * plan.len());
    for (index, (_, text, _)) in plan.iter().enumerate() {
        if index > 0 {
            pieces.push(Text::Token("\\n"));
        }
        pieces.push(text.borrow());
    }
    writing.out.key("tool_plan").joined(&pieces);
}
