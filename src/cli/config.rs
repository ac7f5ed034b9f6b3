//! `turnwise.toml`: settings beside the data.
//!
//! It is searched for in the folder of each file and in the folders above. Options on the command line override it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use turnwise::format::rows::Columns;
use turnwise::format::{Format, by_name, read_by_name};

use super::args::{Global, OnErrorArg};
use super::command::{SettingsArg, check_codes};
use super::patterns::Patterns;
use super::print::findings::OutputFormat;

/// The setting that names what to check for.
const TARGET: &str = "[validate] for";

/// The file. Every key is optional, unknown keys are errors.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Config {
    /// Format of the input.
    pub(crate) from: Option<String>,
    pub(crate) on_error: Option<OnErrorArg>,
    /// A number, or a percentage in quotes.
    pub(crate) max_errors: Option<toml::Value>,
    pub(crate) max_depth: Option<u32>,
    pub(crate) max_record_bytes: Option<usize>,
    pub(crate) max_expansion: Option<u64>,
    pub(crate) jobs: Option<u16>,
    /// Files of folders that are taken, and left out.
    pub(crate) include: Vec<String>,
    pub(crate) exclude: Vec<String>,
    pub(crate) force_exclude: bool,
    /// Formats of files by their paths.
    pub(crate) formats: BTreeMap<String, String>,
    /// Columns of rows, by the paths of their files.
    pub(crate) columns: BTreeMap<String, String>,
    pub(crate) convert: ConvertConfig,
    pub(crate) validate: ValidateConfig,
    /// The folder of the file.
    #[serde(skip)]
    pub(crate) folder: PathBuf,
    /// The file; `None`: all settings are defaults.
    #[serde(skip)]
    pub(crate) path: Option<PathBuf>,
}

/// `[convert]`
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct ConvertConfig {
    pub(crate) strict: bool,
    pub(crate) allow: Vec<String>,
    pub(crate) lossy: bool,
    pub(crate) reasoning_as_text: bool,
    pub(crate) redact: bool,
    pub(crate) settings: Option<SettingsArg>,
}

