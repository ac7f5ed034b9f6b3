//! Records of other formats in a container of the target's program: a pile or a flow of lionpride.
//!
//! Each branch is lowered as a separate conversation. Branches share their beginning, and equal messages at the same
//! position are one message of the flow.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::super::edit::with_edits;
use super::super::ids::renew;
use super::super::records::RecordPiece;
use super::super::repair::repair;
use super::super::select_branch::{ChosenBranch, selected};
use super::worker::ConvertWorker;
use crate::format::{Container, Containing, Fact, Format, NamedBranch, WriteOptions, Writing, write_paired};
use crate::json::{At, Edit, Layout, Node, Out, Tape, quoted, sort_edits};
use crate::model::{BranchKind, Conversation, uuid_v5};
use crate::report::{Diagnostic, Refused, Report, loss};
use crate::rule::pairs::PairedCalls;
use crate::rule::require;

/// The messages of all branches, each once.
#[derive(Default)]
struct BranchMessages {
    items: Vec<String>,
    by_id: HashMap<String, usize>,
    branches: Vec<NamedBranch>,
}

impl BranchMessages {
    /// Adds the list of messages of a branch.
    fn add(&mut self, name: String, list: &str, tape: &mut Tape) -> Result<(), Refused> {
        let root = tape.parse(list).map_err(|error| Refused::json(&error))?;
        let mut renamed: HashMap<String, String> = HashMap::new();
        let mut order = Vec::with_capacity(root.len());
        for item in root.items() {
            let id = item.get("id").and_then(|id| id.text()).map(|id| id.decode().into_owned()).unwrap_or_default();
            let text = with_ids(item, &id, &renamed);
            let place = match self.by_id.get(&id) {
                Some(place) if self.items.get(*place) == Some(&text) => *place,
                None => self.push(id, text),
                // An id that was generated for a message at this position of its branch.
                Some(_) => {
                    let new = uuid_v5(&Uuid::NAMESPACE_OID, format!("{name} {id}").as_bytes()).to_string();
                    renamed.insert(id.clone(), new.clone());
                    let text = with_ids(item, &id, &renamed);
                    match self.by_id.get(&new) {
                        Some(place) => *place,
                        None => self.push(new, text),
                    }
                }
            };
            order.push(place);
        }
        self.branches.push(NamedBranch { name, order });
        Ok(())
    }

    fn push(&mut self, id: String, text: String) -> usize {
        self.by_id.insert(id, self.items.len());
        self.items.push(text);
        self.items.len() - 1
    }
}

fn main_or_number(index: usize) -> String {
    if index == 0 { "main".to_owned() } else { format!("branch_{index}") }
}

/// A message whose id and call id may differ in this branch.
fn with_ids(item: Node<'_, '_>, id: &str, renamed: &HashMap<String, String>) -> String {
    let start = item.span().start;
    let mut edits = Vec::new();
    let mut replace = |node: Option<Node<'_, '_>>, old: &str| {
        if let (Some(node), Some(new)) = (node, renamed.get(old)) {
            let mut span = node.span();
            (span.start, span.end) = (span.start - start, span.end - start);
            edits.push(Edit { span, text: quoted(new) });
        }
    };
    replace(item.get("id"), id);
    let request = item.get("content").and_then(|content| content.get("request_id"));
    let old = request.and_then(|id| id.text()).map(|id| id.decode().into_owned()).unwrap_or_default();
    replace(request, &old);
    sort_edits(&mut edits);
    with_edits(item.raw(), edits)
}

