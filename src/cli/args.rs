//! The arguments that commands share.

use std::path::{Path, PathBuf};

use clap::{Arg, Args, ValueEnum};
use turnwise::format::Framing;
use turnwise::format::rows::Columns;
use turnwise::json::{Layout, PointerPattern};
use turnwise::op;
use turnwise::stream::extension_of;

pub(crate) use super::format_names::{FromFormat, ToFormat, format_or_auto, restorable, target};
pub(crate) use super::max_errors::MaxErrors;

/// Options of every command.
#[derive(Args, Clone, Debug)]
pub(crate) struct Global {
    /// Print only errors
    #[arg(short, long, global = true, conflicts_with = "verbose", overrides_with = "quiet", display_order = 900)]
    pub(crate) quiet: bool,
    /// Print every loss, and the evidence of detection
    #[arg(short, long, global = true, overrides_with = "verbose", display_order = 900)]
    pub(crate) verbose: bool,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    pub(crate) color: When,
    /// When to show a progress bar
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    pub(crate) progress: When,
    /// Read settings from this file instead of the nearest turnwise.toml
    #[arg(long, global = true, value_name = "FILE", display_order = 900)]
    pub(crate) config: Option<PathBuf>,
    /// Ignore turnwise.toml files
    #[arg(long, global = true, conflicts_with = "config", display_order = 900)]
    pub(crate) isolated: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    #[default]
    Auto,
    Always,
    Never,
}

/// The output.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct OutputArg {
    /// Output file; a folder for several inputs [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputArg {
    pub(crate) fn set(&mut self, path: PathBuf) {
        self.output = Some(path);
    }

    /// True for the name of a file of JSON Lines.
    pub(crate) fn is_for_lines(&self) -> bool {
        let is_named = |path: &Path| matches!(&*extension_of(&path.to_string_lossy()), "jsonl" | "ndjson");
        self.output.as_deref().is_some_and(|path| path.extension().is_some() && is_named(path))
    }

    /// The file or folder; `None` for standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !["-", "/dev/stdout", "/dev/fd/1"].map(Path::new).contains(path))
    }
}

/// The inputs, and options for reading them.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct InputArgs {
    /// Files or folders to read; standard input if none is given or for -
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Format of the input; see turnwise formats [default: auto, detect it]
    #[arg(short, long, value_name = "FORMAT", value_parser = format_or_auto())]
    pub(crate) from: Option<FromFormat>,
    /// Columns of flat rows, with --from rows or --to rows: user=question,assistant=answer,system=-
    ///
    /// Keys: user, input (further user text), assistant, rejected, system, history and id; - means no such column.
    #[arg(long, value_name = "KEY=COLUMN,…")]
    pub(crate) columns: Option<Columns>,
    /// They are those of the output.
    #[arg(skip)]
    pub(crate) has_output_columns: bool,
    /// How records are arranged in the input [default: detected]
    #[arg(long, value_name = "FRAMING")]
    pub(crate) input_framing: Option<FramingArg>,
    /// Where the conversations are in each record: /history, '/runs/*/traj', or auto; everything else is preserved
    /// (repeatable)
    ///
    /// The value is a JSON Pointer in which * matches every item. JSON inside strings is searched as well.
    #[arg(long, value_name = "POINTER")]
    pub(crate) at: Vec<AtArg>,
    #[command(flatten)]
    pub(crate) rows: RowArgs,
    /// Treat input and output as JSON Lines: every non-blank line is one record
    #[arg(long)]
    pub(crate) lines: bool,
    /// What to do with blank lines with --lines: skip them, or treat each as a failed record [default: skip]
    #[arg(long, value_name = "WHAT", requires = "lines")]
    pub(crate) blank: Option<BlankArg>,
    #[command(flatten)]
    pub(crate) patterns: PatternArgs,
    /// Name to use for standard input in messages and to look up settings
    #[arg(long, visible_alias = "label", value_name = "PATH")]
    pub(crate) stdin_filename: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// The files of folders that are read.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PatternArgs {
    /// Exclude files in folders that match, as in a .gitignore: expected/, *.tmp.json (repeatable)
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    /// Include only files in folders that match (repeatable) [default: *.json, *.jsonl, *.ndjson, *.sse, *.traj,
    /// *.prompt, also compressed]
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Apply --exclude even to files named on the command line
    #[arg(long)]
    pub(crate) force_exclude: bool,
}

/// Limits of what is read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct LimitArgs {
    /// Maximum nesting depth [default: 1024]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) max_depth: Option<u32>,
    /// Maximum decompression ratio, checked after 64 MiB [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_expansion: Option<u64>,
}

/// Tables with a row for each message.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RowArgs {
    /// Group rows that contain one message each, at --at: rows with the same value in this column are one conversation
    #[arg(long, value_name = "COLUMN")]
    pub(crate) group_by: Option<String>,
    /// Sort the rows of a conversation by this column [default: order of the input]
    #[arg(long, value_name = "COLUMN", requires = "group_by")]
    pub(crate) order_by: Option<String>,
}

/// `--at`.
#[derive(Clone, Debug)]
pub(crate) enum AtArg {
    Auto,
    Pattern(PointerPattern),
}

