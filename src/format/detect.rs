//! Which format is it? Every format gives a score with a reason; the highest wins, and ties are said.

use super::{FORMATS, Format, Score};
use crate::json::Node;

/// A format that fits.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The format.
    pub format: &'static Format,
    /// How well, and why.
    pub score: Score,
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Detected {
    /// One format fits best.
    One(Candidate),
    /// Several fit equally well; the first is the one to take.
    Tie(Vec<Candidate>),
    /// Nothing fits.
    Nothing,
}

impl Detected {
    /// The format to read with.
    #[must_use]
    pub fn format(&self) -> Option<&'static Format> {
        match self {
            Self::One(candidate) => Some(candidate.format),
            Self::Tie(candidates) => candidates.first().map(|candidate| candidate.format),
            Self::Nothing => None,
        }
    }
}

/// All formats that fit, best first.
#[must_use]
pub fn score_all(root: Node<'_, '_>) -> Vec<Candidate> {
    let scores = FORMATS.iter().filter_map(|format| Some(Candidate { format, score: (format.score)(root)? }));
    sorted(scores.collect())
}

fn sorted(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    candidates.sort_by_key(|candidate| (std::cmp::Reverse(candidate.score.value), candidate.format.name));
    candidates
}

/// Decides for one record. `usual` is what the rest of the file is, if that is known: it wins ties.
#[must_use]
pub fn detect(root: Node<'_, '_>, usual: Option<&'static Format>) -> Detected {
    let own = usual.and_then(|format| Some(Candidate { format, score: (format.score)(root)? }));
    // Evidence beyond a plain list of messages: a format that fits better would not leave that to this one.
    if let Some(candidate) = own.filter(|candidate| candidate.score.value > Score::PLAIN) {
        return Detected::One(candidate);
    }
    let others = FORMATS.iter().filter(|format| usual.is_none_or(|usual| usual.name != format.name));
    let others = others.filter_map(|format| Some(Candidate { format, score: (format.score)(root)? }));
    let mut candidates = sorted(own.into_iter().chain(others).collect());
    let Some(best) = candidates.first().copied() else { return Detected::Nothing };
    candidates.retain(|candidate| candidate.score.value == best.score.value);
    if candidates.len() == 1 {
        return Detected::One(best);
    }
    // A plain list of role and content is read the same by all of them; openai is what most people mean.
    let wanted = usual.map_or("openai", |format| format.name);
    for preferred in ["openai", wanted] {
        if let Some(place) = candidates.iter().position(|candidate| candidate.format.name == preferred) {
            candidates.get_mut(..=place).unwrap_or_default().rotate_right(1);
        }
    }
    Detected::Tie(candidates)
}
