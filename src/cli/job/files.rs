//! Finds the inputs of the arguments: files, folders, standard input.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use turnwise::json::short_lists;

use anyhow::{Context as _, bail};
use turnwise::format::Folder;
use turnwise::stream::{
    History, MAX_EXPANSION, Source, SourceError, SourceOptions, ZipListing, ZipMember, begins_as_zip, enlarge_pipe,
    is_zip, zip_members,
};

use super::event_folders::{EventFiles, join_events};
use super::grouped_rows::{GroupKeys, grouped};
use crate::cli::args::{BlankArg, FramingArg, FromFormat, InputArgs};
use crate::cli::config_search::config_for;
use crate::cli::patterns::Patterns;
use crate::cli::terminal::Terminal;

/// One input of a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputFile {
    /// `None` is standard input.
    pub(crate) path: Option<PathBuf>,
    /// The path below the named folder, for outputs with the same name.
    pub(crate) relative: PathBuf,
    /// The file is a folder of sessions of this kind.
    pub(crate) history: Option<&'static Folder>,
    /// The file is an archive, and this file in it is the input.
    pub(crate) member: Option<ZipMember>,
    /// The path is that of a folder, and these files in it are the input.
    pub(crate) events: Option<EventFiles>,
    /// The name of standard input.
    pub(crate) stdin_name: Option<PathBuf>,
    /// The maximum decompression ratio in the settings.
    pub(crate) max_expansion: Option<u64>,
    /// Its rows are messages, which become conversations: the values of the column with the id of the conversation.
    pub(crate) groups: Option<GroupKeys>,
    /// A copy of an input that can be read only once, for commands that read it twice.
    pub(crate) copy: Option<PathBuf>,
}

impl InputFile {
    /// For messages.
    pub(crate) fn name(&self) -> String {
        let Some(path) = self.place() else { return "stdin".to_owned() };
        self.member.as_ref().map_or_else(|| path.display().to_string(), |it| path.join(&it.path).display().to_string())
    }

    /// The path for the search of settings.
    pub(crate) fn place(&self) -> Option<&Path> {
        self.path.as_deref().or(self.stdin_name.as_deref())
    }

    /// The file, if the input is the whole file: it can be replaced.
    pub(crate) fn whole_file(&self) -> Option<&Path> {
        self.path.as_deref().filter(|_| self.history.is_none() && !self.is_no_file())
    }

    /// True for a part of a file and for several files: they cannot be replaced.
    pub(crate) fn is_no_file(&self) -> bool {
        self.member.is_some() || self.events.is_some() || self.groups.is_some()
    }

    /// True if it can be read again: it is not a pipe or standard input.
    pub(crate) fn is_regular(&self) -> bool {
        let is_file = |path: &Path| path.metadata().map_or(true, |metadata| metadata.is_file() || metadata.is_dir());
        self.path.as_deref().is_some_and(is_file)
    }

    /// A file as it was named or found.
    pub(crate) fn plain(path: PathBuf, relative: PathBuf) -> Self {
        Self { path: Some(path), relative, ..Self::default() }
    }

    /// The function that opens it.
    pub(crate) fn source_options(&self, args: &InputArgs) -> SourceOptions {
        SourceOptions {
            max_expansion: args.limits.max_expansion.or(self.max_expansion).unwrap_or(MAX_EXPANSION),
            is_lines: args.lines,
            has_blank_records: args.blank == Some(BlankArg::Emit),
            ..SourceOptions::default()
        }
    }

    /// Opens it.
    pub(crate) fn open(&self, args: &InputArgs) -> Result<Source, SourceError> {
        let source = self.open_plain(args)?;
        match &self.groups {
            Some(keys) => grouped(source, &self.name(), args, keys),
            None => Ok(source),
        }
    }

    fn open_plain(&self, args: &InputArgs) -> Result<Source, SourceError> {
        let options = self.source_options(args);
        if let Some(copy) = &self.copy {
            let file = std::fs::File::open(copy).map_err(SourceError::Open)?;
            return Source::from_reader_with(file, &self.name(), options);
        }
        if let Some(events) = &self.events {
            return Source::open_list(&self.name(), events.paths.clone(), &events.text(), options);
        }
        match (&self.path, self.history, &self.member) {
            (Some(path), Some(folder), _) => Source::open_history(path, folder),
            (Some(path), None, Some(member)) => Source::open_zip_member(path, member, options),
            (Some(path), None, None) => Source::open_with(path, options),
            (None, ..) => {
                enlarge_pipe(&std::io::stdin());
                Source::from_reader_with(std::io::stdin(), &self.name(), options)
            }
        }
    }
}

