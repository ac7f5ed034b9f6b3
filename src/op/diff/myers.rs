//! Myers' algorithm in linear space: finds the point where the shortest paths from both corners of a table meet.

use super::lcs::StepBudget;

/// The furthest points of the paths from both corners, for each diagonal.
pub(super) struct Ways {
    forward: Vec<usize>,
    backward: Vec<usize>,
}

impl Ways {
    pub(super) fn new(n: usize, m: usize) -> Self {
        let size = (n + m).div_ceil(2) * 2 + 5;
        Self { forward: vec![0; size], backward: vec![0; size] }
    }

    /// The point where the shortest paths from both corners meet. The two lists begin and end with different symbols.
    #[allow(clippy::many_single_char_names, reason = "the names of Myers' paper")]
    pub(super) fn middle(&mut self, a: &[usize], b: &[usize], budget: &mut StepBudget) -> Option<(usize, usize)> {
        let (n, m) = (a.len(), b.len());
        let most = (n + m).div_ceil(2) + 1;
        let delta = isize::try_from(n).ok()? - isize::try_from(m).ok()?;
        let is_odd = delta % 2 != 0;
        // The middle of the lists, around which the diagonals are numbered.
        let zero = self.forward.len() / 2;
        let place = |k: isize| zero.wrapping_add_signed(k);
        for ways in [&mut self.forward, &mut self.backward] {
            if let Some(first) = ways.get_mut(place(1)) {
                *first = 0;
            }
        }
        for d in 0..isize::try_from(most).ok()? {
            if !budget.take(usize::try_from(4 * d + 4).unwrap_or(usize::MAX)) {
                return None;
            }
            let mut k = d;
            while k >= -d {
                let (x, y, far) = advance(&self.forward, place(k), k, d, |x, y| snake(a, b, x, y, budget));
                if let Some(way) = self.forward.get_mut(place(k)) {
                    *way = far;
                }
                let other = self.backward.get(place(delta - k)).copied().unwrap_or(0);
                if is_odd && (k - delta).abs() < d && far + other >= n {
                    return Some((x, y));
                }
                k -= 2;
            }
            let mut k = d;
            while k >= -d {
                let (_, _, far) = advance(&self.backward, place(k), k, d, |x, y| snake_back(a, b, x, y, budget));
                if let Some(way) = self.backward.get_mut(place(k)) {
                    *way = far;
                }
                let other = self.forward.get(place(delta - k)).copied().unwrap_or(0);
                if !is_odd && (k - delta).abs() <= d && far + other >= n {
                    let y = far.wrapping_add_signed(-k);
                    return Some((n.saturating_sub(far), m.saturating_sub(y)));
                }
                k -= 2;
            }
        }
        None
    }
}

/// One step of a path: its start on this diagonal, and its furthest point.
fn advance(
    ways: &[usize],
    place: usize,
    k: isize,
    d: isize,
    mut snake: impl FnMut(usize, usize) -> usize,
) -> (usize, usize, usize) {
    let below = ways.get(place.wrapping_sub(1)).copied().unwrap_or(0);
    let above = ways.get(place + 1).copied().unwrap_or(0);
    let x = if k == -d || (k != d && below < above) { above } else { below + 1 };
    let y = x.wrapping_add_signed(-k);
    (x, y, x + snake(x, y))
}

fn snake(a: &[usize], b: &[usize], x: usize, y: usize, budget: &mut StepBudget) -> usize {
    let (Some(a), Some(b)) = (a.get(x..), b.get(y..)) else { return 0 };
    let length = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    budget.take(length);
    length
}

fn snake_back(a: &[usize], b: &[usize], x: usize, y: usize, budget: &mut StepBudget) -> usize {
    let (Some(a_end), Some(b_end)) = (a.len().checked_sub(x), b.len().checked_sub(y)) else { return 0 };
    let (a, b) = (a.get(..a_end).unwrap_or_default(), b.get(..b_end).unwrap_or_default());
    let length = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    budget.take(length);
    length
}
