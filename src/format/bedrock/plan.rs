//! What will be written, decided before anything is: blocks of messages, one turn for each message of the model.
//!
//! Several messages may become one of this API, a system message in the middle has to move, and blank texts go. So the
//! parts become blocks first; every loss is reported here. `order.rs` puts the turns together.

use std::borrow::Cow;

use super::NAME;
use super::call::{check_name, plan_id};
use super::names::Names;
use super::plan_media::{MediaBlock, drop_media, plan_media};
use super::plan_result::plan_result;
use super::vendor::FAMILIES;
use crate::format::Writing;
use crate::format::shared::{Links, drop_hint, object_arguments};
use crate::json::{At, Text};
use crate::model::{
    CacheHint, CallKind, Conversation, Extras, Few, Message, Opaque, Part, Reasoning, Role, TextPart, ToolCall,
    ToolResult,
};
use crate::report::{Refused, loss};
use crate::rule::sniff;

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
    pub(super) blocks: Few<Block<'m>>,
    pub(super) extras: &'m Extras<'m>,
    /// It was read from this format, and as a message of the list.
    pub(super) is_own: bool,
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
    /// An object, in results only.
    Json(&'m TextPart<'m>),
    Reasoning(&'m Reasoning<'m>),
    Redacted(&'m Reasoning<'m>),
    Call {
        call: &'m ToolCall<'m>,
        id: Text<'m>,
        input: Cow<'m, str>,
    },
    Result {
        result: &'m ToolResult<'m>,
        id: Text<'m>,
        content: Vec<Block<'m>>,
        status: Option<&'static str>,
    },
    Media(Box<MediaBlock<'m>>),
    Raw(&'m Opaque<'m>),
}

/// The whole of it.
#[derive(Debug, Default)]
pub(super) struct Plan<'m> {
    /// The field `system`.
    pub(super) system: Vec<Block<'m>>,
    /// The messages.
    pub(super) turns: Vec<Turn<'m>>,
}

/// What is at hand while parts become blocks.
#[derive(Debug)]
pub(super) struct Planner<'l> {
    links: &'l Links<'l>,
    pub(super) names: Names,
    /// The message was read from this format.
    pub(super) is_own: bool,
}

impl<'m> Plan<'m> {
    pub(super) fn of(
        conversation: &'m Conversation<'m>,
        links: &Links<'_>,
        writing: &mut Writing<'_>,
    ) -> Result<Self, Refused> {
        let mut plan = Self::default();
        let mut planner = Planner { links, names: Names::default(), is_own: false };
        let messages = &conversation.messages;
        plan.turns.reserve_exact(messages.len());
        let leading = messages.iter().take_while(|message| is_before_messages(message)).count();
        for (index, message) in messages.iter().enumerate() {
            planner.is_own = message.origin == NAME;
            let speaker = speaker_of(message, writing)?;
            let blocks = planner.message(message, index, writing)?;
            if blocks.is_empty() {
                let role = &message.role;
                writing.report.add(&loss::EMPTY_MESSAGE, message.at, || {
                    format!("a {} message without content is dropped", role.name())
                });
                report_extras(&message.extras, writing);
            } else if index < leading {
                plan.system.extend(blocks);
                report_extras(&message.extras, writing);
            } else {
                let is_own = planner.is_own && message.turn.is_some();
                plan.turns.push(Turn { at: message.at, speaker, blocks, extras: &message.extras, is_own });
            }
        }
        Ok(plan)
    }
}

/// Instructions at the start go into the field `system`, unless they were messages of this API's list.
pub(super) fn is_before_messages(message: &Message<'_>) -> bool {
    message.role.is_instruction() && (message.origin != NAME || message.turn.is_none())
}

/// Own fields of something that is not written as a thing of its own.
pub(super) fn report_extras(extras: &Extras<'_>, writing: &mut Writing<'_>) {
    for extra in extras.of(NAME).iter().filter(|extra| !extra.value.is_null() && !extra.is_note) {
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
            let why = format!("{NAME} has no role `{}`", role.show());
            return Err(Refused::new(&loss::CANNOT_HOLD, message.at, why));
        }
    })
}

