//! The format of most records: `{"messages":…}` fits several formats, `{"contents":…}` one.

use std::collections::HashSet;

use crate::format::{
    Candidate, Detected, ForeignFormat, GEMINI_STREAMS, Score, detect, has_covering, keep_covering, response_id,
};
use crate::json::{Node, short_lists};

/// The formats of the records in a window.
#[derive(Default)]
pub(super) struct Votes {
    /// Formats that records fit alone, and how many records.
    own: Vec<(Candidate, usize)>,
    /// The same of records that others fit too, but not as well.
    weak: Vec<(Candidate, usize)>,
    /// Formats that the first record of several fits.
    tie: Option<Vec<Candidate>>,
    /// Formats that are not read.
    foreign: Option<&'static ForeignFormat>,
    foreigners: usize,
    /// Chunks of several answers.
    is_many: bool,
    /// The ids of responses that were seen.
    ids: HashSet<String>,
}

impl Votes {
    /// Counts a record; false if it fits nothing.
    pub(super) fn add(&mut self, root: Node<'_, '_>) -> bool {
        if let Some(id) = response_id(root) {
            self.is_many |= !self.ids.insert(id);
        }
        // What so many records are, this one is too, if it says so itself.
        if let Some((leader, count)) = self.own.first_mut()
            && (leader.format.score)(root).is_some_and(|score| score.value >= Score::SURE)
            && !has_covering(leader.format, root)
        {
            *count += 1;
            return true;
        }
        match detect(root, None) {
            Detected::One(found) => {
                let list = if found.score.value >= Score::OWN { &mut self.own } else { &mut self.weak };
                match list.iter_mut().find(|(known, _)| known.format.name == found.format.name) {
                    Some((known, count)) => {
                        *count += 1;
                        if found.score.value > known.score.value {
                            *known = found;
                        }
                    }
                    None => list.push((found, 1)),
                }
            }
            Detected::Tie(candidates) => self.tie = self.tie.take().or(Some(candidates)),
            Detected::Foreign(found) => {
                self.foreign = self.foreign.or(Some(found));
                self.foreigners += 1;
            }
            Detected::Nothing => return false,
        }
        true
    }

    pub(super) fn winner(mut self) -> Option<Detected> {
        if self.is_many {
            return Some(Detected::Foreign(&GEMINI_STREAMS));
        }
        let known: usize = self.own.iter().chain(&self.weak).map(|(_, count)| count).sum();
        if let Some(found) = self.foreign.filter(|_| self.foreigners >= known) {
            return Some(Detected::Foreign(found));
        }
        let list = if self.own.is_empty() { &mut self.weak } else { &mut self.own };
        short_lists::sort_by_key(list, |(found, count)| (std::cmp::Reverse(*count), found.format.name));
        keep_covering(list);
        let most = list.first().map(|(_, count)| *count);
        let best: Vec<_> = list.iter().filter(|(_, count)| Some(*count) == most).map(|(found, _)| *found).collect();
        match (best.as_slice(), self.tie) {
            ([], tie) => tie.map(Detected::Tie),
            // As many of one format as of another: nothing says what those are that fit several.
            ([_, _, ..], Some(tie)) => Some(Detected::Tie(tie)),
            ([first, ..], _) => Some(Detected::One(*first)),
        }
    }
}
