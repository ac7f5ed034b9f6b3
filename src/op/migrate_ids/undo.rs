//! `--reverse`: restores the values in the map, byte for byte.

use super::map::{MappedRecord, There, decoded, inner};
use super::names::name_of;
use super::plan::Planner;
use super::record_tree::RecordTree;
use super::replacements::{Made, Replacement};
use crate::format::IdRules;
use crate::format::ids::{Site, added};
use crate::json::{Node, Text, each_pointer};

impl Planner<'_> {
    /// Plans the changes of a record that is restored. `base` is the pointer of `root` in its record.
    pub(super) fn undo(
        &mut self,
        RecordTree { root, text }: RecordTree<'_, '_>,
        ids: &IdRules,
        known: &MappedRecord,
        base: &str,
    ) {
        self.made.clear();
        if known.lines == 0 {
            return;
        }
        let mut sites = std::mem::take(&mut self.made.sites);
        // Other values are unchanged.
        let _ = (ids.walk)(root, &mut sites);
        sites.sort();
        let mut list = std::mem::take(&mut sites.list);
        list.retain(|site| sites.missing_member(site).is_none());
        let mut undo = UndoRun { root, text, ids, known, made: &mut self.made, done: 0 };
        if known.places.is_empty() {
            for site in &mut list {
                undo.site(site, None);
            }
        } else {
            let offsets: Vec<_> = list.iter().map(|site| site.span().start).collect();
            let mut full = String::new();
            each_pointer(root, &mut offsets.into_iter(), &mut |index, pointer| {
                let Some(site) = list.get_mut(index) else { return };
                full.clear();
                full.push_str(base);
                known.push_earlier_pointer(pointer, ids, &mut full);
                full.push_str(sites.inner_pointer(site));
                undo.site(site, Some((&full, pointer)));
            });
        }
        sites.list = list;
        self.made.sites = sites;
    }
}

struct UndoRun<'u, 't, 'a> {
    root: Node<'t, 'a>,
    text: &'a str,
    ids: &'u IdRules,
    known: &'u MappedRecord,
    made: &'u mut Made,
    /// The offset after the last changed byte so far.
    done: usize,
}

impl UndoRun<'_, '_, '_> {
    /// Determines the value at the place. Two items may share the id at one place.
    fn site(&mut self, site: &mut Site, pointer: Option<(&str, &str)>) {
        let new =
            if site.span().start < self.done || site.is_missing { Replacement::SAME } else { self.old(site, pointer) };
        self.made.replacements.push(new);
        if new != Replacement::SAME {
            self.done = site.span().end;
            self.made.is_changed = true;
            if let Some(count) = self.made.counts.get_mut(1) {
                *count += 1;
            }
        }
    }

    fn old(&mut self, site: &mut Site, pointer: Option<(&str, &str)>) -> Replacement {
        let token = site.token(self.text);
        let own = pointer.and_then(|(full, pointer)| Some((pointer, self.known.places.get(full)?)));
        let own = own.filter(|(_, there)| there.scope == site.scope && decoded(&there.new) == decoded(&token));
        let (span, put) = match own {
            Some((_, There { old: Some(old), spelled, .. })) => {
                // Only the id may change.
                let spelled = spelled.as_deref().filter(|it| Text::Token(it).decode_json() == inner(old));
                match spelled {
                    Some(spelled) => (Some(site.span()), spelled),
                    None => (None, old.as_str()),
                }
            }
            Some((pointer, _)) => {
                let object = pointer.rsplit_once('/').and_then(|(object, _)| self.root.pointer(object));
                let span = object.and_then(|object| added(object, site.span().start));
                let Some(span) = span.filter(|span| span.start >= self.done) else { return Replacement::SAME };
                (Some(span), "")
            }
            None => {
                let key = (site.scope, name_of(&token, self.ids).into_owned());
                let Some(old) = self.known.values.get(&key) else { return Replacement::SAME };
                (None, old.as_str())
            }
        };
        let number = self.made.pool.push(put);
        if let Some(span) = span {
            *site = site.at(span);
        }
        number.map_or(Replacement::SAME, Replacement::put)
    }
}
