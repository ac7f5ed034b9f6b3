//! What will be written, decided before anything is: blocks of messages, and messages put together to turns.
//!
//! A tool message and the user message behind it may be one message of this API, a system message in the middle may
//! have to move, and blank texts go. So the parts become blocks first; every loss is reported here.

use std::borrow::Cow;

use super::NAME;
use super::call::{check_name, plan_id};
use super::media::{MediaBlock, plan_media};
use crate::format::Writing;
use crate::format::shared::{Links, drop_hint, object_arguments, report_legacy_result};
use crate::json::{At, Text};
use crate::model::{
    CallKind, Conversation, Extras, Few, Form, Message, Opaque, Part, Reasoning, Role, TextPart, ToolCall, ToolResult,
};
use crate::report::{Refused, loss};

/// Who speaks in this API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    System,
    User,
    Assistant,
}

/// One message of the output.
#[derive(Debug)]
pub(super) struct Turn<'m> {
    pub(super) at: At,
    pub(super) speaker: Speaker,
    pub(super) form: Form,
    pub(super) blocks: Few<Block<'m>>,
    pub(super) extras: &'m Extras<'m>,
    /// The message of the source that it was.
    source: Option<u32>,
    /// The last message in it is one of role tool.
    ends_in_results: bool,
    /// How many of the blocks were in the first message of it.
    pub(super) first_blocks: usize,
}

/// One content block.
#[derive(Debug)]
pub(super) enum Block<'m> {
    /// `part` is what hangs on the text, unless it was made here.
    Text {
        text: Text<'m>,
        at: At,
        part: Option<&'m TextPart<'m>>,
    },
    Thinking(&'m Reasoning<'m>),
    Redacted(&'m Reasoning<'m>),
    Call {
        call: &'m ToolCall<'m>,
        id: Text<'m>,
        input: Cow<'m, str>,
    },
    Result {
        result: &'m ToolResult<'m>,
        id: Text<'m>,
        content: Content<'m>,
        is_error: Option<bool>,
    },
    Media(Box<MediaBlock<'m>>),
    Raw(&'m Opaque<'m>),
}

/// What a result holds.
#[derive(Debug)]
pub(super) enum Content<'m> {
    Nothing,
    Text(Text<'m>),
    Blocks(Vec<Block<'m>>),
}

/// The whole of it.
#[derive(Debug, Default)]
pub(super) struct Plan<'m> {
    /// The field `system`.
    pub(super) system: Vec<Block<'m>>,
    /// It was written as blocks, or comes from several messages.
    pub(super) is_system_list: bool,
    /// The messages.
    pub(super) turns: Vec<Turn<'m>>,
}

impl<'m> Plan<'m> {
    pub(super) fn of(
        conversation: &'m Conversation<'m>,
        links: &Links<'_>,
        writing: &mut Writing<'_>,
    ) -> Result<Self, Refused> {
        let mut plan = Self::default();
        let messages = &conversation.messages;
        plan.turns.reserve_exact(messages.len());
        let leading = messages.iter().take_while(|message| message.role.is_instruction()).count();
        let last = messages.len().saturating_sub(1);
        for (index, message) in messages.iter().enumerate() {
            let speaker = speaker_of(message, writing)?;
            let blocks = plan_message(message, index, links, writing)?;
            let may_be_empty = index == last && speaker == Speaker::Assistant;
            if blocks.is_empty() && !may_be_empty {
                let role = &message.role;
                writing.report.add(&loss::EMPTY_MESSAGE, message.at, || {
                    format!("a {} message without content is dropped", role.name())
                });
                report_extras(message, writing);
            } else if index < leading {
                plan.is_system_list |= message.form == Form::Parts || !plan.system.is_empty();
                plan.system.extend(blocks);
                report_extras(message, writing);
            } else {
                plan.add(message, speaker, blocks, writing);
            }
        }
        Ok(plan)
    }

    /// Adds a message, to the turn before it if they were one message, or if both are results.
    fn add(&mut self, message: &'m Message<'m>, speaker: Speaker, blocks: Few<Block<'m>>, writing: &mut Writing<'_>) {
        let is_result = matches!(message.role, Role::Tool);
        if let Some(turn) = self.turns.last_mut().filter(|turn| turn.takes(message, speaker, is_result)) {
            turn.blocks.append(blocks);
            turn.form = Form::Parts;
            turn.ends_in_results = is_result;
            if turn.extras.is_empty() {
                turn.extras = &message.extras;
            } else {
                report_extras(message, writing);
            }
            return;
        }
        self.turns.push(Turn {
            at: message.at,
            speaker,
            form: message.form,
            first_blocks: blocks.len(),
            blocks,
            extras: &message.extras,
            source: message.turn,
            ends_in_results: is_result,
        });
    }
}

