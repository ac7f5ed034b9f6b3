//! `show`: displays conversations for people.

mod findings;
mod make_view;
mod media_view;
mod only;
mod sequences;
mod view;

pub use findings::FindingView;
use findings::{PlacedFindings, RecordChecker};
pub use media_view::{MediaView, ShownMedia};
pub use only::ShowOnly;
pub use view::{
    AboutConversation, BranchView, CallView, ConversationView, MessageView, PartView, ResultView, SpeakerKind,
};

use super::branch_tree::shown_branches;
use super::input::Input;
use super::outcome::{OnError, Outcome, count_format};
use super::read::{RawRecord, RawRecords, Unreadable};
use super::select_branch::{BranchChoice, Branches, ChosenBranch, chosen, selected};
use super::validate::ValidateOptions;
use crate::format::Format;
use crate::model::Conversation;
use crate::report::{Refused, Report, session};
use crate::stream::{Flow, Progress, RecordPlace, RecordPlaces};

/// The displayed part of the input.
#[derive(Clone, Debug, Default)]
pub struct ShowOptions {
    /// The branches of each conversation.
    pub branches: BranchChoice,
    /// Only these records.
    pub records: Option<RecordRange>,
    /// The maximum number of records.
    pub most: Option<u64>,
    /// Only messages with this text; smart case: case matters only if the text has a capital letter.
    pub grep: Option<String>,
    /// Only these messages and parts. Empty: all.
    pub only: Vec<ShowOnly>,
    /// The findings of `validate` are displayed at their places.
    pub has_findings: bool,
    /// The options for the display of media files.
    pub media: ShownMedia,
}

/// The numbers of records, including the first and the last; they count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordRange {
    /// The first one.
    pub first: u64,
    /// The last one.
    pub last: u64,
}

/// The places of records.
#[derive(Debug)]
pub struct RecordSearch<'p> {
    /// The record at which the source of the input was started, if that is not the first one.
    pub start: Option<RecordPlace>,
    /// Receives the places of records that are read.
    pub places: &'p mut RecordPlaces,
    /// The number of the last record that was read.
    pub last: u64,
}

/// Receives the pieces of conversations.
type ShowPiece<'s> = &'s mut dyn FnMut(ConversationView) -> Flow;

/// The receivers of reports during a run.
pub struct ShowEnds<'e> {
    /// Receives the progress.
    pub progress: &'e dyn Progress,
    /// Receives conversations; those with many messages come in several pieces.
    pub show: &'e mut dyn FnMut(&ConversationView) -> Flow,
}

/// Calls the receiver with each conversation of an input, in order; a conversation comes once for each selected branch.
/// Memory contains one record, and the view of some of its messages.
///
/// # Errors
/// Reading failed, or a record is invalid and `on_error` is [`OnError::Stop`].
pub fn run(
    input: Input,
    options: &ShowOptions,
    on_error: OnError,
    search: &mut RecordSearch<'_>,
    ends: ShowEnds<'_>,
) -> Result<Outcome, Unreadable> {
    let ShowEnds { progress, show } = ends;
    let mut outcome = input.outcome();
    let checks = ValidateOptions::default();
    let mut checker = options.has_findings.then(|| RecordChecker::new(&input, &checks));
    let mut records = RawRecords::new(input);
    if let Some(start) = search.start {
        records = records.starting_at(start);
    }
    while let Some(record) = records.next_record() {
        // Includes the line end.
        progress.advance(record.as_ref().map_or(0, |record| record.bytes.len() as u64 + 1), 1);
        if let (Ok(record), Some(wanted)) = (&record, options.records) {
            let (number, start) = (record.number, record.start);
            search.last = number + 1;
            search.places.add(RecordPlace { number, offset: start.offset, line: start.line });
            if search.last < wanted.first {
                continue;
            }
            if search.last > wanted.last {
                break;
            }
        }
        if let Ok(record) = &record
            && options.records.is_none()
            && record.is_error_object()
        {
            outcome.failed.add_error_line();
            continue;
        }
        if options.most.is_some_and(|most| outcome.records_in >= most) {
            break;
        }
        outcome.records_in += 1;
        let flow = record.and_then(|record| {
            let (format, conversation, _) = records.read_whole(&record, &mut outcome.report)?;
            count_format(&mut outcome.formats, format.name, 1);
            let found = checker.as_mut().map(|checker| PlacedFindings::new(&checker.check(&record), &conversation));
            let mut is_continued = false;
            let mut piece = |mut view: ConversationView| {
                is_continued &= view.is_continued;
                if let Some(found) = &found {
                    found.put(&mut view);
                }
                if !view.keep(options) {
                    return Flow::Continue;
                }
                // If the first messages of a conversation are hidden, others come first.
                view.is_continued = is_continued;
                is_continued = true;
                show(&view)
            };
            if options.branches.branches == Branches::Tree {
                return Ok(make_view::tree_view(format, &conversation, &record, &options.media, &mut piece));
            }
            let whole = |refused: Refused| super::read::refused(&refused, &record.bytes, &record.start, record.number);
            each_branch(format, &conversation, &record, options, &mut piece).map_err(whole)
        });
        match flow {
            Ok(Flow::Continue) => {}
            Ok(Flow::Stop) => break,
            Err(Unreadable::Record(found)) if found.0.code.id == session::ROW_WITHOUT_REQUEST.id => {}
            Err(Unreadable::Record(found)) if on_error != OnError::Stop => outcome.failed.add(found.0.code),
            Err(error) => return Err(error),
        }
    }
    Ok(outcome)
}

/// Displays each selected branch.
fn each_branch(
    format: &'static Format,
    conversation: &Conversation<'_>,
    record: &RawRecord,
    options: &ShowOptions,
    show: ShowPiece<'_>,
) -> Result<Flow, Refused> {
    let places = chosen(&options.branches, conversation, false)?;
    let about = shown_branches(conversation);
    let other_branches = about.len().saturating_sub(places.as_ref().map_or(1, Vec::len));
    let mut branch = |conversation: &Conversation<'_>, place: usize| {
        let main = about.get(place).filter(|_| about.len() > 1).cloned();
        let head = ConversationView { other_branches, main, ..make_view::head(format, conversation, record) };
        make_view::each_piece(&head, conversation, &options.media, show)
    };
    let mut flow = Flow::Continue;
    match &places {
        None => flow = branch(conversation, 0),
        Some(places) => {
            for place in places {
                let own = selected(
                    conversation,
                    ChosenBranch { index: *place, written: places, is_effective: false },
                    &mut Report::keeping(0),
                );
                flow = branch(&own, *place);
                if flow == Flow::Stop {
                    break;
                }
            }
        }
    }
    let sidechains = conversation.sidechains.iter().flat_map(|it| &it.conversations);
    for (_, sidechain) in sidechains.filter(|_| options.branches.has_sidechains) {
        if flow == Flow::Stop {
            break;
        }
        let head = make_view::head(format, sidechain, record);
        flow = make_view::each_piece(&head, sidechain, &options.media, show);
    }
    Ok(flow)
}
