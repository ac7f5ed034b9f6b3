//! Images, documents, videos and sounds in the form in which they are written.

use super::NAME;
use super::kind::{format_of, is_good_uri, key_of, type_of_name};
use super::names::Name;
use super::plan::{Planner, report_extras};
use crate::format::Writing;
use crate::format::shared::{cannot_hold, drop_hint, found_type, plain_type};
use crate::json::{Raw, Text};
use crate::model::{Media, MediaKind, MediaSource};
use crate::report::{Refused, loss};
use crate::rule::sniff;

/// How many bytes an image may have: 3.75 MB.
pub(super) const IMAGE_BYTES: usize = 3_932_160;
/// How many bytes a document may have: 4.5 MB.
pub(super) const DOCUMENT_BYTES: usize = 4_718_592;

/// A medium in the form in which it is written.
#[derive(Debug)]
pub(super) struct MediaBlock<'m> {
    pub(super) media: &'m Media<'m>,
    pub(super) kind: MediaKind,
    /// As a JSON string.
    pub(super) format: Option<Raw<'m>>,
    pub(super) source: Source<'m>,
    /// Documents have one.
    pub(super) name: Option<Text<'m>>,
}

/// The `source` of a block.
#[derive(Debug)]
pub(super) enum Source<'m> {
    Bytes(Text<'m>),
    Text(Text<'m>),
    S3(Text<'m>),
}

/// Words for refusals: `bedrock takes no …`.
pub(super) fn not_taken(what: &str) -> String {
    format!("{NAME} takes no {what}")
}

/// A medium is left out, and with it what hangs on it.
pub(super) fn drop_media(media: &Media<'_>, writing: &mut Writing<'_>, why: impl FnOnce() -> String) {
    writing.report.add(&loss::MEDIA, media.at, why);
    drop_hint(media.cache.as_deref(), writing);
    report_extras(&media.extras, writing);
}

/// The same, but only with `--lossy`.
pub(super) fn refuse_media(
    media: &Media<'_>,
    writing: &mut Writing<'_>,
    why: impl FnOnce() -> String,
) -> Result<(), Refused> {
    cannot_hold(writing, &loss::MEDIA, media.at, why)?;
    drop_hint(media.cache.as_deref(), writing);
    report_extras(&media.extras, writing);
    Ok(())
}

/// The form in which a medium can be written; `None` if it is left out, which is reported.
pub(super) fn plan_media<'m>(
    media: &'m Media<'m>,
    planner: &mut Planner<'_>,
    is_in_result: bool,
    writing: &mut Writing<'_>,
) -> Result<Option<MediaBlock<'m>>, Refused> {
    let source = match &media.source {
        MediaSource::Base64(data) => Source::Bytes(data.borrow()),
        MediaSource::Plain(text) => Source::Text(text.borrow()),
        MediaSource::Url(url) if is_good_uri(&url.decode()) => Source::S3(url.borrow()),
        MediaSource::Url(_) => {
            let what = "media by URL but s3:// ones; embed the bytes as base64 first (--inline-media)";
            return refuse_media(media, writing, || not_taken(what)).map(|()| None);
        }
        MediaSource::Remote { service, .. } => {
            let why =
                || format!("a file uploaded to {service} means nothing to {NAME}; embed its bytes as base64 first");
            return refuse_media(media, writing, why).map(|()| None);
        }
        MediaSource::File(_) => {
            let what = "paths of local files; embed the bytes as base64 first (--inline-media)";
            return refuse_media(media, writing, || not_taken(what)).map(|()| None);
        }
    };
    let Some(kind) = plan_kind(media, &source, planner.is_own, writing)? else { return Ok(None) };
    if is_in_result && kind.medium == MediaKind::Audio {
        drop_media(media, writing, || format!("a sound in a tool result is dropped: {NAME} takes none there"));
        return Ok(None);
    }
    if let (Source::Bytes(data), false) = (&source, planner.is_own)
        && let Some(problem) = sniff::base64_problem(&data.decode())
    {
        return refuse_media(media, writing, || format!("the bytes are not valid base64: {problem}")).map(|()| None);
    }
    if is_too_large(&source, kind.medium) {
        let what = "images of more than 3.75 MB and documents of more than 4.5 MB";
        return refuse_media(media, writing, || not_taken(what)).map(|()| None);
    }
    kind.report(media, writing);
    let name = (kind.medium == MediaKind::Document).then(|| plan_name(media, planner, writing));
    let dropped = media.file_name.as_ref().filter(|_| name.is_none());
    for fact in [dropped, media.detail.as_ref()].into_iter().flatten() {
        writing
            .report
            .add(&loss::MEDIA_FACT, media.at, || format!("the property `{}` of a medium is dropped", fact.show()));
    }
    Ok(Some(MediaBlock { media, kind: kind.medium, format: kind.format, source, name }))
}

