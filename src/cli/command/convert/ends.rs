//! The files of `--carry` and `--restore`, and the reasons why a conversion ends early.

use std::path::Path;

use anyhow::Context as _;
use turnwise::format::folder_of;
use turnwise::op::{PassFailure, Restore};
use turnwise::stream::{Sink, SinkOptions, Target};

use super::program_files::is_program;
use crate::cli::args::ToFormat;
use crate::cli::signals;

/// The file of `--carry`.
pub(super) fn open_carry(path: &Path) -> anyhow::Result<Sink> {
    signals::watch();
    Ok(Sink::open(&Target::File(path.to_owned()), SinkOptions::default())?)
}

/// The file of `--restore`, which must restore the format `wanted`.
pub(super) fn open_restore(path: &Path, wanted: &'static str) -> anyhow::Result<Restore> {
    let name = path.display();
    let file = std::fs::File::open(path).with_context(|| format!("cannot read {name}"))?;
    Restore::open(Box::new(file), wanted).with_context(|| name.to_string())
}

/// The message of a failed conversion, with advice.
pub(super) fn explain(failure: PassFailure, name: &str, to: ToFormat) -> anyhow::Error {
    if matches!(failure, PassFailure::ManyRecords) && folder_of(to.format).is_some() {
        return anyhow::anyhow!(
            "{name}: a file of {} is one conversation, and here are more; -o DIR/ writes a folder of sessions, --framing \
             lines a list of messages a line",
            to.format.name
        );
    }
    if matches!(failure, PassFailure::ManyRecords) && is_program(to.format) {
        return anyhow::anyhow!(
            "{name}: a .prompt file is one program, and here are more; -o DIR/ writes a file for each"
        );
    }
    if matches!(failure, PassFailure::ManyRecords) && to.format.framing.is_session {
        return anyhow::anyhow!(
            "{name}: a file of {} is one conversation, and here are more; --framing lines writes a list of lines for each",
            to.format.name
        );
    }
    // The message of a sink already contains the path.
    if let PassFailure::Sink(error) = failure {
        return error.into();
    }
    anyhow::Error::new(failure).context(name.to_owned())
}
