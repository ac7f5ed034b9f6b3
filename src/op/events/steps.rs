//! Steps before replaying: older shapes are converted to current ones, and chunks are expanded.

use crate::events::legacy::LegacyChange;
use crate::events::{Event, EventType, Expand, Upgrade, codes, lenient};
use crate::json::{At, Tape};
use crate::report::{Report, Severity};

/// Converts events to the shape that replaying needs.
#[derive(Debug)]
pub(in crate::op) struct Steps {
    upgrade: Upgrade,
    expand: Expand,
    tape: Tape,
    made: Tape,
    is_lenient: bool,
    expands: bool,
}

impl Steps {
    pub(in crate::op) fn new(depth: usize) -> Self {
        let deeper = depth.saturating_add(8);
        Self {
            upgrade: Upgrade::default(),
            expand: Expand::default(),
            tape: Tape::with_max_depth(deeper),
            made: Tape::with_max_depth(deeper),
            is_lenient: false,
            expands: true,
        }
    }

    /// Also reads the shorthand of guides.
    pub(in crate::op) fn lenient(mut self, is_lenient: bool) -> Self {
        self.is_lenient = is_lenient;
        self
    }

    /// Leaves chunks and older shapes unchanged, unless requested otherwise.
    pub(in crate::op) fn expanding(mut self, expands: bool) -> Self {
        self.expands = expands;
        self
    }

    /// Calls `each` with the events that stand for this one. Their diagnostics refer to the place of this one.
    pub(in crate::op) fn step(
        &mut self,
        event: Event<'_, '_>,
        report: &mut Report,
        each: &mut dyn FnMut(&Event<'_, '_>, &mut Report),
    ) {
        let node = event.node;
        if let Some(text) = Some(&event).filter(|_| self.is_lenient).and_then(lenient) {
            let mut own = Report::keeping(20);
            let mut tape = Tape::with_max_depth(usize::MAX);
            self.is_lenient = false;
            if let Ok(root) = tape.parse(&text) {
                self.step(Event::of(root).in_row(event.row), &mut own, each);
            }
            self.is_lenient = true;
            own.drain().for_each(|it| report.add_as(it.code, it.severity, node.at(), || it.message.clone()));
            return;
        }
        let mut unheard = |_: LegacyChange, _: At| ();
        if !self.expands {
            each(&event, report);
            return;
        }
        let is_plain = !event.kind.is_removed() && !event.kind.is_chunk();
        if is_plain && !may_be_old(&event) && !self.expand.is_open() {
            each(&event, report);
            return;
        }
        let today = self.upgrade.step(event, &mut unheard);
        let root = if today == node.raw() { Ok(node) } else { self.tape.parse(&today) };
        let Ok(root) = root else { return };
        let mut own = Report::keeping(20);
        let (made, row) = (&mut self.made, event.row);
        let fault = self.expand.step(Event::of(root), &mut |text| {
            if let Ok(root) = made.parse(text) {
                each(&Event::of(root).in_row(row), &mut own);
            }
        });
        if let Err(fault) = fault {
            report.add(&codes::NO_TARGET, node.at(), || format!("a chunk cannot be written out: {}", fault.message));
        }
        for diagnostic in own.drain() {
            let is_worse = diagnostic.severity > Severity::Note;
            let severity = if is_worse { diagnostic.severity } else { Severity::Note };
            report.add_as(diagnostic.code, severity, node.at(), || diagnostic.message.clone());
        }
    }
}

/// True if an event may contain a part with an older shape.
fn may_be_old(event: &Event<'_, '_>) -> bool {
    let is_null = |key: &str| event.get(key).is_some_and(|value| value.is_null());
    matches!(event.kind, EventType::MessagesSnapshot | EventType::RunStarted | EventType::RunFinished)
        || (event.kind == EventType::ToolCallStart && is_null("parentMessageId"))
        || (event.kind == EventType::SubagentFinished && is_null("result"))
}
