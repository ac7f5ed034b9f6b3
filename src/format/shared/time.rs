//! `created_at`: `2025-06-01T12:00:00+00:00`, or seconds since 1970.

use std::time::{SystemTime, UNIX_EPOCH};

/// A time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::format) struct Time {
    /// Since 1970, in UTC; a time without a zone is treated as UTC.
    pub(in crate::format) seconds: f64,
    /// East of UTC (1), UTC (0) or west of UTC (-1). `None`: the time has no zone.
    pub(in crate::format) zone: Option<i32>,
}

/// Reads what Python's `fromisoformat` (3.11) and `float` accept, except dates by week.
pub(in crate::format) fn parse(text: &str) -> Option<Time> {
    // The library tries numbers first: `20250102` is a number.
    if let Ok(seconds) = text.trim().parse::<f64>() {
        return seconds.is_finite().then_some(Time { seconds, zone: Some(0) });
    }
    parse_iso(text)
}

/// A time as ISO 8601 writes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct IsoTime {
    /// Since 1970, in UTC; a time without a zone is treated as UTC.
    pub(crate) seconds: f64,
    /// It has a time of day, and not only a date.
    pub(crate) has_clock: bool,
}

/// Reads `2026-11-01` and `2026-11-01T09:30:00+01:00`.
pub(crate) fn read_iso(text: &str) -> Option<IsoTime> {
    let time = parse_iso(text)?;
    Some(IsoTime { seconds: time.seconds, has_clock: text.len() > "2026-11-01".len() })
}

/// Parses the time of a message, in the notation of formats: seconds since 1970.
pub(crate) fn epoch_seconds(text: &str) -> Option<f64> {
    parse(text).map(|time| time.seconds)
}

/// True for texts that Python's `fromisoformat` accepts, except dates by week.
pub(in crate::format) fn is_iso(text: &str) -> bool {
    parse_iso(text).is_some()
}

/// Writes a number of milliseconds since 1970 as a time, as JavaScript does. `None`: the number is not an integer, or
/// the time is not in the years 1 to 9999.
pub(in crate::format) fn iso_of_milliseconds(number: &str) -> Option<String> {
    let number: i64 = number.parse().ok()?;
    let whole = iso_time(Some(number.div_euclid(1000)));
    let (year, _) = whole.split_once('-').filter(|(year, _)| year.len() == 4 && *year != "0000")?;
    let rest = whole.strip_prefix(year)?.strip_suffix("+00:00")?;
    Some(format!("{year}{rest}.{:03}Z", number.rem_euclid(1000)))
}

/// The number of milliseconds since 1970 of a time as JavaScript writes it: in UTC, with three digits after the point.
pub(in crate::format) fn milliseconds_of(text: &str) -> Option<i64> {
    let number = parse_iso(text).map(|time| (time.seconds * 1000.0).round()).filter(|number| number.abs() < 1e15)?;
    #[expect(clippy::cast_possible_truncation, reason = "a whole number that is small enough")]
    let number = number as i64;
    (iso_of_milliseconds(&number.to_string()).as_deref() == Some(text)).then_some(number)
}

/// The present time in UTC, in whole seconds: `2025-06-01T12:34:56+00:00`.
///
/// # Example
/// ```
/// assert_eq!(turnwise::format::iso_time(Some(1_748_781_296)), "2025-06-01T12:34:56+00:00");
/// ```
#[must_use]
pub fn iso_time(seconds: Option<i64>) -> String {
    let seconds = seconds.unwrap_or_else(utc_now);
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Years begin in March, so that the leap day is the last one.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}+00:00")
}

/// The present, in seconds since 1970.
#[must_use]
pub fn utc_now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or_default()
}

/// Reads a time with its zone, as RFC 3339 writes it: whole seconds since 1970 in UTC.
///
/// # Example
/// ```
/// assert_eq!(turnwise::format::utc_seconds("2025-06-01T14:34:56.7+02:00"), Some(1_748_781_296));
/// assert_eq!(turnwise::format::utc_seconds("tomorrow"), None);
/// ```
#[must_use]
pub fn utc_seconds(text: &str) -> Option<i64> {
    let time = parse(text).filter(|time| time.zone.is_some() && text.contains(['T', 't', ' ']))?;
    let seconds = time.seconds.floor();
    // Both types represent such values exactly.
    #[allow(clippy::cast_possible_truncation, reason = "years have four digits")]
    Some(seconds as i64)
}

