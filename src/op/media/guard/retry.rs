//! Delays before further attempts.

use std::time::{Duration, SystemTime};

/// The delay in the header `Retry-After`: a number of seconds, or a date. An invalid value is treated as absent.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use turnwise::op::media::guard::retry_after;
///
/// let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_770);
/// assert_eq!(retry_after("3", now), Some(Duration::from_secs(3)));
/// assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:37 GMT", now), Some(Duration::from_secs(7)));
/// assert_eq!(retry_after("soon", now), None);
/// ```
#[must_use]
pub fn retry_after(text: &str, now: SystemTime) -> Option<Duration> {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that is too large is treated as a very long time.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::from(u32::MAX))));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

/// The delay before attempt number `tries`, counted from 0. `noise` is any number; it spreads the attempts of several
/// clients.
#[must_use]
pub fn backoff(tries: u32, noise: u64) -> Duration {
    let base = 500_u64 << tries.min(6);
    Duration::from_millis(base / 2 + noise % base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_retry_after_is_read_and_nothing_else() {
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        let before = at - Duration::from_secs(5);
        for text in
            ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", " 5 "]
        {
            assert_eq!(retry_after(text, before), Some(Duration::from_secs(5)), "{text}");
        }
        let late = at + Duration::from_secs(100);
        assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:37 GMT", late), Some(Duration::ZERO));
        assert_eq!(retry_after("99999999999999999999999", at), Some(Duration::from_secs(u64::from(u32::MAX))));
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
            "Thu, 01 Jan 1969 00:00:00 GMT",
            "Mon, 06 Nov 1994 08:49:37 GMT",
            "é",
        ] {
            assert_eq!(retry_after(odd, at), None, "{odd}");
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
