//! Files of sub-agents among the inputs of `convert`: skipped, or converted after their session.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use turnwise::json::short_lists;

use turnwise::format::{AgentSession, Format};
use turnwise::op::agent_files::{leave_out, session_file};
use turnwise::op::{Input, Outcome};
use turnwise::report::Diagnostic;

use super::args::Args;
use crate::cli::args::InputArgs;
use crate::cli::job::files::InputFile;
use crate::cli::job::settings::InputSettings;
use crate::cli::terminal::Terminal;

/// Reads the file of a sub-agent, and reports that it is skipped. `None`: it is another file, or it is not skipped.
pub(super) fn left_out(
    input: &Input,
    file: &InputFile,
    args: &Args,
    to: &Format,
    settings: &InputSettings,
) -> Option<(Outcome, Diagnostic)> {
    if args.selection.sidechains || input.usual.is_none_or(|format| format.name == to.name) {
        return None;
    }
    session_file(input).filter(|found| found.is_agent)?;
    leave_out(open_again(file, &args.task.input, settings)?)
}

/// Opens an input a second time, to examine it. `None`: it cannot be opened twice, or opening it fails.
pub(super) fn open_again(file: &InputFile, args: &InputArgs, settings: &InputSettings) -> Option<Input> {
    file.path.as_ref().filter(|_| file.history.is_none())?;
    Input::new(file.open(args).ok()?, &settings.choice).ok()
}

/// Puts the files of sub-agents after the file of their session, in their order. Other files keep their position.
pub(super) fn sort(files: Vec<InputFile>, args: &Args, terminal: &Terminal) -> Vec<InputFile> {
    if !args.selection.sidechains || files.len() < 2 {
        return files;
    }
    let args = &args.task.input;
    let kind_of = |file: &InputFile| {
        let settings = InputSettings::new(file, args, None, terminal).ok()?;
        session_file(&open_again(file, args, &settings)?)
    };
    let kinds: Vec<Option<AgentSession>> = files.iter().map(kind_of).collect();
    let mut sessions: HashMap<&str, Vec<(usize, PathBuf)>> = HashMap::new();
    for (index, (file, kind)) in files.iter().zip(&kinds).enumerate() {
        if let Some(AgentSession { session: Some(session), is_agent: false, .. }) = kind {
            sessions.entry(session).or_default().push((index, folder_of(file)));
        }
    }
    let session_of = |index: usize| {
        let (file, kind) = (files.get(index)?, kinds.get(index)?.as_ref()?);
        let session = kind.session.as_deref().filter(|_| kind.is_agent)?;
        let path = PathBuf::from(file.name());
        let near = sessions.get(session)?.iter().filter(|(_, folder)| path.starts_with(folder));
        near.max_by_key(|(index, folder)| (folder.as_os_str().len(), usize::MAX - index)).map(|(session, _)| *session)
    };
    // The sort key of a file: the position of its session, then its own.
    let place = |index: usize| session_of(index).map_or((index, 0), |session| (session, index + 1));
    let places: Vec<_> = (0..files.len()).map(place).collect();
    let mut sorted: Vec<_> = places.into_iter().zip(files).collect();
    short_lists::sort_by_key(&mut sorted, |(place, _)| *place);
    sorted.into_iter().map(|(_, file)| file).collect()
}

fn folder_of(file: &InputFile) -> PathBuf {
    Path::new(&file.name()).parent().map(PathBuf::from).unwrap_or_default()
}
