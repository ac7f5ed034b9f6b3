//! Requests that a program's own code makes of the messages that it stored, with all that this code loses on the way.

use std::borrow::Cow;

use super::turns::made;
use crate::json::{At, Text};
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, Outline, OutlineRole, OutlineTurn, TextBlock};
use crate::lower::policy::{Requests, SentResults, SentSystems};
use crate::model::{Arguments, Message, OneOrMany, ToolCall};
use crate::report::{Refused, loss};

impl<'c> Lowering<'c, '_> {
    /// Notes whether a message is one of the target's own, which is taken as it was stored.
    pub(super) fn note_stored(&mut self, message: &Message<'_>) {
        self.message.is_stored = self.policy.stored_role.is_some() && self.policy.holds(message.origin);
    }

    /// The role of a stored message.
    pub(super) fn stored_speaker(&self, message: &Message<'_>) -> Option<OutlineRole> {
        let role = self.policy.stored_role.filter(|_| self.message.is_stored)?;
        Some(match role(message).decode().as_ref() {
            "system" => OutlineRole::System,
            "assistant" => OutlineRole::Assistant,
            "tool" => OutlineRole::Tool,
            // Others are like the user in all that counts.
            _ => OutlineRole::User,
        })
    }

    /// The arguments of a stored call, which the code for requests decodes: any value. `None`: they stay what they are.
    pub(super) fn stored_arguments(&mut self, call: &'c ToolCall<'c>) -> Result<Option<Cow<'c, str>>, Refused> {
        if self.policy.requests.is_none() {
            return Ok(None);
        }
        let text = match &call.arguments {
            Arguments::Object(raw) => return Ok(Some(Cow::Borrowed(raw.as_str()))),
            Arguments::Encoded(text) => text.decode_json(),
        };
        if self.scratch.parse(&text).is_ok() {
            return Ok(Some(text));
        }
        if let Some(repaired) = self.policy.calls.repair.and_then(|repair| repair(&text, self.scratch)) {
            self.report.add(&loss::ARGUMENTS, self.conversation.place_of_arguments(call), || {
                format!("the arguments of the call of `{}` are repaired", call.name.show())
            });
            return Ok(Some(Cow::Owned(repaired)));
        }
        let name = self.policy.name;
        let why = format!("the arguments of the call of `{}` are not JSON: {name} fails", call.name.show());
        Err(Refused::new(&loss::CANNOT_HOLD, self.conversation.place_of_arguments(call), why))
    }

    /// Leaves what is sent; the rest is reported.
    ///
    /// # Errors
    /// The code fails.
    pub(super) fn send(&mut self, outline: &mut Outline<'c>) -> Result<(), Refused> {
        let Some(rules) = self.policy.requests else { return Ok(()) };
        let turns = std::mem::take(&mut outline.turns);
        let mut systems = Vec::new();
        for mut turn in turns {
            if rules.results == SentResults::Before {
                for result in take(&mut turn.blocks, Block::is_result) {
                    outline.turns.push(result_turn(result));
                }
            }
            match (turn.speaker, rules.systems, rules.results) {
                (OutlineRole::System, SentSystems::Field | SentSystems::LastField, _) => {
                    systems.push((self.system_words(rules, turn.blocks)?.0, turn.at));
                }
                (OutlineRole::System, SentSystems::Texts, _) => {
                    let (words, count) = self.system_words(rules, std::mem::take(&mut turn.blocks))?;
                    if count > 1 {
                        self.report.add(&loss::JOINED, turn.at, || "the texts of the system become one".to_owned());
                    }
                    outline.turns.push(OutlineTurn { blocks: words, ..turn });
                }
                (OutlineRole::Tool, _, results) if results != SentResults::Inside => {
                    self.send_results(results, turn, &mut outline.turns)?;
                }
                _ => outline.turns.extend(self.send_message(rules, turn)?),
            }
        }
        self.send_systems(rules, systems, outline);
        Ok(())
    }

    /// The texts of a system message as pieces of one, and how many they are.
    fn system_words(
        &mut self,
        rules: Requests,
        blocks: OneOrMany<Block<'c>>,
    ) -> Result<(OneOrMany<Block<'c>>, usize), Refused> {
        let mut words = OneOrMany::default();
        let mut count = 0;
        for block in blocks {
            if block.is_words() {
                if count > 0 {
                    words.push(line_end(block.at()));
                }
                words.push(block);
                count += 1;
            } else if rules.systems_fail && matches!(block, Block::Media(_)) {
                return Err(self.no_text(block.at()));
            } else {
                self.unsent(&block);
            }
        }
        Ok((words, count))
    }

    /// The text of the system beside the messages.
    fn send_systems(&mut self, rules: Requests, systems: Vec<(OneOrMany<Block<'c>>, At)>, outline: &mut Outline<'c>) {
        let last = systems.len().saturating_sub(1);
        for ((words, at), index) in systems.into_iter().zip(0..) {
            if words.iter().all(|block| block.as_words().is_some_and(|words| words.text.is_empty())) {
                continue;
            }
            if rules.systems == SentSystems::LastField && index < last {
                let name = self.policy.name;
                self.report.add(&loss::SYSTEM_NOT_SENT, at, || format!("{name} sends the last system message only"));
                continue;
            }
            if !outline.system.is_empty() {
                outline.system.push(line_end(at));
            }
            outline.system.extend(words);
        }
    }

    /// Sends the results of a tool message.
    fn send_results(
        &mut self,
        results: SentResults,
        mut turn: OutlineTurn<'c>,
        sent: &mut Vec<OutlineTurn<'c>>,
    ) -> Result<(), Refused> {
        let is_each = matches!(results, SentResults::Each | SentResults::Before);
        let last = turn.blocks.iter().rposition(Block::is_result);
        let mut kept = OneOrMany::default();
        for (block, index) in std::mem::take(&mut turn.blocks).into_iter().zip(0..) {
            let is_call = results == SentResults::LastAndCalls && block.as_call().is_some();
            if is_each && block.is_result() {
                sent.push(result_turn(block));
            } else if is_call || Some(index) == last {
                kept.push(block);
            } else {
                self.unsent(&block);
            }
        }
        if is_each {
            return Ok(());
        }
        if last.is_none() && results == SentResults::Last {
            let name = self.policy.name;
            let why = format!("{name}'s code asks for a result, and fails without one (KeyError: 'content')");
            let refused = Refused::new(&loss::CANNOT_HOLD, turn.at, why);
            return Err(refused.helping("put a result into the message, or remove it"));
        }
        sent.push(OutlineTurn { blocks: kept, ..turn });
        Ok(())
    }

    /// Sends a message other than results and system texts.
    fn send_message(&mut self, rules: Requests, mut turn: OutlineTurn<'c>) -> Result<Option<OutlineTurn<'c>>, Refused> {
        let is_answer = turn.speaker == OutlineRole::Assistant;
        let is_before = rules.results == SentResults::Before;
        let is_empty = !turn.blocks.iter().any(is_content);
        if is_before && !is_answer && (is_empty || !self.is_user(&turn)) {
            turn.blocks.iter().for_each(|block| self.unsent(block));
            if is_empty {
                let name = self.policy.name;
                self.report.add(&loss::EMPTY_MESSAGE, turn.at, || format!("{name} leaves the message out"));
            }
            return Ok(None);
        }
        let is_left_out = |block: &Block<'_>| {
            (block.is_result() && rules.results != SentResults::Inside)
                || (block.as_call().is_some() && is_before && !is_answer)
        };
        for block in take(&mut turn.blocks, is_left_out) {
            self.unsent(&block);
        }
        let mut content = turn.blocks.iter().filter(|block| is_content(block));
        if let (true, Some(Block::Media(it)), None) = (rules.lone_images_fail, content.next(), content.next()) {
            return Err(self.no_text(it.media.at));
        }
        for call in turn.blocks.iter().filter_map(Block::as_call).filter(|_| !rules.call_ids) {
            if let Some(id) = &call.call.id {
                let name = self.policy.name;
                self.report
                    .add(&loss::CALL_ID, call.call.at, || format!("{name} does not send the call id `{}`", id.show()));
            }
        }
        Ok(Some(turn))
    }

    /// It is the user, and not somebody unknown.
    fn is_user(&self, turn: &OutlineTurn<'c>) -> bool {
        let message = self.conversation.messages.get(turn.index);
        let role = message.zip(self.policy.stored_role).map(|(message, role)| role(message));
        role.is_some_and(|role| role.is("user"))
    }

    fn no_text(&self, at: At) -> Refused {
        let name = self.policy.name;
        let why = format!("{name}'s code takes the text of this image, and fails (KeyError: 'text')");
        let refused = Refused::new(&loss::CANNOT_HOLD, at, why);
        refused.helping("say something beside the image, or write what the service takes")
    }

    /// Reports a block that is not sent.
    fn unsent(&mut self, block: &Block<'_>) {
        let (code, what) = match block {
            Block::Result(_) => (&loss::RESULT_NOT_SENT, "a tool result"),
            Block::Media(_) => (&loss::MEDIA, "an image"),
            Block::Call(_) => (&loss::NOT_RENDERED, "a tool call"),
            Block::Text(_) | Block::Refusal(_) => (&loss::NOT_RENDERED, "a text"),
            // Reported with the facts that have no place.
            Block::Reasoning(_) | Block::Redacted(_) | Block::Raw(_) => return,
        };
        let name = self.policy.name;
        self.report.add(code, block.at(), || format!("{name} does not send {what} here to this service"));
    }
}

fn is_content(block: &Block<'_>) -> bool {
    block.is_words() || matches!(block, Block::Media(_))
}

fn line_end<'c>(at: At) -> Block<'c> {
    Block::Text(TextBlock::made(Text::Token("\\n"), at))
}

/// A message of one result.
fn result_turn(result: Block<'_>) -> OutlineTurn<'_> {
    OutlineTurn { at: result.at(), ..made(OutlineRole::Tool, OneOrMany::one(result)) }
}

/// Takes blocks out of a message.
fn take<'c>(blocks: &mut OneOrMany<Block<'c>>, is_taken: impl Fn(&Block<'c>) -> bool) -> Vec<Block<'c>> {
    if !blocks.iter().any(&is_taken) {
        return Vec::new();
    }
    let (taken, kept): (Vec<_>, Vec<_>) = std::mem::take(blocks).into_iter().partition(is_taken);
    *blocks = kept.into();
    taken
}
