//! The parts of a message: texts, images, calls, results.
//!
//! ```json
//! {"type":"tool","id":"call_1","name":"readfile","arguments":{"filename":"a.txt"}}
//! ```

use super::NAME;
use super::row_values::RowValues;
use crate::format::Reading;
use crate::format::shared::split_data_url;
use crate::json::{Node, Raw, Text};
use crate::model::{
    Arguments, CallKind, Extras, Form, Media, MediaKind, MediaSource, OneOrMany, Opaque, Part, Slot, TextPart,
    ToolCall, ToolResult,
};
use crate::report::{Refused, shape, unknown_part};

/// The key of a note: the field was not there. Its value is the name in quotes.
pub(super) const ABSENT: &str = "absent";
/// The media type that keprompt writes for an image of unknown type.
pub(in crate::format) const NO_TYPE: &str = "None";

/// Reads a part. What is of no known type, or lacks what it must have, is kept whole.
pub(super) fn read_part<'a, 'x>(
    node: Node<'_, 'x>,
    hold: &RowValues<'a, 'x, '_>,
    reading: &mut Reading<'_>,
) -> Result<Part<'a>, Refused> {
    if !node.is_object() {
        hold.wrong_type(node, "content", "an array of objects", reading);
        return Ok(whole(node, Text::Token("part"), hold));
    }
    let Some(kind) = node.get("type") else {
        hold.say(&shape::MISSING_FIELD, node, reading, || "`type` is missing".to_owned());
        return Ok(whole(node, Text::Token("part"), hold));
    };
    let Some(name) = hold.text(kind) else {
        hold.wrong_type(kind, "type", "a string", reading);
        return Ok(whole(node, Text::Token("part"), hold));
    };
    let part = match name.decode().as_ref() {
        "text" => read_text(node, hold, reading)?,
        "image_url" => read_image(node, hold, reading)?,
        "tool" => read_call(node, hold, reading)?,
        "tool_result" => read_result(node, hold, reading)?,
        _ => {
            hold.say(&shape::UNKNOWN_PART, kind, reading, || {
                unknown_part(&name, &["text", "image_url", "tool", "tool_result"])
            });
            None
        }
    };
    Ok(part.unwrap_or_else(|| whole(node, name, hold)))
}

fn whole<'a, 'x>(node: Node<'_, 'x>, kind: Text<'a>, hold: &RowValues<'a, 'x, '_>) -> Part<'a> {
    Part::Opaque(Box::new(Opaque {
        hosted: None,
        is_call: false,
        origin: NAME,
        at: hold.at(node),
        kind,
        raw: hold.raw(node),
    }))
}

/// The string in a field that must be there; what is wrong with it is said.
fn string<'a, 'x>(
    field: Option<Node<'_, 'x>>,
    name: &str,
    part: Node<'_, 'x>,
    hold: &RowValues<'a, 'x, '_>,
    reading: &mut Reading<'_>,
) -> Option<Text<'a>> {
    let Some(node) = field else {
        hold.say(&shape::MISSING_FIELD, part, reading, || format!("`{name}` is missing"));
        return None;
    };
    let text = hold.text(node);
    if text.is_none() {
        hold.wrong_type(node, name, "a string", reading);
    }
    text
}

fn read_text<'a, 'x>(
    node: Node<'_, 'x>,
    hold: &RowValues<'a, 'x, '_>,
    reading: &mut Reading<'_>,
) -> Result<Option<Part<'a>>, Refused> {
    let ([_, text], rest) = hold.fields(node, &["type", "text"])?;
    let Some(text) = string(text, "text", node, hold, reading) else { return Ok(None) };
    let mut part = TextPart::new(text, hold.at(node));
    hold.keep_unknown(&rest, "a text", &mut part.extras, reading);
    Ok(Some(Part::Text(part)))
}

fn read_image<'a, 'x>(
    node: Node<'_, 'x>,
    hold: &RowValues<'a, 'x, '_>,
    reading: &mut Reading<'_>,
) -> Result<Option<Part<'a>>, Refused> {
    let ([_, image], rest) = hold.fields(node, &["type", "image_url"])?;
    let Some(image) = image else {
        hold.say(&shape::MISSING_FIELD, node, reading, || "`image_url` is missing".to_owned());
        return Ok(None);
    };
    if !image.is_object() {
        hold.wrong_type(image, "image_url", "an object with `url`", reading);
        return Ok(None);
    }
    let ([url_node], inner) = hold.fields(image, &["url"])?;
    let Some(url) = string(url_node, "url", image, hold, reading) else { return Ok(None) };
    let mut media = Media {
        at: hold.at(node),
        kind: MediaKind::Image,
        source: MediaSource::Url(Text::Token("")),
        media_type: None,
        file_name: None,
        detail: None,
        cache: None,
        extras: Extras::default(),
    };
    match split_data_url(&url) {
        Some(pieces) => {
            media.media_type = Some(pieces.media_type).filter(|kind| !kind.is(NO_TYPE));
            media.source = MediaSource::Base64(pieces.data);
        }
        None => {
            hold.say(&shape::BAD_VALUE, url_node.unwrap_or(image), reading, || {
                "the URL of an image must contain its bytes: `data:image/png;base64,…`".to_owned()
            });
            media.source = MediaSource::Url(url);
        }
    }
    for (key, value) in inner.unknown() {
        let at = hold.at(value);
        reading.report.add(&shape::UNKNOWN_FIELD, at, || format!("keprompt has no field `{}` here", key.show()));
        media.extras.push_in(Slot::Source, NAME, hold.key(key), hold.raw(value), at);
    }
    hold.keep_unknown(&rest, "an image", &mut media.extras, reading);
    Ok(Some(Part::Media(Box::new(media))))
}