impl AtArg {
    pub(crate) fn pattern(&self) -> Option<PointerPattern> {
        match self {
            Self::Auto => None,
            Self::Pattern(pattern) => Some(pattern.clone()),
        }
    }
}

impl std::str::FromStr for AtArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" { Ok(Self::Auto) } else { PointerPattern::parse(text).map(Self::Pattern) }
    }
}

impl InputArgs {
    /// The framing of the input, if it is named.
    pub(crate) fn framing(&self) -> Option<FramingArg> {
        if self.lines { Some(FramingArg::Lines) } else { self.input_framing }
    }

    /// The framing of the output, if it is named: `framing` is what `--framing` says.
    pub(crate) fn output_framing(&self, framing: Option<FramingArg>) -> anyhow::Result<Option<FramingArg>> {
        if self.lines && framing.is_some_and(|framing| framing != FramingArg::Lines) {
            anyhow::bail!("--lines writes JSON Lines; omit --framing, or name the two framings instead of --lines");
        }
        Ok(if self.lines { Some(FramingArg::Lines) } else { framing })
    }
}

/// How JSON is laid out in the output.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LayoutArgs {
    /// Indent the output
    #[arg(long, conflicts_with = "compact")]
    pub(crate) pretty: bool,
    /// Write the output without spaces
    #[arg(long)]
    pub(crate) compact: bool,
}

impl LayoutArgs {
    /// For commands in which `--lines` is a framing of the output: its records are not indented.
    pub(crate) fn without_lines(arg: Arg) -> Arg {
        if arg.get_id() == "pretty" { arg.conflicts_with("lines") } else { arg }
    }

    /// The layout of what an input with this layout becomes. `None`: it stays.
    pub(crate) fn layout(self, input: Layout) -> Option<Layout> {
        match (self.pretty, self.compact, input) {
            (true, _, Layout::Pretty(indent)) => Some(Layout::Pretty(indent)),
            (true, ..) => Some(Layout::Pretty(2)),
            (_, true, _) => Some(Layout::Compact),
            _ => None,
        }
    }
}

/// What happens to blank lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BlankArg {
    /// Skip them
    Skip,
    /// Treat each as a failed record (TW011); see --on-error
    Emit,
}

/// Options for commands that process whole files.
#[derive(Args, Clone, Debug)]
pub(crate) struct WorkArgs {
    /// Maximum size of a record in bytes, with an optional suffix K, M or G [default: 256M]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    pub(crate) max_record_bytes: Option<usize>,
    /// Number of worker threads [default: number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
}

/// The framing of the records in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FramingArg {
    /// One record per line (JSON Lines)
    Lines,
    /// One array; every item is a record
    Array,
    /// The whole file is a single record
    Document,
    /// One message or event per line; all lines are a single record
    Messages,
    /// Server-sent events; all of them are a single record
    Sse,
    /// A folder of sessions with its index (picklebot)
    Folder,
}

impl From<FramingArg> for Framing {
    fn from(arg: FramingArg) -> Self {
        match arg {
            FramingArg::Lines => Self::Lines,
            FramingArg::Array => Self::Array,
            FramingArg::Document => Self::Document,
            FramingArg::Messages => Self::Messages,
            FramingArg::Sse => Self::Sse,
            FramingArg::Folder => Self::Folder,
        }
    }
}

/// What happens to invalid records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OnErrorArg {
    /// Stop with an error; the output ends with the previous record
    Stop,
    /// Skip it and count it
    Skip,
    /// Write an error object in its place
    Emit,
}

impl From<OnErrorArg> for op::OnError {
    fn from(arg: OnErrorArg) -> Self {
        match arg {
            OnErrorArg::Stop => Self::Stop,
            OnErrorArg::Skip => Self::Skip,
            OnErrorArg::Emit => Self::Emit,
        }
    }
}

/// `4096`, `64K`, `256M`, `1G`, up to 4 GiB.
pub(crate) fn parse_bytes(text: &str) -> Result<usize, String> {
    let bytes = usize::try_from(parse_size(text)?).ok();
    // The limit itself is two bytes below the round number.
    let bytes = bytes.filter(|bytes| *bytes <= turnwise::json::MAX_RECORD + 2);
    bytes.ok_or_else(|| "a record may have 1 byte to 4 GiB".to_owned())
}

/// The same of any size: `5G`, `100MB`.
pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    let (digits, factor) = match text.trim_end_matches(['B', 'b', 'i']).char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1 << 10),
        Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
        Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
        Some((at, 't' | 'T')) => (&text[..at], 1 << 40),
        _ => (text, 1_u64),
    };
    let wrong = || format!("`{text}` is not a number of bytes");
    let number: u64 = digits.trim().parse().map_err(|_| wrong())?;
    number.checked_mul(factor).filter(|bytes| *bytes > 0).ok_or_else(wrong)
}

/// An unknown code is a typo that would otherwise go unnoticed.
pub(crate) fn check_codes(option: &str, patterns: &[String]) -> anyhow::Result<()> {
    // There are rarely any, and the list of all codes is long.
    let codes = if patterns.is_empty() { Vec::new() } else { op::explain::codes() };
    for pattern in patterns {
        if !codes.iter().any(|code| code.matches(pattern)) {
            anyhow::bail!("{option} {pattern}: no code has this id, prefix or name (turnwise explain lists them)");
        }
    }
    Ok(())
}
