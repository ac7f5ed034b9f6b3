//! Input parts: texts, images and files, with their cache hints.

use super::keep::{BARE, PART, URL, find_mark, write_inner};
use super::{FAMILY, NAME};
use crate::format::Writing;
use crate::format::shared::{cannot_hold, drop_hint, found_type, is_private_place, plain_type};
use crate::json::Text;
use crate::model::{CacheHint, Conversation, Media, MediaKind, MediaSource, Part, Role, TextPart};
use crate::report::{Refused, loss};

/// The API writes at most four cache breakpoints a request.
const HINTS: usize = 4;

/// What is counted over the whole list.
#[derive(Debug)]
pub(super) struct State {
    /// Hints that go, for the last four to stay.
    hints_to_skip: usize,
    documents: usize,
}

impl State {
    pub(super) fn of(conversation: &Conversation<'_>) -> Self {
        let others = conversation.messages.iter().filter(|message| !matches!(message.role, Role::Assistant));
        let hints: usize = others.flat_map(|message| &message.parts).map(count_hints).sum();
        Self { hints_to_skip: hints.saturating_sub(HINTS), documents: 0 }
    }

    /// Nothing hangs on the text that only a part can hold.
    pub(super) fn is_plain(text: &TextPart<'_>) -> bool {
        !text.cache.as_ref().is_some_and(|cache| cache.is_on)
            && text.citations.as_ref().is_none_or(|citations| citations.origin != NAME)
            && text.extras.of(NAME).is_empty()
    }

    fn write_hint(&mut self, cache: Option<&CacheHint<'_>>, writing: &mut Writing<'_>) {
        let Some(cache) = cache.filter(|cache| cache.is_on) else { return };
        if self.hints_to_skip > 0 {
            self.hints_to_skip -= 1;
            writing.report.add(&loss::CACHE_HINT, cache.at, || "only the last four cache hints are kept".to_owned());
            return;
        }
        writing.out.key("prompt_cache_breakpoint").object(|out| out.key("mode").word("explicit"));
    }

    /// A part of a message or of an output. `outer`: the hint of the result it is the last text of.
    pub(super) fn write_input(
        &mut self,
        part: &Part<'_>,
        outer: Option<&CacheHint<'_>>,
        is_own: bool,
        writing: &mut Writing<'_>,
    ) -> Result<(), Refused> {
        match part {
            Part::Text(text) => self.write_text(text, "input_text", "text", outer, writing),
            Part::Refusal(text) if find_mark(&text.extras, PART).is_some() => {
                self.write_text(text, "refusal", "refusal", outer, writing);
            }
            Part::Refusal(text) => {
                writing
                    .report
                    .add(&loss::REFUSAL_AS_TEXT, text.at, || "a refusal outside an answer becomes text".to_owned());
                self.write_text(text, "input_text", "text", outer, writing);
            }
            Part::Media(media) => self.write_media(media, is_own, writing)?,
            Part::Opaque(it) if it.origin == NAME => writing.out.raw(&it.raw),
            Part::Reasoning(it) => super::write_answer::drop_reasoning(it, writing),
            // Reported by what the format supports, or not found here.
            Part::Opaque(_) | Part::Call(_) | Part::Result(_) => {}
        }
        Ok(())
    }

    fn write_text(
        &mut self,
        text: &TextPart<'_>,
        kind: &'static str,
        key: &'static str,
        outer: Option<&CacheHint<'_>>,
        writing: &mut Writing<'_>,
    ) {
        writing.out.open(b'{');
        write_kind(&text.extras, kind, writing);
        writing.out.key(key).text(&text.text);
        if let Some(citations) = text.citations.as_ref().filter(|citations| citations.origin == NAME) {
            writing.out.key("annotations").raw(&citations.raw);
        }
        match text.cache.as_deref().filter(|cache| cache.is_on) {
            Some(cache) => {
                self.write_hint(Some(cache), writing);
                if let Some(outer) = outer {
                    self.hints_to_skip = self.hints_to_skip.saturating_sub(1);
                    writing
                        .report
                        .add(&loss::CACHE_HINT, outer.at, || "two cache hints in one place are one".to_owned());
                }
            }
            None => self.write_hint(outer, writing),
        }
        write_inner(&text.extras, writing);
        writing.out.close(b'}');
    }

    /// A medium, where it can be written; else the report says that it is left out.
    pub(super) fn write_media(
        &mut self,
        media: &Media<'_>,
        is_own: bool,
        writing: &mut Writing<'_>,
    ) -> Result<(), Refused> {
        let before = writing.out.len();
        self.write_source(media, is_own, writing)?;
        if writing.out.len() == before {
            drop_hint(media.cache.as_deref(), writing);
        }
        Ok(())
    }

