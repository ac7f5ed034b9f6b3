//! A record that is edited, the requested changes, and the result.

use super::splice::Spliced;
use crate::format::{Format, WriteOptions};
use crate::json::{Node, Tape};
use crate::model::Conversation;
use crate::op::convert::ContentOptions;
use crate::op::migrate_ids::RecordTree;
use crate::op::select_branch::ChosenBranch;
use crate::report::{Refused, Report};

/// The changes that are requested.
#[derive(Clone, Copy, Debug)]
pub(in crate::op) struct Wanted<'w> {
    /// Only the messages of this branch are written.
    pub(in crate::op) branch: Option<ChosenBranch<'w>>,
    /// What happens to the content of the conversation.
    pub(in crate::op) content: &'w ContentOptions,
    /// Older forms of the format become current ones.
    pub(in crate::op) has_old_forms: bool,
    /// The container, and the report of the format's writer if it prints a message.
    pub(in crate::op) write: WriteOptions,
}

/// A record that was read.
#[derive(Clone, Copy)]
pub(in crate::op) struct EditRecord<'r, 't, 'a> {
    pub(in crate::op) format: &'static Format,
    pub(in crate::op) conversation: &'r Conversation<'a>,
    pub(in crate::op) root: Node<'t, 'a>,
    pub(in crate::op) text: &'a str,
    /// All values of the text together are the record.
    pub(in crate::op) is_sequence: bool,
}

impl<'t, 'a> EditRecord<'_, 't, 'a> {
    /// Its JSON, for new ids.
    pub(super) fn tree(&self) -> RecordTree<'t, 'a> {
        RecordTree { root: self.root, text: self.text }
    }
}

/// The result of editing a record.
#[derive(Debug)]
pub(in crate::op) enum Edited {
    /// Nothing was changed.
    Same,
    /// The new text.
    Text(String),
    /// The change is not an edit: the format has no list of messages, or one item contains several.
    Cannot,
}

/// The reason why a change was not applied.
#[derive(Debug)]
pub(super) enum Stop {
    /// The record is rejected.
    Refused(Refused),
    /// See [`Edited::Cannot`].
    Cannot,
}

impl From<Refused> for Stop {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// A function that applies one change.
pub(super) type EditFn<'w> =
    dyn Fn(&EditRecord<'_, '_, '_>, &mut Tape, &mut Report) -> Result<Option<Spliced>, Stop> + 'w;
