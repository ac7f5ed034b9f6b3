//! Records that become rows of the same events, and the ids of the run that is written around messages.

use super::NAME;
use super::source::{is_unchanged, rows};
use crate::json::Text;
use crate::lower::{LogShape, Outline, OwnContext, RunIds};
use crate::model::{Extra, Slot};
use crate::report::loss;

/// Fields around the events of a run that rows have a place for.
const ROW_KEYS: &[&str] = &["run_id", "parent_run"];

/// True for a record of events that becomes rows of the same events.
pub(super) fn keep_rows(context: &mut OwnContext<'_, '_>) -> bool {
    let conversation = context.conversation;
    if context.options.log != LogShape::Rows || conversation.origin != NAME || !is_unchanged(conversation) {
        return false;
    }
    // Rows of the source keep all their columns.
    if rows(conversation).is_some() {
        return true;
    }
    let is_kept = |extra: &Extra<'_>| ROW_KEYS.iter().any(|key| extra.key.is(key));
    let around = conversation.extras.in_slot(NAME, Slot::Envelope).filter(|extra| !is_kept(extra));
    for extra in around.filter(|extra| !extra.is_note && !extra.value.is_null()) {
        context.report.drop_field(extra.at, &extra.key);
    }
    true
}

/// The run that is written around the messages, unless an event starts one. Ids that are missing are generated.
pub(super) fn run<'c>(context: &mut OwnContext<'c, '_>, outline: &Outline<'c>) -> Option<RunIds<'c>> {
    let fields = &outline.record.fields;
    if outline.is_list || fields.iter().any(|extra| extra.slot == Slot::Event && extra.key.is("RUN_STARTED")) {
        return None;
    }
    let conversation = context.conversation;
    let own = fields.iter().find(|extra| extra.key.is("runId"));
    let own = own.and_then(|extra| extra.value.as_str().strip_prefix('"')?.strip_suffix('"')).map(Text::Token);
    let what = match (&conversation.id, &own) {
        (None, None) => Some("the ids of thread and run are"),
        (None, Some(_)) => Some("the id of the thread is"),
        (Some(_), None) => Some("the id of the run is"),
        (Some(_), Some(_)) => None,
    };
    if let Some(what) = what {
        let at = conversation.messages.first().map_or(conversation.id_at, |message| message.at);
        context.report.add(&loss::MADE_THREAD_ID, at, || format!("{what} generated"));
    }
    let thread = conversation.id.as_ref().map_or_else(|| Text::owned(context.ids.thread()), Text::borrow);
    Some(RunIds { thread, id: own.unwrap_or_else(|| Text::owned(context.ids.run())) })
}
