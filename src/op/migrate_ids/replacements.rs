//! The result for a record: its places, and the replacement at each place, in four bytes.

use crate::json::short_lists;
use std::borrow::Cow;

use super::map::Tail;
use super::pool::{Pool, UuidBuffer};
use super::record_tree::RecordTree;
use crate::format::ids::Sites;
use crate::json::{Span, each_pointer};

/// The replacement for a place: none, or one of a pool, and whether the map has a line for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Replacement(u32);

/// The maximum number of texts in a pool.
pub(super) const MOST: u32 = (1 << 30) - 1;

const LINE: u32 = 1 << 31;
const ONLY_HERE: u32 = 1 << 30;

impl Replacement {
    /// The value is unchanged.
    pub(super) const SAME: Self = Self(0);

    /// The text of the pool with this number.
    pub(super) fn put(number: u32) -> Self {
        Self(number + 1)
    }

    /// The number of the text.
    pub(super) fn number(self) -> Option<u32> {
        (self.0 & MOST).checked_sub(1)
    }

    /// The same, with a line of the map, which applies only to this place or to all with its id.
    pub(super) fn with_line(self, is_only_here: bool) -> Self {
        Self(self.0 | LINE | if is_only_here { ONLY_HERE } else { 0 })
    }

    fn has_line(self) -> bool {
        self.0 & LINE != 0
    }

    fn is_only_here(self) -> bool {
        self.0 & ONLY_HERE != 0
    }
}

/// The replacements of a record.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) sites: Sites,
    /// The replacements, in the order of the places; empty if there are none.
    pub(super) replacements: Vec<Replacement>,
    pub(super) pool: Pool,
    pub(super) is_changed: bool,
    pub(super) has_lines: bool,
    /// Ids that were generated, renamed; references that were rewritten.
    pub(super) counts: [u64; 3],
}

impl Made {
    pub(super) fn clear(&mut self) {
        self.sites.clear();
        self.replacements.clear();
        self.pool.clear();
        (self.is_changed, self.has_lines, self.counts) = (false, false, [0; 3]);
    }

    /// Writes `bytes` with the changes, in pieces. `text` is the JSON in them, at the same offsets. A change inside the
    /// previous one is skipped.
    pub(super) fn splice(&self, bytes: &[u8], text: &str, is_one_line: bool, to: &mut dyn FnMut(&[u8])) {
        let mut done = 0;
        self.changes(text, is_one_line, &mut |span, new| {
            let Some(kept) = bytes.get(done..span.start) else { return };
            to(kept);
            to(new);
            done = span.end;
        });
        to(bytes.get(done..).unwrap_or_default());
    }

    /// Calls the function with each span of `text` that changes with its new text, in order.
    pub(super) fn changes(&self, text: &str, is_one_line: bool, to: &mut dyn FnMut(Span, &[u8])) {
        let (mut room, mut member) = ([0; 38], Vec::new());
        for (site, new) in self.sites.list.iter().zip(&self.replacements) {
            let Some(number) = new.number() else { continue };
            let value = self.pool.get(number, &mut room);
            match self.sites.missing_member(site) {
                Some(missing_member) => {
                    member.clear();
                    missing_member.write(text, self.sites.key(missing_member), value, is_one_line, &mut member);
                    to(site.span(), &member);
                }
                None => to(site.span(), site.spell(value).as_bytes()),
            }
        }
    }

    /// Calls the function with the line of the map for each place, in the order of the pointers.
    pub(super) fn lines(
        &self,
        RecordTree { root, text }: RecordTree<'_, '_>,
        base: &str,
        to: &mut dyn FnMut(&Tail<'_>),
    ) {
        if !self.has_lines {
            return;
        }
        let sites = &self.sites;
        let with_lines = sites.list.iter().zip(&self.replacements).zip(0_u32..).filter(|((_, new), _)| new.has_line());
        let mut places: Vec<_> = with_lines.map(|((site, _), index)| (narrow(sites.begin(site)), index)).collect();
        short_lists::sort_by_key(&mut places, |(at, _)| *at);
        let (mut offsets, mut space): (_, UuidBuffer) = (places.iter().map(|(at, _)| *at as usize), [0; 38]);
        let mut pointer = String::new();
        each_pointer(root, &mut offsets, &mut |index, found| {
            let Some((_, place)) = places.get(index) else { return };
            let place = *place as usize;
            let (Some(site), Some(new)) = (sites.list.get(place), self.replacements.get(place)) else { return };
            let missing_member = sites.missing_member(site);
            pointer.clear();
            pointer.extend([base, found]);
            if let Some(missing_member) = missing_member {
                pointer.extend(["/", sites.key(missing_member)]);
            }
            pointer.push_str(sites.inner_pointer(site));
            let old: Option<Cow<'_, str>> = missing_member.is_none().then(|| site.token(text));
            let spelled = old.as_deref().filter(|old| site.spell(old) != site.raw(text)).map(|_| site.raw(text));
            to(&Tail {
                scope: site.scope,
                old: old.as_deref(),
                spelled,
                new: self.pool.get(new.number().unwrap_or(MOST), &mut space),
                pointer: &pointer,
                is_only_here: new.is_only_here(),
            });
        });
    }
}

fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
