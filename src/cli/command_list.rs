//! The command line: options of every command, and the list of commands.

use clap::{CommandFactory as _, Parser, Subcommand};

use super::args::Global;
use super::command;
use super::exit::Exit;
use super::terminal::Terminal;

/// Convert, check and inspect LLM conversations, and report every loss.
#[derive(Debug, Parser)]
#[command(name = "turnwise", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

// What a command takes is built only when it runs: the start of the program is half as long.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Convert conversations from one format to another
    Convert(Box<command::convert::Args>),
    /// Check conversations: syntax, shape, then rules
    Validate(command::validate::Args),
    /// Create or rename ids, and update every reference to them
    MigrateIds(command::migrate_ids::Args),
    /// Show what changed between two versions of conversations, whatever their formats
    Diff(command::diff::Args),
    /// Print the chat list that lionpride would send for a conversation
    Prepare(command::prepare::Args),
    /// Copy messages under new ids that record their origin, or fork a branch (lionpride)
    Clone(command::clone::Args),
    /// Make an event log smaller; it replays to the same messages and state
    Compact(command::compact::Args),
    /// Show the messages and the state that an event log, or one branch of it, produces
    Replay(command::replay::Args),
    /// Show conversations as people read them: in the terminal, as Markdown or as a page of HTML
    Show(command::show::Args),
    /// Show the branches of conversations, or which run of an event log continues which
    Lineage(command::lineage::Args),
    /// Remove messages from inputs of runs that earlier runs already have, or put them back
    Normalize(command::normalize::Args),
    /// Run, create, compare and edit keprompt statements, without a model
    Statements(command::statements::Args),
    /// Count what is in conversations: messages, calls, tokens, lengths, media files, models, times
    Stats(command::stats::Args),
    /// Pass on the conversations for which conditions hold, byte for byte
    Filter(command::filter::Args),
    /// Pass on the first of conversations that say the same, byte for byte
    Dedupe(command::dedupe::Args),
    /// Pass on some conversations by chance, byte for byte
    Sample(command::sample::Args),
    /// Put conversations in the order of their times, ids or lengths, byte for byte
    Sort(command::sort::Args),
    /// Split files into several: by number of conversations, by size, or one for each
    Split(command::split::Args),
    /// Put the conversations of several files into one, byte for byte
    Merge(command::merge::Args),
    /// Make conversations self-contained: replace references by the media files
    InlineMedia(command::inline_media::Args),
    /// Move media files out of conversations into files, and leave references
    ExtractMedia(command::extract_media::Args),
    /// Name the format of files, with confidence and evidence
    Detect(command::detect::Args),
    /// List the formats, and what each of them keeps
    Formats(command::formats::Args),
    /// Print a JSON Schema (2020-12) of the records of a format
    Schema(command::schema::Args),
    /// Show the settings in force for a file or folder, and where each one comes from
    Config(command::config::Args),
    /// Explain a code (TW203), a format or a trainer
    Explain(command::explain::Args),
    /// Print the completion script of a shell
    Completions(command::completions::Args),
    /// Print a manual page, for man(1)
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
        Command::Explain(args) => command::explain::run(&args),
        Command::Completions(args) => command::completions::run(&args, &mut Cli::command()),
        Command::Man(args) => command::man::run(&args),
    }
}
