//! What changes in a record: which ids it has, which of them get another one, where they stand.

use std::borrow::Cow;
use std::collections::HashSet;

use super::map::{IdMap, Known};
use super::names::{Id, Names, name_at};
use super::past::Past;
use super::scheme::{Maker, Origin, seed};
use super::{Options, Which};
use crate::format::ids::{Ids, Scope, Site, Sites, Usage};
use crate::json::{At, Node, Span};
use crate::report::{Refused, Report, ids as codes, shape};

/// Other bytes for a span of the record: those between `from` and `to` of [`Made::text`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) span: Span,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// A line of the map.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) scope: Scope,
    /// The value as it stood there; nothing if the member was absent.
    pub(super) old: Option<String>,
    /// The very bytes, where a string around it is spelled in a way of its own.
    pub(super) spelled: Option<Box<str>>,
    pub(super) new: String,
    /// Where the value stands, or the object that got the member `key`.
    pub(super) at: usize,
    pub(super) key: Option<&'static str>,
    /// How the pointer goes on inside of a string.
    pub(super) inner: Box<str>,
    /// It says nothing about other places with this id.
    pub(super) is_only_here: bool,
}

/// What came of a record.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) changes: Vec<Change>,
    pub(super) text: String,
    pub(super) lines: Vec<Line>,
    /// Ids that were made up, renamed; references that were rewritten.
    pub(super) counts: [u64; 3],
}

impl Made {
    pub(super) fn clear(&mut self) {
        self.changes.clear();
        self.text.clear();
        self.lines.clear();
        self.counts = [0; 3];
    }

    pub(super) fn change(&mut self, span: Span, write: impl FnOnce(&mut String)) {
        let from = self.text.len();
        write(&mut self.text);
        self.changes.push(Change { span, from, to: self.text.len() });
    }
}

/// What is known about the places of a record.
pub(super) struct Found<'a> {
    pub(super) names: Names<'a>,
    /// Which id each place has.
    pub(super) places: Vec<Option<usize>>,
    /// Which places are of a scope that was asked for.
    pub(super) is_wanted: Vec<bool>,
}

/// Plans records, one after the other.
pub(super) struct Planner<'o> {
    pub(super) options: &'o Options,
    pub(super) maker: &'o Maker<'o>,
    pub(super) map: Option<&'o IdMap>,
    /// What the map says about the record, and the pointer that stands before those of the record.
    pub(super) known: Known,
    pub(super) base: String,
    /// The record may not get more lines.
    pub(super) is_one_line: bool,
    pub(super) sites: Sites,
    pub(super) made: Made,
}

