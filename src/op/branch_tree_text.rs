//! The branches of a conversation as JSON and as nodes of a drawn tree.

use super::branch_tree::{BranchTree, ForkPlace, ShownBranch, ShownCompaction};
use crate::json::{Layout, Out};
use crate::report::{DrawnNode, Location};

fn messages(count: usize) -> String {
    counted(count, "message", "messages")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn at(place: Option<&Location>) -> String {
    place.map(|place| format!(" at {}:{}", place.line, place.column)).unwrap_or_default()
}

impl BranchTree {
    /// The conversation and its branches as nodes: the conversation is the first one.
    #[must_use]
    pub fn nodes(&self) -> Vec<DrawnNode> {
        let sidechains = self.branches.iter().filter(|branch| branch.kind == "sidechain").count();
        let own = (self.branches.len() - sidechains).max(1);
        let noun = if self.branches.iter().any(|branch| branch.kind == "answer") { "answer" } else { "branch" };
        let mut details = format!(
            "{}{}, {}, {}",
            self.format,
            at(Some(&self.place)),
            messages(self.messages),
            counted(own, noun, if noun == "branch" { "branches" } else { "answers" })
        );
        if sidechains > 0 {
            details += &format!(", {}", counted(sidechains, "sidechain", "sidechains"));
        }
        let name = self.id.clone().unwrap_or_else(|| format!("record {}", self.record));
        let mut nodes = vec![DrawnNode { name, details, ..DrawnNode::default() }];
        // A branch is drawn below the earlier branch that it leaves.
        let mut places: Vec<usize> = Vec::with_capacity(self.branches.len());
        for branch in &self.branches {
            let outer = branch.fork.as_ref().and_then(|fork| places.get(fork.branch)).copied().unwrap_or_default();
            let own = nodes.len();
            places.push(own);
            nodes.push(branch.node(outer));
            nodes.extend(branch.compactions.iter().map(|it| it.node(own)));
        }
        nodes
    }

    /// The same as JSON, on one line. `file`: the name of the input.
    #[must_use]
    pub fn json(&self, file: &str) -> String {
        let mut out = Out::new(Layout::Compact);
        out.object(|out| {
            out.key("file").string(file);
            number(out, "record", self.record);
            number(out, "line", self.place.line);
            number(out, "column", self.place.column);
            out.key("format").word(self.format);
            optional(out, "id", self.id.as_deref());
            number(out, "messages", self.messages as u64);
            out.key("branches").array(|out| {
                self.branches.iter().for_each(|branch| out.object(|out| branch.json(out)));
            });
        });
        String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()
    }
}

impl ShownBranch {
    fn node(&self, outer: usize) -> DrawnNode {
        let leaf = self.leaf.map(|leaf| format!("leaf:{leaf}"));
        let id = self.id.clone().filter(|id| !id.is_empty() && self.name.as_ref() != Some(id));
        let names: Vec<_> = [leaf, self.name.clone(), id].into_iter().flatten().collect();
        let active = if self.is_active && self.kind != "active" { ", active" } else { "" };
        let mut details = format!("{}{active}, {}", self.kind, messages(self.own));
        if let Some(ForkPlace { shared, id, place, .. }) = &self.fork {
            match id {
                Some(id) => details += &format!(" after {id}{}", at(place.as_ref())),
                None => details += &format!(" after the first {shared}{}", at(place.as_ref())),
            }
        }
        if let Some(time) = &self.last_time {
            details += &format!(", until {time}");
        }
        let beginning = self.first.as_ref().map(|first| first.beginning.as_str()).unwrap_or_default();
        DrawnNode {
            name: if names.is_empty() { "no id".to_owned() } else { names.join(" ") },
            details,
            after: if beginning.is_empty() { String::new() } else { format!(": {beginning}") },
            parent: Some(outer),
            ..DrawnNode::default()
        }
    }

    fn json(&self, out: &mut Out) {
        out.key("kind").word(self.kind);
        out.key("active").bool(self.is_active);
        match self.leaf {
            Some(leaf) => number(out, "leaf", leaf as u64),
            None => out.key("leaf").null(),
        }
        optional(out, "name", self.name.as_deref());
        optional(out, "id", self.id.as_deref());
        number(out, "messages", self.messages as u64);
        number(out, "own", self.own as u64);
        match &self.fork {
            Some(fork) => out.key("fork").object(|out| {
                out.key("branch").string(&format!("/branches/{}", fork.branch));
                number(out, "messages", fork.shared as u64);
                optional(out, "id", fork.id.as_deref());
                located(out, fork.place.as_ref());
            }),
            None => out.key("fork").null(),
        }
        match &self.first {
            Some(first) => out.key("first").object(|out| {
                located(out, first.place.as_ref());
                out.key("role").string(&first.role);
                out.key("text").string(&first.beginning);
                optional(out, "time", first.time.as_deref());
            }),
            None => out.key("first").null(),
        }
        optional(out, "last_time", self.last_time.as_deref());
        out.key("compactions").array(|out| {
            for compaction in &self.compactions {
                out.object(|out| {
                    number(out, "before", compaction.before as u64);
                    number(out, "kept", compaction.kept as u64);
                    located(out, compaction.place.as_ref());
                });
            }
        });
    }
}

impl ShownCompaction {
    fn node(&self, outer: usize) -> DrawnNode {
        let kept = if self.kept > 0 { format!(", {} kept", self.kept) } else { String::new() };
        let details = format!("{} before it{kept}", messages(self.before));
        DrawnNode {
            name: format!("compaction{}", at(self.place.as_ref())),
            details,
            parent: Some(outer),
            ..DrawnNode::default()
        }
    }
}

fn number(out: &mut Out, key: &str, number: u64) {
    out.key(key).verbatim(&number.to_string());
}

fn optional(out: &mut Out, key: &str, text: Option<&str>) {
    match text {
        Some(text) => out.key(key).string(text),
        None => out.key(key).null(),
    }
}

fn located(out: &mut Out, place: Option<&Location>) {
    if let Some(place) = place {
        number(out, "line", place.line);
        number(out, "column", place.column);
        out.key("pointer").string(&place.pointer);
    }
}
