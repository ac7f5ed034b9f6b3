//! Steps and subagents.

use std::collections::BTreeMap;

use super::{CheckedEvent, SequenceCheck, SequenceReportFn, word};
use crate::events::kind::Event;
use crate::events::open_ids::list;
use crate::events::owners::name;
use crate::events::rules_run as run;
use crate::json::Text;

impl SequenceCheck {
    pub(super) fn step_list(&self) -> String {
        let steps = self.steps.iter().flat_map(|(step, agents)| {
            agents.iter().map(move |(agent, place)| match agent {
                Some(agent) => (*place, format!("{step} (of {agent})")),
                None => (*place, step.clone()),
            })
        });
        list(steps.collect())
    }

    pub(super) fn step_started(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        let Some(name) = word(step.event, "stepName") else { return };
        self.next_step += 1;
        let place = self.next_step;
        let agents = self.steps.entry(name).or_default();
        if agents.contains_key(&step.agent.map(str::to_owned)) {
            return fault(run::STEP_ALREADY_ACTIVE.code, step.at(), &mut || {
                format!("the step {} is active already", quoted(step.event))
            });
        }
        agents.insert(step.agent.map(str::to_owned), place);
    }

    pub(super) fn step_finished(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        let Some(key) = word(step.event, "stepName") else { return };
        let agents = self.steps.get_mut(&key);
        let has_finished = agents.is_some_and(|agents| agents.remove(&step.agent.map(str::to_owned)).is_some());
        let agents = self.steps.get(&key);
        if has_finished {
            if agents.is_some_and(BTreeMap::is_empty) {
                self.steps.remove(&key);
            }
            return;
        }
        let other = agents.and_then(BTreeMap::first_key_value).map(|(agent, _)| agent.clone());
        match other {
            Some(other) => fault(run::STEP_OTHER_OWNER.code, step.at(), &mut || {
                let (own, other) = (name(step.agent), name(other.as_deref()));
                format!("the step {} is finished by {own} and was started by {other}", quoted(step.event))
            }),
            None => fault(run::STEP_NOT_STARTED.code, step.at(), &mut || {
                format!("the step {} was not started", quoted(step.event))
            }),
        }
    }

    pub(super) fn subagent_started(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        if self.subagents.has(step.id) {
            return fault(run::SUBAGENT_ACTIVE.code, step.at(), &mut || {
                format!("the subagent `{}` is active already", step.shown())
            });
        }
        if self.ended_subagents.get(step.id).is_some() {
            fault(run::SUBAGENT_REUSED.code, step.at(), &mut || {
                format!("the subagent `{}` ended in this run already", step.shown())
            });
        }
        let parent = word(step.event, "parentSubagentRunId");
        if let Some(parent) = parent
            && !self.subagents.has(&parent)
            && self.ended_subagents.get(parent.as_str()).is_none()
        {
            fault(run::SUBAGENT_PARENT_UNKNOWN.code, step.at(), &mut || {
                format!("the parent `{}` was never started in this run", Text::owned(parent.as_str()).show())
            });
        }
        self.subagents.add(step.id);
    }

    pub(super) fn subagent_ended(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        if !self.subagents.remove(step.id) {
            return fault(run::SUBAGENT_NOT_ACTIVE.code, step.at(), &mut || {
                format!("the subagent `{}` is not active", step.shown())
            });
        }
        self.ended_subagents.insert(step.id, ());
    }
}

fn quoted(event: Event<'_, '_>) -> String {
    format!("`{}`", event.text("stepName").unwrap_or_default().show())
}
