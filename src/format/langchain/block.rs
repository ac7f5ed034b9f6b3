//! Content: a text, or a list of texts and blocks. Blocks are those of the library, or of the service that answered.
//!
//! ```json
//! [{"type":"reasoning","reasoning":"Sum up."},{"type":"text","text":"18"},{"type":"tool_call","id":"c1","name":"f","args":{}}]
//! ```

use std::collections::HashMap;

use super::NAME;
use super::call::{ListedCalls, block_id, is_call, read_call};
use super::call_copy::is_repeated;
use super::hosted::{note_tool, read_hosted};
use super::media::{kind_of, read_media};
use crate::format::Reading;
use crate::format::anthropic::block::{BlockPlace, is_server_tool, read_block};
use crate::format::openai::part::{PartPlace, read_part};
use crate::format::shared::{extras, keep_member, opaque, refuse_type, wrong_type};
use crate::json::{Node, Text};
use crate::model::{Citations, Extras, Form, HostedTool, OneOrMany, Part, Reasoning, Slot, TextPart};
use crate::report::{Refused, shape};

/// Types of blocks, and their members that are texts.
const TEXTS: [(&[&str], &str); 4] = [
    (&["text", "input_text", "output_text"], "text"),
    (&["reasoning"], "reasoning"),
    (&["thinking"], "thinking"),
    (&["refusal"], "refusal"),
];

/// Reports an image whose URL is no text: `{"url":7}`.
fn check_address(image: Node<'_, '_>, reading: &mut Reading<'_>) {
    if image.is_object() {
        if let Some(url) = image.get("url").filter(|url| !url.is_string() && !url.is_null()) {
            wrong_type(reading, url, "url", "a string");
        }
    } else if !image.is_string() && !image.is_null() {
        wrong_type(reading, image, "image_url", "an object or a string");
    }
}

/// The state while the content of a message is read.
#[derive(Debug)]
pub(super) struct ContentReader<'c, 't, 'a> {
    /// The service that answered: that of signatures and of ids of files.
    pub(super) family: &'static str,
    /// It may have calls.
    pub(super) is_answer: bool,
    pub(super) calls: &'c mut ListedCalls<'t, 'a>,
    /// Tools that the service ran, by the ids of their calls.
    pub(super) hosted: HashMap<String, HostedTool>,
}

