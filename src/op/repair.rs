//! `--repair`: changes a history that services reject into one that they accept, and reports every change.
//!
//! A call in the middle without a result gets one, and so does a call at the end if the program continues stored
//! conversations. A result without a call becomes text of the user, and a misplaced result moves after its call. Other
//! requirements of the target: a first message of the user, arguments that are objects.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::orphan_blocks::{drop_orphan_blocks, orphan_blocks, remove_emptied};
use crate::format::{Fact, Format, by_name};
use crate::json::{At, Raw, Tape, Text};
use crate::lower::{ArgumentKind, Links, MessageIds, first_message_with_content};
use crate::model::{
    Arguments, CallKind, Conversation, EarlierMessages, Form, Message, OneOrMany, Part, Role, TextPart, ToolCall,
    ToolResult,
};
use crate::report::{Report, loss};
use crate::rule::pairs::{CallPairs, PairedCalls};

/// The text of a tool result that was not recorded.
const NO_RESULT: &str = "(no result recorded)";
/// The text of the user message before a history that begins with an answer.
const CONTINUED: &str = "(continued)";

/// The origin of a message of a repaired conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageOrigin {
    /// It is a message of the input, possibly without some of its parts.
    Kept,
    /// A misplaced result.
    Moved,
    /// A result that was generated for a call of this message of the original conversation.
    Made(usize),
    /// Text of the user that was generated, or that was the text of a result.
    Words,
}

/// Repairs a conversation for `target`. True if anything was changed.
#[must_use]
pub fn repair(conversation: &mut Conversation<'_>, target: &Format, scratch: &mut Tape, report: &mut Report) -> bool {
    let is_wrapped = !takes_any_arguments(target) && wrap_arguments(conversation, scratch, report);
    let is_parted = part_ids(conversation, target, report);
    repair_order(conversation, target, report).is_some() || is_wrapped || is_parted
}

/// True for formats in which calls and results have ids.
pub(super) fn needs_ids(target: &Format) -> bool {
    let calls = &target.policy.tools.calls;
    calls.ids.is_some() || calls.missing_ids.are_made()
}

/// New ids for calls with a repeated id, and for their results: by message and part, in order.
pub(super) fn repeated_ids(conversation: &Conversation<'_>, target: &Format) -> BTreeMap<(usize, usize), String> {
    // In other formats, ids of calls are those of messages.
    let is_of_message = target.policy.details.ids.is_some_and(MessageIds::are_of_calls);
    if !target.policy.has(Fact::Calls) || is_of_message {
        return BTreeMap::new();
    }
    let renamed = Links::default().without_repeats(&PairedCalls::new(conversation)).into_renamed();
    renamed.into_iter().map(|(place, id)| (place, Text::owned(id).spelling().into_owned())).collect()
}

/// Reports that a repeated id was replaced.
pub(super) fn report_repeated(id: &Text<'_>, new: &str, at: At, report: &mut Report) {
    let new = Text::Token(new);
    report.add(&loss::ID_REWRITTEN, at, || {
        format!("the call id `{}` is that of another call; it became `{}`", id.show(), new.show())
    });
}

fn part_ids(conversation: &mut Conversation<'_>, target: &Format, report: &mut Report) -> bool {
    let renamed = repeated_ids(conversation, target);
    for ((message, part), new) in &renamed {
        let part = conversation.messages.get_mut(*message).and_then(|message| message.parts.get_mut(*part));
        let (id, at) = match part {
            Some(Part::Call(call)) => (&mut call.id, call.at),
            Some(Part::Result(result)) => (&mut result.call_id, result.at),
            _ => continue,
        };
        if let Some(id) = id {
            report_repeated(id, new, at, report);
            *id = Text::owned_token(new.as_str());
        }
    }
    !renamed.is_empty()
}

/// True if the target accepts arguments that are not an object.
pub(super) fn takes_any_arguments(target: &Format) -> bool {
    target.policy.tools.calls.arguments != ArgumentKind::Object || !target.policy.has(Fact::Calls)
}

/// True if [`repair_order`] has anything to repair.
pub(super) fn needs_order(conversation: &Conversation<'_>, target: &Format) -> bool {
    !orphan_blocks(conversation, target).is_empty()
        || (target.policy.has(Fact::Calls) && RepairPlan::of(conversation, target).is_some())
        || first_answer(conversation, target).is_some()
}

