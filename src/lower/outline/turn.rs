//! A turn of an outline: a role and blocks.

use super::block::{Block, OutlineRole};
use crate::json::{At, Text};
use crate::model::{Details, Extras, Finish, Form, Message, OneOrMany, TrainingWeight};

/// One message of the output.
#[derive(Debug)]
pub struct OutlineTurn<'c> {
    /// The place of its first message.
    pub at: At,
    /// The role.
    pub speaker: OutlineRole,
    /// The content was a list, or has to be one.
    pub is_list: bool,
    /// The form of the content in the source, which decides how absent text is written.
    pub form: Form,
    /// The blocks, in order.
    pub blocks: OneOrMany<Block<'c>>,
    /// The first message in it, or an empty message if the turn is generated.
    pub(crate) message: &'c Message<'c>,
    /// Extra fields of the message.
    pub extras: &'c Extras<'c>,
    /// Its id, if the target requires ids of messages.
    pub id: Option<Box<Text<'c>>>,
    /// The index of the message in the source.
    pub index: usize,
    /// Facts that few turns have, in a box because there is a turn for each message.
    pub(crate) rare: Option<Box<Rare<'c>>>,
    /// Its last message is a tool result.
    pub(crate) ends_in_results: bool,
}

/// Facts that few turns have.
#[derive(Debug, Default)]
pub(crate) struct Rare<'c> {
    /// The number of blocks of its first message, if it was merged from several messages.
    pub(crate) first_blocks: Option<usize>,
    pub(crate) ids: Vec<String>,
    pub(crate) name: Option<&'c Text<'c>>,
    pub(crate) finish: Option<&'c Finish<'c>>,
    pub(crate) time: Option<&'c Text<'c>>,
    pub(crate) sender: Option<&'c Text<'c>>,
    pub(crate) recipient: Option<&'c Text<'c>>,
    pub(crate) moved: Vec<Block<'c>>,
    pub(crate) weight: Option<&'c TrainingWeight<'c>>,
}

impl<'c> OutlineTurn<'c> {
    /// Generated ids of the messages that its runs of texts become, in order, for those that require one. See
    /// [`items`](super::items).
    #[must_use]
    pub fn ids(&self) -> &[String] {
        self.rare.as_ref().map_or(&[], |rare| &rare.ids)
    }

    /// The details of the message. Those that the target cannot represent are reported and must not be written.
    #[must_use]
    pub fn details(&self) -> &'c Details<'c> {
        self.message.details()
    }

    /// The format that the message was read from.
    #[must_use]
    pub fn origin(&self) -> &'static str {
        self.message.origin
    }

    /// The name of the speaker, if the target accepts it.
    #[must_use]
    pub fn name(&self) -> Option<&'c Text<'c>> {
        self.rare.as_ref()?.name
    }

    /// The finish reason, if the turn can have one.
    #[must_use]
    pub fn finish(&self) -> Option<&'c Finish<'c>> {
        self.rare.as_ref()?.finish
    }

    /// Its training weight, if the target has training weights.
    #[must_use]
    pub fn weight(&self) -> Option<&'c TrainingWeight<'c>> {
        self.rare.as_ref()?.weight
    }

    /// The time, if the target can read it.
    #[must_use]
    pub fn time(&self) -> Option<&'c Text<'c>> {
        self.rare.as_ref()?.time
    }

    /// The sender, if the target has senders and recipients.
    #[must_use]
    pub fn sender(&self) -> Option<&'c Text<'c>> {
        self.rare.as_ref()?.sender
    }

    /// The recipient, if the target has senders and recipients.
    #[must_use]
    pub fn recipient(&self) -> Option<&'c Text<'c>> {
        self.rare.as_ref()?.recipient
    }

    pub(crate) fn rare_mut(&mut self) -> &mut Rare<'c> {
        self.rare.get_or_insert_default()
    }

    /// Removes and returns the media files that its results cannot contain.
    pub(crate) fn take_moved(&mut self) -> Vec<Block<'c>> {
        self.rare.as_mut().map(|rare| std::mem::take(&mut rare.moved)).unwrap_or_default()
    }

    /// The number of blocks of its first message.
    pub(crate) fn first_blocks(&self) -> usize {
        self.rare.as_ref().and_then(|rare| rare.first_blocks).unwrap_or(self.blocks.len())
    }

    pub(crate) fn has_moved(&self) -> bool {
        self.rare.as_ref().is_some_and(|rare| !rare.moved.is_empty())
    }
}

impl OutlineTurn<'_> {
    /// True if it contains tool results.
    #[must_use]
    pub fn has_results(&self) -> bool {
        self.blocks.iter().any(Block::is_result)
    }
}
