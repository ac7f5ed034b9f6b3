//! Converts messages to turns: roles, the field for system texts, merged neighbours.

use std::sync::LazyLock;

use super::answer_items::put_calls_last;
use super::empty_messages::had_content;
use crate::json::{At, Text};
use crate::lower::context::Lowering;
use crate::lower::outline::{
    Block, Outline, OutlineAnswers, OutlineLog, OutlineRecord, OutlineRequest, OutlineRole, OutlineTurn, TextBlock,
};
use crate::lower::policy::{
    ContentLists, EmptyMessages, Fact, Leading, Merge, ResultDetails, ResultTurns, Split, WordsBeside,
};
use crate::model::{Form, Message, OneOrMany, Part, Role, TextPart};
use crate::report::{Refused, loss};

impl<'c> Lowering<'c, '_> {
    /// An empty outline.
    pub(super) fn outline(&self) -> Outline<'c> {
        Outline {
            conversation: self.conversation,
            record: OutlineRecord { mode: self.options.mode, ..OutlineRecord::default() },
            is_list: self.options.is_list,
            system: Vec::new(),
            is_system_list: false,
            has_halves: false,
            turns: Vec::new(),
            is_tagged: false,
            request: OutlineRequest::default(),
            log: OutlineLog { shape: self.options.log, ..OutlineLog::default() },
            program: None,
            answers: OutlineAnswers::default(),
        }
    }

    /// Adds the turns in the order of the messages.
    pub(super) fn turns(&mut self, outline: &mut Outline<'c>) -> Result<(), Refused> {
        let conversation = self.conversation;
        outline.turns.reserve(conversation.messages.len());
        let messages = &conversation.messages;
        let leading = match self.policy.roles.leading {
            Leading::Keep => 0,
            Leading::Field => messages.iter().take_while(|message| message.role.is_instruction()).count(),
            Leading::OneText => usize::from(!self.options.is_list && begins_with_text(messages)),
        };
        let last = messages.len().saturating_sub(1);
        let takes_plain = self.policy.preserved.messages.role().is_none()
            && matches!(self.policy.turns.split, Split::Never | Split::Items)
            && !matches!(self.policy.turns.merge, Merge::Asked | Merge::Implied);
        for (message, index) in messages.iter().zip(0..) {
            if takes_plain
                && index >= leading
                && let Some(turn) = plain_turn(message, index)
            {
                outline.turns.push(turn);
                continue;
            }
            if message.lacks_content && self.leave_out_silent(message)? {
                continue;
            }
            self.note_stored(message);
            let speaker = self.speaker(message)?;
            let mut blocks = self.blocks(message, index)?;
            if matches!(message.role, Role::Tool) && !self.policy.has(Fact::Calls) {
                // Reported with the facts that the target cannot represent.
                if message.parts.is_empty() {
                    let why = || "a tool message without results is dropped".to_owned();
                    self.report.add(&loss::EMPTY_MESSAGE, message.at, why);
                }
                self.drop_own(&message.extras);
                self.note_lost(message);
                continue;
            }
            if blocks.is_empty() && had_content(message) {
                self.drop_empty(message);
                continue;
            }
            if self.policy.turns.split.is_apart() {
                self.add_pieces(&mut outline.turns, (message, index), speaker, blocks);
                continue;
            }
            if speaker == OutlineRole::Tool && self.policy.turns.results == ResultTurns::Each {
                self.add_results(&mut outline.turns, message, index, blocks);
                continue;
            }
            if speaker == OutlineRole::Assistant && !self.add_reasoning(&mut outline.turns, message, index, &mut blocks)
            {
                continue;
            }
            if index < leading && self.policy.text.join.is_some() {
                self.drop_empty_words(&mut blocks);
            }
            if speaker == OutlineRole::Assistant {
                put_calls_last(&mut blocks, self.policy, self.report);
                self.items(message, index, &mut blocks);
            }
            let is_result = matches!(message.role, Role::Tool) && !self.message.is_stored;
            let may_be_empty = !(self.policy.turns.empty != EmptyMessages::Keep || is_result)
                || (self.policy.turns.empty != EmptyMessages::Drop
                    && index == last
                    && speaker == OutlineRole::Assistant);
            if blocks.is_empty() && !may_be_empty {
                self.drop_empty(message);
            } else if index < leading {
                outline.is_system_list |= message.form == Form::Parts || !outline.system.is_empty();
                outline.system.extend(blocks);
                self.drop_own(&message.extras);
                self.drop_weight(message);
            } else {
                self.add(&mut outline.turns, (message, index), speaker, blocks);
            }
        }
        Ok(())
    }

    fn speaker(&mut self, message: &Message<'_>) -> Result<OutlineRole, Refused> {
        if let Some(speaker) = self.stored_speaker(message) {
            return Ok(speaker);
        }
        Ok(match &message.role {
            Role::System => OutlineRole::System,
            Role::Developer if self.policy.has(Fact::Developer) => OutlineRole::Developer,
            Role::Developer => {
                self.report.add(&loss::ROLE, message.at, || "the role developer became system".to_owned());
                OutlineRole::System
            }
            Role::User => OutlineRole::User,
            Role::Tool if self.policy.turns.results == ResultTurns::User => OutlineRole::User,
            Role::Tool => OutlineRole::Tool,
            Role::Assistant => OutlineRole::Assistant,
            Role::Other(role) => {
                let why = format!("{} has no role `{}`", self.policy.name, role.show());
                let help = "give the message the role system, user, assistant or tool in the source";
                return Err(Refused::new(&loss::CANNOT_HOLD, message.at, why).helping(help));
            }
        })
    }

    /// A turn for each result. The grouping of results has no meaning.
    fn add_results(
        &mut self,
        turns: &mut Vec<OutlineTurn<'c>>,
        message: &'c Message<'c>,
        index: usize,
        blocks: OneOrMany<Block<'c>>,
    ) {
        if let Some(name) = message.details().name.as_ref().filter(|_| self.policy.has(Fact::Names))
            && self.policy.turns.result_details == ResultDetails::NoNames
        {
            self.report
                .add(&loss::NAME, message.at, || format!("the name `{}` on a tool result is dropped", name.show()));
        }
        if blocks.is_empty() {
            self.report
                .add(&loss::EMPTY_MESSAGE, message.at, || "a tool message without results is dropped".to_owned());
            self.drop_own(&message.extras);
        }
        for block in blocks {
            self.add(turns, (message, index), OutlineRole::Tool, OneOrMany::one(block));
        }
    }

    /// Adds a message, or merges it into the previous turn if the target has both in one message.
    pub(super) fn add(
        &mut self,
        turns: &mut Vec<OutlineTurn<'c>>,
        (message, index): (&'c Message<'c>, usize),
        speaker: OutlineRole,
        blocks: OneOrMany<Block<'c>>,
    ) {
        let is_result = matches!(message.role, Role::Tool);
        let merge = if self.message.is_stored { Merge::Pieces } else { self.policy.turns.merge };
        let is_one = |turn: &&mut OutlineTurn<'_>| turn.speaker == speaker && takes(merge, turn, message);
        if let Some(turn) = turns.last_mut().filter(is_one) {
            if merge == Merge::Asked && !is_result {
                self.report.add(&loss::MERGED, message.at, || {
                    "the message joins the one before it, which has the same speaker".to_owned()
                });
                let _ = self.name(message);
            }
            if speaker == OutlineRole::System {
                let first = turn.first_blocks();
                turn.rare_mut().first_blocks = Some(first);
                self.drop_details(message);
            }
            turn.blocks.append(blocks);
            turn.is_list = true;
            self.add_rare(turn, None);
            turn.ends_in_results = is_result;
            if turn.index != index && speaker != OutlineRole::System {
                self.drop_weight(message);
            }
            if turn.extras.is_empty() {
                turn.extras = &message.extras;
            } else {
                self.drop_own(&message.extras);
            }
            return;
        }
        let is_answer = |turn: &OutlineTurn<'_>| turn.speaker == OutlineRole::Assistant;
        if self.policy.turns.merge == Merge::Implied
            && speaker == OutlineRole::Assistant
            && turns.last().is_some_and(is_answer)
        {
            self.report.add(&loss::MERGED, message.at, || {
                "the message joins the one before it, which has the same speaker".to_owned()
            });
            self.drop_details(message);
        }
        let id = self.turn_id(message, index, &blocks, turns.last());
        let name = self.name(message);
        let mut turn = OutlineTurn {
            at: message.at,
            speaker,
            id,
            is_list: self.is_list(message, speaker),
            form: self.form(message),
            blocks,
            message,
            extras: &message.extras,
            rare: None,
            index,
            ends_in_results: is_result,
        };
        self.add_rare(&mut turn, name);
        // The pieces of a message share its details.
        if !self.policy.turns.split.is_apart() {
            self.place_details(std::slice::from_mut(&mut turn), message);
        }
        turns.push(turn);
    }

    /// Adds details that few messages have.
    fn add_rare(&mut self, turn: &mut OutlineTurn<'c>, name: Option<&'c Text<'c>>) {
        if name.is_none() && self.message.moved.is_empty() && self.message.item_ids.is_empty() {
            return;
        }
        let rare = turn.rare_mut();
        rare.name = rare.name.or(name);
        rare.moved.append(&mut self.message.moved);
        rare.ids.append(&mut self.message.item_ids);
    }

    /// The form of the content. In records of other formats, absent content only means that the message has none.
    fn form(&self, message: &Message<'_>) -> Form {
        match message.form {
            Form::Absent | Form::Null if !self.policy.holds(message.origin) => Form::Unknown,
            form @ (Form::Unknown | Form::Absent | Form::Null | Form::Text | Form::Parts) => form,
        }
    }

    /// The content of the message stays a list.
    fn is_list(&self, message: &Message<'_>, speaker: OutlineRole) -> bool {
        let turns = &self.policy.turns;
        let count = message.parts.len();
        if self.policy.text.beside == WordsBeside::Apart && self.joins(speaker, false) {
            return false;
        }
        if turns.calls_last && speaker == OutlineRole::Assistant {
            return message.form == Form::Parts && (count == 1 || self.policy.holds(message.origin));
        }
        message.form == Form::Parts
            || match turns.lists {
                ContentLists::Stored => false,
                ContentLists::Several => count > 1,
                ContentLists::WithMedia => message.parts.iter().any(|part| matches!(part, Part::Media(_))),
            }
    }

    /// The name of the speaker, if the target has names and accepts its characters.
    fn name(&mut self, message: &'c Message<'c>) -> Option<&'c Text<'c>> {
        let name = message.details.as_ref()?.name.as_ref().filter(|_| self.policy.has(Fact::Names))?;
        let is_good = self.policy.roles.names.is_none_or(|rule| rule.holds(&name.decode()));
        if !is_good {
            let target = self.policy.name;
            self.report.add(&loss::NAME, message.at, || {
                format!("the name `{}` is dropped: {target} rejects its characters", name.show())
            });
        }
        Some(name).filter(|_| is_good)
    }
}

