//! The parts of a message that keep their place when others move.

use std::collections::BTreeMap;

/// The heaviest subsequence of these pairs of places that increases on both sides; all pairs increase on the first
/// side.
pub(super) fn heaviest(pairs: &[(usize, usize)], weights: &[u64]) -> Vec<(usize, usize)> {
    if pairs.is_sorted_by_key(|pair| pair.1) {
        return pairs.to_vec();
    }
    // By second places: the weight of the heaviest chain that ends there, and its last pair. Both increase.
    let mut best: BTreeMap<usize, (u64, usize)> = BTreeMap::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for ((index, pair), weight) in pairs.iter().enumerate().zip(weights) {
        let last = best.range(..pair.1).next_back().map(|(_, chain)| *chain);
        before.push(last.map(|(_, index)| index));
        let sum = last.map_or(0, |(sum, _)| sum) + weight;
        // Chains that end later without a higher weight are useless.
        while let Some((place, _)) = best.range(pair.1..).next().filter(|(_, chain)| chain.0 <= sum) {
            let place = *place;
            best.remove(&place);
        }
        if best.range(..=pair.1).next_back().is_none_or(|(_, chain)| chain.0 < sum) {
            best.insert(pair.1, (sum, index));
        }
    }
    let mut chain = Vec::with_capacity(pairs.len());
    let mut next = best.values().next_back().map(|(_, index)| *index);
    while let Some(index) = next {
        chain.extend(pairs.get(index));
        next = before.get(index).copied().flatten();
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_weighs_most_stays() {
        let stays = |places: &[usize], weights: &[u64]| -> Vec<usize> {
            let pairs: Vec<_> = places.iter().copied().enumerate().collect();
            heaviest(&pairs, weights).into_iter().map(|(_, place)| place).collect()
        };
        assert_eq!(stays(&[0, 1, 2], &[1, 1, 1]), [0, 1, 2]);
        // The heavier one of the two; of equal ones, the second.
        assert_eq!(stays(&[1, 0], &[1, 1]), [0]);
        assert_eq!(stays(&[1, 0], &[2, 1]), [1]);
        assert_eq!(stays(&[2, 0, 1], &[1, 1, 1]), [0, 1]);
        assert_eq!(stays(&[2, 0, 1], &[3, 1, 1]), [2]);
        assert_eq!(stays(&[1, 3, 0, 2], &[1, 5, 1, 1]), [1, 3]);
    }

    /// The highest weight, by exhaustive search.
    fn most(places: &[usize], weights: &[u64]) -> u64 {
        let mut most = 0;
        for choice in 0_u32..1 << places.len() {
            let chosen: Vec<usize> = (0..places.len()).filter(|at| choice >> at & 1 == 1).collect();
            if chosen.is_sorted_by_key(|at| places[*at]) {
                most = most.max(chosen.iter().map(|at| weights[*at]).sum());
            }
        }
        most
    }

    #[test]
    fn no_other_choice_weighs_more() {
        let mut seed = 11_u64;
        let mut dice = |limit: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % limit
        };
        for _ in 0..400 {
            let mut places: Vec<usize> = (0..8).collect();
            (0..8).for_each(|at| places.swap(at, usize::try_from(dice(8)).unwrap()));
            let weights: Vec<u64> = (0..8).map(|_| dice(4) + 1).collect();
            let pairs: Vec<_> = places.iter().copied().enumerate().collect();
            let chain = heaviest(&pairs, &weights);
            assert!(chain.is_sorted_by_key(|pair| pair.1));
            let weight: u64 = chain.iter().map(|pair| weights[pair.0]).sum();
            assert_eq!(weight, most(&places, &weights), "{places:?} {weights:?}");
        }
    }
}
