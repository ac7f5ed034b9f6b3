//! The display of media files: type, pixels and size, and their bytes if a page contains them.
//!
//! `{"type":"image_url","image_url":{"url":"pictures/a.png"}}` is a path: the file is searched in one folder.

use std::io::{self, Read as _};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::json::Text;
use crate::model::{Media, MediaSource};
use crate::op::media::{LocalFiles, MediaBytes, MediaFinder as _, Types, is_local};
use crate::rule::{pixels, sniff};

/// The types of files that are opened.
const TYPES: Types = Types { images: true, audio: true, video: true, pdf: true, text: true };

/// The maximum number of bytes of one file in a page.
const MOST_OF_ONE: u64 = 20_000_000;

/// The maximum number of bytes of all files in a page for one conversation.
const MOST_OF_ALL: u64 = 100_000_000;

/// The number of bytes of a file that are read to find its type and pixels.
const HEAD: u64 = 256 * 1024;

/// A media file.
#[derive(Clone, Debug, Default)]
pub struct MediaView {
    /// `image`
    pub kind: &'static str,
    /// `image/png`: as declared, or according to the first bytes.
    pub media_type: Option<String>,
    /// The file name or title.
    pub name: Option<String>,
    /// The number of its bytes, if they are in the conversation or in an existing file.
    pub bytes: Option<u64>,
    /// Width and height.
    pub pixels: Option<(u32, u32)>,
    /// Its URL, path or id, if its bytes are elsewhere.
    pub place: Option<String>,
    /// Its bytes in standard Base64, if they were requested.
    pub data: Option<String>,
    /// Its content, if that is text in the conversation.
    pub text: Option<String>,
}

impl MediaView {
    /// True for pixel images, sound and films whose type names cannot end an attribute. An SVG image is a program.
    #[must_use]
    pub fn is_seen(&self) -> bool {
        let Some(full) = self.media_type.as_deref().map(str::to_ascii_lowercase) else { return false };
        let is_plain = || full.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/+.-".contains(&byte));
        match full.split_once('/') {
            Some(("image", kind)) => ["apng", "avif", "bmp", "gif", "jpeg", "jpg", "png", "webp"].contains(&kind),
            Some(("audio" | "video", _)) => is_plain(),
            _ => false,
        }
    }
}

/// The options for the display of media files.
#[derive(Clone, Debug, Default)]
pub struct ShownMedia {
    /// Files that conversations refer to by path or `file:` URL. `None`: none is opened.
    pub files: Option<Arc<LocalFiles>>,
    /// Views contain the bytes of images, audio and video.
    pub has_bytes: bool,
}

impl ShownMedia {
    /// Files below this folder.
    #[must_use]
    pub fn below(root: crate::op::media::Root) -> Arc<LocalFiles> {
        Arc::new(LocalFiles::new(root, TYPES, MOST_OF_ONE))
    }
}

/// Makes the views of the media files of one conversation.
#[derive(Debug)]
pub(super) struct MediaViews<'o> {
    shown: &'o ShownMedia,
    /// The remaining number of bytes that may be added to the page.
    left: u64,
    /// The reasons why files are not displayed.
    pub(super) missing: Vec<String>,
}

impl<'o> MediaViews<'o> {
    pub(super) fn new(shown: &'o ShownMedia) -> Self {
        Self { shown, left: MOST_OF_ALL, missing: Vec::new() }
    }

    pub(super) fn view(&mut self, media: &Media<'_>) -> MediaView {
        let mut view = MediaView {
            kind: media.kind.word(),
            media_type: media.media_type.as_ref().map(owned),
            name: media.file_name.as_ref().map(owned),
            ..MediaView::default()
        };
        match &media.source {
            MediaSource::Base64(text) => self.put_base64(&text.decode(), &mut view),
            MediaSource::Plain(text) => {
                let text = owned(text);
                view.bytes = Some(text.len() as u64);
                view.text = Some(text);
            }
            MediaSource::Url(text) | MediaSource::File(text) => {
                let place = owned(text);
                self.put_file(&place, &mut view);
                view.place = Some(place);
            }
            MediaSource::Remote { id, .. } => view.place = Some(owned(id)),
        }
        view
    }

    fn put_base64(&self, text: &str, view: &mut MediaView) {
        let letters = text.trim_end_matches('=').len();
        view.bytes = Some((letters * 3 / 4) as u64);
        view.pixels = pixels::of_base64(text);
        view.media_type = view.media_type.take().or_else(|| sniff::media_type(text).map(str::to_owned));
        // Text that is not Base64 could end an attribute.
        let is_plain = || text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
        view.data = (self.shown.has_bytes && is_plain()).then(|| text.to_owned());
    }

    /// The properties of the file of a reference, if it exists.
    fn put_file(&mut self, reference: &str, view: &mut MediaView) {
        let Some(files) = self.shown.files.as_ref().filter(|_| is_local(reference)) else { return };
        let found = files.find(reference).map_err(|missing| missing.message);
        let put = found.and_then(|found| self.put_found(&found, view).map_err(|error| format!("{reference}: {error}")));
        self.missing.extend(put.err());
    }

    fn put_found(&mut self, found: &MediaBytes, view: &mut MediaView) -> io::Result<()> {
        let mut file = found.blob.open()?;
        let mut bytes = Vec::new();
        (&mut file).take(HEAD).read_to_end(&mut bytes)?;
        // The name of a file may contain a type, but the bytes determine it.
        let media_type = sniff::of_bytes(&bytes);
        view.bytes = Some(found.size);
        view.pixels = pixels::of_bytes(&bytes);
        view.media_type = media_type.map(str::to_owned).or(view.media_type.take());
        let is_seen =
            media_type.is_some_and(|it| ["image/", "audio/", "video/"].iter().any(|kind| it.starts_with(kind)));
        if !self.shown.has_bytes || !is_seen {
            return Ok(());
        }
        if found.size > MOST_OF_ONE || found.size > self.left {
            return Err(io::Error::other(format!(
                "a page holds files of at most {} MB, and of {} MB for one conversation",
                MOST_OF_ONE / 1_000_000,
                MOST_OF_ALL / 1_000_000
            )));
        }
        self.left -= found.size;
        file.take(found.size.saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes)?;
        view.data = Some(STANDARD.encode(&bytes));
        Ok(())
    }
}

fn owned(text: &Text<'_>) -> String {
    text.decode().into_owned()
}
