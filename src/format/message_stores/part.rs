//! Reads content parts by the table of their kinds.

use super::paths::{at_path, find, text};
use super::read::StoreReading;
use super::{CallShape, ErrorMark, MediaShape, PartKind, Paths, ReasoningShape, ResultShape, members};
use crate::format::shared::{json_text, keep_other_members, need, opaque, refuse_type, split_data_url};
use crate::format::signs::KeySet;
use crate::json::{At, Node, Raw, Text};
use crate::model::{
    Arguments, CallKind, Extras, Form, Media, MediaKind, MediaSource, OneOrMany, Part, Reasoning, Slot, TextPart,
    ToolCall, ToolResult,
};
use crate::report::Refused;

/// Reads a content: a text, a part, or a list of these.
pub(super) fn read_content<'a>(
    state: &mut StoreReading<'_, '_, '_, 'a>,
    content: Node<'_, 'a>,
    parts: &mut OneOrMany<Part<'a>>,
) -> Result<Form, Refused> {
    if let Some(text) = content.text() {
        if !text.is_empty() {
            parts.push(Part::Text(TextPart::new(state.attachments.resolve(text), content.at())));
        }
        return Ok(Form::Text);
    }
    if !content.is_array() {
        return Err(refuse_type(content, "content", "a string or an array of parts"));
    }
    parts.reserve(content.len());
    for item in content.items() {
        match item.text() {
            Some(text) => parts.push(Part::Text(TextPart::new(state.attachments.resolve(text), item.at()))),
            None if item.is_object() => {
                parts.push(read_part(state, item)?);
                if let Some(result) = read_answer(state, item)? {
                    parts.push(result);
                }
            }
            None => return Err(refuse_type(item, "content", "an array of strings and objects")),
        }
    }
    Ok(Form::Parts)
}

/// Reads a part. One of an unknown kind, or without what its kind has, is kept whole.
pub(super) fn read_part<'a>(state: &mut StoreReading<'_, '_, '_, 'a>, node: Node<'_, 'a>) -> Result<Part<'a>, Refused> {
    let keys = KeySet::of(node);
    let shape = state.store.parts.iter().find(|shape| shape.sign.is_in(node, keys));
    if let Some(shape) = shape {
        state.check(node, &members::of_part(&shape.kind));
    }
    let mut taken = Vec::new();
    let part = match shape.map(|shape| &shape.kind) {
        Some(PartKind::Text(paths)) => find(node, paths).and_then(|value| {
            taken.push(value.at());
            let text = state.attachments.resolve(value.text()?);
            Some(Part::Text(TextPart { extras: others(state, node, &mut taken), ..TextPart::new(text, node.at()) }))
        }),
        Some(PartKind::Json(paths)) => find(node, paths).map(|value| {
            taken.push(value.at());
            let extras = others(state, node, &mut taken);
            Part::Text(TextPart { extras, at: node.at(), ..json_text(value) })
        }),
        Some(PartKind::Reasoning(shape)) => read_reasoning(state, node, shape),
        Some(PartKind::Media(shape)) => read_media(state, node, shape),
        Some(PartKind::Call(shape)) => return read_call(state, node, shape, &[]),
        Some(PartKind::Answered(shape, result)) => return read_call(state, node, shape, result.output),
        Some(PartKind::Result(shape)) => return read_result(state, node, shape),
        Some(PartKind::Other) | None => None,
    };
    Ok(part.unwrap_or_else(|| opaque(state.store.name, node, kind_of(node))))
}

/// The result in a part that is a call with its result.
fn read_answer<'a>(state: &mut StoreReading<'_, '_, '_, 'a>, node: Node<'_, 'a>) -> Result<Option<Part<'a>>, Refused> {
    let keys = KeySet::of(node);
    let shape = state.store.parts.iter().find(|shape| shape.sign.is_in(node, keys));
    let Some(PartKind::Answered(_, shape)) = shape.map(|shape| &shape.kind) else { return Ok(None) };
    if find(node, shape.output).is_none() {
        return Ok(None);
    }
    let Part::Result(mut result) = read_result(state, node, shape)? else { return Ok(None) };
    // The call has them.
    result.extras = Extras::default();
    Ok(Some(Part::Result(result)))
}

