//! Replays a log event by event, each thread separately.

use std::collections::HashMap;

use super::{LogReplayOptions, ReplayOut, no_thread};
use crate::events::{Event, Replay, ReplayOptions, RunCollector};
use crate::json::Text;
use crate::op::events::{EventFailure, EventVisitor, Steps, stop_beyond};
use crate::report::Report;

/// A thread, and the result of its events so far.
#[derive(Debug)]
struct ReplayedThread {
    name: Option<String>,
    replay: Replay,
}

/// The threads of a log, in the order of their first events.
pub(super) struct Threads<'o, 'e> {
    options: &'o LogReplayOptions,
    pub(super) out: ReplayOut<'o, 'e>,
    replay: ReplayOptions,
    steps: Steps,
    runs: RunCollector,
    all: Vec<ReplayedThread>,
    by_name: HashMap<Option<String>, usize>,
    /// The run of the last event, and the index of its thread.
    run: Option<usize>,
    thread: usize,
}

impl<'o, 'e> Threads<'o, 'e> {
    pub(super) fn new(options: &'o LogReplayOptions, replay: ReplayOptions, out: ReplayOut<'o, 'e>) -> Self {
        Self {
            options,
            out,
            steps: Steps::new(replay.limits.depth).lenient(options.is_lenient),
            all: vec![ReplayedThread { name: None, replay: Replay::new(&replay) }],
            replay,
            runs: RunCollector::default(),
            by_name: HashMap::new(),
            run: None,
            thread: 0,
        }
    }

    /// Switches to the thread of a run. Everything before the first run belongs to its thread.
    fn enter(&mut self, run: Option<usize>) {
        if run == self.run {
            return;
        }
        let is_first = self.run.is_none();
        self.run = run;
        let name = run.and_then(|run| self.runs.all().get(run)).and_then(|run| run.thread.clone());
        let next = if is_first { 0 } else { self.all.len() };
        self.thread = *self.by_name.entry(name.clone()).or_insert(next);
        if let Some(thread) = self.all.get_mut(self.thread) {
            thread.name = name;
        } else {
            self.all.push(ReplayedThread { name, replay: Replay::new(&self.replay) });
        }
    }

    fn is_wanted(&self, name: Option<&String>) -> bool {
        let wanted = self.options.thread.as_ref();
        wanted.is_none_or(|wanted| name.is_some_and(|name| Text::Token(name).is(wanted)))
    }

    /// Prints each thread. Returns their number.
    pub(super) fn finish(&mut self) -> Result<u64, EventFailure> {
        let wanted: Vec<_> = self.all.iter().filter(|thread| self.is_wanted(thread.name.as_ref())).collect();
        if let (Some(name), true) = (&self.options.thread, wanted.is_empty()) {
            return Err(no_thread(name));
        }
        let is_alone = self.all.len() == 1;
        for thread in &wanted {
            self.out.result(thread.name.as_deref().filter(|_| !is_alone), &thread.replay)?;
        }
        Ok(wanted.len() as u64)
    }
}

impl EventVisitor for Threads<'_, '_> {
    fn event(&mut self, event: Event<'_, '_>, report: &mut Report) -> Result<(), EventFailure> {
        let number = report.record() + 1;
        if self.options.until.is_some_and(|until| number > until) {
            return Ok(());
        }
        let run = self.runs.event(&event);
        self.enter(run);
        let Self { all, steps, thread, .. } = self;
        let Some(current) = all.get_mut(*thread) else { return Ok(()) };
        steps.step(event, report, &mut |event, report| current.replay.event(event, report));
        stop_beyond(current.replay.beyond())?;
        if let Some(current) =
            self.all.get(self.thread).filter(|it| self.options.steps && self.is_wanted(it.name.as_ref()))
        {
            self.out.step(number, &event, &current.replay)?;
        }
        Ok(())
    }
}