/// Whether bytes are more than the API takes.
fn is_too_large(source: &Source<'_>, kind: MediaKind) -> bool {
    match source {
        Source::Bytes(data) => exceeds(data, kind),
        Source::Text(_) | Source::S3(_) => false,
    }
}

/// The same for base64 text; `\/` is the one escape that it is written with.
pub(super) fn exceeds(data: &Text<'_>, kind: MediaKind) -> bool {
    let bytes = |data: &Text<'_>| data.decode().len() / 4 * 3;
    match kind {
        MediaKind::Image => bytes(data) > IMAGE_BYTES + 2,
        MediaKind::Document => bytes(data) > DOCUMENT_BYTES + 2,
        MediaKind::Audio | MediaKind::Video | MediaKind::Unknown => false,
    }
}

/// What a block says it holds.
struct Kind<'m> {
    medium: MediaKind,
    format: Option<Raw<'m>>,
    /// The media type that the format stands for.
    written: Option<&'static str>,
    /// Nobody said, the bytes did.
    is_found: bool,
}

impl Kind<'_> {
    fn report(&self, media: &Media<'_>, writing: &mut Writing<'_>) {
        let Some(written) = self.written else { return };
        if self.is_found {
            writing
                .report
                .add(&loss::MADE_MEDIA_TYPE, media.at, || format!("the media type {written} was found from the bytes"));
        }
        if let Some(declared) = media.media_type.as_ref().filter(|declared| !declared.is(written)) {
            writing
                .report
                .add(&loss::MEDIA_FACT, media.at, || format!("the media type `{}` became {written}", declared.show()));
        }
    }
}

fn plan_kind<'m>(
    media: &'m Media<'m>,
    source: &Source<'_>,
    is_own: bool,
    writing: &mut Writing<'_>,
) -> Result<Option<Kind<'m>>, Refused> {
    if is_own && media.media_type.is_none() && media.kind == MediaKind::Document {
        return Ok(Some(Kind { medium: MediaKind::Document, format: None, written: None, is_found: false }));
    }
    let found = match source {
        Source::S3(uri) => {
            let declared = media.media_type.as_ref().map(|declared| (plain_type(declared), false));
            declared.or_else(|| type_of_name(&uri.decode()).map(|found| (found.to_owned(), false)))
        }
        Source::Bytes(_) | Source::Text(_) => found_type(media).map(|(found, is_found)| (found.into_owned(), is_found)),
    };
    let Some((media_type, is_found)) = found else {
        refuse_media(media, writing, || "the medium has no media type and its bytes are of no known kind".to_owned())?;
        return Ok(None);
    };
    let mut format = format_of(&media_type);
    let is_text = matches!(source, Source::Text(_));
    if is_text {
        // Words are a document, whatever they are said to be.
        format = format.filter(|(kind, ..)| *kind == MediaKind::Document).or_else(|| format_of("text/plain"));
    } else if format.is_none() && media_type.starts_with("text/") {
        format = format_of("text/plain");
    }
    let Some((kind, format, written)) = format else {
        refuse_media(media, writing, || {
            format!(
                "{NAME} takes PNG, JPEG, GIF and WebP images, PDF, Office, HTML, CSV and text documents, and certain \
                 sounds and videos, not {media_type}"
            )
        })?;
        return Ok(None);
    };
    // As it was spelled, where several formats have one media type.
    let own = media.extras.get(NAME, "format").filter(|note| note.is_note).map(|note| note.value.clone());
    let format = own.unwrap_or_else(|| Raw::owned(format!("\"{format}\"")));
    Ok(Some(Kind { medium: kind, format: Some(format), written: Some(written), is_found }))
}

fn plan_name<'m>(media: &'m Media<'m>, planner: &mut Planner<'_>, writing: &mut Writing<'_>) -> Text<'m> {
    match planner.names.next(media.file_name.as_ref(), planner.is_own) {
        Name::Kept(name) => name.borrow(),
        Name::Changed(new) => {
            writing.report.add(&loss::MEDIA_FACT, media.at, || {
                let old = media.file_name.as_ref().map(Text::show).unwrap_or_default();
                format!("the name `{old}` of a document became `{new}`")
            });
            Text::Owned(new)
        }
        Name::Made(new) => {
            writing
                .report
                .add(&loss::MADE_FILE_NAME, media.at, || format!("the name `{new}` of a document is made up"));
            Text::Owned(new)
        }
    }
}

impl MediaBlock<'_> {
    /// The key of the block.
    pub(super) fn key(&self) -> &'static str {
        key_of(self.kind)
    }
}
