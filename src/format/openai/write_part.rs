//! Content parts.

use super::NAME;
use super::dialect::Dialect;
use super::write_litellm::write_mark;
use crate::format::Writing;
use crate::format::shared::{cannot_hold, drop_hint, found_type, is_private_place, plain_type, write_slot};
use crate::json::Text;
use crate::model::{CacheHint, Conversation, Extras, Media, MediaKind, MediaSource, Part, Role, Slot, TextPart};
use crate::report::{Refused, loss};

/// The API writes at most four cache breakpoints a request: the last four stay.
#[derive(Debug)]
pub(super) struct Hints {
    to_skip: usize,
}

impl Hints {
    pub(super) fn of(conversation: &Conversation<'_>) -> Self {
        let is_on = |cache: &Option<Box<CacheHint<'_>>>| usize::from(cache.as_ref().is_some_and(|it| it.is_on));
        let count: usize = conversation
            .messages
            .iter()
            .filter(|message| !matches!(message.role, Role::Assistant))
            .flat_map(|message| &message.parts)
            .map(|part| match part {
                Part::Text(it) | Part::Refusal(it) => is_on(&it.cache),
                Part::Media(it) => is_on(&it.cache),
                Part::Result(it) => {
                    is_on(&it.cache)
                        + it.parts
                            .iter()
                            .map(|part| match part {
                                Part::Text(text) => is_on(&text.cache),
                                Part::Media(media) => is_on(&media.cache),
                                Part::Refusal(_)
                                | Part::Reasoning(_)
                                | Part::Call(_)
                                | Part::Result(_)
                                | Part::Opaque(_) => 0,
                            })
                            .sum::<usize>()
                }
                Part::Reasoning(_) | Part::Call(_) | Part::Opaque(_) => 0,
            })
            .sum();
        Self { to_skip: count.saturating_sub(4) }
    }

    fn write(&mut self, cache: Option<&CacheHint<'_>>, writing: &mut Writing<'_>) {
        // Reported by what the dialect lacks.
        let dialect = Dialect::of(writing);
        let is_other = dialect.is_other_service() || dialect == Dialect::OpenRouter;
        let Some(cache) = cache.filter(|cache| cache.is_on && !is_other) else { return };
        if self.to_skip > 0 {
            self.to_skip -= 1;
            writing.report.add(&loss::CACHE_HINT, cache.at, || "only the last four cache hints are kept".to_owned());
            return;
        }
        if Dialect::of(writing) == Dialect::LiteLlm {
            write_mark(cache, writing);
        } else {
            writing.out.key("prompt_cache_breakpoint").object(|out| out.key("mode").string("explicit"));
        }
    }

    /// A text part, with its own hint or one of the result around it.
    pub(super) fn write_text(
        &mut self,
        key: &str,
        text: &TextPart<'_>,
        outer: Option<&CacheHint<'_>>,
        writing: &mut Writing<'_>,
    ) {
        writing.out.open(b'{');
        writing.out.key("type").string(key);
        writing.out.key(key).text(&text.text);
        // As compatible programs spell it, it goes back with the fields where they are read.
        let is_kept =
            text.extras.get(NAME, "cache_control").is_some() && Dialect::of(writing).keeps("cache_control", writing);
        match text.cache.as_ref() {
            Some(_) if is_kept => {}
            Some(cache) if cache.is_on => {
                self.write(Some(cache), writing);
                if let Some(outer) = outer {
                    writing
                        .report
                        .add(&loss::CACHE_HINT, outer.at, || "two cache hints in one place are one".to_owned());
                }
            }
            _ => self.write(outer, writing),
        }
        write_part_extras(&text.extras, writing);
        writing.out.close(b'}');
    }
}

/// Fields that this format's reader kept; how compatible programs spell a hint only where the dialect is one of theirs.
pub(super) fn write_part_extras(extras: &Extras<'_>, writing: &mut Writing<'_>) {
    let dialect = Dialect::of(writing);
    for extra in extras.in_slot(NAME, Slot::Here) {
        if !extra.is_note || dialect.keeps(&extra.key.decode(), writing) {
            writing.extra(extra);
        }
    }
}

/// Nothing hangs on the text that only a part can hold.
pub(super) fn is_plain(text: &TextPart<'_>) -> bool {
    !text.cache.as_ref().is_some_and(|cache| cache.is_on) && text.extras.of(NAME).is_empty()
}

