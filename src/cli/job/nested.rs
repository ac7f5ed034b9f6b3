//! `--at`: shared code of the commands that accept it.

use std::sync::Arc;

use anyhow::bail;
use turnwise::format::Framing;
use turnwise::op::{Input, Places};
use turnwise::stream::Nesting;

use crate::cli::args::{AtArg, InputArgs, LayoutArgs};
use crate::cli::terminal::Terminal;

/// The places that `--at` names.
pub(crate) fn places(at: &[AtArg]) -> Option<Places> {
    match at {
        [] => None,
        [AtArg::Auto] => Some(Places::Auto),
        several => Some(Places::At(several.iter().filter_map(AtArg::pattern).collect())),
    }
}

/// Rejects options that arrange records: with `--at`, the records that contain the conversations are unchanged.
pub(crate) fn check(args: &InputArgs, has_framing: bool, layout: LayoutArgs) -> anyhow::Result<()> {
    let arranged = [(has_framing, "--framing"), (layout.pretty, "--pretty"), (layout.compact, "--compact")];
    match arranged.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) if !args.at.is_empty() && args.rows.group_by.is_none() => bail!(
            "{option} and --at exclude each other: records stay as they are around their conversations; convert them afterwards"
        ),
        _ => Ok(()),
    }
}

/// Several results on standard output must be lines. Without `--at`, a conversion writes them as lines.
pub(crate) fn check_joined(input: &Input, name: &str, are_joined: bool) -> anyhow::Result<()> {
    check_lines(input, name, are_joined && input.nesting.is_some())
}

/// The same for commands that do not change the framing.
pub(crate) fn check_lines(input: &Input, name: &str, are_joined: bool) -> anyhow::Result<()> {
    if are_joined && input.record_framing() != Framing::Lines {
        bail!("{name} is not JSON Lines and cannot be joined with the other inputs; use -o FOLDER or --in-place");
    }
    Ok(())
}

/// The place that `--at auto` found.
pub(crate) fn tell_found(input: &Input, args: &InputArgs, name: &str, terminal: &Terminal) {
    if let (Some(nesting), [AtArg::Auto]) = (&input.nesting, args.at.as_slice()) {
        let places: Vec<_> = nesting.patterns().iter().map(turnwise::json::PointerPattern::as_str).collect();
        let place = Some(places.join(", ")).filter(|place| !place.is_empty());
        terminal
            .note(&format!("{name}: conversations are at {}", place.as_deref().unwrap_or("the root of each record")));
    }
}

/// After a run: reports places that exist in no record.
pub(crate) fn tell_unreached(nesting: Option<&Arc<Nesting>>, name: &str, terminal: &Terminal) {
    for place in nesting.iter().flat_map(|nesting| nesting.unreached()) {
        terminal.note(&format!("{name}: no record has anything at {place} (--at)"));
    }
}
