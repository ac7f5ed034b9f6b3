//! Answers at the end of a conversation that data sets of preferences compare or rate.
//!
//! `{"prompt":[…],"chosen":[…],"rejected":[…]}`: the conversation is the prompt with the chosen answer, and the rejected one is
//! another answer to the same prompt. `{"prompt":[…],"completion":[…],"label":false}`: one answer, which is rated.

use super::message::Message;
use crate::json::{At, Raw, Span};

/// What is known about the answers at the end of a conversation.
#[derive(Clone, Debug, Default)]
pub struct Preference<'a> {
    /// The index of the first message of the answer in [`Conversation::messages`](super::Conversation::messages); those before are the prompt.
    pub start: usize,
    /// The rating of that answer.
    pub rating: Rating<'a>,
    /// The ratings of its steps, one for each text, in order.
    pub steps: Vec<Verdict>,
    /// Other answers to the same prompt.
    pub others: Vec<Answer<'a>>,
}

/// Another answer to the prompt of a conversation.
#[derive(Clone, Debug, Default)]
pub struct Answer<'a> {
    /// The bytes of the value that contains it.
    pub span: Span,
    /// Its messages.
    pub messages: Vec<Message<'a>>,
    /// Where they start in [`Conversation::messages`](super::Conversation::messages), after [`Conversation::append_other_answers`](super::Conversation::append_other_answers).
    pub start: usize,
    /// Its rating.
    pub rating: Rating<'a>,
}

/// The rating of an answer.
#[derive(Clone, Debug, Default)]
pub struct Rating<'a> {
    /// Whether it is a good answer.
    pub verdict: Option<Verdict>,
    /// A number, and its place.
    pub score: Option<(Raw<'a>, At)>,
}

/// Whether an answer is good.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// It is: `chosen`, or the label `true`.
    pub is_good: bool,
    /// Where that was.
    pub at: At,
}

impl Verdict {
    /// The name of the answer among several: `chosen`, `rejected`.
    #[must_use]
    pub fn name(self) -> &'static str {
        if self.is_good { "chosen" } else { "rejected" }
    }
}

impl<'a> Preference<'a> {
    /// The ratings of all answers, its own first.
    pub fn ratings_mut(&mut self) -> impl Iterator<Item = &mut Rating<'a>> {
        std::iter::once(&mut self.rating).chain(self.others.iter_mut().map(|answer| &mut answer.rating))
    }
}

impl Rating<'_> {
    /// The rating of one of several answers that are compared.
    #[must_use]
    pub fn of_pair(is_good: bool, at: At) -> Self {
        Self { verdict: Some(Verdict { is_good, at }), score: None }
    }

    /// The name of the answer among several.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.verdict.map_or("other", Verdict::name)
    }
}
