//! Contents that are lists of typed parts: words, reasoning, calls and files next to each other.
//!
//! ```json
//! {"role":"assistant","content":[{"type":"reasoning","value":"Ask."},{"type":"tool_call","value":"{\"name\": \"f\", \"arguments\": {}}"}]}
//! ```

use super::TurnLists;
use super::media::media_of_text;
use super::packed::{open_payload, read_calls};
use super::turn::read_listed;
use super::write::{tag_of, write_source};
use super::write_packed::tagged_call;
use crate::format::Reading;
use crate::format::media::MediaPlace;
use crate::format::shared::{extras, keep_weight, need, refuse_type};
use crate::json::{Node, Out, Text};
use crate::lower::{Block, OutlineRole, OutlineTurn};
use crate::model::{Extras, Message, Opaque, Part, Reasoning, Role, TextPart, ToolResult, TrainingWeight};
use crate::report::{Refused, shape, unknown_word};

/// The keys and types of parts. Files have the types that are the tags of
/// [`RecordFields::files`](super::RecordFields::files).
#[derive(Clone, Copy, Debug)]
pub struct TypedParts {
    /// The key of the type: `type`.
    pub kind: &'static str,
    /// The key of what is in the part, always a string: `value`.
    pub value: &'static str,
    /// The type of words.
    pub text: &'static str,
    /// The type of reasoning, in answers.
    pub reasoning: &'static str,
    /// The type of calls, in answers: the value is JSON text of one.
    pub call: &'static str,
    /// The key of the number that says how much a message counts in training: `loss_weight`. Answers count 1, others 0.
    pub weight: &'static str,
}

