//! Answers of a conversation that are compared: the messages that they begin with are the prompt.

use super::conversation::Conversation;
use super::dump::same;
use super::message::Message;
use super::preference::{Answer, Preference, Rating};
use crate::json::{At, Span};

impl<'a> Conversation<'a> {
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
