//! Folders of sessions, as inputs and as the output of a conversion: `convert -t picklebot --framing folder -o DIR`.

use std::path::PathBuf;

use anyhow::bail;
use turnwise::format::folder_of;
use turnwise::json::SetMember;
use turnwise::stream::{HistorySink, SessionOutput, SinkError};

use super::args::Args;
use super::program_files::{ProgramFolder, is_program};
use crate::cli::args::{FramingArg, ToFormat};
use crate::cli::job::files::{InputFile, is_conversation};
use crate::cli::job::outputs::{check_names, has_slash};
use crate::cli::terminal::Terminal;

/// The folder that receives the sessions, or the programs, of all inputs.
pub(super) struct FolderOutput {
    sink: FolderSink,
    is_sorted: bool,
    /// The path of the input, for outputs of the same name.
    input: PathBuf,
}

enum FolderSink {
    History(HistorySink),
    Programs(ProgramFolder),
}

impl FolderOutput {
    /// The sessions come in the order of their index.
    pub(super) fn keeps_order(&mut self, is_sorted: bool) {
        self.is_sorted = is_sorted;
    }

    /// Later sessions belong to this input.
    pub(super) fn begin(&mut self, file: &InputFile) {
        file.relative.clone_into(&mut self.input);
    }

    pub(super) fn add(&mut self, session: SessionOutput, bytes: &[u8]) -> Result<(), SinkError> {
        match &mut self.sink {
            FolderSink::History(sink) => sink.add(session, bytes)?,
            FolderSink::Programs(programs) => programs.add(&self.input, session.id, bytes),
        }
        Ok(())
    }

    pub(super) fn finish(self, terminal: &Terminal) -> anyhow::Result<()> {
        match self.sink {
            FolderSink::History(sink) => Ok(sink.finish(self.is_sorted)?),
            FolderSink::Programs(programs) => programs.finish(terminal),
        }
    }
}

/// True if `--output` is a folder of sessions without `--framing folder`: its path ends in a slash, or all inputs are
/// folders and it is a folder or a new path without a file extension.
pub(super) fn implies_folder(args: &Args, to: ToFormat, files: &[InputFile]) -> bool {
    let Some(output) = args.task.output.path().filter(|_| args.task.framing.is_none()) else { return false };
    let is_new_folder = || match std::fs::metadata(output) {
        Ok(metadata) => metadata.is_dir(),
        Err(_) => output.file_name().is_some_and(|name| !is_conversation(&name.to_string_lossy())),
    };
    let is_copy = || files.iter().all(|file| file.history.is_some()) && is_new_folder();
    folder_of(to.format).is_some() && (args.form.add || has_slash(output) || is_copy())
}

/// Rejects options that folders of sessions do not support.
pub(super) fn check_folders(args: &Args, to: ToFormat, files: &[InputFile]) -> anyhow::Result<()> {
    if let Some(file) = files.iter().find(|file| file.history.is_some()) {
        if args.rewrite.in_place {
            bail!("{}: --in-place needs files, not a folder of sessions", file.name());
        }
        if args.carry.carry.is_some() || args.carry.restore.is_some() {
            bail!("{}: --carry and --restore need a file, not a folder of sessions", file.name());
        }
    }
    if args.form.add && (args.task.framing != Some(FramingArg::Folder) || folder_of(to.format).is_none()) {
        bail!("--add adds sessions to a folder of them, and {} keeps none", to.format.name);
    }
    if args.task.framing != Some(FramingArg::Folder) {
        return check_names(args.task.output.path(), files);
    }
    if folder_of(to.format).is_none() && !is_program(to.format) {
        bail!("--framing folder: {} keeps no folder of sessions", to.format.name);
    }
    if args.task.output.path().is_none() && !args.rewrite.dry_run {
        bail!("--framing folder needs --output DIR");
    }
    if args.rewrite.check || args.carry.carry.is_some() || args.carry.restore.is_some() {
        bail!("--framing folder writes a new folder; --check, --carry and --restore are for files");
    }
    args.task.set.iter().try_for_each(check_set)?;
    if args.members.profile.is_some() {
        bail!("--profile: a session of a folder is no row; use --framing lines");
    }
    if args.task.layout.pretty {
        bail!("--pretty needs --framing document or array: a session of a folder has a line for each message");
    }
    if args.task.failures.is_emit() {
        bail!("--framing folder cannot contain error lines; use --on-error skip");
    }
    Ok(())
}

/// Rejects keys that index entries do not have.
fn check_set(set: &SetMember) -> anyhow::Result<()> {
    const TEXTS: [&str; 6] = ["id", "agent_id", "source", "title", "created_at", "updated_at"];
    let Some(key) = set.key().filter(|key| TEXTS.contains(key)) else {
        bail!("--set: these fields of a session in a folder can be set: /{}", TEXTS.join(", /"));
    };
    let is_null = key == "title" && set.value() == "null";
    if !is_null && !set.value().starts_with('"') {
        bail!("--set /{key}: picklebot reads a text here, found {}", set.value());
    }
    Ok(())
}

/// The folder, if one is to be written.
pub(super) fn open_folder(args: &Args, to: ToFormat, is_dry: bool) -> anyhow::Result<Option<FolderOutput>> {
    let (Some(FramingArg::Folder), Some(path), false) = (args.task.framing, args.task.output.path(), is_dry) else {
        return Ok(None);
    };
    let sink = match folder_of(to.format) {
        Some(folder) if args.form.add => FolderSink::History(HistorySink::add_to(path, folder)?),
        Some(folder) => FolderSink::History(HistorySink::open(path, folder)?),
        None => FolderSink::Programs(ProgramFolder::new(path)),
    };
    Ok(Some(FolderOutput { sink, is_sorted: false, input: PathBuf::new() }))
}
