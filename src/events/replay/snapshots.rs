//! Replays activities, and snapshots of all messages, which are merged with the existing messages.

use std::collections::{HashMap, HashSet};

use super::message::{ReplayMessage, ReplayRole};
use super::metadata::merge;
use super::{Replay, report_patch};
use crate::events::codes;
use crate::events::kind::Event;
use crate::events::tree::patch::Document;
use crate::events::tree::value::TreeValue;
use crate::json::{Kind, Node, spelled};
use crate::report::Report;

/// The activities that a snapshot of messages covers: covered ones that it does not contain are removed.
enum Claim {
    All,
    None,
    These(HashSet<String>),
}

impl Claim {
    fn of(event: &Event<'_, '_>, has_activity: bool) -> Self {
        let absent = if has_activity { Self::All } else { Self::None };
        let Some(own) = event.metadata().and_then(|metadata| metadata.get("@ag-ui/client")) else { return absent };
        if !own.is_object() {
            return Self::None;
        }
        let Some(types) = own.get("authoritativeActivityTypes") else { return absent };
        match types.kind() {
            Kind::Null => Self::All,
            Kind::Array => {
                let names: Option<HashSet<_>> =
                    types.items().map(|name| name.token().map(|name| spelled(name).into_owned())).collect();
                names.map_or(Self::None, Self::These)
            }
            Kind::Bool | Kind::Number | Kind::String | Kind::Object => Self::None,
        }
    }

    fn has(&self, kind: &str) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::These(types) => types.contains(spelled(kind).as_ref()),
        }
    }
}

impl Replay {
    pub(in crate::events) fn snapshot(&mut self, event: &Event<'_, '_>, report: &mut Report) {
        self.budget.bring(event.node.raw().len());
        let nodes = event.get("messages").into_iter().flat_map(|messages| messages.items());
        let mut merged: Vec<Option<ReplayMessage>> = Vec::new();
        for node in nodes {
            merged.extend(self.read(node, report).map(Some));
        }
        let has = |role: ReplayRole| merged.iter().flatten().any(|message| message.role == role);
        let (has_reasoning, claim) = (has(ReplayRole::Reasoning), Claim::of(event, has(ReplayRole::Activity)));
        // For existing messages the last snapshot message with their id counts.
        let mut by_id: HashMap<String, usize> = HashMap::new();
        for (index, message) in merged.iter().flatten().enumerate() {
            if let Some(id) = &message.id {
                by_id.insert(id.clone(), index);
            }
        }
        let old = self.messages.take();
        let known: HashSet<String> =
            old.iter().filter_map(|it| it.id.clone()).filter(|id| by_id.contains_key(id)).collect();
        let mut used: HashMap<usize, usize> = HashMap::new();
        for mut message in old {
            match message.id.as_ref().and_then(|id| by_id.get(id)).copied() {
                Some(index) => {
                    let version = match used.get(&index).and_then(|at| self.messages.get(*at)) {
                        // Two existing messages with one id both get the snapshot's content.
                        Some(twin) => {
                            let bytes = twin.value.bytes().found;
                            let twin = twin.copy();
                            if self.copy_message(bytes, event.node.at()) { Some(twin) } else { None }
                        }
                        None => merged.get_mut(index).and_then(Option::take),
                    };
                    if let Some(version) = version {
                        let at = self.messages.append(version);
                        used.entry(index).or_insert(at);
                    }
                }
                None => {
                    let is_kept = match message.role {
                        ReplayRole::Reasoning => !has_reasoning,
                        ReplayRole::Activity => !claim.has(&activity_type(&mut message, &mut self.scratch)),
                        ReplayRole::Assistant | ReplayRole::Tool | ReplayRole::Other | ReplayRole::Unknown => false,
                    };
                    if is_kept {
                        self.messages.append(message);
                    }
                }
            }
        }
        // Messages with new ids are appended, repeated ones too.
        for message in merged.into_iter().flatten() {
            if message.id.as_ref().is_none_or(|id| !known.contains(id)) {
                self.messages.append(message);
            }
        }
    }