/// The inputs of the arguments, in order; folders are walked.
pub(crate) fn inputs(args: &InputArgs, terminal: &Terminal) -> anyhow::Result<Vec<InputFile>> {
    let has_folder = args.files.iter().any(|path| path.is_dir());
    terminal.no_effect("exclude", !has_folder && !args.patterns.force_exclude, "where no input is a folder");
    terminal.no_effect("include", !has_folder, "where no input is a folder");
    let has_stdin = args.files.is_empty() || args.files.iter().any(|path| path.as_os_str() == "-");
    terminal.no_effect("stdin_filename", !has_stdin, "where standard input is not read");
    let relative = args.stdin_filename.as_ref().and_then(|path| path.file_name()).unwrap_or("stdin.jsonl".as_ref());
    let stdin = || InputFile {
        relative: PathBuf::from(relative),
        stdin_name: args.stdin_filename.clone(),
        ..InputFile::default()
    };
    let is_folder = args.input_framing == Some(FramingArg::Folder);
    if args.lines && args.input_framing.is_some_and(|framing| framing != FramingArg::Lines) {
        bail!("--lines reads JSON Lines; omit --input-framing, or name the two framings instead of --lines");
    }
    if args.at.len() > 1 && args.at.iter().any(|at| at.pattern().is_none()) {
        bail!("--at auto finds the one place; it cannot be combined with other places");
    }
    if is_folder && (args.files.is_empty() || args.files.iter().any(|path| !path.is_dir())) {
        bail!("--input-framing folder needs folders");
    }
    let mut found = Vec::new();
    if args.files.is_empty() {
        if std::io::stdin().is_terminal() {
            bail!("no input: name a file, or pipe one in (turnwise --help)");
        }
        found.push(stdin());
    }
    let mut is_excluded = false;
    for path in &args.files {
        if path.as_os_str() == "-" {
            found.push(stdin());
        } else if let Some(history) = history(path, args)? {
            found.push(history);
        } else if path.is_dir() {
            walk(path, &Filter::new(path, args, terminal)?, &mut found, terminal)?;
        } else if is_forced_out(path, args, terminal)? {
            is_excluded = true;
        } else {
            let relative = path.file_name().map(PathBuf::from).unwrap_or_default();
            add(InputFile::plain(path.clone(), relative), is_zip, &mut found)?;
        }
    }
    if found.is_empty() && !is_excluded {
        bail!("no {} files in {}", wanted_names(), list(&args.files));
    }
    for file in &mut found {
        file.max_expansion = config_for(file.place(), terminal)?.max_expansion;
        file.groups = args.rows.group_by.is_some().then(GroupKeys::default);
    }
    Ok(found)
}

/// The files of a folder that are included.
pub(crate) struct Filter {
    exclude: Vec<Patterns>,
    include: Vec<Patterns>,
}

impl Filter {
    /// The patterns of the options and of the settings of `folder`. Patterns of options are relative to the current
    /// folder or to `folder`, those of settings to the folder of their file.
    pub(crate) fn new(folder: &Path, args: &InputArgs, terminal: &Terminal) -> anyhow::Result<Self> {
        let config = config_for(Some(&folder.join("x")), terminal)?;
        let mut filter = Self { exclude: Vec::new(), include: Vec::new() };
        for root in [folder, Path::new("")] {
            filter.exclude.push(Patterns::new(root, &args.patterns.exclude, "--exclude")?);
            filter.include.push(Patterns::new(root, &args.patterns.include, "--include")?);
        }
        filter.exclude.push(Patterns::new(&config.source.folder, &config.exclude, "exclude")?);
        filter.include.push(Patterns::new(&config.source.folder, &config.include, "include")?);
        filter.exclude.retain(|patterns| !patterns.is_empty());
        filter.include.retain(|patterns| !patterns.is_empty());
        Ok(filter)
    }

    #[cfg(test)]
    pub(crate) fn excluding(folder: &Path, exclude: &[String]) -> Self {
        Self { exclude: vec![Patterns::new(folder, exclude, "--exclude").unwrap()], include: Vec::new() }
    }

    fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        self.exclude.iter().any(|patterns| patterns.matches(path, is_folder))
    }

    fn takes(&self, path: &Path, name: &str) -> bool {
        let is_included = || self.include.iter().any(|patterns| patterns.matches(path, false));
        if self.include.is_empty() { is_conversation(name) } else { is_included() }
    }
}

/// A named file that is excluded, with `--force-exclude`.
fn is_forced_out(path: &Path, args: &InputArgs, terminal: &Terminal) -> anyhow::Result<bool> {
    let folder = path.parent().unwrap_or(path);
    let is_forced = args.patterns.force_exclude || config_for(Some(path), terminal)?.force_exclude;
    Ok(is_forced && Filter::new(folder, args, terminal)?.excludes(path, false))
}

