//! Facts about messages that a target can store once per message: ids, times, senders and recipients, finish reasons.

use std::collections::{HashMap, HashSet};

use crate::json::Text;
use crate::lower::context::Lowering;
use crate::lower::ids::IdMaker;
use crate::lower::outline::{Block, OutlineRole, OutlineTurn};
use crate::lower::policy::{Fact, FinishPlace, MessageIds, Policy, ResultDetails};
use crate::model::{Conversation, Message, Role, TrainingWeight};
use crate::report::{Report, loss};

impl MessageIds {
    /// True if a message can have this id, given the ids that are already used.
    fn takes(self, id: &Text<'_>, used: &mut HashSet<String>) -> bool {
        match self {
            Self::Any => true,
            Self::Unique(form) | Self::OfCalls(form) => form(&id.decode_json()).is_some_and(|form| used.insert(form)),
        }
    }

    fn form(self, id: &Text<'_>) -> Option<String> {
        match self {
            Self::Any => None,
            Self::Unique(form) | Self::OfCalls(form) => form(&id.decode_json()),
        }
    }
}

impl<'c> Lowering<'c, '_> {
    /// Places ids, times, senders, recipients and finish reasons in the turns of a message.
    pub(super) fn place_details(&mut self, turns: &mut [OutlineTurn<'c>], message: &'c Message<'c>) {
        if message.details.is_some() {
            self.place_finish(turns, message);
            self.place_time(turns, message);
            self.place_parties(turns, message);
            self.place_weight(turns, message);
        }
    }

    /// Puts the finish reason on the first turn of a message that can have one.
    fn place_finish(&mut self, turns: &mut [OutlineTurn<'c>], message: &'c Message<'c>) {
        let Some(finish) = message.details().finish.as_ref().filter(|_| self.policy.has(Fact::Finish)) else { return };
        let needs_words = self.policy.details.finish == FinishPlace::Words;
        let may_say = |turn: &&mut OutlineTurn<'_>| {
            let is_call = turn.blocks.iter().any(|block| matches!(block, Block::Call(_)));
            turn.speaker == OutlineRole::Assistant && !(needs_words && is_call)
        };
        match turns.iter_mut().find(may_say) {
            Some(turn) => turn.rare_mut().finish = Some(finish),
            None => self.report.add(&loss::FINISH_REASON, finish.at, || {
                format!("the finish reason `{}` is dropped", finish.reason.show())
            }),
        }
    }

    /// Reports the id, time and finish reason of a message that is merged into another one.
    pub(super) fn drop_details(&mut self, message: &Message<'_>) {
        self.drop_other_details(message, None);
    }

    /// The same for a turn that has a time: if the message has that, too, the time stays.
    pub(super) fn drop_other_details(&mut self, message: &Message<'_>, time: Option<&Text<'_>>) {
        if message.details.is_none() {
            return;
        }
        let is_held = time.zip(message.details().time.as_ref()).is_some_and(|(held, time)| held.same(time));
        let is_of_turn = |fact| !(matches!(fact, Fact::Names | Fact::Routes) || (is_held && fact == Fact::Times));
        let policy = self.policy;
        report_details(message, self.conversation, self.report, |fact| {
            holds(policy, fact, message.origin) && is_of_turn(fact)
        });
    }

    fn place_time(&mut self, turns: &mut [OutlineTurn<'c>], message: &'c Message<'c>) {
        let Some(time) = message.details().time.as_ref().filter(|_| self.policy.has(Fact::Times)) else { return };
        if (self.policy.details.time)(&time.decode()) {
            for turn in turns.iter_mut() {
                turn.rare_mut().time = Some(time);
            }
        } else {
            let name = self.policy.name;
            self.report.add(&loss::TIME, self.conversation.place(time, message.at), || {
                format!("{name} does not read the time `{}`", time.show())
            });
        }
    }

    /// Puts the training weight of a message on the turns that it becomes.
    fn place_weight(&mut self, turns: &mut [OutlineTurn<'c>], message: &'c Message<'c>) {
        let Some(weight) = self.held_weight(message) else { return };
        let rule = self.policy.details.weight;
        let takes = |turn: &OutlineTurn<'_>| weight.number().is_some_and(|number| rule(turn.speaker, number));
        let mut is_held = false;
        for turn in turns.iter_mut().filter(|turn| takes(turn)) {
            turn.rare_mut().weight = Some(weight);
            is_held = true;
        }
        if !is_held {
            report_weight(weight, &message.role, self.report);
        }
    }

    /// Reports the training weight of a message that is merged into another one.
    pub(super) fn drop_weight(&mut self, message: &'c Message<'c>) {
        if let Some(weight) = self.held_weight(message) {
            report_weight(weight, &message.role, self.report);
        }
    }

    /// The training weight of a message, if the target has weights. Otherwise it was reported.
    fn held_weight(&self, message: &'c Message<'c>) -> Option<&'c TrainingWeight<'c>> {
        let weight = message.details.as_ref()?.weight.as_ref()?;
        holds(self.policy, Fact::Weights, message.origin).then_some(weight)
    }

    /// Senders and recipients. Tools have other names.
    fn place_parties(&mut self, turns: &mut [OutlineTurn<'c>], message: &'c Message<'c>) {
        let Some(is_sender) = self.policy.details.sender else { return };
        let details = message.details();
        let name = details.name.as_ref().filter(|name| is_sender(&name.decode()));
        for turn in turns.iter_mut() {
            let sender = details.sender.as_ref().or_else(|| name.filter(|_| turn.speaker != OutlineRole::Tool));
            if sender.is_some() || details.recipient.is_some() {
                let rare = turn.rare_mut();
                (rare.sender, rare.recipient) = (sender, details.recipient.as_ref());
            }
        }
        let held = turns.first().map_or([None, None], |first| [first.sender(), first.recipient()]);
        for (name, what) in [(&details.name, "name"), (&details.sender, "sender"), (&details.recipient, "recipient")] {
            let Some(name) = name else { continue };
            if !held.iter().flatten().any(|held| held.same(name)) {
                self.report.add(&loss::NAME, self.conversation.place(name, message.at), || {
                    format!("the {what} `{}` is dropped", name.show())
                });
            }
        }
    }
}

/// True if the target supports this fact of messages of a format. Weights are kept in their own format, which may be
/// that of a service that rejects them.
pub(super) fn holds(policy: &Policy, fact: Fact, origin: &str) -> bool {
    policy.has(fact) || (fact == Fact::Weights && policy.name == origin)
}

/// Reports a dropped weight, unless it is the default of the message.
fn report_weight(weight: &TrainingWeight<'_>, role: &Role<'_>, report: &mut Report) {
    if !weight.is_usual(role) {
        report.add(&loss::RATING, weight.at, || format!("the training weight {} is dropped", weight.value.as_str()));
    }
}

/// Reports the dropped details of a message.
pub(in crate::lower) fn report_details(
    message: &Message<'_>,
    conversation: &Conversation<'_>,
    report: &mut Report,
    is_dropped: impl Fn(Fact) -> bool,
) {
    let (details, at) = (message.details(), message.at);
    if let Some(id) = details.id.as_ref().filter(|_| is_dropped(Fact::MessageIds)) {
        report.add(&loss::MESSAGE_ID, conversation.place(id, at), || {
            format!("the message id `{}` is dropped", id.show())
        });
    }
    let names = [
        (&details.name, "name", Fact::Names),
        (&details.sender, "sender", Fact::Routes),
        (&details.recipient, "recipient", Fact::Routes),
    ];
    for (name, what, fact) in names {
        if let Some(name) = name.as_ref().filter(|_| is_dropped(fact)) {
            report
                .add(&loss::NAME, conversation.place(name, at), || format!("the {what} `{}` is dropped", name.show()));
        }
    }
    if let Some(time) = details.time.as_ref().filter(|_| is_dropped(Fact::Times)) {
        report.add(&loss::TIME, conversation.place(time, at), || format!("the time {} is dropped", time.show()));
    }
    if let Some(finish) = details.finish.as_ref().filter(|_| is_dropped(Fact::Finish)) {
        let reason = &finish.reason;
        report.add(&loss::FINISH_REASON, finish.at, || format!("the finish reason `{}` is dropped", reason.show()));
    }
    if let Some(weight) = details.weight.as_ref().filter(|_| is_dropped(Fact::Weights)) {
        report_weight(weight, &message.role, report);
    }
}

/// Gives every turn an id: that of its message, or a generated one.
pub(super) fn name_turns<'c>(
    turns: &mut [OutlineTurn<'c>],
    conversation: &'c Conversation<'c>,
    ids: &IdMaker<'c>,
    policy: &Policy,
    report: &mut Report,
) {
    let Some(rule) = policy.details.ids else { return };
    let mut used = HashSet::new();
    let mut take = |id: Option<&'c Text<'c>>| -> Option<Text<'c>> {
        let id = id?;
        rule.takes(id, &mut used).then(|| id.borrow())
    };
    let (mut before, mut piece) = (None, 0);
    for turn in turns.iter_mut() {
        piece = if before == Some(turn.index) { piece + 1 } else { 0 };
        before = Some(turn.index);
        if policy.turns.result_details == ResultDetails::NoIds && turn.speaker == OutlineRole::Tool {
            if let Some(own) = turn.details().id.as_ref().filter(|_| piece == 0) {
                report.add(&loss::MESSAGE_ID, conversation.place(own, turn.at), || {
                    format!("the message id `{}` is dropped", own.show())
                });
            }
            continue;
        }
        let own = turn.details().id.as_ref().filter(|_| piece == 0);
        let of_call = match turn.blocks.first() {
            Some(Block::Call(call)) if rule.are_of_calls() => call.call.id.as_ref(),
            _ => None,
        };
        let id = take(of_call).or_else(|| take(own));
        if let Some(own) = own.filter(|own| !id.as_ref().is_some_and(|id| id.same(own))) {
            report.add(&loss::MESSAGE_ID, conversation.place(own, turn.at), || {
                format!("the message id `{}` is dropped", own.show())
            });
        }
        turn.id = Some(Box::new(id.unwrap_or_else(|| {
            let made = ids.message(turn.index, piece);
            // A message may have the same beginning as an earlier one.
            let at = turn.blocks.first().map(Block::at).filter(|first| *first < turn.at).unwrap_or(turn.at);
            report.add(&loss::MADE_MESSAGE_ID, at, || format!("the message id `{made}` is generated"));
            Text::owned(made)
        })));
    }
    if rule.are_of_calls() {
        link_results(turns, rule, conversation, report);
    }
}

/// Calls and results get the ids of the messages with the calls. An old id of another form is stored next to the new
/// one.
fn link_results<'c>(
    turns: &mut [OutlineTurn<'c>],
    rule: MessageIds,
    conversation: &Conversation<'_>,
    report: &mut Report,
) {
    let mut ids: HashMap<usize, Text<'c>> = HashMap::new();
    for turn in turns {
        let Some(block) = turn.blocks.first_mut() else { continue };
        let (own, at, id) = match block {
            Block::Call(call) => {
                let Some(id) = &turn.id else { continue };
                ids.insert(call.number, (**id).clone());
                (call.call.id.as_ref(), call.call.at, &**id)
            }
            Block::Result(result) => {
                let Some(id) = result.call.and_then(|call| ids.get(&call)) else { continue };
                (result.result.call_id.as_ref(), result.result.at, id)
            }
            Block::Text(_)
            | Block::Refusal(_)
            | Block::Reasoning(_)
            | Block::Redacted(_)
            | Block::Media(_)
            | Block::Raw(_) => continue,
        };
        let old = own.filter(|own| rule.form(own).is_none());
        match own {
            None => report.add(&loss::MADE_CALL_ID, at, || format!("the call id `{}` is generated", id.show())),
            Some(own) if old.is_none() && !own.same(id) => {
                report.add(&loss::ID_REWRITTEN, conversation.place(own, at), || {
                    format!("the call id `{}` became `{}`", own.show(), id.show())
                });
            }
            Some(_) => {}
        }
        match block {
            Block::Call(call) => (call.id, call.old_id) = (turn.id.as_deref().cloned(), old),
            Block::Result(result) => {
                let id = result.call.and_then(|call| ids.get(&call)).cloned();
                (result.id, result.old_id) = (id, old);
            }
            Block::Text(_)
            | Block::Refusal(_)
            | Block::Reasoning(_)
            | Block::Redacted(_)
            | Block::Media(_)
            | Block::Raw(_) => {}
        }
    }
}
