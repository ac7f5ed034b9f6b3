//! One message of the export, which may be several: calls, results and words are in one list of blocks.
//!
//! ```json
//! {"uuid":"m2","sender":"assistant","text":"It is 18C.","content":[{"type":"tool_use","id":"toolu_1","name":"web_search","input":{}},
//!  {"type":"tool_result","tool_use_id":"toolu_1","content":[]},{"type":"text","text":"It is 18C."}],"attachments":[],"files":[]}
//! ```

use super::NAME;
use super::block::{keep, read_block, read_result};
use crate::format::Reading;
use crate::json::{Node, Text};
use crate::model::{Extras, Form, Message, Part, Role, Slot, TextPart};
use crate::report::{shape, unknown_role};

/// Reads a message. `is_odd`: the message that it names as the one before it is not in the file.
pub(super) fn read_message<'a>(
    source: Node<'_, 'a>,
    number: usize,
    is_odd: bool,
    reading: &mut Reading<'_>,
) -> Vec<Message<'a>> {
    let role = role_of(source, reading);
    let base = Message { at: source.at(), origin: NAME, turn: u32::try_from(number).ok(), ..Message::default() };
    let mut first = Message { role: role.clone(), ..base.clone() };
    let blocks = source.get("content").filter(|content| content.is_array() && !content.is_empty());
    let mut messages = Vec::new();
    let mut own = Message { form: Form::Parts, role: role.clone(), ..base.clone() };
    for block in blocks.into_iter().flat_map(|blocks| blocks.items()) {
        if block.get("type").is_some_and(|kind| kind.is("tool_result")) && block.get("content").is_some() {
            let next = Message { form: Form::Parts, role: role.clone(), ..base.clone() };
            let said = std::mem::replace(&mut own, next);
            messages.extend(Some(said).filter(|said| !said.parts.is_empty()));
            let mut message = Message { role: Role::Tool, form: Form::Parts, at: block.at(), ..base.clone() };
            message.parts.push(read_result(block));
            messages.push(message);
        } else {
            own.parts.push(read_block(block));
        }
    }
    let text = source.get("text").filter(Node::is_string);
    if let Some(text) = text.filter(|text| blocks.is_none() && !text.is("")) {
        own.form = Form::Text;
        own.parts.push(Part::Text(TextPart::new(text.text().unwrap_or_default(), text.at())));
    }
    let mut fields = Extras::default();
    read_attachments(source, &mut own, &mut fields);
    if !own.parts.is_empty() || messages.is_empty() {
        messages.push(own);
    }
    read_fields(source, blocks, number, is_odd, &mut first, &mut fields);
    for message in messages.iter_mut().skip(1) {
        message.at = message.parts.first().map_or(message.at, Part::at);
    }
    if let Some(message) = messages.first_mut() {
        message.at = source.at();
        message.details = first.details;
        message.extras = fields;
    }
    messages
}

fn role_of<'a>(source: Node<'_, 'a>, reading: &mut Reading<'_>) -> Role<'a> {
    let sender = source.get("sender").and_then(|sender| sender.text()).unwrap_or(Text::Token("unknown"));
    match sender.decode().as_ref() {
        "human" => Role::User,
        "assistant" => Role::Assistant,
        _ => {
            reading.report.add(&shape::UNKNOWN_ROLE, source.at(), || unknown_role(&sender, &["human", "assistant"]));
            Role::Other(sender.clone())
        }
    }
}

/// What was pasted is an attachment, whose words are those of the message.
fn read_attachments<'a>(source: Node<'_, 'a>, message: &mut Message<'a>, fields: &mut Extras<'a>) {
    let Some(list) = source.get("attachments") else { return };
    if !list.is_array() || list.is_empty() {
        return keep(Slot::Here, Text::Token("attachments"), list, false, fields);
    }
    for attachment in list.items() {
        let words = attachment.get("extracted_content").filter(|words| words.is_string() && !words.is(""));
        let Some(words) = words else {
            keep(Slot::Here, Text::Token("attachments"), attachment, false, fields);
            continue;
        };
        let mut part = TextPart::new(words.text().unwrap_or_default(), attachment.at());
        for (key, value) in attachment.members().filter(|(key, _)| !key.is("extracted_content")) {
            let is_empty = value.is("");
            keep(Slot::Here, key.text().unwrap_or_default(), value, is_empty, &mut part.extras);
        }
        message.form = Form::Parts;
        message.parts.push(Part::Text(part));
    }
}

fn read_fields<'a>(
    source: Node<'_, 'a>,
    blocks: Option<Node<'_, 'a>>,
    number: usize,
    is_odd: bool,
    message: &mut Message<'a>,
    fields: &mut Extras<'a>,
) {
    for (key, value) in source.members() {
        let Some(key) = key.text() else { continue };
        let is_note = match key.decode().as_ref() {
            "uuid" if value.is_string() => {
                message.details_mut().id = value.text();
                continue;
            }
            "created_at" if value.is_string() => {
                message.details_mut().time = value.text();
                continue;
            }
            "attachments" => continue,
            "content" if blocks.is_some() => continue,
            "sender" => value.is_string(),
            // Where there are blocks, it is their texts, or says that they cannot be shown.
            "text" => value.is_string() && (blocks.is_none() || is_of_blocks(value, blocks)),
            "parent_message_uuid" => !is_odd,
            "index" => value.raw() == number.to_string(),
            "truncated" => value.as_bool() == Some(false),
            "updated_at" => source.get("created_at").is_some_and(|time| time.raw() == value.raw()),
            _ => false,
        };
        keep(Slot::Here, key, value, is_note, fields);
    }
}

/// True if all of a text is in the texts of the blocks.
fn is_of_blocks(text: Node<'_, '_>, blocks: Option<Node<'_, '_>>) -> bool {
    let Some(own) = text.text() else { return false };
    let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = |is_meant: fn(Node<'_, '_>) -> bool| {
        let blocks = blocks.into_iter().flat_map(|blocks| blocks.items()).filter(|block| is_meant(*block));
        let texts = blocks.filter_map(|block| Some(squeeze(&block.get("text")?.text()?.decode())));
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let is_text = |block: Node<'_, '_>| block.get("type").is_none_or(|kind| kind.is("text"));
    let own = own.decode();
    let own = [squeeze(&own), squeeze(&without_filler(&own))];
    // Some blocks of other types have a text, too.
    own.contains(&said(is_text)) || own.contains(&said(|_| true))
}

/// A text without what it has for blocks of other types: `This block is not supported on your current device yet.`, in a fence.
fn without_filler(text: &str) -> String {
    const FENCE: &str = "```";
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(FENCE) {
        let Some((inner, next)) = after.split_once(FENCE) else { break };
        kept.push_str(before);
        if !(inner.contains("supported on") && inner.len() <= 200) {
            kept.extend([FENCE, inner, FENCE]);
        }
        rest = next;
    }
    kept + rest
}
