//! The place of a finding: the value there, and the objects and lists around it.

use crate::json::{Edit, Node, Span};

/// A value in its object or list.
#[derive(Clone, Copy, Debug)]
struct SiteLevel<'t, 'a> {
    parent: Node<'t, 'a>,
    /// The key, if the parent is an object.
    key: Option<Node<'t, 'a>>,
    value: Node<'t, 'a>,
}

/// The value at a place of a record.
#[derive(Debug)]
pub(super) struct FixSite<'t, 'a> {
    /// From the root to the value.
    around: Vec<SiteLevel<'t, 'a>>,
    pub(super) value: Node<'t, 'a>,
}

impl<'t, 'a> FixSite<'t, 'a> {
    /// The value that starts at this offset. Places within strings have none.
    pub(super) fn find(root: Node<'t, 'a>, offset: usize, is_sequence: bool) -> Option<Self> {
        let mut site = Self { around: Vec::new(), value: root };
        let is_outside = |node: &Node<'_, '_>| node.span().end <= offset;
        while site.value.span().start != offset || (site.around.is_empty() && is_sequence) {
            let parent = site.value;
            let item = || parent.items().find(|item| !is_outside(item)).map(|item| (None, item));
            let member =
                || parent.members().find(|(_, value)| !is_outside(value)).map(|(key, value)| (Some(key), value));
            let (key, value) = if parent.is_object() { member() } else { item() }?;
            if value.span().start > offset {
                return None;
            }
            site.around.push(SiteLevel { parent, key, value });
            site.value = value;
        }
        Some(site)
    }

    /// The key of the value.
    pub(super) fn key(&self) -> Option<Node<'t, 'a>> {
        self.around.last()?.key
    }

    /// The object or list that the value is in.
    pub(super) fn parent(&self) -> Option<Node<'t, 'a>> {
        self.around.last().map(|inside| inside.parent)
    }

    /// The innermost item of a list that holds the value.
    fn item(&self) -> Option<SiteLevel<'t, 'a>> {
        self.around.iter().rev().find(|inside| inside.key.is_none()).copied()
    }

    /// Removes the value: a member with its key, or an item of a list that has others.
    pub(super) fn remove(&self) -> Option<Edit> {
        let last = self.around.last()?;
        if last.key.is_none() && last.parent.len() < 2 {
            return None;
        }
        removal(last)
    }

    /// Removes the innermost item of a list that holds the value, if the list has others.
    pub(super) fn remove_item(&self) -> Option<Edit> {
        removal(&self.item().filter(|item| item.parent.len() > 1)?)
    }

    /// Removes the value if an earlier member has its key and its very text.
    pub(super) fn remove_repeated_member(&self) -> Option<Edit> {
        let last = self.around.last()?;
        let key = last.key?.text()?;
        let before = |other: &Node<'_, '_>| other.span().start < last.value.span().start;
        let mut earlier = last.parent.members().filter(|(_, value)| before(value));
        let is_same = |(other, value): (Node<'_, '_>, Node<'_, '_>)| {
            other.text().is_some_and(|other| other.same(&key)) && value.raw() == last.value.raw()
        };
        earlier.any(is_same).then(|| removal(last)).flatten()
    }

    /// Removes the item that holds the value if an earlier one has its very text.
    pub(super) fn remove_repeated_item(&self) -> Option<Edit> {
        let item = self.item()?;
        let mut earlier = item.parent.items().take_while(|other| other.span() < item.value.span());
        earlier.any(|other| other.raw() == item.value.raw()).then(|| removal(&item)).flatten()
    }
}

/// Removes a member or an item, with the comma before it, or after it if it is the first.
fn removal(inside: &SiteLevel<'_, '_>) -> Option<Edit> {
    let start_of =
        |(key, value): (Option<Node<'_, '_>>, Node<'_, '_>)| key.map_or(value.span().start, |key| key.span().start);
    let own = (inside.key, inside.value);
    let parts: Vec<_> = if inside.parent.is_object() {
        inside.parent.members().map(|(key, value)| (Some(key), value)).collect()
    } else {
        inside.parent.items().map(|value| (None, value)).collect()
    };
    let index = parts.iter().position(|(_, value)| value.span() == own.1.span())?;
    let before = index.checked_sub(1).and_then(|before| parts.get(before));
    let span = match (before, parts.get(index + 1)) {
        (Some((_, before)), _) => Span { start: before.span().end, end: own.1.span().end },
        (None, Some(next)) => Span { start: start_of(own), end: start_of(*next) },
        (None, None) => Span { start: start_of(own), end: own.1.span().end },
    };
    Some(Edit { span, text: String::new() })
}
