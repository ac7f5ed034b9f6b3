//! The tree of a session: entries that name the one before them.
//!
//! ```json
//! {"uuid":"u2","parentUuid":"u1","type":"assistant"}
//! ```
//!
//! Parents may come after their children in the file, may not be there, or may go round in a circle. All of it takes time and memory
//! in proportion to the number of entries.

use std::borrow::Cow;
use std::collections::HashMap;

/// An entry of a session.
#[derive(Clone, Debug)]
pub struct TreeEntry<'a> {
    /// Its parent.
    pub parent: ParentLink<'a>,
    /// The conversation that it belongs to: 0 is that of the session, others are those of sub-agents.
    pub lane: usize,
}

/// What an entry says about the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParentLink<'a> {
    /// There is none.
    Root,
    /// The one with this id.
    Named(Cow<'a, str>),
    /// The one before it in the file.
    Before,
}

/// What is odd about an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeProblem {
    /// Its parent is not in the file: the entry before it in the file is taken.
    NoParent,
    /// It is its own ancestor: it becomes a root.
    Cycle,
}

/// Entries and their parents.
#[derive(Debug, Default)]
pub struct SessionTree<'a> {
    entries: Vec<TreeEntry<'a>>,
    ids: HashMap<Cow<'a, str>, usize>,
    /// The indices of the parents, after [`SessionTree::resolve`].
    parents: Vec<Option<usize>>,
}

impl<'a> SessionTree<'a> {
    /// Adds an entry. `None`: another one has its id.
    pub fn add(&mut self, id: Option<Cow<'a, str>>, entry: TreeEntry<'a>) -> Option<usize> {
        let index = self.entries.len();
        if let Some(id) = id {
            if self.ids.contains_key(&id) {
                return None;
            }
            self.ids.insert(id, index);
        }
        self.entries.push(entry);
        Some(index)
    }

    /// Finds the parents of all entries, and calls `report` for each that is odd.
    pub fn resolve(&mut self, report: &mut dyn FnMut(usize, TreeProblem)) {
        let mut last: HashMap<usize, usize> = HashMap::new();
        let mut parents = Vec::with_capacity(self.entries.len());
        for (index, entry) in self.entries.iter().enumerate() {
            let before = last.insert(entry.lane, index);
            parents.push(match &entry.parent {
                ParentLink::Root => None,
                ParentLink::Before => before,
                ParentLink::Named(id) => match self.ids.get(id) {
                    Some(parent) if self.entries.get(*parent).is_some_and(|it| it.lane == entry.lane) => Some(*parent),
                    // A sub-agent begins where it was called.
                    Some(_) if entry.lane > 0 => None,
                    Some(_) | None => {
                        report(index, TreeProblem::NoParent);
                        before
                    }
                },
            });
        }
        self.parents = parents;
        self.cut_cycles(report);
    }

    fn cut_cycles(&mut self, report: &mut dyn FnMut(usize, TreeProblem)) {
        // The walk that visited an entry, from 1.
        let mut visits = vec![0_usize; self.parents.len()];
        for start in 0..self.parents.len() {
            let walk = start + 1;
            let mut next = Some(start);
            while let Some(index) = next {
                match visits.get_mut(index) {
                    Some(visit) if *visit == 0 => *visit = walk,
                    Some(visit) if *visit == walk => {
                        // The walk began at the first entry of the file that leads here.
                        if let Some(parent) = self.parents.get_mut(index) {
                            *parent = None;
                        }
                        report(index, TreeProblem::Cycle);
                        break;
                    }
                    Some(_) | None => break,
                }
                next = self.parents.get(index).copied().flatten();
            }
        }
    }

    /// The index of the parent of an entry.
    #[must_use]
    pub fn parent(&self, index: usize) -> Option<usize> {
        self.parents.get(index).copied().flatten()
    }

    /// The lane of an entry.
    #[must_use]
    pub fn lane(&self, index: usize) -> usize {
        self.entries.get(index).map_or(0, |entry| entry.lane)
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All entries, parents before their children.
    #[must_use]
    pub fn parents_first(&self) -> Vec<usize> {
        let mut children = vec![0_usize; self.parents.len()];
        for parent in self.parents.iter().flatten() {
            if let Some(count) = children.get_mut(*parent) {
                *count += 1;
            }
        }
        // Leaves are taken away one by one; the order is turned round.
        let mut order: Vec<usize> = Vec::with_capacity(self.parents.len());
        let mut free: Vec<usize> = (0..children.len()).filter(|index| children.get(*index) == Some(&0)).collect();
        while let Some(index) = free.pop() {
            order.push(index);
            if let Some(parent) = self.parent(index)
                && let Some(count) = children.get_mut(parent)
            {
                *count -= 1;
                if *count == 0 {
                    free.push(parent);
                }
            }
        }
        order.reverse();
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(entries: &[(&'static str, Option<&'static str>)]) -> (Vec<Option<usize>>, Vec<(usize, TreeProblem)>) {
        let mut tree = SessionTree::default();
        for (id, parent) in entries {
            let parent = parent.map_or(ParentLink::Root, |parent| ParentLink::Named(parent.into()));
            tree.add(Some((*id).into()), TreeEntry { parent, lane: 0 });
        }
        let mut found = Vec::new();
        tree.resolve(&mut |index, problem| found.push((index, problem)));
        (tree.parents, found)
    }

    #[test]
    fn parents_may_be_anywhere() {
        assert_eq!(tree(&[("b", Some("a")), ("a", None)]), (vec![Some(1), None], vec![]));
        let (parents, found) = tree(&[("a", None), ("b", Some("gone"))]);
        assert_eq!((parents, found), (vec![None, Some(0)], vec![(1, TreeProblem::NoParent)]));
        let (parents, found) = tree(&[("a", Some("b")), ("b", Some("a")), ("c", Some("b")), ("d", Some("d"))]);
        assert_eq!(found, [(0, TreeProblem::Cycle), (3, TreeProblem::Cycle)]);
        assert_eq!(parents, [None, Some(0), Some(1), None]);
    }

    #[test]
    fn the_first_of_equal_ids_counts() {
        let mut tree = SessionTree::default();
        let entry = TreeEntry { parent: ParentLink::Root, lane: 0 };
        assert_eq!(tree.add(Some("a".into()), entry.clone()), Some(0));
        assert_eq!(tree.add(Some("a".into()), entry), None);
    }
}