impl Planner<'_> {
    /// Finds what changes in a record. `past` is what came before it in its log.
    pub(super) fn plan<'a>(
        &mut self,
        (root, text): (Node<'_, 'a>, &'a str),
        (ids, format): (&Ids, &'static str),
        report: &mut Report,
        past: Option<&mut Past>,
    ) -> Result<(), Refused> {
        self.made.clear();
        let mut sites = std::mem::take(&mut self.sites);
        let done = self.plan_sites(&mut sites, (root, text), (ids, format), report, past);
        self.sites = sites;
        done
    }

    fn plan_sites<'a>(
        &mut self,
        sites: &mut Sites,
        (root, text): (Node<'_, 'a>, &'a str),
        (ids, format): (&Ids, &'static str),
        report: &mut Report,
        mut past: Option<&mut Past>,
    ) -> Result<(), Refused> {
        let wanted = self.options.scopes.in_format(ids, format)?;
        sites.clear();
        if !(ids.walk)(root, sites) && past.is_none() {
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), format!("this is no record of {format}")));
        }
        if let Some(twice) = sites.twice.take() {
            return Err(twice.into());
        }
        if let Some((scope, reason)) = sites.lacks.filter(|(scope, _)| self.options.scopes.names(*scope)) {
            let message = format!("this record has no place for ids of the scope `{}`: {reason}", scope.name());
            return Err(Refused::new(&codes::NO_PLACE, root.at(), message));
        }
        if let Some(past) = &mut past {
            past.seed = seed(text.as_bytes(), past.seed);
        }
        let has_gap = || sites.list.iter().any(|site| site.is_missing && wanted & site.scope.bit() != 0);
        let is_renaming = self.options.which != Which::Missing || self.map.is_some();
        if sites.list.is_empty() || (!is_renaming && past.is_none() && !has_gap()) {
            return Ok(());
        }
        sites.sort();
        let mut found = self.find(&sites.list, text, (ids, wanted), past.as_deref_mut());
        if is_renaming {
            self.rename(&mut found.names, ids, report, past.as_deref_mut())?;
        }
        let given = self.given(sites, root);
        self.write(sites, &mut found, (text, ids, wanted), &given, past)
    }

    /// Collects the ids of the record.
    fn find<'a>(
        &self,
        sites: &[Site],
        text: &'a str,
        (ids, wanted): (&Ids, u8),
        mut past: Option<&mut Past>,
    ) -> Found<'a> {
        // A call may make a message of its own id: then that is an id of the call.
        let both = Scope::Message.bit() | Scope::Call.bit();
        let is_apart = ids.calls_name_messages && wanted & both != both && wanted & both != 0;
        let mut calls: HashSet<Cow<'_, str>> = HashSet::new();
        if is_apart {
            for site in sites.iter().filter(|site| site.scope == Scope::Call && !site.is_missing) {
                let name = name_at(site, text, ids);
                if let Some(past) = &mut past {
                    past.calls.insert(name.as_ref(), ());
                }
                calls.insert(name);
            }
        }
        let mut found = Found { names: Names::default(), places: Vec::new(), is_wanted: Vec::new() };
        for site in sites {
            let mut scope = site.scope;
            if site.is_missing {
                found.places.push(None);
                found.is_wanted.push(wanted & scope.bit() != 0);
                continue;
            }
            let name = name_at(site, text, ids);
            if is_apart && scope == Scope::Message {
                let was_call = past.as_mut().is_some_and(|past| past.calls.get(name.as_ref()).is_some());
                scope = if was_call || calls.contains(&name) { Scope::Call } else { scope };
            }
            let is_wanted = wanted & scope.bit() != 0;
            let place = found.names.place(name, self.maker.has_target() && scope == Scope::Call);
            found.places.push(Some(place));
            found.is_wanted.push(is_wanted);
            let Some(id) = found.names.list.get_mut(place) else { continue };
            if !is_wanted {
                id.others |= site.scope.bit();
                continue;
            }
            id.scopes |= site.scope.bit();
            id.is_asked |= site.usage != Usage::Follows;
            match site.usage {
                Usage::Names => {
                    id.named += 1;
                    if id.named == 2 {
                        id.again = At::byte(site.span().start);
                    }
                }
                Usage::Points => id.pointed = id.pointed.or(Some(At::byte(site.span().start))),
                Usage::Kept => (id.is_kept, id.named) = (true, id.named + 1),
                Usage::Lineage | Usage::Follows => {}
            }
        }
        found
    }

    /// Decides which ids get another one, and makes it.
    fn rename(
        &self,
        names: &mut Names<'_>,
        ids: &Ids,
        report: &mut Report,
        mut past: Option<&mut Past>,
    ) -> Result<(), Refused> {
        for id in &mut names.list {
            if let Some(past) = past.as_deref_mut().filter(|_| id.named > 0) {
                past.name(&id.name);
            }
            id.is_renamed = id.is_asked
                && !id.is_kept
                && match (self.map, self.options.which) {
                    (Some(map), _) => map.new_of(id.scopes, &id.name).is_some(),
                    (None, Which::Missing) => false,
                    (None, Which::Invalid) => !self.maker.is_valid(&id.name, id.is_for_target),
                    (None, Which::All) => true,
                };
        }
        self.check(names, ids, report, past.as_deref_mut())?;
        for place in 0..names.list.len() {
            let Some(id) = names.list.get(place).filter(|id| id.is_renamed) else { continue };
            let new = match self.map.and_then(|map| map.new_of(id.scopes, &id.name)) {
                Some(new) => new.to_owned(),
                None => self.fresh(Origin::Old(&id.name), id.is_for_target, names, past.as_deref_mut())?,
            };
            let at = id.pointed.unwrap_or(At::byte(0));
            self.fits(&new, id.scopes, id.is_for_target, ids, at)?;
            names.take(&new);
            if let Some(id) = names.list.get_mut(place) {
                id.new = Some(new);
            }
        }
        Ok(())
    }

    /// References that lead nowhere, and what has the id of something else.
    fn check(
        &self,
        names: &Names<'_>,
        ids: &Ids,
        report: &mut Report,
        mut past: Option<&mut Past>,
    ) -> Result<(), Refused> {
        let shown = |id: &Id<'_>| crate::json::Text::Owned(id.name.clone().into_owned()).show();
        let mut dangling = Vec::new();
        for id in names.list.iter().filter(|id| id.is_renamed) {
            if let (Some(at), 0, false) = (id.pointed, id.named, self.options.allows_dangling) {
                let Some(past) = &mut past else {
                    dangling.push((at, shown(id)));
                    continue;
                };
                if past.is_nameless(&id.name) {
                    let mut one = Report::keeping(1);
                    let message = format!("nothing has the id `{}`", shown(id));
                    one.add(&codes::DANGLING, at, || message);
                    past.fresh.extend(one.drain().map(|it| (id.name.clone().into_owned(), it)));
                }
            }
            if id.named > 1 && ids.is_unique {
                report.add(&codes::DUPLICATE, id.again, || format!("the id `{}` stands here again", shown(id)));
            }
            if id.others != 0 && id.named > 0 && !ids.calls_name_messages {
                let at = id.pointed.unwrap_or(At::byte(0));
                report.add(&codes::TWO_KINDS, at, || {
                    format!("the id `{}` is also that of another kind, and keeps it there", shown(id))
                });
            }
        }
        let Some((at, _)) = dangling.first() else { return Ok(()) };
        let list: Vec<_> = dangling.iter().take(5).map(|(_, name)| format!("`{name}`")).collect();
        let more = if dangling.len() > 5 { format!(" and {} more", dangling.len() - 5) } else { String::new() };
        let word = if dangling.len() == 1 { "the id" } else { "the ids" };
        let message = format!("nothing in the record has {word} {}{more}", list.join(", "));
        Err(Refused::new(&codes::DANGLING, *at, message))
    }

    /// An id that nothing else in the record has or gets.
    pub(super) fn fresh(
        &self,
        origin: Origin<'_>,
        is_for_target: bool,
        names: &Names<'_>,
        mut past: Option<&mut Past>,
    ) -> Result<String, Refused> {
        let key = match origin {
            Origin::Old(name) => (Some(name), 0),
            Origin::Place { number, .. } => (None, number),
        };
        for attempt in 0..1000 {
            let new = self.maker.make(origin, is_for_target, attempt)?;
            let is_taken = names.is_taken(&new) || past.as_mut().is_some_and(|past| past.is_given(&new, &key));
            if !is_taken {
                return Ok(new);
            }
        }
        Err(Refused::new(&codes::UNFIT, At::byte(0), "no id is left that nothing else has"))
    }

    pub(super) fn fits(&self, new: &str, scopes: u8, is_for_target: bool, ids: &Ids, at: At) -> Result<(), Refused> {
        let own = ids.scopes.iter().filter(|(scope, _)| scopes & scope.bit() != 0).map(|(_, shape)| *shape);
        let target = self.maker.target_shape().filter(|_| is_for_target);
        match own.chain(target).find(|shape| !(shape.fits)(new)) {
            Some(shape) => {
                let shown = crate::json::Text::Owned(new.to_owned()).show();
                Err(Refused::new(&codes::UNFIT, at, format!("`{shown}` is no id here: {} is asked for", shape.words)))
            }
            None => Ok(()),
        }
    }
}
