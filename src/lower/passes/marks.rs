//! Cache marks: the number of marks in a request, and their lifetimes.

use crate::json::{At, Raw};
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, CacheMark, Lifetime, Outline, OutlineTool, RawBlock};
use crate::lower::policy::{Fact, Lifetimes, MarkPlaces, Policy};
use crate::model::CacheHint;
use crate::report::{Report, loss};

/// A mark in the order in which the service sees them.
struct Ranked<'o, 'c> {
    /// The place in the outline. `None`: in a part that is written unchanged.
    place: Option<&'o mut Option<CacheMark<'c>>>,
    is_hour: bool,
}

impl<'c> Lowering<'c, '_> {
    /// The mark of a part, if the target can represent it.
    pub(super) fn mark(&self, hint: Option<&'c CacheHint<'c>>) -> Option<CacheMark<'c>> {
        let hint = hint.filter(|hint| hint.is_on)?;
        self.policy.has(Fact::CacheHints).then_some(CacheMark { hint, lifetime: None })
    }
}

/// Sets the lifetime of a mark. Returns the written lifetime if it differs from the requested one.
fn rank(mark: &mut CacheMark<'_>, is_hour: bool, is_raised: bool) -> Option<(At, &'static str)> {
    let seconds = mark.hint.ttl.as_ref().map(|ttl| ttl.seconds);
    let is_exactly = |wanted: f64| seconds.is_some_and(|found| (found - wanted).abs() < f64::EPSILON);
    mark.lifetime = match () {
        () if is_hour => Some(Lifetime::Hour),
        () if is_exactly(300.0) => Some(Lifetime::FiveMinutes),
        () => None,
    };
    let is_exact = seconds.is_none() || is_exactly(if is_hour { 3600.0 } else { 300.0 });
    (is_raised || !is_exact).then_some((mark.hint.at, mark.lifetime.unwrap_or(Lifetime::FiveMinutes).word()))
}

fn add<'o, 'c>(place: &'o mut Option<CacheMark<'c>>, list: &mut Vec<Ranked<'o, 'c>>) {
    let Some(mark) = place else { return };
    // The default is five minutes, and shorter lifetimes count as five minutes.
    let is_hour = mark.hint.ttl.as_ref().is_some_and(|ttl| ttl.seconds > 300.0);
    list.push(Ranked { place: Some(place), is_hour });
}

fn add_raw(raw: &Raw<'_>, in_raw: fn(&str) -> Option<bool>, list: &mut Vec<Ranked<'_, '_>>) {
    list.extend(in_raw(raw.as_str()).map(|is_hour| Ranked { place: None, is_hour }));
}

fn add_tool<'o, 'c>(tool: &'o mut OutlineTool<'c>, in_raw: fn(&str) -> Option<bool>, list: &mut Vec<Ranked<'o, 'c>>) {
    match tool.raw {
        Some(raw) => add_raw(raw, in_raw, list),
        None => add(&mut tool.mark, list),
    }
}

fn add_blocks<'o, 'c>(blocks: &'o mut [Block<'c>], in_raw: fn(&str) -> Option<bool>, list: &mut Vec<Ranked<'o, 'c>>) {
    for block in blocks {
        match block {
            Block::Text(it) | Block::Refusal(it) => add(&mut it.mark, list),
            Block::Media(it) => add(&mut it.mark, list),
            Block::Call(it) => add(&mut it.mark, list),
            Block::Result(it) => {
                let it = &mut **it;
                add_blocks(&mut it.blocks, in_raw, list);
                add(&mut it.mark, list);
            }
            Block::Raw(RawBlock::Own(it)) => add_raw(&it.raw, in_raw, list),
            Block::Raw(RawBlock::Hosted(_)) | Block::Reasoning(_) | Block::Redacted(_) => {}
        }
    }
}

