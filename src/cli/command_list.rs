//! The list of commands.

use clap::Subcommand;

use super::command;

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
