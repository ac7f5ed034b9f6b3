//! The arguments of `turnwise convert`.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Arg, Args as _, FromArgMatches as _, ValueEnum};
use turnwise::Container;
use turnwise::format::{LogShape, programmed, utc_seconds};
use turnwise::json::SetMember;
use turnwise::op::convert::{ConversationSelection, Profile};
use turnwise::op::{BranchChoice, Branches, TimeRange};

use crate::cli::args::{FramingArg, FromFormat, InputArgs, LayoutArgs, OutputArg, ToFormat, WorkArgs, restorable};
use crate::cli::config::SettingsArg;
use crate::cli::help::CODES;
use crate::cli::job::media_sources::SourceArgs;
use crate::cli::job::patience::FailureArgs;
use crate::cli::job::report_files::RejectArgs;
use crate::cli::job::run::{EscapeArg, RewriteArgs};
use crate::cli::job::time_args::TimeArgs;

/// Convert conversations from one format to another
///
/// Reads any format and writes another. Everything that the target cannot represent is reported on standard error. If
/// the format stays the same, unchanged content is byte-identical.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(crate::cli::help::arrange_for_convert))]
#[command(mut_args(not_in_place))]
#[command(after_help = "Examples:
  turnwise convert --to anthropic chats.jsonl > claude.jsonl
  turnwise convert --to openai:finetune --strict --report losses.jsonl -o train.jsonl sharegpt.json
  zcat logs.jsonl.gz | turnwise convert -t patterpunk | head -1")]
pub(crate) struct Args {
    /// Output format, optionally with a dialect: openai:finetune
    ///
    /// `turnwise formats` lists them.
    #[arg(short, long, value_name = "FORMAT", value_parser = restorable())]
    pub(crate) to: ToFormat,
    /// Dialect of the target
    #[arg(long, value_name = "NAME")]
    pub(crate) dialect: Option<String>,
    #[command(flatten)]
    pub(crate) task: TaskArgs,
    #[command(flatten)]
    pub(crate) rewrite: RewriteArgs,
    #[command(flatten)]
    pub(crate) form: FormArgs,
    #[command(flatten)]
    pub(crate) losses: LossArgs,
    #[command(flatten)]
    pub(crate) members: MemberArgs,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    #[command(flatten)]
    pub(crate) lionpride: LionprideArgs,
    #[command(flatten)]
    pub(crate) media: EmbedArgs,
    #[command(flatten)]
    pub(crate) programs: ProgramArgs,
    #[command(flatten)]
    pub(crate) carry: CarryArgs,
}

/// What is omitted from a file or a carry file cannot be restored.
fn not_in_place(arg: Arg) -> Arg {
    let is_time = arg.get_id() == "since" || arg.get_id() == "until";
    if is_time { arg.conflicts_with_all(["in_place", "check", "carry", "restore"]) } else { arg }
}

/// The form of the output.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct FormArgs {
    /// Add the sessions to the history folder given with --output, keeping its other sessions (picklebot)
    ///
    /// The index is written last, so programs see the old state until everything is in place. If there is no such
    /// folder, it is created.
    #[arg(long, requires = "output")]
    pub(crate) add: bool,
    /// Write the request body, or only the list of messages [default: body]; for lionpride a pile, or a flow with all
    /// branches
    #[arg(long, value_name = "SHAPE")]
    pub(crate) container: Option<ContainerArg>,
    /// What to write if the target is ag-ui
    #[arg(long = "as", value_name = "WHAT", default_value = "snapshot")]
    pub(crate) log: LogArg,
}

/// What happens to what the target does not take.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct LossArgs {
    /// Drop unsupported content instead of rejecting the record
    #[arg(long)]
    pub(crate) lossy: bool,
    /// Repair what services reject, with a report
    ///
    /// Adds missing results and a missing first message, turns results without a call into text, and replaces empty or
    /// duplicate call ids.
    #[arg(long)]
    pub(crate) repair: bool,
    /// Write reasoning as visible text if the target does not support reasoning
    #[arg(long)]
    pub(crate) reasoning_as_text: bool,
    /// Replace keys, tokens and passwords with placeholders
    ///
    /// A placeholder is [redacted:github-token:1], and the number of secrets is reported. The same secret gets the same number everywhere in a file. Nothing else in the input changes, and neither
    /// reports nor --carry files contain secrets.
    #[arg(long, conflicts_with = "restore")]
    pub(crate) redact: bool,
    /// Report how many keys, tokens and passwords the input contains; --report lists where
    #[arg(long, conflicts_with = "redact")]
    pub(crate) report_secrets: bool,
    /// Request settings with the same meaning in both formats: keep them, or drop all settings [default: keep]
    #[arg(long, value_name = "WHICH")]
    pub(crate) settings: Option<SettingsArg>,
}

