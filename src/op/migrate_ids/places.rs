//! What each place of a record gets, and the changes that come of it.

use std::collections::HashMap;

use super::names::Names;
use super::pairs::answers;
use super::past::Past;
use super::plan::{Found, Line, Planner};
use super::scheme::{Origin, seed};
use crate::format::ids::{Ids, Nested, Scope, Site, Sites, Usage};
use crate::json::{At, Node, pointers, quoted};
use crate::report::Refused;

/// What a place gets.
enum New {
    /// What it has.
    Same,
    /// The new id of its old one.
    Renamed(usize),
    /// This one.
    Given(Box<str>),
}

impl Planner<'_> {
    /// The ids that a map gives to places that have none, by the index of the place.
    pub(super) fn given(&self, sites: &Sites, root: Node<'_, '_>) -> HashMap<usize, String> {
        if self.map.is_none() || self.known.places.is_empty() {
            return HashMap::new();
        }
        let missing = sites.list.iter().enumerate().filter(|(_, site)| site.is_missing);
        let mut places: Vec<_> = missing
            .map(|(index, site)| {
                let gap = site.gap.and_then(|gap| sites.gaps.get(gap as usize));
                (gap.map_or(site.span().start, |gap| gap.object), gap.map(|gap| gap.key), index)
            })
            .collect();
        places.sort_unstable();
        let offsets: Vec<_> = places.iter().map(|(at, ..)| *at).collect();
        let named = pointers(root, &offsets).into_iter().zip(places);
        let named = named.filter_map(|(pointer, (_, key, index))| {
            let key = key.map(|key| format!("/{key}")).unwrap_or_default();
            let inner = sites.list.get(index).map(|site| sites.inner_pointer(site)).unwrap_or_default();
            let there = self.known.places.get(&format!("{}{pointer}{key}{inner}", self.base))?;
            Some((index, there.new.clone()))
        });
        named.collect()
    }

    /// Turns what was decided into changes.
    pub(super) fn write(
        &mut self,
        sites: &Sites,
        found: &mut Found<'_>,
        (text, ids, wanted): (&str, &Ids, u8),
        given: &HashMap<usize, String>,
        mut past: Option<&mut Past>,
    ) -> Result<(), Refused> {
        let news = self.news(sites, found, (text, ids, wanted), given, past.as_deref_mut())?;
        for (site, new) in sites.list.iter().zip(&news) {
            let (value, place) = match new {
                New::Same => continue,
                New::Given(value) => (value.to_string(), None),
                New::Renamed(place) => {
                    let new = found.names.list.get(*place).and_then(|id| id.new.as_deref());
                    (quoted(new.unwrap_or_default()), Some(*place))
                }
            };
            let spelled = site.spell(&value);
            if spelled == site.raw(text) {
                continue;
            }
            let gap = site.gap.and_then(|gap| sites.gaps.get(gap as usize));
            let is_one_line = self.is_one_line;
            self.made.change(site.span(), |out| match gap {
                Some(gap) => gap.write(text, &value, is_one_line, out),
                None => out.push_str(&spelled),
            });
            let counted = match (site.usage, site.is_missing) {
                (Usage::Names, true) => 0,
                (Usage::Names, false) => 1,
                _ => 2,
            };
            if let Some(count) = self.made.counts.get_mut(counted) {
                *count += 1;
            }
            let said = self.options.has_map_out.then(|| say(site, text, place, found, past.as_deref_mut()));
            if let Some(is_only_here) = said.flatten() {
                let old = site.token(text);
                self.made.lines.push(Line {
                    is_only_here,
                    scope: site.scope,
                    spelled: Some(site.raw(text)).filter(|raw| site.spell(&old) != *raw).map(Into::into),
                    old: gap.is_none().then(|| old.into_owned()),
                    at: gap.map_or(site.span().start, |gap| gap.object),
                    key: gap.map(|gap| gap.key),
                    inner: sites.inner_pointer(site).into(),
                    new: value,
                });
            }
        }
        Ok(())
    }

    /// What each place gets.
    fn news(
        &self,
        sites: &Sites,
        found: &mut Found<'_>,
        (text, ids, wanted): (&str, &Ids, u8),
        given: &HashMap<usize, String>,
        mut past: Option<&mut Past>,
    ) -> Result<Vec<New>, Refused> {
        let is_wanted = |site: &Site| wanted & site.scope.bit() != 0;
        let answered = answers(&sites.list, &found.places, text);
        let mut own_seed = None;
        let mut numbers = past.as_ref().map_or([0; 5], |past| past.numbers);
        let mut open: [Option<String>; 8] =
            past.as_mut().map(|past| std::mem::take(&mut past.open)).unwrap_or_default();
        let mut news: Vec<New> = Vec::with_capacity(sites.list.len());
        for (index, site) in sites.list.iter().enumerate() {
            let place = found.places.get(index).copied().flatten();
            let mut new = match given.get(&index).filter(|_| is_wanted(site)) {
                Some(value) => New::Given(value.as_str().into()),
                None => New::Same,
            };
            if site.usage == Usage::Names
                && let Some(number) =
                    Scope::ALL.iter().position(|scope| *scope == site.scope).and_then(|place| numbers.get_mut(place))
            {
                *number += 1;
                if site.is_missing && is_wanted(site) && self.map.is_none() {
                    let seed = match &past {
                        Some(past) => past.seed,
                        None => *own_seed.get_or_insert_with(|| seed(text.as_bytes(), [0; 2])),
                    };
                    let is_for_target = self.maker.has_target() && site.scope == Scope::Call;
                    let origin = Origin::Place { seed, scope: site.scope, number: *number };
                    let id = self.fresh(origin, is_for_target, &found.names, past.as_deref_mut())?;
                    let gap = site.gap.and_then(|gap| sites.gaps.get(gap as usize));
                    let at = At::byte(gap.map_or(site.span().start, |gap| gap.object));
                    self.fits(&id, site.scope.bit(), is_for_target, ids, at)?;
                    found.names.take(&id);
                    new = New::Given(quoted(&id).into());
                }
            }
            if site.is_missing && site.usage == Usage::Points && is_wanted(site) && self.map.is_none() {
                let id = |call: usize| found.names.list.get(found.places.get(call).copied().flatten()?);
                // Where two calls have one id, an answer that names it would say less than one that names none.
                let call = answered.get(&index).filter(|call| id(**call).is_none_or(|id| id.named == 1));
                let call = call.and_then(|call| Some((sites.list.get(*call)?, news.get(*call)?)));
                let of_call = call.and_then(|(call, new)| token(call, new, &found.names, text));
                let of_family = || open.get(usize::from(site.family)).cloned().flatten();
                if let Some(value) = of_call.or_else(|| of_family().filter(|_| site.family != 0)) {
                    new = New::Given(value.into());
                }
            }
            if let Some(place) = place.filter(|_| found.is_wanted.get(index) == Some(&true)) {
                let id = found.names.list.get(place).filter(|id| id.new.is_some());
                if id.is_some_and(|id| site.usage != Usage::Follows || id.named > 0) {
                    new = New::Renamed(place);
                }
            }
            if site.family != 0
                && let Some(last) = open.get_mut(usize::from(site.family))
                && (!site.is_missing || !matches!(new, New::Same))
            {
                *last = token(site, &new, &found.names, text);
            }
            news.push(new);
        }
        if let Some(past) = past {
            (past.numbers, past.open) = (numbers, open);
        }
        Ok(news)
    }
}

/// The JSON of an id as it will stand at a place.
fn token(site: &Site, new: &New, names: &Names<'_>, text: &str) -> Option<String> {
    match new {
        New::Given(value) => Some(value.to_string()),
        New::Renamed(place) => names.list.get(*place)?.new.as_deref().map(quoted),
        New::Same if site.is_missing => None,
        New::Same => Some(site.token(text).into_owned()),
    }
}

/// Whether the map needs a line for the place, and one for it alone: the first place of an id speaks for all that are spelled
/// as it says, every other one for itself.
fn say(site: &Site, text: &str, place: Option<usize>, found: &mut Found<'_>, past: Option<&mut Past>) -> Option<bool> {
    let id = place.and_then(|place| found.names.list.get_mut(place));
    let raw = site.raw(text);
    let own = if site.nested == Nested::No { raw.get(1..raw.len().saturating_sub(1)) } else { Some(raw) };
    let Some(id) = id.filter(|id| own == Some(id.name.as_ref())) else {
        return Some(true);
    };
    if id.mapped & site.scope.bit() != 0 {
        return None;
    }
    id.mapped |= site.scope.bit();
    past.is_none_or(|past| past.is_unmapped(&(site.scope, id.name.as_ref()))).then_some(false)
}