    fn write_source(&mut self, media: &Media<'_>, is_own: bool, writing: &mut Writing<'_>) -> Result<(), Refused> {
        let is_image = media.kind == MediaKind::Image;
        match &media.source {
            MediaSource::Base64(data) => return self.write_base64(media, data, is_own, writing),
            MediaSource::Remote { service: FAMILY, id } => {
                report_type(media, writing);
                self.write_part(
                    media,
                    if is_image { Kind::Image } else { Kind::File },
                    "file_id",
                    &[id.borrow()],
                    is_own,
                    writing,
                );
            }
            MediaSource::Remote { service, .. } => {
                writing
                    .report
                    .add(&loss::MEDIA, media.at, || format!("a file uploaded to {service} means nothing to openai"));
            }
            _ if matches!(media.kind, MediaKind::Audio | MediaKind::Video) => drop_medium(media, writing),
            MediaSource::Url(url) if is_private_place(url) => cannot_hold(writing, &loss::MEDIA, media.at, || {
                format!("{NAME} cannot open {}; embed the medium as base64 first (--inline-media)", url.show())
            })?,
            MediaSource::Url(url) if is_image => {
                report_type(media, writing);
                self.write_part(media, Kind::Image, "image_url", &[url.borrow()], is_own, writing);
            }
            MediaSource::Url(url) if media.kind == MediaKind::Document => {
                report_type(media, writing);
                let is_data = url.decode().starts_with("data:") && find_mark(&media.extras, URL).is_none();
                let key = if is_data { "file_data" } else { "file_url" };
                self.write_part(media, Kind::File, key, &[url.borrow()], is_own, writing);
            }
            MediaSource::Url(_) => cannot_hold(writing, &loss::MEDIA, media.at, || {
                format!(
                    "{NAME} takes no URL of a medium that may be anything; embed it as base64 first (--inline-media)"
                )
            })?,
            MediaSource::File(_) => cannot_hold(writing, &loss::MEDIA, media.at, || {
                format!("{NAME} takes no paths of local files; embed them as base64 first (--inline-media)")
            })?,
            MediaSource::Plain(text) => {
                cannot_hold(writing, &loss::DOCUMENT_AS_TEXT, media.at, || {
                    format!("{NAME} takes no plain text documents")
                })?;
                report_type(media, writing);
                for fact in [&media.file_name, &media.detail] {
                    report_fact(media, fact.as_ref(), writing);
                }
                let part = TextPart { cache: media.cache.clone(), ..TextPart::new(text.borrow(), media.at) };
                self.write_text(&part, "input_text", "text", None, writing);
            }
        }
        Ok(())
    }

    fn write_base64(
        &mut self,
        media: &Media<'_>,
        data: &Text<'_>,
        is_own: bool,
        writing: &mut Writing<'_>,
    ) -> Result<(), Refused> {
        if find_mark(&media.extras, BARE).is_some() {
            self.write_part(media, Kind::File, "file_data", &[data.borrow()], is_own, writing);
            return Ok(());
        }
        // What was read here goes home as it came, whatever its type.
        let declared = media.media_type.as_ref().filter(|_| is_own);
        let found = found_type(media);
        let Some((kind, is_found)) = found.or_else(|| declared.map(|_| (String::new().into(), false))) else {
            return cannot_hold(writing, &loss::MEDIA, media.at, || {
                "the medium has no media type and its bytes are of no known kind".to_owned()
            });
        };
        let is_image = match kind.as_ref() {
            _ if is_own => media.kind == MediaKind::Image,
            "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/jpg" => media.kind != MediaKind::Document,
            image if image.starts_with("image/") && media.kind != MediaKind::Document => {
                return cannot_hold(writing, &loss::MEDIA, media.at, || {
                    format!("{NAME} takes PNG, JPEG, GIF and WebP images, not {image}")
                });
            }
            other if other.starts_with("audio/") || other.starts_with("video/") => {
                drop_medium(media, writing);
                return Ok(());
            }
            _ => false,
        };
        if is_found && declared.is_none() {
            writing
                .report
                .add(&loss::MADE_MEDIA_TYPE, media.at, || format!("the media type {kind} was found from the bytes"));
        }
        // As it was written, parameters included, where it was read here; elsewhere the plain type, which is sure to be taken.
        let plain = if kind == "image/jpg" { "image/jpeg" } else { kind.as_ref() };
        let given = media.media_type.as_ref().filter(|given| is_own || given.is(plain));
        if given.is_none() && !is_found {
            report_type(media, writing);
        }
        let media_type = given.map_or_else(|| Text::Owned(plain.to_owned()), Text::borrow);
        let url = [Text::Token("data:"), media_type, Text::Token(";base64,"), data.borrow()];
        let (kind, key) = if is_image { (Kind::Image, "image_url") } else { (Kind::File, "file_data") };
        self.write_part(media, kind, key, &url, is_own, writing);
        Ok(())
    }