pub(super) fn write_text_parts(key: &str, text: &TextPart<'_>, hints: &mut Hints, writing: &mut Writing<'_>) {
    hints.write_text(key, text, None, writing);
}

/// A medium in a user message.
pub(super) fn write_media(
    media: &Media<'_>,
    documents: &mut usize,
    hints: &mut Hints,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let before = writing.out.len();
    if let Some(why) = Dialect::of(writing).no_medium(media.kind) {
        cannot_hold(writing, &loss::MEDIA, media.at, || why)?;
        drop_hint(media.cache.as_deref(), writing);
        return Ok(());
    }
    write_source(media, documents, hints, writing)?;
    if writing.out.len() == before {
        drop_hint(media.cache.as_deref(), writing);
    }
    Ok(())
}

fn write_source(
    media: &Media<'_>,
    documents: &mut usize,
    hints: &mut Hints,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    match &media.source {
        MediaSource::Base64(data) => write_base64(media, data, documents, hints, writing),
        MediaSource::Url(url) if media.kind == MediaKind::Image && !is_private_place(url) => {
            report_facts(media, &[&media.file_name, &media.media_type], writing);
            write_image(media, &[url.borrow()], hints, writing);
            Ok(())
        }
        MediaSource::Url(url) if media.kind == MediaKind::Document && is_data(url) => {
            write_file(media, "file_data", &[url.borrow()], documents, hints, writing);
            Ok(())
        }
        MediaSource::Remote { service: NAME, .. } if media.kind == MediaKind::Image => {
            let why = "openai takes images as URLs or base64 only; the id of an uploaded one is dropped";
            writing.report.add(&loss::MEDIA, media.at, || why.to_owned());
            Ok(())
        }
        MediaSource::Remote { service: NAME, id } => {
            report_facts(media, &[&media.media_type], writing);
            write_file(media, "file_id", &[id.borrow()], documents, hints, writing);
            Ok(())
        }
        MediaSource::Remote { service, .. } => {
            writing
                .report
                .add(&loss::MEDIA, media.at, || format!("a file uploaded to {service} means nothing to openai"));
            Ok(())
        }
        MediaSource::Url(_) | MediaSource::File(_) if matches!(media.kind, MediaKind::Audio | MediaKind::Video) => {
            drop_medium(media, writing);
            Ok(())
        }
        MediaSource::Url(_) => cannot_hold(writing, &loss::MEDIA, media.at, || {
            format!("openai takes no URL for {}; embed it as base64 first (--inline-media)", media.kind.name())
        }),
        MediaSource::File(_) => cannot_hold(writing, &loss::MEDIA, media.at, || {
            "openai takes no paths of local files; embed them as base64 first (--inline-media)".to_owned()
        }),
        MediaSource::Plain(text) => {
            cannot_hold(writing, &loss::DOCUMENT_AS_TEXT, media.at, || {
                "openai takes no plain text documents".to_owned()
            })?;
            report_facts(media, &[&media.file_name, &media.media_type], writing);
            write_text_parts("text", &TextPart::new(text.borrow(), media.at), hints, writing);
            Ok(())
        }
    }
}

fn is_data(url: &Text<'_>) -> bool {
    url.decode().starts_with("data:")
}

fn drop_medium(media: &Media<'_>, writing: &mut Writing<'_>) {
    let kind = media.kind.name();
    writing.report.add(&loss::MEDIA, media.at, || format!("{kind} of this type is dropped"));
}

