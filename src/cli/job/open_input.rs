//! Opens inputs: their formats, and messages about those that cannot be read.

use turnwise::format::streams::StreamKind;
use turnwise::op::{Choice, Input, Trouble};
use turnwise::report::Refused;
use turnwise::stream::{Source, SourceError};

use super::files::InputFile;
use super::nested;
use crate::cli::args::InputArgs;
use crate::cli::terminal::Terminal;

/// The message for an input that cannot be processed, with line and column if they are known.
pub(crate) fn trouble(name: &str, trouble: &Trouble) -> anyhow::Error {
    let Trouble::Json(error, place) = trouble else {
        return anyhow::anyhow!("{name}: {trouble}");
    };
    let refused = Refused::json(error);
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
pub(crate) fn open_input(source: Source, name: &str, choice: &Choice, terminal: &Terminal) -> anyhow::Result<Input> {
    let input = Input::new(source, choice).map_err(|it| trouble(name, &it))?;
    tell_format(&input, name, terminal);
    Ok(input)
}

/// Rejects a recorded stream, for commands that edit records: an answer is in pieces there.
pub(crate) fn reject_stream(input: &Input, name: &str) -> anyhow::Result<()> {
    let Some(stream) = input.source.folded() else { return Ok(()) };
    let StreamKind { name: kind, format, .. } = stream.kind;
    anyhow::bail!(
        "{name}: {kind} has no records to edit; convert it first: turnwise convert --to {format} -o answers.jsonl"
    )
}

/// Opens an input, and reports what was detected.
pub(crate) fn open_file(
    file: &InputFile,
    args: &InputArgs,
    choice: &Choice,
    terminal: &Terminal,
) -> anyhow::Result<Input> {
    let name = file.name();
    let source = file.open(args).map_err(|error| unreadable(&name, error))?;
    let input = open_input(source, &name, choice, terminal)?;
    nested::tell_found(&input, args, &name, terminal);
    Ok(input)
}

/// Reports once per run that an input matches several formats that read it differently, or is not in the format of
/// --from.
pub(crate) fn tell_format(input: &Input, name: &str, terminal: &Terminal) {
    terminal.note_once("ties", || {
        let (first, _) = input.ties.split_first().filter(|_| input.ties_differ())?;
        let all = input.ties.iter().map(|it| it.format.name).collect::<Vec<_>>().join(", ");
        Some(format!("{name} is ambiguous: it fits {all}; read as {} (--from decides)", first.format.name))
    });
    terminal.note_once("from", || {
        let (other, named) = (input.other_format()?, input.usual?.name);
        Some(format!("{name} looks like {other}, and --from reads it as {named}"))
    });
    let is_file = input.source.history().is_none() && !input.source.is_lines();
    if is_file && input.source.is_whole() && input.source.head().is_empty() {
        terminal.note(&format!("{name} is empty"));
    }
}

/// The message for an input that cannot be opened or is not text, with the place of invalid bytes.
pub(crate) fn unreadable(name: &str, error: SourceError) -> anyhow::Error {
    let is_in_bytes = matches!(error, SourceError::Encoding(_) | SourceError::Foreign(_));
    let place = if is_in_bytes { ":1:1" } else { "" };
    anyhow::Error::new(error).context(format!("{name}{place}"))
}
