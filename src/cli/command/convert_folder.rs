//! Folders of sessions, as inputs and as the output of a conversion: `convert -t picklebot --framing folder -o DIR`.

use std::collections::HashMap;
use std::path::Path;

use anyhow::bail;
use turnwise::format::folder_of;
use turnwise::stream::{HistorySink, Session, SinkError};

use super::convert_args::Args;
use crate::cli::args::{FramingArg, OnErrorArg, ToFormat};
use crate::cli::files::InputFile;

/// The folder that takes the sessions of all inputs.
pub(super) struct FolderOutput {
    sink: HistorySink,
    is_sorted: bool,
}

impl FolderOutput {
    /// The sessions come in the order that their index has.
    pub(super) fn keeps_order(&mut self, is_sorted: bool) {
        self.is_sorted = is_sorted;
    }

    pub(super) fn add(&mut self, session: Session, bytes: &[u8]) -> Result<(), SinkError> {
        self.sink.add(session, bytes)
    }

    pub(super) fn finish(self) -> Result<(), SinkError> {
        self.sink.finish(self.is_sorted)
    }
}

/// What cannot be done with folders of sessions.
pub(super) fn check_folders(args: &Args, to: ToFormat, files: &[InputFile]) -> anyhow::Result<()> {
    if let Some(file) = files.iter().find(|file| file.history.is_some()) {
        if args.in_place {
            bail!("{}: --in-place needs files, not a folder of sessions", file.name());
        }
        if args.carry.is_some() || args.restore.is_some() {
            bail!("{}: --carry and --restore need a file, not a folder of sessions", file.name());
        }
    }
    if args.framing != Some(FramingArg::Folder) {
        return check_names(args.output.as_deref(), files);
    }
    if folder_of(to.format).is_none() {
        bail!("--framing folder: {} keeps no folder of sessions", to.format.name);
    }
    if args.output.is_none() && !args.dry_run {
        bail!("--framing folder needs --output DIR");
    }
    if args.check || args.carry.is_some() || args.restore.is_some() {
        bail!("--framing folder writes a new folder; --check, --carry and --restore are for files");
    }
    if args.on_error == Some(OnErrorArg::Emit) {
        bail!("--framing folder has no place for error lines; use --on-error skip");
    }
    Ok(())
}

/// Two inputs must not be written to one output: the second would replace the first.
pub(super) fn check_names(output: Option<&Path>, files: &[InputFile]) -> anyhow::Result<()> {
    let Some(output) = output.filter(|_| files.len() > 1) else { return Ok(()) };
    let mut names = HashMap::new();
    for file in files {
        if let Some(first) = names.insert(&file.relative, file) {
            let target = output.join(&file.relative);
            bail!("{} and {} would both be written to {}", first.name(), file.name(), target.display());
        }
    }
    Ok(())
}

/// The folder, if one is to be written.
pub(super) fn open_folder(args: &Args, to: ToFormat, is_dry: bool) -> anyhow::Result<Option<FolderOutput>> {
    let (Some(FramingArg::Folder), Some(path), Some(folder)) = (args.framing, &args.output, folder_of(to.format))
    else {
        return Ok(None);
    };
    if is_dry {
        return Ok(None);
    }
    Ok(Some(FolderOutput { sink: HistorySink::open(path, folder)?, is_sorted: false }))
}
