//! Filters the displayed messages and parts.

use super::ShowOptions;
use super::view::{ConversationView, MessageView, PartView, SpeakerKind};

/// Messages of a speaker, or parts of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowOnly {
    /// Messages of this speaker.
    Speaker(SpeakerKind),
    /// Texts and refusals.
    Text,
    /// Reasoning.
    Reasoning,
    /// Tool calls.
    Calls,
    /// Tool results.
    Results,
    /// Images, audio, video and documents.
    Media,
}

impl ShowOnly {
    fn has(self, message: &MessageView, part: &PartView) -> bool {
        match self {
            Self::Speaker(speaker) => message.speaker == speaker,
            Self::Text => matches!(part, PartView::Text(_) | PartView::Refusal(_)),
            Self::Reasoning => matches!(part, PartView::Reasoning { .. }),
            Self::Calls => matches!(part, PartView::Call(_)),
            Self::Results => matches!(part, PartView::Result(_)),
            Self::Media => matches!(part, PartView::Media(_)),
        }
    }
}

impl ConversationView {
    /// Removes everything else. False if nothing is left.
    pub(super) fn keep(&mut self, options: &ShowOptions) -> bool {
        let (only, grep) = (&options.only, options.grep.as_deref());
        if !only.is_empty() {
            for message in self.messages_mut() {
                let mut parts = std::mem::take(&mut message.parts);
                parts.retain(|part| only.iter().any(|it| it.has(message, part)));
                message.parts = parts;
            }
        }
        if let Some(wanted) = grep {
            let is_exact = wanted.chars().any(char::is_uppercase);
            let has = |text: &str| text.contains(wanted) || (!is_exact && text.to_lowercase().contains(wanted));
            self.retain(|message| message.parts.iter().any(|part| part.texts().into_iter().any(has)));
        }
        if only.is_empty() && grep.is_none() {
            return true;
        }
        if !only.is_empty() {
            self.retain(|message| !message.parts.is_empty());
        }
        self.messages_mut().next().is_some()
    }

    fn retain(&mut self, is_kept: impl Fn(&MessageView) -> bool) {
        self.messages.retain(&is_kept);
        for branch in &mut self.branches {
            branch.messages.retain(&is_kept);
        }
    }
}
