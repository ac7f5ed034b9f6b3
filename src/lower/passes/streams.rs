//! Records that are streams of events: what is written of them, and the ids of their run.

use crate::json::Text;
use crate::lower::context::Lowering;
use crate::lower::outline::{LogShape, Outline, RunIds};
use crate::model::{Extra, Slot};
use crate::report::loss;

impl<'c> Lowering<'c, '_> {
    /// The outline of a record of events that becomes rows of the same events. `None`: it is something else.
    pub(super) fn source_rows(&mut self) -> Option<Outline<'c>> {
        let stream = self.policy.stream.filter(|_| self.options.log == LogShape::Rows)?;
        let conversation = self.conversation;
        if conversation.origin != self.policy.name || !(stream.is_unchanged)(conversation) {
            return None;
        }
        let is_kept = |extra: &Extra<'_>| stream.row_keys.iter().any(|key| extra.key.is(key));
        let around = conversation.extras.in_slot(self.policy.name, Slot::Envelope).filter(|extra| !is_kept(extra));
        for extra in around.filter(|extra| !extra.is_note && !extra.value.is_null()) {
            self.report.drop_field(extra.at, &extra.key);
        }
        Some(Outline { is_source: true, ..self.outline() })
    }

    /// The run that is written around the messages, unless an event starts one. Ids that are missing are made up.
    pub(super) fn run(&mut self, fields: &[&'c Extra<'c>]) -> Option<RunIds<'c>> {
        let stream = self.policy.stream?;
        if fields.iter().any(|extra| extra.slot == Slot::Event && extra.key.is(stream.start)) {
            return None;
        }
        let conversation = self.conversation;
        let own = fields.iter().find(|extra| extra.key.is(stream.run_id));
        let own = own.and_then(|extra| extra.value.as_str().strip_prefix('"')?.strip_suffix('"')).map(Text::Token);
        let what = match (&conversation.id, &own) {
            (None, None) => Some("the ids of thread and run are"),
            (None, Some(_)) => Some("the id of the thread is"),
            (Some(_), None) => Some("the id of the run is"),
            (Some(_), Some(_)) => None,
        };
        if let Some(what) = what {
            let at = conversation.messages.first().map_or(conversation.id_at, |message| message.at);
            self.report.add(&loss::MADE_THREAD_ID, at, || format!("{what} made up"));
        }
        let thread = conversation.id.as_ref().map_or_else(|| Text::owned(self.ids.thread()), Text::borrow);
        Some(RunIds { thread, id: own.unwrap_or_else(|| Text::owned(self.ids.run())) })
    }
}
