//! The input of the statistics printers, and number formatting.

use turnwise::format::iso_time;
use turnwise::op::Outcome;
use turnwise::op::stats::{ExpectedLosses, Stats, StatsPlace};

/// The data that is printed.
#[derive(Clone, Copy)]
pub(crate) struct StatsReport<'s> {
    pub(crate) stats: &'s Stats,
    pub(crate) outcome: &'s Outcome,
    /// The names of the inputs.
    pub(crate) names: &'s [String],
    /// The target of a conversion and its losses, if they were requested.
    pub(crate) losses: Option<(&'s str, &'s ExpectedLosses)>,
}

impl StatsReport<'_> {
    /// The name of the input that contains a place.
    pub(super) fn input(&self, place: StatsPlace) -> &str {
        self.names.get(place.input).map_or("", String::as_str)
    }
}

/// A time in seconds since 1970, in UTC.
#[allow(clippy::cast_possible_truncation, reason = "parts of a second are left out")]
pub(super) fn time(seconds: f64) -> String {
    iso_time(Some(seconds.floor() as i64)).replace("+00:00", "Z")
}

/// `part` of `whole` as a share.
#[allow(clippy::cast_precision_loss, reason = "a share is no exact number")]
pub(super) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// `12.5 %`, or a dash if nothing is known.
pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}
