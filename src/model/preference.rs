//! Answers at the end of a conversation that data sets of preferences compare or rate.
//!
//! `{"prompt":[…],"chosen":[…],"rejected":[…]}`: the conversation is the prompt with the chosen answer, and the rejected one is
//! another answer to the same prompt. `{"prompt":[…],"completion":[…],"label":false}`: one answer, which is rated.

use super::conversation::Conversation;
use super::dump::same;
use super::message::Message;
use crate::json::{At, Raw, Span};

/// What is known about the answers at the end of a conversation.
#[derive(Clone, Debug, Default)]
pub struct Preference<'a> {
    /// The index of the first message of the answer in [`Conversation::messages`]; those before are the prompt.
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
    /// The bytes of the value that holds it.
    pub span: Span,
    /// Its messages.
    pub messages: Vec<Message<'a>>,
    /// Where they start in [`Conversation::messages`], after [`Conversation::append_other_answers`].
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

impl<'a> Conversation<'a> {
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

    /// Compares the conversation with a worse one, of which `span` are the bytes: the messages that both begin with are the
    /// prompt. An answer may be empty, but not both of them.
    pub fn compare_with(&mut self, mut worse: Vec<Message<'a>>, span: Span) {
        let one = |message: &Message<'a>| Conversation { messages: vec![message.clone()], ..Conversation::default() };
        let (own, other) = (self.messages.len(), worse.len());
        let most = own.min(other).min(own.max(other).saturating_sub(1));
        let pairs = self.messages.iter().zip(&worse).take(most);
        let start = pairs.take_while(|(a, b)| same(&one(a), &one(b))).count();
        self.set_pair(start, worse.split_off(start), span);
    }

    /// Makes the messages from `start` on the better one of two answers. `span`: the bytes of the worse one.
    pub fn set_pair(&mut self, start: usize, worse: Vec<Message<'a>>, span: Span) {
        let chosen = self.messages.get(start).map(|answer| Rating::of_pair(true, answer.at));
        let rating = Rating::of_pair(false, At::byte(span.start));
        let others = vec![Answer { span, messages: worse, start: 0, rating }];
        let rating = chosen.unwrap_or_default();
        self.preference = Some(Box::new(Preference { start, rating, others, ..Preference::default() }));
    }

    /// The conversation with another of its answers at its end, and no others.
    #[must_use]
    pub fn with_answer(&self, answer: &Answer<'a>) -> Self {
        let mut other = self.clone();
        let Some(preference) = &mut other.preference else { return other };
        other.messages.truncate(preference.start);
        other.messages.extend(answer.messages.iter().cloned());
        preference.rating = answer.rating.clone();
        preference.steps.clear();
        preference.others.clear();
        other
    }
}
