//! Pairs calls and results: by id if there is one, or else by order among calls of the same name.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use crate::json::Text;
use crate::model::{Conversation, Media, Part, Role, ToolCall, ToolResult};

/// A call of the conversation.
#[derive(Clone, Copy, Debug)]
pub struct CallAt<'c, 'a> {
    /// Index of its message.
    pub message: usize,
    /// Index of its part.
    pub part: usize,
    /// The call.
    pub call: &'c ToolCall<'a>,
    /// Index in [`CallPairs::results`] of the first result that answers it.
    pub answer: Option<usize>,
}

/// A result of the conversation.
#[derive(Clone, Copy, Debug)]
pub struct ResultAt<'c, 'a> {
    /// Index of its message.
    pub message: usize,
    /// Index of its part.
    pub part: usize,
    /// The result.
    pub result: &'c ToolResult<'a>,
    /// Index in [`CallPairs::calls`] of the call it answers.
    pub call: Option<usize>,
    /// The call is after the result.
    pub is_early: bool,
    /// An earlier result already answered the call.
    pub is_repeated: bool,
}

/// All calls and results, paired, and the media files: one walk finds all of them.
#[derive(Debug, Default)]
pub struct CallPairs<'c, 'a> {
    /// The calls in order.
    pub calls: Vec<CallAt<'c, 'a>>,
    /// The results in order.
    pub results: Vec<ResultAt<'c, 'a>>,
    /// The media files in order, including those in results.
    pub media: Vec<&'c Media<'a>>,
    /// There are parts that only their format knows.
    pub has_opaque: bool,
}

/// A conversation with its calls and results, which are paired on first use.
#[derive(Debug)]
pub struct PairedCalls<'c> {
    /// The conversation.
    pub conversation: &'c Conversation<'c>,
    /// An id may be used again after its call is answered, even in a request.
    pub may_return: bool,
    pairs: OnceCell<CallPairs<'c, 'c>>,
    has_repeated_ids: OnceCell<bool>,
}

impl<'c> PairedCalls<'c> {
    /// Creates the pairing of a conversation that no longer changes.
    #[must_use]
    pub fn new(conversation: &'c Conversation<'c>) -> Self {
        Self { conversation, may_return: false, pairs: OnceCell::new(), has_repeated_ids: OnceCell::new() }
    }

    /// The pairs of calls and results.
    #[must_use]
    pub fn pairs(&self) -> &CallPairs<'c, 'c> {
        self.pairs.get_or_init(|| CallPairs::of(self.conversation))
    }

    /// True if two calls have the same id.
    #[must_use]
    pub fn has_repeated_ids(&self) -> bool {
        *self.has_repeated_ids.get_or_init(|| has_repeated_ids(&self.pairs().calls))
    }
}

/// Up to this many calls a linear search is used, beyond it a map.
const FEW: usize = 24;

fn has_repeated_ids(calls: &[CallAt<'_, '_>]) -> bool {
    let ids: Vec<_> = calls.iter().filter_map(|call| Some(call.call.id()?.decode_json())).collect();
    // Comparing a few ids is cheaper than hashing them.
    if ids.len() <= FEW {
        let last = |id: &str| id.as_bytes().last().copied();
        let same = |a: &str, b: &str| last(a) == last(b) && a == b;
        return ids.iter().zip(1..).any(|(id, next)| ids.iter().skip(next).any(|other| same(other, id)));
    }
    let mut seen = HashSet::new();
    !ids.iter().all(|id| seen.insert(id))
}

/// The calls without a result so far.
#[derive(Default)]
struct CallQueue<'c> {
    /// By id: a stack, because a repeated id refers to the latest unanswered call. Empty while there are few calls.
    by_id: HashMap<std::borrow::Cow<'c, str>, Vec<usize>>,
    /// Calls without an id, in order.
    nameless: VecDeque<usize>,
    /// With an id, in order: a result may have only the function name. Empty while there are few calls.
    named: VecDeque<usize>,
}

impl<'c, 'a> CallPairs<'c, 'a> {
    /// Pairs the calls and results of a conversation, in linear time.
    #[must_use]
    pub fn of(conversation: &'c Conversation<'a>) -> Self {
        let mut pairs = Self::default();
        let mut waiting = CallQueue::default();
        let mut early = Vec::new();
        for (message, at) in conversation.messages.iter().zip(0..) {
            for (part, index) in message.parts.iter().zip(0..) {
                match part {
                    Part::Call(call) => {
                        pairs.add_call(CallAt { message: at, part: index, call, answer: None }, &mut waiting);
                    }
                    Part::Result(result) => {
                        let found = pairs.find(result, &mut waiting);
                        if found.is_none() {
                            early.push(pairs.results.len());
                        }
                        pairs.add_result(at, index, result, found);
                        let inner = result.parts.iter();
                        pairs.media.extend(
                            inner.filter_map(|part| if let Part::Media(media) = part { Some(&**media) } else { None }),
                        );
                    }
                    Part::Media(media) => pairs.media.push(media),
                    Part::Opaque(_) => pairs.has_opaque = true,
                    Part::Text(_) | Part::Reasoning(_) | Part::Refusal(_) => {}
                }
            }
        }
        for index in &early {
            pairs.look_ahead(*index, &waiting);
        }
        pairs.look_back(conversation, &early);
        pairs
    }