/// Keeps the last marks, and shortens hours after five minutes if the target orders marks by lifetime.
pub(super) fn rank_marks(outline: &mut Outline<'_>, policy: &Policy, report: &mut Report) {
    if !policy.has(Fact::CacheHints) {
        return;
    }
    if policy.record.cache.places == MarkPlaces::Texts {
        outline.turns.iter_mut().for_each(|turn| drop_marks_beside_texts(&mut turn.blocks, report));
    }
    let mut list = Vec::new();
    let lifetimes = policy.record.cache.lifetimes;
    let in_raw: fn(&str) -> Option<bool> = match lifetimes {
        Lifetimes::Ranked(find) => find,
        Lifetimes::Any | Lifetimes::Rounded => |_| None,
    };
    for tool in &mut outline.request.tools {
        add_tool(tool, in_raw, &mut list);
    }
    add_blocks(&mut outline.system, in_raw, &mut list);
    for turn in &mut outline.turns {
        add_blocks(&mut turn.blocks, in_raw, &mut list);
    }
    let too_many = list.len().saturating_sub(policy.record.cache.limit);
    let limit = policy.record.cache.limit;
    let mut is_kept = vec![true; list.len()];
    let places = list.iter_mut().zip(&mut is_kept).filter(|(ranked, _)| ranked.place.is_some());
    for (ranked, is_kept) in places.take(too_many) {
        *is_kept = false;
        if let Some(mark) = ranked.place.as_mut().and_then(|place| place.take()) {
            report.add(&loss::CACHE_HINT, mark.hint.at, || format!("only the last {limit} cache marks are kept"));
        }
    }
    if !matches!(lifetimes, Lifetimes::Ranked(_)) {
        for place in list.iter_mut().filter_map(|ranked| ranked.place.as_deref_mut()) {
            if let Some(mark) = place.as_mut().filter(|_| matches!(lifetimes, Lifetimes::Rounded)) {
                round(mark, report);
            }
        }
        return;
    }
    let mut is_hour = false;
    for (ranked, _) in list.iter_mut().zip(is_kept).rev().filter(|(_, is_kept)| *is_kept) {
        let is_raised = is_hour && !ranked.is_hour;
        is_hour |= ranked.is_hour;
        if let Some(Some(mark)) = ranked.place.as_deref_mut() {
            let changed = rank(mark, ranked.is_hour || is_raised, is_raised);
            if let Some((at, written)) = changed {
                report.add(&loss::CACHE_CHANGED, at, || format!("the lifetime of a cache mark became {written}"));
            }
        }
    }
}

/// The lifetime of a mark becomes five minutes or an hour.
fn round(mark: &mut CacheMark<'_>, report: &mut Report) {
    let Some(ttl) = &mark.hint.ttl else { return };
    let (lifetime, seconds) =
        if ttl.seconds > 300.0 { (Lifetime::Hour, 3600.0) } else { (Lifetime::FiveMinutes, 300.0) };
    mark.lifetime = Some(lifetime);
    let word = lifetime.word();
    if (ttl.seconds - seconds).abs() > 0.5 {
        report.add(&loss::CACHE_CHANGED, mark.hint.at, || format!("the lifetime of a cache mark became {word}"));
    }
}

fn drop_marks_beside_texts(blocks: &mut [Block<'_>], report: &mut Report) {
    for block in blocks {
        match block {
            Block::Call(it) => drop_written(&mut it.mark, report),
            Block::Media(it) => drop_written(&mut it.mark, report),
            Block::Result(it) => {
                drop_written(&mut it.mark, report);
                for block in &mut it.blocks {
                    if let Block::Text(it) | Block::Refusal(it) = block {
                        drop_written(&mut it.mark, report);
                    }
                }
            }
            Block::Text(_) | Block::Refusal(_) | Block::Reasoning(_) | Block::Redacted(_) | Block::Raw(_) => {}
        }
    }
}

fn drop_written(mark: &mut Option<CacheMark<'_>>, report: &mut Report) {
    if let Some(mark) = mark.take() {
        report.add(&loss::CACHE_HINT, mark.hint.at, || "a cache mark on something but a text is dropped".to_owned());
    }
}
