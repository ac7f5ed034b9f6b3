//! Checks the order of events as the library's `verifyEvents` does, event by event.
//!
//! After an error the event is processed as if it were legal, so that one mistake is reported once.

mod agents;

use std::collections::{BTreeMap, HashMap};

use super::kind::{Event, EventType};
use super::memory::Memory;
use super::open_ids::OpenIds;
use super::owners::{Owner, Owners, name};
use super::rules_open as open;
use super::rules_owner as owner;
use super::rules_run as run;
use crate::json::{At, Node, Text};
use crate::report::Code;
use crate::rule::Rule;

/// Receives the code, the place and the message of each problem.
pub(super) type SequenceReportFn<'f> = dyn FnMut(&'static Code, At, &mut dyn FnMut() -> String) + 'f;

/// The state of a stream.
#[derive(Debug, Default)]
pub(super) struct SequenceCheck {
    phase: StreamPhase,
    texts: OpenIds,
    calls: OpenIds,
    spans: OpenIds,
    thoughts: OpenIds,
    /// Steps by name, then by agent, with their place.
    steps: HashMap<String, BTreeMap<Option<String>, u64>>,
    next_step: u64,
    subagents: OpenIds,
    ended_subagents: Memory<()>,
    owners: Owners,
}

/// How far a stream is.
#[derive(Clone, Copy, Debug, Default)]
struct StreamPhase {
    /// It has an event.
    has_begun: bool,
    /// A run has started, now or earlier.
    is_active: bool,
    /// The last run is finished.
    is_finished: bool,
    /// The last run has failed.
    has_failed: bool,
}

impl StreamPhase {
    /// True inside a run.
    fn is_in_run(self) -> bool {
        self.is_active && !self.is_finished && !self.has_failed
    }
}

/// An event with the strings that the check compares.
struct CheckedEvent<'s> {
    event: Event<'s, 's>,
    id: &'s str,
    agent: Option<&'s str>,
}

impl CheckedEvent<'_> {
    fn at(&self) -> At {
        self.event.node.at()
    }

    fn shown(&self) -> String {
        Text::owned(self.id).show()
    }
}

fn word(event: Event<'_, '_>, key: &str) -> Option<String> {
    event.text(key).map(|text| text.decode_json().into_owned())
}

impl SequenceCheck {
    /// Checks the next event.
    pub(super) fn step(&mut self, event: Event<'_, '_>, fault: &mut SequenceReportFn<'_>) {
        let kind = event.kind;
        let at = event.node.at();
        if self.phase.has_failed && kind != EventType::RunStarted {
            return fault(run::AFTER_RUN_ERROR.code, at, &mut || format!("{} follows RUN_ERROR", kind.name()));
        }
        if self.phase.is_finished && !matches!(kind, EventType::RunStarted | EventType::RunError) {
            return fault(run::AFTER_RUN_FINISHED.code, at, &mut || format!("{} follows RUN_FINISHED", kind.name()));
        }
        if !self.phase.has_begun {
            self.phase.has_begun = true;
            if !matches!(kind, EventType::RunStarted | EventType::RunError) {
                fault(run::FIRST_EVENT.code, at, &mut || format!("the stream begins with {}", kind.name()));
            }
        }
        let (id, agent) = (event.id().unwrap_or_default(), event.owner());
        let agent = agent.as_ref().map(|agent| agent.decode_json());
        let step = CheckedEvent { event, id: &id.decode_json(), agent: agent.as_deref() };
        match kind {
            EventType::RunStarted => self.run_started(&step, fault),
            EventType::RunFinished => self.run_finished(&step, fault),
            EventType::RunError => self.phase.has_failed = true,
            EventType::TextMessageStart => self.text_started(&step, fault),
            EventType::TextMessageContent | EventType::TextMessageEnd => self.text_goes_on(&step, fault),
            EventType::ToolCallStart => self.call_started(&step, fault),
            EventType::ToolCallArgs | EventType::ToolCallEnd => self.call_goes_on(&step, fault),
            EventType::ToolCallResult => {
                self.owners.texts.insert(step.id, Owner::new(step.agent, false));
            }
            EventType::ReasoningStart | EventType::ReasoningMessageStart => self.thought_started(&step, fault),
            EventType::ReasoningEnd | EventType::ReasoningMessageContent | EventType::ReasoningMessageEnd => {
                self.thought_goes_on(&step, fault);
            }
            EventType::ReasoningEncryptedValue => self.sealed(&step, fault),
            EventType::ActivitySnapshot => {
                let is_kept = event.get("replace").and_then(|node| node.as_bool()) == Some(false);
                if !is_kept || self.owners.activities.get(step.id).is_none() {
                    self.owners.activities.insert(step.id, Owner::new(step.agent, false));
                }
            }
            EventType::ActivityDelta => {
                let known = self.owners.activities.get(step.id);
                agree(&step, known, &owner::OWNER_ACTIVITY, "activity", fault);
            }
            EventType::StepStarted => self.step_started(&step, fault),
            EventType::StepFinished => self.step_finished(&step, fault),
            EventType::SubagentStarted => self.subagent_started(&step, fault),
            EventType::SubagentFinished | EventType::SubagentError => self.subagent_ended(&step, fault),
            EventType::MessagesSnapshot => self.learn(event.get("messages"), true),
            _ => {}
        }
    }

