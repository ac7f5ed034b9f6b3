//! Writes the lineage of a log as JSON (`{"roots":["run1"],…}`), as a text tree, or as a Graphviz or Mermaid graph.

use super::lineage::{Issue, Lineage, LineageRun};
use crate::events::codes;
use crate::json::{Layout, Out, Text};
use crate::report::{Code, DrawnNode, dot_graph, mermaid_graph, text_tree};

fn shown(id: Option<&String>) -> String {
    id.map_or_else(|| "(no id)".to_owned(), |id| Text::Token(id).decode().into_owned())
}

impl LineageRun {
    /// The id for people.
    #[must_use]
    pub fn name(&self) -> String {
        shown(self.id.as_ref())
    }
}

impl Issue {
    /// The code of this kind.
    #[must_use]
    pub fn code(&self) -> &'static Code {
        match self {
            Self::Duplicate(_) => &codes::DUPLICATE_RUN,
            Self::Missing(_) => &codes::MISSING_PARENT,
            Self::CrossThread(_) => &codes::CROSS_THREAD,
            Self::Forward(_) => &codes::FORWARD_PARENT,
            Self::Cycle(_) => &codes::PARENT_CYCLE,
        }
    }

    /// The message of the finding.
    #[must_use]
    pub fn message(&self, lineage: &Lineage) -> String {
        let name = |run: &usize| lineage.runs().get(*run).map(LineageRun::name).unwrap_or_default();
        let parent = |run: &usize| shown(lineage.runs().get(*run).and_then(|run| run.parent.as_ref()));
        match self {
            Self::Duplicate(run) => format!("run `{}` appears twice", name(run)),
            Self::Missing(run) => {
                format!("run `{}` names the parent `{}`, which is not in the log", name(run), parent(run))
            }
            Self::CrossThread(run) => {
                format!("run `{}` names the parent `{}`, which is in another thread", name(run), parent(run))
            }
            Self::Forward(run) => format!("run `{}` names the parent `{}`, which comes later", name(run), parent(run)),
            Self::Cycle(runs) => {
                let names: Vec<_> = runs.iter().map(|run| format!("`{}`", name(run))).collect();
                format!("each of these runs is its own ancestor: {}", names.join(", "))
            }
        }
    }
}

fn id(out: &mut Out, id: Option<&String>) {
    match id {
        Some(id) => out.text(&Text::Token(id)),
        None => out.null(),
    }
}

impl Lineage {
    fn id(&self, run: usize) -> Option<&String> {
        self.runs().get(run).and_then(|run| run.id.as_ref())
    }

    /// The id of the parent: the named one, or else the inferred one.
    fn parent_id(&self, run: usize) -> Option<&String> {
        let named = self.runs().get(run).and_then(|run| run.parent.as_ref());
        named.or_else(|| self.parent(run).and_then(|parent| self.id(parent)))
    }

    /// The whole lineage, compact JSON.
    #[must_use]
    pub fn json(&self) -> String {
        let mut out = Out::new(Layout::Compact);
        out.object(|out| {
            let ids = |out: &mut Out, runs: &mut dyn Iterator<Item = usize>| {
                out.array(|out| runs.for_each(|run| id(out, self.id(run))));
            };
            out.key("roots");
            ids(out, &mut self.roots());
            out.key("orphans");
            ids(out, &mut (0..self.runs().len()).filter(|run| self.is_orphan(*run)));
            out.key("leaves");
            ids(out, &mut self.leaves());
            out.key("runs").array(|out| {
                for (index, run) in self.runs().iter().enumerate() {
                    out.object(|out| self.run_json(index, run, out));
                }
            });
            out.key("issues").array(|out| {
                for issue in self.issues() {
                    out.object(|out| self.issue_json(issue, out));
                }
            });
        });
        String::from_utf8(std::mem::take(out.bytes_mut())).unwrap_or_default()
    }

    fn run_json(&self, index: usize, run: &LineageRun, out: &mut Out) {
        id(out.key("runId"), run.id.as_ref());
        id(out.key("threadId"), run.thread.as_ref());
        id(out.key("parentRunId"), self.parent_id(index));
        match self.depth(index) {
            Some(depth) => out.key("depth").verbatim(&depth.to_string()),
            None => out.key("depth").null(),
        }
        out.key("events").verbatim(&run.events.to_string());
        out.key("status").word(run.status.name());
        out.key("children").array(|out| self.children(index).iter().for_each(|child| id(out, self.id(*child))));
    }

    fn issue_json(&self, issue: &Issue, out: &mut Out) {
        // The documentation has one word for cycles; other issues are named by their code.
        out.key("code").word(if matches!(issue, Issue::Cycle(_)) { "cycle" } else { issue.code().name });
        match issue {
            Issue::Cycle(runs) => {
                out.key("runs").array(|out| runs.iter().for_each(|run| id(out, self.id(*run))));
            }
            Issue::Duplicate(run) => id(out.key("runId"), self.id(*run)),
            Issue::Missing(run) | Issue::CrossThread(run) | Issue::Forward(run) => {
                id(out.key("runId"), self.id(*run));
                id(out.key("parentRunId"), self.parent_id(*run));
            }
        }
    }

    /// True if the runs are of several threads.
    fn has_threads(&self) -> bool {
        let first = self.runs().first().map(|run| &run.thread);
        self.runs().iter().any(|run| Some(&run.thread) != first)
    }

    /// The text after the name of a run.
    fn details(run: &LineageRun, has_threads: bool) -> String {
        let events = if run.events == 1 { "1 event".to_owned() } else { format!("{} events", run.events) };
        let thread = if has_threads { format!(", thread {}", shown(run.thread.as_ref())) } else { String::new() };
        format!("{}, {events}{thread}", run.status.name())
    }

    /// The runs as nodes that are drawn.
    #[must_use]
    pub fn nodes(&self) -> Vec<DrawnNode> {
        let has_threads = self.has_threads();
        let node = |(index, run): (usize, &LineageRun)| DrawnNode {
            name: run.name(),
            details: Self::details(run, has_threads),
            more: if self.is_orphan(index) {
                format!(", parent {} is not in the log", shown(run.parent.as_ref()))
            } else {
                String::new()
            },
            after: String::new(),
            parent: self.parent(index),
            is_next: true,
        };
        self.runs().iter().enumerate().map(node).collect()
    }

    /// The text tree, one line for each run.
    #[must_use]
    pub fn tree(&self) -> String {
        text_tree(&self.nodes()) + &self.cycles()
    }

    /// The runs in or below a cycle, one line for each: they are not in the tree.
    #[must_use]
    pub fn cycles(&self) -> String {
        let mut text = String::new();
        let has_threads = self.has_threads();
        for (index, run) in self.runs().iter().enumerate().filter(|(index, _)| self.depth(*index).is_none()) {
            let parent = shown(self.parent_id(index));
            text.push_str(&format!(
                "{} ({}, in or below a cycle: parent {parent})\n",
                run.name(),
                Self::details(run, has_threads)
            ));
        }
        text
    }

    /// A graph for Graphviz.
    #[must_use]
    pub fn dot(&self) -> String {
        dot_graph("runs", &self.nodes())
    }

    /// A graph for Mermaid.
    #[must_use]
    pub fn mermaid(&self) -> String {
        mermaid_graph(&self.nodes())
    }
}
