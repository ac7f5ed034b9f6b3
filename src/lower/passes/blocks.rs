//! Converts parts of a message to blocks of the target. Content that the target cannot represent is reported, or the
//! record is rejected.

use crate::json::Text;
use crate::lower::context::{Lowering, PartIndex};
use crate::lower::outline::{Block, OutlineCall, RawBlock, ResultBlock, TextBlock, TextForm};
use crate::lower::policy::{ArgumentKind, Blank, Fact, FailedResults, ReasoningPlace, ResultMark, ResultValues};
use crate::model::{CallKind, Form, Message, OneOrMany, Part, Reasoning, Role, TextPart, ToolCall, ToolResult};
use crate::report::{Refused, loss};
use crate::rule::sniff;

impl<'c> Lowering<'c, '_> {
    /// The blocks of a message.
    pub(super) fn blocks(&mut self, message: &'c Message<'c>, index: usize) -> Result<OneOrMany<Block<'c>>, Refused> {
        // Most messages are one text.
        if let [Part::Text(text)] = message.parts.as_slice() {
            return Ok(self.text(text).map(|text| OneOrMany::one(Block::Text(text))).unwrap_or_default());
        }
        let mut blocks = OneOrMany::default();
        blocks.reserve(message.parts.len());
        for (part, place) in message.parts.iter().zip(0..) {
            match part {
                Part::Text(text) if self.says_nothing(text, message) => {}
                Part::Text(text) => {
                    if let Some(text) = self.text(text) {
                        blocks.push(Block::Text(text));
                    }
                }
                Part::Refusal(text) => blocks.extend(self.refusal(text, &message.role)),
                Part::Reasoning(it) => {
                    let is_here = self.policy.reasoning.place != ReasoningPlace::Calling || has_calls(message);
                    self.reasoning(it, is_here && matches!(message.role, Role::Assistant), &mut blocks);
                }
                // Reported with the facts that the target cannot represent.
                Part::Call(_) | Part::Result(_) if !self.policy.has(Fact::Calls) => {}
                Part::Call(call) => blocks.push(self.call(call, (index, place))?),
                Part::Result(result) => {
                    let is_own = self.policy.holds(message.origin);
                    blocks.push(self.result(result, (index, place), is_own)?);
                }
                Part::Media(media) => blocks.extend(self.media(media, &message.role)?),
                Part::Opaque(it) => self.opaque(it, (index, place), &mut blocks),
            }
        }
        Ok(blocks)
    }

    /// A text; `None` if the target rejects texts without visible characters.
    #[inline]
    fn text(&mut self, text: &'c TextPart<'c>) -> Option<TextBlock<'c>> {
        let drops = matches!(self.policy.text.blank, Blank::DropEmpty | Blank::Drop);
        if drops && self.is_dropped(&text.text) && !self.is_signed(text) {
            self.report.add(&loss::BLANK_TEXT, self.conversation.place(&text.text, text.at), || {
                "a blank text is dropped".to_owned()
            });
            self.drop_text(text);
            return None;
        }
        let mark = self.mark(text.cache());
        Some(TextBlock { mark, ..TextBlock::of(text) })
    }

    /// The text has a signature that the target keeps.
    fn is_signed(&self, text: &TextPart<'_>) -> bool {
        let family = text.signature().map(|signature| signature.family);
        self.policy.has(Fact::PartSignatures) && family.is_some_and(|family| self.policy.has_family(family))
    }

    /// An empty text next to other parts, if the target would write a message or a separator for it.
    fn says_nothing(&self, text: &TextPart<'_>, message: &Message<'_>) -> bool {
        self.policy.text.blank == Blank::DropBeside
            && message.parts.len() > 1
            && text.text.is_empty()
            && !(self.policy.has(Fact::CacheHints) && text.cache().is_some())
    }

    /// Reports the mark, citations and extra fields of a dropped text.
    pub(super) fn drop_text(&mut self, text: &TextPart<'_>) {
        self.drop_mark(text.cache());
        let has_place = self.policy.has(Fact::Citations);
        if let Some(citations) = text.citations().filter(|it| has_place && self.policy.holds(it.origin)) {
            self.report.add(&loss::CITATIONS, citations.at, || "citations of a blank text are dropped".to_owned());
        }
        self.drop_own(&text.extras);
    }

    fn is_dropped(&self, text: &Text<'_>) -> bool {
        if self.policy.text.blank == Blank::Drop { text.is_blank() } else { text.is_empty() }
    }

    fn refusal(&mut self, text: &'c TextPart<'c>, role: &Role<'_>) -> Option<Block<'c>> {
        if self.policy.has(Fact::Refusals) && matches!(role, Role::Assistant) {
            return self.text(text).map(Block::Refusal);
        }
        let block = self.text(text)?;
        self.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal is written as text".to_owned());
        Some(Block::Text(block))
    }

    /// Reasoning in the form of the target, as visible text if the options say so, or dropped.
    pub(super) fn reasoning(&mut self, it: &'c Reasoning<'c>, is_answer: bool, blocks: &mut OneOrMany<Block<'c>>) {
        let is_held = self.policy.has(Fact::Reasoning);
        let is_family = self.policy.has_family(it.family);
        let is_signed = is_family && it.signature.as_ref().is_some_and(|signature| !signature.is_empty());
        let is_written = is_answer
            && match self.policy.reasoning.place {
                ReasoningPlace::Nowhere => false,
                ReasoningPlace::Signed | ReasoningPlace::SignedBytes => is_signed,
                ReasoningPlace::Answers
                | ReasoningPlace::Pieces
                | ReasoningPlace::OneText
                | ReasoningPlace::OneTextUnlessSigned
                | ReasoningPlace::Calling => is_signed || it.text.as_ref().is_some_and(|text| !text.is_empty()),
            };
        let is_text = self.options.is_reasoning_text;
        if it.is_joined && (is_written || is_text) && !(is_written && self.policy.reasoning.place.has_pieces()) {
            self.report.add(&loss::JOINED, it.at, || "the pieces of the reasoning are joined".to_owned());
        }
        if is_written {
            blocks.push(Block::Reasoning(it));
        } else if let Some(text) = &it.text {
            if is_text && !self.is_dropped(text) {
                if is_held {
                    self.report
                        .add(&loss::REASONING_AS_TEXT, it.at, || "reasoning is written as visible text".to_owned());
                }
                let text = Text::owned_token(format!(
                    "<think>\\n{}\\n</think>{}",
                    text.spelling(),
                    self.policy.reasoning.separator
                ));
                blocks.push(Block::Text(TextBlock::made(text, it.at)));
            } else if is_held && !text.is_empty() {
                let is_calling = self.policy.reasoning.place == ReasoningPlace::Calling;
                self.report.add(&loss::REASONING, it.at, || {
                    let why = if is_calling { "reasoning of an answer without calls" } else { "unsigned reasoning" };
                    format!("{why} is dropped")
                });
            }
        }
        if !is_written && it.redacted.is_none() {
            self.drop_own(&it.extras);
        }
        if !is_family {
            return;
        }
        if it.signature.is_some() && !is_written && self.policy.has(Fact::Signatures) {
            self.report.add(&loss::SIGNATURE, it.at, || "a reasoning signature is dropped".to_owned());
        }
        if it.redacted.is_some() && self.policy.has(Fact::Redacted) {
            if is_answer && self.may_be_sealed(it) {
                blocks.push(Block::Redacted(it));
            } else {
                self.report.add(&loss::REDACTED, it.at, || "sealed reasoning is dropped".to_owned());
            }
        }
    }

    /// False if the target requires base64 for encrypted reasoning, and this is not base64.
    fn may_be_sealed(&mut self, it: &Reasoning<'_>) -> bool {
        let Some(sealed) = it.redacted.as_ref().filter(|_| self.policy.reasoning.place == ReasoningPlace::SignedBytes)
        else {
            return true;
        };
        if sniff::base64_problem(&sealed.decode()).is_some() {
            return false;
        }
        let name = self.policy.name;
        self.report.add(&loss::REDACTED_COPIED, it.at, || {
            format!("sealed reasoning is bytes in {name}; its text was kept as it is")
        });
        true
    }

    fn call(&mut self, call: &'c ToolCall<'c>, place: PartIndex) -> Result<Block<'c>, Refused> {
        let name = self.tool_name(&call.name, call.at)?;
        if call.kind == CallKind::LegacyFunction && !self.policy.tools.calls.keeps_legacy {
            self.report.add(&loss::LEGACY_CALL, call.at, || {
                format!("the old function call of `{}` became a tool call", call.name.show())
            });
        }
        let id = self.id(call.id(), place, call.at)?;
        let object = match self.policy.tools.calls.arguments {
            ArgumentKind::Any => {
                if call.kind == CallKind::Custom && !self.policy.has(Fact::CustomCalls) {
                    self.report.add(&loss::CUSTOM_CALL, call.at, || {
                        format!(
                            "the free text for `{}` is written as the arguments of a function call",
                            call.name.show()
                        )
                    });
                }
                None
            }
            ArgumentKind::Value => self.value(call)?,
            ArgumentKind::Wrapped if call.kind != CallKind::Custom || self.policy.has(Fact::CustomCalls) => None,
            ArgumentKind::Object if self.message.is_stored => self.stored_arguments(call)?,
            ArgumentKind::Opened if call.kind != CallKind::Custom => self.opened(call),
            ArgumentKind::Wrapped | ArgumentKind::Opened | ArgumentKind::Object => Some(self.object(call)?),
        };
        let number = self.given.calls;
        self.given.calls += 1;
        let mark = self.mark(call.cache.as_deref());
        Ok(Block::Call(Box::new(OutlineCall { call, name, id, old_id: None, number, object, mark })))
    }

    /// `is_own`: it belongs to a record of the target's format.
    fn result(&mut self, result: &'c ToolResult<'c>, place: PartIndex, is_own: bool) -> Result<Block<'c>, Refused> {
        if result.is_legacy && !self.policy.tools.calls.keeps_legacy {
            self.report.add(&loss::LEGACY_CALL, result.at, || {
                "the result of an old function call becomes a tool result".to_owned()
            });
        }
        let (call, name) = self.called(result, place, is_own)?;
        let id = self.id(result.call_id(), place, result.at)?;
        let mut blocks = match self.policy.tools.results.join {
            Some(between) => self.joined_result(result, between)?,
            None => self.result_blocks(result)?,
        };
        if self.policy.tools.results.failed == FailedResults::Texts && matches!(result.error, Some((true, _))) {
            self.move_files(&mut blocks);
        }
        let is_empty = match blocks.as_slice() {
            [Block::Text(text)]
                if self.policy.tools.results.failed == FailedResults::Value && text.form != TextForm::Words =>
            {
                is_unset(&text.text.decode_json())
            }
            [Block::Text(text)] => text.text.is_blank(),
            blocks => blocks.is_empty(),
        };
        let is_error = match result.error {
            Some((true, at)) if is_empty && self.policy.tools.results.failed.needs_content() => {
                self.report
                    .add(&loss::ERROR_FLAG, at, || "the error flag of an empty tool result is dropped".to_owned());
                None
            }
            Some((true, at)) => {
                // In the target's own format, the text is among the extra fields.
                if self.policy.tools.results.failed == FailedResults::Message
                    && !self.policy.holds(result.extras.origin())
                {
                    self.report.add(&loss::MADE_ERROR, at, || "the text of the error is generated".to_owned());
                }
                Some(true)
            }
            Some((false, _)) if self.policy.tools.results.failed == FailedResults::Status && !blocks.is_empty() => {
                Some(false)
            }
            Some((false, _)) | None => None,
        };
        let mark = match self.policy.tools.results.mark {
            ResultMark::Own | ResultMark::OwnAndBlocks => self.mark(result.cache.as_deref()),
            ResultMark::LastText => {
                self.mark_last_text(result, &mut blocks);
                None
            }
        };
        let is_custom = self.policy.tools.results.custom && self.is_custom(result, place);
        // If all parts were dropped, a list would look like one that lost its content.
        let was_list = result.form == Form::Parts || result.parts.len() > 1;
        let is_list = was_list && (result.parts.is_empty() || !blocks.is_empty());
        Ok(Block::Result(Box::new(ResultBlock {
            result,
            id,
            old_id: None,
            name,
            call,
            blocks,
            is_list,
            is_custom,
            is_error,
            mark,
        })))
    }

    fn result_blocks(&mut self, result: &'c ToolResult<'c>) -> Result<OneOrMany<Block<'c>>, Refused> {
        let is_string = result.form != Form::Parts && self.policy.tools.results.failed == FailedResults::Texts;
        if let ([Part::Text(text)], true) = (result.parts.as_slice(), is_string) {
            let block = TextBlock { mark: self.mark(text.cache()), ..TextBlock::of(text) };
            if block.is_plain(self.policy.name) {
                return Ok(OneOrMany::one(Block::Text(block)));
            }
        }
        let mut blocks = OneOrMany::default();
        blocks.reserve(result.parts.len());
        for part in &result.parts {
            match part {
                Part::Text(text) if text.is_json && self.is_object(&text.text) => {
                    let mark = self.mark(text.cache());
                    blocks.push(Block::Text(TextBlock { mark, form: TextForm::Object, ..TextBlock::of(text) }));
                }
                Part::Text(text) => blocks.extend(self.text(text).map(Block::Text)),
                Part::Refusal(text) => blocks.extend(self.refusal(text, &Role::Tool)),
                Part::Media(media) => {
                    let block = self.file(media, true)?;
                    blocks.extend(block.and_then(|block| self.result_file(block)));
                }
                Part::Reasoning(it) => self.reasoning(it, false, &mut blocks),
                Part::Opaque(it) if self.policy.keeps_part(it) => blocks.push(Block::Raw(RawBlock::Own(it))),
                // Reported with the facts that the target cannot represent, or not found in results.
                Part::Opaque(_) | Part::Call(_) | Part::Result(_) => {}
            }
        }
        if self.policy.tools.results.mark == ResultMark::Own {
            self.drop_inner_marks(&mut blocks);
        }
        Ok(blocks)
    }

    fn is_object(&mut self, text: &Text<'_>) -> bool {
        self.policy.tools.results.values == ResultValues::Objects && self.form_of(text) == TextForm::Object
    }

    /// A result may have cache marks, but the blocks in it may not.
    fn drop_inner_marks(&mut self, blocks: &mut [Block<'c>]) {
        for block in blocks {
            let mark = match block {
                Block::Text(it) | Block::Refusal(it) => it.mark.take(),
                Block::Media(it) => it.mark.take(),
                Block::Reasoning(_) | Block::Redacted(_) | Block::Call(_) | Block::Result(_) | Block::Raw(_) => None,
            };
            if let Some(mark) = mark {
                let name = self.policy.name;
                self.report.add(&loss::CACHE_HINT, mark.hint.at, || {
                    format!("{name} does not accept cache marks inside a tool result")
                });
            }
        }
    }
}

/// True for a value without content.
fn is_unset(json: &str) -> bool {
    let inside = |open: char, close: char| json.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let list = inside('[', ']').or_else(|| inside('{', '}'));
    matches!(json, "null" | "\"\"") || list.is_some_and(|inside| inside.trim().is_empty())
}

fn has_calls(message: &Message<'_>) -> bool {
    message.parts.iter().any(|part| matches!(part, Part::Call(_)))
}
