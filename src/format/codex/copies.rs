//! Events that repeat what items say: which words they have, and whether an item has them, too.
//!
//! ```json
//! {"type":"agent_message","message":"It is Friday."}
//! ```

use std::collections::HashSet;
use std::hash::BuildHasher as _;

use foldhash::quality::RandomState;

use super::line_kind::CodexLine;
use crate::json::{Node, Text};

/// Whose words they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CodexSpeaker {
    User,
    Model,
    Reasoning,
}

/// The text of an event.
#[derive(Debug)]
pub(super) struct EventWords<'t, 'a> {
    pub(super) speaker: CodexSpeaker,
    pub(super) texts: Vec<(Text<'a>, Node<'t, 'a>)>,
    /// Images of a person, as URLs.
    pub(super) images: Vec<Node<'t, 'a>>,
}

impl<'t, 'a> EventWords<'t, 'a> {
    /// The text of the payload of an event; `None` if it has none.
    pub(super) fn of(payload: Node<'t, 'a>) -> Option<Self> {
        let [kind, message, text, item] = payload.pick(&["type", "message", "text", "item"]);
        let kind = kind?.text()?;
        let kind = kind.decode();
        if kind == "item_completed" {
            return Self::of_item(item?);
        }
        let (speaker, said) = match kind.as_ref() {
            "user_message" => (CodexSpeaker::User, message?),
            "agent_message" => (CodexSpeaker::Model, message?),
            "agent_reasoning" | "agent_reasoning_raw_content" => (CodexSpeaker::Reasoning, text?),
            _ => return None,
        };
        let images = payload.get("images").filter(|_| speaker == CodexSpeaker::User);
        let images = images.iter().flat_map(Node::items).filter(Node::is_string).collect();
        Some(Self { speaker, texts: vec![(said.text()?, said)], images })
    }

    /// The text of the item in an event. Its types are spelled in several ways.
    pub(super) fn of_item(item: Node<'t, 'a>) -> Option<Self> {
        let [kind, content, text] = item.pick(&["type", "content", "text"]);
        let speaker = match plain_word(kind?).as_str() {
            "usermessage" => CodexSpeaker::User,
            "agentmessage" => CodexSpeaker::Model,
            "reasoning" => CodexSpeaker::Reasoning,
            _ => return None,
        };
        let mut words = Self { speaker, texts: Vec::new(), images: Vec::new() };
        words.add(text);
        for part in content.iter().flat_map(Node::items) {
            words.add(part.get("text"));
            let url = part.get("image_url").or(part.get("url"));
            words.images.extend(url.filter(Node::is_string));
        }
        if speaker == CodexSpeaker::Reasoning {
            let lists = [item.get("summary_text"), item.get("raw_content")];
            lists.iter().flatten().flat_map(Node::items).for_each(|text| words.add(Some(text)));
        }
        Some(words)
    }

    fn add(&mut self, node: Option<Node<'t, 'a>>) {
        if let Some(node) = node
            && let Some(text) = node.text()
        {
            self.texts.push((text, node));
        }
    }
}

/// A word without case and marks: `CommandExecution` and `command_execution` are one.
pub(super) fn plain_word(node: Node<'_, '_>) -> String {
    let text = node.text();
    let text = text.as_ref().map(Text::decode).unwrap_or_default();
    text.chars().filter(|char| *char != '_').flat_map(char::to_lowercase).collect()
}

/// What the items of a file say.
#[derive(Debug, Default)]
pub(super) struct ItemWords {
    /// Hashes of what each speaker says: the texts of a session are most of it.
    words: HashSet<u64>,
    hasher: RandomState,
    /// Ids of calls that have an output.
    pub(super) answered: HashSet<String>,
    /// An item has text of the user or the model: events are copies.
    pub(super) has_messages: bool,
    pub(super) has_reasoning: bool,
    pub(super) has_calls: bool,
}

impl ItemWords {
    pub(super) fn of(lines: &[Node<'_, '_>]) -> Self {
        let mut found = Self::default();
        for line in lines {
            match CodexLine::of(*line) {
                CodexLine::Item => found.add(line.get("payload").unwrap_or(*line)),
                // Forks and resumed sessions show what was replaced.
                CodexLine::Compacted => {
                    let history = line.get("payload").and_then(|payload| payload.get("replacement_history"));
                    for item in history.iter().flat_map(Node::items) {
                        found.add_words(item);
                    }
                }
                CodexLine::Meta
                | CodexLine::Event
                | CodexLine::Turn
                | CodexLine::Exec
                | CodexLine::Beside
                | CodexLine::Unknown
                | CodexLine::Odd => {}
            }
        }
        found
    }

    fn add(&mut self, item: Node<'_, '_>) {
        let [kind, call_id] = item.pick(&["type", "call_id"]);
        let Some(kind) = kind.and_then(|kind| kind.text()) else { return };
        let kind = kind.decode();
        self.has_reasoning |= kind == "reasoning";
        self.has_calls |= kind.ends_with("_call");
        if kind.ends_with("_output")
            && let Some(id) = call_id.and_then(|id| id.text())
        {
            self.answered.insert(id.decode().into_owned());
        }
        self.has_messages |= self.add_words(item);
    }

    /// True for a message of the user or of the model.
    fn add_words(&mut self, item: Node<'_, '_>) -> bool {
        let [kind, role, content, summary] = item.pick(&["type", "role", "content", "summary"]);
        let parts = content.iter().chain(&summary).flat_map(Node::items);
        let texts = parts.filter_map(|part| part.get("text")).chain(content).filter_map(|text| text.text());
        let texts: Vec<_> = texts.collect();
        let texts: Vec<_> = texts.iter().map(Text::decode).collect();
        let speaker = match () {
            () if kind.is_some_and(|kind| kind.is("reasoning")) => CodexSpeaker::Reasoning,
            () if role.is_some_and(|role| role.is("user")) => CodexSpeaker::User,
            () if role.is_some_and(|role| role.is("assistant")) => CodexSpeaker::Model,
            () => return false,
        };
        let is_said = match speaker {
            CodexSpeaker::Reasoning => false,
            CodexSpeaker::Model => true,
            CodexSpeaker::User => !texts.iter().all(|text| super::program_items::is_program_text(text)),
        };
        if texts.len() > 1 {
            self.words.insert(self.hash(speaker, &texts.concat()));
            self.words.insert(self.hash(speaker, &texts.join("\n")));
        }
        for text in texts {
            self.words.insert(self.hash(speaker, &text));
        }
        is_said
    }

    fn hash(&self, speaker: CodexSpeaker, text: &str) -> u64 {
        self.hasher.hash_one((speaker, text))
    }

    /// True if an item says all that the event says.
    pub(super) fn has(&self, event: &EventWords<'_, '_>) -> bool {
        event.texts.iter().all(|(text, _)| {
            let text = text.decode();
            text.is_empty() || self.words.contains(&self.hash(event.speaker, &text))
        })
    }

    /// True if items of this speaker are in the file, so that events are copies of them.
    pub(super) fn is_copied(&self, speaker: CodexSpeaker) -> bool {
        self.has_messages && (speaker != CodexSpeaker::Reasoning || self.has_reasoning)
    }
}