    /// True inside a run.
    pub(super) fn is_in_run(&self) -> bool {
        self.phase.is_in_run()
    }

    /// True if this text message is open.
    pub(super) fn has_text(&self, id: &str) -> bool {
        self.texts.has(id) || self.thoughts.has(id)
    }

    /// The id of the open text message, if there is exactly one.
    pub(super) fn only_text(&self) -> Option<&str> {
        self.texts.only()
    }

    /// True inside a run in which this text message is open, so that a delta can continue it.
    pub(super) fn goes_on_with(&self, id: &str) -> bool {
        self.is_in_run() && self.texts.has(id)
    }

    /// True if nothing is open.
    pub(super) fn is_idle(&self) -> bool {
        let open = [&self.texts, &self.calls, &self.spans, &self.thoughts, &self.subagents];
        self.steps.is_empty() && open.iter().all(|open| open.is_empty())
    }

    /// The open entities, for a message; `None` if nothing is open.
    pub(super) fn open(&self) -> Option<String> {
        let kinds = [
            ("steps", self.step_list()),
            ("text messages", self.texts.list()),
            ("reasoning messages", self.thoughts.list()),
            ("reasoning spans", self.spans.list()),
            ("tool calls", self.calls.list()),
            ("subagents", self.subagents.list()),
        ];
        let open = kinds.iter().filter(|(_, ids)| !ids.is_empty()).map(|(kind, ids)| format!("{kind} {ids}"));
        let open: Vec<_> = open.collect();
        (!open.is_empty()).then(|| open.join(", "))
    }

    fn reset(&mut self) {
        for open in [&mut self.texts, &mut self.calls, &mut self.spans, &mut self.thoughts, &mut self.subagents] {
            open.clear();
        }
        self.steps.clear();
        self.ended_subagents.clear();
        self.owners.clear();
        self.phase.is_finished = false;
        self.phase.has_failed = false;
    }

    fn run_started(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        if self.is_in_run() {
            fault(run::RUN_STILL_ACTIVE.code, step.at(), &mut || "a run starts while one is active".to_owned());
            self.reset();
        }
        if self.phase.is_finished || self.phase.has_failed {
            self.reset();
        }
        self.phase.is_active = true;
        self.learn(step.event.get("input").and_then(|input| input.get("messages")), false);
    }

