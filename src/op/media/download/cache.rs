//! The cache of fetched files: files named by the hash of their content, and an index of URLs.
//!
//! An entry is valid only if its file still has its hash. Only the owner can read its content.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::super::finder::{Blob, MediaBytes};
use super::super::guard::Url;
use super::super::name::hex;
use super::super::store::hash;
use super::fetch::Fetched;
use crate::stream::ScratchFile;
use crate::stream::open_regular;

/// A folder of downloaded media files.
#[derive(Debug)]
pub struct DownloadCache {
    folder: PathBuf,
}

/// The beginning of an entry of the index.
const VERSION: &str = "turnwise-media-1";

impl DownloadCache {
    /// The cache in `folder`, which is created if it does not exist.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn open(folder: &Path) -> io::Result<Self> {
        for part in ["urls", "files"] {
            fs::create_dir_all(folder.join(part))?;
        }
        Ok(Self { folder: folder.to_owned() })
    }

    /// The folder for new files.
    pub(super) fn files(&self) -> PathBuf {
        self.folder.join("files")
    }

    fn entry(&self, url: &Url) -> PathBuf {
        self.folder.join("urls").join(hex(&Sha256::digest(url.to_string()).into()))
    }

    /// The cached file of a URL.
    pub(super) fn get(&self, url: &Url) -> Option<MediaBytes> {
        let mut text = String::new();
        open_regular(&self.entry(url)).ok()?.take(1000).read_to_string(&mut text).ok().filter(|size| *size < 1000)?;
        let mut words = text.trim_end().split(' ');
        let (version, name, size, media_type) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let size: u64 = size.parse().ok()?;
        let is_name = name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        if version != VERSION || !is_name || words.next().is_some() {
            return None;
        }
        let path = self.files().join(name);
        let metadata = fs::symlink_metadata(&path).ok()?;
        if !metadata.is_file() || metadata.len() != size {
            return None;
        }
        let found = hash(&mut open_regular(&path).ok()?).ok()?;
        (hex(&found) == name).then(|| MediaBytes {
            media_type: media_type.to_owned(),
            size,
            blob: Blob::File(path),
            spelling: None,
            claim: None,
            warnings: Vec::new(),
        })
    }

    /// Stores a downloaded file: first the file, then its entry.
    pub(super) fn put(&self, url: &Url, fetched: Fetched) -> io::Result<MediaBytes> {
        let found = keep(&self.files(), fetched)?;
        let Blob::File(path) = &found.blob else { return Ok(found) };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = format!("{VERSION} {name} {} {}\n", found.size, found.media_type);
        let mut entry = ScratchFile::new(&self.folder.join("urls"))?;
        entry.file()?.write_all(text.as_bytes())?;
        entry.persist(&self.entry(url))?;
        Ok(found)
    }
}

/// Gives a file its final name.
pub(super) fn keep(folder: &Path, fetched: Fetched) -> io::Result<MediaBytes> {
    let path = folder.join(hex(&fetched.hash));
    fetched.file.persist(&path)?;
    Ok(MediaBytes {
        media_type: fetched.media_type.to_owned(),
        size: fetched.size,
        blob: Blob::File(path),
        spelling: None,
        claim: None,
        warnings: fetched.warnings,
    })
}
