//! `turnwise.toml`: settings beside the data.
//!
//! It is looked for upward from each file. Options on the command line win over it.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Deserialize;

use super::args::{Global, OnErrorArg};
use super::command::{SettingsArg, check_codes};

/// The file. Every key is optional, unknown keys are errors.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Config {
    /// Format of the input.
    pub(crate) from: Option<String>,
    pub(crate) on_error: Option<OnErrorArg>,
    /// A number, or a percentage in quotes.
    pub(crate) max_errors: Option<toml::Value>,
    pub(crate) max_depth: Option<u32>,
    pub(crate) max_record_bytes: Option<usize>,
    pub(crate) jobs: Option<u16>,
    pub(crate) convert: Convert,
    pub(crate) validate: Validate,
}

/// `[convert]`
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Convert {
    pub(crate) strict: bool,
    pub(crate) allow: Vec<String>,
    pub(crate) lossy: bool,
    pub(crate) reasoning_as_text: bool,
    pub(crate) settings: Option<SettingsArg>,
}

/// `[validate]`
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Validate {
    pub(crate) select: Vec<String>,
    pub(crate) ignore: Vec<String>,
    pub(crate) extend_select: Vec<String>,
    pub(crate) warn_as_error: bool,
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
        let config: Self = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_at(span.start));
            let what = error.message().replace('\n', " ");
            anyhow::anyhow!("{}:{line}: {what}", path.display())
        })?;
        for (key, codes) in config.codes() {
            check_codes(key, codes).map_err(|error| {
                let word = codes.iter().find(|code| check_codes(key, std::slice::from_ref(code)).is_err());
                let offset = word.and_then(|word| text.find(word.as_str())).unwrap_or(0);
                error.context(format!("{}:{}", path.display(), line_at(offset)))
            })?;
        }
        Ok(config)
    }

    /// All lists of codes, and what they are called.
    fn codes(&self) -> [(&'static str, &[String]); 4] {
        let Validate { select, ignore, extend_select, .. } = &self.validate;
        [
            ("[convert] allow", &self.convert.allow),
            ("[validate] select", select),
            ("[validate] ignore", ignore),
            ("[validate] extend-select", extend_select),
        ]
    }
}

thread_local! {
    /// The last folder that was asked for, and its answer: most files of a run share one.
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