    fn write_part(
        &mut self,
        media: &Media<'_>,
        kind: Kind,
        key: &'static str,
        value: &[Text<'_>],
        is_own: bool,
        writing: &mut Writing<'_>,
    ) {
        writing.out.open(b'{');
        writing.out.key("type").word(if kind == Kind::Image { "input_image" } else { "input_file" });
        writing.out.key(key).joined(value);
        match kind {
            Kind::Image => {
                report_fact(media, media.file_name.as_ref(), writing);
                Self::write_detail(media, &["auto", "low", "high", "original"], is_own, writing);
            }
            Kind::File => {
                self.write_name(media, key, is_own, writing);
                Self::write_detail(media, &["auto", "low", "high"], is_own, writing);
            }
        }
        self.write_hint(media.cache.as_deref(), writing);
        write_inner(&media.extras, writing);
        writing.out.close(b'}');
    }

    /// The types of the SDK want a detail on images.
    fn write_detail(media: &Media<'_>, known: &[&str], is_own: bool, writing: &mut Writing<'_>) {
        let is_image = known.len() > 3;
        match &media.detail {
            Some(detail) if is_own || known.iter().any(|known| detail.is(known)) => {
                writing.out.key("detail").text(detail);
                return;
            }
            other => report_fact(media, other.as_ref(), writing),
        }
        if !is_own && is_image {
            writing.out.key("detail").word("auto");
        }
    }

    fn write_name(&mut self, media: &Media<'_>, key: &str, is_own: bool, writing: &mut Writing<'_>) {
        self.documents += 1;
        match &media.file_name {
            Some(name) if is_own || key == "file_data" => writing.out.key("filename").text(name),
            None if !is_own && key == "file_data" => {
                let ending = match media.media_type.as_ref().map(plain_type).as_deref() {
                    Some("text/plain") => "txt",
                    Some("application/pdf") | None => "pdf",
                    Some(_) => "bin",
                };
                let name = format!("document-{}.{ending}", self.documents);
                writing.report.add(&loss::MADE_FILE_NAME, media.at, || format!("the file name `{name}` is made up"));
                writing.out.key("filename").string(&name);
            }
            name => report_fact(media, name.as_ref(), writing),
        }
    }
}

/// Which part a medium becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Image,
    File,
}

fn count_hints(part: &Part<'_>) -> usize {
    let is_on = |cache: &Option<Box<CacheHint<'_>>>| usize::from(cache.as_ref().is_some_and(|it| it.is_on));
    let inner = |part: &Part<'_>| match part {
        Part::Text(it) | Part::Refusal(it) => is_on(&it.cache),
        Part::Media(it) => is_on(&it.cache),
        Part::Result(_) | Part::Reasoning(_) | Part::Call(_) | Part::Opaque(_) => 0,
    };
    match part {
        Part::Result(it) => is_on(&it.cache) + it.parts.iter().map(inner).sum::<usize>(),
        Part::Text(_) | Part::Refusal(_) | Part::Media(_) | Part::Reasoning(_) | Part::Call(_) | Part::Opaque(_) => {
            inner(part)
        }
    }
}

/// The type of the part: what it was where it may not stand, else what stands here.
pub(super) fn write_kind(extras: &crate::model::Extras<'_>, usual: &'static str, writing: &mut Writing<'_>) {
    match find_mark(extras, PART) {
        Some(kind) => writing.out.key("type").raw(&kind.value),
        None => writing.out.key("type").word(usual),
    }
}

fn drop_medium(media: &Media<'_>, writing: &mut Writing<'_>) {
    let kind = media.kind.name();
    writing.report.add(&loss::MEDIA, media.at, || format!("{kind} is dropped: {NAME} takes none"));
}

fn report_fact(media: &Media<'_>, fact: Option<&Text<'_>>, writing: &mut Writing<'_>) {
    if let Some(fact) = fact {
        writing
            .report
            .add(&loss::MEDIA_FACT, media.at, || format!("the property `{}` of a medium is dropped", fact.show()));
    }
}

fn report_type(media: &Media<'_>, writing: &mut Writing<'_>) {
    if let Some(declared) = &media.media_type {
        writing.report.add(&loss::MEDIA_FACT, media.at, || format!("the media type `{}` is dropped", declared.show()));
    }
}
