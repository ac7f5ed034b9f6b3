//! The content of a message: `{"instruction":"hi","images":["https://example.com/a.png"]}`.

use super::NAME;
use super::image::url_problem;
use super::kind::ContentType;
use super::preserved_fields::{find_inner, is_unset, keep_inner, note_inner};
use crate::format::Reading;
use crate::json::{At, Node, Text, minify};
use crate::model::{
    Arguments, CallKind, Extras, Form, Media, MediaKind, MediaSource, Message, OneOrMany, Part, TextPart, ToolCall,
    ToolResult,
};
use crate::report::{FindingText, Refused, SuggestedEdit, shape};

const KEYS: &[&str; 15] = &[
    "instruction",
    "context",
    "request_model",
    "tool_schemas",
    "images",
    "image_detail",
    "assistant_response",
    "request_id",
    "result",
    "error",
    "function",
    "arguments",
    "system_message",
    "system_datetime",
    "datetime_factory",
];

/// `call_id` is the id that a call had in another format.
pub(super) fn read_content<'a>(
    kind: Option<ContentType>,
    content: Node<'_, 'a>,
    call_id: Option<Text<'a>>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) -> Result<(), Refused> {
    let keys = kind.map_or(&[][..], ContentType::keys);
    let (fields, rest) = content.fields(KEYS)?;
    let get = |key: &str| KEYS.iter().zip(fields).find(|(name, _)| **name == key).and_then(|(_, field)| field);
    match kind {
        Some(ContentType::Instruction) => {
            read_words("instruction", get("instruction"), message);
            read_images(get("images"), get("image_detail"), message, reading);
        }
        Some(kind @ (ContentType::Answer | ContentType::System)) => {
            read_words(kind.main_key(), get(kind.main_key()), message);
        }
        Some(ContentType::Request) => read_request(content, get("function"), get("arguments"), call_id, message),
        Some(ContentType::Response) => read_response(get("request_id"), get("result"), get("error"), call_id, message),
        None => {}
    }
    for (name, field) in KEYS.iter().zip(fields) {
        let Some(field) = field else { continue };
        if !keys.contains(name) {
            dropped(Text::Token(name), field, &mut message.extras, reading);
        } else if matches!(*name, "context" | "request_model" | "tool_schemas" | "system_datetime" | "datetime_factory")
        {
            keep_inner(field, Text::Token(name), &mut message.extras);
        }
    }
    for (key, value) in rest.unknown() {
        if key.is("response_model") && kind.is_none_or(|kind| kind == ContentType::Instruction) {
            reading.report.add(&shape::OLD_FORM, value.at(), || {
                let message = "`response_model` is called `request_model` since lionpride 1.0.0a".to_owned();
                FindingText::new(message, Some(SuggestedEdit::Key("request_model".to_owned())))
            });
            keep_inner(value, key, &mut message.extras);
            continue;
        }
        dropped(key, value, &mut message.extras, reading);
    }
    let is_set = |key: &str| find_inner(&message.extras, key).is_some_and(|it| !is_unset(it.value.as_str()));
    if is_set("system_datetime") && is_set("datetime_factory") {
        reading.report.add(&shape::BAD_VALUE, content.at(), || {
            "`system_datetime` and `datetime_factory` exclude each other".to_owned()
        });
    }
    Ok(())
}

/// Reports a field that the type of content does not keep.
fn dropped<'a>(key: Text<'a>, value: Node<'_, 'a>, extras: &mut Extras<'a>, reading: &mut Reading<'_>) {
    reading
        .report
        .add(&shape::UNKNOWN_FIELD, value.at(), || format!("{NAME} drops `{}` from such a content", key.show()));
    keep_inner(value, key, extras);
}

/// Words; any other value is kept as the JSON text of it. `None` for null.
fn text_part<'a>(node: Node<'_, 'a>) -> Option<Part<'a>> {
    if node.is_null() {
        return None;
    }
    let mut part = TextPart::new(Text::default(), node.at());
    match node.text() {
        Some(text) => part.text = text,
        None => (part.text, part.is_json) = (compact(node.raw()), true),
    }
    Some(Part::Text(part))
}

/// White space would be in the middle of another format's text.
fn compact(json: &str) -> Text<'static> {
    let mut bytes = Vec::with_capacity(json.len());
    minify(json, &mut bytes);
    Text::owned(String::from_utf8(bytes).unwrap_or_else(|_| json.to_owned()))
}

fn read_words<'a>(key: &'static str, field: Option<Node<'_, 'a>>, message: &mut Message<'a>) {
    let Some(field) = field else { return };
    // The library sends nothing for them, as for null.
    let is_nothing = (field.is_array() || field.is_object()) && field.is_empty();
    match text_part(field).filter(|_| !is_nothing) {
        Some(part) => message.parts.push(part),
        None => note_inner(field, key, &mut message.extras),
    }
}

