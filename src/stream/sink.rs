//! Outputs: standard output, or a file that is replaced atomically.
//!
//! A regular file is written next to its final place and renamed over it at the end. A reader sees the old or the
//! new content, also after a crash. What is not a regular file (a pipe, a device) is opened and written.

use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use super::attributes;
use super::brotli::{self, FinishWriter};
use super::error::SinkError;
use super::links::{follow_to_file, is_descriptor};
use super::pipe_size::enlarge_pipe;
use super::source_options::Identity;
use super::terminal_writer::TerminalWriter;

/// The level of gzip: on conversations 5 to 8 % larger than the usual level 6, in less than half of its time.
const GZIP_LEVEL: u32 = 3;

/// Files and folders that exist only until their run ends; removed when a signal ends it first.
static TEMPORARIES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the temporary files of this process, which is about to end. For signal handlers' threads.
pub fn remove_temporaries() {
    let mut temporaries = hold();
    for path in temporaries.drain(..) {
        // Nothing can be done about a failure while dying; the next run is not confused by leftovers.
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    // From now on nobody may create another one: the lock stays taken until the end.
    std::mem::forget(temporaries);
}

/// While this is held, temporary files are not removed.
pub(super) fn hold() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The destination of the output.
#[derive(Clone, Debug)]
pub enum Target {
    /// Standard output.
    Stdout,
    /// A file.
    File(PathBuf),
}

/// Options of an output.
#[derive(Clone, Copy, Debug, Default)]
pub struct SinkOptions {
    /// The file that is read: it must not have changed when the output replaces it (`--in-place`).
    pub unchanged: Option<Identity>,
    /// Compress by the name's ending (`.gz`, `.zst`, `.br`).
    pub is_compressed: bool,
    /// A file that did not exist may get its name before its bytes are on the disk: [`sync_file_system`] is called at the
    /// end of the run.
    pub is_synced_later: bool,
}

/// An output that is being written.
pub struct Sink {
    writer: SinkWriter,
    name: String,
    options: SinkOptions,
    /// A write failed: what follows does not belong to what was written.
    is_broken: bool,
    /// Warnings for the user: ownership that cannot be kept and the like.
    pub warnings: Vec<String>,
}

#[allow(clippy::large_enum_variant, reason = "there is one of it a file")]
enum SinkWriter {
    Stdout(Box<dyn Write + Send>),
    /// A device or pipe.
    Direct(Encoder<File>),
    Atomic {
        encoder: Encoder<NamedTempFile>,
        target: PathBuf,
        old: Option<fs::Metadata>,
    },
}

/// Compresses on the way, or not.
enum Encoder<W: Write> {
    Plain(W),
    Gzip(flate2::write::GzEncoder<W>),
    /// A trait object, or else each crate that drops a sink would have the encoder once more (0.4 MB).
    Brotli(Box<dyn FinishWriter<W> + Send>),
    #[cfg(feature = "zstd")]
    Zstd(zstd::stream::write::Encoder<'static, W>),
}

impl std::fmt::Debug for Sink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sink").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<W: Write + Send + 'static> Encoder<W> {
    fn new(writer: W, name: &str) -> io::Result<Self> {
        Ok(match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("gz") => Self::Gzip(flate2::write::GzEncoder::new(writer, flate2::Compression::new(GZIP_LEVEL))),
            Some("br") => Self::Brotli(Box::new(brotli::BrotliWriter::new(writer))),
            #[cfg(feature = "zstd")]
            Some("zst") => Self::Zstd(zstd::stream::write::Encoder::new(writer, 0)?),
            #[cfg(not(feature = "zstd"))]
            Some("zst") => return Err(io::Error::new(io::ErrorKind::Unsupported, "this build writes no zstd")),
            _ => Self::Plain(writer),
        })
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(writer) => writer.write_all(bytes),
            Self::Gzip(writer) => writer.write_all(bytes),
            Self::Brotli(writer) => writer.write_all(bytes),
            #[cfg(feature = "zstd")]
            Self::Zstd(writer) => writer.write_all(bytes),
        }
    }

    fn finish(self) -> io::Result<W> {
        let mut inner = match self {
            Self::Plain(writer) => writer,
            Self::Gzip(writer) => writer.finish()?,
            Self::Brotli(writer) => writer.finish_boxed()?,
            #[cfg(feature = "zstd")]
            Self::Zstd(writer) => writer.finish()?,
        };
        inner.flush()?;
        Ok(inner)
    }
}

