//! Finds the `turnwise.toml` for a file, and decides whether it is trusted.
//!
//! The nearest one in the folder of the file or above is used. The search ends at the repository or the home of the
//! input: a file above may belong to anyone, as in the folder of temporary files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::config::Config;
use super::patterns::absolute;
use super::terminal::Terminal;

const NAME: &str = "turnwise.toml";

/// The settings of the last folder: most files of a run are in the same folder.
static LAST: Mutex<Option<FolderConfig>> = Mutex::new(None);

/// The notes that were printed.
static NOTES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// The settings for files of a folder.
struct FolderConfig {
    folder: PathBuf,
    config: Arc<Config>,
}

/// The settings for a file; `None` is standard input, which has no folder.
pub(crate) fn config_for(file: Option<&Path>, terminal: &Terminal) -> anyhow::Result<Arc<Config>> {
    if terminal.global.isolated {
        return Ok(Arc::default());
    }
    let named = terminal.global.config.as_deref();
    let Some(folder) = named.or(file.and_then(Path::parent)).and_then(|folder| absolute(folder).ok()) else {
        return Ok(Arc::default());
    };
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = last.as_ref().filter(|known| known.folder == folder) {
        return Ok(known.config.clone());
    }
    let found = named.map(Path::to_owned).or_else(|| trusted(&folder, terminal));
    let mut config = found.as_deref().map(Config::read).transpose()?.unwrap_or_default();
    config.restrict().into_iter().for_each(|note| note_once(&note, terminal));
    let config = Arc::new(config);
    *last = Some(FolderConfig { folder, config: config.clone() });
    Ok(config)
}

/// The settings file of a folder, if it is trusted.
fn trusted(folder: &Path, terminal: &Terminal) -> Option<PathBuf> {
    let path = folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())?;
    let reason = if is_of_other_owner(&path) {
        "another user owns it"
    } else if !path.starts_with(search_limit(folder)) {
        "it is outside the repository or home of the input"
    } else {
        return Some(path);
    };
    let path = path.display();
    note_once(&format!("{path} is not read: {reason}; to read it: --config {path}"), terminal);
    None
}

fn note_once(note: &str, terminal: &Terminal) {
    if NOTES.lock().unwrap_or_else(PoisonError::into_inner).insert(note.to_owned()) {
        terminal.note(note);
    }
}

/// The highest folder whose settings apply to files in `folder`: the repository, the home of the user, the current
/// folder, or else only the folder itself.
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
