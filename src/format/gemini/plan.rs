//! What will be written, decided before anything is: parts, put together to contents.
//!
//! All results of one answer are one content, a call stands in a content behind a user's, and a system message in the
//! middle moves. So parts become blocks first; every loss is reported here.

use std::borrow::Cow;

use super::NAME;
use super::media::MediaBlock;
use super::plan_part::{own_part, plan_call, plan_medium, plan_reasoning, plan_result, plan_text};
use super::result::Response;
use super::turns::Answers;
use crate::format::Writing;
use crate::json::{At, Text};
use crate::model::{Conversation, Extras, Few, Message, Opaque, Part, Reasoning, Role, TextPart, ToolCall, ToolResult};
use crate::report::{Refused, loss};

/// Who speaks in this API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    User,
    Model,
}

/// One content of the output.
#[derive(Debug)]
pub(super) struct Turn<'m> {
    pub(super) speaker: Speaker,
    pub(super) blocks: Few<Block<'m>>,
    pub(super) extras: Option<&'m Extras<'m>>,
    /// The content of the source that it was, where that is this format's.
    source: Option<u32>,
}

/// One part.
#[derive(Debug)]
pub(super) enum Block<'m> {
    /// `part` is what hangs on the text, unless it was made here.
    Text {
        text: Text<'m>,
        at: At,
        part: Option<&'m TextPart<'m>>,
    },
    Thought(&'m Reasoning<'m>),
    /// `number` counts the calls of the conversation.
    Call {
        call: &'m ToolCall<'m>,
        args: Cow<'m, str>,
        number: usize,
    },
    Result(Box<Answer<'m>>),
    Media(Box<MediaBlock<'m>>),
    Raw(&'m Opaque<'m>),
}

/// A function response.
#[derive(Debug)]
pub(super) struct Answer<'m> {
    pub(super) result: &'m ToolResult<'m>,
    pub(super) name: Text<'m>,
    /// The number of the call that it answers.
    pub(super) call: usize,
    pub(super) response: Response<'m>,
    pub(super) parts: Vec<Block<'m>>,
}

/// The whole of it.
#[derive(Debug, Default)]
pub(super) struct Plan<'m> {
    /// The system instruction.
    pub(super) system: Vec<Block<'m>>,
    /// The message that it was, if it was one of this format.
    pub(super) system_message: Option<&'m Message<'m>>,
    /// The contents.
    pub(super) turns: Vec<Turn<'m>>,
    /// Media of results and texts of the system, for the next user content.
    waiting: Vec<Block<'m>>,
    /// Media are among what waits.
    has_media: bool,
    calls: usize,
}

impl<'m> Plan<'m> {
    pub(super) fn of(conversation: &'m Conversation<'m>, writing: &mut Writing<'_>) -> Result<Self, Refused> {
        let mut plan = Self::default();
        let answers = Answers::of(conversation);
        let messages = &conversation.messages;
        plan.turns.reserve_exact(messages.len());
        let leading = messages.iter().take_while(|message| message.role.is_instruction()).count();
        for (index, message) in messages.iter().enumerate() {
            let speaker = speaker_of(message, writing)?;
            let mut moved = Vec::new();
            let blocks = plan.message(message, index, &answers, &mut moved, writing)?;
            if blocks.is_empty() {
                let role = &message.role;
                writing.report.add(&loss::EMPTY_MESSAGE, message.at, || {
                    format!("a {} message without content is dropped", role.name())
                });
            }
            let Some(speaker) = speaker else {
                plan.add_system(message, blocks, index < leading, writing);
                continue;
            };
            if !blocks.is_empty() {
                plan.add(message, speaker, blocks, writing);
            }
            plan.has_media |= !moved.is_empty();
            plan.waiting.extend(moved);
        }
        plan.finish();
        Ok(plan)
    }

    fn add_system(
        &mut self,
        message: &'m Message<'m>,
        blocks: Few<Block<'m>>,
        is_leading: bool,
        writing: &mut Writing<'_>,
    ) {
        if !is_leading {
            for block in &blocks {
                writing.report.add(&loss::MOVED, block.at(), || {
                    "gemini takes system messages only at the start; its text moves into a user content".to_owned()
                });
            }
            self.waiting.extend(blocks);
        } else if self.system.is_empty() && message.origin == NAME {
            self.system.extend(blocks);
            self.system_message = Some(message);
        } else {
            self.system.extend(blocks);
        }
    }

