//! From arguments to inputs: files, folders, standard input.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use globset::{Glob, GlobSet, GlobSetBuilder};
use turnwise::format::Folder;
use turnwise::stream::{History, MAX_EXPANSION, Source, SourceError};

use super::args::{FramingArg, FromFormat, InputArgs};
use super::terminal::Terminal;

/// One input of a command.
#[derive(Clone, Debug)]
pub(crate) struct InputFile {
    /// `None` is standard input.
    pub(crate) path: Option<PathBuf>,
    /// The path below the folder that was named, for outputs of the same name.
    pub(crate) relative: PathBuf,
    /// It is a folder of sessions of this kind.
    pub(crate) history: Option<&'static Folder>,
}

impl InputFile {
    /// For messages.
    pub(crate) fn name(&self) -> String {
        self.path.as_ref().map_or_else(|| "stdin".to_owned(), |path| path.display().to_string())
    }

    /// Opens it.
    pub(crate) fn open(&self, args: &InputArgs) -> Result<Source, SourceError> {
        let most = args.max_expansion.unwrap_or(MAX_EXPANSION);
        match (&self.path, self.history) {
            (Some(path), Some(folder)) => Source::open_history(path, folder),
            (Some(path), None) => Source::open_expanding(path, most),
            (None, _) => Source::from_reader_expanding(std::io::stdin(), "stdin", most),
        }
    }
}

/// The inputs that the arguments name, in order; folders are walked.
pub(crate) fn inputs(args: &InputArgs, terminal: &Terminal) -> anyhow::Result<Vec<InputFile>> {
    terminal.no_effect("exclude", !args.files.iter().any(|path| path.is_dir()), "where no input is a folder");
    let stdin = || InputFile { path: None, relative: PathBuf::from("stdin.jsonl"), history: None };
    let is_folder = args.input_framing == Some(FramingArg::Folder);
    if is_folder && (args.files.is_empty() || args.files.iter().any(|path| !path.is_dir())) {
        bail!("--input-framing folder needs folders");
    }
    if args.files.is_empty() {
        if std::io::stdin().is_terminal() {
            bail!("no input: name a file, or pipe one in (turnwise --help)");
        }
        return Ok(vec![stdin()]);
    }
    let excluded = globs(&args.exclude)?;
    let mut found = Vec::new();
    for path in &args.files {
        if path.as_os_str() == "-" {
            found.push(stdin());
        } else if let Some(history) = history(path, args)? {
            found.push(history);
        } else if path.is_dir() {
            walk(path, &excluded, &mut found)?;
        } else {
            let relative = path.file_name().map(PathBuf::from).unwrap_or_default();
            found.push(InputFile { path: Some(path.clone()), relative, history: None });
        }
    }
    if found.is_empty() {
        bail!("no *.json, *.jsonl or *.ndjson files in {}", list(&args.files));
    }
    Ok(found)
}

/// The folder as one of sessions, if it is one and may be read as such.
pub(crate) fn history(path: &Path, args: &InputArgs) -> anyhow::Result<Option<InputFile>> {
    let is_wanted = args.input_framing == Some(FramingArg::Folder);
    let is_other =
        |folder: &Folder| matches!(args.from, Some(FromFormat::Named(from)) if from.name != folder.format.name);
    if !path.is_dir() || args.input_framing.is_some_and(|framing| framing != FramingArg::Folder) {
        return Ok(None);
    }
    match History::find(path, is_wanted).filter(|(_, folder)| !is_other(folder)) {
        Some((root, folder)) => {
            let name = path.file_name().unwrap_or(folder.sessions.as_ref()).to_string_lossy().into_owned();
            Ok(Some(InputFile { path: Some(root), relative: format!("{name}.jsonl").into(), history: Some(folder) }))
        }
        None if is_wanted => bail!("{}: no folder of sessions is here", path.display()),
        None => Ok(None),
    }
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn globs(patterns: &[String]) -> anyhow::Result<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(Glob::new(pattern).with_context(|| format!("--exclude {pattern}"))?);
    }
    Ok(set.build()?)
}

fn walk(folder: &Path, excluded: &GlobSet, found: &mut Vec<InputFile>) -> anyhow::Result<()> {
    each_entry(folder, excluded, &mut |path, relative, kind| {
        if kind.is_file() {
            let (path, relative) = (Some(path.to_owned()), relative.to_owned());
            found.push(InputFile { path, relative, history: None });
        }
    })
}

/// The conversations below a folder, links to some included, as paths in it.
pub(crate) fn conversations(folder: &Path, exclude: &[String]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    each_entry(folder, &globs(exclude)?, &mut |_, relative, kind| {
        if kind.is_file() || kind.is_symlink() {
            found.push(relative.to_owned());
        }
    })?;
    Ok(found)
}

/// Everything below a folder that has the name of a conversation.
fn each_entry(
    folder: &Path,
    excluded: &GlobSet,
    visit: &mut dyn FnMut(&Path, &Path, std::fs::FileType),
) -> anyhow::Result<()> {
    let walk = ignore::WalkBuilder::new(folder).sort_by_file_name(Ord::cmp).require_git(false).build();
    for entry in walk {
        let entry = entry.with_context(|| format!("cannot walk {}", folder.display()))?;
        let path = entry.path();
        let relative = path.strip_prefix(folder).unwrap_or(path);
        let name = entry.file_name();
        let is_out = excluded.is_match(relative) || excluded.is_match(Path::new(name));
        if let Some(kind) = entry.file_type().filter(|_| is_conversation(&name.to_string_lossy()) && !is_out) {
            visit(path, relative, kind);
        }
    }
    Ok(())
}

/// True for the names of files that are taken from folders.
pub(crate) fn is_conversation(name: &str) -> bool {
    let plain = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(name);
    [".json", ".jsonl", ".ndjson"].iter().any(|end| plain.ends_with(end))
}
