//! `--reverse`: puts back what the map says was there, to the byte.

use super::map::{Known, decoded};
use super::names::name_of;
use super::plan::Planner;
use crate::format::Ids;
use crate::format::ids::added;
use crate::json::{Node, Span, pointers};

impl Planner<'_> {
    /// Finds what changes in a record that comes home. `base` is the pointer of `root` in its record.
    pub(super) fn undo<'a>(&mut self, (root, text): (Node<'_, 'a>, &'a str), ids: &Ids, known: &Known, base: &str) {
        self.made.clear();
        if known.lines == 0 {
            return;
        }
        let mut sites = std::mem::take(&mut self.sites);
        sites.clear();
        // Whatever it is: what the map does not name stays.
        let _ = (ids.walk)(root, &mut sites);
        sites.sort();
        let present: Vec<_> = sites.list.iter().filter(|site| site.gap.is_none()).copied().collect();
        let offsets: Vec<_> = present.iter().map(|site| site.span().start).collect();
        let mut named = if known.places.is_empty() { Vec::new() } else { pointers(root, &offsets) }.into_iter();
        let mut done = 0;
        for site in &present {
            let raw = text.get(site.span().start..site.span().end).unwrap_or_default();
            let pointer = named.next();
            // Two things may be known by the id at one place.
            if site.span().start < done || site.is_missing {
                continue;
            }
            let own =
                pointer.as_ref().and_then(|pointer| Some((pointer, known.places.get(&format!("{base}{pointer}"))?)));
            let own = own.filter(|(_, there)| there.scope == site.scope && decoded(&there.new) == decoded(raw));
            let change: Option<(Span, &str)> = match own {
                Some((_, there)) if there.old.is_some() => {
                    Some((site.span(), there.old.as_deref().unwrap_or_default()))
                }
                Some((pointer, _)) => {
                    let object = pointer.rsplit_once('/').and_then(|(object, _)| root.pointer(object));
                    object.and_then(|object| added(object, site.span().start)).map(|span| (span, ""))
                }
                None => {
                    let key = (site.scope, name_of(raw, ids).into_owned());
                    known.values.get(&key).map(|old| (site.span(), old.as_str()))
                }
            };
            let Some((span, old)) = change.filter(|(span, _)| span.start >= done) else { continue };
            done = span.end;
            self.made.change(span, |out| out.push_str(old));
            if let Some(count) = self.made.counts.get_mut(1) {
                *count += 1;
            }
        }
        self.sites = sites;
    }
}
