//! Rejects outputs that would replace an input, another output or an unrelated file. All paths of a run
//! are compared before any of them is opened.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::bail;
use turnwise::stream::{Source, is_descriptor};

use super::files::InputFile;

/// The prefix of a baseline file.
pub(crate) const BASELINE_OPENING: &str = "{\"turnwise\":\"baseline\"";

/// A file that is written next to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideFile {
    Report,
    Summary,
    Carry,
    Map,
    Baseline,
    Rejects,
}

impl SideFile {
    const fn option(self) -> &'static str {
        match self {
            Self::Report => "--report",
            Self::Summary => "--report-summary",
            Self::Carry => "--carry",
            Self::Map => "--map-out",
            Self::Baseline => "--baseline",
            Self::Rejects => "--rejects",
        }
    }

    const fn noun(self) -> &'static str {
        match self {
            Self::Report => "report",
            Self::Summary => "summary",
            Self::Carry => "carry file",
            Self::Map => "map",
            Self::Baseline => "baseline",
            Self::Rejects => "file of rejected records",
        }
    }

    /// The file is an earlier one of this kind, possibly compressed.
    fn is_in(self, path: &Path) -> bool {
        let mut head = Vec::new();
        let read = fs::File::open(path).and_then(|file| file.take(1024).read_to_end(&mut head));
        let is_plain = read.is_ok() && self.is_begun_by(&String::from_utf8_lossy(&head));
        is_plain || Source::open(path).is_ok_and(|it| it.head().is_empty() || self.is_begun_by(it.head()))
    }

    /// The text begins like a file of this kind.
    fn is_begun_by(self, text: &str) -> bool {
        let line = text.lines().next().unwrap_or_default();
        match self {
            Self::Report => line.starts_with("{\"code\":\"TW") || line.starts_with("{\"summary\":{\"records_in\""),
            Self::Summary => line.starts_with("{\"summary\":{\"records_in\""),
            Self::Carry => line.starts_with("{\"turnwise\":\"carry\""),
            Self::Map => line.starts_with("{\"file\":") && line.contains(",\"scope\":\"") && line.contains(",\"old\":"),
            Self::Baseline => line.starts_with(BASELINE_OPENING),
            // Records can have any content.
            Self::Rejects => true,
        }
    }
}

/// The advice in the error about a result that would replace an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Advice {
    /// The command has `--in-place`.
    InPlace,
    /// The output option names another file.
    Elsewhere,
}

/// The paths that a run reads and writes.
#[derive(Debug, Default)]
pub(crate) struct Clashes {
    inputs: HashMap<FileIdentity, String>,
    /// Folders of sessions that are read.
    folders: Vec<PathBuf>,
    outputs: HashMap<FileIdentity, String>,
    sides: Vec<(SideFile, PathBuf)>,
    has_stdin: bool,
    /// Folders of outputs that do not exist yet, and their real paths.
    real: HashMap<PathBuf, Option<PathBuf>>,
    /// The folder of the last output, if it does not exist yet: nothing is in it.
    missing: Option<PathBuf>,
}

/// The identity of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum FileIdentity {
    #[cfg(unix)]
    Inode(u64, u64),
    Path(PathBuf),
}

impl Clashes {
    pub(crate) fn of(files: &[InputFile]) -> Self {
        let mut all = Self::default();
        for file in files {
            match &file.path {
                Some(path) if file.history.is_some() => all.folders.extend(path.canonicalize()),
                Some(path) => all.read(path),
                None => all.inputs.extend(stdin_key().map(|key| (key, "standard input".to_owned()))),
            }
            all.has_stdin |= file.path.is_none();
        }
        all
    }

    fn read(&mut self, path: &Path) {
        let key = self.key(path);
        self.inputs.extend(key.map(|key| (key, path.display().to_string())));
    }