/// Standard output without the library's buffer: that one looks through everything for line ends.
fn stdout() -> Box<dyn Write + Send> {
    if io::stdout().is_terminal() {
        return Box::new(TerminalWriter::new(io::stdout()));
    }
    #[cfg(unix)]
    if let Ok(own) = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned() {
        enlarge_pipe(&own);
        return Box::new(File::from(own));
    }
    Box::new(io::stdout())
}

impl Sink {
    /// Opens an output. Nothing that exists is touched before [`Sink::finish`].
    ///
    /// # Errors
    /// The folder does not exist, the target is a folder, or no file can be created next to it.
    pub fn open(target: &Target, options: SinkOptions) -> Result<Self, SinkError> {
        let Target::File(path) = target else {
            let writer = SinkWriter::Stdout(stdout());
            let name = "standard output".to_owned();
            return Ok(Self { writer, name, options, is_broken: false, warnings: Vec::new() });
        };
        let name = path.display().to_string();
        let ending = if options.is_compressed { name.clone() } else { String::new() };
        let (target, old) = follow_to_file(path)?;
        let old = match old {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(SinkError::io("look at", name, error)),
        };
        let writer = match old {
            Some(metadata) if metadata.is_dir() => return Err(SinkError::Folder(name)),
            Some(metadata) if !metadata.is_file() || is_descriptor(&target) => {
                // A descriptor is appended to: others contain it, and may have written to it.
                let file = OpenOptions::new().write(true).append(is_descriptor(&target)).open(&target);
                let file = file.inspect(enlarge_pipe);
                let encoder = file.and_then(|file| Encoder::new(file, &ending));
                SinkWriter::Direct(encoder.map_err(|error| SinkError::io("open", &name, error))?)
            }
            old => {
                let file = create_temporary(|| attributes::temporary(&target, old.is_some()))
                    .map_err(|error| SinkError::creating(&name, &error))?;
                let encoder = Encoder::new(file, &ending).map_err(|error| SinkError::io("write", &name, error))?;
                SinkWriter::Atomic { encoder, target, old }
            }
        };
        Ok(Self { writer, name, options, is_broken: false, warnings: Vec::new() })
    }

    /// Writes all of `bytes`.
    ///
    /// # Errors
    /// The system rejects: the disk is full, the reader went away.
    pub fn write_all(&mut self, bytes: &[u8]) -> Result<(), SinkError> {
        let result = match &mut self.writer {
            SinkWriter::Stdout(stdout) => stdout.write_all(bytes).and_then(|()| stdout.flush()),
            SinkWriter::Direct(encoder) => encoder.write_all(bytes),
            SinkWriter::Atomic { encoder, .. } => encoder.write_all(bytes),
        };
        self.is_broken |= result.is_err();
        result.map_err(|error| SinkError::io("write", &self.name, error))
    }

    /// Makes the output final. Without this call a file stays what it was.
    ///
    /// # Errors
    /// The last bytes cannot be written, or the target changed meanwhile.
    pub fn finish(self) -> Result<Vec<String>, SinkError> {
        self.seal()?.finish()
    }

    /// Syncs all bytes to the disk (see [`SinkOptions::is_synced_later`]); a file is then closed, and not yet in its
    /// place.
    ///
    /// # Errors
    /// The last bytes cannot be written, or a write failed before.
    pub fn seal(mut self) -> Result<Sealed, SinkError> {
        let name = std::mem::take(&mut self.name);
        if self.is_broken {
            return Err(SinkError::io("write", name, io::Error::other("a write failed before")));
        }
        let failed = |what: &'static str| {
            let name = name.clone();
            move |error: io::Error| SinkError::io(what, name, error)
        };
        let mut file = None;
        match self.writer {
            SinkWriter::Stdout(mut stdout) => stdout.flush().map_err(failed("write"))?,
            SinkWriter::Direct(encoder) => drop(encoder.finish().map_err(failed("write"))?),
            SinkWriter::Atomic { encoder, target, old } => {
                let temporary = encoder.finish().map_err(failed("write"))?;
                if old.is_some() {
                    attributes::keep(&temporary, old.as_ref(), &target, &name, &mut self.warnings)
                        .map_err(failed("set the mode of"))?;
                }
                let is_synced = old.is_some() || !self.options.is_synced_later;
                if is_synced {
                    temporary.as_file().sync_all().map_err(failed("write"))?;
                }
                file = Some((temporary.into_temp_path(), target, is_synced));
            }
        }
        Ok(Sealed { file, name, unchanged: self.options.unchanged, warnings: self.warnings })
    }
}

