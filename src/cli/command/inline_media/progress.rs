//! The progress of downloads: a line that is redrawn on a terminal, and one line every few seconds in a log.

use std::io::IsTerminal as _;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use turnwise::op::media::DownloadTotals;

use crate::cli::args::When;
use crate::cli::terminal;

/// Shorter work shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);
/// The interval of redrawing on a terminal.
const DRAW: Duration = Duration::from_millis(200);
/// The interval of lines in a log.
const LOG: Duration = Duration::from_secs(10);

/// Shows the progress of the downloads until it is dropped.
pub(crate) struct MediaShown {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl MediaShown {
    /// Starts the display. `totals` returns the progress.
    pub(crate) fn start(when: When, is_quiet: bool, totals: impl Fn() -> DownloadTotals + Send + 'static) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let is_shown = match when {
            When::Never => false,
            When::Auto => is_terminal && !is_quiet,
            When::Always => true,
        };
        if !is_shown {
            return Self { stop: None, thread: None };
        }
        let (stop, stopped) = mpsc::channel::<()>();
        let thread = std::thread::spawn(move || {
            let start = Instant::now();
            let bar = is_terminal.then(bar);
            let wait = if is_terminal { DRAW } else { LOG };
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let text = describe(&totals(), start.elapsed());
                match &bar {
                    Some(bar) if start.elapsed() > PATIENCE => {
                        bar.set_draw_target(ProgressDrawTarget::stderr());
                        bar.set_message(text);
                        bar.tick();
                    }
                    Some(_) => {}
                    None => terminal::line(&format!("turnwise: {text}")),
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        Self { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for MediaShown {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}

/// `12 of 40 media, 3.4 MB, 1.2 MB/s, 20 s left`
fn describe(totals: &DownloadTotals, time: Duration) -> String {
    let done = totals.fetched + totals.cached + totals.failed;
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
    let rate = totals.bytes.saturating_mul(1000) / millis;
    let left = totals.urls.saturating_sub(done).saturating_mul(millis).checked_div(done.saturating_mul(1000));
    let left = left.filter(|_| done < totals.urls).map(|left| format!(", {left} s left")).unwrap_or_default();
    let megabytes = |bytes: u64| format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000);
    format!("{done} of {} media, {}, {}/s{left}", totals.urls, megabytes(totals.bytes), megabytes(rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_told_by_what_was_done() {
        let totals = DownloadTotals { urls: 40, fetched: 9, cached: 1, failed: 0, bytes: 3_400_000 };
        assert_eq!(describe(&totals, Duration::from_secs(10)), "10 of 40 media, 3.4 MB, 0.3 MB/s, 30 s left");
        assert_eq!(describe(&DownloadTotals::default(), Duration::ZERO), "0 of 0 media, 0.0 MB, 0.0 MB/s");
    }
}
