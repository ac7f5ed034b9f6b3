//! Targets with one string for the text of a message: texts that are joined, and content that a string cannot
//! represent.

use super::hosted::drop_part;
use crate::json::{At, Raw, Text, replace_halves, short_lists};
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, FileSource, Outline, OutlineRole, OutlineTurn, RawBlock, TextBlock, TextForm};
use crate::lower::policy::{Fact, JoinedTexts, Policy, ReasoningPlace, WordsBeside};
use crate::model::{Arguments, Conversation, OneOrMany, Surrogates};
use crate::report::{Report, loss};

impl<'c> Lowering<'c, '_> {
    /// Joins the texts of each turn and of each result to one string, with separators, and reports it. Text after a
    /// call moves before it, if it cannot be between calls.
    pub(super) fn join_words(&mut self, outline: &mut Outline<'c>) {
        let Some(separator) = self.policy.text.join else { return };
        let moves = !self.policy.has(Fact::MixedOrder);
        if outline.system.len() > 1 {
            let blocks = std::mem::take(&mut outline.system);
            outline.system = self.joined(blocks.into(), separator, At::NOWHERE).into_iter().collect();
        }
        for turn in &mut outline.turns {
            let has_calls = turn.blocks.iter().any(|block| matches!(block, Block::Call(_)));
            if !self.joins(turn.speaker, has_calls) {
                continue;
            }
            if self.policy.text.beside == WordsBeside::Apart {
                self.put_words_alone(&mut turn.blocks);
            }
            for block in &mut turn.blocks {
                if let Block::Result(it) = block
                    && it.blocks.len() > 1
                {
                    it.blocks = self.joined(std::mem::take(&mut it.blocks), separator, it.result.at);
                }
            }
            if turn.blocks.len() > 1 {
                if self.policy.text.beside == WordsBeside::First {
                    self.put_words_before_files(&mut turn.blocks);
                }
                if moves {
                    self.put_words_first(&mut turn.blocks, turn.at);
                }
                turn.blocks = self.joined(std::mem::take(&mut turn.blocks), separator, turn.at);
            } else if let Some(part) = turn.blocks.first().and_then(|block| block.as_words()?.part) {
                self.drop_own(&part.extras);
            }
        }
    }

    /// True if such a message has one string for its text.
    pub(super) fn joins(&self, speaker: OutlineRole, has_calls: bool) -> bool {
        self.policy.text.join.is_some()
            && match self.policy.text.joined {
                JoinedTexts::Everywhere => true,
                JoinedTexts::NotUser => !matches!(speaker, OutlineRole::User | OutlineRole::Tool),
                JoinedTexts::System => speaker == OutlineRole::System,
                JoinedTexts::Calling => has_calls && speaker == OutlineRole::Assistant,
            }
    }

    /// Texts come first; a bare string cannot be next to parts of one format.
    fn put_words_alone(&mut self, blocks: &mut OneOrMany<Block<'c>>) {
        if blocks.iter().any(|block| matches!(block, Block::Raw(_))) && self.policy.text.joined == JoinedTexts::System {
            blocks.change(|blocks| {
                blocks.retain(|block| {
                    let Block::Raw(RawBlock::Own(it)) = block else { return true };
                    drop_part(it, self.report);
                    false
                });
            });
        }
        if !blocks.is_sorted_by_key(|block| !block.is_words()) {
            short_lists::sort_by_key(blocks, |block| !block.is_words());
        }
    }

    fn joined(&mut self, blocks: OneOrMany<Block<'c>>, separator: &'static str, at: At) -> OneOrMany<Block<'c>> {
        let mut pieces = OneOrMany::default();
        pieces.reserve(blocks.len());
        let mut ends_in_words = false;
        let mut empty = None;
        for block in blocks {
            if let Block::Text(text) | Block::Refusal(text) = &block {
                // Next to others, it would add a separator.
                if text.text.is_empty() {
                    text.part.into_iter().for_each(|part| self.drop_text(part));
                    empty.get_or_insert(text.at);
                    continue;
                }
                // A piece of a string cannot have the mark, citations and fields of a text.
                text.part.into_iter().for_each(|part| self.drop_own(&part.extras));
                let ends = self.policy.reasoning.separator;
                if ends_in_words && (text.part.is_some() || ends.is_empty()) {
                    self.report
                        .add(&loss::JOINED, text.at.or(at), || "the text is joined to the one before it".to_owned());
                }
                if ends_in_words && !separator.is_empty() {
                    pieces.push(Block::Text(TextBlock::made(Text::Token(separator), text.at)));
                }
                // Reasoning that became text usually ends with a line end.
                let closes = text.part.is_none() && !ends.is_empty() && text.text.spelling().ends_with(ends);
                ends_in_words = !closes;
            } else {
                ends_in_words = false;
            }
            pieces.push(block);
        }
        if let Some(at) = empty.filter(|_| !pieces.iter().any(Block::is_words)) {
            pieces.change(|pieces| pieces.insert(0, Block::Text(TextBlock::made(Text::Token(""), at))));
        }
        pieces
    }

    fn put_words_before_files(&mut self, blocks: &mut [Block<'c>]) {
        let is_file = |block: &Block<'_>| matches!(block, Block::Media(_));
        if blocks.is_sorted_by_key(is_file) {
            return;
        }
        for block in blocks.iter().skip_while(|block| !is_file(block)).filter(|block| !is_file(block)) {
            self.report
                .add(&loss::REORDERED, block.at(), || "a text is now before the media files of its message".to_owned());
        }
        short_lists::sort_by_key(blocks, is_file);
    }

    /// Drops fields that are empty strings: they mean the same as absent fields.
    pub(super) fn drop_empty_words(&mut self, blocks: &mut OneOrMany<Block<'c>>) {
        if blocks.iter().all(|block| block.as_words().is_some_and(|words| words.text.is_empty())) {
            let parts = std::mem::take(blocks);
            parts.iter().filter_map(|block| block.as_words()?.part).for_each(|part| self.drop_text(part));
        }
    }

    fn put_words_first(&mut self, blocks: &mut [Block<'c>], at: At) {
        let is_word = |block: &&Block<'_>| matches!(block, Block::Text(_) | Block::Refusal(_));
        let late = blocks.iter().skip_while(|block| !matches!(block, Block::Call(_))).find(is_word).map(Block::at);
        if let Some(late) = late {
            self.report.add(&loss::REORDERED, late.or(at), || "text after a tool call is now before it".to_owned());
            short_lists::sort_by_key(blocks, |block| matches!(block, Block::Call(_)));
        }
    }
}

/// False if the text of the record has no escaped surrogate: then no text contains half of a pair. In JSON text in a
/// string, such as arguments, the backslash of the escape is escaped too.
fn may_have_halves(conversation: &Conversation<'_>) -> bool {
    let source = conversation.source.text;
    let is_nested = match conversation.source.surrogates {
        Surrogates::Absent => return false,
        Surrogates::Present => return true,
        Surrogates::NotInStrings => true,
        Surrogates::Unchecked => false,
    };
    source.is_empty() || surrogates(source, is_nested) == Surrogates::Present
}

/// Whether a text contains an escaped surrogate. `is_nested`: only JSON text in a string can contain one.
#[must_use]
pub fn surrogates(source: &str, is_nested: bool) -> Surrogates {
    let has = |escape: &str| memchr::memmem::find(source.as_bytes(), escape.as_bytes()).is_some();
    let escapes = if is_nested { [r"\\ud", r"\\uD"] } else { [r"\ud", r"\uD"] };
    if escapes.into_iter().any(has) { Surrogates::Present } else { Surrogates::Absent }
}

/// Reports reasoning that is joined to earlier reasoning, if an answer has one string for it.
pub(super) fn join_reasoning(turns: &[OutlineTurn<'_>], policy: &Policy, report: &mut Report) {
    let place = policy.reasoning.place;
    if place == ReasoningPlace::OneTextUnlessSigned {
        for turn in turns {
            join_unsigned(turn, policy, report);
        }
    }
    if !matches!(place, ReasoningPlace::OneText | ReasoningPlace::Calling) {
        return;
    }
    for turn in turns {
        let thoughts = turn.blocks.iter().enumerate().filter(|(_, block)| matches!(block, Block::Reasoning(_)));
        for (count, (place, block)) in thoughts.enumerate() {
            if count > 0 {
                report.add(&loss::JOINED, block.at(), || "the reasoning is joined to the one before it".to_owned());
            }
            if count < place {
                let why = "the reasoning is moved before the text and calls of its message";
                report.add(&loss::REORDERED, block.at(), || why.to_owned());
            }
        }
    }
}

/// Reports unsigned reasoning that is joined to other reasoning of its answer.
fn join_unsigned(turn: &OutlineTurn<'_>, policy: &Policy, report: &mut Report) {
    if policy.holds(turn.message.origin) {
        return;
    }
    let thoughts =
        turn.blocks.iter().filter_map(|block| if let Block::Reasoning(it) = block { Some(*it) } else { None });
    for it in thoughts.skip(1).filter(|it| it.signature.is_none() || !policy.has_family(it.family)) {
        report.add(&loss::JOINED, it.at, || "the reasoning is joined to the one before it".to_owned());
    }
}

/// Reports halves of surrogate pairs in the output, if the target rejects them; [`Text::whole`] prints them as U+FFFD.
pub(super) fn check_halves(outline: &mut Outline<'_>, policy: &Policy, report: &mut Report) {
    if policy.text.has_halves || !may_have_halves(outline.conversation) {
        return;
    }
    outline.has_halves = true;
    check_blocks(&outline.system, report);
    for tool in &outline.request.tools {
        tool.spec.description.iter().for_each(|text| check_half(text, tool.spec.at, report));
        let raw = tool.raw.map(Raw::as_str);
        tool.schema.as_deref().into_iter().chain(raw).for_each(|json| check_json(json, tool.spec.at, report));
    }
    if let Some(output) = &outline.request.output {
        output.schema.iter().for_each(|schema| check_json(schema, output.request.at, report));
    }
    outline.record.fields.iter().for_each(|extra| check_json(extra.value.as_str(), extra.at, report));
    for turn in &outline.turns {
        if let Some(time) = turn.details().time.as_ref().filter(|_| policy.has(Fact::Times)) {
            check_half(time, turn.at, report);
        }
        turn.id.iter().for_each(|id| check_half(id, turn.at, report));
        check_blocks(&turn.blocks, report);
        if policy.holds(turn.extras.origin()) {
            turn.extras.fields().iter().for_each(|extra| check_json(extra.value.as_str(), extra.at, report));
        }
    }
}

fn check_blocks(blocks: &[Block<'_>], report: &mut Report) {
    for block in blocks {
        match block {
            Block::Text(it) | Block::Refusal(it) if it.form == TextForm::Words => check_half(&it.text, it.at, report),
            Block::Text(it) | Block::Refusal(it) => check_json(&it.text.decode_json(), it.at, report),
            Block::Call(it) => {
                it.id.iter().chain([&it.name]).for_each(|text| check_half(text, it.call.at, report));
                match (&it.object, &it.call.arguments) {
                    (Some(object), _) => check_json(object, it.call.at, report),
                    (None, Arguments::Encoded(text)) => check_half(text, it.call.at, report),
                    (None, Arguments::Object(raw)) => check_json(raw.as_str(), it.call.at, report),
                }
            }
            Block::Result(it) => {
                it.id.iter().chain(&it.name).for_each(|text| check_half(text, it.result.at, report));
                check_blocks(&it.blocks, report);
            }
            Block::Reasoning(it) => {
                it.text.iter().chain(&it.signature).for_each(|text| check_half(text, it.at, report));
            }
            Block::Media(it) => {
                it.name.iter().chain(&it.media_type).for_each(|text| check_half(text, it.media.at, report));
                if let FileSource::Url(text) | FileSource::File(text) | FileSource::Remote(text) = &it.source {
                    check_half(text, it.media.at, report);
                }
            }
            Block::Raw(RawBlock::Own(it)) => check_json(it.raw.as_str(), it.at, report),
            Block::Raw(RawBlock::Hosted(it)) => it.texts().for_each(|text| check_half(text, it.at, report)),
            Block::Redacted(_) => {}
        }
    }
}

fn check_json(json: &str, at: At, report: &mut Report) {
    if replace_halves(json).is_some() {
        report.add(&loss::SURROGATE, at, || "half of a surrogate pair is replaced".to_owned());
    }
}

fn check_half(text: &Text<'_>, at: At, report: &mut Report) {
    if text.has_half() {
        report.add(&loss::SURROGATE, at, || "half of a surrogate pair is replaced".to_owned());
    }
}
