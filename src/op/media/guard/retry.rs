//! When to ask again.

use std::time::Duration;

/// How long a server wants to be left alone, by its `Retry-After`: a number of seconds, or a date. `now` is in seconds
/// since 1970. What cannot be read counts as absent.
///
/// ```
/// use std::time::Duration;
/// use turnwise::op::media::guard::retry_after;
///
/// assert_eq!(retry_after("3", 0), Some(Duration::from_secs(3)));
/// assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_770), Some(Duration::from_secs(7)));
/// assert_eq!(retry_after("soon", 0), None);
/// ```
#[must_use]
pub fn retry_after(text: &str, now: i64) -> Option<Duration> {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that is too large for anything is a very long time.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::from(u32::MAX))));
    }
    let wait = date(text)?.saturating_sub(now).max(0);
    Some(Duration::from_secs(wait.unsigned_abs()))
}

/// How long to wait before try number `tries`, counted from 0. `noise`: any number, so that not everybody comes back at
/// once.
#[must_use]
pub fn backoff(tries: u32, noise: u64) -> Duration {
    let base = 500_u64 << tries.min(6);
    Duration::from_millis(base / 2 + noise % base)
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The three forms of dates in HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`,
/// `Sun Nov  6 08:49:37 1994`.
fn date(text: &str) -> Option<i64> {
    let text = text.to_ascii_lowercase();
    let words: Vec<&str> = text.split([' ', '-', ',']).filter(|word| !word.is_empty()).collect();
    let ([_, day, month, year, clock, "gmt"] | [_, month, day, clock, year]) = words.as_slice() else {
        return None;
    };
    let number = |text: &str, most: i64| -> Option<i64> {
        let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number| is_number && *number <= most)
    };
    let month = MONTHS.iter().position(|known| known == month)?;
    let month = i64::try_from(month).ok()? + 1;
    let year = match (number(year, 9999)?, year.len()) {
        // Two digits mean a year that is near.
        (short, 2) if short < 70 => short + 2000,
        (short, 2) => short + 1900,
        (long, 4) if long >= 1970 => long,
        _ => return None,
    };
    let mut clock = clock.split(':');
    let mut next = |most| number(clock.next()?, most);
    let (hours, minutes, seconds) = (next(23)?, next(59)?, next(60)?);
    let day = number(day, 31).filter(|day| *day > 0 && clock.next().is_none())?;
    Some(days(year, month, day) * 86_400 + hours * 3600 + minutes * 60 + seconds)
}

/// Days from 1970 to a date.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_retry_after_is_read_and_nothing_else() {
        let at = 784_111_777;
        for text in
            ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", " 5 "]
        {
            assert_eq!(retry_after(text, at - 5), Some(Duration::from_secs(5)), "{text}");
        }
        assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:37 GMT", at + 100), Some(Duration::ZERO));
        assert_eq!(retry_after("99999999999999999999999", 0), Some(Duration::from_secs(u64::from(u32::MAX))));
        for odd in [
            "",
            "-1",
            "1.5",
            "1e3",
            "soon",
            "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 25:49:37 GMT",
            "06 Nov 1994",
            "Sun, 06 Nov 1994 08:49:37:00 GMT",
            "é",
        ] {
            assert_eq!(retry_after(odd, 0), None, "{odd}");
        }
    }

    #[test]
    fn waits_grow_and_differ() {
        for noise in [0, 1, 77, u64::MAX] {
            for tries in 0..4 {
                let base = 500 << tries;
                let wait = backoff(tries, noise).as_millis();
                assert!((base / 2..base * 3 / 2 + 1).contains(&wait), "{tries} {wait}");
            }
        }
    }
}
