//! Finds the bytes of references to media files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::Spelling;
use super::local::{NoFile, Root};
use super::name::{Stored, type_of};
use super::store::hash;
use crate::report::{Code, media};
use crate::rule::{pixels, sniff};

/// Finds the bytes of references. The same reference gives the same bytes for a whole run.
pub trait MediaFinder: Sync + std::fmt::Debug {
    /// Lookups are slow, so references are announced in advance.
    fn is_slow(&self) -> bool {
        false
    }

    /// This reference will be requested soon.
    fn begin(&self, _reference: &str) {}

    /// The bytes of a reference.
    ///
    /// # Errors
    /// The reference is rejected, or its bytes cannot be read.
    fn find(&self, reference: &str) -> Result<MediaBytes, NotFound>;
}

/// Bytes that were found.
#[derive(Clone, Debug)]
pub struct MediaBytes {
    /// Their media type.
    pub media_type: String,
    /// Their number.
    pub size: u64,
    /// Their storage.
    pub blob: Blob,
    /// Their spelling in a conversation, if `extract-media` extracted them. They are restored in that spelling.
    pub spelling: Option<Spelling>,
    /// The name is that of an extracted file, if its content has this hash.
    pub claim: Option<[u8; 32]>,
    /// A warning about them.
    pub warnings: Vec<(&'static Code, String)>,
}

impl MediaBytes {
    /// True if `extract-media` extracted the file from a conversation: it is restored with its declared type, whatever
    /// its content is.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        let has_hash =
            |claim: &[u8; 32]| self.blob.open().and_then(|mut file| hash(&mut file)).is_ok_and(|it| it == *claim);
        self.spelling.is_some() || self.claim.as_ref().is_some_and(has_hash)
    }
}

/// The reason why there are no bytes.
#[derive(Clone, Debug)]
pub struct NotFound {
    /// The kind of reason.
    pub code: &'static Code,
    /// The reason.
    pub message: String,
}

impl NotFound {
    /// A failure for this reason.
    #[must_use]
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// Bytes on the disk.
#[derive(Clone, Debug)]
pub enum Blob {
    /// A temporary file of this program.
    File(PathBuf),
    /// A file in a folder of the user.
    Below(Arc<Root>, Vec<String>),
}

impl Blob {
    /// Opens it for reading.
    ///
    /// # Errors
    /// The file is missing or has changed.
    pub fn open(&self) -> io::Result<File> {
        match self {
            Self::File(path) => File::open(path),
            Self::Below(root, names) => root.file(names).map_err(|error| match error {
                NoFile::Io(error) => error,
                NoFile::Refused(why) => io::Error::new(io::ErrorKind::PermissionDenied, why),
            }),
        }
    }
}

/// The media types that are embedded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types {
    /// PNG, JPEG, GIF, WebP.
    pub images: bool,
    /// MP3, WAV, OGG, FLAC.
    pub audio: bool,
    /// MP4.
    pub video: bool,
    /// PDF.
    pub pdf: bool,
    /// Plain text in UTF-8.
    pub text: bool,
}

impl Default for Types {
    fn default() -> Self {
        Self { images: true, audio: false, video: false, pdf: false, text: false }
    }
}

impl Types {
    /// The type of bytes with this beginning, which end there or continue, if that type is accepted.
    ///
    /// # Errors
    /// A description of the bytes, which are not accepted.
    pub fn judge(self, head: &[u8]) -> Result<&'static str, String> {
        let Some(found) = sniff::of_bytes(head) else {
            let looks = looks(head);
            if self.text && looks.is_none() && is_text(head.get(..512).unwrap_or(head)) {
                return Ok("text/plain");
            }
            return Err(looks.unwrap_or("of no known type").to_owned());
        };
        let is_wanted = match found {
            "image/png" | "image/jpeg" | "image/gif" | "image/webp" => self.images,
            "application/pdf" => self.pdf,
            other if other.starts_with("audio/") => self.audio,
            other if other.starts_with("video/") => self.video,
            _ => false,
        };
        if is_wanted { Ok(found) } else { Err(found.to_owned()) }
    }
}

/// A description of bytes that are not a media file.
fn looks(head: &[u8]) -> Option<&'static str> {
    if head.is_empty() {
        return Some("empty");
    }
    let start = head.trim_ascii_start();
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let begins = |with: &str| start.get(..with.len()).is_some_and(|it| it.eq_ignore_ascii_case(with.as_bytes()));
    if begins("<svg") || (begins("<?xml") && start.windows(4).any(|it| it.eq_ignore_ascii_case(b"<svg"))) {
        return Some("an SVG image, which may hold programs");
    }
    if begins("<!doctype") || begins("<html") || begins("<head") || begins("<body") || begins("<script") {
        return Some("HTML");
    }
    if begins("<?xml") { Some("XML") } else { None }
}

