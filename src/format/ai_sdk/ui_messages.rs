//! Turns as messages of chats: which steps are one message, and which parts of other shapes it cannot have.
//!
//! `{"role":"assistant","parts":[{"type":"tool-f",…},{"type":"step-start"},{"type":"text","text":"18"}]}`: two steps.

use std::collections::HashMap;

use super::NAME;
use super::source::is_in_both;
use super::write_part::{is_attachment, is_hosted};
use crate::json::{At, Tape, Text};
use crate::lower::{Block, Outline, OutlineRole, OutlineTurn, OwnContext, RawBlock, ResultBlock, drop_part};
use crate::model::{Extra, Extras, Opaque, Part, Slot};
use crate::report::{Report, loss};

/// True for parts that messages of chats have.
fn is_ui_part(part: &Opaque<'_>) -> bool {
    let kind = part.kind.decode();
    match kind.as_ref() {
        "source-url" | "source-document" | "custom" | "dynamic-tool" => true,
        "source" => is_in_both(part),
        "tool-call" | "tool-result" | "tool-approval-request" | "tool-approval-response" | "tool-invocation" => false,
        // Those of model messages have `data`.
        "reasoning-file" => Tape::new().parse(part.raw.as_str()).is_ok_and(|root| root.get("url").is_some()),
        kind => kind.starts_with("data-") || kind.starts_with("tool-"),
    }
}

fn is_old_ui_part(part: &Opaque<'_>) -> bool {
    part.kind.is("source") || part.kind.is("tool-invocation") || (part.kind.is("source-url") && is_in_both(part))
}

/// True for parts that model messages have.
fn is_model_part(part: &Opaque<'_>) -> bool {
    match part.kind.decode().as_ref() {
        "custom" | "tool-approval-request" | "tool-approval-response" => true,
        "reasoning-file" => !is_ui_part(part),
        _ => false,
    }
}

pub(super) fn keep_ui_parts(context: &mut OwnContext<'_, '_>, outline: &mut Outline<'_>) {
    keep_parts(outline, context.report, is_ui_part);
    drop_from_results(outline, context.report, |_| true, |block| matches!(block, Block::Raw(_)));
}

pub(super) fn keep_old_ui_parts(context: &mut OwnContext<'_, '_>, outline: &mut Outline<'_>) {
    keep_parts(outline, context.report, is_old_ui_part);
    drop_from_results(outline, context.report, |_| true, |block| matches!(block, Block::Raw(_)));
    // Files of an answer are parts, those of others are attachments.
    report_files(outline, context.report, |speaker, is_attachment| {
        is_attachment == (speaker == OutlineRole::Assistant)
    });
}

pub(super) fn keep_model_parts(context: &mut OwnContext<'_, '_>, outline: &mut Outline<'_>) {
    keep_parts(outline, context.report, is_model_part);
    report_failed(outline, context.report);
    report_files(outline, context.report, |_, is_attachment| is_attachment);
    report_hosted(outline, context.report);
    report_system(outline, context.report);
}

pub(super) fn keep_old_model_parts(context: &mut OwnContext<'_, '_>, outline: &mut Outline<'_>) {
    keep_parts(outline, context.report, |_| false);
    report_files(outline, context.report, |_, is_attachment| is_attachment);
    report_system(outline, context.report);
}

/// Drops parts of the SDK that messages of this shape cannot have, and messages of nothing else.
fn keep_parts(outline: &mut Outline<'_>, report: &mut Report, is_kept: fn(&Opaque<'_>) -> bool) {
    let mut keeps = |block: &Block<'_>| {
        let dropped = if let Block::Raw(RawBlock::Own(it)) = block { Some(it).filter(|it| !is_kept(it)) } else { None };
        if let Some(it) = dropped {
            drop_part(it, report);
        }
        dropped.is_none()
    };
    let mut emptied = Vec::new();
    for (turn, index) in outline.turns.iter_mut().zip(0_usize..) {
        if turn.blocks.iter().any(|block| matches!(block, Block::Raw(_))) {
            turn.blocks.change(|blocks| blocks.retain(&mut keeps));
            if turn.blocks.is_empty() {
                emptied.push(index);
            }
        }
        for block in &mut turn.blocks {
            if let Block::Result(result) = block {
                result.blocks.change(|blocks| blocks.retain(&mut keeps));
            }
        }
    }
    let mut index = 0;
    outline.turns.retain(|turn| {
        let is_empty = emptied.binary_search(&index).is_ok();
        index += 1;
        if is_empty {
            report.add(&loss::EMPTY_MESSAGE, turn.at, || "a message without content is dropped".to_owned());
        }
        !is_empty
    });
}

