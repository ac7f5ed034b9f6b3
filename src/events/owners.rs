//! The agents that own messages, calls, activities and reasoning.

use super::memory::Memory;

/// The owner of an entity: a subagent, or the parent agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Owner {
    /// The id of the subagent; `None` for the parent agent.
    pub(super) agent: Option<Box<str>>,
    /// The owner is from a snapshot or the input of the run.
    pub(super) is_told: bool,
}

impl Owner {
    pub(super) fn new(agent: Option<&str>, is_told: bool) -> Self {
        Self { agent: agent.map(Box::from), is_told }
    }

    /// True if an event of this agent is consistent with the owner. An event without an agent always is.
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

/// The owners of the four kinds of entities; each kind has its own ids.
#[derive(Debug, Default)]
pub(super) struct Owners {
    pub(super) texts: Memory<Owner>,
    pub(super) calls: Memory<Owner>,
    pub(super) activities: Memory<Owner>,
    pub(super) thoughts: Memory<Owner>,
}

impl Owners {
    /// Removes all owners when a new run begins.
    pub(super) fn clear(&mut self) {
        self.texts.clear();
        self.calls.clear();
        self.activities.clear();
        self.thoughts.clear();
    }
}
