//! Temporary folders and files of a run.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use super::attributes;
use super::sink::{create_temporary, forget, sync_folder};

/// A folder that is removed with its owner, or with the process.
#[derive(Debug)]
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// A new folder that only its owner can read, where the system keeps such things.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn new() -> io::Result<Self> {
        create_temporary(|| tempfile::Builder::new().prefix("turnwise-").tempdir()).map(Self)
    }

    /// The path.
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

/// A file that is renamed into place when it is complete, and is removed with its owner or the process before that.
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
    /// The file cannot be created.
    pub fn new(folder: &Path) -> io::Result<Self> {
        let make = || tempfile::Builder::new().prefix(".turnwise-").suffix(".tmp").tempfile_in(folder);
        let file = create_temporary(make)?;
        let path = file.path().to_owned();
        Ok(Self { file: Some(file), path })
    }

    /// The file, to be written.
    ///
    /// # Errors
    /// The file is in its final place already.
    pub fn file(&mut self) -> io::Result<&mut File> {
        let file = self.file.as_mut().ok_or_else(|| io::Error::other("the file is finished"))?;
        Ok(file.as_file_mut())
    }

    /// Gives it its name, once its bytes are on the disk.
    ///
    /// # Errors
    /// The system rejects.
    pub fn persist(mut self, path: &Path) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        file.as_file().sync_data()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }

    /// The same for a file that is the user's: it gets the mode that new files have.
    ///
    /// # Errors
    /// The system rejects.
    pub fn publish(mut self, path: &Path) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        attributes::keep(&file, None, path, "", &mut Vec::new())?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        sync_folder(path);
        Ok(())
    }

    /// The path, until the file is in its final place.
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

/// Bytes that are not wanted yet: beyond a megabyte they wait in a file without a name.
#[derive(Debug)]
pub struct Spill(tempfile::SpooledTempFile);

impl Default for Spill {
    fn default() -> Self {
        Self(tempfile::spooled_tempfile(1 << 20))
    }
}

impl Spill {
    /// Adds bytes.
    ///
    /// # Errors
    /// The file cannot be made or written.
    pub fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    /// Forgets everything.
    ///
    /// # Errors
    /// The system rejects.
    pub fn clear(&mut self) -> io::Result<()> {
        self.0.rewind()?;
        self.0.set_len(0)
    }

    /// Removes what is after the first `len` bytes.
    ///
    /// # Errors
    /// The system rejects.
    pub fn truncate(&mut self, len: u64) -> io::Result<()> {
        self.0.set_len(len)?;
        self.0.seek(io::SeekFrom::End(0)).map(drop)
    }

    /// The bytes in `range`.
    ///
    /// # Errors
    /// They cannot be read, or there are fewer.
    pub fn read(&mut self, range: std::ops::Range<u64>) -> io::Result<Vec<u8>> {
        self.0.seek(io::SeekFrom::Start(range.start))?;
        let mut bytes = Vec::new();
        io::Read::by_ref(&mut self.0).take(range.end.saturating_sub(range.start)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads all bytes from the beginning.
    ///
    /// # Errors
    /// The system rejects.
    pub fn into_reader(mut self) -> io::Result<impl io::Read + Send> {
        self.0.rewind()?;
        Ok(io::BufReader::with_capacity(64 * 1024, self.0))
    }

    /// Passes all bytes to `to`, in pieces. It ends with an error of `to` or of the system.
    ///
    /// # Errors
    /// The bytes cannot be read, or `to` failed.
    pub fn each<E: From<io::Error>>(&mut self, mut to: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        self.0.rewind()?;
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let count = self.0.read(&mut buffer)?;
            let Some(bytes) = buffer.get(..count).filter(|bytes| !bytes.is_empty()) else { return Ok(()) };
            to(bytes)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_spills_comes_back() {
        let mut spill = Spill::default();
        for megabytes in [0, 3, 1] {
            let wanted: Vec<u8> = (0..megabytes << 20).map(|at: u32| at.to_le_bytes()[1]).collect();
            spill.write_all(b"not this").unwrap();
            spill.clear().unwrap();
            wanted.chunks(70_001).for_each(|bytes| spill.write_all(bytes).unwrap());
            let mut found = Vec::new();
            let add = |bytes: &[u8]| {
                found.extend_from_slice(bytes);
                io::Result::Ok(())
            };
            spill.each(add).unwrap();
            assert!(found == wanted, "{megabytes}");
        }
        let refuse = |_: &[u8]| Err(io::Error::other("full"));
        assert_eq!(spill.each(refuse).unwrap_err().to_string(), "full");
    }
}
