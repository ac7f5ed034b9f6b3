//! `--inline-media`: replaces references by bytes between reading and writing, for targets that accept only bytes.

use std::io;

use super::super::media::{Embedding, NotFound, Spelling, announce, encode};
use super::super::records::{RecordPiece, each_piece};
use super::worker::ConvertWorker;
use crate::format::Format;
use crate::json::Text;
use crate::model::{Conversation, Media, MediaKind, MediaSource, Part};
use crate::report::{Refused, Report, media};
use crate::stream::Batch;

impl ConvertWorker<'_> {
    /// Announces the media files of a batch that will be requested.
    pub(super) fn announce(&mut self, batch: &Batch) {
        if let Some(embedding) = &self.plan.options.content.embedding
            && embedding.finder.is_slow()
        {
            each_piece(batch, self.plan.input_framing, |piece: RecordPiece<'_>| {
                let mut quiet = Report::keeping(0);
                if let Ok((format, ..)) = self.reader.read(&piece, &mut quiet) {
                    announce(&self.reader.tape, &piece, format, embedding.finder.as_ref());
                }
                true
            });
        }
    }

    /// Replaces references by bytes. True if there were any.
    pub(super) fn embed(&mut self, conversation: &mut Conversation<'_>) -> Result<bool, Refused> {
        let Some(embedding) = &self.plan.options.content.embedding else { return Ok(false) };
        let mut is_changed = false;
        let (target, mut left) = (self.plan.options.to, embedding.max_total);
        let mut refused = None;
        for message in &mut conversation.messages {
            parts(message.parts.iter_mut(), &mut |media| {
                if refused.is_some() || !takes_bytes(target, media.kind) {
                    return;
                }
                match fill(media, embedding, target.policy.media.properties.name, &mut left) {
                    Ok(None) => {}
                    Ok(Some(warnings)) => {
                        is_changed = true;
                        for (code, message) in warnings {
                            self.part.add(code, media.at, || message);
                        }
                    }
                    Err(missing) if embedding.fails => {
                        refused = Some(Refused::new(missing.code, media.at, missing.message));
                    }
                    Err(missing) => self.part.add(missing.code, media.at, || missing.message),
                }
            });
        }
        refused.map_or(Ok(is_changed), Err)
    }
}

impl ConvertWorker<'_> {
    /// Reports why a media file that is rejected as a reference was not embedded.
    pub(super) fn not_embedded(&self, refused: Refused) -> Refused {
        let codes = [&media::REFUSED, &media::NOT_FETCHED, &media::TYPE_REFUSED, &media::TOO_LARGE];
        let is_why = |code| codes.iter().any(|known| std::ptr::eq(*known, code)) && !std::ptr::eq(refused.code(), code);
        match self.part.kept().iter().find(|it| it.at == refused.at() && is_why(it.code)) {
            Some(why) => {
                let words = format!("; it was not embedded: {}", why.message);
                refused.adding(&words)
            }
            None => refused,
        }
    }
}

fn parts<'p, 'a: 'p>(all: impl Iterator<Item = &'p mut Part<'a>>, each: &mut dyn FnMut(&mut Media<'a>)) {
    for part in all {
        match part {
            Part::Media(media) => each(media),
            Part::Result(result) => {
                for part in &mut result.parts {
                    if let Part::Media(media) = part {
                        each(media);
                    }
                }
            }
            Part::Text(_) | Part::Reasoning(_) | Part::Call(_) | Part::Refusal(_) | Part::Opaque(_) => {}
        }
    }
}

fn takes_bytes(target: &Format, kind: MediaKind) -> bool {
    let mut kinds = target.policy.media.sources.iter();
    kinds.any(|(known, sources)| (*known == kind || kind == MediaKind::Unknown) && sources.contains(&"base64"))
}

type Warnings = Vec<(&'static crate::report::Code, String)>;

/// Replaces a reference by bytes.
fn fill(
    media: &mut Media<'_>,
    embedding: &Embedding,
    keeps_name: fn(MediaKind, bool, &str) -> bool,
    left: &mut u64,
) -> Result<Option<Warnings>, NotFound> {
    let (MediaSource::Url(text) | MediaSource::File(text)) = &media.source else { return Ok(None) };
    let reference = text.decode();
    // A `data:` URL that is not base64 is not a reference.
    if reference.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
        return Ok(None);
    }
    let found = embedding.finder.find(&reference)?;
    if found.spelling.is_none() {
        if found.size > *left && !found.is_ours() {
            let message = "all media of the conversation together are larger than --max-total-bytes allows";
            return Err(NotFound::new(&media::TOO_LARGE, message));
        }
        *left = left.saturating_sub(found.size);
    }
    let gone = |error: io::Error| NotFound::new(&media::NOT_FETCHED, error.to_string());
    let mut bytes = Vec::new();
    let mut file = found.blob.open().map_err(gone)?;
    encode(&mut file, Spelling::default(), &mut |piece| -> io::Result<()> {
        bytes.extend_from_slice(piece);
        Ok(())
    })
    .map_err(gone)?;
    let agrees = |declared: &Text<'_>| crate::rule::sniff::agrees(&declared.decode(), &found.media_type);
    // The extension of the file is unknown.
    let is_telling = found.media_type.contains('/') && found.media_type != "application/octet-stream";
    let is_kept = media.media_type.as_ref().is_some_and(|declared| agrees(declared) || found.is_ours());
    if is_telling && !is_kept {
        media.media_type = Some(Text::owned(found.media_type.as_str()));
    }
    if is_telling && media.kind == MediaKind::Unknown {
        media.kind = MediaKind::of(&found.media_type);
    }
    if media.file_name.is_none()
        && let Some(name) = name_of(&reference).filter(|name| keeps_name(media.kind, true, name))
    {
        media.file_name = Some(Text::owned(name.to_owned()));
    }
    media.source = MediaSource::Base64(Text::owned(String::from_utf8(bytes).unwrap_or_default()));
    Ok(Some(found.warnings))
}

/// The last segment of a URL, with its query, like Python's `Path(url).name`. An extracted file has no name of its own.
fn name_of(reference: &str) -> Option<&str> {
    let scheme = reference.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    if !matches!(scheme.as_deref(), Some("http" | "https")) {
        return None;
    }
    let segments = reference.rsplit('/').filter(|segment| !segment.is_empty() && *segment != ".");
    segments.take(1).next().filter(|segment| !segment.ends_with(':'))
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn names_are_those_of_the_library() {
        for (reference, name) in [
            ("https://example.org/a/photo.jpg", "photo.jpg"),
            ("https://example.org/a/b.png?w=1&h=2", "b.png?w=1&h=2"),
            ("https://example.org/a//", "a"),
            ("https://example.org", "example.org"),
        ] {
            assert_eq!(name_of(reference), Some(name), "{reference}");
        }
        assert_eq!(name_of("media/0badcafe.png"), None);
    }
}