fn parse_iso(text: &str) -> Option<Time> {
    let mut rest = TimeCursor(text);
    let year = rest.digits(4)?;
    let has_dash = rest.skip("-");
    let month = rest.digits(2)?;
    if rest.skip("-") != has_dash {
        return None;
    }
    let day = rest.digits(2)?;
    let mut time = Time { seconds: f64::from(days(year, month, day)?) * 86_400.0, zone: None };
    if rest.0.is_empty() {
        return Some(time);
    }
    let mark = rest.0.chars().next()?;
    rest = TimeCursor(rest.0.get(mark.len_utf8()..)?);
    time.seconds += rest.clock(23)?;
    if rest.0.is_empty() {
        return Some(time);
    }
    if rest.0 == "Z" {
        time.zone = Some(0);
        return Some(time);
    }
    let (sign, east) = match rest.0.as_bytes().first()? {
        b'+' => (1.0, 1),
        b'-' => (-1.0, -1),
        _ => return None,
    };
    rest = TimeCursor(rest.0.get(1..)?);
    let offset = rest.clock(23)? * sign;
    if !rest.0.is_empty() {
        return None;
    }
    time.seconds -= offset;
    time.zone = Some(if offset == 0.0 { 0 } else { east });
    Some(time)
}

fn days(year: i32, month: i32, day: i32) -> Option<i32> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => return None,
    };
    if year < 1 || !(1..=length).contains(&day) {
        return None;
    }
    // Years begin in March, so that the leap day is the last one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    Some(365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468)
}

struct TimeCursor<'s>(&'s str);

impl TimeCursor<'_> {
    fn digits(&mut self, count: usize) -> Option<i32> {
        let digits = self.0.get(..count).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        let number = digits.parse().ok()?;
        self.0 = self.0.get(count..)?;
        Some(number)
    }

    fn skip(&mut self, mark: &str) -> bool {
        let rest = self.0.strip_prefix(mark);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// `12`, `12:30`, `12:30:45.25`, and the same without colons: in seconds.
    fn clock(&mut self, most: i32) -> Option<f64> {
        let hours = self.digits(2).filter(|hours| *hours <= most)?;
        let mut seconds = f64::from(hours) * 3600.0;
        let has_colon = self.skip(":");
        for (unit, index) in [(60.0, 0), (1.0, 1)] {
            if index > 0 && has_colon && !self.skip(":") {
                break;
            }
            let is_number = self.0.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
            if !is_number && !(has_colon) {
                break;
            }
            seconds += f64::from(self.digits(2).filter(|value| *value < 60)?) * unit;
        }
        if self.skip(".") || self.skip(",") {
            let length = self.0.bytes().take_while(u8::is_ascii_digit).count();
            let fraction: f64 = format!("0.{}", self.0.get(..length)?).parse().ok()?;
            if length == 0 {
                return None;
            }
            self.0 = self.0.get(length..)?;
            seconds += fraction;
        }
        Some(seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn reads_what_python_reads() {
        let seconds = |text: &str| parse(text).map(|time| time.seconds);
        assert_eq!(seconds("2025-06-01T12:00:00+00:00"), Some(1_748_779_200.0));
        assert_eq!(seconds("2025-06-01T12:01:00.500000+00:00"), Some(1_748_779_260.5));
        assert_eq!(seconds("20250601T140000+0200"), Some(1_748_779_200.0));
        assert_eq!(seconds("2025-06-01 12:00Z"), Some(1_748_779_200.0));
        assert_eq!(seconds("1748779200"), Some(1_748_779_200.0));
        assert_eq!(parse("2025-06-01").and_then(|time| time.zone), None);
        for bad in ["", "x", "2025-13-01", "2025-02-29", "2025-0601", "2025-06-01T", "2025-06-01T25:00", "nan"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
