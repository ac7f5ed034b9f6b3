//! The branches of a conversation in its page: a list, and each branch folded after the message where it forks.
//!
//! Without the script, all of them are shown in the order of the page. With it, one branch of a fork is shown at a
//! time.

use std::collections::BTreeMap;

use turnwise::op::branch_tree::ShownBranch;
use turnwise::op::show::{ConversationView, MessageView};

use super::html::message_html;
use super::summary::branches;
use crate::cli::print::html::escaped;
use crate::cli::print::text;

/// The maximum depth of nested branches that are written where they fork; deeper ones follow all others, because
/// browsers limit the nesting of elements.
const DEEPEST: usize = 24;

/// The branches of a conversation in the page.
pub(super) struct Forks<'v> {
    view: &'v ConversationView,
    /// The number of the conversation in the page, from 1.
    conversation: usize,
    /// For each branch, the branches that leave it, by the message after which they do.
    children: Vec<BTreeMap<usize, Vec<usize>>>,
    /// Branches that are too deep to be written where they fork.
    deferred: Vec<usize>,
}

impl<'v> Forks<'v> {
    pub(super) fn new(view: &'v ConversationView, conversation: usize) -> Self {
        let mut is_shown = vec![false; view.branches.len() + 1];
        // A branch follows the one that it leaves.
        for (index, branch) in view.branches.iter().enumerate().rev() {
            let is_own = !branch.messages.is_empty() || is_shown.get(index + 1) == Some(&true);
            for index in [index + 1, branch.parent] {
                is_shown.get_mut(index).into_iter().for_each(|it| *it |= is_own);
            }
        }
        let mut children: Vec<BTreeMap<usize, Vec<usize>>> = vec![BTreeMap::new(); view.branches.len() + 1];
        for (branch, index) in view.branches.iter().zip(1..) {
            if let (Some(true), Some(own)) = (is_shown.get(index), children.get_mut(branch.parent)) {
                own.entry(branch.after).or_default().push(index);
            }
        }
        Self { view, conversation, children, deferred: Vec::new() }
    }

    /// The messages, with the branches that leave them.
    pub(super) fn messages(&mut self, out: &mut String) {
        self.sequence(0, 0, out);
        while let Some(index) = self.deferred.pop() {
            self.branch(index, 1, true, out);
        }
    }

    fn sequence(&mut self, index: usize, depth: usize, out: &mut String) {
        let messages = match index.checked_sub(1) {
            None => self.view.messages.as_slice(),
            Some(branch) => self.view.branches.get(branch).map_or(&[][..], |branch| &branch.messages),
        };
        let mut forks = self.children.get_mut(index).map(std::mem::take).unwrap_or_default();
        for message in messages {
            let after = forks.split_off(&message.number);
            for (number, branches) in std::mem::replace(&mut forks, after) {
                self.fork(index, number, &branches, depth, out);
            }
            self.message(message, index, out);
        }
        for (number, branches) in forks {
            self.fork(index, number, &branches, depth, out);
        }
    }

    fn message(&self, message: &MessageView, branch: usize, out: &mut String) {
        let (id, within) = match branch {
            0 => (format!("c{}m{}", self.conversation, message.number), String::new()),
            _ => (self.place(branch, message.number), format!(", branch {}", branch + 1)),
        };
        if let Some((other, number)) = message.same_as {
            let place = self.place(other, number);
            out.push_str(&format!(
                "<p class=\"about\" id=\"{id}\">{}: the same as <a href=\"#{place}\">message {number}</a> above</p>\n",
                message.number
            ));
            return;
        }
        message_html(message, &id, &within, out);
    }

    /// The id of a message in the page.
    fn place(&self, branch: usize, number: usize) -> String {
        if branch == 0 {
            format!("c{}m{number}", self.conversation)
        } else {
            format!("c{}b{}m{number}", self.conversation, branch + 1)
        }
    }

    /// Branches that leave another one at the same message.
    fn fork(&mut self, index: usize, after: usize, branches: &[usize], depth: usize, out: &mut String) {
        if depth >= DEEPEST {
            self.deferred.extend(branches.iter().rev());
            return;
        }
        let view = self.view;
        let get = |index: &usize| index.checked_sub(1).and_then(|index| view.branches.get(index));
        let is_apart = |index: &&usize| get(index).is_some_and(|branch| is_apart(&branch.about));
        let is_earlier = |index: &&usize| get(index).is_some_and(|branch| branch.is_earlier);
        let ways: Vec<_> = branches.iter().filter(|index| !is_apart(index)).collect();
        if !ways.is_empty() {
            let label = if after == 0 {
                "Branches from the beginning".to_owned()
            } else {
                format!("Branches after message {after}")
            };
            out.push_str(&format!("<div class=\"fork\" role=\"group\" aria-label=\"{label}\">\n"));
            let earlier = ways.iter().filter(|index| is_earlier(index));
            for index in earlier.chain(ways.iter().filter(|index| !is_earlier(index))) {
                self.branch(**index, depth + 1, false, out);
            }
            out.push_str("</div>\n");
            if let Some(main) = view.main.as_ref().filter(|main| index == 0 && main.kind == "answer") {
                out.push_str(&format!("<p class=\"about\">{}</p>\n", words(main)));
            }
        }
        for index in branches.iter().filter(is_apart) {
            self.branch(*index, depth + 1, false, out);
        }
    }

