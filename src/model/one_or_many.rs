//! A list that usually has one item, which is stored inline.
//!
//! The crates with such a list (`smallvec`, `tinyvec`) tie the lifetimes inside their items to one value; a conversation
//! must be borrowable for less long than its record.

use std::ops::{Deref, DerefMut};

/// A list that usually has one item. It dereferences to a slice; only growing needs a method.
#[derive(Clone, Debug)]
pub struct OneOrMany<T>(OneOrManyItems<T>);

#[derive(Clone, Debug)]
enum OneOrManyItems<T> {
    None,
    One(T),
    Many(Vec<T>),
}

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        Self(OneOrManyItems::None)
    }
}

impl<T> OneOrMany<T> {
    /// A list of one.
    pub fn one(item: T) -> Self {
        Self(OneOrManyItems::One(item))
    }

    /// The items.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        self
    }

    /// Adds an item at the end.
    #[inline]
    pub fn push(&mut self, item: T) {
        match &mut self.0 {
            OneOrManyItems::None => self.0 = OneOrManyItems::One(item),
            OneOrManyItems::One(_) => self.change(|items| items.push(item)),
            OneOrManyItems::Many(items) => items.push(item),
        }
    }

    /// Reserves capacity for this many more items.
    #[inline]
    pub fn reserve(&mut self, more: usize) {
        if self.len() + more > 1 {
            self.change(|items| items.reserve_exact(more));
        }
    }

    /// Calls a function with the items as a `Vec`.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut Vec<T>) -> R) -> R {
        let mut items = match std::mem::take(self).0 {
            OneOrManyItems::None => Vec::new(),
            OneOrManyItems::One(item) => vec![item],
            OneOrManyItems::Many(items) => items,
        };
        let result = change(&mut items);
        self.0 = OneOrManyItems::Many(items);
        result
    }

    /// Adds the items of another list at the end.
    pub fn append(&mut self, other: Self) {
        if self.is_empty() {
            *self = other;
        } else {
            self.extend(other);
        }
    }

    /// Removes the last item.
    pub fn pop(&mut self) -> Option<T> {
        match &mut self.0 {
            OneOrManyItems::Many(items) => items.pop(),
            OneOrManyItems::None | OneOrManyItems::One(_) => std::mem::take(self).into_iter().next(),
        }
    }
}

impl<T> Deref for OneOrMany<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            OneOrManyItems::None => &[],
            OneOrManyItems::One(item) => std::slice::from_ref(item),
            OneOrManyItems::Many(items) => items,
        }
    }
}

impl<T> DerefMut for OneOrMany<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            OneOrManyItems::None => &mut [],
            OneOrManyItems::One(item) => std::slice::from_mut(item),
            OneOrManyItems::Many(items) => items,
        }
    }
}

impl<T> From<Vec<T>> for OneOrMany<T> {
    fn from(items: Vec<T>) -> Self {
        Self(OneOrManyItems::Many(items))
    }
}

impl<T> FromIterator<T> for OneOrMany<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut collected = Self::default();
        collected.extend(items);
        collected
    }
}

impl<T> Extend<T> for OneOrMany<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        let items = items.into_iter();
        self.reserve(items.size_hint().0);
        for item in items {
            self.push(item);
        }
    }
}

impl<'f, T> IntoIterator for &'f OneOrMany<T> {
    type Item = &'f T;
    type IntoIter = std::slice::Iter<'f, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'f, T> IntoIterator for &'f mut OneOrMany<T> {
    type Item = &'f mut T;
    type IntoIter = std::slice::IterMut<'f, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T> IntoIterator for OneOrMany<T> {
    type Item = T;
    type IntoIter = std::iter::Chain<std::option::IntoIter<T>, std::vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        let (one, many) = match self.0 {
            OneOrManyItems::None => (None, Vec::new()),
            OneOrManyItems::One(item) => (Some(item), Vec::new()),
            OneOrManyItems::Many(items) => (None, items),
        };
        one.into_iter().chain(many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_list_whatever_its_length() {
        let mut list: OneOrMany<u32> = OneOrMany::default();
        assert!(list.is_empty() && list.pop().is_none());
        for item in 0..4 {
            list.push(item);
            assert_eq!(list.as_slice(), (0..=item).collect::<Vec<_>>());
        }
        assert_eq!((list.pop(), list.len()), (Some(3), 3));
        list.change(|items| items.insert(0, 9));
        assert_eq!(list.into_iter().collect::<Vec<_>>(), [9, 0, 1, 2]);
        let mut one = OneOrMany::one(7);
        one.extend([8]);
        one[0] = 6;
        let mut all = OneOrMany::default();
        all.append(OneOrMany::one(1));
        all.append(OneOrMany::from_iter([2, 3]));
        assert_eq!(all.as_slice(), [1, 2, 3]);
        assert_eq!((one.as_slice(), OneOrMany::from_iter([1]).pop()), (&[6, 8][..], Some(1)));
    }
}
