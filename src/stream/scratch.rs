//! Folders and files that are needed only while a run lasts.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::attributes;
use super::sink::{forget, remember, sync_folder};

/// A folder that goes with its owner, or with the process.
#[derive(Debug)]
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// A new folder that only its owner can read, where the system keeps such things.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("turnwise-").tempdir()?;
        remember(folder.path());
        Ok(Self(folder))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        forget(self.0.path());
    }
}

/// A file that gets its name when it is whole, and goes with its owner or the process before.
#[derive(Debug)]
pub struct ScratchFile {
    /// `None`: it has its name.
    file: Option<tempfile::NamedTempFile>,
    path: PathBuf,
}

impl ScratchFile {
    /// A new file in `folder` that only its owner can read.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new(folder: &Path) -> io::Result<Self> {
        let file = tempfile::Builder::new().prefix(".turnwise-").suffix(".tmp").tempfile_in(folder)?;
        remember(file.path());
        let path = file.path().to_owned();
        Ok(Self { file: Some(file), path })
    }

    /// The file, to be written.
    ///
    /// # Errors
    /// It has its name already.
    pub fn file(&mut self) -> io::Result<&mut File> {
        let file = self.file.as_mut().ok_or_else(|| io::Error::other("the file is finished"))?;
        Ok(file.as_file_mut())
    }

    /// Gives it its name, once its bytes are on the disk.
    ///
    /// # Errors
    /// The system refuses.
    pub fn persist(mut self, path: &Path) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        file.as_file().sync_data()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }

    /// The same for a file that is the user's: it gets the mode that new files have.
    ///
    /// # Errors
    /// The system refuses.
    pub fn publish(mut self, path: &Path) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        attributes::keep(&file, None, path, "", &mut Vec::new())?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        sync_folder(path);
        Ok(())
    }

    /// Where it is until it has its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        forget(&self.path);
    }
}
