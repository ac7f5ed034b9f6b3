//! The counts of a batch of conversations.

use std::collections::BTreeMap;

use super::lengths::{Lengths, StatsPlace};
use super::named::{Addable, NamedCounts};
use super::scripts::ScriptCounter;
use super::tokens::{TokenCounts, tokens_of};
use crate::format::{Fact, Format, epoch_seconds};
use crate::json::Tape;
use crate::model::{Conversation, Hosted, HostedOutcome, Media, MediaSource, Message, Part};
use crate::op::content_items::{ContentItem, each_content_item};
use crate::op::model_names::model_names;
use crate::rule::pairs::CallPairs;
use crate::rule::sniff;

/// Counts of conversations.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Conversations.
    pub conversations: u64,
    /// Messages, by role.
    pub roles: NamedCounts<RoleCounts>,
    /// Calls and results, by tool.
    pub tools: NamedCounts<ToolCounts>,
    /// Conversations, by model: a conversation with two models is counted twice.
    pub models: NamedCounts<u64>,
    /// Media files, by type.
    pub media: NamedCounts<MediaCounts>,
    /// Letters, by script.
    pub scripts: BTreeMap<&'static str, u64>,
    /// Tokens, as counted by services.
    pub tokens: TokenCounts,
    /// Messages of conversations.
    pub messages: Lengths,
    /// Characters of conversations.
    pub characters: Lengths,
    /// Characters of messages.
    pub message_characters: Lengths,
    /// The times of messages.
    pub times: TimeSpan,
}

/// Messages of a role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoleCounts {
    /// The messages.
    pub messages: u64,
    /// Their characters.
    pub characters: u64,
}

/// Calls of a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolCounts {
    /// The calls.
    pub calls: u64,
    /// The results.
    pub results: u64,
    /// Results that are marked as errors.
    pub errors: u64,
    /// Results in formats that mark errors. For the others, it is unknown whether they failed.
    pub judged: u64,
}

/// Media files of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MediaCounts {
    /// The files.
    pub files: u64,
    /// Files whose bytes are in the conversation.
    pub embedded: u64,
    /// The number of these bytes.
    pub bytes: u64,
}

/// The times of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimeSpan {
    /// The first and the last one, in seconds since 1970.
    pub span: Option<(f64, f64)>,
    /// Conversations with a time.
    pub conversations: u64,
}

impl Addable for RoleCounts {
    fn add(&mut self, other: Self) {
        self.messages += other.messages;
        self.characters += other.characters;
    }
}

impl Addable for ToolCounts {
    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.results += other.results;
        self.errors += other.errors;
        self.judged += other.judged;
    }
}