/// The folder as a folder of sessions, if it is one and may be read as such.
pub(crate) fn history(path: &Path, args: &InputArgs) -> anyhow::Result<Option<InputFile>> {
    let is_wanted = args.input_framing == Some(FramingArg::Folder);
    let is_other =
        |folder: &Folder| matches!(args.from, Some(FromFormat::Named(from)) if from.name != folder.format.name);
    if !path.is_dir() || args.framing().is_some_and(|framing| framing != FramingArg::Folder) {
        return Ok(None);
    }
    match History::find(path, is_wanted).filter(|(_, folder)| !is_other(folder)) {
        Some((root, folder)) => {
            let name = path.file_name().unwrap_or(folder.sessions.as_ref()).to_string_lossy().into_owned();
            Ok(Some(InputFile { history: Some(folder), ..InputFile::plain(root, format!("{name}.jsonl").into()) }))
        }
        None if is_wanted => bail!("{}: no folder of sessions is here", path.display()),
        None => Ok(None),
    }
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn walk(folder: &Path, filter: &Filter, found: &mut Vec<InputFile>, terminal: &Terminal) -> anyhow::Result<()> {
    let mut files = Vec::new();
    each_entry(folder, filter, &mut |path, relative, kind| {
        if kind.is_file() {
            files.push(InputFile::plain(path.to_owned(), relative.to_owned()));
        } else if !kind.is_symlink() {
            terminal.note(&format!("{} is skipped: it is not a regular file", path.display()));
        }
    })?;
    join_events(folder, files, terminal).into_iter().try_for_each(|file| add(file, begins_as_zip, found))
}

/// Adds a file, or the conversations in it if it is a ZIP archive.
fn add(file: InputFile, is_zip: fn(&Path) -> bool, found: &mut Vec<InputFile>) -> anyhow::Result<()> {
    let Some(path) = file.whole_file().filter(|path| is_zip(path)) else {
        found.push(file);
        return Ok(());
    };
    let ZipListing { members: all, mut left_out } = zip_members(path).with_context(|| path.display().to_string())?;
    let is_chosen = |is: fn(&str) -> bool| {
        move |member: &&ZipMember| {
            let name = member.path.file_name().unwrap_or_default().to_string_lossy();
            is(&name) && !name.starts_with("._")
        }
    };
    // An export also contains other JSON: the user, ratings, shared files.
    let mut chosen: Vec<_> = all.iter().filter(is_chosen(is_export)).collect();
    if chosen.is_empty() {
        chosen = all.iter().filter(is_chosen(is_conversation)).collect();
    }
    // These names do not show the end of a path.
    left_out.retain(|member| is_conversation(&member.name));
    if chosen.is_empty() {
        let names: Vec<_> = left_out.iter().map(|it| format!("`{}`: {}", it.name, it.why)).collect();
        let but = if names.is_empty() { String::new() } else { format!(" that can be read ({})", names.join("; ")) };
        bail!("{}: no {} files in this archive{but}", path.display(), wanted_names());
    }
    // `conversations-2.json` comes before `conversations-10.json`.
    short_lists::sort_by_key(&mut chosen, |member| (member.path.as_os_str().len(), &member.path));
    let mut chosen: Vec<ZipMember> = chosen.into_iter().cloned().collect();
    ZipMember::share(&mut chosen, left_out);
    let folder = file.relative.with_extension("");
    found.extend(chosen.into_iter().map(|member| InputFile {
        relative: folder.join(&member.path),
        member: Some(member),
        ..file.clone()
    }));
    Ok(())
}

/// `conversations.json` of an export, or `conversations-003.json` of one in several files.
fn is_export(name: &str) -> bool {
    let number = name.strip_prefix("conversations").and_then(|rest| rest.strip_suffix(".json"));
    number.is_some_and(|number| number.chars().all(|it| it.is_ascii_digit() || it == '-'))
}

/// The conversations below a folder, including some links, as paths in it.
pub(crate) fn conversations(folder: &Path, filter: &Filter) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    each_entry(folder, filter, &mut |_, relative, kind| {
        if kind.is_file() || kind.is_symlink() {
            found.push(relative.to_owned());
        }
    })?;
    Ok(found)
}

/// Everything below a folder that has the name of a conversation.
fn each_entry(
    folder: &Path,
    filter: &Filter,
    visit: &mut dyn FnMut(&Path, &Path, std::fs::FileType),
) -> anyhow::Result<()> {
    let walk = ignore::WalkBuilder::new(folder).sort_by_file_name(Ord::cmp).require_git(false).build();
    for entry in walk {
        let entry = entry.with_context(|| format!("cannot walk {}", folder.display()))?;
        let path = entry.path();
        let relative = path.strip_prefix(folder).unwrap_or(path);
        let name = entry.file_name().to_string_lossy();
        if let Some(kind) = entry
            .file_type()
            .filter(|kind| !kind.is_dir() && filter.takes(path, &name) && !filter.excludes(path, false))
        {
            visit(path, relative, kind);
        }
    }
    Ok(())
}

/// The names of files in folders that are included, also compressed.
pub(crate) const PATTERNS: [&str; 8] =
    ["*.json", "*.jsonl", "*.ndjson", "*.sse", "*.traj", "*.eval", "*.har", "*.prompt"];

/// These patterns as a phrase: `*.json, *.jsonl or *.prompt`.
pub(crate) fn wanted_names() -> String {
    let [first @ .., last] = PATTERNS;
    format!("{} or {last}", first.join(", "))
}

/// True for the names of files in folders that are included.
pub(crate) fn is_conversation(name: &str) -> bool {
    let plain = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(name);
    PATTERNS.iter().any(|pattern| plain.ends_with(pattern.trim_start_matches('*')))
}
