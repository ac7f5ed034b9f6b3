//! The place of each option in the help: its heading, and whether only `--help` shows it.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};

/// Headings, and the options below them. What is not here is an option of one command, without a heading.
const HEADINGS: [(&str, &[&str]); 7] = [
    (
        "Input",
        &[
            "from",
            "from_b",
            "columns",
            "input_framing",
            "lines",
            "blank",
            "exclude",
            "lenient",
            "jobs",
            "max_depth",
            "max_expansion",
            "max_record_bytes",
        ],
    ),
    (
        "Output",
        &["output", "in_place", "check", "dry_run", "sync", "framing", "pretty", "compact", "container", "log", "set"],
    ),
    (
        "Losses",
        &[
            "strict",
            "allow",
            "lossy",
            "repair",
            "reasoning_as_text",
            "redact",
            "report_secrets",
            "settings",
            "report",
            "report_summary",
            "carry",
            "restore",
        ],
    ),
    ("Errors", &["on_error", "max_errors"]),
    ("Ids", &["ids"]),
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
            "max_failures",
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
    ("lionpride", &["branch", "rendered", "plain", "now", "mode"]),
];

/// Headings whose options are shown by `--help` alone.
const LONG_HEADINGS: [&str; 2] = ["Media", "lionpride"];

/// Other options that are shown by `--help` alone: limits, and what few people need.
const LONG: &[&str] = &[
    "columns",
    "input_framing",
    "blank",
    "exclude",
    "jobs",
    "max_depth",
    "max_expansion",
    "max_record_bytes",
    "config",
    "isolated",
    "check",
    "sync",
    "framing",
    "compact",
    "container",
    "log",
    "set",
    "color",
    "progress",
    "dialect",
    "allow",
    "reasoning_as_text",
    "settings",
    "carry",
    "restore",
    "max_errors",
    "ids",
];

/// Options about single records, which event logs do not have.
const OF_RECORDS: [&str; 3] = ["lines", "blank", "columns"];

/// Puts an option of a command for event logs into its place.
pub(super) fn arrange_for_events(arg: Arg) -> Arg {
    let is_hidden = OF_RECORDS.contains(&arg.get_id().as_str());
    arrange(arg).hide(is_hidden)
}

/// Puts an option into its place.
pub(super) fn arrange(arg: Arg) -> Arg {
    let id = arg.get_id().as_str();
    let heading = HEADINGS.iter().find(|(_, ids)| ids.contains(&id)).map(|(heading, _)| *heading);
    let is_long = LONG.contains(&id) || heading.is_some_and(|heading| LONG_HEADINGS.contains(&heading));
    let is_format = matches!(id, "to" | "from" | "from_b" | "target");
    // Formats, their dialects and codes fill a screen.
    let has_many = is_format || matches!(id, "what" | "select");
    let arg = if let Some(heading) = heading { arg.help_heading(heading) } else { arg };
    arg.hide_short_help(is_long).hide_possible_values(has_many).ignore_case(is_format)
}

/// Takes any text; shells complete these.
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
