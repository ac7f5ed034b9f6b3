//! What writers do all the time.

use crate::format::Writing;
use crate::json::{At, Text};
use crate::model::{CacheHint, Extra, Extras, Message, Part};
use crate::report::{Code, Refused, Report, loss};

/// Puts back the fields that this format's reader kept.
pub fn write_extras(extras: &Extras<'_>, own: &str, writing: &mut Writing<'_>) {
    for extra in extras.of(own) {
        writing.out.key_text(&extra.key).raw(&extra.value);
    }
}

/// Reports the kept fields that the shape being written has no place for. A `null` says nothing and goes quietly.
pub fn drop_fields(extras: &Extras<'_>, own: &str, writing: &mut Writing<'_>, is_dropped: impl Fn(&str) -> bool) {
    for extra in extras.of(own) {
        if is_dropped(&extra.key.decode()) {
            drop_field(extra, writing);
        }
    }
}

/// Reports one of them. A note says nothing that the model does not hold.
pub fn drop_field(extra: &Extra<'_>, writing: &mut Writing<'_>) {
    if !extra.is_note && !extra.value.is_null() {
        writing.report.add(&loss::EXTRA_FIELD, extra.at, || format!("the field `{}` is dropped", extra.key.show()));
    }
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
