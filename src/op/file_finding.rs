//! Findings about a whole file: it cannot be opened, is not text, or has no conversation.

use super::input::Input;
use super::outcome::Outcome;
use super::trouble::Trouble;
use super::validate::{Findings, ValidateOptions};
use crate::format::Framing;
use crate::json::{JsonError, Tape, line_and_column};
use crate::report::{Code, Diagnostic, Location, Refused, Severity, shape, syntax};
use crate::rule::FEW_EXAMPLES;
use crate::stream::{Flow, FolderFault, SourceError};

fn finding(code: &'static Code, message: String, help: &'static str, location: Location) -> Diagnostic {
    let location = Some(Location { line: location.line.max(1), column: location.column.max(1), ..location });
    Diagnostic { severity: Severity::Error, help, location, ..Diagnostic::of_file(code, message) }
}

/// A file that cannot be read: TW010, or the problem with its bytes.
#[must_use]
pub fn of_source(error: &SourceError) -> Diagnostic {
    let code = match error {
        SourceError::Open(_) | SourceError::Read(_) | SourceError::Folder | SourceError::Inside(..) => {
            &syntax::UNREADABLE
        }
        SourceError::Encoding(_) => &syntax::NOT_UTF8,
        SourceError::Foreign(_) => &syntax::NOT_JSON,
        SourceError::Bomb => &syntax::BOMB,
    };
    // A finding begins with its code.
    let (message, end) = (error.to_string(), format!(" ({})", code.id));
    let message = message.strip_suffix(&end).unwrap_or(&message).to_owned();
    finding(code, message, code.help, Location::default())
}

const OTHER_FILE: &str = "exclude the file with --exclude, or all such files with --skip-unknown";

/// A file without any readable record: it is not JSON, or its format is unknown.
#[must_use]
pub fn of_trouble(trouble: &Trouble) -> Diagnostic {
    let (code, help, location) = match trouble {
        Trouble::Json(error, location) => {
            let refused = Refused::json(error);
            (refused.code(), refused.help(), location.clone())
        }
        Trouble::Text(_) => (&syntax::NOT_JSON, OTHER_FILE, Location::default()),
        Trouble::Unknown { .. } | Trouble::Foreign(_) | Trouble::SeveralPlaces(_) | Trouble::OneMessageEach(_) => {
            (&shape::NOT_A_CONVERSATION, OTHER_FILE, Location::default())
        }
    };
    finding(code, trouble.to_string(), help, location)
}

/// The number of lines at the beginning of a file, of which at least one must be JSON.
const FIRST_LINES: usize = 10;

/// The first ten lines of a JSON Lines file are all not JSON: one finding is better than one per line.
#[must_use]
pub fn of_lines(input: &Input) -> Option<Diagnostic> {
    let is_told = input.nesting.is_some() || input.source.is_lines();
    if !matches!(input.framing, Framing::Lines | Framing::Messages) || is_told {
        return None;
    }
    let head = input.source.head();
    let mut tape = Tape::with_max_depth(input.limits.depth);
    let mut first: Option<(usize, JsonError)> = None;
    let (mut count, mut start) = (0, 0);
    for line in head.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let text = line.trim();
        if !text.is_empty() {
            let error = tape.parse(line.trim_end()).err()?;
            first.get_or_insert((start + error.offset, error));
            count += 1;
        }
        start += line.len();
        if count == FIRST_LINES {
            break;
        }
    }
    let (offset, error) = first.filter(|_| count == FIRST_LINES)?;
    let (line, column) = line_and_column(head.as_bytes(), offset);
    let message = format!("the first {FIRST_LINES} lines are not JSON: {error}");
    let location = Location { line, column, offset: offset as u64, pointer: String::new() };
    let code = syntax::code_of(error.problem);
    Some(finding(code, message, code.help, location))
}

/// A file with fewer records than the target's service requires.
pub(super) fn of_few(records: u64, options: &ValidateOptions) -> Option<Diagnostic> {
    let (format, dialect) = options.target?;
    let least = dialect?.least_records;
    let name = format.name;
    let message = format!("the file has {records} examples; fine-tuning of {name} starts with {least}");
    let mut found = finding(FEW_EXAMPLES.code, message, FEW_EXAMPLES.code.help, Location::default());
    found.severity = FEW_EXAMPLES.code.severity;
    // A single record is probably an example, and not a training file.
    (records > 1 && records < least && options.wants(FEW_EXAMPLES.code)).then_some(found)
}

/// Reports the problems of a folder other than those of its sessions.
pub(super) fn of_folder(
    faults: &[FolderFault],
    options: &ValidateOptions,
    outcome: &mut Outcome,
    note: &mut (dyn FnMut(Findings) -> Flow + Send),
) -> Flow {
    let mut diagnostics: Vec<_> = faults.iter().filter_map(|fault| fault.finding.clone()).collect();
    diagnostics.retain(|diagnostic| options.wants(diagnostic.code));
    for diagnostic in &mut diagnostics {
        if options.is_strict && diagnostic.severity == Severity::Warning {
            diagnostic.severity = Severity::Error;
        }
        outcome.report.keep(diagnostic.clone());
    }
    note(Findings { first: 0, records: 0, diagnostics, goes_on: false })
}
