//! `--group-by`: rows with one message each become conversations before any other code reads them.

use std::io::{Cursor, Error};
use std::sync::{Arc, Mutex, PoisonError};

use turnwise::op::message_rows::{RowGroups, group};
use turnwise::stream::{Source, SourceError, SourceOptions};

use crate::cli::args::{AtArg, InputArgs};

/// The values by which the rows of an input were grouped, as JSON.
pub(crate) type GroupKeys = Arc<Mutex<Vec<String>>>;

/// Builds conversations from the rows of a source, as JSON Lines. The whole source is kept in memory.
pub(crate) fn grouped(
    mut source: Source,
    name: &str,
    args: &InputArgs,
    keys: &GroupKeys,
) -> Result<Source, SourceError> {
    let Some(by) = args.rows.group_by.clone() else { return Ok(source) };
    let (mut bytes, mut buffer) = (Vec::new(), vec![0; 64 * 1024]);
    loop {
        match source.read(&mut buffer)? {
            0 => break,
            count => bytes.extend_from_slice(buffer.get(..count).unwrap_or_default()),
        }
    }
    let bad = |message: String| SourceError::Read(Error::other(format!("--group-by: {message}")));
    let text = String::from_utf8(bytes).map_err(|_| bad("the rows are not UTF-8".to_owned()))?;
    let at = args.at.first().and_then(AtArg::pattern);
    let made = group(&text, &RowGroups { by, order: args.rows.order_by.clone(), at }).map_err(bad)?;
    *keys.lock().unwrap_or_else(PoisonError::into_inner) = made.keys;
    let options = SourceOptions { is_lines: true, ..SourceOptions::default() };
    Source::from_reader_with(Cursor::new(made.text), name, options)
}
