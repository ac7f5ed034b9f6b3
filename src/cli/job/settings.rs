//! Command line and turnwise.toml, combined for one input.

use std::sync::{Arc, OnceLock};

use turnwise::format::Format;
use turnwise::op::{Choice, OnError};
use turnwise::stream::Limits;

use super::files::InputFile;
use crate::cli::args::{FromFormat, InputArgs, MaxErrors, OnErrorArg, WorkArgs};
use crate::cli::config::Config;
use crate::cli::config_search::config_for;
use crate::cli::terminal::Terminal;

/// Finding the cores reads several system files.
static CORES: OnceLock<usize> = OnceLock::new();

/// The settings for one input.
#[derive(Debug)]
pub(crate) struct InputSettings {
    pub(crate) config: Arc<Config>,
    pub(crate) choice: Choice,
    pub(crate) jobs: usize,
}

/// The format with the columns that the user named for it.
fn with_columns(
    format: Option<&'static Format>,
    args: &InputArgs,
    config: &Config,
    file: &InputFile,
) -> anyhow::Result<Option<&'static Format>> {
    let rows = format.filter(|format| format.name == "rows");
    let is_rows = rows.is_some();
    let given = args.columns.filter(|_| !args.has_output_columns);
    if given.is_some() && !is_rows {
        anyhow::bail!("--columns names the columns of rows: --from rows --columns user=question,assistant=answer");
    }
    if let Some(layout) = rows.and_then(|rows| rows.shape.columns) {
        if given.is_some() {
            anyhow::bail!("--columns and --from rows:{} both name columns; omit one", layout.shape);
        }
        return Ok(format);
    }
    let set =
        if is_rows || (format.is_none() && args.from.is_none()) { config.columns_of(file.place())? } else { None };
    Ok(given.or(set).map(|columns| columns.format).or(format))
}

impl InputSettings {
    pub(crate) fn new(
        file: &InputFile,
        args: &InputArgs,
        work: Option<&WorkArgs>,
        terminal: &Terminal,
    ) -> anyhow::Result<Self> {
        let config = config_for(file.place(), terminal)?;
        let format = match &args.from {
            Some(FromFormat::Named(format)) => Some(*format),
            Some(FromFormat::Auto) => None,
            None => config.format_of(file.place()),
        };
        let format = with_columns(format, args, &config, file)?;
        let mut limits = Limits::default();
        if let Some(depth) = args.limits.max_depth.or(config.max_depth) {
            limits.depth = usize::try_from(depth)?;
        }
        if let Some(bytes) = work.and_then(|work| work.max_record_bytes).or(config.max_record_bytes) {
            limits.record = bytes.min(turnwise::json::MAX_RECORD);
        }
        let cores = || *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from));
        let jobs = match (work.and_then(|work| work.jobs), config.jobs) {
            (Some(jobs), _) => usize::from(jobs).max(1),
            (None, Some(jobs)) => usize::from(jobs).clamp(1, cores()),
            (None, None) => cores(),
        };
        // The place of messages in rows is not a place in the conversations that are built from them.
        let at = if args.rows.group_by.is_some() { None } else { super::nested::places(&args.at) };
        let choice = Choice { format, framing: args.framing().map(Into::into), limits, at };
        Ok(Self { config, choice, jobs })
    }

    pub(crate) fn on_error(&self, arg: Option<OnErrorArg>, usual: OnError) -> OnError {
        arg.or(self.config.on_error).map_or(usual, Into::into)
    }

    pub(crate) fn max_errors(&self, arg: Option<MaxErrors>) -> anyhow::Result<Option<MaxErrors>> {
        if arg.is_some() {
            return Ok(arg);
        }
        let text = self.config.max_errors.as_ref();
        let text = text.map(|value| match (value.as_str(), value.as_integer()) {
            (Some(text), _) => text.to_owned(),
            (None, Some(number)) => number.to_string(),
            (None, None) => String::new(),
        });
        text.map(|text| text.parse())
            .transpose()
            .map_err(|error: String| anyhow::anyhow!("turnwise.toml: max-errors: {error}"))
    }
}
