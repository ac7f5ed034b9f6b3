//! All sources of bytes; each receives its own kind of references.

use std::sync::Arc;

use super::finder::{LocalFiles, MediaBytes, MediaFinder, NotFound, shown};
use crate::report::media;

/// Files for paths, a network for URLs.
#[derive(Debug, Default)]
pub struct Sources {
    /// Files below a folder; `None`: no file is read.
    pub files: Option<LocalFiles>,
    /// Fetches URLs; `None`: nothing is fetched.
    pub network: Option<Arc<dyn MediaFinder + Send>>,
}

impl Sources {
    fn of(&self, reference: &str) -> Result<&dyn MediaFinder, NotFound> {
        let refuse = |why: &str| Err(NotFound::new(&media::REFUSED, format!("{}: {why}", shown(reference))));
        match scheme(reference).as_deref() {
            Some("http" | "https") => match &self.network {
                Some(network) => Ok(network.as_ref()),
                None => refuse("nothing is fetched from the network"),
            },
            Some("file") | None => match &self.files {
                Some(files) => Ok(files),
                None if reference.trim().is_empty() => refuse("it is empty"),
                None => refuse("files are read only below --media-dir"),
            },
            Some(_) => refuse("only http and https URLs are fetched"),
        }
    }
}

impl MediaFinder for Sources {
    fn is_slow(&self) -> bool {
        self.network.as_ref().is_some_and(|network| network.is_slow())
    }

    fn begin(&self, reference: &str) {
        if let Ok(finder) = self.of(reference) {
            finder.begin(reference);
        }
    }

    fn find(&self, reference: &str) -> Result<MediaBytes, NotFound> {
        self.of(reference)?.find(reference)
    }
}

/// True if the reference may be a file next to the conversation: a path, or a `file:` URL.
pub(in crate::op) fn is_local(reference: &str) -> bool {
    !reference.trim().is_empty() && matches!(scheme(reference).as_deref(), None | Some("file"))
}

/// The scheme of a URL, in lower case. A single letter is a drive.
fn scheme(reference: &str) -> Option<String> {
    let (scheme, _) = reference.split_once(':')?;
    let is_good = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let is_scheme = is_good && scheme.len() > 1 && scheme.starts_with(|first: char| first.is_ascii_alphabetic());
    is_scheme.then(|| scheme.to_ascii_lowercase())
}