    fn run_finished(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        for (rule, what, ids) in [
            (&run::FINISH_OPEN_STEPS, "steps are active", self.step_list()),
            (&run::FINISH_OPEN_TEXT, "text messages are open", self.texts.list()),
            (&run::FINISH_OPEN_REASONING_MESSAGE, "reasoning messages are open", self.thoughts.list()),
            (&run::FINISH_OPEN_REASONING_SPAN, "reasoning spans are open", self.spans.list()),
            (&run::FINISH_OPEN_TOOL, "tool calls are open", self.calls.list()),
            (&run::FINISH_OPEN_SUBAGENT, "subagents are active", self.subagents.list()),
        ] {
            if !ids.is_empty() {
                fault(rule.code, step.at(), &mut || format!("the run is finished while {what}: {ids}"));
            }
        }
        self.phase.is_finished = true;
    }

    /// Records the owners of messages and their calls from snapshots and inputs.
    fn learn(&mut self, messages: Option<Node<'_, '_>>, overwrites: bool) {
        for message in messages.iter().flat_map(Node::items) {
            let Some(id) = message.get("id").and_then(|id| id.text()) else { continue };
            let agent = message.get("subagentRunId").and_then(|agent| agent.text());
            let owner = Owner::new(agent.as_ref().map(|agent| agent.decode_json()).as_deref(), true);
            let is = |role: &str| message.get("role").is_some_and(|found| found.is(role));
            let owners = &mut self.owners;
            let memory = match () {
                () if is("reasoning") => &mut owners.thoughts,
                () if is("activity") => &mut owners.activities,
                () if ["user", "assistant", "system", "developer", "tool"].iter().any(|role| is(role)) => {
                    &mut owners.texts
                }
                // The library removes unknown messages before it checks them.
                () => continue,
            };
            let id = id.decode_json();
            if overwrites || memory.get(id.as_ref()).is_none() {
                memory.insert(id.as_ref(), owner.clone());
            }
            let calls = message.get("toolCalls").filter(|_| is("assistant"));
            for call in calls.iter().flat_map(Node::items) {
                let Some(id) = call.get("id").and_then(|id| id.text()) else { continue };
                let id = id.decode_json();
                if overwrites || owners.calls.get(id.as_ref()).is_none() {
                    owners.calls.insert(id.as_ref(), owner.clone());
                }
            }
        }
    }

    fn text_started(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        if !self.texts.add(step.id) {
            return fault(open::TEXT_START_OPEN.code, step.at(), &mut || {
                format!("the text message `{}` is open already", step.shown())
            });
        }
        let known = self.owners.texts.get(step.id);
        let is_new = known.is_none();
        agree(step, known, &owner::OWNER_TEXT_REOPEN, "text message", fault);
        if is_new {
            self.owners.texts.insert(step.id, Owner::new(step.agent, false));
        }
    }

    fn text_goes_on(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        let is_end = step.event.kind == EventType::TextMessageEnd;
        let is_open = if is_end { self.texts.remove(step.id) } else { self.texts.has(step.id) };
        let known = self.owners.texts.get(step.id);
        if !is_open {
            let rule = if is_end { &open::TEXT_END_NOT_OPEN } else { &open::TEXT_CONTENT_NOT_OPEN };
            return not_open(step, rule, "text message", known.is_some(), fault);
        }
        agree(step, known, &owner::OWNER_TEXT, "text message", fault);
    }

    fn call_started(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        if !self.calls.add(step.id) {
            return fault(open::TOOL_START_OPEN.code, step.at(), &mut || {
                format!("the tool call `{}` is open already", step.shown())
            });
        }
        let parent = word(step.event, "parentMessageId");
        let inherited = parent.as_deref().and_then(|parent| self.owners.texts.get(parent)).cloned();
        if let Some(parent_owner) = inherited.as_ref().filter(|owner| !owner.agrees(step.agent)) {
            fault(owner::OWNER_TOOL_PARENT.code, step.at(), &mut || {
                let agent = name(step.agent);
                format!("the call `{}` is of {agent}, its message of {}", step.shown(), parent_owner.name())
            });
        }
        if let Some(known) = self.owners.calls.get(step.id) {
            if let Some(parent_owner) = inherited.filter(|owner| step.agent.is_none() && owner.agent != known.agent) {
                let known = known.name();
                return fault(owner::OWNER_TOOL_REPARENT.code, step.at(), &mut || {
                    format!("the call `{}` is of {known}, its message of {}", step.shown(), parent_owner.name())
                });
            }
            return agree(step, Some(known), &owner::OWNER_TOOL, "tool call", fault);
        }
        let own = step.agent.map(|agent| Owner::new(Some(agent), false));
        self.owners.calls.insert(step.id, own.or(inherited).unwrap_or_default());
    }

