//! Which `turnwise.toml` holds for a file, and whether it is trusted.
//!
//! The nearest one in the folder of the file or above counts. The search ends at the repository or the home of the input: a
//! file above may be anyone's, as in the folder of temporary files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::config::Config;
use super::patterns::absolute;
use super::terminal::Terminal;

const NAME: &str = "turnwise.toml";

/// The settings of the last folder, and what was said.
#[derive(Debug, Default)]
pub(super) struct ConfigCache {
    /// Most files of a run are in one folder.
    last: Mutex<Option<(PathBuf, Arc<Config>)>>,
    notes: Mutex<BTreeSet<String>>,
}

impl Terminal {
    /// The settings for a file; `None` is standard input, which has no place to look from.
    pub(crate) fn config(&self, file: Option<&Path>) -> anyhow::Result<Arc<Config>> {
        if self.global.isolated {
            return Ok(Arc::default());
        }
        let named = self.global.config.as_deref();
        let Some(folder) = named.or(file.and_then(Path::parent)).and_then(|folder| absolute(folder).ok()) else {
            return Ok(Arc::default());
        };
        let mut last = self.configs.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, config)) = last.as_ref().filter(|(last, _)| *last == folder) {
            return Ok(config.clone());
        }
        let found = named.map(Path::to_owned).or_else(|| self.trusted(&folder));
        let mut config = found.as_deref().map(Config::read).transpose()?.unwrap_or_default();
        config.restrict().into_iter().for_each(|note| self.note_once(&note));
        let config = Arc::new(config);
        *last = Some((folder, config.clone()));
        Ok(config)
    }

    /// The settings file of a folder, if it may be read.
    fn trusted(&self, folder: &Path) -> Option<PathBuf> {
        let path = folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())?;
        let reason = if is_of_other_owner(&path) {
            "another user owns it"
        } else if !path.starts_with(search_limit(folder)) {
            "it is outside of the repository or home of the input"
        } else {
            return Some(path);
        };
        let path = path.display();
        self.note_once(&format!("{path} is not read: {reason}; to read it: --config {path}"));
        None
    }

    fn note_once(&self, note: &str) {
        if self.configs.notes.lock().unwrap_or_else(PoisonError::into_inner).insert(note.to_owned()) {
            self.note(note);
        }
    }
}

/// The highest folder whose settings hold for files in `folder`: the repository, the home of the user, the current folder, or
/// else the folder alone.
fn search_limit(folder: &Path) -> PathBuf {
    let repository = folder.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned);
    let is_above = |limit: &PathBuf| folder.starts_with(limit) && limit.parent().is_some();
    let home = || std::env::home_dir().filter(is_above);
    let current = || std::env::current_dir().ok().filter(is_above);
    repository.or_else(home).or_else(current).unwrap_or_else(|| folder.to_owned())
}

/// True if the file or a link to it belongs to someone other than the user and root.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn is_of_other_owner(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let user = rustix::process::geteuid().as_raw();
    let is_other = |metadata: std::fs::Metadata| metadata.uid() != user && metadata.uid() != 0;
    path.metadata().map_or(true, is_other) || path.symlink_metadata().map_or(true, is_other)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn is_of_other_owner(_: &Path) -> bool {
    false
}
