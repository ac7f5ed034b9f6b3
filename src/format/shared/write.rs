//! What writers do all the time.

use crate::format::Writing;
use crate::json::{At, Text};
use crate::lower::Policy;
use crate::model::{CacheHint, Conversation, Extra, Extras, Message, OutputRequest, Part, Slot, ToolSpec};
use crate::report::{Code, Refused, Report, loss};

/// Puts back the fields that this format's reader kept of the object itself.
pub fn write_extras(extras: &Extras<'_>, own: &str, writing: &mut Writing<'_>) {
    write_slot(extras, Slot::Here, own, writing);
}

/// Puts back the fields that this format's reader kept of one object, which is open.
pub fn write_slot(extras: &Extras<'_>, slot: Slot, own: &str, writing: &mut Writing<'_>) {
    for extra in extras.in_slot(own, slot) {
        writing.extra(extra);
    }
}

/// The same without notes.
pub fn write_facts(extras: &Extras<'_>, slot: Slot, own: &str, writing: &mut Writing<'_>) {
    for extra in extras.in_slot(own, slot).filter(|extra| !extra.is_note) {
        writing.extra(extra);
    }
}

/// Reports the fields that the reader of a format kept and its writer has put nowhere: the container, the dialect or
/// the shape that is written has no object for them. Notes say nothing that the model does not hold, and null says nothing.
///
/// Called once, after the writer: so no writer can lose such a field in silence. Fields of other formats are reported by
/// [`report_facts`](crate::lower::report_facts).
pub fn report_unplaced(conversation: &Conversation<'_>, policy: &Policy, writing: &mut Writing<'_>) {
    let is_own = |origin: &str| policy.holds(origin);
    if !is_own(conversation.origin) && !conversation.messages.iter().any(|message| is_own(message.origin)) {
        return;
    }
    let mut placed = std::mem::take(&mut writing.placed);
    placed.sort_unstable();
    conversation.each_extras(&mut |extras| {
        if !is_own(extras.origin()) {
            return;
        }
        let is_lost = |extra: &&Extra<'_>| {
            let address = extra.value.as_str().as_ptr().addr();
            !extra.is_note && !extra.value.is_null() && placed.binary_search(&address).is_err()
        };
        for extra in extras.fields().iter().filter(is_lost) {
            let what = || format!("the field `{}` is dropped", extra.key.show());
            writing.report.add(&loss::EXTRA_FIELD, extra.at, what);
        }
    });
}

/// A container has no place for tools: says that one goes.
pub fn drop_tool(tool: &ToolSpec<'_>, report: &mut Report) {
    report.add(&loss::TOOLS, tool.at, || format!("the definition of `{}` is dropped", tool.name.show()));
    if let Some(at) = tool.strict_at() {
        report_strict(at, report);
    }
    if let Some(cache) = tool.cache.as_ref().filter(|cache| cache.is_on) {
        report.add(&loss::CACHE_HINT, cache.at, || "a cache hint on a tool is dropped".to_owned());
    }
}

/// A container has no place for a request for structured output: says that it goes.
pub fn drop_output(output: Option<&OutputRequest<'_>>, report: &mut Report) {
    let Some(output) = output else { return };
    report.add(&loss::OUTPUT_REQUEST, output.at, || "the structured-output request is dropped".to_owned());
    if let Some(at) = output.strict_at() {
        report_strict(at, report);
    }
}

/// Says that a schema need not be followed any more.
pub fn report_strict(at: At, report: &mut Report) {
    report.add(&loss::EXTRA_FIELD, at, || "the field `strict` is dropped".to_owned());
}

/// Something the target cannot hold validly: refused, or with `--lossy` dropped and reported with `code`.
///
/// # Errors
/// Unless `--lossy` was given.
pub fn cannot_hold(
    writing: &mut Writing<'_>,
    code: &'static Code,
    at: At,
    message: impl FnOnce() -> String,
) -> Result<(), Refused> {
    if writing.options.is_lossy {
        writing.report.add(code, at, message);
        return Ok(());
    }
    Err(Refused::new(&loss::CANNOT_HOLD, at, message()).helping("--lossy leaves it out and reports it"))
}

/// A part is left out, and with it its cache hint.
pub fn drop_hint(cache: Option<&CacheHint<'_>>, writing: &mut Writing<'_>) {
    if let Some(cache) = cache.filter(|cache| cache.is_on) {
        writing.report.add(&loss::CACHE_HINT, cache.at, || "a cache hint is dropped with its part".to_owned());
    }
}

/// Says that a tool message goes which holds no results.
pub fn drop_empty(message: &Message<'_>, report: &mut Report) {
    if message.parts.is_empty() {
        report.add(&loss::EMPTY_MESSAGE, message.at, || "a tool message without results is dropped".to_owned());
    }
}

/// Says that a text becomes a piece of the one before it.
pub fn report_joined_text(at: At, report: &mut Report) {
    report.add(&loss::JOINED, at, || "the text is joined to the one before it".to_owned());
}

/// Says that a message becomes a part of the one before it.
pub fn report_joined(at: At, report: &mut Report) {
    report.add(&loss::MERGED, at, || "the message joins the one before it, which has the same speaker".to_owned());
}

/// The texts of parts joined by line ends into one; refusals count as texts, empty ones beside others do not. `None` if
/// there is none.
///
/// One text is handed on as it was spelled.
#[must_use]
pub fn joined_text<'p>(parts: &'p [Part<'_>]) -> Option<(Vec<Text<'p>>, usize)> {
    let mut pieces = Vec::new();
    let mut count = 0;
    let mut empty = None;
    for part in parts {
        let text = match part {
            Part::Text(it) | Part::Refusal(it) => &it.text,
            Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Opaque(_) => continue,
        };
        if text.is_empty() {
            empty = Some(text);
            continue;
        }
        if count > 0 {
            pieces.push(Text::Token("\\n"));
        }
        pieces.push(text.borrow());
        count += 1;
    }
    match empty {
        Some(text) if count == 0 => Some((vec![text.borrow()], 1)),
        _ => (count > 0).then_some((pieces, count)),
    }
}