impl Planner<'_> {
    fn message<'m>(
        &mut self,
        message: &'m Message<'m>,
        index: usize,
        writing: &mut Writing<'_>,
    ) -> Result<Few<Block<'m>>, Refused> {
        let mut blocks = Few::default();
        blocks.reserve(message.parts.len());
        let is_answer = matches!(message.role, Role::Assistant);
        for (place, part) in message.parts.iter().enumerate() {
            match part {
                Part::Text(_) | Part::Refusal(_) => blocks.extend(plan_text(part, writing)),
                Part::Reasoning(it) => self.reasoning(it, is_answer, &mut blocks, writing),
                Part::Call(call) => {
                    check_name(&call.name, call.at)?;
                    if call.kind == CallKind::LegacyFunction {
                        writing.report.add(&loss::LEGACY_CALL, call.at, || {
                            format!("the old function call of `{}` became a tool call", call.name.show())
                        });
                    }
                    let id = plan_id(call.id.as_ref(), self.links, (index, place), call.at, writing)?;
                    let input = object_arguments(call, writing)?;
                    blocks.push(Block::Call { call, id, input });
                }
                Part::Result(result) => {
                    let id = plan_id(result.call_id.as_ref(), self.links, (index, place), result.at, writing)?;
                    blocks.push(plan_result(result, id, self, writing)?);
                }
                Part::Media(media) => {
                    // The API itself puts sounds into answers.
                    let is_place = matches!(message.role, Role::User)
                        || (is_answer && self.is_own && media.kind == crate::model::MediaKind::Audio);
                    if is_place {
                        blocks.extend(plan_media(media, self, false, writing)?.map(|it| Block::Media(Box::new(it))));
                    } else {
                        let (kind, role) = (media.kind.name(), &message.role);
                        drop_media(media, writing, || {
                            format!("{kind} in a message of role {} is dropped", role.name())
                        });
                    }
                }
                Part::Opaque(it) => blocks.extend(own_block(it)),
            }
        }
        Ok(blocks)
    }

    /// Only what models of this service signed or sealed is sent back to it; the rest goes, or becomes visible if asked
    /// for. Models without signatures have their reasoning back as it was.
    pub(super) fn reasoning<'m>(
        &self,
        it: &'m Reasoning<'m>,
        is_answer: bool,
        blocks: &mut Few<Block<'m>>,
        writing: &mut Writing<'_>,
    ) {
        let is_held = FAMILIES.contains(&it.family);
        let is_signed = is_held && it.signature.as_ref().is_some_and(|it| self.is_own || !it.is_empty());
        let is_written = is_answer && (is_signed || (self.is_own && it.signature.is_none()));
        if is_written && (it.text.is_some() || is_signed) {
            blocks.push(Block::Reasoning(it));
        } else if let Some(text) = &it.text {
            if writing.options.is_reasoning_text && !text.is_blank() {
                writing
                    .report
                    .add(&loss::REASONING_AS_TEXT, it.at, || "reasoning is written as visible text".to_owned());
                let text = Text::OwnedToken(format!("<think>\\n{}\\n</think>\\n\\n", text.spelling()));
                blocks.push(Block::Text { text, at: it.at, part: None });
            } else {
                writing.report.add(&loss::REASONING, it.at, || "unsigned reasoning is dropped".to_owned());
            }
            report_extras(&it.extras, writing);
        }
        if !is_held {
            return;
        }
        if it.signature.is_some() && !is_written {
            writing.report.add(&loss::SIGNATURE, it.at, || "a reasoning signature is dropped".to_owned());
        }
        let Some(sealed) = &it.redacted else { return };
        if !is_answer || sniff::base64_problem(&sealed.decode()).is_some() {
            writing.report.add(&loss::REDACTED, it.at, || "sealed reasoning is dropped".to_owned());
            return;
        }
        if !self.is_own {
            writing.report.add(&loss::REDACTED_COPIED, it.at, || {
                format!("sealed reasoning is bytes in {NAME}; its text was kept as it is")
            });
        }
        blocks.push(Block::Redacted(it));
    }
}

/// Parts of other formats are reported by what this one supports.
pub(super) fn own_block<'m>(it: &'m Opaque<'m>) -> Option<Block<'m>> {
    (it.origin == NAME).then_some(Block::Raw(it))
}

pub(super) fn plan_text<'m>(part: &'m Part<'m>, writing: &mut Writing<'_>) -> Option<Block<'m>> {
    let (Part::Text(text) | Part::Refusal(text)) = part else { return None };
    if text.text.is_blank() {
        writing.report.add(&loss::BLANK_TEXT, text.at, || "a blank text is dropped".to_owned());
        drop_hint(text.cache.as_deref(), writing);
        if let Some(citations) = text.citations.as_ref().filter(|citations| citations.origin == NAME) {
            writing.report.add(&loss::CITATIONS, citations.at, || "citations of a blank text are dropped".to_owned());
        }
        report_extras(&text.extras, writing);
        return None;
    }
    if matches!(part, Part::Refusal(_)) {
        writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal is written as text".to_owned());
    }
    Some(Block::Text { text: text.text.borrow(), at: text.at, part: Some(text) })
}

impl<'m> Block<'m> {
    /// Where the part stood.
    pub(super) fn at(&self) -> At {
        match self {
            Self::Text { at, .. } => *at,
            Self::Json(it) => it.at,
            Self::Reasoning(it) | Self::Redacted(it) => it.at,
            Self::Call { call, .. } => call.at,
            Self::Result { result, .. } => result.at,
            Self::Media(block) => block.media.at,
            Self::Raw(it) => it.at,
        }
    }

    /// The cache hint that becomes a block behind this one.
    pub(super) fn hint(&self) -> Option<&'m CacheHint<'m>> {
        match self {
            Self::Text { part, .. } => part.and_then(|part| part.cache.as_deref()),
            Self::Json(it) => it.cache.as_deref(),
            Self::Call { call, .. } => call.cache.as_deref(),
            Self::Result { result, .. } => result.cache.as_deref(),
            Self::Media(block) => block.media.cache.as_deref(),
            Self::Reasoning(_) | Self::Redacted(_) | Self::Raw(_) => None,
        }
    }

    pub(super) fn is_result(&self) -> bool {
        matches!(self, Self::Result { .. })
    }
}
