//! Times for messages without one, for target programs that would generate another time at each reading.
//!
//! Times increase: after a message with a time, they increase by a microsecond each; before the first one, they
//! decrease.

use crate::format::{IsoTime, iso_time, read_iso};
use crate::json::Text;
use crate::model::{Conversation, Message};
use crate::report::{Report, loss};

/// A local time, and the spelling of its zone.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WallTime {
    micros: i64,
    zone: String,
}

impl WallTime {
    /// Reads a time in ISO 8601.
    fn read(text: &str) -> Option<Self> {
        let clock = text.get(10..)?;
        let zone = clock.find(['Z', 'z', '+', '-']).and_then(|start| clock.get(start..)).unwrap_or_default();
        let IsoTime { seconds, has_clock } = read_iso(text.strip_suffix(zone)?)?;
        #[expect(clippy::cast_possible_truncation, reason = "years have four digits")]
        let micros = (seconds * 1e6).round() as i64;
        has_clock.then(|| Self { micros, zone: zone.to_owned() })
    }

    /// The notation of Python's `isoformat()`.
    fn show(&self, micros: i64) -> String {
        let whole = iso_time(Some(micros.div_euclid(1_000_000)));
        let whole = whole.strip_suffix("+00:00").unwrap_or(&whole);
        match micros.rem_euclid(1_000_000) {
            0 => format!("{whole}{}", self.zone),
            rest => format!("{whole}.{rest:06}{}", self.zone),
        }
    }
}

/// Gives a time to each message without one, from the others or from `now`, in seconds since 1970.
pub(super) fn fill_times(conversation: &mut Conversation<'_>, now: i64, report: &mut Report) {
    let time_of = |message: &Message<'_>| message.details().time.as_ref().map(|time| WallTime::read(&time.decode()));
    let known: Vec<Option<Option<WallTime>>> = conversation.messages.iter().map(time_of).collect();
    if known.iter().all(Option::is_some) {
        return;
    }
    let place = |index: usize| i64::try_from(index).unwrap_or_default();
    let first = known.iter().flatten().flatten().next().cloned();
    let first_place = known.iter().position(|time| matches!(time, Some(Some(_)))).unwrap_or_default();
    let mut next = match first {
        Some(time) => WallTime { micros: time.micros - place(first_place), ..time },
        None => WallTime { micros: now.saturating_mul(1_000_000), zone: String::new() },
    };
    for (index, message) in conversation.messages.iter_mut().enumerate() {
        match known.get(index) {
            Some(Some(Some(own))) => next = WallTime { micros: own.micros + 1, ..own.clone() },
            // The value is not a time; it is kept.
            Some(Some(None)) => {}
            Some(None) | None => {
                let later = known.get(index..).unwrap_or_default().iter().flatten().flatten().next();
                let limit = later.filter(|later| later.zone == next.zone).map_or(i64::MAX, |later| later.micros);
                let time = next.show(next.micros.min(limit));
                report.add(&loss::MADE_TIME, message.at, || format!("the time {time} is generated"));
                message.details_mut().time = Some(Text::owned(time));
                next.micros += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(times: &[Option<&'static str>]) -> Vec<String> {
        let mut conversation = Conversation::default();
        for time in times {
            let mut message = Message::default();
            if let Some(time) = time {
                message.details_mut().time = Some(Text::Token(time));
            }
            conversation.messages.push(message);
        }
        fill_times(&mut conversation, 1_767_225_600, &mut Report::default());
        conversation.messages.iter().map(|it| it.details().time.as_ref().unwrap().decode().into_owned()).collect()
    }

    #[test]
    fn times_never_go_backwards() {
        assert_eq!(filled(&[None, None]), ["2026-01-01T00:00:00", "2026-01-01T00:00:00.000001"]);
        let time = "2026-03-08T23:16:36.000137";
        let one = Some(time);
        assert_eq!(filled(&[None, one, None, one]), ["2026-03-08T23:16:36.000136", time, time, time]);
        assert_eq!(
            filled(&[Some("2026-03-08T23:16:36Z"), None]),
            ["2026-03-08T23:16:36Z", "2026-03-08T23:16:36.000001Z"]
        );
        assert_eq!(filled(&[Some("yesterday"), None]), ["yesterday", "2026-01-01T00:00:00"]);
        assert_eq!(
            filled(&[None, Some("2026-03-08T00:00:00+02:00")]).first().unwrap(),
            "2026-03-07T23:59:59.999999+02:00"
        );
    }
}
