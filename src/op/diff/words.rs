//! Differences inside a text, word by word: `It rains.` to `It snows.` is `It`, −`rains`, +`snows`, `.`.
//!
//! Lines are compared first, and words only inside changed lines, so that long texts are fast.

use std::hash::BuildHasher;

use foldhash::quality::RandomState;
use std::ops::Range;

use super::lcs::{EqualRun, StepBudget, common};

/// An unchanged, removed or added stretch of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// In both; bytes of the old text.
    Same(Range<usize>),
    /// Only in the old text: a range of it.
    Gone(Range<usize>),
    /// Only in the new text: a range of it.
    New(Range<usize>),
}

/// Finds the words that differ in pairs of lines. All pairs share a number of steps, so that hostile texts take little
/// time.
///
/// ```
/// use turnwise::op::diff::{Stretch, WordMarker};
///
/// let words = WordMarker::default().mark("It rains.", "It snows.");
/// assert_eq!(words, [Stretch::Same(0..3), Stretch::Gone(3..8), Stretch::New(3..8), Stretch::Same(8..9)]);
/// ```
#[derive(Debug)]
pub struct WordMarker {
    hasher: RandomState,
    budget: StepBudget,
}

impl Default for WordMarker {
    fn default() -> Self {
        Self { hasher: RandomState::default(), budget: StepBudget::new(10_000_000) }
    }
}

impl WordMarker {
    /// The unchanged, removed and added stretches of two lines. Lines with hardly any common words are replaced
    /// completely.
    pub fn mark(&mut self, old: &str, new: &str) -> Vec<Stretch> {
        let stretches = words(old, new, self.hasher, &mut self.budget);
        let letters = |range: &Range<usize>| old.get(range.clone()).map_or(0, |text| text.trim().len());
        let same: usize =
            stretches.iter().map(|it| if let Stretch::Same(range) = it { letters(range) } else { 0 }).sum();
        if same * 5 < old.len().min(new.len()) {
            return vec![Stretch::Gone(0..old.len()), Stretch::New(0..new.len())];
        }
        stretches
    }
}

/// Compares two texts.
pub(super) fn words(old: &str, new: &str, hasher: RandomState, budget: &mut StepBudget) -> Vec<Stretch> {
    let mut out = Vec::new();
    let (a, b) = (lines(old), lines(new));
    let keys = |text: &str, pieces: &[Range<usize>]| -> Vec<u64> {
        pieces.iter().map(|piece| hasher.hash_one(text.get(piece.clone()))).collect()
    };
    let runs = common(&keys(old, &a), &keys(new, &b), budget);
    each_gap(&runs, &a, &b, (old.len(), new.len()), &mut |gone, came, same| {
        let (before, after) = (old.get(gone.clone()).unwrap_or_default(), new.get(came.clone()).unwrap_or_default());
        if before.is_empty() || after.is_empty() {
            add(&mut out, Stretch::Gone(gone));
            add(&mut out, Stretch::New(came));
        } else {
            let (x, y) = (tokens(before), tokens(after));
            let runs = common(&keys(before, &x), &keys(after, &y), budget);
            let shift = |range: Range<usize>, by: usize| range.start + by..range.end + by;
            each_gap(&runs, &x, &y, (before.len(), after.len()), &mut |lost, found, kept| {
                add(&mut out, Stretch::Gone(shift(lost, gone.start)));
                add(&mut out, Stretch::New(shift(found, came.start)));
                add(&mut out, Stretch::Same(shift(kept, gone.start)));
            });
        }
        add(&mut out, Stretch::Same(same));
    });
    smooth(out, old)
}

/// Calls `each` with the ranges between two runs on both sides, and with the run on the first side, in bytes.
fn each_gap(
    runs: &[EqualRun],
    a: &[Range<usize>],
    b: &[Range<usize>],
    ends: (usize, usize),
    each: &mut dyn FnMut(Range<usize>, Range<usize>, Range<usize>),
) {
    let start = |pieces: &[Range<usize>], index: usize, end: usize| pieces.get(index).map_or(end, |piece| piece.start);
    let mut at = (0, 0);
    for run in runs {
        let (from_a, from_b) = (start(a, run.a, ends.0), start(b, run.b, ends.1));
        let (to_a, to_b) = (start(a, run.a + run.len, ends.0), start(b, run.b + run.len, ends.1));
        each(at.0..from_a, at.1..from_b, from_a..to_a);
        at = (to_a, to_b);
    }
    each(at.0..ends.0, at.1..ends.1, ends.0..ends.0);
}

fn add(out: &mut Vec<Stretch>, stretch: Stretch) {
    let range = match &stretch {
        Stretch::Same(range) | Stretch::Gone(range) | Stretch::New(range) => range.clone(),
    };
    if range.is_empty() {
        return;
    }
    match (out.last_mut(), &stretch) {
        (Some(Stretch::Same(last)), Stretch::Same(next))
        | (Some(Stretch::Gone(last)), Stretch::Gone(next))
        | (Some(Stretch::New(last)), Stretch::New(next))
            if last.end == next.start =>
        {
            last.end = range.end;
        }
        _ => out.push(stretch),
    }
}

