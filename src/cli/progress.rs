//! Progress bars on a terminal, or occasional lines in a log.

use std::io::IsTerminal as _;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use turnwise::stream::Progress;

use super::args::When;
use super::print::text;
use super::terminal;

/// Shorter work shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);
/// The interval of lines in a log.
const LOG: Duration = Duration::from_secs(10);

/// Shows the progress of one input.
pub(crate) enum ProgressDisplay {
    Nothing,
    Bar { bar: ProgressBar, start: Instant, state: Mutex<BarState> },
    Log { start: Instant, lines: Mutex<LogLines> },
}

impl ProgressDisplay {
    pub(crate) fn new(when: When, is_quiet: bool, name: &str, size: Option<u64>) -> Self {
        // Standard error is the same for all inputs.
        static IS_TERMINAL: OnceLock<bool> = OnceLock::new();
        let is_terminal = *IS_TERMINAL.get_or_init(|| std::io::stderr().is_terminal());
        match (when, is_terminal) {
            (When::Never, _) | (When::Auto, false) => Self::Nothing,
            (When::Auto, true) if is_quiet => Self::Nothing,
            (_, true) => {
                let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden());
                let template = if size.is_some() {
                    "{prefix} {bar:14} {bytes}/{total_bytes} {bytes_per_sec} {eta} left"
                } else {
                    "{prefix} {spinner} {bytes} {bytes_per_sec}"
                };
                if let Ok(style) = ProgressStyle::with_template(template) {
                    bar.set_style(style);
                }
                bar.set_prefix(short(name));
                Self::Bar { bar, start: Instant::now(), state: Mutex::new(BarState::Waiting) }
            }
            (When::Always, false) => {
                let lines =
                    LogLines { name: terminal::clean(name).into_owned(), size, bytes: 0, records: 0, next: LOG };
                Self::Log { start: Instant::now(), lines: Mutex::new(lines) }
            }
        }
    }

    /// Removes a bar from the terminal permanently, because other output follows there.
    pub(crate) fn end(&self) {
        if let Self::Bar { bar, state, .. } = self
            && let Ok(mut state) = state.lock()
            && *state != BarState::Ended
        {
            bar.finish_and_clear();
            bar.set_draw_target(ProgressDrawTarget::hidden());
            *state = BarState::Ended;
        }
    }
}

/// Whether a bar is on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BarState {
    /// Not yet: the work may be short.
    Waiting,
    Shown,
    /// No longer.
    Ended,
}

/// The lines of one input in a log: one every ten seconds, as long as there is progress.
pub(crate) struct LogLines {
    name: String,
    /// The size of the input in bytes, if it is known.
    size: Option<u64>,
    bytes: u64,
    records: u64,
    /// The time from the start after which the next line is due.
    next: Duration,
}

impl LogLines {
    /// Records progress after this time since the start; returns the line, if one is due.
    fn add(&mut self, bytes: u64, records: u64, elapsed: Duration) -> Option<String> {
        self.bytes += bytes;
        self.records += records;
        if elapsed < self.next {
            return None;
        }
        self.next = elapsed + LOG;
        let share = self.size.filter(|size| *size > 0).map(|size| (self.bytes.saturating_mul(100) / size).min(100));
        let share = share.map_or_else(String::new, |share| format!("{share} %, "));
        let seconds = elapsed.as_secs().max(1);
        let records = text::count(self.records, "record");
        let [bytes, rate] = [self.bytes, self.bytes / seconds].map(|count| text::number(count / 1_000_000));
        Some(format!("turnwise: {}: {share}{bytes} MB, {records}, {rate} MB/s after {seconds} s", self.name))
    }
}

/// The end of a name, so that a line fits 80 columns.
fn short(name: &str) -> String {
    let (most, name) = (18, terminal::clean(name));
    let count = name.chars().count();
    if count <= most {
        name.into_owned()
    } else {
        format!("…{}", name.chars().skip(count + 1 - most).collect::<String>())
    }
}

impl Progress for ProgressDisplay {
    fn advance(&self, more: u64, records_more: u64) {
        match self {
            Self::Nothing => {}
            Self::Bar { bar, start, state } => {
                bar.inc(more);
                if let Ok(mut state) = state.lock()
                    && *state == BarState::Waiting
                    && start.elapsed() > PATIENCE
                {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    *state = BarState::Shown;
                }
            }
            Self::Log { start, lines } => {
                if let Some(line) = lines.lock().ok().and_then(|mut it| it.add(more, records_more, start.elapsed())) {
                    terminal::line(&line);
                }
            }
        }
    }
}

impl Drop for ProgressDisplay {
    fn drop(&mut self) {
        if let Self::Bar { bar, .. } = self {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ended_bar_stays_away() {
        let (bar, start) = (ProgressBar::hidden(), Instant::now().checked_sub(PATIENCE * 2).unwrap());
        let shown = ProgressDisplay::Bar { bar, start, state: Mutex::new(BarState::Waiting) };
        shown.end();
        shown.advance(1, 1);
        let ProgressDisplay::Bar { bar, state, .. } = &shown else { panic!() };
        assert!(bar.is_hidden() && *state.lock().unwrap() == BarState::Ended);
    }

    #[test]
    fn a_line_is_due_every_ten_seconds() {
        let log = |size| LogLines { name: "x.jsonl".to_owned(), size, bytes: 0, records: 0, next: LOG };
        let (mut known, mut unknown) = (log(Some(4_000_000_000)), log(None));
        for (seconds, line) in [
            (1, None),
            (9, None),
            (11, Some("1,500 MB, 3,000 records, 136 MB/s after 11 s")),
            (12, None),
            (20, None),
            // There was no progress for a while: one line is due, not one for each ten seconds.
            (60, Some("3,000 MB, 6,000 records, 50 MB/s after 60 s")),
            (61, None),
        ] {
            let add = |lines: &mut LogLines| lines.add(500_000_000, 1_000, Duration::from_secs(seconds));
            assert_eq!(add(&mut unknown), line.map(|line| format!("turnwise: x.jsonl: {line}")), "{seconds}");
            let share = if seconds < 20 { "37 %" } else { "75 %" };
            assert_eq!(add(&mut known), line.map(|line| format!("turnwise: x.jsonl: {share}, {line}")), "{seconds}");
        }
    }
}
