//! Plans the changes of a record: its ids, the new ids, and their places.

use std::borrow::Cow;
use std::collections::HashSet;

use super::id_history::IdHistory;
use super::map::{IdMap, MappedRecord, decoded};
use super::names::{FOR_TARGET, IdTexts, NamedId, NamedIds, name_at};
use super::record_ids::{NONE, RecordIds};
use super::record_tree::{IdFormat, RecordTree, WantedIds};
use super::replacements::Made;
use super::scheme::{IdGenerator, IdOrigin, Scheme, seed};
use super::{MigrateOptions, Which};
use crate::format::ids::{IdRules, IdShape, Scope, Sites, Usage};
use crate::json::{At, quoted};
use crate::report::{Refused, Report, ids as codes, shape};

/// The record has more ids than the counters can count.
pub(super) fn too_many() -> Refused {
    Refused::new(&codes::TOO_MANY, At::byte(0), "the record has more ids than are counted")
}

/// Plans records, one after the other.
pub(super) struct Planner<'o> {
    pub(super) options: &'o MigrateOptions,
    pub(super) maker: &'o IdGenerator<'o>,
    pub(super) map: Option<&'o IdMap>,
    /// The lines of the map about the record, and the pointer before those of the record.
    pub(super) known: MappedRecord,
    pub(super) base: String,
    /// The record must not get more lines.
    pub(super) is_one_line: bool,
    /// The bits of the scopes whose missing ids are generated.
    pub(super) filled: u8,
    pub(super) found: RecordIds,
    pub(super) made: Made,
}

