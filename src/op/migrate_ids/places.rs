//! The replacement at each place of a record.

use std::collections::HashMap;

use super::id_history::IdHistory;
use super::names::IdTexts;
use super::pairs::answers;
use super::plan::{Planner, too_many};
use super::pool::{Pool, UuidBuffer};
use super::record_ids::{NONE, RecordIds};
use super::record_tree::WantedIds;
use super::replacements::Replacement;
use super::scheme::{IdOrigin, seed};
use crate::format::ids::{Nested, Scope, Site, Sites, Usage};
use crate::json::{At, Node, each_pointer};
use crate::report::Refused;

impl Planner<'_> {
    /// The ids that a map gives to places that have none, by the index of the place.
    pub(super) fn given(&self, sites: &Sites, root: Node<'_, '_>) -> HashMap<usize, String> {
        let mut given = HashMap::new();
        if self.map.is_none() || self.known.places.is_empty() {
            return given;
        }
        let missing = sites.list.iter().enumerate().filter(|(_, site)| site.is_missing);
        let mut places: Vec<_> = missing.map(|(index, site)| (sites.begin(site), index)).collect();
        places.sort_unstable();
        each_pointer(root, &mut places.iter().map(|(at, _)| *at), &mut |number, pointer| {
            let Some((_, index)) = places.get(number) else { return };
            let Some(site) = sites.list.get(*index) else { return };
            let key = sites
                .missing_member(site)
                .map(|missing_member| format!("/{}", sites.key(missing_member)))
                .unwrap_or_default();
            let pointer = format!("{}{pointer}{key}{}", self.base, sites.inner_pointer(site));
            if let Some(there) = self.known.places.get(&pointer).filter(|there| there.scope == site.scope) {
                given.insert(*index, there.new.clone());
            }
        });
        given
    }

    /// Converts the decisions to changes.
    pub(super) fn write(
        &mut self,
        sites: &Sites,
        found: &mut RecordIds,
        wanted: WantedIds<'_>,
        given: &HashMap<usize, String>,
        mut history: Option<&mut IdHistory>,
    ) -> Result<(), Refused> {
        let WantedIds { text, ids, .. } = wanted;
        let mut replacements = std::mem::take(&mut self.made.replacements);
        let planned = self.replace_ids(sites, &mut replacements, found, wanted, given, history.as_deref_mut());
        let mut room: UuidBuffer = [0; 38];
        for ((site, new), index) in sites.list.iter().zip(&mut replacements).zip(0_usize..) {
            let Some(number) = new.number() else { continue };
            if site.spell(self.made.pool.get(number, &mut room)) == site.raw(text) {
                *new = Replacement::SAME;
                continue;
            }
            self.made.is_changed = true;
            let counted = match (site.usage, site.is_missing) {
                (Usage::Names, true) => 0,
                (Usage::Names, false) => 1,
                _ => 2,
            };
            if let Some(count) = self.made.counts.get_mut(counted) {
                *count += 1;
            }
            if self.options.has_map_out
                && let Some(is_only_here) =
                    say(index, IdTexts { sites: &sites.list, text, ids }, found, history.as_deref_mut())
            {
                self.made.has_lines = true;
                *new = new.with_line(is_only_here);
            }
        }
        self.made.replacements = replacements;
        planned
    }

    /// Determines the replacement at each place.
    fn replace_ids(
        &mut self,
        sites: &Sites,
        replacements: &mut Vec<Replacement>,
        found: &mut RecordIds,
        WantedIds { text, ids, scopes: wanted }: WantedIds<'_>,
        given: &HashMap<usize, String>,
        mut history: Option<&mut IdHistory>,
    ) -> Result<(), Refused> {
        let texts = IdTexts { sites: &sites.list, text, ids };
        let is_wanted = |site: &Site| wanted & site.scope.bit() != 0;
        let (filled, is_mapping) = (wanted & self.filled, self.map.is_some());
        let is_filled = |site: &Site| site.is_missing && filled & site.scope.bit() != 0 && !is_mapping;
        let answered = answers(sites, found, text);
        let mut own_seed = None;
        let mut numbers = history.as_ref().map_or([0; 5], |history| history.numbers);
        let mut open: [Option<String>; 8] =
            history.as_mut().map(|history| std::mem::take(&mut history.open)).unwrap_or_default();
        for (index, site) in sites.list.iter().enumerate() {
            let place = found.places.get(index).copied().unwrap_or(NONE);
            let mut new = Replacement::SAME;
            if let Some(value) = given.get(&index).filter(|_| is_wanted(site)) {
                new = Replacement::put(self.made.pool.push(value).ok_or_else(too_many)?);
            }
            if site.usage == Usage::Names
                && let Some(number) =
                    Scope::ALL.iter().position(|scope| *scope == site.scope).and_then(|place| numbers.get_mut(place))
            {
                *number += 1;
                if is_filled(site) {
                    let seed = match &history {
                        Some(history) => history.seed,
                        None => *own_seed.get_or_insert_with(|| seed(text.as_bytes(), [0; 2])),
                    };
                    let is_for_target = self.maker.target().is_some() && site.scope == Scope::Call;
                    let origin = IdOrigin::Place { seed, scope: site.scope, number: *number };
                    let id = self.unused_id(origin, is_for_target, &found.names, &texts, history.as_deref_mut())?;
                    let at = At::byte(sites.begin(site));
                    self.fits(&id, site.scope.bit(), is_for_target, ids, at)?;
                    new = Replacement::put(self.give(&id, u32::try_from(index).unwrap_or(NONE), &mut found.names)?);
                }
            }
            if site.usage == Usage::Points && is_filled(site) {
                // If two calls share an id, a result with that id is more ambiguous than one without.
                let call = answered.get(&index).filter(|call| found.id(**call).is_none_or(|id| !id.is_twice));
                let of_call = call.and_then(|call| Some((sites.list.get(*call)?, *replacements.get(*call)?)));
                if let Some((call, of_call)) = of_call {
                    new = match (of_call.number(), call.is_missing) {
                        (Some(number), _) => Replacement::put(number),
                        (None, true) => Replacement::SAME,
                        (None, false) => Replacement::put(self.made.pool.push(&call.token(text)).ok_or_else(too_many)?),
                    };
                } else if site.family != 0
                    && let Some(value) = open.get(usize::from(site.family)).and_then(Option::as_ref)
                {
                    new = Replacement::put(self.made.pool.push(value).ok_or_else(too_many)?);
                }
            }
            if place != NONE && found.is_wanted.get(index) == Some(&true) {
                // An item that has an id only if another item has it gets the new id, too.
                let number = found.names.list.get(place as usize).and_then(super::names::NamedId::number);
                new = number.map_or(new, Replacement::put);
            }
            if site.family != 0
                && let Some(last) = open.get_mut(usize::from(site.family))
                && (!site.is_missing || new != Replacement::SAME)
            {
                *last = token(site, new, &self.made.pool, text);
            }
            replacements.push(new);
        }
        if let Some(history) = history {
            (history.numbers, history.open) = (numbers, open);
        }
        Ok(())
    }
}

