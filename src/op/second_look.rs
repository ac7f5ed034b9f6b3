//! Reads the first records of an input as several formats, to find out whether a tie makes a difference, and whether
//! --from is right.

use super::diff::{Ignore, KeySeeds};
use super::input::Input;
use super::nested::each_value;
use super::reader::read_as;
use crate::format::{Detected, Format, Framing, Reading, detect, split_lines};
use crate::json::{Node, Tape};
use crate::report::{Report, Severity};

impl Input {
    /// True if the formats of a tie read the first records as different conversations.
    #[must_use]
    pub fn ties_differ(&self) -> bool {
        let seeds = KeySeeds::default();
        let mut keys = seeds.keys(Ignore::default());
        let mut scratch = Tape::with_max_depth(self.limits.depth);
        !self.each_record(&mut |record| {
            let mut one = |format: &Format| {
                let mut report = Report::keeping(0);
                let mut reading = Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None };
                let mut conversation = read_as(format, record, &mut reading).ok()?;
                // Content that only one format has is dropped and reported in both cases.
                conversation.origin = "";
                Some(keys.of(&conversation))
            };
            let mut all = self.ties.iter().map(|candidate| one(candidate.format));
            let first = all.next();
            all.all(|key| Some(key) == first)
        })
    }

    /// The format of the first record, if it cannot be read as the one that the user named.
    #[must_use]
    pub fn other_format(&self) -> Option<&'static str> {
        let named = self.usual.filter(|_| self.is_fixed)?;
        let mut other = None;
        self.each_record(&mut |record| {
            if let (None, Detected::One(found)) = ((named.score)(record), detect(record, None)) {
                let (mut report, mut scratch) = (Report::keeping(0), Tape::with_max_depth(self.limits.depth));
                let mut reading = Reading { report: &mut report, scratch: &mut scratch, columns: None, programs: None };
                let is_read = read_as(named, record, &mut reading).is_ok();
                let has_error = report.total(|count| count.severity == Severity::Error) > 0;
                other = (!is_read || has_error).then_some(found.format.name).filter(|name| *name != named.name);
            }
            false
        });
        other
    }

    /// Calls `each` with the records at the beginning of the input, until it returns false. False if it did, or if the
    /// records are not separate JSON values.
    fn each_record(&self, each: &mut dyn FnMut(Node<'_, '_>) -> bool) -> bool {
        let head = self.source.head();
        let mut tape = Tape::with_max_depth(self.limits.depth);
        if let Some(nesting) = &self.nesting {
            let mut left = MOST;
            let mut goes_on = true;
            for pattern in nesting.patterns() {
                each_value(head, nesting.framing(), pattern, &mut |value| {
                    left = left.saturating_sub(1);
                    goes_on = goes_on && (left == 0 || each(value));
                });
            }
            return goes_on;
        }
        match self.framing {
            Framing::Lines => {
                let lines = split_lines(head).filter(|line| !line.trim().is_empty());
                lines.take(MOST).all(|line| tape.parse(line.trim_end()).map_or(true, &mut *each))
            }
            Framing::Array => {
                let root = tape.parse_prefix(head).0;
                root.is_some_and(|root| root.items().take(MOST.min(root.len().max(2) - 1)).all(each))
            }
            // Like an incomplete line, an incomplete document is ignored.
            Framing::Document => tape.parse(head).map_or_else(|error| error.is_end() && !self.source.is_whole(), each),
            Framing::Messages | Framing::Sse | Framing::Folder => false,
        }
    }
}

/// The records at the beginning.
const MOST: usize = 100;
