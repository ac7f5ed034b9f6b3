//! Tool results that are one string or one value next to their media files, and the calls of results.

use crate::json::{At, Text};
use crate::lower::context::Lowering;
use crate::lower::media_type::plain_type;
use crate::lower::outline::{Block, FileSource, MediaBlock, RawBlock, TextBlock, TextForm};
use crate::lower::policy::{Fact, MessageIds, ResultDetails, ResultMedia, ResultNames, ResultValues, StepRule};
use crate::model::{OneOrMany, Part, TextPart, ToolCall, ToolResult};
use crate::report::{Refused, loss};

impl<'c> Lowering<'c, '_> {
    /// The index of the call of a result, and the name of the result.
    pub(super) fn called(
        &mut self,
        result: &'c ToolResult<'c>,
        place: (usize, usize),
        is_own: bool,
    ) -> Result<(Option<usize>, Option<Text<'c>>), Refused> {
        let names = self.policy.tools.results.names;
        let own = result.name.as_ref();
        let is_in_call = self.policy.turns.result_details == ResultDetails::NoIds;
        let needs_call = is_in_call || self.policy.details.ids.is_some_and(MessageIds::are_of_calls);
        let call = match names {
            ResultNames::None
                if !self.policy.tools.calls.order.is_by_place() && self.policy.turns.steps == StepRule::None =>
            {
                return Ok((None, None));
            }
            // Its position among the results determines its call.
            ResultNames::None => return Ok((self.answered(place).map(|(number, _)| number), None)),
            ResultNames::Own if !is_own => return Ok((None, None)),
            ResultNames::Own | ResultNames::Keep => return Ok((None, own.map(|name| self.result_name(name)))),
            ResultNames::Fill if own.is_some() && !needs_call => None,
            ResultNames::Fill | ResultNames::OfCall | ResultNames::Needed => self.answered(place),
        };
        if names == ResultNames::Fill {
            let name = own.or_else(|| call.map(|(_, call)| &call.name));
            return Ok((call.map(|(number, _)| number), name.map(|name| self.result_name(name))));
        }
        let Some((number, call)) = call else {
            if names == ResultNames::OfCall {
                return Ok((None, own.map(|name| self.result_name(name))));
            }
            return Err(crate::lower::call::no_call(result.at));
        };
        if let Some(own) = result.name.as_ref().filter(|own| !own.same(&call.name)) {
            self.report.add(&loss::RESULT_NAME, result.at, || {
                format!("the name `{}` on a result became `{}`, the name of its call", own.show(), call.name.show())
            });
        }
        Ok((Some(number), Some(self.result_name(&call.name))))
    }

    /// The call of the result at this place, and its index.
    fn answered(&self, place: (usize, usize)) -> Option<(usize, &'c ToolCall<'c>)> {
        let pairs = self.pairs();
        let found = pairs.results.binary_search_by_key(&place, |answer| (answer.message, answer.part)).ok()?;
        let number = pairs.results.get(found)?.call?;
        Some((number, pairs.calls.get(number)?.call))
    }

    /// The text of a result as one string, then its media files.
    pub(super) fn joined_result(
        &mut self,
        result: &'c ToolResult<'c>,
        between: &'static str,
    ) -> Result<OneOrMany<Block<'c>>, Refused> {
        let mut texts: Vec<TextBlock<'c>> = Vec::new();
        let mut blocks = OneOrMany::default();
        let mut has_media = false;
        for part in &result.parts {
            match part {
                Part::Text(text) | Part::Refusal(text) => {
                    if matches!(part, Part::Refusal(_)) {
                        self.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal is written as text".to_owned());
                    }
                    self.join_text(text, has_media);
                    texts.push(TextBlock::of(text));
                }
                Part::Media(media) => {
                    has_media = true;
                    let block = self.file(media, true)?.and_then(|block| self.result_file(block));
                    match block {
                        Some(Block::Text(text)) => texts.push(text),
                        block => blocks.extend(block),
                    }
                }
                Part::Reasoning(it) => {
                    let mut visible = OneOrMany::default();
                    self.reasoning(it, false, &mut visible);
                    texts.extend(visible.into_iter().filter_map(Block::into_text));
                }
                Part::Opaque(it) if self.policy.keeps_part(it) => blocks.push(Block::Raw(RawBlock::Own(it))),
                // Reported with the facts that the target cannot represent, or not found in results.
                Part::Opaque(_) | Part::Call(_) | Part::Result(_) => {}
            }
        }
        if let Some(text) = self.join(texts, between) {
            blocks.change(|blocks| blocks.insert(0, Block::Text(text)));
        }
        Ok(blocks)
    }

    /// Reports facts that are lost when a text is joined with another.
    fn join_text(&mut self, text: &TextPart<'_>, is_late: bool) {
        if is_late {
            self.report
                .add(&loss::REORDERED, text.at, || "the text of a result is now before its media files".to_owned());
        }
        let is_held = |family: &str| self.policy.has(Fact::PartSignatures) && self.policy.has_family(family);
        // Others are reported with the facts that the target cannot represent.
        if let Some(signature) = text.signature().filter(|it| is_held(it.family)) {
            self.report
                .add(&loss::SIGNATURE, signature.at, || "a signature of a text in a result is dropped".to_owned());
        }
        self.drop_mark(text.cache());
    }

    fn join(&mut self, mut texts: Vec<TextBlock<'c>>, between: &'static str) -> Option<TextBlock<'c>> {
        // Next to others, an empty text would add a separator.
        if texts.iter().any(|text| !text.text.is_empty()) {
            texts.retain(|text| !text.text.is_empty());
        }
        if texts.len() < 2 {
            let mut text = texts.pop()?;
            if text.part.is_some_and(|part| part.is_json) && self.policy.tools.results.values == ResultValues::Any {
                text.form = self.form_of(&text.text);
            }
            return Some(text);
        }
        let mut whole = String::new();
        for (text, index) in texts.iter().zip(0..) {
            if index > 0 {
                whole.push_str(between);
                self.report.add(&loss::JOINED, text.at, || "the text is joined to the one before it".to_owned());
            }
            whole.push_str(&text.text.spelling());
        }
        let at = texts.first().map_or(At::NOWHERE, |text| text.at);
        Some(TextBlock::made(Text::owned_token(whole), at))
    }

    /// The form of a text: a JSON object, another JSON value, or plain text.
    pub(super) fn form_of(&mut self, text: &Text<'_>) -> TextForm {
        match self.scratch.parse(&text.decode_json()) {
            Ok(root) if root.is_object() => TextForm::Object,
            Ok(_) => TextForm::Value,
            Err(_) => TextForm::Words,
        }
    }

    /// Removes the media files of a failed result.
    pub(super) fn move_files(&mut self, blocks: &mut OneOrMany<Block<'c>>) {
        if !blocks.iter().any(|block| block.as_media().is_some()) {
            return;
        }
        let (files, texts): (Vec<_>, Vec<_>) =
            std::mem::take(blocks).into_iter().partition(|block| block.as_media().is_some());
        for file in &files {
            self.report.add(&loss::MOVED, file.at(), || {
                "a media file of a failed tool result moves after the results: there only texts may be".to_owned()
            });
        }
        self.message.moved.extend(files);
        *blocks = texts.into();
    }

    /// A media file of a result stays there, or moves to a message of the user: then the result is `None`.
    pub(super) fn result_file(&mut self, block: Block<'c>) -> Option<Block<'c>> {
        let stays = match (self.policy.tools.results.media, &block) {
            (ResultMedia::KeepImages, Block::Media(it)) => is_plain_image(it),
            // A text that was a document.
            (ResultMedia::MoveAfter(_), Block::Text(_)) => false,
            (ResultMedia::MoveAfter(kinds), Block::Media(it)) => kinds.contains(&it.kind),
            _ => true,
        };
        if stays {
            return Some(block);
        }
        self.report.add(&loss::MOVED, block.at(), || {
            "a media file that a tool result may not have moves into a message of the user".to_owned()
        });
        self.message.moved.push(block);
        None
    }
}

/// An image or a PDF whose bytes are in the output.
fn is_plain_image(block: &MediaBlock<'_>) -> bool {
    let is_image = |found: &str| found.starts_with("image/") || found == "application/pdf";
    let is_inside = matches!(block.source, FileSource::Base64(_));
    is_inside && block.media_type.as_ref().is_some_and(|found| is_image(&plain_type(found)))
}