/// The JSON of the new id at a place.
fn token(site: &Site, new: Replacement, pool: &Pool, text: &str) -> Option<String> {
    match new.number() {
        Some(number) => Some(pool.get(number, &mut [0; 38]).to_owned()),
        None if site.is_missing => None,
        None => Some(site.token(text).into_owned()),
    }
}

/// Whether the map needs a line for the place, and one only for it: the first place of an id has the line for all
/// places with the same spelling, and every other spelling has a separate line.
fn say(index: usize, texts: IdTexts<'_>, found: &mut RecordIds, history: Option<&mut IdHistory>) -> Option<bool> {
    let (Some(site), Some(first)) = (texts.sites.get(index), found.id(index).map(|id| id.first)) else {
        return Some(true);
    };
    let raw = site.raw(texts.text);
    let own = if site.nested == Nested::No { raw.get(1..raw.len().saturating_sub(1)) } else { Some(raw) };
    let name = texts.name(first);
    if own != Some(name.as_ref()) {
        return Some(true);
    }
    let number = found.places.get(index).copied().unwrap_or(NONE);
    let id = found.names.list.get_mut(number as usize)?;
    if id.scopes.mapped & site.scope.bit() != 0 {
        return None;
    }
    id.scopes.mapped |= site.scope.bit();
    history.is_none_or(|history| history.is_unmapped(&(site.scope, name.as_ref()))).then_some(false)
}
