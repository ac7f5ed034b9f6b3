//! Requests that keprompt's code makes of the messages that it stored, with all that this code loses on the way.

use crate::format::keprompt::NAME;
use crate::format::keprompt::message::role_word;
use crate::json::{At, Text};
use crate::lower::{Block, Outline, OutlineRole, OutlineTurn, OwnContext, TextBlock, made_turn};
use crate::model::OneOrMany;
use crate::report::{Refused, loss};

/// How the code of a program sends messages to a service.
///
/// Messages of the program itself are taken as they were stored ([`StoredMessages`](crate::lower::StoredMessages)).
#[derive(Clone, Copy, Debug)]
pub(super) struct Requests {
    /// System messages.
    pub(super) systems: SentSystems,
    /// The code fails at images in system messages.
    pub(super) systems_fail: bool,
    /// The code fails at messages that are one image.
    pub(super) lone_images_fail: bool,
    /// Results of tools.
    pub(super) results: SentResults,
    /// Ids of calls are sent.
    pub(super) call_ids: bool,
}

/// How system messages are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SentSystems {
    /// As messages, like all others.
    Messages,
    /// As messages of one text each.
    Texts,
    /// All in one text next to the messages: [`Outline::system`](crate::lower::Outline::system).
    Field,
    /// The last one in the field next to the messages; the others are omitted.
    LastField,
}

/// How results are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SentResults {
    /// In the message in which they are.
    Inside,
    /// Those of tool messages, each as a message.
    Each,
    /// The last one of each tool message, and the calls in it.
    LastAndCalls,
    /// The last one of each tool message. The code fails where there is none.
    Last,
    /// Each as a message before the one in which it is. Of other messages only answers are sent, and those of the user
    /// that are not empty.
    Before,
}

/// Leaves what is sent; the rest is reported.
///
/// # Errors
/// The code fails.
pub(super) fn send<'c>(
    rules: Requests,
    context: &mut OwnContext<'c, '_>,
    outline: &mut Outline<'c>,
) -> Result<(), Refused> {
    Sender(context).send(rules, outline)
}

struct Sender<'s, 'c, 'w>(&'s mut OwnContext<'c, 'w>);

impl<'c> Sender<'_, 'c, '_> {
    fn send(&mut self, rules: Requests, outline: &mut Outline<'c>) -> Result<(), Refused> {
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
                        self.0.report.add(&loss::JOINED, turn.at, || "the texts of the system become one".to_owned());
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
                return Err(Self::no_text(block.at()));
            } else {
                self.unsent(&block);
            }
        }
        Ok((words, count))
    }

    /// The text of the system next to the messages.
    fn send_systems(&mut self, rules: Requests, systems: Vec<(OneOrMany<Block<'c>>, At)>, outline: &mut Outline<'c>) {
        let last = systems.len().saturating_sub(1);
        for ((words, at), index) in systems.into_iter().zip(0..) {
            if words.iter().all(|block| block.as_words().is_some_and(|words| words.text.is_empty())) {
                continue;
            }
            if rules.systems == SentSystems::LastField && index < last {
                self.0.report.add(&loss::SYSTEM_NOT_SENT, at, || format!("{NAME} sends the last system message only"));
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
            let why = format!("{NAME}'s code asks for a result, and fails without one (KeyError: 'content')");
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
                self.0.report.add(&loss::EMPTY_MESSAGE, turn.at, || format!("{NAME} drops the message"));
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
            return Err(Self::no_text(it.media.at));
        }
        for call in turn.blocks.iter().filter_map(Block::as_call).filter(|_| !rules.call_ids) {
            if let Some(id) = &call.call.id {
                self.0
                    .report
                    .add(&loss::CALL_ID, call.call.at, || format!("{NAME} does not send the call id `{}`", id.show()));
            }
        }
        Ok(Some(turn))
    }

    /// It is the user, and not somebody unknown.
    fn is_user(&self, turn: &OutlineTurn<'c>) -> bool {
        let message = self.0.conversation.messages.get(turn.index);
        message.is_some_and(|message| role_word(message).is("user"))
    }

    fn no_text(at: At) -> Refused {
        let why = format!("{NAME}'s code takes the text of this image, and fails (KeyError: 'text')");
        let refused = Refused::new(&loss::CANNOT_HOLD, at, why);
        refused.helping("add a text next to the image, or write what the service accepts")
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
        self.0.report.add(code, block.at(), || format!("{NAME} does not send {what} here to this service"));
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
    OutlineTurn { at: result.at(), ..made_turn(OutlineRole::Tool, OneOrMany::one(result)) }
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
