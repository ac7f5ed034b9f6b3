//! `turnwise.toml`: settings next to the data. Options on the command line override them.
//!
//! The author of the data may also be the author of this file. It cannot write files, hide errors or raise limits.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use clap::ValueEnum;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use turnwise::format::rows::Columns;
use turnwise::format::{Format, by_name, read_by_name};
use turnwise::stream::{Limits, MAX_EXPANSION};

use super::args::{OnErrorArg, check_codes};
use super::config_media::MediaConfig;
use super::patterns::Patterns;
use super::print::findings::OutputFormat;

/// The setting with the target of a check.
const TARGET: &str = "[validate] for";

/// A compiled pattern needs 6 KB: 300,000 patterns would need 1.8 GB.
const MAX_PATTERNS: usize = 1000;

/// In bytes.
const MAX_SIZE: u64 = 256 * 1024;

/// The file. Every key is optional, unknown keys are errors.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
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
    /// Files of folders that are taken, and omitted.
    pub(crate) include: Vec<String>,
    pub(crate) exclude: Vec<String>,
    pub(crate) force_exclude: bool,
    /// Formats of files by their paths.
    pub(crate) formats: BTreeMap<String, String>,
    /// Columns of rows, by the paths of their files.
    pub(crate) columns: BTreeMap<String, String>,
    pub(crate) convert: ConvertConfig,
    pub(crate) validate: ValidateConfig,
    pub(crate) media: MediaConfig,
    #[serde(skip)]
    pub(crate) source: ConfigSource,
}

/// The file that settings come from.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConfigSource {
    /// The folder of the file.
    pub(crate) folder: PathBuf,
    /// The file; `None`: all settings are defaults.
    pub(crate) path: Option<PathBuf>,
    /// The line of each key.
    pub(crate) lines: BTreeMap<String, usize>,
    patterns: ConfigPatterns,
}

/// The patterns of the tables whose keys are patterns, in order.
#[derive(Clone, Debug, Default)]
struct ConfigPatterns {
    formats: Arc<[Patterns]>,
    columns: Arc<[Patterns]>,
    ignores: Arc<[Patterns]>,
}

/// A key that is for the command line only. Any value is read, and ignored.
type CommandLineOnly = Option<IgnoredAny>;

/// `[convert]`
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct ConvertConfig {
    pub(crate) strict: bool,
    pub(crate) allow: Vec<String>,
    #[serde(skip_serializing)]
    lossy: CommandLineOnly,
    pub(crate) reasoning_as_text: bool,
    pub(crate) redact: bool,
    pub(crate) report_secrets: bool,
    pub(crate) settings: Option<SettingsArg>,
}

/// What happens to settings of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SettingsArg {
    /// Those that mean the same in both formats are carried over
    Keep,
    /// All are dropped and reported
    Drop,
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
    #[serde(skip_serializing)]
    exit_zero: CommandLineOnly,
    #[serde(skip_serializing)]
    fix: CommandLineOnly,
    #[serde(skip_serializing)]
    unsafe_fixes: CommandLineOnly,
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

