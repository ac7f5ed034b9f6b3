//! Replays tool calls, tool results, encrypted values and the ends of runs.

use super::Replay;
use super::message::{ReplayMessage, ReplayRole};
use super::metadata::merge;
use crate::events::codes;
use crate::events::kind::{Event, EventType};
use crate::events::tree::value::TreeValue;
use crate::json::{Node, spelled};
use crate::report::Report;

impl Replay {
    pub(in crate::events) fn call_start(&mut self, event: &Event<'_, '_>, report: &mut Report) {
        let [id, name, parent, owner] =
            event.node.pick(&["toolCallId", "toolCallName", "parentMessageId", "subagentRunId"]);
        let Some(id) = id.and_then(|id| id.token()) else {
            report.add(&codes::NO_TARGET, event.node.at(), || "a tool call starts without an id".to_owned());
            return;
        };
        let spelling = spelled(id).into_owned();
        let name = name.and_then(|name| name.token()).unwrap_or_default();
        self.ending.started.push(id.to_owned());
        if self.messages.find_call(&spelling).is_some() {
            self.call_again(event, &spelling, name, report);
            return;
        }
        let parent = parent.and_then(|parent| parent.token()).filter(|parent| !parent.is_empty());
        let at = self.call_owner(event, id, parent, owner, report);
        let function = TreeValue::object([("name", TreeValue::string(name)), ("arguments", TreeValue::string(""))]);
        let mut call = TreeValue::object([
            ("id", TreeValue::string(id)),
            ("type", TreeValue::string("function")),
            ("function", function),
        ]);
        if let Some(object) = call.object_mut() {
            merge(object, event.metadata(), &mut self.scratch);
        }
        self.messages.push_call(at, [id, name], call, &mut self.scratch);
    }

    /// Handles the start of an existing call: it is renamed if the name differs.
    fn call_again(&mut self, event: &Event<'_, '_>, id: &str, name: &str, report: &mut Report) {
        if self.messages.rename_call(id, name, &mut self.scratch) {
            report.add(&codes::CALL_RENAMED, event.node.at(), || format!("tool call `{id}` is now called `{name}`"));
        }
        if event.metadata().is_some()
            && let Some(call) = self.messages.call_mut(id, &mut self.scratch)
            && let Some(object) = call.as_object(&mut self.scratch)
        {
            merge(object, event.metadata(), &mut self.scratch);
        }
    }

    /// The message that a new call is added to; it is created if necessary.
    fn call_owner(
        &mut self,
        event: &Event<'_, '_>,
        id: &str,
        parent: Option<&str>,
        owner: Option<Node<'_, '_>>,
        report: &mut Report,
    ) -> usize {
        let found = parent.and_then(|parent| self.messages.find(&spelled(parent)));
        let new = match (found, parent) {
            (Some(at), Some(_)) if self.messages.role(at) == Some(ReplayRole::Assistant) => return at,
            (Some(_), Some(parent)) => {
                report.add(&codes::WRONG_KIND, event.node.at(), || {
                    format!(
                        "the parent `{parent}` of tool call `{id}` is not an assistant; the call gets a message of its own"
                    )
                });
                id
            }
            (_, Some(parent)) => parent,
            (_, None) => id,
        };
        let mut value = TreeValue::object([
            ("id", TreeValue::string(new)),
            ("role", TreeValue::string("assistant")),
            ("toolCalls", TreeValue::array(Vec::new())),
        ]);
        let is_new = self.messages.find(&spelled(new)).is_none();
        if let (Some(owner), Some(object)) = (owner.filter(|owner| owner.is_string() && is_new), value.object_mut()) {
            object.set("subagentRunId", TreeValue::of(owner));
        }
        self.messages.append(ReplayMessage::new(new, ReplayRole::Assistant, value))
    }

