//! The names of the calls of a conversation. A result that repeats the name of its call adds no fact.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::model::{Conversation, ToolResult};
use crate::rule::pairs::CallPairs;

/// The names of the calls of a conversation, which are collected when a result has a name.
#[derive(Debug)]
pub(super) struct CallNames<'c> {
    conversation: &'c Conversation<'c>,
    found: OnceCell<FoundNames<'c>>,
}

/// The names of the calls of results, and all names.
#[derive(Debug)]
struct FoundNames<'c> {
    answered: HashMap<*const ToolResult<'c>, Cow<'c, str>>,
    all: HashSet<Cow<'c, str>>,
}

impl<'c> CallNames<'c> {
    pub(super) fn of(conversation: &'c Conversation<'c>) -> Self {
        Self { conversation, found: OnceCell::new() }
    }

    /// The name on a result is that of its call.
    pub(super) fn has(&self, result: &ToolResult<'c>, name: &str) -> bool {
        let found = self.found.get_or_init(|| FoundNames::of(self.conversation));
        let called = found.answered.get(&std::ptr::from_ref(result));
        called.map_or_else(|| found.all.contains(name), |call| call == name)
    }
}

impl<'c> FoundNames<'c> {
    fn of(conversation: &'c Conversation<'c>) -> Self {
        let pairs = CallPairs::of(conversation);
        let called = |call: usize| Some(pairs.calls.get(call)?.call.name.decode_json());
        let answered = pairs.results.iter().filter_map(|it| Some((std::ptr::from_ref(it.result), called(it.call?)?)));
        Self {
            answered: answered.collect(),
            all: pairs.calls.iter().map(|call| call.call.name.decode_json()).collect(),
        }
    }
}