impl Config {
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = text_of(path)?;
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
        path.parent().unwrap_or(path).clone_into(&mut config.source.folder);
        config.source.path = Some(path.to_owned());
        config.source.lines = lines_of_keys(&text);
        config.compile().with_context(|| path.display().to_string())?;
        Ok(config)
    }

    /// Compiles the patterns once: they are matched with each file.
    fn compile(&mut self) -> anyhow::Result<()> {
        let ignores = &self.validate.per_file_ignores;
        let count = self.include.len() + self.exclude.len() + self.formats.len() + self.columns.len() + ignores.len();
        if count > MAX_PATTERNS {
            anyhow::bail!("it has {count} patterns of paths, and {MAX_PATTERNS} are the limit");
        }
        let one = |pattern, what: &str| Patterns::new(&self.source.folder, [pattern], what);
        let patterns = ConfigPatterns {
            formats: self.formats.keys().map(|it| one(it, "[formats]")).collect::<anyhow::Result<_>>()?,
            columns: self.columns.keys().map(|it| one(it, "[columns]")).collect::<anyhow::Result<_>>()?,
            ignores: ignores.keys().map(|it| one(it, "[validate.per-file-ignores]")).collect::<anyhow::Result<_>>()?,
        };
        self.source.patterns = patterns;
        Ok(())
    }

    /// Resets what is for the command line only, and names it.
    pub(super) fn restrict(&mut self) -> Vec<String> {
        let limits = Limits::default();
        let found = [
            ("convert.lossy", "turnwise convert --lossy", self.convert.lossy.take().is_some()),
            ("validate.exit-zero", "turnwise validate --exit-zero", self.validate.exit_zero.take().is_some()),
            ("validate.fix", "turnwise validate --fix", self.validate.fix.take().is_some()),
            ("validate.unsafe-fixes", "turnwise validate --unsafe-fixes", self.validate.unsafe_fixes.take().is_some()),
            ("max-depth", "--max-depth raises the limit", lower(&mut self.max_depth, limits.depth)),
            (
                "max-record-bytes",
                "--max-record-bytes raises the limit",
                lower(&mut self.max_record_bytes, limits.record),
            ),
            ("max-expansion", "--max-expansion raises the limit", lower(&mut self.max_expansion, MAX_EXPANSION)),
        ];
        let name = self.source.path.as_deref().unwrap_or(&self.source.folder).display();
        let line = |key| self.source.lines.get(key).map_or(String::new(), |line| format!(":{line}"));
        let is_set = found.into_iter().chain(self.media.restrict()).filter(|(.., is_set)| *is_set);
        is_set
            .map(|(key, option, _)| {
                format!("{name}{}: {key} is ignored; only the command line can set it: {option}", line(key))
            })
            .collect()
    }

    /// All codes, with their settings.
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

    /// All formats, with their settings.
    fn format_names(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let from = self.from.as_deref().filter(|from| *from != "auto").map(|from| ("from", from));
        let target = self.validate.target.as_deref().map(|target| (TARGET, target));
        from.into_iter().chain(target).chain(self.formats.values().map(|name| ("[formats]", name.as_str())))
    }

    /// The format of a file in the settings: that of the longest matching pattern, or `from`.
    pub(crate) fn format_of(&self, file: Option<&Path>) -> Option<&'static Format> {
        let mut name = self.from.as_deref();
        let mut longest = 0;
        for ((pattern, format), compiled) in self.formats.iter().zip(&*self.source.patterns.formats) {
            if pattern.len() >= longest && is_match(compiled, file) {
                (longest, name) = (pattern.len(), Some(format.as_str()));
            }
        }
        name.and_then(read_by_name)
    }

    /// The columns of a file in the settings: those of the longest matching pattern.
    pub(crate) fn columns_of(&self, file: Option<&Path>) -> anyhow::Result<Option<Columns>> {
        let mut found: Option<(&str, &str)> = None;
        for ((pattern, columns), compiled) in self.columns.iter().zip(&*self.source.patterns.columns) {
            let is_longer = found.is_none_or(|(longest, _)| pattern.len() >= longest.len());
            if is_longer && is_match(compiled, file) {
                found = Some((pattern, columns));
            }
        }
        found
            .map(|(_, columns)| columns.parse())
            .transpose()
            .map_err(|error: String| anyhow::anyhow!("[columns]: {error}"))
    }

    /// The codes that are not checked in a file.
    pub(crate) fn ignored_in(&self, file: Option<&Path>) -> Vec<String> {
        let per_file = self.validate.per_file_ignores.values().zip(&*self.source.patterns.ignores);
        let matching = per_file.filter(|(_, compiled)| is_match(compiled, file)).flat_map(|(codes, _)| codes);
        self.validate.ignore.iter().chain(matching).cloned().collect()
    }
}

fn is_match(patterns: &Patterns, file: Option<&Path>) -> bool {
    file.is_some_and(|file| patterns.matches(file, false))
}

/// Removes a limit that is above the default.
pub(super) fn lower<T: Copy + TryInto<u64>>(limit: &mut Option<T>, usual: impl TryInto<u64>) -> bool {
    let usual = usual.try_into().unwrap_or(u64::MAX);
    limit.take_if(|limit| (*limit).try_into().unwrap_or(u64::MAX) > usual).is_some()
}

fn text_of(path: &Path) -> anyhow::Result<String> {
    let cannot = || format!("cannot read {}", path.display());
    let file = std::fs::File::open(path).with_context(cannot)?;
    let mut text = String::new();
    let size = file.take(MAX_SIZE + 1).read_to_string(&mut text).with_context(cannot)?;
    if u64::try_from(size)? > MAX_SIZE {
        anyhow::bail!("{}: the file is larger than {} KiB, the limit of settings", path.display(), MAX_SIZE / 1024);
    }
    Ok(text)
}

/// The line number of each key of a settings file.
fn lines_of_keys(text: &str) -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    let mut section = String::new();
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            name.trim().clone_into(&mut section);
            lines.entry(section.clone()).or_insert(number);
        } else if let Some((key, _)) = line.split_once('=').filter(|_| !line.starts_with(['#', '"', '\''])) {
            let key = if section.is_empty() { key.trim().to_owned() } else { format!("{section}.{}", key.trim()) };
            lines.entry(key).or_insert(number);
        }
    }
    lines
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
