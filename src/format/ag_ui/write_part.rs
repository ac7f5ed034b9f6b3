//! Contents: a text, or a list of parts; and tool calls.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::NAME;
use crate::format::Writing;
use crate::format::shared::{cannot_hold, found_type, report_joined_text, write_extras, write_slot};
use crate::json::{At, Text};
use crate::model::{Arguments, CallKind, Form, Media, MediaKind, MediaSource, Part, Slot, TextPart, ToolCall};
use crate::report::{Refused, loss};

/// Writes `content` of a message that may have parts: a string where one text says it all.
pub(super) fn write_content(parts: &[Part<'_>], form: Form, writing: &mut Writing<'_>) -> Result<(), Refused> {
    let shown: Vec<_> = parts.iter().filter(|part| is_shown(part)).collect();
    match shown.as_slice() {
        [] if form != Form::Parts => {
            writing.out.key("content").word("");
            return Ok(());
        }
        [Part::Text(text) | Part::Refusal(text)] if form != Form::Parts && text.extras.of(NAME).is_empty() => {
            note_refusal(shown.first().copied(), writing);
            writing.out.key("content").text(&text.text);
            return Ok(());
        }
        _ => {}
    }
    writing.out.key("content").open(b'[');
    for part in shown {
        note_refusal(Some(part), writing);
        match part {
            Part::Text(text) | Part::Refusal(text) => write_text(text, writing),
            Part::Media(media) => write_media(media, writing)?,
            Part::Opaque(it) => writing.out.raw(&it.raw),
            Part::Reasoning(_) | Part::Call(_) | Part::Result(_) => {}
        }
    }
    writing.out.close(b']');
    Ok(())
}

fn is_shown(part: &Part<'_>) -> bool {
    match part {
        Part::Text(_) | Part::Refusal(_) | Part::Media(_) => true,
        Part::Opaque(it) => it.origin == NAME,
        Part::Reasoning(_) | Part::Call(_) | Part::Result(_) => false,
    }
}

fn note_refusal(part: Option<&Part<'_>>, writing: &mut Writing<'_>) {
    if let Some(Part::Refusal(text)) = part {
        writing.report.add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal became text".to_owned());
    }
}

fn write_text(text: &TextPart<'_>, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    writing.out.key("type").word("text");
    writing.out.key("text").text(&text.text);
    write_extras(&text.extras, NAME, writing);
    writing.out.close(b'}');
}

/// Writes `content` of a message that holds one text: the texts joined by line ends.
pub(super) fn write_joined(parts: &[Part<'_>], at: At, writing: &mut Writing<'_>) {
    let mut pieces = Vec::new();
    for part in parts {
        note_refusal(Some(part), writing);
        match part {
            Part::Text(it) | Part::Refusal(it) => {
                // An empty text says nothing that a line end would not blur.
                if !it.text.is_empty() {
                    if !pieces.is_empty() {
                        report_joined_text(it.at.or(at), writing.report);
                        pieces.push(Text::Token("\\n"));
                    }
                    pieces.push(it.text.borrow());
                }
            }
            Part::Media(media) => drop_media(media, writing),
            Part::Reasoning(_) | Part::Call(_) | Part::Result(_) | Part::Opaque(_) => {}
        }
    }
    writing.out.key("content").joined(&pieces);
}

/// Media have no place in answers and instructions.
fn drop_media(media: &Media<'_>, writing: &mut Writing<'_>) {
    let what = media.kind.name();
    writing.report.add(&loss::MEDIA, media.at, || format!("{what} has no place in this message"));
}

fn write_media(media: &Media<'_>, writing: &mut Writing<'_>) -> Result<(), Refused> {
    if let MediaSource::File(path) = &media.source {
        let path = path.show();
        return cannot_hold(writing, &loss::MEDIA, media.at, || format!("the file `{path}` beside the conversation"));
    }
    let mime = found_type(media);
    if matches!(media.source, MediaSource::Base64(_)) && mime.is_none() && media.media_type.is_none() {
        return cannot_hold(writing, &loss::MEDIA, media.at, || "nothing says which type this medium is of".to_owned());
    }
    if let Some(detail) = &media.detail {
        writing.report.add(&loss::MEDIA_FACT, media.at, || format!("the detail level `{}` is dropped", detail.show()));
    }
    writing.out.open(b'{');
    writing.out.key("type").word(match media.kind {
        MediaKind::Image | MediaKind::Audio | MediaKind::Video | MediaKind::Document => media.kind.word(),
        MediaKind::Unknown => kind_of(media),
    });
    writing.out.key("source").open(b'{');
    let (kind, value) = match &media.source {
        MediaSource::Base64(data) => ("data", data.borrow()),
        MediaSource::Plain(text) => ("data", Text::Owned(STANDARD.encode(text.decode().as_bytes()))),
        MediaSource::Url(url) => ("url", url.borrow()),
        MediaSource::File(id) | MediaSource::Remote { id, .. } => ("file", id.borrow()),
    };
    writing.out.key("type").word(kind);
    writing.out.key("value").text(&value);
    if let MediaSource::Remote { service, .. } = &media.source
        && !service.is_empty()
    {
        writing.out.key("provider").string(service);
    }
    match (&media.media_type, mime) {
        (Some(declared), _) => writing.out.key("mimeType").text(declared),
        (None, Some((found, is_found))) => {
            if is_found {
                writing.report.add(&loss::MADE_MEDIA_TYPE, media.at, || format!("the bytes show {found}"));
            }
            writing.out.key("mimeType").string(&found);
        }
        (None, None) => {}
    }
    write_slot(&media.extras, Slot::Source, NAME, writing);
    writing.out.close(b'}');
    if let Some(name) = &media.file_name {
        writing.out.key("metadata").object(|out| out.key("filename").text(name));
    }
    write_extras(&media.extras, NAME, writing);
    writing.out.close(b'}');
    Ok(())
}

fn kind_of(media: &Media<'_>) -> &'static str {
    let declared = media.media_type.as_ref().map(|it| MediaKind::of(&it.decode()));
    match declared {
        Some(kind) if kind != MediaKind::Unknown => kind.word(),
        _ => MediaKind::Document.word(),
    }
}

/// Writes a tool call.
pub(super) fn write_call(call: &ToolCall<'_>, id: &Text<'_>, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    writing.out.key("id").text(id);
    writing.out.key("type").word("function");
    writing.out.key("function").open(b'{');
    writing.out.key("name").text(&call.name);
    writing.out.key("arguments");
    write_arguments(call, writing);
    write_slot(&call.extras, Slot::Function, NAME, writing);
    writing.out.close(b'}');
    write_extras(&call.extras, NAME, writing);
    writing.out.close(b'}');
}

/// Writes the arguments as a string that holds JSON.
pub(super) fn write_arguments(call: &ToolCall<'_>, writing: &mut Writing<'_>) {
    if call.kind == CallKind::LegacyFunction {
        let name = call.name.show();
        writing.report.add(&loss::LEGACY_CALL, call.at, || format!("the function call of `{name}` became a tool call"));
    }
    match &call.arguments {
        Arguments::Encoded(text) if call.kind == CallKind::Custom => {
            let name = call.name.show();
            writing
                .report
                .add(&loss::CUSTOM_CALL, call.at, || format!("the text of the call of `{name}` is put into an object"));
            writing.out.string(&format!("{{\"input\":\"{}\"}}", text.spelling()));
        }
        Arguments::Encoded(text) => writing.out.text(text),
        Arguments::Object(raw) => writing.out.string(raw.as_str()),
    }
}
