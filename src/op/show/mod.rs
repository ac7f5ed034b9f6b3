//! `show`: conversations as people read them.

mod findings;
mod make_view;
mod media_view;
mod only;
mod sequences;
mod view;

pub use findings::FindingView;
use findings::RecordChecker;
pub use media_view::{MediaView, ShownMedia};
pub use only::ShowOnly;
pub use view::{BranchView, CallView, ConversationView, MessageView, PartView, ResultView, SpeakerKind};

use super::branch_tree::shown_branches;
use super::input::Input;
use super::outcome::{OnError, Outcome, count_format};
use super::read::{RawRecord, RawRecords, Unreadable};
use super::select_branch::{BranchChoice, Branches, chosen, selected};
use super::validate::ValidateOptions;
use crate::format::Format;
use crate::model::Conversation;
use crate::report::{Refused, Report};
use crate::stream::{Flow, Progress, RecordPlace, RecordPlaces};

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

/// What is told during a run.
pub struct ShowEnds<'e> {
    /// How far it is.
    pub progress: &'e dyn Progress,
    /// Takes conversations.
    pub show: &'e mut dyn FnMut(&ConversationView) -> Flow,
}

/// Shows each conversation of an input, in order; a conversation of which several branches are chosen comes
/// several times. One record is held at a time.
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
    let mut outcome = Outcome::of_input(&input);
    let checks = ValidateOptions::default();
    let mut checker = options.has_findings.then(|| RecordChecker::new(&input, &checks));
    let mut records = RawRecords::new(input);
    if let Some(start) = search.start {
        records = records.starting_at(start);
    }
    while let Some(record) = records.next_record() {
        // With the line end.
        progress.advance(record.as_ref().map_or(0, |record| record.bytes.len() as u64 + 1), 1);
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
            let mut views = if options.branches.branches == Branches::Tree {
                vec![make_view::tree_view(format, &conversation, &record, &options.media)]
            } else {
                let whole =
                    |refused: Refused| super::read::refused(&refused, &record.bytes, &record.start, record.number);
                each_branch(format, &conversation, &record, options).map_err(whole)?
            };
            if let Some(found) = &found {
                for view in &mut views {
                    findings::put(view, found, &conversation);
                }
            }
            views.retain_mut(|view| view.keep(options));
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

/// A view for each branch that was chosen.
fn each_branch(
    format: &'static Format,
    conversation: &Conversation<'_>,
    record: &RawRecord,
    options: &ShowOptions,
) -> Result<Vec<ConversationView>, Refused> {
    let view = |conversation: &Conversation<'_>| make_view::view_of(format, conversation, record, &options.media);
    let places = chosen(&options.branches, conversation, false)?;
    let about = shown_branches(conversation);
    let shown = places.as_ref().map_or(1, Vec::len);
    let mut views = match places {
        None => vec![ConversationView { main: about.first().cloned(), ..view(conversation) }],
        Some(places) => {
            let one = |place: &usize| {
                let own = selected(conversation, *place, (&places, false), &mut Report::keeping(0));
                ConversationView { main: about.get(*place).cloned(), ..view(&own) }
            };
            places.iter().map(one).collect()
        }
    };
    for view in &mut views {
        view.other_branches = about.len().saturating_sub(shown);
        view.main = view.main.take().filter(|_| about.len() > 1);
    }
    if options.branches.has_sidechains {
        let sidechains = conversation.sidechains.iter().flat_map(|it| &it.conversations);
        views.extend(sidechains.map(|(_, sidechain)| view(sidechain)));
    }
    Ok(views)
}