/// Members of the records, and their ids.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct MemberArgs {
    /// Copy these fields of each record to the output: id,split
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    pub(crate) keep: Vec<String>,
    /// Write rows for data frames (arrow), or restore such rows to records (none)
    ///
    /// With `arrow`, every row has the same columns, each with a single type, so that pyarrow, datasets, polars,
    /// `DuckDB` and Spark can load the file. For openai and its dialects.
    #[arg(long, value_name = "PROFILE", conflicts_with_all = ["restore", "rendered"])]
    pub(crate) profile: Option<ProfileArg>,
    /// Keep ids, derive new ones from them (UUID 5), or generate random ones (UUID 4)
    #[arg(long, value_name = "WHICH", default_value = "keep")]
    pub(crate) ids: IdsArg,
}

/// The conversations that are written, and the parts of each.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct SelectionArgs {
    #[command(flatten)]
    pub(crate) times: TimeArgs,
    /// Branch to convert: active, all, tree, or a name or id
    ///
    /// With `all`, each branch becomes a record. `leaf:2` is the second leaf in file order. For compared answers: chosen
    /// or rejected.
    #[arg(long, value_name = "NAME", default_value = "active")]
    pub(crate) branch: String,
    /// For compacted sessions, write the full history or the final context
    #[arg(long, value_name = "WHICH", default_value = "full")]
    pub(crate) compaction: CompactionArg,
    /// Write the conversations of sub-agents as records after their session
    #[arg(long)]
    pub(crate) sidechains: bool,
}

/// How messages of lionpride are written.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct LionprideArgs {
    /// Write each lionpride message as `chat_msg` renders it; prepare prints what lionpride sends
    #[arg(long, conflicts_with_all = ["plain", "carry", "restore", "repair", "in_place", "container"])]
    pub(crate) rendered: bool,
    /// Write the stored text instead of the text that lionpride sends
    #[arg(long)]
    pub(crate) plain: bool,
    /// Current time for text that contains it [default: now], and for picklebot lines if none has a time [default:
    /// 1970], in RFC 3339
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) now: Option<i64>,
    /// Which form of lionpride's objects to write
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<ModeArg>,
}

/// Media files that become bytes.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct EmbedArgs {
    /// Embed referenced media files, for targets that contain bytes (patterpunk, bedrock)
    ///
    /// The limits of inline-media (--max-item-bytes, --timeout and others) are options of convert, too.
    #[arg(long, conflicts_with = "rendered")]
    pub(crate) inline_media: bool,
    #[command(flatten)]
    pub(crate) sources: SourceArgs,
}

/// Files from which sources are restored.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct CarryArgs {
    /// Also write a carry file, from which --restore restores the source byte for byte
    #[arg(long, value_name = "FILE", conflicts_with = "restore")]
    pub(crate) carry: Option<PathBuf>,
    /// Restore unchanged records from a file written by --carry, and convert the others
    #[arg(long, value_name = "FILE")]
    pub(crate) restore: Option<PathBuf>,
}

/// How programs of `KePrompt` are read, and rows of messages written.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct ProgramArgs {
    /// For keprompt programs, read the files that they name below this folder (.include, .image, .cmd readfile)
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// Write one row per message, with these columns: conversation, position, message
    #[arg(long, value_name = "COLUMNS", num_args = 0..=1, require_equals = true, default_missing_value = "conversation_id,position,data")]
    pub(crate) message_rows: Option<String>,
    /// In `.prompt` files, read the lines after `.tool_result` as the result, as keprompt's manual describes
    #[arg(long)]
    pub(crate) documented: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ContainerArg {
    Body,
    List,
    Pile,
    Flow,
}

impl ContainerArg {
    /// The container that is written.
    pub(crate) fn container(given: Option<Self>) -> Container {
        match given {
            None => Container::Kept,
            Some(Self::Body) => Container::Body,
            Some(Self::List) => Container::List,
            Some(Self::Pile) => Container::Pile,
            Some(Self::Flow) => Container::Flow,
        }
    }
}

/// What records are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileArg {
    /// Rows in which every column has a single type
    Arrow,
    /// Records again
    None,
}