/// An output that is whole: a file next to its place, or what is in its place already.
#[derive(Debug)]
pub struct Sealed {
    /// The temporary path, the final path, and whether its bytes are synced.
    file: Option<(tempfile::TempPath, PathBuf, bool)>,
    name: String,
    unchanged: Option<Identity>,
    warnings: Vec<String>,
}

impl Sealed {
    /// Puts it in its place. Without this call a file stays what it was.
    ///
    /// # Errors
    /// The target changed meanwhile, or the system rejects.
    pub fn finish(self) -> Result<Vec<String>, SinkError> {
        let Some((file, target, is_synced)) = self.file else { return Ok(self.warnings) };
        if let Some(before) = self.unchanged {
            let now = fs::metadata(&target).map(|metadata| Identity::of(&metadata));
            if now.ok() != Some(before) {
                return Err(SinkError::Changed(self.name));
            }
        }
        let temporary = file.to_path_buf();
        file.persist(&target).map_err(|error| SinkError::io("replace", &self.name, error.error))?;
        forget(&temporary);
        if is_synced {
            sync_folder(&target);
        }
        Ok(self.warnings)
    }
}

/// Makes a temporary file or folder that is removed when a signal ends the run. A signal waits until both the file and the
/// note about it exist.
pub(super) fn create_temporary<T: AsRef<Path>>(make: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let mut temporaries = hold();
    let created = make()?;
    temporaries.push(created.as_ref().to_owned());
    Ok(created)
}

pub(super) fn forget(temporary: &Path) {
    hold().retain(|path| path != temporary);
}

pub(super) fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the new name itself survive a power loss. Not possible everywhere, and not worth failing for.
pub(super) fn sync_folder(target: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder_of(target)) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = target;
}

/// Syncs the file system of a folder: one call for any number of new files. Errors are ignored, since not every system
/// can do it.
pub fn sync_file_system(folder: &Path) {
    #[cfg(target_os = "linux")]
    if let Ok(folder) = File::open(folder) {
        let _ = rustix::fs::syncfs(&folder);
    }
    #[cfg(not(target_os = "linux"))]
    sync_folder(&folder.join("file"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) -> Result<Vec<String>, SinkError> {
        let mut sink = Sink::open(&Target::File(path.to_owned()), SinkOptions::default())?;
        sink.write_all(text.as_bytes())?;
        sink.finish()
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        fs::write(&path, "old").unwrap();
        let mut sink = Sink::open(&Target::File(path.clone()), SinkOptions::default()).unwrap();
        sink.write_all(b"half").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(sink);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the temporary file is gone");
        write(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn the_ending_says_how_to_compress() {
        use std::io::Read as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl.br");
        for lines in [0, 1, 100_000] {
            let options = SinkOptions { is_compressed: true, ..SinkOptions::default() };
            let mut sink = Sink::open(&Target::File(path.clone()), options).unwrap();
            let mut expected = String::new();
            for line in 0..lines {
                let line = format!("{{\"id\":{line}}}\n");
                sink.write_all(line.as_bytes()).unwrap();
                expected += &line;
            }
            sink.finish().unwrap();
            let mut text = String::new();
            ::brotli::Decompressor::new(File::open(&path).unwrap(), 4096).read_to_string(&mut text).unwrap();
            assert!(text == expected, "{lines} lines");
            assert!(fs::metadata(&path).unwrap().len() <= 20 + text.len() as u64 / 3, "{lines} lines");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_modes_are_kept() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.json"), folder.path().join("l.json"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("a.json", &link).unwrap();
        write(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn folders_and_missing_folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(write(folder.path(), "x"), Err(SinkError::Folder(_))));
        assert!(write(&folder.path().join("none/a.json"), "x").is_err());
    }

    #[test]
    fn a_target_that_changed_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        fs::write(&path, "old").unwrap();
        let before = Identity::of(&fs::metadata(&path).unwrap());
        let options = SinkOptions { unchanged: Some(before), ..SinkOptions::default() };
        let mut sink = Sink::open(&Target::File(path.clone()), options).unwrap();
        sink.write_all(b"new").unwrap();
        fs::write(&path, "somebody else").unwrap();
        assert!(matches!(sink.finish(), Err(SinkError::Changed(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), "somebody else");
    }
}
