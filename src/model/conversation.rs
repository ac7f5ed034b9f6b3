//! A conversation with its messages, tools and requested output.

use super::branch::{Branch, BranchStep, Compaction};
use super::extras::Extras;
use super::message::Message;
use super::output::OutputRequest;
use super::part::Part;
use super::preference::{Answer, Preference};
use super::source::{EarlierMessages, RecordSource};
use super::tool::{Arguments, ToolCall, ToolSpec};
use crate::json::{At, RecordText, Text};

/// One conversation: messages in order, the tools offered to the model, and all other fields.
#[derive(Clone, Debug, Default)]
pub struct Conversation<'a> {
    /// The record it was read from.
    pub source: RecordSource<'a>,
    /// The format it was read from.
    pub origin: &'static str,
    /// The id of the conversation.
    pub id: Option<Text<'a>>,
    /// Where the id was.
    pub id_at: At,
    /// The messages.
    pub messages: Vec<Message<'a>>,
    /// Sequences of the messages; empty if there is only one, with all messages in order.
    pub branches: Vec<Branch<'a>>,
    /// Conversations of sub-agents that the record holds whole.
    pub sidechains: Option<Box<Sidechains<'a>>>,
    /// Answers at its end that are compared or rated.
    pub preference: Option<Box<Preference<'a>>>,
    /// The tools the model may call.
    pub tools: Vec<ToolSpec<'a>>,
    /// The requested structure of the answer.
    pub output: Option<Box<OutputRequest<'a>>>,
    /// Unknown fields.
    pub extras: Extras<'a>,
}

/// Conversations of sub-agents in a member of the record, which is among the unknown fields as well: only its own format
/// writes it back.
#[derive(Clone, Debug, Default)]
pub struct Sidechains<'a> {
    /// The place of the member.
    pub at: At,
    /// The conversations, each with its place.
    pub conversations: Vec<(At, Conversation<'a>)>,
}

impl<'a> Conversation<'a> {
    /// Takes the conversations of sub-agents out, and the member that contains them.
    pub fn take_sidechains(&mut self) -> Vec<(At, Self)> {
        let Some(sidechains) = self.sidechains.take() else { return Vec::new() };
        self.extras.retain(|extra| extra.at != sidechains.at);
        let mut conversations = sidechains.conversations;
        for (_, conversation) in &mut conversations {
            let RecordSource { shape, quirks, .. } = conversation.source;
            conversation.source = RecordSource { shape, quirks, ..self.source };
        }
        conversations
    }

    /// The place of a text in the record, or else the place `at` of its parent: `/messages/0/name` and `/messages/0`.
    #[must_use]
    pub fn place(&self, text: &Text<'_>, at: At) -> At {
        text.token().map_or(at, |token| self.place_of(token, at))
    }

    /// The place of the arguments of a call.
    #[must_use]
    pub fn place_of_arguments(&self, call: &ToolCall<'_>) -> At {
        match &call.arguments {
            Arguments::Encoded(text) => self.place(text, call.at),
            Arguments::Object(raw) => self.place_of(raw.as_str(), call.at),
        }
    }

    fn place_of(&self, text: &str, at: At) -> At {
        // A text before `at` is not a member of it: a call may have the id of its message.
        let span =
            RecordText::new(self.source.text).span_of(text).filter(|span| at.offset().is_none_or(|at| at < span.start));
        let Some(span) = span else { return at };
        // A string begins with its quote.
        let before = span.start.checked_sub(1);
        At::byte(before.filter(|&at| self.source.text.as_bytes().get(at) == Some(&b'"')).unwrap_or(span.start))
    }

    /// True for a recorded answer of a service, which has no messages after it.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        matches!(self.source.shape, "response" | "completion" | "batch-result")
    }

    /// Marks that the target is another service than the one that stores the earlier messages.
    pub fn leave_service(&mut self) {
        let earlier = &mut self.source.quirks.earlier;
        if *earlier == EarlierMessages::AtService {
            *earlier = EarlierMessages::LeftBehind;
        }
    }

    /// All parts of all messages, in order, without those inside tool results.
    pub fn parts(&self) -> impl Iterator<Item = &Part<'a>> {
        self.messages.iter().flat_map(|message| &message.parts)
    }

    /// The other answers of the conversation.
    #[must_use]
    pub fn other_answers(&self) -> &[Answer<'a>] {
        self.preference.as_ref().map_or(&[], |preference| &preference.others)
    }

    /// All messages: those of the conversation, and those of its other answers.
    pub fn all_messages(&self) -> impl Iterator<Item = &Message<'a>> {
        self.messages.iter().chain(self.other_answers().iter().flat_map(|answer| &answer.messages))
    }

    /// Moves the messages of the other answers after those of the conversation, so that all are in one list.
    pub fn append_other_answers(&mut self) {
        let Some(preference) = &mut self.preference else { return };
        for answer in &mut preference.others {
            answer.start = self.messages.len();
            self.messages.append(&mut answer.messages);
        }
    }

    /// All steps of a branch: those of its stem, and its own.
    #[must_use]
    pub fn steps(&self, branch: usize) -> Vec<&BranchStep<'a>> {
        self.pieces(branch).into_iter().flat_map(|(branch, count)| branch.order.iter().take(count)).collect()
    }

    /// The last compaction of a branch, that of its stem included.
    #[must_use]
    pub fn last_compaction(&self, branch: usize) -> Option<&Compaction> {
        let mut end = self.pieces(branch).iter().map(|(_, count)| count).sum::<usize>() + 1;
        for (piece, _) in self.pieces(branch).into_iter().rev() {
            // What comes directly after the stem is a matter of each branch.
            if let Some(found) = piece.compactions.iter().rfind(|compaction| compaction.steps < end) {
                return Some(found);
            }
            end = end.min(piece.stem.map_or(0, |stem| stem.steps));
        }
        None
    }

    /// The branches whose own steps make up a branch, each with the number of its own steps that are in it.
    fn pieces(&self, branch: usize) -> Vec<(&Branch<'a>, usize)> {
        let mut pieces = Vec::new();
        let (mut index, mut until) = (branch, usize::MAX);
        while let Some(found) = self.branches.get(index) {
            // A stem is in a branch before this one, so this ends.
            let stem = found.stem.filter(|stem| stem.branch < index);
            let before = stem.map_or(0, |stem| stem.steps);
            pieces.push((found, until.saturating_sub(before).min(found.order.len())));
            let Some(stem) = stem else { break };
            (index, until) = (stem.branch, stem.steps.min(until));
        }
        pieces.reverse();
        pieces
    }
}