impl Turn<'_> {
    fn takes(&self, message: &Message<'_>, speaker: Speaker, is_result: bool) -> bool {
        match speaker {
            _ if speaker != self.speaker => false,
            // Two system messages in a row are refused; that the second one moves is reported where it is placed.
            Speaker::System => true,
            Speaker::User | Speaker::Assistant => match (self.source, message.turn) {
                (Some(before), Some(now)) => before == now,
                (None, None) => is_result && self.ends_in_results,
                (Some(_), None) | (None, Some(_)) => false,
            },
        }
    }
}

/// Own fields of a message that is not written as a message of its own.
fn report_extras(message: &Message<'_>, writing: &mut Writing<'_>) {
    for extra in message.extras.of(NAME).iter().filter(|extra| !extra.value.is_null()) {
        writing.report.add(&loss::EXTRA_FIELD, extra.at, || format!("the field `{}` is dropped", extra.key.show()));
    }
}

fn speaker_of(message: &Message<'_>, writing: &mut Writing<'_>) -> Result<Speaker, Refused> {
    Ok(match &message.role {
        Role::System => Speaker::System,
        Role::Developer => {
            writing.report.add(&loss::ROLE, message.at, || "the role developer became system".to_owned());
            Speaker::System
        }
        Role::User | Role::Tool => Speaker::User,
        Role::Assistant => Speaker::Assistant,
        Role::Other(role) => {
            let why = format!("anthropic has no role `{}`", role.show());
            return Err(Refused::new(&loss::CANNOT_HOLD, message.at, why));
        }
    })
}

fn plan_message<'m>(
    message: &'m Message<'m>,
    index: usize,
    links: &Links<'_>,
    writing: &mut Writing<'_>,
) -> Result<Few<Block<'m>>, Refused> {
    let mut blocks = Few::default();
    blocks.reserve(message.parts.len());
    let is_answer = matches!(message.role, Role::Assistant);
    for (place, part) in message.parts.iter().enumerate() {
        match part {
            Part::Text(_) | Part::Refusal(_) => {
                if let Some(block) = plan_text(part, writing) {
                    blocks.push(block);
                }
            }
            Part::Reasoning(it) => plan_reasoning(it, is_answer, &mut blocks, writing),
            Part::Call(call) => {
                check_name(&call.name, call.at)?;
                if call.kind == CallKind::LegacyFunction {
                    writing.report.add(&loss::LEGACY_CALL, call.at, || {
                        format!("the old function call of `{}` became a tool call", call.name.show())
                    });
                }
                let id = plan_id(call.id.as_ref(), links, (index, place), call.at, writing)?;
                let input = object_arguments(call, writing)?;
                blocks.push(Block::Call { call, id, input });
            }
            Part::Result(result) => {
                let id = plan_id(result.call_id.as_ref(), links, (index, place), result.at, writing)?;
                blocks.push(plan_result(result, id, message.origin == NAME, writing)?);
            }
            Part::Media(media) if matches!(message.role, Role::User) => match plan_media(media, writing)? {
                Some(block) => blocks.push(Block::Media(Box::new(block))),
                None => drop_hint(media.cache.as_deref(), writing),
            },
            Part::Media(media) => {
                drop_hint(media.cache.as_deref(), writing);
                let (kind, role) = (media.kind.name(), &message.role);
                writing
                    .report
                    .add(&loss::MEDIA, media.at, || format!("{kind} in a message of role {} is dropped", role.name()));
            }
            Part::Opaque(it) => blocks.extend(own_block(it)),
        }
    }
    Ok(blocks)
}

/// Parts of other formats are reported by what this one supports.
fn own_block<'m>(it: &'m Opaque<'m>) -> Option<Block<'m>> {
    (it.origin == NAME).then_some(Block::Raw(it))
}

fn plan_text<'m>(part: &'m Part<'m>, writing: &mut Writing<'_>) -> Option<Block<'m>> {
    let (Part::Text(text) | Part::Refusal(text)) = part else { return None };
    if text.text.is_blank() {
        writing.report.add(&loss::BLANK_TEXT, text.at, || "a blank text is dropped".to_owned());
        drop_hint(text.cache.as_deref(), writing);
        return None;
    }
    if matches!(part, Part::Refusal(_)) {
        writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal is written as text".to_owned());
    }
    Some(Block::Text { text: text.text.borrow(), at: text.at, part: Some(text) })
}