impl TypedParts {
    /// The types of parts in a message of this role.
    pub(super) fn kinds(&self, lists: &TurnLists, is_answer: bool) -> Vec<&'static str> {
        let own = if is_answer { &[self.text, self.reasoning, self.call][..] } else { &[self.text] };
        own.iter().copied().chain(lists.fields.files.iter().map(|files| files.tag)).collect()
    }

    /// True for a part of this form.
    pub(super) fn is_part(&self, part: Node<'_, '_>) -> bool {
        part.get(self.kind).is_some_and(|kind| kind.is_string()) && part.get(self.value).is_some()
    }

    /// Reads the content of a message. A single text of a tool may list the results of all `wanted` calls.
    pub(super) fn read<'a>(
        &self,
        lists: &TurnLists,
        content: Node<'_, 'a>,
        wanted: usize,
        message: &mut Message<'a>,
        reading: &mut Reading<'_>,
    ) -> Result<(), Refused> {
        if !content.is_array() {
            return Err(refuse_type(content, lists.turn.words, "an array of parts"));
        }
        let is_answer = matches!(message.role, Role::Assistant);
        let parts = content.items().map(|part| self.read_part(lists, part, is_answer, reading));
        let parts: Vec<_> = parts.collect::<Result<_, _>>()?;
        let listed = match parts.as_slice() {
            [Part::Text(text)] if matches!(message.role, Role::Tool) && text.extras.is_empty() => {
                read_listed(text, wanted, reading)
            }
            _ => None,
        };
        if let Some(results) = listed {
            message.parts = results.into();
        } else if matches!(message.role, Role::Tool) {
            let result = ToolResult { at: message.at, parts: parts.into(), ..ToolResult::default() };
            message.parts.push(Part::from(result));
        } else {
            message.parts = parts.into();
        }
        Ok(())
    }

    fn read_part<'a>(
        &self,
        lists: &TurnLists,
        node: Node<'_, 'a>,
        is_answer: bool,
        reading: &mut Reading<'_>,
    ) -> Result<Part<'a>, Refused> {
        if !node.is_object() {
            return Err(refuse_type(node, "part", "an object"));
        }
        let keys = [self.kind, self.value];
        let ([kind, value], rest) = node.fields(&keys)?;
        let kind_node = need(kind, self.kind, node)?;
        let Some(kind) = kind_node.text() else { return Err(refuse_type(kind_node, self.kind, "a string")) };
        let files = lists.fields.files.iter().find(|files| kind.is(files.tag));
        let is_own = kind.is(self.reasoning) || kind.is(self.call);
        if files.is_none() && !kind.is(self.text) && !(is_own && is_answer) {
            if is_own {
                reading
                    .report
                    .add(&shape::MISPLACED_PART, node.at(), || format!("`{}` parts are for answers", kind.show()));
            } else {
                let known = self.kinds(lists, is_answer);
                reading.report.add(&shape::UNKNOWN_PART, kind_node.at(), || unknown_word("part type", &kind, &known));
            }
            let (raw, at) = (node.to_raw(), node.at());
            return Ok(Part::Opaque(Box::new(Opaque {
                hosted: None,
                is_call: false,
                origin: lists.name,
                at,
                kind,
                raw,
            })));
        }
        let value = need(value, self.value, node)?;
        let Some(text) = value.text() else { return Err(refuse_type(value, self.value, "a string")) };
        let mut others = Extras::default();
        extras(&rest, lists.name, &mut others);
        if let Some(files) = files {
            let mut media = media_of_text(text, files.kind, value.at());
            media.extras = others;
            return Ok(Part::Media(Box::new(media)));
        }
        if kind.is(self.reasoning) {
            let (signature, redacted, at) = (None, None, node.at());
            let it =
                Reasoning { at, text: Some(text), signature, redacted, family: "", is_joined: false, extras: others };
            return Ok(Part::Reasoning(Box::new(it)));
        }
        if kind.is(self.call) {
            let report = &mut *reading.report;
            let one = |root: Node<'_, '_>| {
                let calls = root.is_object().then(|| read_calls(root, lists.name, value.at(), report))??;
                calls.into_iter().next()
            };
            if let Some(mut call) = open_payload(&text, reading.scratch, one) {
                extras(&rest, lists.name, &mut call.extras);
                return Ok(Part::from(call));
            }
            reading.report.add(&shape::BAD_VALUE, value.at(), || {
                format!("a `{}` part must be JSON text of `name` and `arguments`", self.call)
            });
        }
        Ok(Part::Text(TextPart { extras: others, ..TextPart::new(text, value.at()) }))
    }

    /// Keeps the weight of a message. That which it has anyway is only a spelling.
    pub(super) fn keep_weight<'a>(&self, weight: Node<'_, 'a>, message: &mut Message<'a>) {
        let known = TrainingWeight { at: weight.at(), value: weight.to_raw() };
        if known.is_usual(&message.role) {
            message.extras.note(message.origin, Text::Token(self.weight), weight.to_raw(), weight.at());
        } else {
            keep_weight(weight, self.weight, message);
        }
    }

    /// Prints the content and the weight of a message.
    pub(super) fn write(&self, lists: &TurnLists, turn: &OutlineTurn<'_>, out: &mut Out) {
        out.quick_key(lists.turn.words).open(b'[');
        turn.blocks.iter().for_each(|block| self.write_block(lists, block, out));
        out.close(b']');
        out.quick_key(self.weight);
        let usual = if turn.speaker == OutlineRole::Assistant { "1.0" } else { "0.0" };
        // Columns of numbers have one type: a weight always has a decimal point.
        out.verbatim(match turn.weight().map(TrainingWeight::as_number) {
            Some("0") => "0.0",
            Some("1") => "1.0",
            Some(number) => number,
            None => usual,
        });
    }

    fn write_block(&self, lists: &TurnLists, block: &Block<'_>, out: &mut Out) {
        let kind = match block {
            Block::Text(_) | Block::Refusal(_) => self.text,
            Block::Reasoning(_) => self.reasoning,
            Block::Call(_) => self.call,
            Block::Media(media) => tag_of(lists, media.kind).unwrap_or_default(),
            Block::Result(result) => {
                result.blocks.iter().for_each(|block| self.write_block(lists, block, out));
                return;
            }
            Block::Redacted(_) | Block::Raw(_) => return,
        };
        out.open(b'{');
        out.quick_key(self.kind).word(kind);
        out.quick_key(self.value);
        match block {
            Block::Text(it) | Block::Refusal(it) => out.text(&it.text),
            Block::Reasoning(it) => out.text(it.text.as_ref().unwrap_or(&Text::default())),
            Block::Call(call) => out.string(&tagged_call(call)),
            Block::Media(media) => write_source(media, out),
            Block::Result(_) | Block::Redacted(_) | Block::Raw(_) => out.string(""),
        }
        out.close(b'}');
    }

    /// Calls `each` with the places of files in these messages: what contains one is the string itself.
    pub(super) fn media(&self, lists: &TurnLists, turns: Node<'_, '_>, each: &mut dyn FnMut(MediaPlace<'_, '_>)) {
        for part in turns.items().filter_map(|turn| turn.get(lists.turn.words)).flat_map(|content| content.items()) {
            let kind = part.get(self.kind);
            let files = lists.fields.files.iter().find(|files| kind.is_some_and(|kind| kind.is(files.tag)));
            if let (Some(files), Some(value)) = (files, part.get(self.value).filter(Node::is_string)) {
                each(MediaPlace::url(value, files.kind, value));
            }
        }
    }
}