/// Moves, generates and converts content as necessary. `None`: nothing is necessary; otherwise the origin of each
/// message.
pub(super) fn repair_order(
    conversation: &mut Conversation<'_>,
    target: &Format,
    report: &mut Report,
) -> Option<Vec<MessageOrigin>> {
    let dropped = drop_orphan_blocks(conversation, target, report);
    let mut origins = RepairPlan::of(conversation, target)
        .filter(|_| target.policy.has(Fact::Calls))
        .map(|plan| plan.apply(conversation, target, report));
    if let Some(emptied) = dropped {
        origins = Some(remove_emptied(&emptied, conversation, origins));
    }
    if let Some(place) = begin_with_user(conversation, target, report) {
        let before = conversation.messages.len() - 1;
        origins.get_or_insert_with(|| vec![MessageOrigin::Kept; before]).insert(place, MessageOrigin::Words);
    }
    origins
}

/// Arguments that are not an object become the member `_raw` of one.
fn wrap_arguments(conversation: &mut Conversation<'_>, scratch: &mut Tape, report: &mut Report) -> bool {
    let mut is_changed = false;
    for part in conversation.messages.iter_mut().flat_map(|message| &mut message.parts) {
        let Part::Call(call) = part else { continue };
        if let Some(new) = wrapped(call, scratch, report) {
            call.arguments = Arguments::Object(Raw::owned(new));
            is_changed = true;
        }
    }
    is_changed
}

/// The object that replaces the arguments of a call, if they are not an object.
pub(super) fn wrapped(call: &ToolCall<'_>, scratch: &mut Tape, report: &mut Report) -> Option<String> {
    if call.kind == CallKind::Custom {
        return None;
    }
    let raw = match &call.arguments {
        Arguments::Object(raw) if raw.as_str().starts_with('{') => return None,
        Arguments::Object(raw) => raw.as_str().to_owned(),
        // Absent arguments are written as an empty object.
        Arguments::Encoded(text) if text.is_blank() => return None,
        Arguments::Encoded(text) if scratch.parse(&text.decode_json()).is_ok_and(|root| root.is_object()) => {
            return None;
        }
        Arguments::Encoded(text) => format!("\"{}\"", text.spelling()),
    };
    report.add(&loss::ARGUMENTS, call.at, || {
        format!("the arguments of the call of `{}` are not an object; they became its member `_raw`", call.name.show())
    });
    Some(format!("{{\"_raw\":{raw}}}"))
}

/// The place of a generated message of the user, before an answer at the start.
fn begin_with_user(conversation: &mut Conversation<'_>, target: &Format, report: &mut Report) -> Option<usize> {
    let place = first_answer(conversation, target)?;
    let answer = conversation.messages.get(place)?.at;
    report.add(&loss::MADE_MESSAGE, answer, || {
        format!(
            "the first message is an assistant message; a user message with the text `{CONTINUED}` was inserted before it"
        )
    });
    conversation.messages.insert(place, user(CONTINUED, At::NOWHERE));
    Some(place)
}

/// The first message with content for the target, if it is an answer and must not be the first.
fn first_answer(conversation: &Conversation<'_>, target: &Format) -> Option<usize> {
    if target.policy.has(Fact::AnswerFirst) {
        return None;
    }
    let first = first_message_with_content(&PairedCalls::new(conversation), &target.policy, &mut Tape::new())?;
    conversation.messages.get(first).filter(|message| matches!(message.role, Role::Assistant)).map(|_| first)
}

fn user(words: &str, at: At) -> Message<'static> {
    let parts = OneOrMany::one(Part::Text(TextPart::new(Text::owned(words), at)));
    Message { at, role: Role::User, form: Form::Text, parts, ..Message::default() }
}

/// The changes of calls and results, by place.
#[derive(Default)]
struct RepairPlan {
    /// Results that move after the message with their call, by message and part: the message of the call.
    moved: HashMap<(usize, usize), usize>,
    /// Results that answer no call, or a call that is already answered.
    orphans: HashMap<(usize, usize), &'static str>,
    /// Calls without a result, by message.
    missing: BTreeMap<usize, Vec<usize>>,
}

