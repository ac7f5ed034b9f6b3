//! Which agent owns a message, a call, an activity or a thought.

use super::memory::Memory;

/// Who owns something: an agent by its id, or the parent agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Owner {
    /// Nothing for the parent agent.
    pub(super) agent: Option<Box<str>>,
    /// A snapshot or the run's input said so.
    pub(super) is_told: bool,
}

impl Owner {
    pub(super) fn new(agent: Option<&str>, is_told: bool) -> Self {
        Self { agent: agent.map(Box::from), is_told }
    }

    /// True if an event of this agent fits. One that names no agent always does.
    pub(super) fn agrees(&self, agent: Option<&str>) -> bool {
        agent.is_none() || agent == self.agent.as_deref()
    }

    /// For messages: `` `s1` `` or `the parent agent`.
    pub(super) fn name(&self) -> String {
        name(self.agent.as_deref())
    }
}

/// For messages: `` `s1` `` or `the parent agent`.
pub(super) fn name(agent: Option<&str>) -> String {
    match agent {
        Some(agent) => format!("`{}`", crate::json::Text::owned(agent).show()),
        None => "the parent agent".to_owned(),
    }
}

/// The owners of the four kinds of things; an id may name one of each.
#[derive(Debug, Default)]
pub(super) struct Owners {
    pub(super) texts: Memory<Owner>,
    pub(super) calls: Memory<Owner>,
    pub(super) activities: Memory<Owner>,
    pub(super) thoughts: Memory<Owner>,
}

impl Owners {
    /// Forgets everything: a new run begins.
    pub(super) fn clear(&mut self) {
        self.texts.clear();
        self.calls.clear();
        self.activities.clear();
        self.thoughts.clear();
    }
}
