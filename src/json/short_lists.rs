//! Stable sorts that are compiled once for all types. Each use of `slice::sort_by` adds about 6 KB to the program, so short
//! lists are sorted here: their order is computed on indices, and their items are swapped into it.

use std::cmp::Ordering;

/// Sorts a list as `slice::sort_by` does, without a copy of the sort for its type.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let sorted = order(items.len(), &mut |a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    if let Some(mut sources) = sorted {
        permute(&mut sources, &mut |a, b| items.swap(a, b));
    }
}

/// Sorts a list as `slice::sort_by_key` does, without a copy of the sort for its type.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// The index of the item that belongs at each place, or nothing if the list is sorted.
fn order(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Option<Vec<usize>> {
    if (1..len).all(|index| compare(index - 1, index) != Ordering::Greater) {
        return None;
    }
    let mut sources: Vec<usize> = (0..len).collect();
    sources.sort_by(|a, b| compare(*a, *b));
    Some(sources)
}

/// Swaps items until each place has the item of its source, cycle by cycle.
fn permute(sources: &mut [usize], swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..sources.len() {
        let mut place = start;
        while let Some(entry) = sources.get_mut(place) {
            let source = std::mem::replace(entry, place);
            if source == start {
                break;
            }
            swap(place, source);
            place = source;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut state = 1_u32;
        for len in 0..200_usize {
            let random = std::iter::repeat_with(|| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 28
            });
            let mut items: Vec<(u32, usize)> = random.zip(0..len).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by_key(&mut items, |(key, _)| *key);
            assert_eq!(items, expected);
        }
    }
}
