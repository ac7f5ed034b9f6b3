//! The places of findings: the value at each, and the objects and lists that contain it.

use crate::json::{Edit, Items, Members, Node, Span};

/// A value in its object or list.
#[derive(Clone, Copy, Debug)]
struct SiteLevel<'t, 'a> {
    parent: Node<'t, 'a>,
    /// The key, if the parent is an object.
    key: Option<Node<'t, 'a>>,
    value: Node<'t, 'a>,
    /// The end of the previous sibling, and the start of the next one.
    before: Option<usize>,
    after: Option<usize>,
}

/// The value at a place of a record.
#[derive(Debug)]
pub(super) struct FixSite<'t, 'a> {
    /// From the root to the value.
    around: Vec<SiteLevel<'t, 'a>>,
    pub(super) value: Node<'t, 'a>,
}

impl<'t, 'a> FixSite<'t, 'a> {
    /// The values that start at these offsets, which are sorted. Places within strings have none. `is_sequence`: all values of
    /// the text together are the root.
    pub(super) fn find(root: Node<'t, 'a>, offsets: &[usize], is_sequence: bool) -> Vec<Option<Self>> {
        let mut open = vec![OpenValue::new(root, None)];
        let one = |offset: &usize| {
            while open.len() > 1 && open.last().is_some_and(|last| last.value.span().end <= *offset) {
                open.pop();
            }
            loop {
                let is_root = open.len() == 1;
                let last = open.last_mut()?;
                if last.value.span().start == *offset && !(is_root && is_sequence) {
                    let around = open.iter().filter_map(|open| open.level).collect();
                    return Some(Self { around, value: open.last()?.value });
                }
                let level = last.step(*offset)?;
                open.push(OpenValue::new(level.value, Some(level)));
            }
        };
        offsets.iter().map(one).collect()
    }

    /// The key of the value.
    pub(super) fn key(&self) -> Option<Node<'t, 'a>> {
        self.around.last()?.key
    }

    /// The object or list that contains the value.
    pub(super) fn parent(&self) -> Option<Node<'t, 'a>> {
        self.around.last().map(|level| level.parent)
    }

    /// The innermost item of a list that contains the value.
    fn item(&self) -> Option<SiteLevel<'t, 'a>> {
        self.around.iter().rev().find(|level| level.key.is_none()).copied()
    }

    /// Removes the value: a member with its key, or an item of a list that has others.
    pub(super) fn remove(&self) -> Option<Edit> {
        let last = self.around.last()?;
        (last.key.is_some() || last.parent.len() > 1).then(|| last.removal())
    }

    /// Removes the innermost item of a list that contains the value, if the list has others.
    pub(super) fn remove_item(&self) -> Option<Edit> {
        self.item().filter(|item| item.parent.len() > 1).map(|item| item.removal())
    }

    /// Removes the item that contains the value, if an earlier item has the same text.
    pub(super) fn remove_repeated_item(&self) -> Option<Edit> {
        let item = self.item()?;
        let mut earlier = item.parent.items().take_while(|other| other.span() < item.value.span());
        earlier.any(|other| other.raw() == item.value.raw()).then(|| item.removal())
    }
}

impl SiteLevel<'_, '_> {
    /// Removes the member or item, with the comma before it, or after it if it is the first.
    fn removal(&self) -> Edit {
        let (start, end) = (self.key.unwrap_or(self.value).span().start, self.value.span().end);
        let span = match (self.before, self.after) {
            (Some(before), _) => Span { start: before, end },
            (None, Some(after)) => Span { start, end: after },
            (None, None) => Span { start, end },
        };
        Edit { span, text: String::new() }
    }
}

/// The remaining values in an object or list.
#[derive(Clone)]
enum Rest<'t, 'a> {
    Items(Items<'t, 'a>),
    Members(Members<'t, 'a>),
}

impl<'t, 'a> Iterator for Rest<'t, 'a> {
    type Item = (Option<Node<'t, 'a>>, Node<'t, 'a>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Items(items) => items.next().map(|value| (None, value)),
            Self::Members(members) => members.next().map(|(key, value)| (Some(key), value)),
        }
    }
}

/// A value on the path to a place.
struct OpenValue<'t, 'a> {
    value: Node<'t, 'a>,
    /// `None` for the root.
    level: Option<SiteLevel<'t, 'a>>,
    rest: Rest<'t, 'a>,
    /// The end of the previous value.
    before: Option<usize>,
}

impl<'t, 'a> OpenValue<'t, 'a> {
    fn new(value: Node<'t, 'a>, level: Option<SiteLevel<'t, 'a>>) -> Self {
        let rest = if value.is_object() { Rest::Members(value.members()) } else { Rest::Items(value.items()) };
        Self { value, level, rest, before: None }
    }

    /// Advances to the value that contains the offset.
    fn step(&mut self, offset: usize) -> Option<SiteLevel<'t, 'a>> {
        loop {
            let mut ahead = self.rest.clone();
            let (key, value) = ahead.next()?;
            if value.span().start > offset {
                return None;
            }
            if offset < value.span().end {
                let after = ahead.next().map(|(key, value)| key.unwrap_or(value).span().start);
                return Some(SiteLevel { parent: self.value, key, value, before: self.before, after });
            }
            self.before = Some(value.span().end);
            self.rest = ahead;
        }
    }
}
