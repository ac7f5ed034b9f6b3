//! Conversations in a time range: `--since` and `--until`.

use crate::format::{IsoTime, epoch_seconds, read_iso};
use crate::model::Conversation;

/// One end of a range of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeBound {
    /// A day in UTC, by the second it begins, since 1970: `2026-11-01`.
    Day(f64),
    /// A point in time, in seconds since 1970: `2026-11-01T09:30:00+01:00`.
    Instant(f64),
    /// This number of seconds before the present: `90m`, `12h`, `7d`, `2w`.
    Ago(f64),
}

impl TimeBound {
    /// Reads a date, a time as RFC 3339 writes it (in UTC if it has no zone), or an age.
    ///
    /// # Example
    /// ```
    /// use turnwise::op::TimeBound;
    ///
    /// assert_eq!(TimeBound::parse("2025-06-01"), Some(TimeBound::Day(1_748_736_000.0)));
    /// assert_eq!(TimeBound::parse("2025-06-01T02:00:00+02:00"), Some(TimeBound::Instant(1_748_736_000.0)));
    /// assert_eq!(TimeBound::parse("7d"), Some(TimeBound::Ago(604_800.0)));
    /// assert_eq!(TimeBound::parse("last week"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match read_iso(text) {
            Some(IsoTime { seconds, has_clock: false }) => Some(Self::Day(seconds)),
            Some(IsoTime { seconds, has_clock: true }) => Some(Self::Instant(seconds)),
            None => age(text).map(Self::Ago),
        }
    }

    /// True if the bound depends on the present.
    #[must_use]
    pub fn is_relative(self) -> bool {
        matches!(self, Self::Ago(_))
    }

    fn begin(self, now: f64) -> f64 {
        match self {
            Self::Day(seconds) | Self::Instant(seconds) => seconds,
            Self::Ago(seconds) => now - seconds,
        }
    }
}

/// Seconds of `90m`, `12h`, `7d` or `2w`.
fn age(text: &str) -> Option<f64> {
    let text = text.strip_suffix(" ago").unwrap_or(text);
    let unit = match text.as_bytes().last()? {
        b's' => 1.0,
        b'm' => 60.0,
        b'h' => 3600.0,
        b'd' => 86_400.0,
        b'w' => 604_800.0,
        _ => return None,
    };
    let number = text.get(..text.len() - 1)?;
    let is_number = (1..=9).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.parse().ok())?.map(|number: f64| number * unit)
}

/// A range of time, for conversations with a message in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeRange {
    /// The first second of the range, since 1970.
    since: Option<f64>,
    /// The first second after the range.
    until: Option<f64>,
}

/// Whether a conversation is in a range of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InRange {
    /// A message has a time in the range.
    Yes,
    /// Messages have times, all of them outside the range.
    No,
    /// No message has a time.
    Unknown,
}

impl TimeRange {
    /// From the start of `since` to that of `until`, or to the end of its day. `now`: the present, in seconds since
    /// 1970.
    #[must_use]
    pub fn new(since: Option<TimeBound>, until: Option<TimeBound>, now: f64) -> Self {
        let until = until.map(|until| match until {
            TimeBound::Day(seconds) => seconds + 86_400.0,
            TimeBound::Instant(_) | TimeBound::Ago(_) => until.begin(now),
        });
        Self { since: since.map(|since| since.begin(now)), until }
    }

    /// True if the range contains no time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!((self.since, self.until), (Some(since), Some(until)) if since >= until)
    }

    /// True if the range contains every time.
    #[must_use]
    pub fn is_unbounded(&self) -> bool {
        self.since.is_none() && self.until.is_none()
    }

    fn contains(&self, seconds: f64) -> bool {
        self.since.is_none_or(|since| seconds >= since) && self.until.is_none_or(|until| seconds < until)
    }

    /// Checks a conversation by the times of all its messages, including those of other branches.
    pub(super) fn judge(&self, conversation: &Conversation<'_>) -> InRange {
        let mut found = InRange::Unknown;
        for message in &conversation.messages {
            let time = message.details().time.as_ref().and_then(|time| epoch_seconds(&time.decode()));
            match time {
                Some(seconds) if self.contains(seconds) => return InRange::Yes,
                Some(_) => found = InRange::No,
                None => {}
            }
        }
        found
    }
}