    fn call_goes_on(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        let is_end = step.event.kind == EventType::ToolCallEnd;
        let is_open = if is_end { self.calls.remove(step.id) } else { self.calls.has(step.id) };
        let known = self.owners.calls.get(step.id);
        if !is_open {
            let rule = if is_end { &open::TOOL_END_NOT_OPEN } else { &open::TOOL_ARGS_NOT_OPEN };
            return not_open(step, rule, "tool call", known.is_some(), fault);
        }
        agree(step, known, &owner::OWNER_TOOL, "tool call", fault);
    }

    fn thought_started(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        let is_span = step.event.kind == EventType::ReasoningStart;
        let is_new = if is_span { self.spans.add(step.id) } else { self.thoughts.add(step.id) };
        let (rule, what) = if is_span {
            (&open::REASONING_SPAN_OPEN, "reasoning span")
        } else {
            (&open::REASONING_MESSAGE_OPEN, "reasoning message")
        };
        if !is_new {
            return fault(rule.code, step.at(), &mut || format!("the {what} `{}` is open already", step.shown()));
        }
        let known = self.owners.thoughts.get(step.id);
        let is_first = known.is_none();
        agree(step, known, &owner::OWNER_REASONING, what, fault);
        if is_first {
            self.owners.thoughts.insert(step.id, Owner::new(step.agent, false));
        }
    }

    fn thought_goes_on(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        let (is_open, rule, what) = match step.event.kind {
            EventType::ReasoningEnd => (self.spans.remove(step.id), &open::REASONING_END_NOT_OPEN, "reasoning span"),
            EventType::ReasoningMessageEnd => {
                (self.thoughts.remove(step.id), &open::REASONING_MESSAGE_END_NOT_OPEN, "reasoning message")
            }
            _ => (self.thoughts.has(step.id), &open::REASONING_CONTENT_NOT_OPEN, "reasoning message"),
        };
        let known = self.owners.thoughts.get(step.id);
        if !is_open {
            return not_open(step, rule, what, false, fault);
        }
        agree(step, known, &owner::OWNER_REASONING, what, fault);
    }

    fn sealed(&mut self, step: &CheckedEvent<'_>, fault: &mut SequenceReportFn<'_>) {
        let (owners, id) = (&mut self.owners, step.id);
        let is_call = step.event.get("subtype").is_some_and(|subtype| subtype.is("tool-call"));
        let known = if is_call {
            owners.calls.get(id)
        } else if owners.texts.get(id).is_some() {
            owners.texts.get(id)
        } else {
            owners.thoughts.get(id)
        };
        agree(step, known, &owner::OWNER_ENCRYPTED, if is_call { "tool call" } else { "message" }, fault);
    }
}

fn not_open(step: &CheckedEvent<'_>, rule: &Rule, what: &str, was_open: bool, fault: &mut SequenceReportFn<'_>) {
    fault(rule.code, step.at(), &mut || {
        let state = if was_open { "is not open any more" } else { "is not open" };
        format!("the {what} `{}` {state}", step.shown())
    });
}

/// Reports an event that names another agent than the owner.
fn agree(
    step: &CheckedEvent<'_>,
    known: Option<&mut Owner>,
    rule: &Rule,
    what: &str,
    fault: &mut SequenceReportFn<'_>,
) {
    let Some(known) = known.filter(|known| !known.agrees(step.agent)) else { return };
    let code = if known.is_told { owner::OWNER_SNAPSHOT.code } else { rule.code };
    let at = step.event.get("subagentRunId").map_or(step.at(), |agent| agent.at());
    fault(code, at, &mut || {
        format!("the {what} `{}` is of {}, the event of {}", step.shown(), known.name(), name(step.agent))
    });
}