impl From<ProfileArg> for Profile {
    fn from(arg: ProfileArg) -> Self {
        match arg {
            ProfileArg::Arrow => Self::Arrow,
            ProfileArg::None => Self::None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogArg {
    /// A run with a snapshot of all messages
    Snapshot,
    /// A run with start, content and end events for each message
    Events,
    /// Only the list of messages
    Messages,
    /// One database row per run
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
pub(crate) enum IdsArg {
    Keep,
    Stable,
    New,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeArg {
    Json,
    Db,
}

/// Reads `--now`.
pub(crate) fn time(text: &str) -> Result<i64, String> {
    utc_seconds(text).ok_or_else(|| "write it like 2025-06-01T12:00:00Z".to_owned())
}

/// Which messages of a session that was compacted are written.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompactionArg {
    /// The full history, without the summaries.
    Full,
    /// The final context: the last summary and what follows it.
    Effective,
}

/// Reads `--branch`.
pub(crate) fn branches(text: &str) -> Branches {
    match text {
        "active" => Branches::Active,
        "all" => Branches::All,
        "tree" => Branches::Tree,
        name => Branches::Named(name.to_owned()),
    }
}

/// Options of the commands that write something else for every record: `convert`, `prepare`, `clone`.
#[derive(clap::Args, Clone, Debug)]
#[command(mut_args(LayoutArgs::without_lines))]
pub(crate) struct TaskArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) output: OutputArg,
    #[command(flatten)]
    pub(crate) escapes: EscapeArg,
    /// How records are arranged in the output [default: lines for a `.jsonl` file, else as in the input]
    #[arg(long, value_name = "FRAMING")]
    pub(crate) framing: Option<FramingArg>,
    #[command(flatten)]
    pub(crate) layout: LayoutArgs,
    /// Set a field in each output record by JSON Pointer; a VALUE that is not JSON is a string (repeatable)
    #[arg(long, value_name = "/POINTER=VALUE", value_parser = SetMember::parse)]
    pub(crate) set: Vec<SetMember>,
    /// Treat any loss as an error: exit 1 and write no file
    ///
    /// With --on-error skip or emit, a record with a loss counts as a failed record.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Losses to allow with --strict: codes, prefixes or names, separated by commas
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = CODES, hide_possible_values = true)]
    pub(crate) allow: Vec<String>,
    #[command(flatten)]
    pub(crate) failures: FailureArgs,
    #[command(flatten)]
    pub(crate) report: RejectArgs,
}

impl TaskArgs {
    /// The arguments of a conversion with these options to the format whose program sends and copies messages; other
    /// options have their defaults.
    pub(crate) fn of_program(&self) -> anyhow::Result<Args> {
        let Some((format, _)) = programmed() else { bail!("no format has a program") };
        let command = Args::augment_args(clap::Command::new("convert"));
        let usual = Args::from_arg_matches(&command.try_get_matches_from(["convert", "--to", format.name])?)?;
        Ok(Args { task: self.clone(), ..usual })
    }
}

impl Args {
    /// The written conversations. A flow contains all branches, unless `--branch` is given.
    pub(crate) fn selected(&self, has_branch: bool, times: TimeRange) -> ConversationSelection {
        let SelectionArgs { branch, compaction, sidechains, .. } = &self.selection;
        let branches = match self.form.container {
            Some(ContainerArg::Flow) if !has_branch => Branches::Tree,
            _ => branches(branch),
        };
        let is_effective = *compaction == CompactionArg::Effective;
        let branches = BranchChoice { branches, is_effective, has_sidechains: *sidechains };
        ConversationSelection { branches, times }
    }

    /// The target with its dialect, from either option.
    pub(crate) fn target(&self) -> anyhow::Result<ToFormat> {
        if !self.to.format.can_write() && self.carry.restore.is_none() {
            let name = self.to.format.name;
            bail!("--to {name}: `{name}` can only be read; `--restore FILE` writes it from a carry file");
        }
        let Some(name) = &self.dialect else {
            // A layout of rows contains the columns of the input.
            let is_of_input = matches!(self.task.input.from, Some(FromFormat::Named(from))
                if from.name == self.to.format.name && from.shape.columns.is_none());
            let columns =
                self.task.input.columns.filter(|columns| columns.format.name == self.to.format.name && !is_of_input);
            if columns.is_some() && self.to.dialect.is_some() {
                bail!("--columns and {} both name columns; omit one", self.to.name());
            }
            let named = columns.map(|columns| ToFormat { format: columns.format, dialect: Some(columns.dialect) });
            return Ok(named.unwrap_or(self.to));
        };
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