impl RepairPlan {
    /// `None` if there is nothing to repair.
    fn of(conversation: &Conversation<'_>, target: &Format) -> Option<Self> {
        // Calls that are not in the record may be stored by the service.
        let is_kept =
            conversation.source.quirks.earlier == EarlierMessages::AtService && conversation.origin == target.name;
        let is_source_resumed =
            || by_name(conversation.origin).is_some_and(|(source, _)| source.policy.details.is_resumed);
        let is_resumed = target.policy.details.is_resumed || is_source_resumed();
        let messages = &conversation.messages;
        let pairs = CallPairs::of(conversation);
        // One past the end of the tool messages that a message begins or belongs to.
        let mut run_ends = vec![messages.len(); messages.len() + 1];
        for (index, message) in messages.iter().enumerate().rev() {
            let is_tool = matches!(message.role, Role::Tool);
            let end = if is_tool { run_ends.get(index + 1).copied().unwrap_or_default().max(index + 1) } else { index };
            if let Some(place) = run_ends.get_mut(index) {
                *place = end;
            }
        }
        let end_behind = |message: usize| run_ends.get(message + 1).copied().unwrap_or(messages.len());
        let mut plan = Self::default();
        // The last message with a result that becomes text of the user.
        let mut last_words = None;
        for (answer, index) in pairs.results.iter().zip(0..) {
            let place = (answer.message, answer.part);
            match answer.call.and_then(|call| pairs.calls.get(call)) {
                None if is_kept => {}
                None => {
                    plan.orphans.insert(place, "answers no call");
                }
                Some(call) if call.answer != Some(index) => {
                    plan.orphans.insert(place, "answers a call that has its result");
                }
                Some(call) if answer.message > call.message && answer.message < end_behind(call.message) => {}
                Some(call) => {
                    plan.moved.insert(place, call.message);
                }
            }
        }
        for answer in pairs.results.iter().filter(|answer| !answer.result.parts.is_empty()) {
            if plan.orphans.contains_key(&(answer.message, answer.part)) {
                last_words = last_words.max(Some(answer.message));
            }
        }
        let answered = pairs.calls.iter().filter(|call| call.answer.is_some());
        let begun: HashSet<usize> = answered.map(|call| call.message).collect();
        for call in pairs.calls.iter().filter(|call| call.answer.is_none()) {
            // At the very end, all results may still follow, unless a program continues without them.
            let is_end = call.message + 1 == messages.len() && !begun.contains(&call.message);
            let is_last = is_end && !is_resumed;
            if !is_last || last_words > Some(call.message) {
                plan.missing.entry(call.message).or_default().push(call.part);
            }
        }
        let is_needed = !(plan.moved.is_empty() && plan.orphans.is_empty() && plan.missing.is_empty());
        is_needed.then_some(plan)
    }

    fn apply(self, conversation: &mut Conversation<'_>, target: &Format, report: &mut Report) -> Vec<MessageOrigin> {
        let (mut moved_results, mut words) = self.take_results(conversation, report);
        for (message, parts) in &self.missing {
            let Some(source) = conversation.messages.get(*message) else { continue };
            let calls = parts.iter().filter_map(|part| match source.parts.get(*part) {
                Some(Part::Call(call)) => Some(call.as_ref()),
                _ => None,
            });
            moved_results.entry(*message).or_default().extend(calls.map(|call| {
                let mut made = tool(made_result(call, target, report), call.at);
                if let Some(time) = source.details().time.as_ref().filter(|_| target.policy.details.is_resumed) {
                    made.details_mut().time = Some(time.clone());
                }
                (MessageOrigin::Made(*message), made)
            }));
        }
        let mut run = ToolRun::default();
        let mut messages = Vec::with_capacity(conversation.messages.len() + moved_results.len() + words.len());
        for (message, index) in std::mem::take(&mut conversation.messages).into_iter().zip(0..) {
            let is_tool = matches!(message.role, Role::Tool);
            if !is_tool {
                run.end(&mut messages);
            }
            run.results.extend(moved_results.remove(&index).unwrap_or_default());
            run.words.extend(words.remove(&index));
            if !(is_tool && message.parts.is_empty()) {
                messages.push((MessageOrigin::Kept, message));
            }
        }
        run.end(&mut messages);
        let origins;
        (origins, conversation.messages) = messages.into_iter().unzip();
        origins
    }