fn read_images<'a>(
    images: Option<Node<'_, 'a>>,
    detail: Option<Node<'_, 'a>>,
    message: &mut Message<'a>,
    reading: &mut Reading<'_>,
) {
    let level = detail.and_then(|detail| detail.text());
    let is_good = images.is_none_or(|images| check_images(images, reading));
    let mut is_held = false;
    match images {
        Some(images) if is_good && images.is_array() && !images.is_empty() => {
            for image in images.items() {
                let Some(url) = image.text() else { continue };
                is_held = level.is_some();
                message.parts.push(Part::Media(Box::new(Media {
                    at: image.at(),
                    kind: MediaKind::Image,
                    source: MediaSource::Url(url),
                    media_type: None,
                    file_name: None,
                    detail: level.clone(),
                    cache: None,
                    extras: Extras::default(),
                })));
            }
        }
        Some(images) => keep_inner(images, Text::Token("images"), &mut message.extras),
        None => {}
    }
    if let Some(detail) = detail.filter(|_| !is_held) {
        keep_inner(detail, Text::Token("image_detail"), &mut message.extras);
    }
}

/// False if the library rejects one of them.
fn check_images(images: Node<'_, '_>, reading: &mut Reading<'_>) -> bool {
    if !images.is_array() {
        let is_good = is_unset(images.raw());
        if !is_good {
            crate::format::shared::wrong_type(reading, images, "images", "an array of URLs");
        }
        return is_good;
    }
    let mut is_good = true;
    for image in images.items() {
        let text = image.text();
        let problem = text.as_ref().map_or(Some("is not a string"), |url| url_problem(&url.decode()));
        if let Some(problem) = problem {
            is_good = false;
            reading.report.add(&shape::BAD_VALUE, image.at(), || {
                format!("the image URL `{}` {problem}", text.as_ref().map(Text::show).unwrap_or_default())
            });
        }
    }
    is_good
}

fn read_request<'a>(
    content: Node<'_, 'a>,
    function: Option<Node<'_, 'a>>,
    arguments: Option<Node<'_, 'a>>,
    call_id: Option<Text<'a>>,
    message: &mut Message<'a>,
) {
    let name = function.and_then(|function| function.text());
    match function {
        Some(function) if name.is_none() => keep_inner(function, Text::Token("function"), &mut message.extras),
        Some(_) | None => {}
    }
    let arguments = match arguments {
        Some(arguments) if arguments.is_null() => {
            note_inner(arguments, "arguments", &mut message.extras);
            Arguments::Object(crate::json::Raw::borrowed("{}"))
        }
        Some(arguments) => arguments.text().map_or_else(|| Arguments::Object(arguments.to_raw()), Arguments::Encoded),
        None => Arguments::Object(crate::json::Raw::borrowed("{}")),
    };
    let call = ToolCall {
        at: content.at(),
        id: call_id.or_else(|| message.details().id.clone()),
        kind: CallKind::Function,
        name: name.unwrap_or_default(),
        arguments,
        cache: None,
        signature: None,
        extras: Extras::default(),
    };
    message.parts.push(Part::from(call));
}

/// An error that is set makes the result a failed one; its words are what came back, unless there is a result too.
fn read_response<'a>(
    request: Option<Node<'_, 'a>>,
    result: Option<Node<'_, 'a>>,
    error: Option<Node<'_, 'a>>,
    call_id: Option<Text<'a>>,
    message: &mut Message<'a>,
) {
    let mut parts = OneOrMany::default();
    let mut failed: Option<(bool, At)> = None;
    let extras = &mut message.extras;
    match (result, result.and_then(text_part)) {
        (_, Some(part)) => parts.push(part),
        (Some(result), None) => note_inner(result, "result", extras),
        (None, None) => {}
    }
    if let Some(error) = error {
        let is_set = !is_unset(error.raw());
        failed = is_set.then_some((true, error.at()));
        match text_part(error).filter(|_| is_set && parts.is_empty()) {
            Some(part) => parts.push(part),
            None => keep_inner(error, Text::Token("error"), extras),
        }
    }
    let own = request.and_then(|request| request.text());
    if let Some(request) = request {
        match (&own, &call_id) {
            (Some(_), None) => {}
            (Some(_), Some(_)) => note_inner(request, "request_id", extras),
            (None, _) => keep_inner(request, Text::Token("request_id"), extras),
        }
    }
    let call_id = if own.is_some() { call_id.or(own) } else { None };
    let result =
        ToolResult { at: message.at, call_id, parts, form: Form::Text, error: failed, ..ToolResult::default() };
    message.parts.push(Part::from(result));
}
