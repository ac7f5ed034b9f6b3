//! Which names the calls of a conversation have: a result that says the name again says nothing new.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::model::{Conversation, Part, ToolResult};

/// The names of the calls of a conversation, by id and without.
#[derive(Debug, Default)]
pub(super) struct Names<'c> {
    by_id: HashMap<Cow<'c, str>, Cow<'c, str>>,
    all: HashSet<Cow<'c, str>>,
}

impl<'c> Names<'c> {
    pub(super) fn of(conversation: &'c Conversation<'c>) -> Self {
        let mut names = Self::default();
        for part in conversation.parts() {
            let Part::Call(call) = part else { continue };
            if let Some(id) = &call.id {
                names.by_id.insert(id.decode_json(), call.name.decode_json());
            }
            names.all.insert(call.name.decode_json());
        }
        names
    }

    /// The name on a result says no more than its call does.
    pub(super) fn has(&self, result: &ToolResult<'_>, name: &str) -> bool {
        let called = result.call_id.as_ref().and_then(|id| self.by_id.get(id.decode_json().as_ref()));
        called.map_or_else(|| self.all.contains(name), |call| call == name)
    }
}