impl<'t, 'a> ContentReader<'_, 't, 'a> {
    /// Reads content. Members of copies of calls are kept in `fields`.
    pub(super) fn read(
        &mut self,
        content: Node<'t, 'a>,
        parts: &mut OneOrMany<Part<'a>>,
        fields: &mut Extras<'a>,
        reading: &mut Reading<'_>,
    ) -> Result<Form, Refused> {
        if let Some(text) = content.text() {
            // Next to calls an empty text says nothing.
            if !(text.is_empty() && self.is_answer) {
                parts.push(Part::Text(TextPart::new(text, content.at())));
            }
            return Ok(Form::Text);
        }
        if !content.is_array() {
            return Err(refuse_type(content, "content", "a string or a list of blocks"));
        }
        parts.reserve(content.len());
        for block in content.items() {
            if let Some(part) = self.read_item(block, fields, reading)? {
                parts.push(part);
            }
        }
        Ok(Form::Parts)
    }

    fn read_item(
        &mut self,
        block: Node<'t, 'a>,
        fields: &mut Extras<'a>,
        reading: &mut Reading<'_>,
    ) -> Result<Option<Part<'a>>, Refused> {
        if let Some(text) = block.text() {
            return Ok(Some(Part::Text(TextPart::new(text, block.at()))));
        }
        if !block.is_object() {
            return Err(refuse_type(block, "content", "a list of strings and objects"));
        }
        let [kind, value] = block.pick(&["type", "value"]);
        let kind = kind.and_then(|kind| kind.text()).unwrap_or_default();
        let name = kind.decode();
        if is_call(&name) && self.is_answer {
            return self.read_copy(block, &kind, fields);
        }
        // What the library has no block for, as the service wrote it.
        let inner = value.filter(|value| name == "non_standard" && value.get("type").is_some());
        let inner = inner.filter(|value| value.get("type").is_some_and(|kind| !kind.is("non_standard")));
        let (block, kind) = match inner {
            Some(value) => (value, value.get("type").and_then(|kind| kind.text()).unwrap_or_default()),
            None => (block, kind.clone()),
        };
        Ok(Some(self.read_block(block, &kind, reading)))
    }

    /// A call in the content: mostly a copy of a listed one.
    fn read_copy(
        &mut self,
        block: Node<'t, 'a>,
        kind: &Text<'a>,
        fields: &mut Extras<'a>,
    ) -> Result<Option<Part<'a>>, Refused> {
        let id = block_id(block);
        let Some(listed) = self.calls.take(id.as_ref()) else {
            return Ok(Some(if block.get("name").is_some_and(|name| name.is_string()) {
                self.calls.note(id.as_ref(), block);
                Part::from(read_call(block)?)
            } else {
                opaque_block(block, kind)
            }));
        };
        fields.note_in(Slot::Function, NAME, kind.clone(), block.to_raw(), block.at());
        for (key, value) in block.members().filter(|(key, value)| !is_repeated(*key, *value, listed.node)) {
            keep_member(Slot::Function, NAME, key.text().unwrap_or_default(), value, fields);
        }
        Ok(listed.part)
    }

    fn read_block(&mut self, block: Node<'_, 'a>, kind: &Text<'a>, reading: &mut Reading<'_>) -> Part<'a> {
        let name = kind.decode();
        for (_, key) in TEXTS.iter().filter(|(kinds, _)| kinds.contains(&name.as_ref())) {
            if let Some(value) = block.get(key).filter(|value| !value.is_string() && !value.is_null()) {
                wrong_type(reading, value, key, "a string");
            }
        }
        if let Some(image) = block.get("image_url").filter(|_| name == "image_url") {
            check_address(image, reading);
        }
        let has = |key: &str| block.get(key).is_some();
        let service = match name.as_ref() {
            "text" | "input_text" | "output_text" if has("citations") || has("cache_control") => {
                Some(BlockSource::Claude)
            }
            "text" | "input_text" | "output_text" => {
                return read_text(block).unwrap_or_else(|| opaque_block(block, kind));
            }
            "reasoning" => return self.read_reasoning(block),
            "thinking" | "redacted_thinking" => Some(BlockSource::Claude),
            "image" | "document" if has("source") => Some(BlockSource::Claude),
            "server_tool_call" | "server_tool_result" => {
                let mut part = opaque(NAME, block, kind.clone());
                part.set_hosted(read_hosted(block, &mut self.hosted));
                return part;
            }
            "image_url" | "input_audio" | "refusal" => Some(BlockSource::OpenAi),
            "file" if has("file") => Some(BlockSource::OpenAi),
            name if is_server_tool(name) => {
                note_tool(block, &mut self.hosted);
                Some(BlockSource::Claude)
            }
            _ => None,
        };
        let part = match service {
            Some(service) => service.read(block, self.is_answer, reading),
            None => kind_of(&name).and_then(|kind| read_media(block, kind, self.family)),
        };
        part.unwrap_or_else(|| {
            if service.is_none() {
                let at = block.get("type").map_or(block.at(), |kind| kind.at());
                reading.report.add(&shape::UNKNOWN_PART, at, || format!("unknown type of block `{}`", kind.show()));
            }
            opaque_block(block, kind)
        })
    }

    /// Text with a signature in `extras`, or the summary that `OpenAI` returns.
    fn read_reasoning(&self, block: Node<'_, 'a>) -> Part<'a> {
        let mut it = Reasoning { at: block.at(), ..Reasoning::default() };
        for (key, value) in block.members() {
            let Some(key) = key.text() else { continue };
            match (key.decode().as_ref(), value.text()) {
                ("type" | "index", _) => {}
                ("reasoning", Some(text)) => it.text = Some(text),
                ("signature", Some(text)) => it.signature = Some(text).filter(|text| !text.is_empty()),
                ("extras", None) if value.get("signature").is_some_and(|proof| proof.is_string()) => {
                    for (key, value) in value.members() {
                        match value.text().filter(|_| key.is("signature")) {
                            Some(text) => it.signature = Some(text),
                            None => {
                                keep_member(Slot::Source, NAME, key.text().unwrap_or_default(), value, &mut it.extras);
                            }
                        }
                    }
                }
                ("summary", None) if it.text.is_none() && summary(value).is_some() => {
                    it.text = summary(value);
                    it.is_joined = value.len() > 1;
                }
                _ => keep_member(Slot::Here, NAME, key, value, &mut it.extras),
            }
        }
        if it.signature.is_some() {
            it.family = self.family;
        }
        Part::Reasoning(Box::new(it))
    }
}