    /// A result without id and function name answers the first unanswered call since the last text of the user.
    fn look_back(&mut self, conversation: &Conversation<'_>, early: &[usize]) {
        let says_nothing = |index: &&usize| {
            self.results.get(**index).is_some_and(|it| it.result.call_id().is_none() && it.result.name.is_none())
        };
        let nameless: Vec<usize> = early.iter().filter(says_nothing).copied().collect();
        if nameless.is_empty() {
            return;
        }
        let free = self.calls.iter().zip(0..).filter(|(call, _)| call.answer.is_none());
        let mut free: BTreeSet<usize> = free.map(|(_, index)| index).collect();
        let mut questions =
            conversation.messages.iter().zip(0..).filter(|(message, _)| matches!(message.role, Role::User));
        let mut next = questions.next();
        let mut begin = 0;
        for index in nameless {
            let Some(result) = self.results.get_mut(index) else { continue };
            while let Some((_, question)) = next.filter(|(_, question)| *question < result.message) {
                begin = self.calls.partition_point(|call| call.message < question);
                next = questions.next();
            }
            let end = self.calls.partition_point(|call| call.message < result.message);
            let Some(call) = free.range(begin..end.max(begin)).next().copied() else { continue };
            free.remove(&call);
            result.call = Some(call);
            if let Some(call) = self.calls.get_mut(call) {
                call.answer = Some(index);
            }
        }
    }

    fn add_call(&mut self, call: CallAt<'c, 'a>, waiting: &mut CallQueue<'c>) {
        let index = self.calls.len();
        self.calls.push(call);
        match call.call.id() {
            None => waiting.nameless.push_back(index),
            Some(_) if index < FEW => {}
            Some(_) => {
                // There are many calls now: the first time, all calls so far are added to the maps.
                let first = if waiting.by_id.is_empty() { 0 } else { index };
                // Not `skip`, which would iterate over all earlier calls each time.
                for (call, index) in self.calls.get(first..).unwrap_or_default().iter().zip(first..) {
                    if let Some(id) = call.call.id() {
                        waiting.by_id.entry(id.decode_json()).or_default().push(index);
                        waiting.named.push_back(index);
                    }
                }
            }
        }
    }

    /// For few calls: an unanswered call with this id, the first one in the latest message with such a call; else the
    /// first call with the id.
    fn find_by_id(&self, id: &Text<'_>) -> Option<usize> {
        let has_id = |call: &CallAt<'_, '_>| call.call.id().is_some_and(|own| own.same(id));
        let is_free = |call: &CallAt<'_, '_>| call.answer.is_none() && has_id(call);
        let latest = self.calls.iter().rfind(|call| is_free(call)).map(|call| call.message);
        let free = latest.and_then(|latest| self.calls.iter().position(|call| call.message == latest && is_free(call)));
        free.or_else(|| self.calls.iter().position(has_id))
    }

    fn add_result(&mut self, message: usize, part: usize, result: &'c ToolResult<'a>, call: Option<usize>) {
        let index = self.results.len();
        let mut is_repeated = false;
        if let Some(call) = call.and_then(|call| self.calls.get_mut(call)) {
            is_repeated = call.answer.is_some();
            call.answer = call.answer.or(Some(index));
        }
        self.results.push(ResultAt { message, part, result, call, is_early: false, is_repeated });
    }