/// White space between two changes would make them hard to read: it is removed and added with them.
fn smooth(stretches: Vec<Stretch>, old: &str) -> Vec<Stretch> {
    let is_space = |range: &Range<usize>| old.get(range.clone()).is_some_and(|text| text.trim().is_empty());
    let has_loss = |stretch: &Stretch| matches!(stretch, Stretch::Gone(_));
    let mut out: Vec<Stretch> = Vec::with_capacity(stretches.len());
    let mut rest = stretches.into_iter().peekable();
    while let Some(stretch) = rest.next() {
        // `−a +x ␣ −b +y`: both sides have the space, so it can be part of both.
        if let Stretch::Same(range) = &stretch
            && is_space(range)
            && !old.get(range.clone()).unwrap_or_default().contains('\n')
            && let Some(Stretch::New(came)) = out.last().cloned()
            && let Some(Stretch::Gone(gone)) = out.iter().rev().nth(1).cloned()
            && gone.end == range.start
            && rest.peek().is_some_and(has_loss)
        {
            let Some(Stretch::Gone(more)) = rest.next() else { continue };
            let next = match rest.peek() {
                Some(Stretch::New(next)) => next.clone(),
                _ => {
                    out.push(stretch);
                    out.push(Stretch::Gone(more));
                    continue;
                }
            };
            rest.next();
            out.truncate(out.len().saturating_sub(2));
            out.push(Stretch::Gone(gone.start..more.end));
            out.push(Stretch::New(came.start..next.end));
            continue;
        }
        out.push(stretch);
    }
    out
}

/// Lines with their ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        found.push(start..end + 1);
        start = end + 1;
    }
    if start < text.len() {
        found.push(start..text.len());
    }
    found
}

/// Words, spaces, and single other characters, including those of scripts without spaces between words.
pub(super) fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::with_capacity(text.len() / 4);
    let mut at = 0;
    while let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let (start, sort) = (at, CharacterClass::of(character));
        at += character.len_utf8();
        if sort == CharacterClass::Word {
            // ASCII letters need no table lookup.
            let plain = text.as_bytes().get(at..).unwrap_or_default().iter();
            at += plain.take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        }
        if sort != CharacterClass::Single {
            let more = text.get(at..).unwrap_or_default().chars();
            at += more.take_while(|next| CharacterClass::of(*next) == sort).map(char::len_utf8).sum::<usize>();
        }
        found.push(start..at);
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CharacterClass {
    Word,
    Space,
    Single,
}

impl CharacterClass {
    pub(super) fn of(character: char) -> Self {
        // A fast path for most characters.
        if matches!(character, 'a'..='z' | 'A'..='Z' | '0'..='9' | '_') {
            return Self::Word;
        }
        if character == ' ' {
            return Self::Space;
        }
        if character.is_whitespace() {
            // A line end is a separate token.
            return if character == '\n' { Self::Single } else { Self::Space };
        }
        let has_no_spaces = matches!(character, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{2e80}'..='\u{ffff}' | '\u{20000}'..='\u{3ffff}')
            && !matches!(character, '\u{ac00}'..='\u{d7a3}' | '\u{ff10}'..='\u{ff5a}');
        if (character.is_alphanumeric() || character == '_') && !has_no_spaces { Self::Word } else { Self::Single }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> String {
        let stretches = words(old, new, RandomState::default(), &mut StepBudget::new(1_000_000));
        let (mut before, mut after, mut shown) = (String::new(), String::new(), String::new());
        for stretch in stretches {
            match stretch {
                Stretch::Same(range) => {
                    before += &old[range.clone()];
                    after += &old[range.clone()];
                    shown += &old[range];
                }
                Stretch::Gone(range) => {
                    before += &old[range.clone()];
                    shown += &format!("[-{}-]", &old[range]);
                }
                Stretch::New(range) => {
                    after += &new[range.clone()];
                    shown += &format!("{{+{}+}}", &new[range]);
                }
            }
        }
        assert_eq!((before.as_str(), after.as_str()), (old, new));
        shown
    }

    #[test]
    fn words_are_marked_and_both_texts_can_be_read_off() {
        assert_eq!(shown("It rains.", "It snows."), "It [-rains-]{+snows+}.");
        assert_eq!(shown("a b c d", "a x y d"), "a [-b c-]{+x y+} d");
        assert_eq!(shown("one\ntwo\nthree\n", "one\nthree\nfour\n"), "one\n[-two\n-]three\n{+four\n+}");
        assert_eq!(shown("東京は雨", "東京は雪"), "東京は[-雨-]{+雪+}");
        assert_eq!(shown("", "new"), "{+new+}");
        assert_eq!(shown("same", "same"), "same");
    }
}