fn write_base64(
    media: &Media<'_>,
    data: &Text<'_>,
    documents: &mut usize,
    hints: &mut Hints,
    writing: &mut Writing<'_>,
) -> Result<(), Refused> {
    let Some((kind, is_found)) = found_type(media) else {
        return cannot_hold(writing, &loss::MEDIA, media.at, || {
            "the medium has no media type and its bytes are of no known kind".to_owned()
        });
    };
    if is_found {
        writing
            .report
            .add(&loss::MADE_MEDIA_TYPE, media.at, || format!("the media type {kind} was found from the bytes"));
    }
    // As it was written, parameters included, where it was written.
    let declared =
        media.media_type.as_ref().filter(|_| !is_found).map_or_else(|| Text::Owned(kind.to_string()), Text::borrow);
    let url = [Text::Token("data:"), declared, Text::Token(";base64,"), data.borrow()];
    let is_own_file = media.kind == MediaKind::Document;
    match kind.as_ref() {
        "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/jpg" if !is_own_file => {
            report_facts(media, &[&media.file_name], writing);
            write_image(media, &url, hints, writing);
        }
        image if image.starts_with("image/") && !is_own_file => {
            return cannot_hold(writing, &loss::MEDIA, media.at, || {
                format!("openai takes PNG, JPEG, GIF and WebP images, not {image}")
            });
        }
        "audio/wav" | "audio/x-wav" | "audio/wave" => write_audio(media, data, "wav", hints, writing),
        "audio/mp3" | "audio/mpeg" => write_audio(media, data, "mp3", hints, writing),
        other
            if other.starts_with("audio/")
                && media.kind == MediaKind::Audio
                && other.len() < 20
                && is_openai_audio(media) =>
        {
            write_audio(media, data, other.get(6..).unwrap_or_default(), hints, writing);
        }
        other if other.starts_with("audio/") || other.starts_with("video/") => drop_medium(media, writing),
        _ => write_file(media, "file_data", &url, documents, hints, writing),
    }
    Ok(())
}

/// Read from this format, so its own writer puts it back even where the API knows no such kind.
fn is_openai_audio(media: &Media<'_>) -> bool {
    matches!(&media.media_type, Some(Text::Owned(_))) && media.extras.origin() == NAME
}

fn write_image(media: &Media<'_>, url: &[Text<'_>], hints: &mut Hints, writing: &mut Writing<'_>) {
    writing.out.open(b'{');
    writing.out.key("type").string("image_url");
    writing.out.key("image_url").open(b'{');
    writing.out.key("url").joined(url);
    if let Some(detail) = &media.detail {
        writing.out.key("detail").text(detail);
    }
    close(media, hints, writing);
}

fn write_audio(media: &Media<'_>, data: &Text<'_>, format: &str, hints: &mut Hints, writing: &mut Writing<'_>) {
    report_facts(media, &[&media.file_name, &media.detail], writing);
    writing.out.open(b'{');
    writing.out.key("type").string("input_audio");
    writing.out.key("input_audio").open(b'{');
    writing.out.key("data").text(data);
    writing.out.key("format").string(format);
    close(media, hints, writing);
}

fn write_file(
    media: &Media<'_>,
    key: &str,
    value: &[Text<'_>],
    documents: &mut usize,
    hints: &mut Hints,
    writing: &mut Writing<'_>,
) {
    report_facts(media, &[&media.detail], writing);
    writing.out.open(b'{');
    writing.out.key("type").string("file");
    writing.out.key("file").open(b'{');
    *documents += 1;
    match &media.file_name {
        Some(name) => writing.out.key("filename").text(name),
        None if key == "file_data" => {
            let ending = match media.media_type.as_ref().map(plain_type).as_deref() {
                Some("text/plain") => "txt",
                Some("application/pdf") | None => "pdf",
                Some(_) => "bin",
            };
            let name = format!("document-{documents}.{ending}");
            writing.report.add(&loss::MADE_FILE_NAME, media.at, || format!("the file name `{name}` is made up"));
            writing.out.key("filename").string(&name);
        }
        None => {}
    }
    writing.out.key(key).joined(value);
    close(media, hints, writing);
}

fn close(media: &Media<'_>, hints: &mut Hints, writing: &mut Writing<'_>) {
    let is_kept = Dialect::of(writing).keeps("cache_control", writing);
    write_slot(&media.extras, Slot::Source, NAME, writing);
    writing.out.close(b'}');
    write_part_extras(&media.extras, writing);
    if !(is_kept && media.extras.get(NAME, "cache_control").is_some()) {
        hints.write(media.cache.as_deref(), writing);
    }
    writing.out.close(b'}');
}

fn report_facts(media: &Media<'_>, facts: &[&Option<Text<'_>>], writing: &mut Writing<'_>) {
    for fact in facts.iter().copied().flatten() {
        writing
            .report
            .add(&loss::MEDIA_FACT, media.at, || format!("the property `{}` of a medium is dropped", fact.show()));
    }
}
