//! Progress on a terminal, or a line now and then in a log.

use std::io::IsTerminal as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use turnwise::stream::Progress;

use super::args::When;
use super::terminal;

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// The interval of lines in a log.
const LOG: Duration = Duration::from_secs(10);

/// Shows how far one input is.
pub(crate) enum ProgressDisplay {
    Nothing,
    Bar { bar: ProgressBar, start: Instant, is_shown: Mutex<bool> },
    Log { name: String, start: Instant, next: Mutex<Instant>, bytes: AtomicU64, records: AtomicU64 },
}

impl ProgressDisplay {
    pub(crate) fn new(when: When, is_quiet: bool, name: &str, size: Option<u64>) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
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
                Self::Bar { bar, start: Instant::now(), is_shown: Mutex::new(false) }
            }
            (When::Always, false) => {
                let now = Instant::now();
                Self::Log {
                    name: terminal::clean(name),
                    start: now,
                    next: Mutex::new(now + LOG),
                    bytes: AtomicU64::new(0),
                    records: AtomicU64::new(0),
                }
            }
        }
    }
}

/// The end of a name, so that a line fits 80 columns.
fn short(name: &str) -> String {
    let (most, name) = (18, terminal::clean(name));
    let count = name.chars().count();
    if count <= most { name } else { format!("…{}", name.chars().skip(count + 1 - most).collect::<String>()) }
}

impl Progress for ProgressDisplay {
    fn advance(&self, more: u64, records_more: u64) {
        match self {
            Self::Nothing => {}
            Self::Bar { bar, start, is_shown } => {
                bar.inc(more);
                if let Ok(mut is_shown) = is_shown.lock()
                    && !*is_shown
                    && start.elapsed() > PATIENCE
                {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    *is_shown = true;
                }
            }
            Self::Log { name, start, next, bytes, records } => {
                let bytes = bytes.fetch_add(more, Ordering::Relaxed) + more;
                let records = records.fetch_add(records_more, Ordering::Relaxed) + records_more;
                if let Ok(mut next) = next.lock()
                    && Instant::now() >= *next
                {
                    let megabytes = bytes / 1_000_000;
                    terminal::line(&format!(
                        "turnwise: {name}: {records} records, {megabytes} MB in {} s",
                        start.elapsed().as_secs()
                    ));
                    *next += LOG;
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