    pub(in crate::events) fn call_piece(&mut self, event: &Event<'_, '_>, report: &mut Report) {
        let id = event.id().unwrap_or_default();
        let spelling = spelled(id.token().unwrap_or_default());
        let is_end = event.kind == EventType::ToolCallEnd;
        if is_end && event.metadata().is_none() && self.messages.find_call(&spelling).is_some() {
            return;
        }
        let Some(call) = self.messages.call_mut(&spelling, &mut self.scratch) else {
            report.add(&codes::NO_TARGET, event.node.at(), || format!("no tool call has the id `{}`", id.show()));
            return;
        };
        let Some(object) = call.as_object(&mut self.scratch) else { return };
        if let Some(delta) = event.get("delta").and_then(|delta| delta.token())
            && !is_end
            && let Some(function) = object.get_mut("function").and_then(|it| it.as_object(&mut self.scratch))
        {
            match function.get_mut("arguments") {
                Some(arguments) => arguments.push_token(delta),
                None => {
                    function.set("arguments", TreeValue::string(delta));
                }
            }
        }
        merge(object, event.metadata(), &mut self.scratch);
    }

    pub(in crate::events) fn result(&mut self, event: &Event<'_, '_>) {
        let [id, call, content, owner] = event.node.pick(&["messageId", "toolCallId", "content", "subagentRunId"]);
        let id = id.and_then(|id| id.token()).unwrap_or_default();
        let call = call.and_then(|call| call.token()).unwrap_or_default();
        let spelling = spelled(call).into_owned();
        let mut value = TreeValue::object([
            ("id", TreeValue::string(id)),
            ("toolCallId", TreeValue::string(call)),
            ("role", TreeValue::string("tool")),
        ]);
        if let Some(object) = value.object_mut() {
            if let Some(content) = content {
                object.set("content", TreeValue::of(content));
            }
            if let Some(owner) = owner.filter(Node::is_string) {
                object.set("subagentRunId", TreeValue::of(owner));
            }
            merge(object, event.metadata(), &mut self.scratch);
        }
        self.messages.insert_result(&spelling, ReplayMessage::new(id, ReplayRole::Tool, value));
        self.ending.answered.insert(spelling);
    }

    pub(in crate::events) fn sealed(&mut self, event: &Event<'_, '_>, report: &mut Report) {
        let [subtype, entity, sealed] = event.node.pick(&["subtype", "entityId", "encryptedValue"]);
        let (Some(entity), Some(sealed)) = (entity.and_then(|entity| entity.token()), sealed) else { return };
        let spelling = spelled(entity);
        let value = if subtype.is_some_and(|subtype| subtype.is("tool-call")) {
            self.messages.call_mut(&spelling, &mut self.scratch)
        } else {
            let at = self.messages.find(&spelling).filter(|at| self.messages.role(*at) != Some(ReplayRole::Activity));
            at.and_then(|at| self.messages.get_mut(at)).map(|message| &mut message.value)
        };
        match value.and_then(|value| value.as_object(&mut self.scratch)) {
            Some(object) => {
                object.set("encryptedValue", TreeValue::of(sealed));
            }
            None => report.add(
                if self.is_folding { &codes::SEALED_LOST } else { &codes::NO_TARGET },
                event.node.at(),
                || format!("nothing has the id `{entity}`, which the encrypted value is for"),
            ),
        }
    }

    pub(in crate::events) fn run_finished(&mut self, event: &Event<'_, '_>) {
        let outcome = event.get("outcome");
        let kind = outcome.and_then(|outcome| outcome.get("type")).and_then(|kind| kind.text());
        let ending = &mut self.ending;
        ending.interrupts = None;
        ending.calls.clear();
        match kind.unwrap_or_default().decode().as_ref() {
            "interrupt" => {
                ending.interrupts = outcome.and_then(|outcome| outcome.get("interrupts")).map(|it| it.raw().to_owned());
            }
            "cancelled" => {}
            _ => {
                let named = outcome.and_then(|outcome| outcome.get("pendingToolCallIds"));
                let named = named.into_iter().flat_map(|named| named.items());
                ending.calls.extend(named.filter_map(|id| Some(format!("\"{}\"", id.token()?))));
                if ending.calls.is_empty() {
                    let mut seen = std::collections::HashSet::new();
                    for id in &ending.started {
                        let spelling = spelled(id).into_owned();
                        if !ending.answered.contains(&spelling) && seen.insert(spelling) {
                            ending.calls.push(format!("\"{id}\""));
                        }
                    }
                }
            }
        }
    }
}
