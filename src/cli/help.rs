//! The place of each option in the help: its heading, and whether only `--help` shows it; the groups of commands.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, StyledStr, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};

/// Headings, and the options below them. Options that are missing here belong to one command and have no heading.
const HEADINGS: [(&str, &[&str]); 5] = [
    (
        "Input and output",
        &[
            "from",
            "from_b",
            "lines",
            "output",
            "in_place",
            "dry_run",
            "check",
            "sync",
            "columns",
            "input_framing",
            "framing",
            "at",
            "at_b",
            "group_by",
            "order_by",
            "blank",
            "pretty",
            "compact",
            "escape_line_separators",
            "include",
            "exclude",
            "force_exclude",
            "stdin_filename",
            "jobs",
            "max_depth",
            "max_expansion",
            "max_record_bytes",
        ],
    ),
    (
        "Failed records and reports",
        &["on_error", "max_errors", "rejects", "skip_existing", "report", "report_level", "report_summary"],
    ),
    (
        "Media",
        &[
            "inline_media",
            "media_root",
            "cache",
            "offline",
            "allow_type",
            "max_item_bytes",
            "max_total_bytes",
            "on_media_error",
            "max_media_errors",
            "allow_host",
            "allow_private_hosts",
            "max_redirects",
            "timeout",
            "retries",
            "jobs_per_host",
            "proxy",
            "proxy_from_env",
        ],
    ),
    ("One format", &["add", "container", "log", "compaction", "dir", "documented", "message_rows"]),
    ("lionpride", &["rendered", "plain", "now", "mode"]),
];

/// Options that only `--help` shows: those of all commands, limits, and rarely used ones.
const LONG: &[&str] = &[
    "check",
    "sync",
    "columns",
    "input_framing",
    "framing",
    "at",
    "at_b",
    "group_by",
    "order_by",
    "blank",
    "compact",
    "escape_line_separators",
    "include",
    "exclude",
    "force_exclude",
    "stdin_filename",
    "lines",
    "jobs",
    "max_depth",
    "max_expansion",
    "max_record_bytes",
    "max_errors",
    "report_summary",
    "report_level",
    "color",
    "progress",
    "config",
    "isolated",
    "dialect",
    "allow",
    "reasoning_as_text",
    "report_secrets",
    "settings",
    "set",
    "profile",
    "ids",
    "sidechains",
    "carry",
    "restore",
    "extend_select",
    "skip_unknown",
    "lenient",
    "write_baseline",
    "exit_zero",
    "max_findings",
    "model",
    "namespace",
    "allow_dangling",
    "driver",
    "width",
    "shared_map",
    "allow_missing_parent",
    "assume_normalized",
    "documented",
    "keep_messages",
];

/// Headings of rarely used options: in `convert`, only `--help` shows them.
const LONG_HEADINGS: [&str; 3] = ["Media", "One format", "lionpride"];

/// Options about single records, which event logs do not have.
const OF_RECORDS: [&str; 3] = ["lines", "blank", "columns"];

/// Limits of media files and downloads.
const MEDIA_LIMITS: [&str; 6] =
    ["max_item_bytes", "max_total_bytes", "max_redirects", "timeout", "retries", "jobs_per_host"];

/// Sorts an option of a command for event logs into its group.
pub(super) fn arrange_for_events(arg: Arg) -> Arg {
    let is_hidden = OF_RECORDS.contains(&arg.get_id().as_str());
    arrange(arg).hide(is_hidden)
}

/// Sorts an option of `convert` into its group. Limits of downloads are documented with `inline-media` and the settings.
pub(super) fn arrange_for_convert(arg: Arg) -> Arg {
    let is_hidden = MEDIA_LIMITS.contains(&arg.get_id().as_str());
    arrange(arg).hide(is_hidden)
}

/// Sorts an option into its group.
pub(super) fn arrange(arg: Arg) -> Arg {
    let id = arg.get_id().as_str();
    let heading = HEADINGS.iter().find(|(_, ids)| ids.contains(&id)).map(|(heading, _)| *heading);
    let is_long = LONG.contains(&id) || heading.is_some_and(|heading| LONG_HEADINGS.contains(&heading));
    let is_format = matches!(id, "to" | "from" | "from_b" | "target");
    // Formats, their dialects and codes fill a screen.
    let has_many = is_format || matches!(id, "what" | "select" | "on_error");
    let arg = if let Some(heading) = heading { arg.help_heading(heading) } else { arg };
    let arg = if has_many { arg.hide_possible_values(true) } else { arg };
    arg.hide_short_help(is_long).ignore_case(is_format)
}

/// The commands, by purpose.
pub(super) const GROUPS: [(&str, &[&str]); 5] = [
    ("Everyday", &["convert", "validate", "show", "diff", "stats", "detect"]),
    ("Records", &["filter", "sort", "sample", "split", "merge", "dedupe"]),
    ("Ids and media", &["migrate-ids", "inline-media", "extract-media"]),
    ("One program", &["lineage", "compact", "replay", "normalize", "prepare", "clone", "statements"]),
    ("Reference", &["formats", "schema", "explain", "config", "completions", "man"]),
];

/// The last lines of the list of commands.
const OPTIONS: &str =
    "  -h, --help     Print help; turnwise COMMAND -h lists the options of a command, --help explains them
  -V, --version  Print version";

/// True if the arguments may request help: `-h` and the like, `help`, or no arguments.
pub(super) fn may_be_printed(args: &[OsString]) -> bool {
    let asks = |arg: &[u8]| arg == b"help" || (arg.starts_with(b"-") && arg.contains(&b'h'));
    let mut args = args.iter().skip(1).map(|arg| arg.as_encoded_bytes()).peekable();
    args.peek().is_none_or(|first| *first == b"--") || args.any(asks)
}

/// The command line with its commands in groups.
pub(super) fn grouped(command: Command) -> Command {
    let header = command.get_styles().get_header();
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n\n");
    for (group, names) in GROUPS {
        text += &format!("{header}{group}:{header:#}\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
            text += &format!("  {name:<14} {}\n", about.unwrap_or_default());
        }
    }
    text += &format!("{header}Options:{header:#}\n{OPTIONS}");
    command.help_template(StyledStr::from(text))
}

/// Accepts any text; shells complete these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suggested(pub(super) fn() -> Vec<String>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        value.to_str().map(str::to_owned).ok_or_else(|| Error::new(ErrorKind::InvalidUtf8).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// Codes, for `--select` and its like.
pub(super) const CODES: Suggested =
    Suggested(|| turnwise::op::explain::codes().iter().map(|code| code.id.to_owned()).collect());