    /// Adds a message, to the content before it if they were one, if both are results, or if a call would else stand
    /// behind another answer.
    fn add(&mut self, message: &'m Message<'m>, speaker: Speaker, blocks: Few<Block<'m>>, writing: &mut Writing<'_>) {
        let is_result = matches!(message.role, Role::Tool);
        let source = message.turn.filter(|_| message.origin == NAME);
        // Media wait only behind results; texts of the system wait for the next words of the user.
        if !is_result && speaker == Speaker::Model && self.has_media {
            self.add_made(self.turns.len());
        }
        let last = self.turns.last_mut().filter(|turn| turn.speaker == speaker);
        let is_one = last.as_ref().is_some_and(|turn| turn.source.is_some() && turn.source == source);
        let are_results = last.as_ref().is_some_and(|turn| !is_one && is_result && turn.has_results());
        let has_call = blocks.iter().any(|block| matches!(block, Block::Call { .. }));
        if let Some(turn) = last.filter(|_| is_one || are_results || (speaker == Speaker::Model && has_call)) {
            if !is_one && !are_results {
                writing.report.add(&loss::MOVED, message.at, || {
                    "a call may not stand behind another answer; it joins that answer".to_owned()
                });
            }
            turn.blocks.extend(blocks);
            return;
        }
        let mut all = Few::default();
        if speaker == Speaker::User && !is_result {
            self.has_media = false;
            all.extend(self.waiting.drain(..));
        }
        all.extend(blocks);
        self.turns.push(Turn { speaker, blocks: all, extras: Some(&message.extras), source });
    }

    /// What waits becomes a user content of its own at this place.
    fn add_made(&mut self, index: usize) {
        self.has_media = false;
        let blocks = self.waiting.drain(..).collect();
        let made = Turn { speaker: Speaker::User, blocks, extras: None, source: None };
        self.turns.insert(index.min(self.turns.len()), made);
    }

    /// What still waits at the end goes to the last words of the user, or behind the last results.
    fn finish(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let last = self.turns.iter().rposition(|turn| turn.speaker == Speaker::User);
        match last.and_then(|index| Some((index, self.turns.get_mut(index)?))) {
            Some((_, turn)) if !turn.has_results() => turn.blocks.extend(self.waiting.drain(..)),
            Some((index, _)) => self.add_made(index + 1),
            None => self.add_made(self.turns.len()),
        }
    }

    /// The blocks of a message. `moved` gets the media of its results that have no place there.
    pub(super) fn message(
        &mut self,
        message: &'m Message<'m>,
        index: usize,
        answers: &Answers<'m>,
        moved: &mut Vec<Block<'m>>,
        writing: &mut Writing<'_>,
    ) -> Result<Few<Block<'m>>, Refused> {
        let mut blocks = Few::default();
        blocks.reserve(message.parts.len());
        let is_own = message.origin == NAME;
        for (place, part) in message.parts.iter().enumerate() {
            match part {
                Part::Text(_) | Part::Refusal(_) => blocks.extend(plan_text(part, is_own, writing)),
                Part::Reasoning(it) => blocks.extend(plan_reasoning(it, message, writing)),
                Part::Call(call) => {
                    let number = self.calls;
                    self.calls += 1;
                    blocks.push(plan_call(call, number, message, writing)?);
                }
                Part::Result(result) => {
                    let found = answers.get(index, place);
                    blocks.push(plan_result(result, found, message, moved, writing)?);
                }
                Part::Media(media) => blocks.extend(plan_medium(media, message, writing)?),
                Part::Opaque(it) => blocks.extend(own_part(it, !message.role.is_instruction(), writing)?),
            }
        }
        Ok(blocks)
    }
}

impl Turn<'_> {
    fn has_results(&self) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Result(_)))
    }
}

/// `None` is the system.
fn speaker_of(message: &Message<'_>, writing: &mut Writing<'_>) -> Result<Option<Speaker>, Refused> {
    Ok(match &message.role {
        Role::System => None,
        Role::Developer => {
            writing.report.add(&loss::ROLE, message.at, || "the role developer became system".to_owned());
            None
        }
        Role::User | Role::Tool => Some(Speaker::User),
        Role::Assistant => Some(Speaker::Model),
        Role::Other(role) => {
            let why = format!("gemini has no role `{}`", role.show());
            return Err(Refused::new(&loss::CANNOT_HOLD, message.at, why));
        }
    })
}

impl Block<'_> {
    /// Where the part stood.
    pub(super) fn at(&self) -> At {
        match self {
            Self::Text { at, .. } => *at,
            Self::Thought(it) => it.at,
            Self::Call { call, .. } => call.at,
            Self::Result(answer) => answer.result.at,
            Self::Media(block) => block.media.at,
            Self::Raw(it) => it.at,
        }
    }
}