impl Addable for MediaCounts {
    fn add(&mut self, other: Self) {
        self.files += other.files;
        self.embedded += other.embedded;
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

impl TimeSpan {
    fn add(&mut self, time: f64) {
        let (first, last) = self.span.unwrap_or((time, time));
        self.span = Some((first.min(time), last.max(time)));
    }
}

/// Counts conversations. Every thread has a separate one.
#[derive(Default)]
pub(super) struct Tally {
    /// The counts of the batch. The numbers of its inputs and of earlier records are not known yet.
    stats: Stats,
    scripts: ScriptCounter,
    /// A buffer for texts with escapes.
    buffer: String,
}

impl Tally {
    /// Counts a conversation.
    pub(super) fn add(
        &mut self,
        format: &'static Format,
        conversation: &Conversation<'_>,
        place: StatsPlace,
        scratch: &mut Tape,
    ) {
        self.stats.conversations += 1;
        let (mut characters, mut messages, mut has_time) = (0, 0, false);
        let mut rest = conversation.messages.iter().peekable();
        while let Some(first) = rest.next() {
            let mut length = self.parts(&first.parts);
            has_time |= self.time(first);
            // A message of the record may become several in the model: it is counted once, with the role of the first.
            while let Some(more) = rest.next_if(|more| more.turn.is_some() && more.turn == first.turn) {
                length += self.parts(&more.parts);
            }
            messages += 1;
            characters += length;
            self.stats.roles.add(&first.role.name(), RoleCounts { messages: 1, characters: length });
            self.stats.message_characters.add(length, StatsPlace { message: Some(messages), ..place });
        }
        self.stats.times.conversations += u64::from(has_time);
        self.stats.messages.add(messages, place);
        self.stats.characters.add(characters, place);
        self.calls(format, conversation);
        self.stats.tokens.add(tokens_of(conversation, scratch));
        for name in model_names(conversation, scratch) {
            self.stats.models.add(&name, 1);
        }
    }

    fn time(&mut self, message: &Message<'_>) -> bool {
        let time = message.details().time.as_ref().and_then(|time| epoch_seconds(&time.decode()));
        if let Some(time) = time {
            self.stats.times.add(time);
        }
        time.is_some()
    }

    /// Counts texts, arguments and media files. Returns the number of characters.
    fn parts(&mut self, parts: &[Part<'_>]) -> u64 {
        let mut characters = 0;
        each_content_item(parts, &mut |item| {
            characters += match item {
                ContentItem::Text(text) => self.scripts.add(text.decode_in(&mut self.buffer)),
                // Keys and numbers are not words of a language.
                ContentItem::Arguments(_) => item.characters(&mut self.buffer),
                ContentItem::Media(media) => {
                    self.media(media);
                    0
                }
            };
        });
        characters
    }

    fn media(&mut self, media: &Media<'_>) {
        let bytes = match &media.source {
            MediaSource::Base64(text) => {
                let text = text.decode();
                let padding = text.bytes().rev().take_while(|byte| *byte == b'=').count();
                Some(((text.len() - padding) * 3 / 4) as u64)
            }
            MediaSource::Plain(text) => Some(text.decode().len() as u64),
            MediaSource::Url(_) | MediaSource::File(_) | MediaSource::Remote { .. } => None,
        };
        let counts = MediaCounts { files: 1, embedded: u64::from(bytes.is_some()), bytes: bytes.unwrap_or_default() };
        let sniffed = || match &media.source {
            MediaSource::Base64(text) => sniff::type_of(text),
            MediaSource::Url(_) | MediaSource::File(_) | MediaSource::Remote { .. } | MediaSource::Plain(_) => None,
        };
        match &media.media_type {
            Some(declared) => self.stats.media.add(&declared.decode().to_ascii_lowercase(), counts),
            None => self.stats.media.add(sniffed().unwrap_or(media.kind.word()), counts),
        }
    }

    /// Counts calls, results, and errors if the format marks them.
    fn calls(&mut self, format: &'static Format, conversation: &Conversation<'_>) {
        let is_judged = u64::from(format.policy.has(Fact::ErrorFlag));
        for part in conversation.parts() {
            if let Part::Opaque(it) = part
                && let Some(hosted) = &it.hosted
            {
                self.stats.tools.add(hosted.tool.word(), hosted_counts(hosted));
            }
        }
        let has_calls = conversation.parts().any(|part| matches!(part, Part::Call(_) | Part::Result(_)));
        if !has_calls {
            return;
        }
        let pairs = CallPairs::of(conversation);
        for call in &pairs.calls {
            self.stats.tools.add(&call.call.name.decode(), ToolCounts { calls: 1, ..ToolCounts::default() });
        }
        for result in &pairs.results {
            let called = result.call.and_then(|call| pairs.calls.get(call)).map(|call| &call.call.name);
            let name = called.or(result.result.name.as_ref());
            let errors = u64::from(result.result.is_error());
            let counts = ToolCounts { calls: 0, results: 1, errors, judged: is_judged.max(errors) };
            self.stats.tools.add(&name.map(|name| name.decode()).unwrap_or_default(), counts);
        }
    }

    /// Adds the counts to those of the whole. `place`: maps a place in this batch to one in the whole.
    pub(super) fn move_to(&mut self, all: &mut Stats, place: impl Fn(StatsPlace) -> StatsPlace) {
        let stats = &mut self.stats;
        all.conversations += std::mem::take(&mut stats.conversations);
        all.roles.take(&mut stats.roles);
        all.tools.take(&mut stats.tools);
        all.models.take(&mut stats.models);
        all.media.take(&mut stats.media);
        all.tokens.add(std::mem::take(&mut stats.tokens));
        all.messages.take(&mut stats.messages, &place);
        all.characters.take(&mut stats.characters, &place);
        all.message_characters.take(&mut stats.message_characters, &place);
        let times = std::mem::take(&mut stats.times);
        all.times.conversations += times.conversations;
        if let Some((first, last)) = times.span {
            all.times.add(first);
            all.times.add(last);
        }
        self.scripts.move_to(&mut all.scripts);
    }
}

fn hosted_counts(hosted: &Hosted<'_>) -> ToolCounts {
    let result = hosted.result.as_ref();
    let outcome = result.and_then(|result| result.outcome).map(|(outcome, _)| outcome);
    ToolCounts {
        calls: u64::from(hosted.call.is_some()),
        results: u64::from(result.is_some()),
        errors: u64::from(outcome.is_some_and(|outcome| outcome != HostedOutcome::Succeeded)),
        judged: u64::from(outcome.is_some()),
    }
}
