//! Messages as numbers, for finding records without keeping the texts of all of them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::hash::{BuildHasher as _, Hash, Hasher};

use foldhash::quality::RandomState;

use super::facts::{Built, FactMaker, Val};
use super::hash::QuickHash;
use super::names::CallNames;
use super::options::{Class, Ignore};
use crate::json::Text;
use crate::model::Message;

/// Makes the numbers of texts that are not kept.
#[derive(Debug)]
pub(super) struct TextNumbers {
    lasting: QuickHash,
    /// Ranks are not needed where they are 0.
    has_ranks: bool,
    buffer: RefCell<Vec<u8>>,
}

impl TextNumbers {
    fn rank(&self, bytes: &[u8]) -> u64 {
        if self.has_ranks { self.lasting.of(bytes) } else { 0 }
    }
}

/// The bytes of a text, whose hash is not that of a file with the same bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextBytes<'t>(pub(super) &'t [u8]);

impl Hash for TextBytes<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.0);
        state.write_u8(0xff);
    }
}

/// The numbers of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MessageNumbers {
    /// Those of [`Built`].
    pub(super) exact: u64,
    pub(super) content: u64,
    /// The key of the text, which is the same in each run.
    pub(super) rank: u64,
    /// It is paired by what it says, not by its neighbours.
    pub(super) says_something: bool,
}

impl FactMaker {
    /// Makes facts without texts, which are empty.
    pub(super) fn of_numbers(hasher: RandomState, ignore: Ignore) -> Self {
        let numbers = TextNumbers { lasting: QuickHash::lasting(), has_ranks: true, buffer: RefCell::default() };
        Self { numbers: Some(numbers), ..Self::new(hasher, ignore) }
    }

    /// Whether the messages from now on need ranks.
    pub(super) fn rank_messages(&mut self, is_wanted: bool) {
        if let Some(numbers) = &mut self.numbers {
            numbers.has_ranks = is_wanted;
        }
    }

    /// The numbers of a message.
    pub(super) fn message_numbers<'c>(&mut self, message: &'c Message<'c>, names: &CallNames<'c>) -> MessageNumbers {
        if let Some(numbers) = self.plain_numbers(message) {
            return numbers;
        }
        let built = self.message(message, names);
        let is_result = |name| name == "result";
        let says_something =
            built.pieces.iter().any(|piece| !is_result(piece.name)) || built.calls(self.hasher).is_some();
        MessageNumbers { exact: built.exact, content: built.content, rank: rank(&built), says_something }
    }

    /// The same for a message that is a text, as most are. No facts are made for it.
    fn plain_numbers(&self, message: &Message<'_>) -> Option<MessageNumbers> {
        let text = message.plain_text().filter(|it| !it.text.is_empty())?;
        let (key, rank) = self.text_numbers(&text.text)?;
        let hash = self.hasher;
        let piece = hash.hash_one("text").wrapping_add(self.fact_key("text", key, false));
        let role = hash.hash_one(message.role.name().as_ref());
        let exact = hash.hash_one((hash.hash_one((role, hash.hash_one("message"))), piece));
        let content = hash.hash_one((role, hash.hash_one((0_u64, piece))));
        Some(MessageNumbers { exact, content, rank, says_something: true })
    }

    /// A text as a fact has it, and its rank.
    pub(super) fn kept<'c>(&self, text: Cow<'c, str>) -> (Cow<'c, str>, u64) {
        match &self.numbers {
            Some(numbers) => (Cow::Borrowed(""), numbers.rank(text.as_bytes())),
            None => (text, 0),
        }
    }

    /// The key and the rank of a text; `None` if it is kept, or needed for its key.
    pub(super) fn text_numbers(&self, text: &Text<'_>) -> Option<(u64, u64)> {
        let numbers = self.numbers.as_ref().filter(|_| !self.ignore.has(Class::Whitespace))?;
        let mut buffer = numbers.buffer.borrow_mut();
        // Most texts are spelled in the usual way, so they are not decoded.
        let (bytes, has_half) = text.canonical_in(&mut buffer);
        let key = self.hasher.hash_one(TextBytes(bytes));
        Some((if has_half { self.half_key(key) } else { key }, numbers.rank(bytes)))
    }

    /// Half of a surrogate pair differs from text that spells its escape.
    pub(super) fn half_key(&self, key: u64) -> u64 {
        self.hasher.hash_one((key, "half"))
    }
}

/// The key of the text of a message, which is the same in each run.
fn rank(built: &Built<'_>) -> u64 {
    let facts = built.pieces.iter().flat_map(|piece| &piece.facts).filter(|fact| fact.class == Class::Content);
    facts.fold(0_u64, |sum, fact| match &fact.val {
        Val::Text(_) | Val::Json(_) => sum.rotate_left(7) ^ fact.rank,
        Val::Media(_) => sum,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;
    use crate::json::Tape;
    use crate::op::reader::Reader;
    use crate::op::records::RecordPiece;
    use crate::report::Report;
    use crate::stream::Limits;

    /// The numbers of the messages of a record, and whether each was a plain text.
    fn numbers(record: &str, maker: &mut FactMaker) -> Vec<(MessageNumbers, bool)> {
        let piece = RecordPiece { bytes: record.as_bytes(), json: record.as_bytes(), ..RecordPiece::default() };
        let mut reader = Reader::new(None::<&'static Format>, false, Limits::default());
        let (_, conversation, _) = reader.read(&piece, &mut Report::keeping(0)).unwrap();
        let names = CallNames::of(&conversation);
        let made = conversation.messages.iter().map(|message| {
            let quick = maker.message_numbers(message, &names);
            let built = maker.message(message, &names);
            assert_eq!((quick.exact, quick.content, quick.rank), (built.exact, built.content, rank(&built)));
            (quick, message.plain_text().is_some())
        });
        made.collect()
    }

    #[test]
    fn plain_messages_have_the_numbers_of_their_facts() {
        let mut maker = FactMaker::of_numbers(RandomState::default(), Ignore::default());
        let plain =
            r#"{"messages":[{"role":"user","content":"caf\u00e9 \ud800\n"},{"role":"assistant","content":"x"}]}"#;
        let parts = r#"{"messages":[{"role":"user","content":[{"type":"text","text":"café \ud800\u000a"}]},{"role":"assistant","content":"\u0078"}]}"#;
        let (plain, parts) = (numbers(plain, &mut maker), numbers(parts, &mut maker));
        assert!(plain.iter().all(|(_, is_plain)| *is_plain) && !parts[0].1);
        let only = |found: &[(MessageNumbers, bool)]| found.iter().map(|(it, _)| *it).collect::<Vec<_>>();
        assert_eq!(only(&plain), only(&parts), "however it is spelled");
        let calls = r#"{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\": 1}"}}]},{"role":"tool","tool_call_id":"c","content":""},{"role":"user","content":""}]}"#;
        let found = numbers(calls, &mut maker);
        let says: Vec<_> = found.iter().map(|(it, _)| it.says_something).collect();
        assert_eq!(says, [true, true, false]);
        assert!(Tape::new().parse(calls).is_ok());
    }
}
