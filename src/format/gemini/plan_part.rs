//! Parts as blocks: what this API has no place for is reported here, or the record is refused.

use super::NAME;
use super::call::check_name;
use super::media::plan_media;
use super::part::is_server_part;
use super::plan::{Answer, Block};
use super::result::plan_response;
use crate::format::Writing;
use crate::format::shared::{cannot_hold, object_arguments, report_legacy_result};
use crate::json::Text;
use crate::model::{CallKind, Media, Message, Opaque, Part, Reasoning, Role, ToolCall, ToolResult};
use crate::report::{Refused, loss};

/// Parts of other formats are reported by what this one supports.
pub(super) fn own_part<'m>(
    it: &'m Opaque<'m>,
    has_place: bool,
    writing: &mut Writing<'_>,
) -> Result<Option<Block<'m>>, Refused> {
    if it.origin != NAME {
        return Ok(None);
    }
    if has_place && is_server_part(&it.kind) {
        return Ok(Some(Block::Raw(it)));
    }
    cannot_hold(writing, &loss::OPAQUE_PART, it.at, || {
        format!("gemini refuses this part: exactly one kind of data, in its place (found `{}`)", it.kind.show())
    })?;
    Ok(None)
}

pub(super) fn plan_text<'m>(part: &'m Part<'m>, is_own: bool, writing: &mut Writing<'_>) -> Option<Block<'m>> {
    let (Part::Text(text) | Part::Refusal(text)) = part else { return None };
    let is_signed = text.signature.as_ref().is_some_and(|signature| signature.family == NAME);
    if text.text.is_empty() && !is_signed && !is_own {
        writing.report.add(&loss::BLANK_TEXT, text.at, || "an empty text is dropped".to_owned());
        return None;
    }
    if matches!(part, Part::Refusal(_)) {
        writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal is written as text".to_owned());
    }
    Some(Block::Text { text: text.text.borrow(), at: text.at, part: Some(text) })
}

pub(super) fn plan_reasoning<'m>(
    it: &'m Reasoning<'m>,
    message: &Message<'_>,
    writing: &mut Writing<'_>,
) -> Option<Block<'m>> {
    let is_own = it.family == NAME && it.signature.is_some();
    let is_answer =
        matches!(message.role, Role::Assistant) || (message.origin == NAME && !message.role.is_instruction());
    let has_text = it.text.as_ref().is_some_and(|text| !text.is_empty() || message.origin == NAME);
    if is_answer && (is_own || has_text) {
        return Some(Block::Thought(it));
    }
    if is_own {
        writing.report.add(&loss::SIGNATURE, it.at, || "a reasoning signature is dropped".to_owned());
    }
    // An empty text says nothing; what was signed or sealed beside it is reported elsewhere.
    if has_text {
        writing.report.add(&loss::REASONING, it.at, || "reasoning outside an answer is dropped".to_owned());
    }
    None
}

pub(super) fn plan_call<'m>(
    call: &'m ToolCall<'m>,
    number: usize,
    message: &Message<'_>,
    writing: &mut Writing<'_>,
) -> Result<Block<'m>, Refused> {
    if !matches!(message.role, Role::Assistant) {
        let why = "gemini takes calls only in answers of the model";
        return Err(Refused::new(&loss::CANNOT_HOLD, call.at, why));
    }
    check_name(&call.name, call.at)?;
    if call.kind == CallKind::LegacyFunction {
        writing.report.add(&loss::LEGACY_CALL, call.at, || {
            format!("the old function call of `{}` became a function call", call.name.show())
        });
    }
    let args = object_arguments(call, writing)?;
    Ok(Block::Call { call, args, number })
}

pub(super) fn plan_medium<'m>(
    media: &'m Media<'m>,
    message: &Message<'_>,
    writing: &mut Writing<'_>,
) -> Result<Option<Block<'m>>, Refused> {
    if message.role.is_instruction() {
        let kind = media.kind.name();
        writing.report.add(&loss::MEDIA, media.at, || format!("{kind} in a system instruction is dropped"));
        return Ok(None);
    }
    Ok(plan_media(media, message.origin == NAME, writing)?.map(|block| Block::Media(Box::new(block))))
}

pub(super) fn plan_result<'m>(
    result: &'m ToolResult<'m>,
    found: Option<(usize, &'m Text<'m>)>,
    message: &Message<'_>,
    moved: &mut Vec<Block<'m>>,
    writing: &mut Writing<'_>,
) -> Result<Block<'m>, Refused> {
    let Some((call, name)) = found.filter(|_| matches!(message.role, Role::Tool | Role::User)) else {
        return Err(Refused::new(&loss::CANNOT_HOLD, result.at, "a tool result answers no call"));
    };
    report_legacy_result(result, writing.report);
    if let Some(own) = result.name.as_ref().filter(|own| !own.same(name)) {
        writing.report.add(&loss::RESULT_NAME, result.at, || {
            format!("the name `{}` on a result became `{}`, the name of its call", own.show(), name.show())
        });
    }
    let is_own = message.origin == NAME;
    let response = plan_response(result, writing);
    let mut parts = Vec::new();
    let mut has_media = false;
    for part in &result.parts {
        match part {
            Part::Text(text) | Part::Refusal(text) => {
                if matches!(part, Part::Refusal(_)) {
                    writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal is written as text".to_owned());
                }
                if has_media {
                    writing.report.add(&loss::REORDERED, text.at, || {
                        "the text of a function response now stands before its media".to_owned()
                    });
                }
            }
            Part::Media(media) => {
                has_media = true;
                let Some(block) = plan_media(media, is_own, writing)? else { continue };
                if is_own || block.fits_response() {
                    parts.push(Block::Media(Box::new(block)));
                    continue;
                }
                let kind = media.kind.name();
                writing.report.add(&loss::MOVED, media.at, || {
                    format!("a function response holds images and PDF only; {kind} moves into a user content behind it")
                });
                moved.push(Block::Media(Box::new(block)));
            }
            Part::Reasoning(it) => {
                if it.text.is_some() {
                    writing.report.add(&loss::REASONING, it.at, || "reasoning in a result is dropped".to_owned());
                }
                if it.signature.is_some() && it.family == NAME {
                    writing.report.add(&loss::SIGNATURE, it.at, || "a reasoning signature is dropped".to_owned());
                }
            }
            Part::Opaque(it) => parts.extend(own_part(it, true, writing)?),
            // Not found in results.
            Part::Call(_) | Part::Result(_) => {}
        }
    }
    Ok(Block::Result(Box::new(Answer { result, name: name.borrow(), call, response, parts })))
}
