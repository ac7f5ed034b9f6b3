//! Opening the files that statements name, and the media types of their names.

use base64::Engine as _;

use crate::model::uuid_v5;

/// Opens files for a program. Files outside one folder must be rejected.
pub trait FileReader {
    /// The bytes of a file.
    ///
    /// # Errors
    /// The file does not exist, is outside the folder, is not a regular file, or is too large.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, String>;

    /// The files that match a pattern (`*`, `?`, `[…]`, `**`), in no particular order.
    ///
    /// # Errors
    /// The files cannot be listed.
    fn matches(&mut self, pattern: &str) -> Result<Vec<String>, String>;
}

/// How programs are read that become conversations.
#[derive(Default)]
pub struct ProgramReading {
    /// Lines after `.tool_result` are its body, as the manual says.
    pub is_documented: bool,
    /// Opens the folder whose files they may read. `None`: files are not read.
    pub open: Option<Box<OpenFolder>>,
}

/// Gives a reader of files.
pub type OpenFolder = dyn Fn() -> Option<Box<dyn FileReader>> + Send + Sync;

impl std::fmt::Debug for ProgramReading {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProgramReading").field("is_documented", &self.is_documented).finish_non_exhaustive()
    }
}

/// File name extensions with their media types, as in Python's `mimetypes`: images and other common types.
const TYPES: &[(&str, &str)] = &[
    ("avif", "image/avif"),
    ("bmp", "image/bmp"),
    ("css", "text/css"),
    ("csv", "text/csv"),
    ("gif", "image/gif"),
    ("heic", "image/heic"),
    ("heif", "image/heif"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("ico", "image/vnd.microsoft.icon"),
    ("ief", "image/ief"),
    ("jpe", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("json", "application/json"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("mpeg", "video/mpeg"),
    ("pbm", "image/x-portable-bitmap"),
    ("pdf", "application/pdf"),
    ("pgm", "image/x-portable-graymap"),
    ("png", "image/png"),
    ("pnm", "image/x-portable-anymap"),
    ("ppm", "image/x-portable-pixmap"),
    ("ras", "image/x-cmu-raster"),
    ("rgb", "image/x-rgb"),
    ("svg", "image/svg+xml"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("txt", "text/plain"),
    ("wav", "audio/x-wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("xbm", "image/x-xbitmap"),
    ("xml", "text/xml"),
    ("xpm", "image/x-xpixmap"),
    ("xwd", "image/x-xwindowdump"),
    ("zip", "application/zip"),
];

/// The media type of a file name extension, as `mimetypes.guess_type` returns it.
#[must_use]
pub fn media_type(path: &str) -> Option<&'static str> {
    let (mut stem, mut end) = split(path)?;
    if matches!(end, "gz" | "Z" | "bz2" | "xz" | "br") {
        (stem, end) = split(stem)?;
    }
    let _ = stem;
    let end = end.to_ascii_lowercase();
    TYPES.iter().find(|(known, _)| *known == end).map(|(_, name)| *name)
}

/// A file name extension for a media type.
#[must_use]
pub fn ending(media_type: &str) -> Option<&'static str> {
    let usual = match media_type {
        "image/jpeg" => Some("jpg"),
        "text/html" => Some("html"),
        "image/tiff" => Some("tiff"),
        _ => None,
    };
    usual.or_else(|| TYPES.iter().find(|(_, known)| *known == media_type).map(|(end, _)| *end))
}

/// The bytes of an image and a name that follows from them, if reading the file gives the same data URL.
#[must_use]
pub fn image_file(url: &str) -> Option<(String, Vec<u8>)> {
    let (kind, data) = url.strip_prefix("data:")?.split_once(";base64,")?;
    let engine = base64::engine::general_purpose::STANDARD;
    let bytes = engine.decode(data).ok()?;
    if engine.encode(&bytes) != data {
        return None;
    }
    let end = if kind == "None" { "bin" } else { ending(kind)? };
    let hash = uuid_v5(&uuid::Uuid::NAMESPACE_OID, &bytes).simple().to_string();
    let name = format!("{hash}.{end}");
    (media_type(&name).unwrap_or("None") == kind).then_some((name, bytes))
}

/// `posixpath.splitext`: dots at the start of a name do not begin an extension.
fn split(path: &str) -> Option<(&str, &str)> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let (stem, end) = name.rsplit_once('.')?;
    let kept = path.len() - end.len() - 1;
    (!stem.trim_start_matches('.').is_empty()).then(|| (path.get(..kept).unwrap_or_default(), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_say_what_python_says() {
        for (path, wanted) in [
            ("dot.png", Some("image/png")),
            ("a/b.JPG", Some("image/jpeg")),
            ("x.png.gz", Some("image/png")),
            ("dot.xyzq", None),
            ("a.d/png", None),
            (".png", None),
            ("a.png ", None),
        ] {
            assert_eq!(media_type(path), wanted, "{path}");
        }
        for (end, name) in TYPES {
            assert_eq!(media_type(&format!("x.{}", ending(name).unwrap_or(end))), Some(*name));
        }
    }
}
