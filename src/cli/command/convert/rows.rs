//! `--message-rows`: the results of an input become rows with one message each.

use std::sync::PoisonError;

use anyhow::bail;
use turnwise::format::Framing;
use turnwise::op::convert::ConvertOptions;
use turnwise::op::message_rows::{RowColumns, rows};

use super::args::Args;
use crate::cli::job::files::InputFile;

/// The columns of the rows, if rows are written.
pub(super) fn columns(args: &Args) -> anyhow::Result<Option<RowColumns>> {
    let Some(names) = &args.programs.message_rows else { return Ok(None) };
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    let [conversation, position, data] = names.as_slice() else {
        bail!("--message-rows names three columns: conversation_id,position,data");
    };
    if args.rewrite.in_place
        || args.carry.carry.is_some()
        || args.carry.restore.is_some()
        || args.task.failures.is_emit()
    {
        bail!("--message-rows cannot be used with --in-place, --carry, --restore or --on-error emit");
    }
    let [conversation, position, data] = [conversation, position, data].map(|name| (*name).to_owned());
    Ok(Some(RowColumns { conversation, position, data }))
}

/// Rows are built from one list per line.
pub(super) fn arrange(options: &mut ConvertOptions) {
    options.output.framing = Some(Framing::Lines);
}

/// The rows of the records of an input.
pub(super) fn of(text: &[u8], format: &str, columns: &RowColumns, file: &InputFile) -> Result<Vec<u8>, String> {
    let keys = file.groups.as_ref().map(|keys| keys.lock().unwrap_or_else(PoisonError::into_inner).clone());
    let text = String::from_utf8_lossy(text);
    rows(&text, format, columns, &keys.unwrap_or_default()).map(String::into_bytes)
}
