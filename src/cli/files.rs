//! From arguments to inputs: files, folders, standard input.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use globset::{Glob, GlobSet, GlobSetBuilder};
use turnwise::stream::{MAX_EXPANSION, Source, SourceError};

use super::args::InputArgs;

/// One input of a command.
#[derive(Clone, Debug)]
pub(crate) struct InputFile {
    /// `None` is standard input.
    pub(crate) path: Option<PathBuf>,
    /// The path below the folder that was named, for outputs of the same name.
    pub(crate) relative: PathBuf,
}

impl InputFile {
    /// For messages.
    pub(crate) fn name(&self) -> String {
        self.path.as_ref().map_or_else(|| "stdin".to_owned(), |path| path.display().to_string())
    }

    /// Opens it.
    pub(crate) fn open(&self, args: &InputArgs) -> Result<Source, SourceError> {
        let most = args.max_expansion.unwrap_or(MAX_EXPANSION);
        match &self.path {
            Some(path) => Source::open_expanding(path, most),
            None => Source::from_reader_expanding(std::io::stdin(), "stdin", most),
        }
    }
}

/// The inputs that the arguments name, in order; folders are walked.
pub(crate) fn inputs(args: &InputArgs) -> anyhow::Result<Vec<InputFile>> {
    let stdin = || InputFile { path: None, relative: PathBuf::from("stdin.jsonl") };
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
        } else if path.is_dir() {
            walk(path, &excluded, &mut found)?;
        } else {
            let relative = path.file_name().map(PathBuf::from).unwrap_or_default();
            found.push(InputFile { path: Some(path.clone()), relative });
        }
    }
    if found.is_empty() {
        bail!("no *.json, *.jsonl or *.ndjson files in {}", list(&args.files));
    }
    Ok(found)
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
    let walk = ignore::WalkBuilder::new(folder).sort_by_file_name(Ord::cmp).require_git(false).build();
    for entry in walk {
        let entry = entry.with_context(|| format!("cannot walk {}", folder.display()))?;
        let path = entry.path();
        let relative = path.strip_prefix(folder).unwrap_or(path);
        let name = entry.file_name();
        let is_out = excluded.is_match(relative) || excluded.is_match(Path::new(name));
        if entry.file_type().is_some_and(|kind| kind.is_file()) && is_conversation(&name.to_string_lossy()) && !is_out {
            found.push(InputFile { path: Some(path.to_owned()), relative: relative.to_owned() });
        }
    }
    Ok(())
}

fn is_conversation(name: &str) -> bool {
    let plain = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(name);
    [".json", ".jsonl", ".ndjson"].iter().any(|end| plain.ends_with(end))
}
