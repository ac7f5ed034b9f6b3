//! The format of most records: `{"messages":…}` matches several formats, `{"contents":…}` one.

use std::collections::HashSet;

use super::trouble::Trouble;
use super::unreadable::{inside, unknown};
use crate::format::{
    Candidate, Detected, FORMATS, ForeignFormat, Format, GEMINI_STREAMS, Score, detect, has_covering, is_beside,
    keep_covering, response_id,
};
use crate::json::{Node, short_lists};

/// The formats of the records in a window.
#[derive(Default)]
pub(super) struct Votes {
    /// Formats that are the only match of records, and the number of these records.
    own: Vec<(Candidate, usize)>,
    /// The same for records with other, weaker matches.
    weak: Vec<(Candidate, usize)>,
    /// The number of records that may be an older form of a format, but match another one better.
    old_forms: usize,
    /// Formats that match the first record with several matches.
    tie: Option<Vec<Candidate>>,
    /// Formats that are not read.
    foreign: Option<&'static ForeignFormat>,
    foreigners: usize,
    /// Chunks of several answers.
    is_many: bool,
    /// The ids of responses so far.
    ids: HashSet<String>,
    /// Records that match no format and contain nested messages.
    holders: Holders,
}

/// Rows of a table, which contain conversations at a place.
#[derive(Default)]
struct Holders {
    count: usize,
    /// The first of them, as the reason why the format is unknown.
    first: Option<Trouble>,
    /// The keys of the messages in records of other formats.
    known_keys: HashSet<&'static str>,
}

impl Holders {
    fn add_known(&mut self, format: &Format) {
        self.known_keys.extend(format.shape.listing.map(|listing| listing.key).filter(|key| !key.is_empty()));
    }

    fn add_unknown(&mut self, root: Node<'_, '_>) {
        let holds = if self.first.is_none() {
            let trouble = unknown(" of a record", Some(root));
            let holds = matches!(&trouble, Trouble::Unknown { inside, .. } if !inside.is_empty());
            self.first = Some(trouble).filter(|_| holds);
            holds
        } else {
            !inside(root).is_empty()
        };
        self.count += usize::from(holds);
    }

    /// The reason, if the records that match a format are rows of the same table: a row with an older form may look
    /// like a record of another format.
    fn take(&mut self, known: usize) -> Option<Trouble> {
        let is_of_known = |pointer: &str| {
            let key = pointer.trim_start_matches('/').split('/').next().unwrap_or_default();
            self.known_keys.contains(key)
        };
        let is_table = matches!(&self.first, Some(Trouble::Unknown { inside, .. })
            if inside.iter().any(|it| is_of_known(&it.pointer)));
        self.first.take().filter(|_| is_table && self.count >= known)
    }
}

impl Votes {
    /// Counts a record; false if it matches no format.
    pub(super) fn add(&mut self, root: Node<'_, '_>) -> bool {
        if let Some(id) = response_id(root) {
            self.is_many |= !self.ids.insert(id);
        }
        // A record has the format of most earlier records, if it matches that format.
        if let Some((leader, count)) = self.own.first_mut()
            && (leader.format.score)(root).is_some_and(|score| score.value >= Score::SURE)
            && !has_covering(leader.format, root)
        {
            *count += 1;
            return true;
        }
        let detected = detect(root, None);
        if matches!(detected, Detected::Foreign(_) | Detected::Nothing) && is_beside(root) {
            if let Detected::Foreign(found) = detected {
                self.foreign = self.foreign.or(Some(found));
            }
            return true;
        }
        match detected {
            Detected::One(found) => {
                self.holders.add_known(found.format);
                let fits = |format: &&&'static Format| format.makes_message_ids() && (format.score)(root).is_some();
                let is_other = !found.format.makes_message_ids() && found.score.value < Score::SURE;
                self.old_forms += usize::from(is_other && FORMATS.iter().any(|format| fits(&format)));
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
            Detected::Tie(candidates) => {
                for found in &candidates {
                    self.holders.add_known(found.format);
                }
                self.tie = self.tie.take().or(Some(candidates));
            }
            Detected::Foreign(found) => {
                self.foreign = self.foreign.or(Some(found));
                self.foreigners += 1;
            }
            Detected::Nothing => {
                self.holders.add_unknown(root);
                return false;
            }
        }
        true
    }

    /// The reason why the records have no format although some of them match one.
    pub(super) fn trouble(&mut self) -> Option<Trouble> {
        let known: usize = self.own.iter().chain(&self.weak).map(|(_, count)| count).sum();
        self.holders.take(known)
    }

    /// True if a record matches a format, so that there is a winner.
    pub(super) fn has_format(&self) -> bool {
        !self.own.is_empty() || !self.weak.is_empty() || self.tie.is_some()
    }

    pub(super) fn winner(mut self) -> Option<Detected> {
        if self.is_many {
            return Some(Detected::Foreign(&GEMINI_STREAMS));
        }
        let known: usize = self.own.iter().chain(&self.weak).map(|(_, count)| count).sum();
        if let Some(found) = self.foreign.filter(|_| self.foreigners >= known) {
            return Some(Detected::Foreign(found));
        }
        // All records of other formats may be older forms of this format.
        let is_current = |found: &Candidate| found.format.makes_message_ids();
        let current = self.own.iter().find(|(found, _)| is_current(found)).copied();
        if let Some((found, _)) = current.filter(|(_, count)| known.saturating_sub(*count) <= self.old_forms) {
            return Some(Detected::One(found));
        }
        let list = if self.own.is_empty() { &mut self.weak } else { &mut self.own };
        short_lists::sort_by_key(list, |(found, count)| (std::cmp::Reverse(*count), found.format.name));
        keep_covering(list);
        let most = list.first().map(|(_, count)| *count);
        let best: Vec<_> = list.iter().filter(|(_, count)| Some(*count) == most).map(|(found, _)| *found).collect();
        match (best.as_slice(), self.tie) {
            ([], tie) => tie.map(Detected::Tie),
            // Two formats have the same number of records: the format of records with several matches is undecided.
            ([_, _, ..], Some(tie)) => Some(Detected::Tie(tie)),
            ([first, ..], _) => Some(Detected::One(*first)),
        }
    }
}
