//! The longest increasing subsequence: the items of a list that stay in place when it is sorted, so that as few as
//! possible move.

/// For each key, whether it is in the longest increasing subsequence; if there are several, in the one with the
/// smallest last key.
#[must_use]
pub fn longest_increasing(keys: &[usize]) -> Vec<bool> {
    let key = |index: &usize| keys.get(*index).copied().unwrap_or(0);
    // `ends[n]` is the item with the smallest key that ends a chain of n + 1.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = Vec::with_capacity(keys.len());
    for (index, own) in keys.iter().enumerate() {
        // Most items continue the longest chain.
        let is_next = ends.last().is_none_or(|end| key(end) < *own);
        let place = if is_next { ends.len() } else { ends.partition_point(|end| key(end) < *own) };
        before.push(place.checked_sub(1).and_then(|place| ends.get(place).copied()));
        match ends.get_mut(place) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut stays = vec![false; keys.len()];
    let mut next = ends.last().copied();
    while let Some(index) = next {
        stays.iter_mut().skip(index).take(1).for_each(|stays| *stays = true);
        next = before.get(index).copied().flatten();
    }
    stays
}

#[cfg(test)]
mod tests {
    use super::longest_increasing;

    #[test]
    fn the_fewest_move() {
        assert_eq!(longest_increasing(&[0, 1, 2]), [true, true, true]);
        assert_eq!(longest_increasing(&[2, 0, 1]), [false, true, true]);
        assert_eq!(longest_increasing(&[1, 2, 0]), [true, true, false]);
        assert_eq!(longest_increasing(&[1, 0]), [false, true]);
        assert_eq!(longest_increasing(&[]), [false; 0]);
    }
}
