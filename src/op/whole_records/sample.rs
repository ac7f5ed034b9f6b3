//! `sample`: a random sample of conversations, each with the same probability.
//!
//! Each conversation of all inputs has a number, from 0. Its rank is a unique function of the seed and this number; the
//! conversations with the lowest ranks are the sample. No conversation is stored: the inputs are counted first, and
//! their number determines the highest rank in the sample.

use super::super::input::Input;
use super::super::outcome::Outcome;
use super::container::{Chooser, pass_chosen};
use super::drive::{Examined, Examiner, PassedRecord, ReadRecord, RecordListener, Taker, drive};
use super::{WholeEnds, WholeOptions};
use crate::op::pass::PassFailure;
use crate::stream::Progress;

/// For more conversations, ranks are counted instead of sorted.
const MOST_SORTED: u64 = 1 << 16;

/// The number of conversations in a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SampleSize {
    /// This number, or all if there are fewer.
    Count(u64),
    /// This fraction of all, from 0 to 1, rounded to whole conversations.
    Share(f64),
}

impl SampleSize {
    /// Reads `1000` or `2.5%`.
    ///
    /// # Errors
    /// It is neither a whole number nor a percentage up to 100.
    ///
    /// # Example
    /// ```
    /// use turnwise::op::whole_records::SampleSize;
    ///
    /// assert_eq!(SampleSize::parse("1000"), Ok(SampleSize::Count(1000)));
    /// assert_eq!(SampleSize::parse("25%"), Ok(SampleSize::Share(0.25)));
    /// assert!(SampleSize::parse("some").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is not a number of conversations, as 1000, or a percentage up to 100, as 2.5%");
        let Some(digits) = text.strip_suffix('%') else { return text.parse().map(Self::Count).map_err(|_| wrong()) };
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let percent: f64 = Some(digits).filter(|_| is_plain).ok_or_else(wrong)?.parse().map_err(|_| wrong())?;
        if percent > 100.0 { Err(wrong()) } else { Ok(Self::Share(percent / 100.0)) }
    }

    /// The number of conversations of `total`.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of a number of records, which is far below 2^53"
    )]
    fn of(self, total: u64) -> u64 {
        match self {
            Self::Count(count) => count.min(total),
            Self::Share(share) => ((share * total as f64).round() as u64).min(total),
        }
    }
}

/// Decides which conversations are in a sample.
#[derive(Clone, Copy, Debug)]
pub struct SamplePlan {
    seed: u64,
    /// The highest rank in the sample. `None`: it is empty.
    highest: Option<u64>,
    /// The number of conversations so far.
    asked: u64,
}

impl SamplePlan {
    /// A sample of `total` conversations.
    #[must_use]
    pub fn new(size: SampleSize, seed: u64, total: u64) -> Self {
        let seed = mixed(seed);
        let wanted = size.of(total);
        let highest = match wanted.checked_sub(1) {
            Some(_) if wanted == total => Some(u64::MAX),
            before => before.map(|before| rank_at(seed, total, before)),
        };
        Self { seed, highest, asked: 0 }
    }

    /// True if the next conversation is in the sample.
    fn takes_next(&mut self) -> bool {
        let rank = rank(self.seed, self.asked);
        self.asked += 1;
        self.highest.is_some_and(|highest| rank <= highest)
    }

    /// The number of conversations so far.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.asked
    }
}

