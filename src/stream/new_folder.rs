//! A folder as an output: it is written next to its place and renamed, so it appears atomically.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::error::SinkError;
use super::sink::{create_temporary, folder_of, hold, sync_folder};

/// A folder that is being written.
#[derive(Debug)]
pub struct NewFolder {
    target: PathBuf,
    temporary: TempDir,
}

impl NewFolder {
    /// Opens an output. `target` must not exist, or be an empty folder.
    ///
    /// # Errors
    /// There is something already, or no folder can be created next to it.
    pub fn open(target: &Path) -> Result<Self, SinkError> {
        let name = target.display().to_string();
        match fs::read_dir(target) {
            Ok(mut entries) => {
                if entries.next().is_some() || target.is_symlink() {
                    return Err(SinkError::NotEmpty(name));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && !target.is_symlink() => {}
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                return Err(SinkError::io("look at", name, error));
            }
            Err(_) => return Err(SinkError::NotEmpty(name)),
        }
        let prefix = format!(".{}.turnwise-", target.file_name().unwrap_or_default().to_string_lossy());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        // Readable as any other new folder is: the process's mask applies.
        #[cfg(unix)]
        let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let temporary = create_temporary(|| builder.tempdir_in(folder_of(target)));
        let temporary = temporary.map_err(|error| SinkError::creating(&name, &error))?;
        Ok(Self { target: target.to_owned(), temporary })
    }

    /// The folder in its final place.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The folder until then.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// A new file in it, by its path in the folder; the folders on the way are made.
    ///
    /// # Errors
    /// The system rejects, or there is such a file.
    pub fn create(&self, name: &Path) -> io::Result<File> {
        // The folder may be removed by a signal meanwhile.
        let _held = hold();
        let path = self.path().join(name);
        // The folder itself is not created again.
        if let Some(parent) = path.parent().filter(|parent| *parent != self.path()) {
            fs::create_dir_all(parent)?;
        }
        File::create_new(path)
    }

    /// Makes the folder final. Without this call there is none.
    ///
    /// # Errors
    /// The system rejects, or something appeared at its place meanwhile.
    pub fn finish(self) -> Result<(), SinkError> {
        let root = self.path().to_owned();
        let name = self.target.display().to_string();
        // A signal that removes the files meanwhile would leave an empty folder at the final place.
        let mut temporaries = hold();
        fs::rename(&root, &self.target).map_err(|error| SinkError::io("replace", name, error))?;
        temporaries.retain(|path| *path != root);
        drop(temporaries);
        // It has moved; nothing is left to be removed.
        let _ = self.temporary.keep();
        sync_folder(&self.target);
        Ok(())
    }
}
