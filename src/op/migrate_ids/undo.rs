//! `--reverse`: puts back what the map says was there, to the byte.

use std::borrow::Cow;

use super::map::{Known, There, decoded, inner};
use super::names::name_of;
use super::plan::Planner;
use crate::format::Ids;
use crate::format::ids::added;
use crate::json::{Node, Span, Text, pointers};

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
            let token = site.token(text);
            let pointer =
                named.next().map(|pointer| (format!("{base}{pointer}{}", sites.inner_pointer(site)), pointer));
            // Two things may be known by the id at one place.
            if site.span().start < done || site.is_missing {
                continue;
            }
            let own = pointer.as_ref().and_then(|(full, pointer)| Some((pointer, known.places.get(full)?)));
            let own = own.filter(|(_, there)| there.scope == site.scope && decoded(&there.new) == decoded(&token));
            let change: Option<(Span, Cow<'_, str>)> = match own {
                Some((_, There { old: Some(old), spelled, .. })) => {
                    // Nothing else than the id may come of it.
                    let spelled = spelled.as_deref().filter(|it| Text::Token(it).decode_json() == inner(old));
                    Some((site.span(), spelled.map_or_else(|| site.spell(old), Cow::Borrowed)))
                }
                Some((pointer, _)) => {
                    let object = pointer.rsplit_once('/').and_then(|(object, _)| root.pointer(object));
                    object.and_then(|object| added(object, site.span().start)).map(|span| (span, Cow::Borrowed("")))
                }
                None => {
                    let key = (site.scope, name_of(&token, ids).into_owned());
                    known.values.get(&key).map(|old| (site.span(), site.spell(old)))
                }
            };
            let Some((span, old)) = change.filter(|(span, _)| span.start >= done) else { continue };
            done = span.end;
            self.made.change(span, |out| out.push_str(&old));
            if let Some(count) = self.made.counts.get_mut(1) {
                *count += 1;
            }
        }
        self.sites = sites;
    }
}
