//! `filter`: keeps the conversations that match.

use std::borrow::Cow;

use super::super::input::Input;
use super::super::model_names::model_names;
use super::super::outcome::Outcome;
use super::super::time_range::{InRange, TimeRange};
use super::conditions::{Condition, matches_pattern};
use super::container::{Chooser, pass_chosen};
use super::drive::{Examiner, LogDivision, ReadRecord};
use super::record_id::record_id;
use super::{WholeEnds, WholeOptions};
use crate::json::Tape;
use crate::model::{Conversation, Message, Opaque, Part};
use crate::op::pass::PassFailure;

/// Content that a conversation may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentKind {
    /// Calls of tools, including hosted tools.
    Calls,
    /// Results of tools.
    Results,
    /// Results that are marked as errors.
    Errors,
    /// Images, audio, video or documents.
    Media,
    /// Reasoning.
    Reasoning,
    /// System or developer messages.
    System,
    /// Definitions of tools.
    Tools,
    /// Refusals of the model.
    Refusals,
    /// Several branches, or compared answers.
    Branches,
}

/// The conditions of a filter, which are combined with "and".
#[derive(Clone, Debug, Default)]
pub struct RecordFilter {
    /// Conditions with values.
    pub conditions: Vec<Condition>,
    /// Content that the conversation must have.
    pub has: Vec<ContentKind>,
    /// Content that the conversation must not have.
    pub without: Vec<ContentKind>,
    /// The minimum number of messages.
    pub min_messages: Option<usize>,
    /// The maximum number of messages.
    pub max_messages: Option<usize>,
    /// A message has a time in this range.
    pub times: TimeRange,
    /// Keep the conversations that do not match all conditions, instead.
    pub is_inverted: bool,
}

/// Whether a conversation matches, and whether it lacks a time although one is required.
#[derive(Clone, Copy, Debug)]
struct FilterVerdict {
    matches: bool,
    is_without_time: bool,
}

struct FilterExaminer<'f>(&'f RecordFilter);

impl Examiner for FilterExaminer<'_> {
    type Found = FilterVerdict;

    fn examine(&mut self, record: &mut ReadRecord<'_, '_>) -> FilterVerdict {
        let filter = self.0;
        let time = if filter.times.is_unbounded() { InRange::Yes } else { filter.times.judge(record.conversation) };
        let matches = time == InRange::Yes && filter.holds(record);
        FilterVerdict { matches, is_without_time: time == InRange::Unknown }
    }

    fn division(&self) -> LogDivision<FilterVerdict> {
        if self.0.is_inverted {
            LogDivision::Kept(|verdict| !verdict.matches)
        } else {
            LogDivision::Kept(|verdict| verdict.matches)
        }
    }

    /// One matching conversation is sufficient.
    fn join(&self, first: FilterVerdict, next: FilterVerdict) -> FilterVerdict {
        FilterVerdict {
            matches: first.matches || next.matches,
            is_without_time: first.is_without_time && next.is_without_time,
        }
    }
}

/// Counts the conversations that are dropped because they have no time.
struct FilterChooser {
    is_inverted: bool,
    without_time: u64,
}

impl Chooser<FilterVerdict> for FilterChooser {
    fn chooses(&mut self, verdict: FilterVerdict) -> bool {
        let is_chosen = verdict.matches != self.is_inverted;
        self.without_time += u64::from(verdict.is_without_time && !is_chosen);
        is_chosen
    }
}

/// Writes the conversations of an input that match the conditions.
///
/// # Errors
/// Reading or writing failed. A bad record is not an error here: see [`Outcome::fatal`].
pub fn filter(
    input: Input,
    filter: &RecordFilter,
    options: WholeOptions,
    ends: WholeEnds<'_>,
) -> Result<Outcome, PassFailure> {
    let chooser = FilterChooser { is_inverted: filter.is_inverted, without_time: 0 };
    let (mut outcome, chooser) = pass_chosen(input, options, ends, || FilterExaminer(filter), chooser)?;
    outcome.skipped.without_time = chooser.map_or(outcome.skipped.without_time, |chooser| chooser.without_time);
    Ok(outcome)
}

impl RecordFilter {
    fn holds(&self, record: &mut ReadRecord<'_, '_>) -> bool {
        let conversation = record.conversation;
        let is_long_enough = self.min_messages.is_none_or(|least| message_count(conversation) >= least);
        is_long_enough
            && self.max_messages.is_none_or(|most| message_count(conversation) <= most)
            && self.has.iter().all(|what| what.is_in(conversation))
            && !self.without.iter().any(|what| what.is_in(conversation))
            && self.conditions.iter().all(|condition| condition.holds(record))
    }
}

