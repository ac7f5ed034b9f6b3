//! A response: texts, reasoning, calls and files, in order.
//!
//! ```json
//! {"kind":"response","parts":[{"part_kind":"tool-call","tool_name":"f","args":"{\"city\":\"Oslo\"}","tool_call_id":"c1"}],
//!  "finish_reason":"tool_call","model_name":"claude-opus-4-8"}
//! ```

use super::NAME;
use super::content::{read_binary, read_speech};
use super::fields::{family_of, keep_others, note_provider, read_signature};
use super::read::ListFields;
use crate::format::Reading;
use crate::format::shared::{need, need_text, opaque, optional_text, refuse_type};
use crate::json::{At, Node, Raw, Text};
use crate::model::{
    Arguments, CallKind, Conversation, Extras, Finish, Form, Message, OneOrMany, Part, Reasoning, Role, Slot, TextPart,
    ToolCall,
};
use crate::report::{Refused, shape, unknown_part};

/// The parts of responses that are read.
pub(super) const PARTS: &[&str] = &["text", "thinking", "tool-call", "file", "speech"];

/// Calls of tools that the service ran, their results, and summaries that only it can read.
pub(super) const OF_SERVICE: &[&str] = &["builtin-tool-call", "builtin-tool-return", "compaction"];

/// The word of the service in `provider_details` next to that of the library.
pub(super) const SERVICE_REASON: &str = "finish_reason";

pub(super) fn read_response<'a>(
    node: Node<'_, 'a>,
    fields: &mut ListFields<'a>,
    conversation: &mut Conversation<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let ([parts, time, finish, details, provider], _) =
        node.fields(&["parts", "timestamp", "finish_reason", "provider_details", "provider_name"])?;
    let parts = need(parts, "parts", node)?;
    if !parts.is_array() {
        return Err(refuse_type(parts, "parts", "an array"));
    }
    // All responses are lists of parts: other formats write a single text in their usual form.
    let form = if parts.is_empty() { Form::Parts } else { Form::Unknown };
    let mut message = Message { at: node.at(), origin: NAME, role: Role::Assistant, form, ..Message::default() };
    let mut taken = vec![parts.at()];
    for part in parts.items() {
        if !part.is_object() {
            return Err(refuse_type(part, "parts", "an array of objects"));
        }
        read_part(part, provider, &mut message.parts, reading)?;
    }
    if let Some(time) = time.filter(Node::is_string) {
        message.details_mut().time = time.text();
        taken.push(time.at());
    }
    if let Some(details) = details.filter(|details| details.is_object() && !details.is_empty()) {
        taken.push(details.at());
        let mut read = Vec::new();
        read_details(details, parts, &mut read, &mut message);
        keep_others(details, read, Slot::Source, &mut message.extras);
    }
    read_finish(finish, &mut taken, &mut message);
    let mut extras = Extras::default();
    fields.keep(node, &taken, conversation, &mut extras);
    message.extras.extend(&extras);
    conversation.messages.push(message);
    Ok(())
}

/// What the service said about its answer: that it declines, and why it ended.
fn read_details<'a>(details: Node<'_, 'a>, parts: Node<'_, '_>, read: &mut Vec<At>, message: &mut Message<'a>) {
    let [refusal, reason] = details.pick(&["refusal", SERVICE_REASON]);
    if let Some((refusal, text)) = refusal.filter(|_| parts.is_empty()).and_then(|node| Some((node, node.text()?))) {
        message.parts.push(Part::Refusal(TextPart::new(text, refusal.at())));
        read.push(refusal.at());
    }
    if let Some((node, reason)) = reason.and_then(|node| Some((node, node.text()?))) {
        message.details_mut().finish = Some(Finish { at: node.at(), reason });
        read.push(node.at());
    }
}

/// The library's word, unless the word of the service is known, which it stands for.
fn read_finish<'a>(finish: Option<Node<'_, 'a>>, taken: &mut Vec<At>, message: &mut Message<'a>) {
    let Some((node, reason)) = finish.and_then(|node| Some((node, node.text()?))) else { return };
    match &message.details().finish {
        None => {
            taken.push(node.at());
            message.details_mut().finish = Some(Finish { at: node.at(), reason });
        }
        Some(known) if super::write::finish_word(&known.reason).is_some_and(|word| reason.is(word)) => {
            taken.push(node.at());
            message.extras.note_in(Slot::Here, NAME, Text::Token("finish_reason"), node.to_raw(), node.at());
        }
        Some(_) => {}
    }
}

