//! `show`: conversations as people read them.

mod findings;
mod make_view;
mod media_view;
mod only;
mod view;

pub use findings::FindingView;
use findings::RecordChecker;
pub use media_view::{MediaView, ShownMedia};
pub use only::ShowOnly;
pub use view::{CallView, ConversationView, MessageView, PartView, ResultView, SpeakerKind};

use super::input::Input;
use super::outcome::{OnError, Outcome, count_format};
use super::read::{RawRecords, Unreadable};
use super::select_branch::{BranchChoice, chosen, select};
use super::validate::ValidateOptions;
use crate::report::{Refused, Report};
use crate::stream::{Flow, RecordPlace, RecordPlaces};

/// What is shown.
#[derive(Clone, Debug, Default)]
pub struct ShowOptions {
    /// The branches of each conversation.
    pub branches: BranchChoice,
    /// Only this record; the first one is 1.
    pub record: Option<u64>,
    /// Only so many records.
    pub most: Option<u64>,
    /// Only messages with this text. Case matters if it has a capital letter.
    pub grep: Option<String>,
    /// Only these messages and parts. Empty: all.
    pub only: Vec<ShowOnly>,
    /// The findings of `validate` are shown in their places.
    pub has_findings: bool,
    /// What is shown of media files.
    pub media: ShownMedia,
}

/// Where records are.
#[derive(Debug)]
pub struct RecordSearch<'p> {
    /// The record at which the source of the input was started, if that is not the first one.
    pub start: Option<RecordPlace>,
    /// Takes places of records that are read.
    pub places: &'p mut RecordPlaces,
}

/// Calls `show` for each conversation of an input, in order; a conversation of which several branches are chosen comes
/// several times. One record is held at a time.
///
/// # Errors
/// Reading failed, or a record is invalid and `on_error` is [`OnError::Stop`].
pub fn run(
    input: Input,
    options: &ShowOptions,
    on_error: OnError,
    search: &mut RecordSearch<'_>,
    show: &mut dyn FnMut(&ConversationView) -> Flow,
) -> Result<Outcome, Unreadable> {
    let mut outcome = Outcome { report: Report::keeping(0), ..Outcome::default() };
    let checks = ValidateOptions::default();
    let mut checker = options.has_findings.then(|| RecordChecker::new(&input, &checks));
    let mut records = RawRecords::new(input);
    if let Some(start) = search.start {
        records = records.starting_at(start);
    }
    while let Some(record) = records.next_record() {
        if let (Ok(record), Some(wanted)) = (&record, options.record) {
            let (number, start) = (record.number, record.start);
            search.places.add(RecordPlace { number, offset: start.offset, line: start.line });
            if record.number + 1 < wanted {
                continue;
            }
            if record.number + 1 > wanted {
                break;
            }
        }
        if options.most.is_some_and(|most| outcome.records_in >= most) {
            break;
        }
        outcome.records_in += 1;
        let views = record.and_then(|record| {
            let (format, conversation, _) = records.read_whole(&record, &mut outcome.report)?;
            count_format(&mut outcome.formats, format.name, 1);
            let found = checker.as_mut().map(|checker| checker.check(&record));
            let whole = |refused: &Refused| super::read::refused(refused, &record.bytes, &record.start, record.number);
            let places = chosen(&options.branches, &conversation, false).map_err(|why| whole(&why))?;
            let mut views = Vec::new();
            for place in places.as_deref().map_or(vec![None], |places| places.iter().copied().map(Some).collect()) {
                let mut one = conversation.clone();
                if let Some(place) = place {
                    select(&mut one, place, (places.as_deref().unwrap_or_default(), false), &mut Report::keeping(0));
                }
                let mut view = make_view::view_of(format, &one, &record, &options.media);
                if let Some(found) = &found {
                    findings::put(&mut view, found, &one, &conversation);
                }
                view.other_branches = conversation.branches.len().saturating_sub(1);
                if view.keep(options) {
                    views.push(view);
                }
            }
            Ok(views)
        });
        match views {
            Ok(views) => {
                if views.iter().any(|view| show(view) == Flow::Stop) {
                    break;
                }
            }
            Err(Unreadable::Record(found)) if on_error != OnError::Stop => outcome.failed.add(found.0.code),
            Err(error) => return Err(error),
        }
    }
    Ok(outcome)
}