/// What a part is called: its type, or its first key.
fn kind_of<'a>(node: Node<'_, 'a>) -> Text<'a> {
    let kind = find(node, &["type", "$type", "content_type", "block_type", "kind"]).and_then(|kind| kind.text());
    let first = || node.members().next().and_then(|(key, _)| key.text());
    kind.or_else(first).unwrap_or_default()
}

/// The members that were not read.
fn others<'a>(state: &StoreReading<'_, '_, '_, 'a>, node: Node<'_, 'a>, taken: &mut [At]) -> Extras<'a> {
    let (store, mut extras) = (state.store, Extras::default());
    taken.sort_unstable();
    let is_repeated = |key: &Text<'_>, value: Node<'_, '_>| state.is_repeated(key, value);
    for (key, value) in node.members() {
        let key = key.text().unwrap_or_default();
        keep_other_members(key, value, taken, Slot::Here, store.name, &is_repeated, &mut extras);
    }
    extras
}

fn read_reasoning<'a>(
    state: &StoreReading<'_, '_, '_, 'a>,
    node: Node<'_, 'a>,
    shape: &ReasoningShape,
) -> Option<Part<'a>> {
    let mut taken = Vec::new();
    let mut part = Reasoning { at: node.at(), ..Reasoning::default() };
    let value = find(node, shape.text);
    taken.extend(value.filter(Node::is_string).map(|value| value.at()));
    part.text = value.and_then(|value| value.text());
    part.signature = text(node, shape.signature, &mut taken);
    part.redacted = text(node, shape.redacted, &mut taken);
    if part.signature.is_some() || part.redacted.is_some() {
        part.family = shape.family;
    } else if part.text.is_none() {
        return None;
    }
    part.extras = others(state, node, &mut taken);
    Some(Part::Reasoning(Box::new(part)))
}

fn read_media<'a>(
    state: &mut StoreReading<'_, '_, '_, 'a>,
    node: Node<'_, 'a>,
    shape: &MediaShape,
) -> Option<Part<'a>> {
    let mut taken = Vec::new();
    let mut media_type = text(node, shape.media_type, &mut taken);
    if let (Some(type_of), Some(said)) = (shape.type_of, &media_type) {
        media_type = Some(Text::owned(type_of(&said.decode())));
    }
    let source = if let Some(bytes) = text(node, shape.bytes, &mut taken) {
        MediaSource::of_bytes(bytes)
    } else if let Some(url) = text(node, shape.url, &mut taken) {
        let url = state.attachments.resolve(url);
        match split_data_url(&url) {
            Some(data) => {
                let declared = media_type.take();
                media_type = Some(data.media_type).filter(|kind| !kind.is_empty()).or(declared.clone());
                // A different value stays a field.
                let is_other = declared.zip(media_type.as_ref()).is_some_and(|(declared, kind)| !declared.same(kind));
                if is_other && let Some(member) = find(node, shape.media_type) {
                    taken.retain(|at| *at != member.at());
                }
                MediaSource::Base64(data.data)
            }
            None => MediaSource::Url(url),
        }
    } else {
        MediaSource::File(text(node, shape.file, &mut taken)?)
    };
    let kind = match (shape.kind, &media_type) {
        (MediaKind::Unknown, Some(media_type)) => MediaKind::of(&media_type.decode()),
        (kind, _) => kind,
    };
    let file_name = text(node, shape.file_name, &mut taken);
    // Services take `auto` where nothing is said.
    let is_told = |detail: &Node<'_, '_>| detail.is_string() && !detail.is("auto");
    let detail = find(node, shape.detail).filter(is_told);
    taken.extend(detail.map(|detail| detail.at()));
    let detail = detail.and_then(|detail| detail.text());
    let extras = others(state, node, &mut taken);
    Some(Part::Media(Box::new(Media {
        at: node.at(),
        kind,
        source,
        media_type,
        file_name,
        detail,
        cache: None,
        extras,
    })))
}

