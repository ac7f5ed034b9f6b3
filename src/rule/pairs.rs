//! Which result answers which call. By id where there is one, else by order among calls of the same name.

use std::collections::{HashMap, VecDeque};

use crate::model::{Conversation, Part, ToolCall, ToolResult};

/// A call of the conversation.
#[derive(Clone, Copy, Debug)]
pub struct CallAt<'c, 'a> {
    /// Index of its message.
    pub message: usize,
    /// Index of its part.
    pub part: usize,
    /// The call.
    pub call: &'c ToolCall<'a>,
    /// Index in [`Pairs::results`] of the first result that answers it.
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
    /// Index in [`Pairs::calls`] of the call it answers.
    pub call: Option<usize>,
    /// The call stands behind the result.
    pub is_early: bool,
    /// Another result answered the call before.
    pub is_repeated: bool,
}

/// All calls and results, paired.
#[derive(Debug, Default)]
pub struct Pairs<'c, 'a> {
    /// The calls in order.
    pub calls: Vec<CallAt<'c, 'a>>,
    /// The results in order.
    pub results: Vec<ResultAt<'c, 'a>>,
}

/// Calls that wait for an answer.
#[derive(Default)]
struct Waiting<'c> {
    /// By id: a stack, because a repeated id means the latest call that has no answer yet.
    by_id: HashMap<std::borrow::Cow<'c, str>, Vec<usize>>,
    /// Calls without an id, in order.
    nameless: VecDeque<usize>,
    /// With an id, in order: a result may name the function only.
    named: VecDeque<usize>,
}

impl<'c, 'a> Pairs<'c, 'a> {
    /// Pairs the calls and results of a conversation, in linear time.
    #[must_use]
    pub fn of(conversation: &'c Conversation<'a>) -> Self {
        let mut pairs = Self::default();
        let mut waiting = Waiting::default();
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
                    }
                    Part::Text(_) | Part::Reasoning(_) | Part::Media(_) | Part::Refusal(_) | Part::Opaque(_) => {}
                }
            }
        }
        for index in early {
            pairs.look_ahead(index, &waiting);
        }
        pairs
    }

    fn add_call(&mut self, call: CallAt<'c, 'a>, waiting: &mut Waiting<'c>) {
        let index = self.calls.len();
        self.calls.push(call);
        match &call.call.id {
            Some(id) => {
                waiting.by_id.entry(id.decode_json()).or_default().push(index);
                waiting.named.push_back(index);
            }
            None => waiting.nameless.push_back(index),
        }
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

    fn find(&self, result: &ToolResult<'_>, waiting: &mut Waiting<'c>) -> Option<usize> {
        let is_free = |index: &usize| self.calls.get(*index).is_some_and(|call| call.answer.is_none());
        if let Some(id) = &result.call_id {
            let stack = waiting.by_id.get_mut(id.decode_json().as_ref())?;
            // The last one stays on the stack, answered or not: a second answer to it must still find it.
            while stack.len() > 1 && !stack.last().is_some_and(is_free) {
                stack.pop();
            }
            return stack.last().copied();
        }
        let wanted = |index: &usize| {
            result.name.as_ref().is_none_or(|name| self.calls.get(*index).is_some_and(|it| it.call.name.same(name)))
        };
        if let Some(place) = waiting.nameless.iter().take(1_000).position(wanted) {
            return waiting.nameless.remove(place);
        }
        result.name.as_ref()?;
        while waiting.named.front().is_some_and(|index| !is_free(index)) {
            waiting.named.pop_front();
        }
        waiting.named.iter().take(1_000).copied().find(|index| is_free(index) && wanted(index))
    }

    /// A result whose call comes later is an error of its own.
    fn look_ahead(&mut self, index: usize, waiting: &Waiting<'c>) {
        let Some(found) = self.results.get(index) else { return };
        let Some(id) = &found.result.call_id else { return };
        let call = waiting.by_id.get(id.decode_json().as_ref()).and_then(|stack| stack.first()).copied();
        if let (Some(call), Some(result)) = (call, self.results.get_mut(index)) {
            result.call = Some(call);
            result.is_early = true;
            if let Some(call) = self.calls.get_mut(call) {
                call.answer = call.answer.or(Some(index));
            }
        }
    }
}
