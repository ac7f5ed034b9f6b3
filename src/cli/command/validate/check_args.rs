//! The codes that `validate` checks, and the severities of their findings.

use std::path::Path;

use turnwise::Validate;
use turnwise::op::validate::ValidateOptions;
use turnwise::report::{Code, Severity};

use crate::cli::args::check_codes;
use crate::cli::config::Level;
use crate::cli::help::CODES;
use crate::cli::job::settings::InputSettings;
use crate::cli::terminal::Terminal;

/// The check that runs only if it is named.
static OPTIONAL: &Code = turnwise::rule::NUMBER_SPELLING.code;

/// The codes that are checked, and the severities of their findings.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct CheckArgs {
    /// Check only these codes: an id, a prefix (TW2) or a name
    ///
    /// Invalid JSON and unreadable files (TW001 to TW007, TW010) are always reported.
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = CODES)]
    select: Vec<String>,
    /// Do not check these codes
    ///
    /// Invalid JSON and unreadable files (TW001 to TW007, TW010) are always reported.
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = CODES, hide_possible_values = true)]
    ignore: Vec<String>,
    /// Check these codes in addition to --select
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = CODES, hide_possible_values = true)]
    extend_select: Vec<String>,
    /// Treat warnings as errors
    #[arg(long)]
    warn_as_error: bool,
    /// Accept partial AG-UI logs and the shorthand of its guides
    ///
    /// Ids and roles that follow from other events may be absent.
    #[arg(long)]
    lenient: bool,
}

impl CheckArgs {
    /// Checks that the named codes exist.
    pub(super) fn check_names(&self) -> anyhow::Result<()> {
        for (option, codes) in
            [("--select", &self.select), ("--ignore", &self.ignore), ("--extend-select", &self.extend_select)]
        {
            check_codes(option, codes)?;
        }
        Ok(())
    }

    /// The options of a check of one file, with those of its settings. `target`: `--for`; `place`: the path of the file.
    pub(super) fn options(
        &self,
        target: Option<&str>,
        settings: &InputSettings,
        place: Option<&Path>,
        terminal: &Terminal,
    ) -> anyhow::Result<ValidateOptions> {
        let config = &settings.config.validate;
        let join = |a: &[String], b: &[String]| a.iter().chain(b).cloned().collect::<Vec<_>>();
        let mut select = join(&self.select, &config.select);
        if !select.is_empty() {
            select.extend(join(&self.extend_select, &config.extend_select));
        }
        let also = join(&self.extend_select, &config.extend_select);
        let is_optional = |code: &String| code.eq_ignore_ascii_case(OPTIONAL.id) || code == OPTIONAL.name;
        let has_effect = !select.is_empty() || also.iter().any(is_optional);
        terminal.no_effect("extend_select", !has_effect, "without --select");
        let mut ignore = join(&self.ignore, &settings.config.ignored_in(place));
        let mut validate =
            Validate::new().strict(self.warn_as_error || config.warn_as_error).lenient(self.lenient || config.lenient);
        for (code, level) in &config.severity {
            match level {
                Level::Off => ignore.push(code.clone()),
                Level::Error => validate = validate.severity(code, Severity::Error),
                Level::Warning => validate = validate.severity(code, Severity::Warning),
                Level::Note => validate = validate.severity(code, Severity::Note),
            }
        }
        if let Some(target) = target.or(config.target.as_deref()) {
            validate = validate.target(target);
        }
        let mut options = validate.select(select).ignore(ignore).options()?;
        options.also = also;
        Ok(options)
    }
}