/// Reads a call. `others_read`: the paths of what is read apart from it.
pub(super) fn read_call<'a>(
    state: &StoreReading<'_, '_, '_, 'a>,
    node: Node<'_, 'a>,
    shape: &CallShape,
    others_read: Paths,
) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        return Err(refuse_type(node, "a tool call", "an object"));
    }
    let mut taken: Vec<At> = find(node, others_read).map(|value| value.at()).into_iter().collect();
    let arguments = find(node, shape.arguments);
    taken.extend(arguments.map(|arguments| arguments.at()));
    let name = shape.name.last().copied().unwrap_or_default();
    let Some(name) = text(node, shape.name, &mut taken) else {
        return Err(need(None, name, node).err().unwrap_or_else(|| refuse_type(node, name, "a string")));
    };
    Ok(Part::from(ToolCall {
        at: node.at(),
        id: text(node, shape.id, &mut taken),
        kind: CallKind::Function,
        name,
        arguments: match arguments.map(|arguments| (arguments, arguments.text())) {
            Some((_, Some(text))) => Arguments::Encoded(text),
            Some((arguments, None)) => Arguments::Object(arguments.to_raw()),
            None => Arguments::Object(Raw::borrowed("{}")),
        },
        cache: None,
        signature: None,
        extras: others(state, node, &mut taken),
    }))
}

fn read_result<'a>(
    state: &mut StoreReading<'_, '_, '_, 'a>,
    node: Node<'_, 'a>,
    shape: &ResultShape,
) -> Result<Part<'a>, Refused> {
    let mut taken = Vec::new();
    let mut result = ToolResult {
        at: node.at(),
        call_id: text(node, shape.id, &mut taken),
        name: text(node, shape.name, &mut taken),
        form: Form::Absent,
        ..ToolResult::default()
    };
    let is_given = |value: &Node<'_, '_>| !(value.is_null() || (value.is_array() && value.is_empty()));
    if let Some(output) = shape.output.iter().filter_map(|path| at_path(node, path)).find(is_given) {
        taken.push(output.at());
        let is_list = output.is_array() && output.items().all(|item| item.is_object() || item.is_string());
        if output.is_string() || is_list {
            result.form = read_content(state, output, &mut result.parts)?;
        } else {
            result.form = Form::Text;
            result.parts.push(Part::Text(json_text(output)));
        }
    }
    read_error(node, shape.errors, &mut result, &mut taken);
    result.extras = others(state, node, &mut taken);
    Ok(Part::from(result))
}

/// Finds out whether a call failed.
pub(super) fn read_error<'a>(
    node: Node<'_, 'a>,
    marks: &[ErrorMark],
    result: &mut ToolResult<'a>,
    taken: &mut Vec<At>,
) {
    for mark in marks {
        let (path, is_error) = match mark {
            ErrorMark::Flag(path) => (path, at_path(node, path).and_then(|flag| flag.as_bool())),
            ErrorMark::Unless(path) => (path, at_path(node, path).and_then(|flag| flag.as_bool()).map(|flag| !flag)),
            ErrorMark::Text(path, [wrong, right]) => {
                let word = at_path(node, path).filter(|word| word.is(wrong) || word.is(right));
                (path, word.map(|word| word.is(wrong)))
            }
            ErrorMark::Given(path) | ErrorMark::Message(path) => {
                (path, at_path(node, path).filter(|value| !value.is_null()).map(|_| true))
            }
        };
        let (Some(value), Some(is_error)) = (at_path(node, path), is_error) else { continue };
        if result.error.is_none_or(|(is_error, _)| !is_error) {
            result.error = Some((is_error, value.at()));
        }
        match mark {
            ErrorMark::Flag(_) | ErrorMark::Unless(_) | ErrorMark::Text(..) => taken.push(value.at()),
            ErrorMark::Given(_) => {}
            ErrorMark::Message(_) => {
                let is_blank = |part: &Part<'_>| matches!(part, Part::Text(text) if text.text.is_empty());
                if let Some(text) = value.text().filter(|_| result.parts.as_slice().iter().all(is_blank)) {
                    result.parts = OneOrMany::one(Part::Text(TextPart::new(text, value.at())));
                    result.form = Form::Text;
                    taken.push(value.at());
                }
            }
        }
    }
}