/// The texts of a summary: `[{"type":"summary_text","text":"…"}]`. `None`: there is more in it.
fn summary<'a>(list: Node<'_, 'a>) -> Option<Text<'a>> {
    const KNOWN: [&str; 3] = ["type", "text", "index"];
    let is_known = |item: Node<'_, '_>| item.members().all(|(key, _)| KNOWN.iter().any(|known| key.is(known)));
    let texts = list.items().map(|item| item.get("text").filter(|_| is_known(item))?.text());
    let texts: Vec<_> = texts.collect::<Option<_>>()?;
    match texts.as_slice() {
        [] => None,
        [text] => Some(text.clone()),
        texts => Some(Text::owned_token(texts.iter().map(Text::spelling).collect::<Vec<_>>().join("\\n"))),
    }
}

fn read_text<'a>(block: Node<'_, 'a>) -> Option<Part<'a>> {
    let ([_, text, annotations, _], rest) = block.fields(&["type", "text", "annotations", "index"]).ok()?;
    let mut part = TextPart::new(text?.text()?, block.at());
    match annotations {
        Some(list) if list.is_array() && !list.is_empty() => {
            part.set_citations(Citations { origin: NAME, at: list.at(), raw: list.to_raw() });
        }
        Some(list) if !list.is_array() => {
            keep_member(Slot::Here, NAME, Text::Token("annotations"), list, &mut part.extras);
        }
        _ => {}
    }
    extras(&rest, NAME, &mut part.extras);
    Some(Part::Text(part))
}

fn opaque_block<'a>(block: Node<'_, 'a>, kind: &Text<'a>) -> Part<'a> {
    opaque(NAME, block, kind.clone())
}

/// A service whose blocks the library stores as they came.
#[derive(Clone, Copy, Debug)]
enum BlockSource {
    Claude,
    OpenAi,
}

impl BlockSource {
    /// Reads a block with the reader of the service. The library accepts more than the service, so that it finds no fault.
    fn read<'a>(self, block: Node<'_, 'a>, is_answer: bool, reading: &mut Reading<'_>) -> Option<Part<'a>> {
        let mut report = reading.report.alike();
        let own = &mut Reading { report: &mut report, scratch: &mut *reading.scratch, columns: None, programs: None };
        let place = if is_answer { BlockPlace::Assistant } else { BlockPlace::User };
        let (part, fields): (_, &[&str]) = match self {
            Self::Claude => (read_block(block, place, own), &["context", "citations", "cache_control", "caller"]),
            Self::OpenAi => (read_part(block, PartPlace::Unknown, own), &[]),
        };
        part.ok().map(|mut part| {
            let is_streamed = block.get("index").is_some();
            match &mut part {
                Part::Text(it) | Part::Refusal(it) => own_fields(&mut it.extras, fields),
                Part::Reasoning(it) => own_fields(&mut it.extras, fields),
                Part::Media(it) => own_fields(&mut it.extras, fields),
                // The service would reject the member that the library adds.
                Part::Opaque(it) if is_streamed => it.origin = NAME,
                Part::Opaque(_) | Part::Call(_) | Part::Result(_) => {}
            }
            part
        })
    }
}

/// Members that the service does not have are those of this format: nobody else may write them.
fn own_fields(fields: &mut Extras<'_>, known: &[&str]) {
    fields.retain(|extra| !(extra.slot == Slot::Here && extra.key.is("index")));
    let is_known = |key: &Text<'_>| known.iter().any(|known| key.is(known));
    if fields.fields().iter().all(|extra| extra.slot == Slot::Mark || is_known(&extra.key)) {
        return;
    }
    let mut own = Extras::default();
    for extra in fields.fields() {
        let (key, value) = (extra.key.clone(), extra.value.clone());
        if extra.is_note {
            own.note_in(extra.slot, NAME, key, value, extra.at);
        } else {
            own.push_in(extra.slot, NAME, key, value, extra.at);
        }
    }
    *fields = own;
}
