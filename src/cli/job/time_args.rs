//! `--since` and `--until`: conversations in a time range.

use anyhow::bail;
use turnwise::format::utc_now;
use turnwise::op::{Outcome, SkippedConversations, TimeBound, TimeRange};

use crate::cli::print::text;
use crate::cli::terminal::Terminal;

/// The time of the conversations.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct TimeArgs {
    /// Only conversations since this time: 2025-06-01, 2025-06-01T12:00:00Z, 7d
    ///
    /// Only conversations with a message at or after this time are selected. Dates are in UTC. Ages are 90m, 12h, 7d or 2w before now. For conversations with several branches, the messages
    /// of all branches count. Conversations without times are skipped and counted.
    #[arg(long, value_name = "TIME", value_parser = bound)]
    since: Option<TimeBound>,
    /// Only conversations before this time; a date includes its whole day
    #[arg(long, value_name = "TIME", value_parser = bound)]
    until: Option<TimeBound>,
}

/// Parses a time.
fn bound(text: &str) -> Result<TimeBound, String> {
    TimeBound::parse(text).ok_or_else(|| "write it like 2025-06-01, 2025-06-01T12:00:00Z, or 7d".to_owned())
}

/// The range of time between two bounds. `now`: the present, in seconds since 1970.
fn range(since: Option<TimeBound>, until: Option<TimeBound>, now: Option<i64>) -> anyhow::Result<TimeRange> {
    let now = f64::from(u32::try_from(now.unwrap_or_else(utc_now)).unwrap_or(u32::MAX));
    let range = TimeRange::new(since, until, now);
    if range.is_empty() {
        bail!("--since is not before --until: no time is between them");
    }
    Ok(range)
}

impl TimeArgs {
    /// The range of time. `now`: the present, in seconds since 1970.
    pub(crate) fn range(&self, now: Option<i64>) -> anyhow::Result<TimeRange> {
        range(self.since, self.until, now)
    }

    /// True if the range depends on the present.
    pub(crate) fn is_relative(&self) -> bool {
        self.since.into_iter().chain(self.until).any(TimeBound::is_relative)
    }
}

/// Reports how many conversations were skipped.
pub(crate) fn note_left_out(total: &Outcome, terminal: &Terminal) {
    let SkippedConversations { outside_time, without_time, .. } = total.skipped;
    if outside_time > 0 {
        let many = text::count(outside_time, "conversation");
        terminal.note(&format!("{many} skipped: no message in the range of --since and --until"));
    }
    if without_time > 0 {
        let many = text::count(without_time, "conversation");
        terminal.warning(&format!("{many} skipped: no message has a time for --since and --until"));
    }
}
