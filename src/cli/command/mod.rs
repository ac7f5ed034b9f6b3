//! One file a command: its arguments, the call into the library, the printing of the result.

mod agent_files;
mod baseline;
mod check_target;
mod clashes;
pub(crate) mod clone;
pub(crate) mod compact;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod convert;
mod convert_args;
mod convert_checks;
pub(crate) use convert_args::SettingsArg;
mod convert_ends;
mod convert_folder;
mod convert_media;
pub(crate) mod dedupe;
pub(crate) mod detect;
pub(crate) mod diff;
mod diff_folder;
mod diff_print;
mod event_job;
pub(crate) mod explain;
pub(crate) mod extract_media;
pub(crate) mod filter;
pub(crate) mod formats;
pub(crate) mod inline_media;
mod job;
pub(crate) mod lineage;
mod lineage_branches;
pub(crate) mod man;
mod media_job;
mod media_sources;
pub(crate) mod merge;
pub(crate) mod migrate_ids;
mod migrate_ids_args;
mod migrate_ids_end;
mod nested;
pub(crate) mod normalize;
mod one_result;
mod outputs;
mod patience;
pub(crate) mod prepare;
mod repeated_sessions;
pub(crate) mod replay;
mod report_files;
mod rewrite;
pub(crate) mod sample;
pub(crate) mod schema;
mod settings;
pub(crate) mod show;
pub(crate) mod sort;
pub(crate) mod split;
mod spooled;
pub(crate) mod statements;
mod statements_edit;
mod statements_io;
pub(crate) mod stats;
mod time_args;
pub(crate) mod validate;
mod validate_fix;
mod validate_print;
mod whole_job;

use super::args::Cli;
use super::command_list::Command;
use super::exit::Exit;
use super::terminal::Terminal;

/// Runs the selected command.
pub(crate) fn run(cli: Cli, terminal: &Terminal) -> anyhow::Result<Exit> {
    match cli.command {
        Command::Convert(args) => convert::run(&args, terminal),
        Command::Validate(args) => validate::run(&args, terminal),
        Command::MigrateIds(args) => migrate_ids::run(&args, terminal),
        Command::Diff(args) => diff::run(&args, terminal),
        Command::Prepare(args) => prepare::run(&args, terminal),
        Command::Clone(args) => clone::run(&args, terminal),
        Command::Compact(args) => compact::run(&args, terminal),
        Command::Replay(args) => replay::run(&args, terminal),
        Command::Show(args) => show::run(&args, terminal),
        Command::Lineage(args) => lineage::run(&args, terminal),
        Command::Normalize(args) => normalize::run(&args, terminal),
        Command::Statements(args) => statements::run(&args, terminal),
        Command::Stats(args) => stats::run(&args, terminal),
        Command::Filter(args) => filter::run(&args, terminal),
        Command::Dedupe(args) => dedupe::run(&args, terminal),
        Command::Sample(args) => sample::run(&args, terminal),
        Command::Sort(args) => sort::run(&args, terminal),
        Command::Split(args) => split::run(&args, terminal),
        Command::Merge(args) => merge::run(&args, terminal),
        Command::InlineMedia(args) => inline_media::run(&args, terminal),
        Command::ExtractMedia(args) => extract_media::run(&args, terminal),
        Command::Detect(args) => detect::run(&args, terminal),
        Command::Formats(args) => formats::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Config(args) => config::run(&args, terminal),
        Command::Explain(args) => explain::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}

/// The message for an input that cannot be worked on at all, with line and column where there are any.
fn trouble(name: &str, trouble: &turnwise::op::Trouble) -> anyhow::Error {
    let turnwise::op::Trouble::Json(error, place) = trouble else {
        return anyhow::anyhow!("{name}: {trouble}");
    };
    let refused = turnwise::report::Refused::json(error);
    anyhow::anyhow!(
        "{name}:{}:{}: {trouble} ({}, byte {}); help: {}",
        place.line,
        place.column,
        refused.code().id,
        place.offset + 1,
        refused.help()
    )
}

/// Detects the format of an input. An ambiguous one is reported.
fn open_input(
    source: turnwise::stream::Source,
    name: &str,
    choice: &turnwise::op::Choice,
    terminal: &Terminal,
) -> anyhow::Result<turnwise::op::Input> {
    let input = turnwise::op::Input::new(source, choice).map_err(|it| trouble(name, &it))?;
    tell_ties(&input, name, terminal);
    Ok(input)
}

/// Says so where an input fits several formats.
fn tell_ties(input: &turnwise::op::Input, name: &str, terminal: &Terminal) {
    let fits: Vec<_> = input.ties.iter().map(|it| it.format.name).collect();
    if let Some(first) = fits.first() {
        let all = fits.join(", ");
        terminal.note(&format!("{name} is ambiguous: it fits {all}; read as {first} (--from decides)"));
    }
}

/// The message for an input that cannot be opened or is not text, with a place where the bytes themselves are wrong.
fn unreadable(name: &str, error: turnwise::stream::SourceError) -> anyhow::Error {
    use turnwise::stream::SourceError as E;
    let is_in_bytes = matches!(error, E::Encoding(_) | E::Foreign(_));
    let place = if is_in_bytes { ":1:1" } else { "" };
    anyhow::Error::new(error).context(format!("{name}{place}"))
}

/// A code that does not exist is a slip of the finger that would go unnoticed.
pub(super) fn check_codes(option: &str, patterns: &[String]) -> anyhow::Result<()> {
    let codes = turnwise::op::explain::codes();
    for pattern in patterns {
        if !codes.iter().any(|code| code.matches(pattern)) {
            anyhow::bail!("{option} {pattern}: no code has this id, prefix or name (turnwise explain lists them)");
        }
    }
    Ok(())
}
