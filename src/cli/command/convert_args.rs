//! The arguments of `turnwise convert`.

use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;

use turnwise::format::LogShape;

use crate::cli::args::{FramingArg, InputArgs, MaxErrors, OnErrorArg, ToFormat, WorkArgs, target};

/// Convert conversations from one format to another
///
/// Reads any format and writes another. What the target cannot hold is reported on standard error, never dropped in
/// silence. Where the format stays the same, bytes are copied.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:
  turnwise convert --to anthropic chats.jsonl > claude.jsonl
  turnwise convert --to openai:finetune --strict --report losses.jsonl -o train.jsonl sharegpt.json
  zcat logs.jsonl.gz | turnwise convert -t patterpunk | head -1")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) work: WorkArgs,
    /// Format of the output, perhaps with a dialect (openai:finetune)
    #[arg(short, long, value_name = "FORMAT", value_parser = target())]
    pub(super) to: ToFormat,
    /// Named variant of the target
    #[arg(long, value_name = "NAME")]
    pub(super) dialect: Option<String>,
    /// Where to write; a folder if there are several inputs [default: standard output]
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(super) output: Option<PathBuf>,
    /// Replace every input by its conversion, each as a whole or not at all
    #[arg(short, long)]
    pub(super) in_place: bool,
    /// Write nothing; exit 1 if anything would change
    #[arg(long)]
    pub(super) check: bool,
    /// Write nothing; say what would be lost
    #[arg(short = 'n', long)]
    pub(super) dry_run: bool,
    /// How records lie in the output [default: as in the input]
    #[arg(long, value_name = "FRAMING")]
    pub(super) framing: Option<FramingArg>,
    /// Indent the output
    #[arg(long, conflicts_with = "compact")]
    pub(super) pretty: bool,
    /// Write the output without spaces
    #[arg(long)]
    pub(super) compact: bool,
    /// Write the request body, or the bare list of messages
    #[arg(long, value_name = "SHAPE", default_value = "body")]
    pub(super) container: ContainerArg,
    /// What to write where the target holds event streams (ag-ui)
    #[arg(long = "as", value_name = "WHAT", default_value = "snapshot")]
    pub(super) log: LogArg,
    /// Any loss is an error: exit 1, no file is written
    #[arg(long)]
    pub(super) strict: bool,
    /// Losses --strict lets pass: a code, a prefix or a name (may be repeated)
    #[arg(long, value_name = "CODE")]
    pub(super) allow: Vec<String>,
    /// Leave out and report what the target cannot hold validly, instead of refusing the record
    #[arg(long)]
    pub(super) lossy: bool,
    /// Mend what services refuse: missing results, results without a call, a first message; each is reported
    #[arg(long)]
    pub(super) repair: bool,
    /// Write reasoning as visible text where the target has no place for it
    #[arg(long)]
    pub(super) reasoning_as_text: bool,
    /// Keep ids, derive new ones from them (UUID 5), or draw new ones (UUID 4)
    #[arg(long, value_name = "WHICH", default_value = "keep")]
    pub(super) ids: IdsArg,
    /// What a bad record does [default: stop]
    #[arg(long, value_name = "WHAT")]
    pub(super) on_error: Option<OnErrorArg>,
    /// How many failed records are too many: a number, or a percentage
    #[arg(long, value_name = "N|N%")]
    pub(super) max_errors: Option<MaxErrors>,
    /// Also write this file, with which --restore brings the source back byte for byte
    #[arg(long, value_name = "FILE", conflicts_with = "restore")]
    pub(super) carry: Option<PathBuf>,
    /// Give every record back as it was when --carry wrote this file; records that were edited since are converted
    #[arg(long, value_name = "FILE")]
    pub(super) restore: Option<PathBuf>,
    /// Write every loss and finding to this file, as JSON lines; - for standard error
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ContainerArg {
    Body,
    List,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LogArg {
    /// A run with one snapshot of all messages
    Snapshot,
    /// A run with each message as start, content and end
    Events,
    /// The bare list of messages
    Messages,
    /// One storage row a run
    Rows,
}

impl From<LogArg> for LogShape {
    fn from(arg: LogArg) -> Self {
        match arg {
            LogArg::Snapshot => Self::Snapshot,
            LogArg::Events => Self::Events,
            LogArg::Messages => Self::Messages,
            LogArg::Rows => Self::Rows,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum IdsArg {
    Keep,
    Stable,
    New,
}

impl Args {
    /// The target with its dialect, wherever that was named.
    pub(super) fn target(&self) -> anyhow::Result<ToFormat> {
        let Some(name) = &self.dialect else { return Ok(self.to) };
        let found = self.to.format.dialects.iter().find(|dialect| dialect.name == name);
        if let Some(dialect) = found {
            return Ok(ToFormat { format: self.to.format, dialect: Some(dialect) });
        }
        let known: Vec<_> = self.to.format.dialects.iter().map(|dialect| dialect.name).collect();
        if known.is_empty() {
            bail!("{} has no dialects", self.to.format.name);
        }
        bail!("{} has no dialect `{name}`; it has {}", self.to.format.name, known.join(", "))
    }
}