fn read_call<'a, 'x>(
    node: Node<'_, 'x>,
    hold: &RowValues<'a, 'x, '_>,
    reading: &mut Reading<'_>,
) -> Result<Option<Part<'a>>, Refused> {
    let ([_, id, name, arguments], rest) = hold.fields(node, &["type", "id", "name", "arguments"])?;
    let Some(name) = string(name, "name", node, hold, reading) else { return Ok(None) };
    let mut extras = Extras::default();
    let Ok(id) = read_id(id, "id", node, hold, &mut extras, reading) else { return Ok(None) };
    let arguments = match arguments {
        None => {
            hold.say(&shape::MISSING_FIELD, node, reading, || "`arguments` is missing".to_owned());
            absent("\"arguments\"", node, hold, &mut extras);
            Arguments::Object(Raw::borrowed("{}"))
        }
        Some(arguments) => {
            if !arguments.is_object() {
                hold.wrong_type(arguments, "arguments", "an object", reading);
            }
            hold.text(arguments).map_or_else(|| Arguments::Object(hold.raw(arguments)), Arguments::Encoded)
        }
    };
    hold.keep_unknown(&rest, "a call", &mut extras, reading);
    let at = hold.at(node);
    let call = ToolCall { at, id, kind: CallKind::Function, name, arguments, cache: None, signature: None, extras };
    Ok(Some(Part::from(call)))
}

fn read_result<'a, 'x>(
    node: Node<'_, 'x>,
    hold: &RowValues<'a, 'x, '_>,
    reading: &mut Reading<'_>,
) -> Result<Option<Part<'a>>, Refused> {
    let ([_, id, content], rest) = hold.fields(node, &["type", "tool_use_id", "content"])?;
    let mut extras = Extras::default();
    let Ok(call_id) = read_id(id, "tool_use_id", node, hold, &mut extras, reading) else { return Ok(None) };
    let mut parts = OneOrMany::default();
    let mut form = Form::Text;
    match content {
        None => {
            hold.say(&shape::MISSING_FIELD, node, reading, || "`content` is missing".to_owned());
            form = Form::Absent;
        }
        Some(content) => match hold.text(content) {
            Some(text) => parts.push(Part::Text(TextPart::new(text, hold.at(content)))),
            None => {
                hold.wrong_type(content, "content", "a string", reading);
                return Ok(None);
            }
        },
    }
    hold.keep_unknown(&rest, "a result", &mut extras, reading);
    let result = ToolResult { at: hold.at(node), call_id, parts, form, extras, ..ToolResult::default() };
    Ok(Some(Part::from(result)))
}

/// The id of a call. Empty is the same as none: answers of Google have no ids.
fn read_id<'a, 'x>(
    id: Option<Node<'_, 'x>>,
    key: &'static str,
    part: Node<'_, 'x>,
    hold: &RowValues<'a, 'x, '_>,
    extras: &mut Extras<'a>,
    reading: &mut Reading<'_>,
) -> Result<Option<Text<'a>>, ()> {
    let Some(id) = id else {
        hold.say(&shape::MISSING_FIELD, part, reading, || format!("`{key}` is missing"));
        absent(if key == "id" { "\"id\"" } else { "\"tool_use_id\"" }, part, hold, extras);
        return Ok(None);
    };
    match hold.text(id) {
        Some(text) if !text.is_empty() => Ok(Some(text)),
        // The empty id is what is written for none.
        Some(_) => Ok(None),
        None => {
            hold.wrong_type(id, key, "a string", reading);
            if id.is_null() {
                hold.keep(key, id, true, extras);
                return Ok(None);
            }
            Err(())
        }
    }
}

/// Notes that a field was not there; `quoted` is its name in quotes.
fn absent<'a, 'x>(quoted: &'static str, part: Node<'_, 'x>, hold: &RowValues<'a, 'x, '_>, extras: &mut Extras<'a>) {
    extras.mark(NAME, ABSENT, Raw::borrowed(quoted), hold.at(part));
}
