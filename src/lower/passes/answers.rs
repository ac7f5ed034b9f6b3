//! Answers at the end of a conversation: which of them the target supports, and what is written for them.

use super::sequence::lower;
use crate::json::{At, Tape};
use crate::lower::options::LoweringOptions;
use crate::lower::outline::{Outline, OutlineTurn};
use crate::lower::policy::{Fact, NeededAnswers, Policy};
use crate::model::{Conversation, Preference};
use crate::report::{Refused, Report, loss};
use crate::rule::pairs::PairedCalls;

/// Rejects a conversation without the information about its answers that the target requires.
fn check(conversation: &Conversation<'_>, policy: &Policy) -> Result<(), Refused> {
    let Some((needed, why)) = policy.record.needs_answers else { return Ok(()) };
    let preference = conversation.preference.as_deref();
    let has = |is: fn(&Preference<'_>) -> bool| preference.is_some_and(is);
    let is_fine = match needed {
        NeededAnswers::Two => has(|known| !known.others.is_empty()),
        NeededAnswers::Label => has(|known| known.rating.verdict.is_some()),
        NeededAnswers::Steps => has(|known| !known.steps.is_empty()),
    };
    if is_fine { Ok(()) } else { Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), why)) }
}

/// The conversations with the other answers that the target supports.
#[must_use]
pub fn held_answers<'a>(conversation: &Conversation<'a>, policy: &Policy) -> Vec<Conversation<'a>> {
    let held = usize::from(policy.has(Fact::SeveralAnswers));
    let others = conversation.other_answers().iter().take(held);
    // This information is reported with the first one.
    others.map(|answer| Conversation { preference: None, ..conversation.with_answer(answer) }).collect()
}

/// Lowers a conversation as [`lower`] does, and `others`, the same conversation with the other answers that the target
/// supports ([`held_answers`]).
///
/// # Errors
/// Those of [`lower`].
pub fn lower_with_answers<'c: 'o, 'o>(
    (paired, others): (&PairedCalls<'c>, &[PairedCalls<'o>]),
    policy: &Policy,
    options: &LoweringOptions,
    scratch: &mut Tape,
    report: &mut Report,
) -> Result<Box<Outline<'o>>, Refused> {
    check(paired.conversation, policy)?;
    let mut outline: Box<Outline<'o>> = lower(paired, policy, options, scratch, report)?;
    let Some(preference) = &paired.conversation.preference else {
        outline.answers.start = last_answer(&outline.turns);
        return Ok(outline);
    };
    outline.answers.start = start_of(&outline.turns, paired.conversation, preference.start);
    for (other, answer) in others.iter().zip(&preference.others) {
        let mut found = Report::keeping(u64::MAX);
        let mut lowered = lower(other, policy, options, scratch, &mut found)?;
        // The prompt was reported with the first answer.
        report.add_within(&mut found, answer.span);
        outline.has_halves |= lowered.has_halves;
        outline.answers.is_tagged |= lowered.is_tagged;
        let start = start_of(&lowered.turns, other.conversation, preference.start);
        outline.answers.others.push(lowered.turns.split_off(start));
    }
    if policy.record.has_short_answers && !outline.answers.others.is_empty() {
        check_length(outline.prompt_and_answer().1, policy)?;
        outline.answers.others.iter().try_for_each(|other| check_length(other, policy))?;
    }
    Ok(outline)
}

/// Rejects an answer of several messages.
fn check_length(answer: &[OutlineTurn<'_>], policy: &Policy) -> Result<(), Refused> {
    let Some(second) = answer.get(1) else { return Ok(()) };
    let why = format!("{} supports one message per answer; this answer has more", policy.name);
    Err(Refused::new(&loss::CANNOT_HOLD, second.at, why).helping("--branch chosen writes one of the answers"))
}

/// The first turn of the answer that begins with this message: a turn of a later message, or the one before it if the
/// answer was merged into it.
fn start_of(turns: &[OutlineTurn<'_>], conversation: &Conversation<'_>, message: usize) -> usize {
    let next = turns.iter().position(|turn| turn.index >= message).unwrap_or(turns.len());
    let Some(last) = next.checked_sub(1).and_then(|place| turns.get(place)) else { return next };
    let mut parts = conversation.messages.iter().skip(message).flat_map(|message| &message.parts);
    let is_joined = parts.any(|part| last.blocks.iter().any(|block| block.at() == part.at()));
    next - usize::from(is_joined)
}

/// The first turn after the last turn of the user.
fn last_answer(turns: &[OutlineTurn<'_>]) -> usize {
    let is_asked =
        |turn: &OutlineTurn<'_>| turn.speaker != crate::lower::outline::OutlineRole::Assistant && !turn.has_results();
    turns.iter().rposition(is_asked).map_or(0, |place| place + 1)
}
