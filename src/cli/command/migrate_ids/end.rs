//! The map of `turnwise migrate-ids`, and the replacement of files after the map is complete: at any time, each
//! replaced file can be restored from the disk.
//!
//! All files are written next to their targets first. Then the map is renamed, then the files are.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use turnwise::stream::{Sealed, Sink, SinkError, SinkOptions, Spill, Target};

use crate::cli::exit::Exit;
use crate::cli::signals;
use crate::cli::terminal::Terminal;

/// Collects the results of the inputs in order.
#[derive(Default)]
pub(super) struct InputEnds {
    map: Option<Map>,
    files: Vec<Sealed>,
}

struct Map {
    sink: Sink,
    path: PathBuf,
    /// The lines of the current input, if there are others: they are added when it is complete.
    part: Option<Spill>,
    /// The map contains all lines of these inputs.
    is_whole: bool,
    is_done: bool,
}

impl InputEnds {
    pub(super) fn open(path: Option<&Path>, has_others: bool) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self::default()) };
        signals::watch();
        let options = SinkOptions { is_compressed: true, ..SinkOptions::default() };
        let sink = Sink::open(&Target::File(path.to_owned()), options)?;
        let part = has_others.then(Spill::default);
        let map = Map { sink, path: path.to_owned(), part, is_whole: true, is_done: false };
        Ok(Self { map: Some(map), files: Vec::new() })
    }

    /// The writer of the lines of the map, if there is a map.
    pub(super) fn lines(&mut self) -> Option<impl FnMut(&[u8]) -> Result<(), SinkError> + Send + '_> {
        let Map { sink, path, part, is_whole, .. } = self.map.as_mut()?;
        Some(move |bytes: &[u8]| match part {
            Some(part) => part.write_all(bytes).map_err(|error| failed(path, error)),
            None => {
                let written = sink.write_all(bytes);
                *is_whole &= written.is_ok();
                written
            }
        })
    }

    /// Ends an input: `file` is its output file, if it has one.
    pub(super) fn add(&mut self, file: Option<Sink>, terminal: &Terminal) -> anyhow::Result<()> {
        let Some(map) = &mut self.map else {
            return file.map_or(Ok(()), |file| place(file.seal()?, terminal));
        };
        // Before its lines are added: a disk may be full.
        let sealed = file.map(Sink::seal).transpose()?;
        if let Some(part) = &mut map.part {
            let taken = part.each(|bytes| map.sink.write_all(bytes).map_err(EndFailure::Sink));
            map.is_whole &= taken.is_ok();
            taken.map_err(|failed| failed.error(&map.path))?;
        }
        map.is_done = true;
        self.files.extend(sealed);
        Ok(())
    }

    /// Starts an input, and resets the state of the previous one.
    pub(super) fn begin(&mut self) -> anyhow::Result<()> {
        let Some(Map { part: Some(part), path, .. }) = &mut self.map else { return Ok(()) };
        part.clear().with_context(|| format!("cannot write {}", path.display()))
    }

    /// Moves everything to its final place, the map first.
    pub(super) fn finish(self, terminal: &Terminal) -> anyhow::Result<Exit> {
        let Some(map) = self.map else { return Ok(Exit::Done) };
        if !map.is_done {
            return Ok(Exit::Done);
        }
        if !map.is_whole {
            bail!("the map is incomplete: no file was written");
        }
        place(map.sink.seal()?, terminal)?;
        let mut exit = Exit::Done;
        for file in self.files {
            if let Err(error) = place(file, terminal) {
                terminal.conclude_with(&format!("{error:#}"));
                exit = Exit::Trouble;
            }
        }
        Ok(exit)
    }
}

fn place(file: Sealed, terminal: &Terminal) -> anyhow::Result<()> {
    for warning in file.finish()? {
        terminal.warning(&warning);
    }
    Ok(())
}

enum EndFailure {
    Sink(SinkError),
    Part(std::io::Error),
}

impl From<std::io::Error> for EndFailure {
    fn from(error: std::io::Error) -> Self {
        Self::Part(error)
    }
}

impl EndFailure {
    fn error(self, map: &Path) -> SinkError {
        match self {
            Self::Sink(error) => error,
            Self::Part(error) => failed(map, error),
        }
    }
}

fn failed(map: &Path, error: std::io::Error) -> SinkError {
    SinkError::Io { what: "write the lines of", path: map.display().to_string(), error }
}