    /// A file that an option names is also an input.
    pub(crate) fn reads<'p>(mut self, paths: impl IntoIterator<Item = &'p Path>) -> Self {
        paths.into_iter().for_each(|path| self.read(path));
        self
    }

    /// A file is written next to the result; `-` is standard error.
    pub(crate) fn writes(mut self, side: SideFile, path: Option<&Path>) -> Self {
        self.sides.extend(path.filter(|path| path.as_os_str() != "-").map(|path| (side, path.to_owned())));
        self
    }

    /// The files for the results, or standard output if there is none. Two of them must not be the same file.
    pub(crate) fn check(mut self, results: Option<&[PathBuf]>, advice: Advice) -> anyhow::Result<()> {
        match results {
            Some(results) => results.iter().try_for_each(|path| self.check_result(path, advice))?,
            None => self.check_stdout(advice)?,
        }
        for (side, path) in std::mem::take(&mut self.sides) {
            self.check_side(side, &path)?;
        }
        Ok(())
    }

    fn check_result(&mut self, path: &Path, advice: Advice) -> anyhow::Result<()> {
        let Some(key) = self.key(path) else { return Ok(()) };
        let shown = path.display();
        let has_folders = !self.folders.is_empty();
        let is_inside = |path: PathBuf| self.folders.iter().any(|it| path.starts_with(it));
        let is_in_folder = || has_folders && path.canonicalize().is_ok_and(is_inside);
        if self.inputs.contains_key(&key) || is_in_folder() {
            match advice {
                _ if self.has_stdin => {
                    bail!("--output {shown}: this file is read from standard input; name another one")
                }
                Advice::InPlace if !is_in_folder() => {
                    bail!("--output {shown}: this file is an input; to replace it, use -i (--in-place) instead of -o")
                }
                Advice::InPlace | Advice::Elsewhere => {
                    bail!("--output {shown}: this file is an input; name another file")
                }
            }
        }
        self.outputs.insert(key, format!("--output {shown}"));
        Ok(())
    }

    fn check_stdout(&mut self, advice: Advice) -> anyhow::Result<()> {
        let Some(key) = stdout_key() else { return Ok(()) };
        if let Some(input) = self.inputs.get(&key) {
            // If standard output were appended to an input, reading would never end.
            let instead = if advice == Advice::InPlace && !self.has_stdin { " or --in-place" } else { "" };
            bail!("{input} is also standard output; use -o FILE{instead}");
        }
        self.outputs.insert(key, "standard output".to_owned());
        Ok(())
    }

    fn check_side(&mut self, side: SideFile, path: &Path) -> anyhow::Result<()> {
        let (option, noun, shown) = (side.option(), side.noun(), path.display());
        let Some(key) = self.key(path) else { return Ok(()) };
        if let Some(input) = self.inputs.get(&key) {
            bail!("{option} {shown}: {input} is read; name another file for the {noun}");
        }
        if let Some(other) = self.outputs.insert(key, format!("{option} {shown}")) {
            bail!("{other} and {option} {shown} are one file; name two");
        }
        let has_content = fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() > 0);
        if has_content && !is_descriptor(path) && !side.is_in(path) {
            bail!(
                "{option} {shown}: this file exists and is no {noun}, so it is not replaced; {option} is followed by the \
                 file to write: name another one, or remove this one first"
            );
        }
        Ok(())
    }

    /// The identity of the file at a path. `None`: a device or a pipe, which cannot be replaced.
    fn key(&mut self, path: &Path) -> Option<FileIdentity> {
        if self.missing.is_some() && self.missing.as_deref() == path.parent() {
            return self.missing_key(path);
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() || metadata.is_dir() => Some(key_of(path, &metadata)),
            Ok(_) => None,
            Err(_) => {
                let path = turnwise::stream::follow(path).unwrap_or_else(|_| path.to_owned());
                self.missing_key(&path)
            }
        }
    }

    /// The identity of a file that does not exist yet.
    fn missing_key(&mut self, path: &Path) -> Option<FileIdentity> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !self.real.contains_key(folder) {
            let real = folder.canonicalize();
            self.missing = real.is_err().then(|| folder.to_owned());
            self.real.insert(folder.to_owned(), real.or_else(|_| std::path::absolute(folder)).ok());
        }
        Some(FileIdentity::Path(self.real.get(folder)?.as_ref()?.join(path.file_name()?)))
    }
}

#[cfg(unix)]
fn key_of(_: &Path, metadata: &Metadata) -> FileIdentity {
    use std::os::unix::fs::MetadataExt as _;
    FileIdentity::Inode(metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn key_of(path: &Path, _: &Metadata) -> FileIdentity {
    FileIdentity::Path(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
}

#[cfg(unix)]
fn stream_key(stream: impl std::os::fd::AsFd) -> Option<FileIdentity> {
    let file = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    let metadata = file.metadata().ok().filter(Metadata::is_file)?;
    Some(key_of(Path::new(""), &metadata))
}

#[cfg(unix)]
fn stdin_key() -> Option<FileIdentity> {
    stream_key(std::io::stdin())
}

#[cfg(unix)]
fn stdout_key() -> Option<FileIdentity> {
    stream_key(std::io::stdout())
}

#[cfg(not(unix))]
fn stdin_key() -> Option<FileIdentity> {
    None
}

#[cfg(not(unix))]
fn stdout_key() -> Option<FileIdentity> {
    None
}
