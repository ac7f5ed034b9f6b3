//! The reason for exit code 1 or 2, printed as the last line of standard error.

use std::sync::{Mutex, PoisonError};

use super::exit::Exit;
use super::max_errors::MaxErrors;
use super::print::text;
use super::terminal::{Terminal, clean, line};

/// The reason why an input does not end with exit code 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VerdictKind {
    WouldChange,
    Failed,
}

/// The inputs of a run that do not end with exit code 0, with the reasons.
#[derive(Debug, Default)]
pub(super) struct Verdicts(Mutex<VerdictList>);

#[derive(Debug, Default)]
struct VerdictList {
    inputs: u64,
    /// For one input: the lines that are printed at the end.
    messages: Vec<(VerdictKind, String)>,
    /// For several inputs: their names.
    names: Vec<(VerdictKind, String)>,
    /// Options without effect and other things that have been reported.
    idle: Vec<&'static str>,
    /// The records of all inputs so far, for `--max-errors`.
    counts: FailureCounts,
}

/// The records of the inputs so far.
#[derive(Clone, Copy, Debug, Default)]
struct FailureCounts {
    records: u64,
    failed: u64,
    /// A percentage that is checked after the last input.
    share: Option<MaxErrors>,
}

/// The maximum number of names in the last line.
const MOST_NAMES: usize = 5;

impl Verdicts {
    fn with<R>(&self, change: impl FnOnce(&mut VerdictList) -> R) -> R {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn add_new(list: &mut Vec<&'static str>, item: &'static str) -> bool {
    let is_new = !list.contains(&item);
    list.extend(is_new.then_some(item));
    is_new
}

impl Terminal {
    /// Sets the number of inputs. With several inputs, the problems of each are printed at once.
    pub(crate) fn expect_inputs(&self, count: usize) {
        self.verdicts.with(|state| state.inputs = count as u64);
    }

    /// Warns once about an option of the command line that has no effect in this run.
    pub(crate) fn no_effect(&self, id: &'static str, is_idle: bool, why: &str) {
        if is_idle && self.is_given(id) && self.verdicts.with(|state| add_new(&mut state.idle, id)) {
            self.warning(&format!("--{} has no effect {why}", id.replace('_', "-")));
        }
    }

    /// Prints a note about this, unless there was one. `message` is called only if its result is printed.
    pub(crate) fn note_once(&self, about: &'static str, message: impl FnOnce() -> Option<String>) {
        let is_printed = !self.is_quiet && self.verdicts.with(|state| !state.idle.contains(&about));
        if let Some(message) = is_printed.then(message).flatten()
            && self.verdicts.with(|state| add_new(&mut state.idle, about))
        {
            self.note(&message);
        }
    }

    /// Adds the records of an input. Returns the number of all failed records, if it exceeds the limit. A percentage of
    /// several inputs is checked by [`Terminal::judge_shares`], after the last one.
    pub(crate) fn add_records(&self, failed: u64, records: u64, limit: Option<MaxErrors>) -> Option<u64> {
        self.verdicts.with(|state| {
            state.counts.records += records;
            state.counts.failed += failed;
            let limit = limit?;
            if matches!(limit, MaxErrors::Percent(_)) && state.inputs > 1 {
                state.counts.share = Some(limit);
                return None;
            }
            let FailureCounts { records, failed: all, .. } = state.counts;
            (failed > 0 && limit.is_beyond(all, records)).then_some(all)
        })
    }

    /// After the last input: checks whether too large a share of all records failed.
    pub(crate) fn judge_shares(&self) -> Exit {
        let counts = self.verdicts.with(|state| std::mem::take(&mut state.counts));
        let FailureCounts { records, failed, share: Some(limit) } = counts else { return Exit::Done };
        if !limit.is_beyond(failed, records) {
            return Exit::Done;
        }
        let (exceed, all) = (if failed == 1 { "exceeds" } else { "exceed" }, text::number(records));
        let many = text::count(failed, "failed record");
        self.conclude_with(&format!("{many} of {all} in all inputs {exceed} --max-errors {limit}"));
        Exit::No
    }

    /// Records that an input failed, which ends the run with exit code 1 or 2.
    pub(crate) fn failed(&self, input: &str, message: &str) {
        if self.add(VerdictKind::Failed, input, message) {
            self.error(message);
        }
    }

    /// The number of records that `--check` would change in an input.
    pub(crate) fn would_change(&self, input: &str) {
        let message = format!("{input} would change");
        if self.add(VerdictKind::WouldChange, input, &message) {
            self.note(&message);
        }
    }

    /// Records a message about all inputs together, which ends the run with exit code 1 or 2.
    pub(crate) fn conclude_with(&self, message: &str) {
        self.verdicts.with(|state| state.messages.push((VerdictKind::Failed, message.to_owned())));
    }

    /// Adds a message. Returns true if it should be printed at once.
    fn add(&self, kind: VerdictKind, input: &str, message: &str) -> bool {
        self.verdicts.with(|state| {
            if state.inputs <= 1 {
                state.messages.push((kind, message.to_owned()));
                return false;
            }
            if !state.names.iter().any(|(_, known)| known == input) {
                state.names.push((kind, input.to_owned()));
            }
            true
        })
    }

    /// Prints the last lines of a run, after everything else.
    pub(crate) fn conclude(&self) {
        let VerdictList { inputs, messages, names, .. } = self.verdicts.with(std::mem::take);
        for (kind, end) in [(VerdictKind::WouldChange, "would change"), (VerdictKind::Failed, "failed")] {
            let names: Vec<_> = names.iter().filter(|(of, _)| *of == kind).map(|(_, name)| name.as_str()).collect();
            if !names.is_empty() {
                let shown = names.get(..MOST_NAMES).unwrap_or(&names);
                let rest = names.len() - shown.len();
                let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
                let of = text::count(inputs, "input");
                self.verdict(kind, &format!("{} of {of} {end}: {}{more}", names.len(), shown.join(", ")));
            }
        }
        for (kind, message) in &messages {
            self.verdict(*kind, message);
        }
    }

    fn verdict(&self, kind: VerdictKind, message: &str) {
        match kind {
            VerdictKind::WouldChange => line(&format!("turnwise: {}", clean(message))),
            VerdictKind::Failed => self.error(message),
        }
    }
}