    fn branch(&mut self, index: usize, depth: usize, is_deferred: bool, out: &mut String) {
        let Some(branch) = index.checked_sub(1).and_then(|index| self.view.branches.get(index)) else { return };
        let class = if branch.is_earlier && !is_deferred { "branch earlier" } else { "branch" };
        out.push_str(&format!(
            "<details class=\"{class}\" id=\"c{}b{}\"><summary>{}</summary>\n",
            self.conversation,
            index + 1,
            words(&branch.about)
        ));
        if is_deferred {
            let place = self.place(branch.parent, branch.after);
            out.push_str(&format!(
                "<p class=\"about\">goes on after <a href=\"#{place}\">message {}</a></p>\n",
                branch.after
            ));
        }
        self.sequence(index, depth, out);
        out.push_str("</details>\n");
    }

    /// The list of all branches, as a tree; empty if there is only one.
    pub(super) fn list(&self, out: &mut String) {
        let Some(main) = self.view.main.as_ref().filter(|_| !self.view.branches.is_empty()) else { return };
        let count = branches(self.view.branches.len() + 1);
        out.push_str(&format!(
            "<nav class=\"branches\" aria-label=\"Branches\"><details><summary>{count}</summary>\n<ul>\n<li>"
        ));
        self.entry(main, &self.view.messages, 0, out);
        let mut depth = 0;
        let mut waiting: Vec<(usize, usize)> = self.below(0, 1);
        while let Some((index, wanted)) = waiting.pop() {
            let Some(branch) = index.checked_sub(1).and_then(|index| self.view.branches.get(index)) else { continue };
            if wanted > depth {
                out.push_str("\n<ul>\n<li>");
                depth += 1;
            } else {
                out.push_str("</li>\n");
                out.push_str(&"</ul></li>\n".repeat(depth - wanted));
                out.push_str("<li>");
                depth = wanted;
            }
            self.entry(&branch.about, &branch.messages, index, out);
            waiting.extend(self.below(index, (wanted + 1).min(DEEPEST)));
        }
        out.push_str("</li>\n");
        out.push_str(&"</ul></li>\n".repeat(depth));
        out.push_str("</ul>\n</details></nav>\n");
    }

    /// The branches that leave another one, in reverse order, with the depth of their entries.
    fn below(&self, index: usize, depth: usize) -> Vec<(usize, usize)> {
        let own = self.children.get(index).into_iter().flat_map(BTreeMap::values).flatten();
        let mut own: Vec<_> = own.map(|index| (*index, depth)).collect();
        own.reverse();
        own
    }

    fn entry(&self, about: &ShownBranch, messages: &[MessageView], index: usize, out: &mut String) {
        // A browser unfolds the elements that contain the target of a link.
        let place = match messages.first() {
            Some(first) => self.place(index, first.number),
            None => format!("c{}b{}", self.conversation, index + 1),
        };
        out.push_str(&format!("<a href=\"#{place}\">{}</a>", words(about)));
    }
}

/// A sub-agent, or messages of no branch: there is no alternative.
fn is_apart(about: &ShownBranch) -> bool {
    matches!(about.kind, "sidechain" | "in no branch")
}

/// `abandoned · leaf:1 · 2 messages · Thanks (abandoned wording)`
fn words(about: &ShownBranch) -> String {
    let names = [about.leaf.map(|leaf| format!("leaf:{leaf}")), about.name.clone()];
    let kind = if about.kind == "sidechain" { "sub-agent" } else { about.kind };
    let mut words = vec![kind.to_owned()];
    words.extend(names.into_iter().flatten().filter(|name| name != kind));
    words.push(text::count(about.own as u64, "message"));
    words.extend(about.last_time.as_ref().map(|time| format!("until {time}")));
    let beginning = about.first.as_ref().map(|first| first.beginning.clone()).filter(|text| !text.is_empty());
    words.extend(beginning);
    escaped(&words.join(" · "))
}