impl Planner<'_> {
    /// Plans the changes of a record. `history` is the state of the earlier events in its log.
    pub(super) fn plan(
        &mut self,
        tree: RecordTree<'_, '_>,
        format: IdFormat<'_>,
        report: &mut Report,
        history: Option<&mut IdHistory>,
    ) -> Result<(), Refused> {
        self.made.clear();
        self.found.clear();
        let (mut sites, mut found) = (std::mem::take(&mut self.made.sites), std::mem::take(&mut self.found));
        let done = self.plan_sites(&mut sites, &mut found, tree, format, report, history);
        (self.made.sites, self.found) = (sites, found);
        done
    }

    fn plan_sites(
        &mut self,
        sites: &mut Sites,
        found: &mut RecordIds,
        RecordTree { root, text }: RecordTree<'_, '_>,
        IdFormat { ids, name: format }: IdFormat<'_>,
        report: &mut Report,
        mut history: Option<&mut IdHistory>,
    ) -> Result<(), Refused> {
        let mut wanted = self.options.scopes.in_format(ids, format)?;
        sites.clear();
        if !(ids.walk)(root, sites) && history.is_none() {
            let message = format!("this is not a record of {format}");
            return Err(Refused::new(&shape::NOT_A_CONVERSATION, root.at(), message));
        }
        if let Some(twice) = sites.twice.take() {
            return Err(twice.into());
        }
        wanted = sites.lacks.map_or(wanted, |(scope, _)| self.options.scopes.without(scope, ids, wanted));
        let is_asked = |scope: Scope| self.options.scopes.names(scope) && self.filled & scope.bit() != 0;
        if let Some((scope, reason)) = sites.lacks.filter(|(scope, _)| is_asked(*scope)) {
            let message = format!("this record has no ids of the scope `{}`: {reason}", scope.name());
            return Err(Refused::new(&codes::NO_PLACE, root.at(), message));
        }
        if let Some(history) = &mut history {
            history.seed = seed(text.as_bytes(), history.seed);
        }
        let has_gap = || sites.list.iter().any(|site| site.is_missing && wanted & site.scope.bit() != 0);
        let is_renaming = self.options.which != Which::Missing || self.map.is_some();
        if sites.list.is_empty() || (!is_renaming && history.is_none() && !has_gap()) {
            return Ok(());
        }
        sites.sort();
        let texts = IdTexts { sites: &sites.list, text, ids };
        self.find(found, texts, wanted, report, history.as_deref_mut())?;
        if let (Some(history), Which::Missing, None) = (history.as_deref_mut(), self.options.which, self.map) {
            self.keep_apart(&mut found.names, texts, history)?;
        }
        if is_renaming {
            self.rename(&mut found.names, texts, report, history.as_deref_mut())?;
        }
        let given = self.given(sites, root);
        self.write(sites, found, WantedIds { text, ids, scopes: wanted }, &given, history)
    }

    /// Collects the ids of the record.
    fn find(
        &self,
        found: &mut RecordIds,
        texts: IdTexts<'_>,
        wanted: u8,
        report: &mut Report,
        mut history: Option<&mut IdHistory>,
    ) -> Result<(), Refused> {
        let IdTexts { sites, text, ids } = texts;
        // A call may create a message with its own id: then the id belongs to the call, unless a message had it before.
        let both = Scope::Message.bit() | Scope::Call.bit();
        let is_split = wanted & both != both || self.maker.target().is_some();
        let is_apart = ids.calls_name_messages && is_split && wanted & both != 0;
        let mut calls: HashSet<Cow<'_, str>> = HashSet::new();
        if is_apart {
            for site in sites.iter().filter(|site| site.scope == Scope::Call && !site.is_missing) {
                let name = name_at(site, text, ids);
                if let Some(history) = history.as_deref_mut()
                    && history.kinds.get(name.as_ref()).is_none()
                {
                    history.kinds.insert(name.as_ref(), Scope::Call);
                }
                calls.insert(name);
            }
        }
        for (site, place) in sites.iter().zip(0..) {
            let mut scope = site.scope;
            if site.is_missing {
                found.places.push(NONE);
                found.is_wanted.push(wanted & scope.bit() != 0);
                continue;
            }
            let name = name_at(site, text, ids);
            if is_apart && both & scope.bit() != 0 {
                let known = history.as_mut().and_then(|history| history.kinds.get(name.as_ref()).copied());
                let kind = known.unwrap_or(if calls.contains(&name) { Scope::Call } else { scope });
                if let Some(history) = history.as_deref_mut().filter(|_| known.is_none()) {
                    history.kinds.insert(name.as_ref(), kind);
                }
                if (scope, kind) == (Scope::Call, Scope::Message) {
                    self.was_message(&name, At::byte(site.span().start), wanted, report)?;
                }
                scope = kind;
            }
            let is_wanted = wanted & scope.bit() != 0;
            let group = match self.map {
                // The new id for an id of a kind.
                Some(_) => u8::try_from(site.scope.bit().trailing_zeros()).unwrap_or(0),
                None if self.maker.target().is_some() && scope == Scope::Call => FOR_TARGET,
                None => 0,
            };
            let number = found.names.number(&name, group, place, &texts);
            found.places.push(u32::try_from(number).unwrap_or(NONE));
            found.is_wanted.push(is_wanted);
            let Some(id) = found.names.list.get_mut(number) else { continue };
            if !is_wanted {
                id.scopes.others |= site.scope.bit();
                continue;
            }
            id.scopes.selected |= site.scope.bit();
            id.is_asked |= site.usage != Usage::Follows;
            match site.usage {
                Usage::Names => {
                    if id.scopes.named & site.scope.bit() != 0 && !id.is_twice {
                        (id.is_twice, id.again) = (true, At::byte(site.span().start));
                    }
                    id.scopes.named |= site.scope.bit();
                }
                Usage::Points => {
                    id.scopes.pointed |= site.scope.bit();
                    id.pointed = id.pointed.or(At::byte(site.span().start));
                }
                Usage::Kept => {
                    id.scopes.named |= site.scope.bit();
                    id.is_kept = true;
                }
                Usage::Lineage | Usage::Follows => {}
            }
        }
        Ok(())
    }

    /// A call has the id of an earlier message in the log.
    fn was_message(&self, name: &str, at: At, wanted: u8, report: &mut Report) -> Result<(), Refused> {
        let shown = crate::json::Text::owned(name).show();
        if self.maker.target().is_some() {
            let message =
                format!("the call cannot get an id that the target takes: `{shown}` was that of a message before");
            return Err(
                Refused::new(&codes::UNFIT, at, message).helping("rename the messages first, with --scope message")
            );
        }
        if wanted & Scope::Call.bit() != 0 {
            report.add(&codes::TWO_KINDS, at, || {
                format!("the call `{shown}` keeps its id: a message had it before, and both mean the same here")
            });
        }
        Ok(())
    }

    /// Decides which ids are replaced, and generates the new ones.
    fn rename(
        &mut self,
        names: &mut NamedIds,
        texts: IdTexts<'_>,
        report: &mut Report,
        mut history: Option<&mut IdHistory>,
    ) -> Result<(), Refused> {
        for id in &mut names.list {
            if id.scopes.named != 0
                && let Some(history) = history.as_deref_mut()
            {
                history.name(&texts.name(id.first));
            }
            let is_normal = self.options.scheme == Scheme::Normal && id.scopes.selected != 0;
            id.is_renamed = (id.is_asked || self.known.is_whole || is_normal)
                && !id.is_kept
                && match (self.map, self.options.which) {
                    (Some(map), _) => self.mapped(map, id.scopes.selected, &texts.name(id.first)).is_some(),
                    (None, _) if is_normal => (texts.ids.normal)(&texts.name(id.first)).is_some(),
                    (None, Which::Missing) => false,
                    (None, Which::Invalid) => !self.maker.is_valid(&texts.name(id.first), self.is_for_target(id)),
                    (None, Which::All) => true,
                };
        }
        if let (Some(history), None) = (history.as_deref_mut(), self.map) {
            self.keep_apart(names, texts, history)?;
        }
        self.check(names, texts, report, history.as_deref_mut())?;
        for number in 0..names.list.len() {
            let Some(id) = names.list.get(number).filter(|id| id.is_renamed) else { continue };
            let is_for_target = self.is_for_target(id);
            let (name, at) = (texts.name(id.first), id.pointed.or(At::byte(0)));
            let new = match self.map.and_then(|map| self.mapped(map, id.scopes.selected, &name)) {
                Some(new) if names.is_mapped_twice(&new, &name, &texts) => {
                    let [old, new] = [name, new.into()].map(|id| crate::json::Text::owned(id).show());
                    let message =
                        format!("the map makes `{new}` of `{old}`, and something else of the record has that id");
                    return Err(
                        Refused::new(&codes::UNFIT, at, message).helping("correct the map: two ids would become one")
                    );
                }
                Some(new) => new,
                // Names are compared in that spelling.
                None if self.options.scheme == Scheme::Normal => name.clone().into_owned(),
                None => self.unused_id(IdOrigin::Old(&name), is_for_target, names, &texts, history.as_deref_mut())?,
            };
            self.fits(&new, id.scopes.selected, is_for_target, texts.ids, at)?;
            let first = id.first;
            let made = self.give(&new, first, names)?;
            if let Some(id) = names.list.get_mut(number) {
                id.new = std::num::NonZeroU32::new(made + 1);
            }
        }
        Ok(())
    }

    /// An unchanged id must not be the new id of something else in its log, neither before nor after it.
    fn keep_apart(&self, names: &mut NamedIds, texts: IdTexts<'_>, history: &mut IdHistory) -> Result<(), Refused> {
        for id in names.list.iter_mut().filter(|id| !id.is_renamed) {
            let name = texts.name(id.first);
            if !history.is_given(&name, &(Some(&*name), 0_u64)) || id.scopes.selected == 0 {
                continue;
            }
            id.is_renamed = id.is_asked && !id.is_kept && self.options.which != Which::Missing;
            if !id.is_renamed {
                let shown = crate::json::Text::owned(name).show();
                let at = texts.sites.get(id.first as usize).map_or(At::byte(0), |site| At::byte(site.span().start));
                let message = format!("`{shown}` was given to something before it in the log");
                return Err(Refused::new(&codes::UNFIT, at, message));
            }
        }
        Ok(())
    }

    /// Its new id has to be valid for the target.
    fn is_for_target(&self, id: &NamedId) -> bool {
        self.map.is_none() && id.group == FOR_TARGET
    }

    /// The new id in the map: for this record, or for any if this record is unknown.
    fn mapped(&self, map: &IdMap, scopes: u8, name: &str) -> Option<String> {
        let asked = || Scope::ALL.into_iter().filter(|scope| scopes & scope.bit() != 0);
        let own = asked().find_map(|scope| self.known.values.get(&(scope, name.to_owned())));
        let is_whole = self.known.is_whole;
        own.map(|new| decoded(new)).or_else(|| asked().filter(|_| !is_whole).find_map(|scope| map.new_of(scope, name)))
    }

    /// Generates an id and returns its number in the pool.
    pub(super) fn give(&mut self, new: &str, place: u32, names: &mut NamedIds) -> Result<u32, Refused> {
        if self.map.is_some() || !self.maker.is_unique() {
            names.take(new, place);
        }
        self.made.pool.push(&quoted(new)).ok_or_else(too_many)
    }

    /// References without a target, and items with the id of another item.
    fn check(
        &self,
        names: &NamedIds,
        texts: IdTexts<'_>,
        report: &mut Report,
        mut history: Option<&mut IdHistory>,
    ) -> Result<(), Refused> {
        if self.options.scheme == Scheme::Normal {
            return Ok(());
        }
        let ids = texts.ids;
        let shown = |id: &NamedId| crate::json::Text::owned(texts.name(id.first)).show();
        let mut dangling = Vec::new();
        for id in names.list.iter().filter(|id| id.is_renamed) {
            let at = id.pointed;
            let is_call = ids.calls_name_messages && id.scopes.named & Scope::Call.bit() != 0;
            let named_as = id.scopes.named | if is_call { Scope::Message.bit() } else { 0 };
            // A map is applied, whether references have a target or not.
            let is_checked = !self.options.allows_dangling && self.map.is_none();
            if id.scopes.pointed & !named_as != 0 && is_checked {
                let Some(history) = &mut history else {
                    dangling.push((at, id));
                    continue;
                };
                if history.is_nameless(&texts.name(id.first)) {
                    let mut one = Report::keeping(1);
                    let message = format!("nothing has the id `{}`", shown(id));
                    one.add(&codes::DANGLING, at, || message);
                    history.unresolved.extend(one.drain().map(|it| (texts.name(id.first).into_owned(), it)));
                }
            }
            if id.is_twice && ids.is_unique {
                report.add(&codes::DUPLICATE, id.again, || format!("the id `{}` is here again", shown(id)));
            }
            if id.scopes.others != 0 && id.scopes.named != 0 && !ids.calls_name_messages {
                let at = at.or(At::byte(0));
                report.add(&codes::TWO_KINDS, at, || {
                    format!("the id `{}` is also that of another kind, and keeps it there", shown(id))
                });
            }
        }
        let Some((at, _)) = dangling.first() else { return Ok(()) };
        let list: Vec<_> = dangling.iter().take(5).map(|(_, id)| format!("`{}`", shown(id))).collect();
        let more = if dangling.len() > 5 { format!(" and {} more", dangling.len() - 5) } else { String::new() };
        let word = if dangling.len() == 1 { "the id" } else { "the ids" };
        let message = format!("nothing in the record has {word} {}{more}", list.join(", "));
        Err(Refused::new(&codes::DANGLING, *at, message))
    }

    /// An id that nothing else in the record has or gets.
    pub(super) fn unused_id(
        &self,
        origin: IdOrigin<'_>,
        is_for_target: bool,
        names: &NamedIds,
        texts: &IdTexts<'_>,
        mut history: Option<&mut IdHistory>,
    ) -> Result<String, Refused> {
        let key = match origin {
            IdOrigin::Old(name) => (Some(name), 0),
            IdOrigin::Place { number, .. } => (None, number),
        };
        for attempt in 0..1000 {
            let new = self.maker.make(origin, is_for_target, attempt)?;
            let is_taken =
                names.is_taken(&new, texts) || history.as_mut().is_some_and(|history| history.is_given(&new, &key));
            if !is_taken {
                return Ok(new);
            }
        }
        Err(Refused::new(&codes::UNFIT, At::byte(0), "no id is left that nothing else has"))
    }

    pub(super) fn fits(
        &self,
        new: &str,
        scopes: u8,
        is_for_target: bool,
        ids: &IdRules,
        at: At,
    ) -> Result<(), Refused> {
        let own = ids.scopes.iter().filter(|(scope, _)| scopes & scope.bit() != 0).map(|(_, shape)| *shape);
        let target = self.maker.target().filter(|_| is_for_target).map(IdShape::Rule);
        match own.chain(target).find(|shape| !shape.fits(new)) {
            Some(shape) => {
                let shown = crate::json::Text::owned(new).show();
                let message = format!("`{shown}` is not an id here: {} is asked for", shape.words());
                Err(Refused::new(&codes::UNFIT, at, message))
            }
            None => Ok(()),
        }
    }
}