fn read_part<'a>(
    node: Node<'_, 'a>,
    provider: Option<Node<'_, '_>>,
    parts: &mut OneOrMany<Part<'a>>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let kind_node = need(node.get("part_kind"), "part_kind", node)?;
    let kind = need_text(Some(kind_node), "part_kind", node)?;
    let own = node.get("provider_name").filter(|own| !own.is_null());
    let family = family_of(own.or(provider));
    match kind.decode().as_ref() {
        "text" => parts.push(read_text(node, family)?),
        "thinking" => parts.push(read_thinking(node, family)?),
        "tool-call" => parts.push(read_call(node, family, reading)?),
        "file" => {
            let content = need(node.get("content"), "content", node)?;
            let mut file = read_binary(content)?;
            file.at = node.at();
            keep_others(node, vec![content.at()], Slot::Here, &mut file.extras);
            parts.push(Part::Media(Box::new(file)));
        }
        "speech" => {
            let mut taken = Vec::new();
            let first = parts.len();
            read_speech(node, "assistant", &mut taken, parts)?;
            let mut extras = Extras::default();
            keep_others(node, taken, Slot::Here, &mut extras);
            match parts.get_mut(first) {
                Some(Part::Text(text)) => text.extras.extend(&extras),
                Some(Part::Media(file)) => file.extras.extend(&extras),
                _ => parts.push(opaque(NAME, node, kind.clone())),
            }
        }
        word => {
            if !OF_SERVICE.contains(&word) {
                reading.report.add(&shape::UNKNOWN_PART, kind_node.at(), || unknown_part(&kind, PARTS));
            }
            parts.push(opaque(NAME, node, kind.clone()));
        }
    }
    Ok(())
}

fn read_text<'a>(node: Node<'_, 'a>, family: &'static str) -> Result<Part<'a>, Refused> {
    let ([_, content, details], _) = node.fields(&["part_kind", "content", "provider_details"])?;
    let content = need(content, "content", node)?;
    let mut part = TextPart::new(need_text(Some(content), "content", node)?, node.at());
    let mut taken = vec![content.at()];
    part.set_signature(read_signature(details, family, &mut taken));
    note_provider(node, part.signature().is_some(), family, &mut taken, &mut part.extras);
    keep_others(node, taken, Slot::Here, &mut part.extras);
    Ok(Part::Text(part))
}

/// Reasoning that is encrypted has no text, and an id that says so.
fn read_thinking<'a>(node: Node<'_, 'a>, family: &'static str) -> Result<Part<'a>, Refused> {
    let ([content, signature, id], _) = node.fields(&["content", "signature", "id"])?;
    let content = need(content, "content", node)?;
    let mut part = Reasoning { at: node.at(), ..Reasoning::default() };
    let text = need_text(Some(content), "content", node)?;
    let mut taken = vec![content.at()];
    let sealing = id.filter(|id| id.is("redacted_thinking") || id.is("redacted_content"));
    if let Some((signature, sign)) =
        signature.and_then(|node| Some((node, node.text()?))).filter(|_| !family.is_empty())
    {
        taken.push(signature.at());
        part.family = family;
        if let Some(sealing) = sealing.filter(|_| text.is_empty()) {
            taken.push(sealing.at());
            part.redacted = Some(sign);
        } else {
            part.signature = Some(sign);
        }
    }
    if part.redacted.is_none() {
        part.text = Some(text);
    }
    note_provider(node, !part.family.is_empty(), family, &mut taken, &mut part.extras);
    keep_others(node, taken, Slot::Here, &mut part.extras);
    Ok(Part::Reasoning(Box::new(part)))
}

fn read_call<'a>(node: Node<'_, 'a>, family: &'static str, reading: &mut Reading<'_>) -> Result<Part<'a>, Refused> {
    let ([id, name, args, details], _) = node.fields(&["tool_call_id", "tool_name", "args", "provider_details"])?;
    let mut extras = Extras::default();
    let own_id = optional_text(reading, id, "tool_call_id", Slot::Odd, NAME, &mut extras);
    let name_text = need_text(name, "tool_name", node)?;
    let mut taken: Vec<_> = [id, name].into_iter().flatten().map(|field| field.at()).collect();
    // No arguments are an object without members.
    let arguments = match args.filter(|args| !args.is_null()) {
        Some(args) => args.text().map_or_else(|| Arguments::Object(args.to_raw()), Arguments::Encoded),
        None => Arguments::Object(Raw::borrowed("{}")),
    };
    taken.extend(args.filter(|args| !args.is_null()).map(|args| args.at()));
    let signature = read_signature(details, family, &mut taken);
    note_provider(node, signature.is_some(), family, &mut taken, &mut extras);
    keep_others(node, taken, Slot::Here, &mut extras);
    Ok(Part::from(ToolCall {
        at: node.at(),
        id: own_id,
        kind: CallKind::Function,
        name: name_text,
        arguments,
        cache: None,
        signature,
        extras,
    }))
}