    pub(in crate::events) fn activity(&mut self, event: &Event<'_, '_>) {
        let [id, kind, content, replace, owner] =
            event.node.pick(&["messageId", "activityType", "content", "replace", "subagentRunId"]);
        let Some(id) = id.and_then(|id| id.token()) else { return };
        let is_replacing = replace.and_then(|replace| replace.as_bool()).unwrap_or(true);
        let owner = owner.filter(Node::is_string);
        let value = |node: Option<Node<'_, '_>>| node.map_or_else(TreeValue::default, TreeValue::of);
        let at = self.messages.find(&spelled(id));
        if let Some(at) = at.filter(|at| self.messages.role(*at) == Some(ReplayRole::Activity)) {
            if !is_replacing && event.metadata().is_none() {
                return;
            }
            let Some(message) = self.messages.get_mut(at) else { return };
            let Some(object) = message.value.as_object(&mut self.scratch) else { return };
            if is_replacing {
                self.budget.drop_copies(message.measure.take().map_or(0, |measure| measure.copied));
                self.budget.bring(event.node.raw().len());
                object.set("activityType", value(kind));
                object.set("content", value(content));
                match owner {
                    Some(owner) => {
                        object.set("subagentRunId", TreeValue::of(owner));
                    }
                    None => {
                        object.remove("subagentRunId");
                    }
                }
            }
            merge(object, event.metadata(), &mut self.scratch);
            return;
        }
        if at.is_some() && !is_replacing {
            return;
        }
        self.budget.bring(event.node.raw().len());
        let mut merged = TreeValue::object([
            ("id", TreeValue::string(id)),
            ("role", TreeValue::string("activity")),
            ("activityType", value(kind)),
            ("content", value(content)),
        ]);
        if let Some(object) = merged.object_mut() {
            if let Some(owner) = owner {
                object.set("subagentRunId", TreeValue::of(owner));
            }
            merge(object, event.metadata(), &mut self.scratch);
        }
        let message = ReplayMessage::new(id, ReplayRole::Activity, merged);
        match at {
            Some(at) => self.messages.replace(at, message),
            None => {
                self.messages.append(message);
            }
        }
    }

    pub(in crate::events) fn activity_delta(&mut self, event: &Event<'_, '_>, report: &mut Report) {
        let [id, kind, patch] = event.node.pick(&["messageId", "activityType", "patch"]);
        let id = id.and_then(|id| id.token()).unwrap_or_default();
        let Some(at) = self.messages.find(&spelled(id)) else { return };
        if self.messages.role(at) != Some(ReplayRole::Activity) {
            report.add(&codes::WRONG_KIND, event.node.at(), || {
                format!("`{id}` is not an activity; the patch has no effect")
            });
            return;
        }
        let Some(message) = self.messages.get_mut(at) else { return };
        let Some(object) = message.value.as_object(&mut self.scratch) else { return };
        merge(object, event.metadata(), &mut self.scratch);
        let Some(patch) = patch else { return };
        let content = object.get_mut("content").map(std::mem::take).unwrap_or_default();
        // The library patches an empty object if there is no content.
        let is_nothing = content.as_raw() == Some("null");
        let known = message.measure.filter(|_| !is_nothing);
        let mut document = Document::of(if is_nothing { TreeValue::raw("{}") } else { content }, known);
        let applied = document.apply(patch, &mut self.budget, &mut self.scratch);
        let is_applied = applied.is_ok();
        report_patch(applied, ("activity", "patch"), patch, &mut self.beyond, report);
        let (content, measure) = document.into_value();
        message.measure = Some(measure);
        object.set("content", if is_nothing && !is_applied { TreeValue::default() } else { content });
        if let Some(kind) = kind.filter(|_| is_applied) {
            object.set("activityType", TreeValue::of(kind));
        }
    }
}

fn activity_type(message: &mut ReplayMessage, scratch: &mut crate::json::Tape) -> String {
    let object = message.value.as_object(scratch);
    object.and_then(|object| object.get("activityType")?.token().map(str::to_owned)).unwrap_or_default()
}