/// Only what this service signed or sealed itself is sent back to it; the rest goes, or becomes visible if asked for.
fn plan_reasoning<'m>(it: &'m Reasoning<'m>, is_answer: bool, blocks: &mut Few<Block<'m>>, writing: &mut Writing<'_>) {
    let is_own = it.family == NAME;
    let is_signed = is_own && it.signature.as_ref().is_some_and(|signature| !signature.is_empty());
    if is_answer && is_signed {
        blocks.push(Block::Thinking(it));
    } else if let Some(text) = &it.text {
        if writing.options.is_reasoning_text && !text.is_blank() {
            writing.report.add(&loss::REASONING_AS_TEXT, it.at, || "reasoning is written as visible text".to_owned());
            let text = Text::OwnedToken(format!("<think>\\n{}\\n</think>\\n\\n", text.spelling()));
            blocks.push(Block::Text { text, at: it.at, part: None });
        } else {
            writing.report.add(&loss::REASONING, it.at, || "unsigned reasoning is dropped".to_owned());
        }
    }
    if !is_own {
        return;
    }
    if it.signature.is_some() && !(is_answer && is_signed) {
        writing.report.add(&loss::SIGNATURE, it.at, || "a reasoning signature is dropped".to_owned());
    }
    match it.redacted {
        Some(_) if is_answer => blocks.push(Block::Redacted(it)),
        Some(_) => writing.report.add(&loss::REDACTED, it.at, || "sealed reasoning is dropped".to_owned()),
        None => {}
    }
}

fn plan_result<'m>(
    result: &'m ToolResult<'m>,
    id: Text<'m>,
    is_own: bool,
    writing: &mut Writing<'_>,
) -> Result<Block<'m>, Refused> {
    report_legacy_result(result, writing.report);
    let content = match result.parts.as_slice() {
        [Part::Text(text)] if result.form != Form::Parts && is_plain(text) => Content::Text(text.text.borrow()),
        [] => match result.form {
            Form::Absent | Form::Null if is_own => Content::Nothing,
            Form::Parts => Content::Blocks(Vec::new()),
            Form::Unknown | Form::Absent | Form::Null | Form::Text => Content::Text(Text::Token("")),
        },
        parts => {
            let blocks = plan_result_parts(parts, writing)?;
            if blocks.is_empty() {
                Content::Text(Text::Token(""))
            } else {
                Content::Blocks(blocks.into_iter().collect())
            }
        }
    };
    let is_empty = match &content {
        Content::Nothing => true,
        Content::Text(text) => text.is_blank(),
        Content::Blocks(blocks) => blocks.is_empty(),
    };
    let is_error = match result.error {
        Some((true, at)) if is_empty => {
            writing
                .report
                .add(&loss::ERROR_FLAG, at, || "the error flag of an empty tool result is dropped".to_owned());
            None
        }
        Some((true, _)) => Some(true),
        Some((false, _)) if is_own => Some(false),
        Some((false, _)) | None => None,
    };
    Ok(Block::Result { result, id, content, is_error })
}

fn plan_result_parts<'m>(parts: &'m [Part<'m>], writing: &mut Writing<'_>) -> Result<Few<Block<'m>>, Refused> {
    let mut blocks = Few::default();
    blocks.reserve(parts.len());
    for part in parts {
        match part {
            Part::Text(_) | Part::Refusal(_) => {
                if let Some(block) = plan_text(part, writing) {
                    blocks.push(block);
                }
            }
            Part::Media(media) => blocks.extend(plan_media(media, writing)?.map(|block| Block::Media(Box::new(block)))),
            Part::Reasoning(it) => plan_reasoning(it, false, &mut blocks, writing),
            Part::Opaque(it) => blocks.extend(own_block(it)),
            // Not found in results.
            Part::Call(_) | Part::Result(_) => {}
        }
    }
    Ok(blocks)
}

impl Block<'_> {
    /// Where the part stood.
    pub(super) fn at(&self) -> At {
        match self {
            Self::Text { at, .. } => *at,
            Self::Thinking(it) | Self::Redacted(it) => it.at,
            Self::Call { call, .. } => call.at,
            Self::Result { result, .. } => result.at,
            Self::Media(block) => block.media.at,
            Self::Raw(it) => it.at,
        }
    }
}

/// Nothing hangs on the text that only a block can hold.
pub(super) fn is_plain(text: &TextPart<'_>) -> bool {
    !text.cache.as_ref().is_some_and(|cache| cache.is_on)
        && text.citations.as_ref().is_none_or(|citations| citations.origin != NAME)
        && text.extras.of(NAME).is_empty()
}
