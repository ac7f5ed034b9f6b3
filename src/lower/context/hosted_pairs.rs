//! Pairs calls of tools that a service ran with their results.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::model::{Conversation, Hosted, Part};

/// The message and the part.
pub(crate) type PartIndex = (usize, usize);

/// The result of each call, by place.
#[derive(Debug, Default)]
pub(crate) struct HostedPairs {
    pub(crate) results: HashMap<PartIndex, PartIndex>,
    pub(crate) answered: HashSet<PartIndex>,
    /// The ids that were written.
    pub(crate) taken: HashSet<String>,
}

impl HostedPairs {
    /// By ids; without ids, a result belongs to the last call of its tool in the same message.
    pub(crate) fn of(conversation: &Conversation<'_>) -> Self {
        let mut pairs = Self::default();
        // Calls may have the same id: then the first result with it belongs to the first call.
        let mut named: HashMap<_, VecDeque<PartIndex>> = HashMap::new();
        for (message, index) in conversation.messages.iter().zip(0..) {
            let mut last = None;
            for (part, place) in message.parts.iter().zip(0..) {
                let Some(hosted) = hosted_of(part) else { continue };
                let id = hosted.id.as_ref().map(|(id, _)| id.decode().into_owned());
                let call = match (&hosted.call, &hosted.result, id) {
                    (Some(_), None, Some(id)) => {
                        named.entry((hosted.tool, id)).or_default().push_back((index, place));
                        None
                    }
                    (Some(_), None, None) => {
                        last = Some((hosted.tool, (index, place)));
                        None
                    }
                    (None, Some(_), Some(id)) => named.get_mut(&(hosted.tool, id)).and_then(VecDeque::pop_front),
                    (None, Some(_), None) => {
                        last.take().filter(|(tool, _)| *tool == hosted.tool).map(|(_, place)| place)
                    }
                    (Some(_), Some(_), _) | (None, None, _) => None,
                };
                if let Some(call) = call {
                    pairs.results.insert(call, (index, place));
                    pairs.answered.insert((index, place));
                }
            }
        }
        pairs
    }
}

pub(crate) fn hosted_of<'p, 'a>(part: &'p Part<'a>) -> Option<&'p Hosted<'a>> {
    match part {
        Part::Opaque(it) => it.hosted.as_deref(),
        Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Media(_) | Part::Refusal(_) => {
            None
        }
    }
}
