//! Compares the fields of conversations outside the messages: ids, settings, tools, branches.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::change::ChangeKind;
use super::compare::{ComparedMessages, Comparer};
use super::facts::{FactGroup, FactMaker};
use super::options::Class;
use super::record::Read;
use super::shown;
use crate::format::settings_of;
use crate::model::{Branch, BranchKind};

impl Comparer<'_> {
    /// Compares ids, settings, tools and branches.
    pub(super) fn conversation_fields(&mut self, a: &Read<'_>, b: &Read<'_>, maker: &RefCell<FactMaker>) {
        let (x, y) = (a.view.conversation, b.view.conversation);
        let mut make = maker.borrow_mut();
        let settings = settings_of(x.origin).zip(settings_of(y.origin)).filter(|_| x.origin != y.origin);
        let (own, other) = match settings {
            Some((of_x, of_y)) => (make.request(x, of_x), make.request(y, of_y)),
            None => (make.conversation(x), make.conversation(y)),
        };
        self.facts(&own, &other, "", ComparedMessages::default());
        if !self.options.ignore.has(Class::Tools) {
            // A tool definition in a text is reported by that text.
            let known =
                |tools: &[crate::model::ToolSpec<'_>]| tools.iter().map(|tool| tool.is_in_text).collect::<Vec<_>>();
            let tools: Vec<_> = x.tools.iter().map(|tool| make.tool(tool)).collect();
            let others: Vec<_> = y.tools.iter().map(|tool| make.tool(tool)).collect();
            self.named((&tools, &known(&x.tools)), (&others, &known(&y.tools)), "tool");
        }
        if !self.options.ignore.has(Class::Order) {
            // The branches of a tree follow from its messages; formats without trees have none.
            let is_compared = |branch: &&Branch<'_>| x.origin == y.origin || branch.kind == BranchKind::Stored;
            let ways: Vec<_> = x.branches.iter().filter(is_compared).map(|branch| make.branch(branch)).collect();
            let others: Vec<_> = y.branches.iter().filter(is_compared).map(|branch| make.branch(branch)).collect();
            self.named((&ways, &[]), (&others, &[]), "branch");
        }
    }

    /// Compares tools or branches, paired by name. Some are not reported if only one side has them.
    fn named(&mut self, a: (&[FactGroup<'_>], &[bool]), b: (&[FactGroup<'_>], &[bool]), what: &'static str) {
        let name = |piece: &FactGroup<'_>| -> String {
            let named = piece.facts.iter().find(|fact| fact.name == "name").or(piece.facts.first());
            named.map(|fact| shown::shown(&fact.val).text().to_owned()).unwrap_or_default()
        };
        let mut known: HashMap<(String, u32), usize> = HashMap::new();
        let mut seen: HashMap<String, u32> = HashMap::new();
        let number = |seen: &mut HashMap<String, u32>, name: String| {
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            (name, *count)
        };
        for (index, piece) in b.0.iter().enumerate() {
            known.insert(number(&mut seen, name(piece)), index);
        }
        seen.clear();
        let whole = |piece: &FactGroup<'_>| Some(shown::piece(piece));
        for (index, piece) in a.0.iter().enumerate() {
            let key = number(&mut seen, name(piece));
            let mut path = what.to_owned();
            crate::json::push_segment(&mut path, &key.0);
            match known.remove(&key).and_then(|index| b.0.get(index)) {
                Some(other) => {
                    let spot = ComparedMessages { at_a: piece.at, at_b: other.at, ..ComparedMessages::default() };
                    self.facts(piece, other, &path, spot);
                }
                None if a.1.get(index) == Some(&true) => {}
                None => {
                    let place = Some(ComparedMessages::default().in_a(piece.at));
                    self.add(ChangeKind::Edit, path.clone(), (place.clone(), None), (whole(piece), None));
                    self.hints(piece, &path, &(place, None));
                }
            }
        }
        let left: HashSet<usize> = known.into_values().collect();
        for (index, piece) in b.0.iter().enumerate() {
            if left.contains(&index) && b.1.get(index) != Some(&true) {
                let mut path = what.to_owned();
                crate::json::push_segment(&mut path, &name(piece));
                let place = Some(ComparedMessages::default().in_b(piece.at));
                self.add(ChangeKind::Edit, path, (None, place), (None, whole(piece)));
            }
        }
    }
}