/// Drops blocks that the value of a result cannot have.
fn drop_from_results(
    outline: &mut Outline<'_>,
    report: &mut Report,
    is_of: fn(&ResultBlock<'_>) -> bool,
    is_dropped: fn(&Block<'_>) -> bool,
) {
    for block in outline.turns.iter_mut().flat_map(|turn| &mut turn.blocks) {
        let Block::Result(result) = block else { continue };
        if !is_of(result) || !result.blocks.iter().any(is_dropped) {
            continue;
        }
        result.blocks.change(|blocks| {
            blocks.retain(|block| {
                if !is_dropped(block) {
                    return true;
                }
                if let Block::Raw(RawBlock::Own(it)) = block {
                    drop_part(it, report);
                    return false;
                }
                let Block::Media(file) = block else { return true };
                let kind = file.kind.name();
                report.add(&loss::MEDIA, file.media.at, || format!("{kind} in a failed tool result is dropped"));
                false
            });
        });
    }
}

/// The output of a call that failed is one text: files in it are dropped, and fields of its texts.
fn report_failed(outline: &mut Outline<'_>, report: &mut Report) {
    let has_failed: fn(&ResultBlock<'_>) -> bool = |result| result.is_error == Some(true);
    drop_from_results(outline, report, has_failed, |block| matches!(block, Block::Raw(_) | Block::Media(_)));
    let blocks = outline.turns.iter().flat_map(|turn| &turn.blocks);
    for result in blocks.filter_map(Block::as_result).filter(|result| has_failed(result)) {
        for part in result.blocks.iter().filter_map(|block| block.as_words()?.part) {
            report_fields(&part.extras, |_| true, report);
        }
    }
}

/// Reports the fields of files that become another object. `is_lost`: by the speaker, and whether it was an attachment.
fn report_files(outline: &Outline<'_>, report: &mut Report, is_lost: fn(OutlineRole, bool) -> bool) {
    for turn in &outline.turns {
        for file in turn.blocks.iter().filter_map(Block::as_media) {
            let extras = &file.media.extras;
            if is_lost(turn.speaker, is_attachment(extras)) {
                report_fields(extras, |slot| slot == Slot::Here, report);
            }
        }
    }
}

/// Gives each message an id: its own, or a generated one. Steps of an answer that have none are one message with the
/// step before them.
pub(super) fn name_messages(context: &mut OwnContext<'_, '_>, outline: &mut Outline<'_>) {
    let mut pieces: HashMap<usize, usize> = HashMap::new();
    let mut is_after_answer = false;
    for turn in &mut outline.turns {
        if turn.speaker == OutlineRole::Tool {
            report_result(turn, context);
            continue;
        }
        let own = turn.details().id.as_ref();
        let is_answer = turn.speaker == OutlineRole::Assistant;
        let has_fields = turn.time().is_some() || turn.extras.of(NAME).iter().any(|extra| !extra.is_note);
        let goes_on = is_answer && is_after_answer && own.is_none() && !has_fields;
        is_after_answer = is_answer;
        if goes_on {
            continue;
        }
        let id = match own {
            Some(id) => id.borrow(),
            None => {
                let piece = pieces.entry(turn.index).or_default();
                let made = context.ids.message(turn.index, *piece);
                *piece += 1;
                let at = turn.blocks.first().map(Block::at).filter(|first| *first < turn.at).unwrap_or(turn.at);
                context.report.add(&loss::MADE_MESSAGE_ID, at, || format!("the message id `{made}` is generated"));
                Text::owned(made)
            }
        };
        turn.id = Some(Box::new(id));
    }
}

/// Reports the fields of the message of a result: the result is in the part of its call.
fn report_result(turn: &OutlineTurn<'_>, context: &mut OwnContext<'_, '_>) {
    let (conversation, report) = (context.conversation, &mut *context.report);
    let place = |text: &Text<'_>, at: At| conversation.place(text, at);
    if let Some(id) = &turn.details().id {
        report.add(&loss::MESSAGE_ID, place(id, turn.at), || format!("the message id `{}` is dropped", id.show()));
    }
    if let Some(time) = turn.time() {
        report.add(&loss::TIME, place(time, turn.at), || format!("the time {} is dropped", time.show()));
    }
    report_fields(turn.extras, |_| true, report);
    for result in turn.blocks.iter().filter_map(Block::as_result) {
        report_fields(&result.result.extras, |slot| slot == Slot::Here, report);
        for part in &result.result.parts {
            if let Part::Text(text) = part {
                report_fields(&text.extras, |_| true, report);
            }
        }
    }
}

/// Reports fields that are kept elsewhere in the format.
fn report_fields(extras: &Extras<'_>, is_lost: impl Fn(Slot) -> bool, report: &mut Report) {
    let is_fact = |extra: &&Extra<'_>| !extra.is_note && !extra.value.is_null() && is_lost(extra.slot);
    for extra in extras.of(NAME).iter().filter(is_fact).filter(|extra| extra.slot != Slot::Odd) {
        report.drop_field(extra.at, &extra.key);
    }
}

/// Reports results of calls that the service ran, which are in the message with their calls, before the other results.
fn report_hosted(outline: &Outline<'_>, report: &mut Report) {
    for pair in outline.turns.windows(2) {
        let [answer, results] = pair else { continue };
        let hosted: Vec<usize> = answer
            .blocks
            .iter()
            .filter_map(Block::as_call)
            .filter(|call| is_hosted(call))
            .map(|call| call.number)
            .collect();
        if hosted.is_empty() || results.speaker != OutlineRole::Tool {
            continue;
        }
        let mut is_after = false;
        for result in results.blocks.iter().filter_map(Block::as_result) {
            let is_hosted = result.call.is_some_and(|call| hosted.binary_search(&call).is_ok());
            if is_hosted && is_after {
                let why = || "the result of a call that the service ran is in the message with the call".to_owned();
                report.add(&loss::REORDERED, result.result.at, why);
            }
            is_after |= !is_hosted;
        }
    }
}

/// Reports the fields of texts that become one string: system messages for models have no parts.
fn report_system(outline: &Outline<'_>, report: &mut Report) {
    for turn in outline.turns.iter().filter(|turn| turn.speaker == OutlineRole::System) {
        for part in turn.blocks.iter().filter_map(|block| block.as_words()?.part) {
            report_fields(&part.extras, |_| true, report);
        }
    }
}