impl ConvertWorker<'_> {
    /// Writes all branches of a record as one record.
    pub(super) fn flow(
        &mut self,
        piece: &RecordPiece<'_>,
        mut conversation: Conversation<'_>,
        format: &'static Format,
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        // Messages that branches share get one new id.
        renew(&mut conversation, options.content.ids, options.to.policy.has(Fact::MessageIds), &mut self.part);
        let branches = conversation.branches.iter().zip(0..);
        let own = branches.filter(|(branch, _)| !matches!(branch.kind, BranchKind::Sidechain | BranchKind::Part));
        let places: Vec<usize> = own.map(|(_, place)| place).collect();
        if places.is_empty() {
            self.speak(&mut conversation, format);
            return self.contained(piece, vec![("main".to_owned(), conversation)], format);
        }
        let mut all = Vec::with_capacity(places.len());
        for index in &places {
            let branch = conversation.branches.get(*index);
            // The last message identifies the only path through a session.
            let is_named = places.len() > 1 || branch.is_some_and(|branch| branch.kind == BranchKind::Stored);
            let name = branch.filter(|_| is_named).and_then(|branch| branch.name.as_ref().or(branch.id.as_ref()));
            let name = name.map_or_else(|| main_or_number(*index), |name| name.decode().into_owned());
            let chosen =
                ChosenBranch { index: *index, written: &places, is_effective: options.selection.branches.is_effective };
            let mut report = Report::keeping(u64::MAX);
            all.push((name, selected(&conversation, chosen, &mut report)));
            // The target supports branches.
            report.drain().filter(|finding| finding.code != &loss::BRANCH).for_each(|found| self.report(found));
            if let Some((_, branch)) = all.last_mut() {
                self.speak(branch, format);
            }
        }
        self.contained(piece, all, format)
    }

    /// Writes conversations, each with a name, as the branches of one record.
    pub(super) fn contained(
        &mut self,
        piece: &RecordPiece<'_>,
        conversations: Vec<(String, Conversation<'_>)>,
        format: &'static Format,
    ) -> Result<(), Refused> {
        let options = self.plan.options;
        let to = options.to;
        let Some(program) = to.program else {
            let why = format!("{} has no such container", to.name);
            return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), why));
        };
        let first = conversations.first().map(|(_, conversation)| conversation);
        let source = first.map(|conversation| conversation.source).unwrap_or_default();
        let kept_id = |conversation: &Conversation<'_>| {
            let id = conversation.id.as_ref()?.decode().into_owned();
            to.shape.ids.and_then(|ids| (ids.normal)(&id)).map(|_| id)
        };
        let id = first.and_then(kept_id);
        let mut messages = BranchMessages::default();
        let (mut seen, mut tape) = (HashSet::new(), Tape::new());
        for (name, mut conversation) in conversations {
            let mut report = Report::keeping(u64::MAX);
            if options.content.repair {
                let _ = repair(&mut conversation, to, &mut self.reader.scratch, &mut report);
            }
            if format.name != to.name {
                conversation.leave_service();
            }
            if id.is_some() {
                conversation.id = None;
            }
            let list = self.list_of(&conversation, &mut report)?;
            messages.add(name, &list, &mut tape)?;
            // Losses that several branches share are reported once.
            let is_first = seen.is_empty();
            let mut fresh = Vec::new();
            for finding in report.kept() {
                if seen.insert((finding.code.id, finding.at, finding.message.clone())) {
                    fresh.push(finding.clone());
                }
            }
            if is_first {
                self.part.append(&mut report);
            } else {
                for finding in fresh {
                    self.report(finding);
                }
            }
        }
        let list = format!("[{}]", messages.items.join(","));
        let container = options.write.container;
        let containing = Containing { container, branches: &messages.branches, id: id.as_deref(), source };
        let mut text = edited(&list, &mut tape, |root| (program.contain)(root, &containing))?;
        if let Some(mode) = options.write.mode {
            let part = &mut self.part;
            text = edited(&text, &mut tape, |root| (program.form)(root, mode, part))?;
        }
        self.draft.start_value();
        self.draft.verbatim(&text);
        self.finish_draft(piece);
        Ok(())
    }

    fn report(&mut self, found: Diagnostic) {
        self.part.add_as(found.code, found.severity, found.at, || found.message);
    }

    /// The list of messages in the target's format.
    fn list_of(&mut self, conversation: &Conversation<'_>, report: &mut Report) -> Result<String, Refused> {
        let options = self.plan.options;
        let write = WriteOptions { container: Container::List, mode: None, ..options.write };
        let paired = PairedCalls::new(conversation);
        require(options.to.rules.requires, &paired, false)?;
        let mut out = Out::new(Layout::Compact);
        out.start_value();
        let mut writing = Writing::new(&mut out, report, &write, &mut self.reader.scratch);
        write_paired(options.to, &paired, &mut writing)?;
        Ok(String::from_utf8(out.as_bytes().to_vec()).unwrap_or_default())
    }
}

fn edited(text: &str, tape: &mut Tape, edits: impl FnOnce(Node<'_, '_>) -> Vec<Edit>) -> Result<String, Refused> {
    let root = tape.parse(text).map_err(|error| Refused::json(&error))?;
    let mut edits = edits(root);
    sort_edits(&mut edits);
    Ok(with_edits(text, edits))
}