/// The turn of a message with a single text, for targets that do not change such messages. `None`: they may change it.
#[inline]
fn plain_turn<'c>(message: &'c Message<'c>, index: usize) -> Option<OutlineTurn<'c>> {
    let is_whole = message.turn.is_none() && !message.lacks_content;
    let text = message.plain_text().filter(|text| is_whole && !text.text.is_blank())?;
    let speaker = match message.role {
        Role::User => OutlineRole::User,
        Role::Assistant => OutlineRole::Assistant,
        Role::System | Role::Developer | Role::Tool | Role::Other(_) => return None,
    };
    Some(OutlineTurn {
        at: message.at,
        speaker,
        id: None,
        is_list: false,
        form: Form::Text,
        blocks: OneOrMany::one(Block::Text(TextBlock::of(text))),
        message,
        extras: &message.extras,
        rare: None,
        index,
        ends_in_results: false,
    })
}

/// The first message is one system text without a cache mark, and other messages follow.
fn begins_with_text(messages: &[Message<'_>]) -> bool {
    let [Message { role: Role::System, parts, .. }, _, ..] = messages else { return false };
    let is_plain = |text: &TextPart<'_>| text.cache().is_none_or(|cache| !cache.is_on);
    matches!(parts.as_slice(), [Part::Text(text)] if is_plain(text))
}

/// Merges a message into the previous turn of the same speaker.
fn takes(merge: Merge, turn: &OutlineTurn<'_>, message: &Message<'_>) -> bool {
    let is_result = matches!(message.role, Role::Tool);
    match (merge, turn.speaker) {
        (Merge::Never | Merge::Speaker | Merge::ResultsAndCalls | Merge::Implied, _) => false,
        (Merge::Pieces, _) => turn.message.turn.is_some() && turn.message.turn == message.turn,
        // Two consecutive system messages are rejected; the move of the second one is reported where it is placed.
        (Merge::Source | Merge::Asked, OutlineRole::System) | (Merge::Asked, OutlineRole::User) => true,
        (Merge::Results | Merge::Asked, _) => is_result && turn.ends_in_results,
        (Merge::Source, _) => match (turn.message.turn, message.turn) {
            (Some(before), Some(now)) => before == now,
            (None, None) => is_result && turn.ends_in_results,
            (Some(_), None) | (None, Some(_)) => false,
        },
    }
}

/// The message of a generated turn.
static NO_MESSAGE: LazyLock<Message<'static>> = LazyLock::new(Message::default);

/// A generated turn.
#[must_use]
pub fn made<'c>(speaker: OutlineRole, blocks: OneOrMany<Block<'c>>) -> OutlineTurn<'c> {
    let empty: &'c Message<'c> = &NO_MESSAGE;
    OutlineTurn {
        at: At::NOWHERE,
        speaker,
        id: None,
        is_list: true,
        form: Form::Parts,
        blocks,
        message: empty,
        extras: &empty.extras,
        index: usize::MAX,
        rare: None,
        ends_in_results: false,
    }
}