/// `[validate]`
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct ValidateConfig {
    /// As `--for`.
    #[serde(rename = "for")]
    pub(crate) target: Option<String>,
    pub(crate) output_format: Option<OutputFormat>,
    pub(crate) select: Vec<String>,
    pub(crate) ignore: Vec<String>,
    pub(crate) extend_select: Vec<String>,
    pub(crate) warn_as_error: bool,
    pub(crate) lenient: bool,
    pub(crate) statistics: bool,
    pub(crate) max_findings: Option<u64>,
    pub(crate) skip_unknown: bool,
    pub(crate) exit_zero: bool,
    pub(crate) fix: bool,
    pub(crate) unsafe_fixes: bool,
    /// Codes that are not checked in files, by their paths.
    pub(crate) per_file_ignores: BTreeMap<String, Vec<String>>,
    /// Severities of codes.
    pub(crate) severity: BTreeMap<String, Level>,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Level {
    Error,
    Warning,
    Note,
    Off,
}

const NAME: &str = "turnwise.toml";

impl Config {
    /// The settings for a file; `None` is standard input, which has no place to look from.
    pub(crate) fn find(file: Option<&Path>, global: &Global) -> anyhow::Result<Self> {
        if global.isolated {
            return Ok(Self::default());
        }
        if let Some(path) = &global.config {
            return Self::read(path);
        }
        let Some(path) = file.and_then(Path::parent).and_then(nearest) else { return Ok(Self::default()) };
        Self::read(&path)
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let line_at = |offset: usize| text.get(..offset).unwrap_or_default().matches('\n').count() + 1;
        let mut config: Self = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_at(span.start));
            let what = error.message().replace('\n', " ");
            anyhow::anyhow!("{}:{line}: {what}", path.display())
        })?;
        let at_word = |word: &str| format!("{}:{}", path.display(), line_at(text.find(word).unwrap_or(0)));
        for (key, codes) in config.codes() {
            for code in &codes {
                check_codes(key, std::slice::from_ref(code)).with_context(|| at_word(code))?;
            }
        }
        for (key, name) in config.format_names() {
            let is_trainer = key == TARGET && turnwise::format::trainer(name).is_some();
            if by_name(name).is_none() && !is_trainer {
                let known = "turnwise formats lists them";
                return Err(anyhow::anyhow!("{}: {key}: no format is called `{name}` ({known})", at_word(name)));
            }
        }
        for columns in config.columns.values() {
            let parsed: Result<Columns, _> = columns.parse();
            parsed.map_err(|error| anyhow::anyhow!("{}: [columns]: {error}", at_word(columns)))?;
        }
        path.parent().unwrap_or(path).clone_into(&mut config.folder);
        config.path = Some(path.to_owned());
        Ok(config)
    }

    /// All codes, and the settings that name them.
    fn codes(&self) -> Vec<(&'static str, Vec<String>)> {
        let ValidateConfig { select, ignore, extend_select, per_file_ignores, severity, .. } = &self.validate;
        vec![
            ("[convert] allow", self.convert.allow.clone()),
            ("[validate] select", select.clone()),
            ("[validate] ignore", ignore.clone()),
            ("[validate] extend-select", extend_select.clone()),
            ("[validate.per-file-ignores]", per_file_ignores.values().flatten().cloned().collect()),
            ("[validate.severity]", severity.keys().cloned().collect()),
        ]
    }

    /// All formats, and the settings that name them.
    fn format_names(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let from = self.from.as_deref().filter(|from| *from != "auto").map(|from| ("from", from));
        let target = self.validate.target.as_deref().map(|target| (TARGET, target));
        from.into_iter().chain(target).chain(self.formats.values().map(|name| ("[formats]", name.as_str())))
    }

    /// The format that the settings name for a file: that of the longest pattern which matches, or `from`.
    pub(crate) fn format_of(&self, file: Option<&Path>) -> anyhow::Result<Option<&'static Format>> {
        let mut name = self.from.as_deref();
        let mut longest = 0;
        for (pattern, format) in &self.formats {
            if pattern.len() >= longest && self.matches(pattern, file, "[formats]")? {
                (longest, name) = (pattern.len(), Some(format.as_str()));
            }
        }
        Ok(name.and_then(read_by_name))
    }

    /// The columns that the settings name for a file: those of the longest pattern which matches.
    pub(crate) fn columns_of(&self, file: Option<&Path>) -> anyhow::Result<Option<Columns>> {
        let mut found: Option<(&str, &str)> = None;
        for (pattern, columns) in &self.columns {
            let is_longer = found.is_none_or(|(longest, _)| pattern.len() >= longest.len());
            if is_longer && self.matches(pattern, file, "[columns]")? {
                found = Some((pattern, columns));
            }
        }
        found
            .map(|(_, columns)| columns.parse())
            .transpose()
            .map_err(|error: String| anyhow::anyhow!("[columns]: {error}"))
    }

    /// The codes that are not checked in a file.
    pub(crate) fn ignored_in(&self, file: Option<&Path>) -> anyhow::Result<Vec<String>> {
        let mut ignored = self.validate.ignore.clone();
        for (pattern, codes) in &self.validate.per_file_ignores {
            if self.matches(pattern, file, "[validate.per-file-ignores]")? {
                ignored.extend(codes.iter().cloned());
            }
        }
        Ok(ignored)
    }

    fn matches(&self, pattern: &String, file: Option<&Path>, what: &str) -> anyhow::Result<bool> {
        let Some(file) = file else { return Ok(false) };
        Ok(Patterns::new(&self.folder, [pattern], what)?.matches(file, false))
    }
}

thread_local! {
    /// The last folder of a query, and its result: most files of a run are in one folder.
    static NEAREST: RefCell<(PathBuf, Option<PathBuf>)> = const { RefCell::new((PathBuf::new(), None)) };
}

/// The settings file of a folder: in it, or in the nearest folder above.
fn nearest(folder: &Path) -> Option<PathBuf> {
    let full = std::path::absolute(folder.join(NAME)).ok()?;
    NEAREST.with_borrow_mut(|(last, found)| {
        if *last != full {
            let mut folders = full.ancestors().skip(1);
            *found = folders.find_map(|folder| Some(folder.join(NAME)).filter(|path| path.is_file()));
            *last = full;
        }
        found.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_and_unknown_ones_refused() {
        let config: Config = toml::from_str("on-error = 'skip'\n[validate]\nignore = ['TW2']\n").unwrap();
        assert_eq!((config.on_error, config.validate.ignore), (Some(OnErrorArg::Skip), vec!["TW2".to_owned()]));
        let error = toml::from_str::<Config>("on-eror = 'skip'").unwrap_err();
        assert!(error.message().contains("on-error"), "the message names the right key: {error}");
    }
}