fn is_text(head: &[u8]) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The last character may be truncated.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(head.get(..error.valid_up_to()).unwrap_or_default()).unwrap_or("\0")
        }
        Err(_) => return false,
    };
    !text.chars().any(|character| character.is_control() && !matches!(character, '\n' | '\r' | '\t'))
}

/// Files below a folder.
#[derive(Debug)]
pub struct LocalFiles {
    root: Arc<Root>,
    types: Types,
    max_bytes: u64,
    known: Mutex<HashMap<String, Result<MediaBytes, NotFound>>>,
}

impl LocalFiles {
    /// Files below `root`, of these types, up to this size. Extracted files are accepted whatever their type is.
    #[must_use]
    pub fn new(root: Root, types: Types, max_bytes: u64) -> Self {
        Self { root: Arc::new(root), types, max_bytes, known: Mutex::default() }
    }

    fn open_reference(&self, reference: &str) -> Result<MediaBytes, NotFound> {
        let names = self.root.names(reference.split('#').next().unwrap_or_default());
        let opened = names.and_then(|names| Ok((self.root.file(&names)?, names)));
        let (mut file, names) = opened.map_err(|error| match error {
            NoFile::Refused(why) => NotFound::new(&media::REFUSED, format!("{}: {why}", shown(reference))),
            NoFile::Io(error) => NotFound::new(&media::NOT_FETCHED, format!("{}: {error}", shown(reference))),
        })?;
        let failed = |error: io::Error| NotFound::new(&media::NOT_FETCHED, format!("{}: {error}", shown(reference)));
        let size = file.metadata().map_err(failed)?.len();
        let blob = Blob::Below(Arc::clone(&self.root), names);
        let mut head = Vec::new();
        (&mut file).take(HEAD).read_to_end(&mut head).map_err(failed)?;
        let judged = self.types.judge(&head);
        let is_small = size <= self.max_bytes;
        let stored = Stored::parse(reference);
        if let Some(stored) = &stored {
            let implied = type_of(stored.ending).unwrap_or_default();
            // A file of an accepted type need not be an extracted file.
            let is_plain = judged == Ok(implied) && is_small && stored.is_plain();
            file.rewind().map_err(failed)?;
            if !is_plain && hash(&mut file).map_err(failed)? == stored.hash {
                let media_type = stored.media_type.clone().unwrap_or_else(|| implied.to_owned());
                let spelling = Some(stored.spelling);
                return Ok(MediaBytes { media_type, size, blob, spelling, claim: None, warnings: Vec::new() });
            }
        }
        if !is_small {
            let message = format!("{}: {size} bytes, more than {}", shown(reference), self.max_bytes);
            return Err(NotFound::new(&media::TOO_LARGE, message));
        }
        let media_type = judged.map_err(|what| {
            NotFound::new(&media::TYPE_REFUSED, format!("{}: the bytes are {what}", shown(reference)))
        })?;
        let warnings = huge(&head, &|| shown(reference)).into_iter().collect();
        let claim = stored.map(|stored| stored.hash);
        Ok(MediaBytes { media_type: media_type.to_owned(), size, blob, spelling: None, claim, warnings })
    }
}

impl MediaFinder for LocalFiles {
    fn find(&self, reference: &str) -> Result<MediaBytes, NotFound> {
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(reference) {
            return known.clone();
        }
        let found = self.open_reference(reference);
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(reference.to_owned(), found.clone());
        found
    }
}

/// The maximum number of bytes of a media file that are searched: cameras put previews and notes before the size.
pub(super) const HEAD: u64 = 64 * 1024;
/// The maximum number of pixels of an image on a side.
const MOST_PIXELS: u32 = 16_384;

/// A warning for images that most programs cannot open.
pub(super) fn huge(head: &[u8], name: &dyn Fn() -> String) -> Option<(&'static Code, String)> {
    let (width, height) = pixels::of_bytes(head).filter(|(width, height)| *width.max(height) > MOST_PIXELS)?;
    Some((&media::HUGE, format!("{}: the image has {width} × {height} pixels", name())))
}

/// A reference for a message: short, and without parts that may contain a secret: its query, a name and a password.
#[must_use]
pub fn shown(reference: &str) -> String {
    let mut plain = reference.split(['?', '#']).next().unwrap_or_default().to_owned();
    if let Some((scheme, rest)) = plain.split_once("://")
        && let Some((_, host)) = rest.rsplit_once('@')
    {
        plain = format!("{scheme}://…@{host}");
    }
    let mut text: String = plain.chars().take(100).collect();
    if text.len() < plain.len() {
        text.push('…');
    }
    if reference.contains(['?', '#']) {
        text.push_str("?…");
    }
    text
}
