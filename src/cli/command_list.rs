//! The command line: options of every command, and the list of commands.

use clap::{CommandFactory as _, Parser, Subcommand};

use super::args::Global;
use super::command;
use super::exit::Exit;
use super::terminal::Terminal;

/// Convert, validate, compare and inspect LLM conversations
#[derive(Debug, Parser)]
#[command(name = "turnwise", version, propagate_version = true, max_term_width = 100)]
#[command(mut_args(super::help::arrange))]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

// The arguments of a command are built only when it runs, which halves the start-up time.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Convert conversations from one format to another
    Convert(Box<command::convert::Args>),
    /// Check conversations: syntax, shape, then rules
    Validate(command::validate::Args),
    /// Create or rename ids and update all references to them
    MigrateIds(command::migrate_ids::Args),
    /// Compare two versions of conversations, in any formats
    Diff(command::diff::Args),
    /// Print the chat list that lionpride would send for a conversation
    Prepare(command::prepare::Args),
    /// Copy messages under new ids that record their origin, or fork a branch (lionpride)
    Clone(command::clone::Args),
    /// Make an AG-UI event log smaller without changing what it replays to
    Compact(command::compact::Args),
    /// Show the messages and state that an AG-UI event log, or a branch of it, produces
    Replay(command::replay::Args),
    /// Read conversations in the terminal, as Markdown or as an HTML page
    Show(command::show::Args),
    /// Show the branches of conversations, or the runs of event logs
    Lineage(command::lineage::Args),
    /// Remove repeated messages from AG-UI run inputs, or restore them
    Normalize(command::normalize::Args),
    /// Run, create, compare and edit keprompt statements, without a model
    Statements(command::statements::Args),
    /// Summarize conversations: messages, calls, tokens, lengths, media, models, times
    Stats(command::stats::Args),
    /// Keep only the conversations that match (records unchanged)
    Filter(command::filter::Args),
    /// Remove duplicate conversations, keeping the first
    Dedupe(command::dedupe::Args),
    /// Take a random sample of conversations (records unchanged)
    Sample(command::sample::Args),
    /// Sort conversations by time, id, length or number of messages (records unchanged)
    Sort(command::sort::Args),
    /// Split files by number of conversations, by size, or into one file per conversation
    Split(command::split::Args),
    /// Concatenate files of conversations (records unchanged)
    Merge(command::merge::Args),
    /// Embed media files in place of references, so that conversations are self-contained
    InlineMedia(command::inline_media::Args),
    /// Extract media files from conversations, leaving references
    ExtractMedia(command::extract_media::Args),
    /// Detect the format of files, with confidence and evidence
    Detect(command::detect::Args),
    /// List the formats and what each of them supports
    Formats(command::formats::Args),
    /// Print a JSON Schema (2020-12) of a format or of turnwise's own output
    Schema(command::schema::Args),
    /// Show the effective settings for a file or folder, and their origin
    Config(command::config::Args),
    /// Explain a code (TW203), a format or a trainer
    Explain(command::explain::Args),
    /// Print a shell completion script
    Completions(command::completions::Args),
    /// Print a manual page
    Man(command::man::Args),
}

/// Runs the selected command.
pub(crate) fn run(cli: Cli, terminal: &Terminal) -> anyhow::Result<Exit> {
    match cli.command {
        Command::Convert(args) => command::convert::run(&args, terminal),
        Command::Validate(args) => command::validate::run(&args, terminal),
        Command::MigrateIds(args) => command::migrate_ids::run(&args, terminal),
        Command::Diff(args) => command::diff::run(&args, terminal),
        Command::Prepare(args) => command::prepare::run(&args, terminal),
        Command::Clone(args) => command::clone::run(&args, terminal),
        Command::Compact(args) => command::compact::run(&args, terminal),
        Command::Replay(args) => command::replay::run(&args, terminal),
        Command::Show(args) => command::show::run(&args, terminal),
        Command::Lineage(args) => command::lineage::run(&args, terminal),
        Command::Normalize(args) => command::normalize::run(&args, terminal),
        Command::Statements(args) => command::statements::run(&args, terminal),
        Command::Stats(args) => command::stats::run(&args, terminal),
        Command::Filter(args) => command::filter::run(&args, terminal),
        Command::Dedupe(args) => command::dedupe::run(&args, terminal),
        Command::Sample(args) => command::sample::run(&args, terminal),
        Command::Sort(args) => command::sort::run(&args, terminal),
        Command::Split(args) => command::split::run(&args, terminal),
        Command::Merge(args) => command::merge::run(&args, terminal),
        Command::InlineMedia(args) => command::inline_media::run(&args, terminal),
        Command::ExtractMedia(args) => command::extract_media::run(&args, terminal),
        Command::Detect(args) => command::detect::run(&args, terminal),
        Command::Formats(args) => command::formats::run(&args),
        Command::Schema(args) => command::schema::run(&args),
        Command::Config(args) => command::config::run(&args, terminal),
        Command::Explain(args) => command::explain::run(&args, terminal),
        Command::Completions(args) => command::completions::run(&args, &mut Cli::command()),
        Command::Man(args) => command::man::run(&args),
    }
}