impl Condition {
    fn holds(&self, record: &mut ReadRecord<'_, '_>) -> bool {
        let conversation = record.conversation;
        match self {
            Self::Not(condition) => !condition.holds(record),
            Self::Role(role) => conversation.messages.iter().any(|message| message.role.name() == role.as_str()),
            Self::Model(pattern) => {
                let mut names = model_names(conversation, record.scratch).into_iter();
                names.any(|name| matches_pattern(pattern, &name))
            }
            Self::Format(name) => record.format.name == *name,
            Self::Tool(pattern) => each_part(conversation, &mut |part| {
                called(part, record.scratch).is_some_and(|name| matches_pattern(pattern, &name))
            }),
            Self::Id(pattern) => {
                record_id(conversation, record.scratch).is_some_and(|id| matches_pattern(pattern, &id))
            }
        }
    }
}

/// The name of the tool that a part calls.
fn called<'c>(part: &'c Part<'_>, scratch: &mut Tape) -> Option<Cow<'c, str>> {
    match part {
        Part::Call(call) => Some(call.name.decode()),
        Part::Opaque(it) if it.hosted.as_ref().is_some_and(|hosted| hosted.call.is_some()) => {
            it.hosted.as_ref().map(|hosted| hosted.tool.word().into())
        }
        Part::Opaque(it) if it.is_call => {
            let name = scratch.parse(it.raw.as_str()).ok()?.get("name")?.text()?.decode().into_owned();
            Some(name.into())
        }
        Part::Opaque(_) | Part::Text(_) | Part::Reasoning(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) => {
            None
        }
    }
}

impl ContentKind {
    /// All kinds, in the spelling of users.
    pub const ALL: &'static [(Self, &'static str)] = &[
        (Self::Calls, "calls"),
        (Self::Results, "results"),
        (Self::Errors, "errors"),
        (Self::Media, "media"),
        (Self::Reasoning, "reasoning"),
        (Self::System, "system"),
        (Self::Tools, "tools"),
        (Self::Refusals, "refusals"),
        (Self::Branches, "branches"),
    ];

    fn is_in(self, conversation: &Conversation<'_>) -> bool {
        let any = |is_it: &dyn Fn(&Part<'_>) -> bool| each_part(conversation, &mut |part| is_it(part));
        match self {
            Self::Calls => any(&|part| matches!(part, Part::Call(_)) || opaque(part).is_some_and(is_call)),
            Self::Results => any(&|part| matches!(part, Part::Result(_)) || opaque(part).is_some_and(is_result)),
            Self::Errors => any(&|part| matches!(part, Part::Result(result) if result.is_error())),
            Self::Media => any(&|part| matches!(part, Part::Media(_))),
            Self::Reasoning => any(&|part| matches!(part, Part::Reasoning(_))),
            Self::Refusals => any(&|part| matches!(part, Part::Refusal(_))),
            Self::System => conversation.messages.iter().any(|message| message.role.is_instruction()),
            Self::Tools => !conversation.tools.is_empty(),
            Self::Branches => {
                let preference = conversation.preference.as_ref();
                conversation.branches.len() > 1 || preference.is_some_and(|it| !it.others.is_empty())
            }
        }
    }
}

fn opaque<'p, 'a>(part: &'p Part<'a>) -> Option<&'p Opaque<'a>> {
    if let Part::Opaque(it) = part { Some(it) } else { None }
}

fn is_call(part: &Opaque<'_>) -> bool {
    part.is_call || part.hosted.as_ref().is_some_and(|hosted| hosted.call.is_some())
}

fn is_result(part: &Opaque<'_>) -> bool {
    part.hosted.as_ref().is_some_and(|hosted| hosted.result.is_some())
}

/// True if `is_it` returns true for a part of a message or of a tool result.
fn each_part(conversation: &Conversation<'_>, is_it: &mut dyn FnMut(&Part<'_>) -> bool) -> bool {
    conversation.parts().any(|part| {
        let inner = match part {
            Part::Result(result) => result.parts.iter().any(&mut *is_it),
            Part::Text(_)
            | Part::Reasoning(_)
            | Part::Call(_)
            | Part::Media(_)
            | Part::Refusal(_)
            | Part::Opaque(_) => false,
        };
        inner || is_it(part)
    })
}

/// The number of messages in the record: one that becomes several in the model is counted once.
pub(super) fn message_count(conversation: &Conversation<'_>) -> usize {
    let mut last = None;
    let is_new = |message: &&Message<'_>| {
        let before = std::mem::replace(&mut last, message.turn);
        message.turn.is_none() || message.turn != before
    };
    conversation.messages.iter().filter(is_new).count()
}
