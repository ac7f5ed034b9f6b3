//! Lines of a session that are not JSON: a program was interrupted while it wrote them.

use crate::json::{At, Node};
use crate::report::{Report, session};

/// Reports the lines of a session that are not JSON.
pub fn report_damaged_lines(root: Node<'_, '_>, report: &mut Report) {
    for damaged in root.damaged_lines() {
        let (start, error) = (At::byte(damaged.span.start), damaged.error);
        let at = if error.offset < damaged.span.end { At::byte(error.offset) } else { start };
        if damaged.is_last && error.is_end() {
            report.add(&session::TRUNCATED_LINE, start, || "the last line is truncated and is left out".to_owned());
        } else {
            report.add(&session::DAMAGED_LINE, at, || format!("the line is not JSON and is left out: {error}"));
        }
    }
}