    fn find(&self, result: &ToolResult<'_>, waiting: &mut CallQueue<'c>) -> Option<usize> {
        let is_free = |index: &usize| self.calls.get(*index).is_some_and(|call| call.answer.is_none());
        if let Some(id) = result.call_id() {
            if waiting.by_id.is_empty() {
                return self.find_by_id(id).or_else(|| self.find_nameless(result, waiting));
            }
            let Some(stack) = waiting.by_id.get_mut(id.decode_json().as_ref()) else {
                return self.find_nameless(result, waiting);
            };
            // The last one stays on the stack, answered or not: a second result for it must still find it.
            while stack.len() > 1 && !stack.last().is_some_and(is_free) {
                stack.pop();
            }
            let message = |index: usize| self.calls.get(index).map(|call| call.message);
            let last = stack.last().copied()?;
            let of_message = stack.iter().rev().take(1_000).take_while(|index| message(**index) == message(last));
            return of_message.filter(|index| is_free(index)).last().copied().or(Some(last));
        }
        let wanted = |index: &usize| {
            result.name.as_ref().is_none_or(|name| self.calls.get(*index).is_some_and(|it| it.call.name.same(name)))
        };
        if let Some(place) = waiting.nameless.iter().take(1_000).position(wanted) {
            return waiting.nameless.remove(place);
        }
        result.name.as_ref()?;
        if waiting.by_id.is_empty() {
            return (0..self.calls.len()).find(|index| is_free(index) && wanted(index));
        }
        while waiting.named.front().is_some_and(|index| !is_free(index)) {
            waiting.named.pop_front();
        }
        waiting.named.iter().take(1_000).copied().find(|index| is_free(index) && wanted(index))
    }

    /// The first call of this function without an id: some programs give ids only to results.
    fn find_nameless(&self, result: &ToolResult<'_>, waiting: &mut CallQueue<'c>) -> Option<usize> {
        let name = result.name.as_ref()?;
        let is_it = |index: &usize| self.calls.get(*index).is_some_and(|it| it.call.name.same(name));
        let place = waiting.nameless.iter().take(1_000).position(is_it)?;
        waiting.nameless.remove(place)
    }

    /// A result before its call is a separate error.
    fn look_ahead(&mut self, index: usize, waiting: &CallQueue<'c>) {
        let Some(found) = self.results.get(index) else { return };
        let Some(id) = found.result.call_id() else { return };
        let call = if waiting.by_id.is_empty() {
            self.calls.iter().position(|call| call.call.id().is_some_and(|own| own.same(id)))
        } else {
            waiting.by_id.get(id.decode_json().as_ref()).and_then(|stack| stack.first()).copied()
        };
        if let (Some(call), Some(result)) = (call, self.results.get_mut(index)) {
            result.call = Some(call);
            result.is_early = true;
            if let Some(call) = self.calls.get_mut(call) {
                call.answer = call.answer.or(Some(index));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Arguments, CallKind, Extras, Message, Role};

    fn call(id: Option<&'static str>, name: &'static str) -> Part<'static> {
        Part::from(ToolCall {
            at: crate::json::At::NOWHERE,
            id: id.map(Text::Token),
            kind: CallKind::Function,
            name: Text::Token(name),
            arguments: Arguments::Encoded(Text::Token("{}")),
            cache: None,
            signature: None,
            extras: Extras::default(),
        })
    }

    #[test]
    fn results_with_ids_answer_calls_without() {
        let parts = [
            call(None, "f"),
            call(None, "g"),
            call(None, "f"),
            result(Some("1"), Some("f")),
            result(Some("2"), Some("f")),
            result(Some("3"), Some("h")),
            result(Some("4"), Some("g")),
            result(Some("5"), None),
        ];
        for before in [0, 23, 24, 60] {
            assert_eq!(pairs(before, &parts), [Some(0), Some(2), None, Some(1), None], "{before}");
        }
    }

    fn result(id: Option<&'static str>, name: Option<&'static str>) -> Part<'static> {
        Part::from(ToolResult { call_id: id.map(Text::Token), name: name.map(Text::Token), ..ToolResult::default() })
    }

    /// The paired calls of the results in these parts, after this many answered calls.
    fn pairs(before: usize, parts: &[Part<'static>]) -> Vec<Option<usize>> {
        let mut all = Vec::new();
        for _ in 0..before {
            all.push(call(Some("old"), "f"));
            all.push(result(Some("old"), None));
        }
        all.extend(parts.iter().cloned());
        let message = Message { role: Role::Assistant, parts: all.into(), ..Message::default() };
        let conversation = Conversation { messages: vec![message], ..Conversation::default() };
        let pairs = CallPairs::of(&conversation);
        pairs.results.iter().skip(before).map(|it| it.call.map(|call| call - before)).collect()
    }

    #[test]
    fn few_calls_and_many_are_paired_the_same() {
        let parts = [
            result(Some("c"), None),
            call(Some("a"), "f"),
            call(Some("a"), "g"),
            call(None, "h"),
            call(Some("c"), "g"),
            result(Some("a"), None),
            result(Some("a"), None),
            result(None, Some("h")),
            result(None, Some("g")),
            result(Some("x"), None),
            result(Some("a"), None),
        ];
        // The early result of `c` is paired only at the end, so the nameless result may also get its call.
        let expected = [Some(3), Some(0), Some(1), Some(2), Some(3), None, Some(0)];
        for before in [0, 5, 21, 22, 23, 24, 25, 60] {
            assert_eq!(pairs(before, &parts), expected, "{before}");
        }
    }
}
