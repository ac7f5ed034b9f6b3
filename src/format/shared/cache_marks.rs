//! Cache marks of a request, as rules see them: their number, and the order of their lifetimes.
//!
//! ```json
//! {"type":"text","text":"Long.","cache_control":{"type":"ephemeral","ttl":"1h"}}
//! ```

use crate::json::At;
use crate::model::CacheHint;
use crate::report::Code;
use crate::rule::RuleReport;

/// A mark. `word` in messages is the format's word for it.
#[derive(Clone, Copy, Debug)]
pub struct CheckedMark {
    /// Its place.
    pub at: At,
    /// It lives longer than five minutes.
    pub is_hour: bool,
}

impl CheckedMark {
    /// The mark of a hint.
    #[must_use]
    pub fn of(hint: &CacheHint<'_>) -> Self {
        // The default is five minutes, and shorter lifetimes count as five minutes.
        let is_hour = hint.ttl.as_ref().is_some_and(|ttl| ttl.seconds > 300.0);
        Self { at: hint.at, is_hour }
    }
}

/// Reports the marks beyond the service's limit.
pub fn check_mark_count(marks: &[CheckedMark], most: usize, word: &str, found: &mut RuleReport<'_, '_>) {
    for mark in marks.iter().skip(most) {
        found.at(mark.at, || format!("this {word} is one too many"));
    }
}

/// Reports marks of an hour that follow one of five minutes.
pub fn check_mark_order(marks: &[CheckedMark], word: &str, code: &'static Code, found: &mut RuleReport<'_, '_>) {
    for mark in marks.iter().skip_while(|mark| mark.is_hour).filter(|mark| mark.is_hour) {
        found.at_code(code, mark.at, || format!("a {word} of five minutes is before this one of an hour"));
    }
}
