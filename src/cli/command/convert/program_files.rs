//! Programs of `KePrompt` as the output of a conversion: a `.prompt` file for each conversation.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use turnwise::format::{Format, is_file_name};
use turnwise::statements::TEXT_FORMAT;
use turnwise::stream::{Sink, SinkOptions, Target};

use super::args::Args;
use crate::cli::args::ToFormat;
use crate::cli::job::files::InputFile;
use crate::cli::job::outputs::has_slash;
use crate::cli::terminal::Terminal;

/// The extension of files that contain one program.
const ENDING: &str = "prompt";

/// True for the format whose records are such files.
pub(super) fn is_program(format: &Format) -> bool {
    format.name == TEXT_FORMAT
}

/// True if `--output` is a folder for programs.
pub(super) fn implies_files(args: &Args, to: ToFormat, files: &[InputFile]) -> bool {
    let is_free = args.task.framing.is_none() && args.task.input.at.is_empty() && !args.task.input.lines;
    let is_folder = |output: &Path| files.len() > 1 || output.is_dir() || has_slash(output);
    is_program(to.format) && is_free && args.task.output.path().is_some_and(is_folder)
}

/// True if `--output` is a file for one program.
pub(super) fn is_one_file(args: &Args, to: ToFormat) -> bool {
    is_program(to.format)
        && args.task.output.path().is_some_and(|output| output.extension().is_some_and(|it| it == ENDING))
}

/// Names of results in a folder: programs become JSON.
pub(super) fn rename(files: &mut [InputFile], to: ToFormat) {
    if to.format.is_text() {
        return;
    }
    let taken: HashSet<PathBuf> = files.iter().map(|file| file.relative.clone()).collect();
    for file in files.iter_mut().filter(|file| file.relative.extension().is_some_and(|end| end == ENDING)) {
        let plain = file.relative.with_extension("json");
        let is_taken = taken.contains(&plain);
        file.relative = if is_taken { file.relative.with_extension("prompt.json") } else { plain };
    }
}

/// Programs that are written after all inputs were processed.
#[derive(Default)]
pub(super) struct ProgramFolder {
    folder: PathBuf,
    /// The path of the input of each, its id, and its text.
    programs: Vec<(PathBuf, String, Vec<u8>)>,
}

impl ProgramFolder {
    pub(super) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), programs: Vec::new() }
    }

    pub(super) fn add(&mut self, input: &Path, id: String, text: &[u8]) {
        self.programs.push((input.to_owned(), id, text.to_vec()));
    }

    /// Writes them. A single program is named after its input, several after their conversations.
    pub(super) fn finish(self, terminal: &Terminal) -> anyhow::Result<()> {
        let mut taken = HashSet::new();
        for group in self.programs.chunk_by(|one, other| one.0 == other.0) {
            for (index, (input, id, text)) in group.iter().enumerate() {
                let path = self.folder.join(name(input, id, index, group.len()));
                if !taken.insert(path.clone()) {
                    bail!("two programs would both be written to {}: they have the same id", path.display());
                }
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
                }
                let mut sink = Sink::open(&Target::File(path), SinkOptions::default())?;
                sink.write_all(text)?;
                for warning in sink.finish()? {
                    terminal.warning(&warning);
                }
            }
        }
        Ok(())
    }
}

fn name(input: &Path, id: &str, index: usize, count: usize) -> PathBuf {
    let plain = match input.extension() {
        Some(end) if end == "gz" || end == "zst" => input.with_extension(""),
        _ => input.to_owned(),
    };
    if count == 1 {
        return plain.with_extension(ENDING);
    }
    let stem = plain.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = if is_file_name(id) { id.to_owned() } else { format!("{stem}-{:05}", index + 1) };
    plain.with_file_name(format!("{name}.{ENDING}"))
}