    /// Removes displaced results from their messages: those that move, by the message of their call, and those that
    /// became text, by their message.
    fn take_results<'a>(
        &self,
        conversation: &mut Conversation<'a>,
        report: &mut Report,
    ) -> (Moved<'a>, WordsByIndex<'a>) {
        let (mut moved_results, mut words) = (Moved::new(), WordsByIndex::new());
        for (message, index) in conversation.messages.iter_mut().zip(0..) {
            let count = message.parts.len();
            let is_displaced = |place| self.moved.contains_key(&place) || self.orphans.contains_key(&place);
            let displaced = (0..count).filter(|place| is_displaced((index, *place))).count();
            if displaced == 0 {
                continue;
            }
            // If a message becomes empty, its other content moves with the first part.
            let mut rest = (displaced == count).then(|| Message {
                details: message.details.take(),
                extras: std::mem::take(&mut message.extras),
                ..Message::default()
            });
            let mut own = |role: Role<'a>, message: &Message<'a>| Message {
                at: message.at,
                role,
                turn: message.turn,
                origin: message.origin,
                ..rest.take().unwrap_or_default()
            };
            for (part, place) in std::mem::take(&mut message.parts).into_iter().zip(0..) {
                match (part, self.moved.get(&(index, place)), self.orphans.get(&(index, place))) {
                    (part @ Part::Result(_), Some(call), _) => {
                        report.add(&loss::MOVED, part.at(), || {
                            "a tool result was moved directly after its call".to_owned()
                        });
                        let mut own = own(Role::Tool, message);
                        own.turn = None;
                        own.parts = OneOrMany::one(part);
                        moved_results.entry(*call).or_default().push((MessageOrigin::Moved, own));
                    }
                    (Part::Result(result), None, Some(why)) => {
                        report_orphan(&result, why, report);
                        words.entry(index).or_insert_with(|| own(Role::User, message)).parts.extend(result.parts);
                    }
                    (part, _, _) => message.parts.push(part),
                }
            }
        }
        // A result without content gives no text for a message of the user.
        words.retain(|_, words| !words.parts.is_empty());
        (moved_results, words)
    }
}

type Moved<'a> = HashMap<usize, Vec<(MessageOrigin, Message<'a>)>>;
type WordsByIndex<'a> = HashMap<usize, Message<'a>>;

/// Results and texts that are placed after a run of tool messages.
#[derive(Default)]
struct ToolRun<'a> {
    results: Vec<(MessageOrigin, Message<'a>)>,
    words: Vec<Message<'a>>,
}

impl<'a> ToolRun<'a> {
    fn end(&mut self, messages: &mut Vec<(MessageOrigin, Message<'a>)>) {
        // In the same turn as the previous results, if the format counts turns.
        let last = messages.last().filter(|(_, message)| matches!(message.role, Role::Tool));
        let turn = last.and_then(|(_, last)| last.turn);
        let of_turn =
            |(origin, result): (MessageOrigin, Message<'a>)| (origin, Message { turn: result.turn.or(turn), ..result });
        messages.extend(self.results.drain(..).map(of_turn));
        messages.extend(self.words.drain(..).map(|words| (MessageOrigin::Words, words)));
    }
}

fn tool(part: Part<'_>, at: At) -> Message<'_> {
    Message { at, role: Role::Tool, form: Form::Text, parts: OneOrMany::one(part), ..Message::default() }
}

fn made_result<'a>(call: &ToolCall<'a>, target: &Format, report: &mut Report) -> Part<'a> {
    report.add(&loss::MADE_RESULT, call.at, || {
        format!("nothing answers the call of `{}`; the result `{NO_RESULT}` is generated", call.name.show())
    });
    Part::from(ToolResult {
        call_id: call.id.clone(),
        // Generated content that the target cannot represent is not a loss.
        name: target.policy.has(Fact::ResultNames).then(|| call.name.clone()),
        parts: OneOrMany::one(Part::Text(TextPart::new(Text::owned(NO_RESULT), At::NOWHERE))),
        form: Form::Text,
        error: target.policy.has(Fact::ErrorFlag).then_some((true, call.at)),
        is_legacy: call.kind == CallKind::LegacyFunction,
        ..ToolResult::default()
    })
}

/// The text is kept; details that only a result can have are dropped.
fn report_orphan(result: &ToolResult<'_>, why: &str, report: &mut Report) {
    report.add(&loss::ORPHAN_AS_TEXT, result.at, || format!("a tool result {why}; it became user text"));
    if let Some(id) = &result.call_id {
        report.add(&loss::CALL_ID, result.at, || format!("the call id `{}` is dropped", id.show()));
    }
    if let Some(name) = &result.name {
        report.add(&loss::RESULT_NAME, result.at, || format!("the name `{}` on a result is dropped", name.show()));
    }
    if let Some((true, at)) = result.error {
        report.add(&loss::ERROR_FLAG, at, || "the error flag of a tool result is dropped".to_owned());
    }
    if let Some(cache) = result.cache.as_ref().filter(|cache| cache.is_on) {
        report.add(&loss::CACHE_HINT, cache.at, || "a cache hint on a tool result is dropped".to_owned());
    }
    for extra in result.extras.fields().iter().filter(|extra| !extra.value.is_null() && !extra.is_note) {
        report.drop_field(extra.at, &extra.key);
    }
}