/// The rank of a conversation: the n-th number of a random number generator (`SplitMix64`), which can be computed
/// directly.
fn rank(seed: u64, number: u64) -> u64 {
    mixed(seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// A permutation of the numbers.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The rank with `before` lower ones among those of the first `total` numbers.
fn rank_at(seed: u64, total: u64, before: u64) -> u64 {
    if total > MOST_SORTED {
        return counted_rank_at(seed, total, before);
    }
    let mut ranks: Vec<_> = (0..total).map(|number| rank(seed, number)).collect();
    ranks.sort_unstable();
    usize::try_from(before).ok().and_then(|before| ranks.get(before).copied()).unwrap_or(u64::MAX)
}

/// The same without a list of them: 16 bits at a time, by counting.
fn counted_rank_at(seed: u64, total: u64, mut before: u64) -> u64 {
    const BITS: u32 = 16;
    let mut found = 0;
    let mut counts = vec![0_u64; 1 << BITS];
    for shift in (0..u64::BITS).step_by(BITS as usize).rev() {
        counts.fill(0);
        for number in 0..total {
            let rank = rank(seed, number) >> shift;
            if rank >> BITS == found
                && let Some(count) = usize::try_from(rank & 0xffff).ok().and_then(|at| counts.get_mut(at))
            {
                *count += 1;
            }
        }
        let mut digit = 0;
        for count in &counts {
            if before < *count {
                break;
            }
            before -= *count;
            digit += 1;
        }
        found = found << BITS | digit;
    }
    found
}

/// Computes no information: a record is a conversation, or it is not.
pub(super) struct NoExaminer;

impl Examiner for NoExaminer {
    type Found = ();

    fn examine(&mut self, _: &mut ReadRecord<'_, '_>) {}
}

struct CountingTaker;

impl Taker<()> for CountingTaker {
    fn take(&mut self, _: &PassedRecord<'_>, examined: Examined<()>) -> Result<bool, PassFailure> {
        Ok(!matches!(examined, Examined::Failed))
    }

    fn end_batch(&mut self) -> Result<(), PassFailure> {
        Ok(())
    }
}

/// Counts the conversations of an input ([`Outcome::records_out`]).
///
/// # Errors
/// Reading failed. A bad record is not an error here: see [`Outcome::fatal`].
pub fn count(input: Input, options: WholeOptions, progress: &dyn Progress) -> Result<Outcome, PassFailure> {
    let listener = RecordListener { note: &mut |_| {}, progress };
    Ok(drive(input, options.pass, listener, || NoExaminer, &mut CountingTaker)?.0)
}

impl Chooser<()> for &mut SamplePlan {
    fn chooses(&mut self, (): ()) -> bool {
        self.takes_next()
    }
}

/// Copies the conversations of an input that are in the sample; the earlier inputs were processed before.
///
/// # Errors
/// Reading or writing failed. A bad record is not an error here: see [`Outcome::fatal`].
pub fn sample(
    input: Input,
    plan: &mut SamplePlan,
    options: WholeOptions,
    ends: WholeEnds<'_>,
) -> Result<Outcome, PassFailure> {
    pass_chosen(input, options, ends, || NoExaminer, plan).map(|(outcome, _)| outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(size: SampleSize, seed: u64, total: u64) -> Vec<u64> {
        let mut plan = SamplePlan::new(size, seed, total);
        (0..total).filter(|_| plan.takes_next()).collect()
    }

    #[test]
    fn samples_have_their_size() {
        for seed in 0..50 {
            for total in [0, 1, 2, 9, 1000] {
                for wanted in [0, 1, 2, 7, 999, 1000, 5000] {
                    let found = chosen(SampleSize::Count(wanted), seed, total);
                    assert_eq!(found.len() as u64, wanted.min(total), "{wanted} of {total} with {seed}");
                }
            }
        }
        for (share, wanted) in [(0.0, 0), (0.05, 10), (0.0125, 3), (1.0, 200)] {
            assert_eq!(chosen(SampleSize::Share(share), 3, 200).len(), wanted, "{share}");
        }
    }

    #[test]
    fn counted_ranks_are_those_of_the_sorted_list() {
        for (seed, total) in [(0, 1), (1, 2), (2, 3000), (3, 4097)] {
            for before in [0, total / 3, total - 1] {
                assert_eq!(counted_rank_at(seed, total, before), rank_at(seed, total, before), "{before} of {total}");
            }
        }
    }

    #[test]
    fn larger_samples_have_all_of_smaller_ones() {
        for seed in 0..20 {
            let large = chosen(SampleSize::Count(60), seed, 500);
            let small = chosen(SampleSize::Count(20), seed, 500);
            assert!(small.iter().all(|number| large.contains(number)), "{seed}");
        }
    }

    /// The frequency of each record, and of each pair of neighbours, in a sample matches the expectation.
    #[test]
    fn samples_are_uniform() {
        let (total, wanted, rounds) = (20_u32, 5_u32, 20_000_u32);
        let (mut single, mut pairs) = (vec![0_u32; 20], vec![0_u32; 19]);
        for seed in 0..rounds {
            let found = chosen(SampleSize::Count(u64::from(wanted)), u64::from(seed), u64::from(total));
            for (number, count) in (0..).zip(&mut single) {
                *count += u32::from(found.contains(&number));
            }
            for (number, count) in (0..).zip(&mut pairs) {
                *count += u32::from(found.contains(&number) && found.contains(&(number + 1)));
            }
        }
        let chi = |counts: &[u32], probability: f64| {
            let expected = f64::from(rounds) * probability;
            counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum::<f64>()
        };
        let share = f64::from(wanted) / f64::from(total);
        let pair = share * f64::from(wanted - 1) / f64::from(total - 1);
        // 19 degrees of freedom: a value above 44 has a probability of 0.001.
        assert!(chi(&single, share) < 44.0, "{single:?}");
        assert!(chi(&pairs, pair) < 44.0, "{pairs:?}");
    }

    #[test]
    fn sizes_are_numbers_or_percentages() {
        assert_eq!(SampleSize::parse("2.5%"), Ok(SampleSize::Share(0.025)));
        for wrong in ["", "%", "-1", "1.5", "101%", "1e2%", "NaN%", ".%", "-5%", "10 %"] {
            assert!(SampleSize::parse(wrong).is_err(), "{wrong}");
        }
    }
}
