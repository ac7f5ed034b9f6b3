//! Cache marks: at most four a request, one hour or five minutes, the longer ones first.

use super::NAME;
use super::plan::{Block, Content, Plan};
use crate::format::Writing;
use crate::json::{At, Raw, Tape};
use crate::model::{CacheHint, Conversation, Part, ToolKind, ToolSpec};
use crate::report::loss;

/// How many the API takes.
pub(super) const LIMIT: usize = 4;

/// A mark, as far as the rules care.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) at: At,
    pub(super) is_hour: bool,
    /// It stands in a part that is written as it was read.
    is_fixed: bool,
    is_dropped: bool,
    is_raised: bool,
}

impl Mark {
    fn of(hint: &CacheHint<'_>) -> Self {
        // Nothing said is five minutes, and so is everything up to that.
        let is_hour = hint.ttl.as_ref().is_some_and(|ttl| ttl.seconds > 300.0);
        Self { at: hint.at, is_hour, is_fixed: false, is_dropped: false, is_raised: false }
    }

    /// A mark in a part that only this format understands.
    fn in_raw(raw: &Raw<'_>, at: At) -> Option<Self> {
        if !raw.as_str().contains("\"cache_control\"") {
            return None;
        }
        let mut tape = Tape::new();
        let hint = tape.parse(raw.as_str()).ok()?.get("cache_control").filter(crate::json::Node::is_object)?;
        let is_hour = hint.get("ttl").is_some_and(|ttl| ttl.is("1h"));
        Some(Self { at, is_hour, is_fixed: true, is_dropped: false, is_raised: false })
    }
}

fn add(list: &mut Vec<Mark>, hint: Option<&CacheHint<'_>>) {
    if let Some(hint) = hint.filter(|hint| hint.is_on) {
        list.push(Mark::of(hint));
    }
}

fn add_tools(list: &mut Vec<Mark>, tools: &[ToolSpec<'_>]) {
    for tool in tools {
        match (&tool.raw, tool.kind) {
            (Some(raw), ToolKind::Hosted) if tool.origin == NAME => list.extend(Mark::in_raw(raw, tool.at)),
            (_, ToolKind::Hosted) => {}
            (_, ToolKind::Function | ToolKind::LegacyFunction | ToolKind::Custom) => add(list, tool.cache.as_deref()),
        }
    }
}

/// All marks of a conversation in the order in which the service sees them: tools, system, messages.
pub(super) fn marks_of(conversation: &Conversation<'_>) -> Vec<Mark> {
    let mut list = Vec::new();
    add_tools(&mut list, &conversation.tools);
    for message in &conversation.messages {
        add_parts(&mut list, &message.parts);
    }
    list
}

fn add_parts(list: &mut Vec<Mark>, parts: &[Part<'_>]) {
    for part in parts {
        match part {
            Part::Text(it) | Part::Refusal(it) => add(list, it.cache.as_deref()),
            Part::Media(it) => add(list, it.cache.as_deref()),
            Part::Call(it) => add(list, it.cache.as_deref()),
            Part::Result(it) => {
                add_parts(list, &it.parts);
                add(list, it.cache.as_deref());
            }
            Part::Opaque(it) if it.origin == NAME => list.extend(Mark::in_raw(&it.raw, it.at)),
            Part::Opaque(_) | Part::Reasoning(_) => {}
        }
    }
}

/// The marks that are written, in the order in which they are asked for.
#[derive(Debug)]
pub(super) struct Marks {
    list: Vec<Mark>,
    next: usize,
}

impl Marks {
    /// Keeps the last four, and lets no hour stand behind five minutes.
    pub(super) fn of(conversation: &Conversation<'_>, plan: &Plan<'_>, has_tools: bool) -> Self {
        let mut list = Vec::new();
        if has_tools {
            add_tools(&mut list, &conversation.tools);
        }
        add_blocks(&mut list, &plan.system);
        for turn in &plan.turns {
            add_blocks(&mut list, &turn.blocks);
        }
        let too_many = list.len().saturating_sub(LIMIT);
        for mark in list.iter_mut().filter(|mark| !mark.is_fixed).take(too_many) {
            mark.is_dropped = true;
        }
        let mut is_hour = false;
        for mark in list.iter_mut().rev().filter(|mark| !mark.is_dropped) {
            mark.is_raised = is_hour && !mark.is_hour;
            is_hour |= mark.is_hour;
        }
        list.retain(|mark| !mark.is_fixed);
        Self { list, next: 0 }
    }

    /// Writes the field `cache_control` of the next mark.
    pub(super) fn write(&mut self, hint: Option<&CacheHint<'_>>, writing: &mut Writing<'_>) {
        let Some(hint) = hint.filter(|hint| hint.is_on) else { return };
        let Some(mark) = self.list.get(self.next) else { return };
        self.next += 1;
        if mark.is_dropped {
            writing.report.add(&loss::CACHE_HINT, hint.at, || "only the last four cache marks are kept".to_owned());
            return;
        }
        let is_hour = mark.is_hour || mark.is_raised;
        let written = match &hint.ttl {
            _ if is_hour => Some("1h"),
            Some(ttl) if is_seconds(ttl.seconds, 300.0) => Some("5m"),
            _ => None,
        };
        let is_exact =
            hint.ttl.as_ref().is_none_or(|ttl| is_seconds(ttl.seconds, if is_hour { 3600.0 } else { 300.0 }));
        if mark.is_raised || !is_exact {
            writing.report.add(&loss::CACHE_CHANGED, hint.at, || {
                format!("the lifetime of a cache mark became {}", written.unwrap_or("5m"))
            });
        }
        writing.out.key("cache_control").object(|out| {
            out.key("type").word("ephemeral");
            if let Some(ttl) = written {
                out.key("ttl").word(ttl);
            }
        });
    }
}

fn is_seconds(found: f64, wanted: f64) -> bool {
    (found - wanted).abs() < f64::EPSILON
}

fn add_blocks(list: &mut Vec<Mark>, blocks: &[Block<'_>]) {
    for block in blocks {
        match block {
            Block::Text { part, .. } => add(list, part.and_then(|part| part.cache.as_deref())),
            Block::Media(block) => add(list, block.media.cache.as_deref()),
            Block::Call { call, .. } => add(list, call.cache.as_deref()),
            Block::Result { result, content, .. } => {
                if let Content::Blocks(blocks) = content {
                    add_blocks(list, blocks);
                }
                add(list, result.cache.as_deref());
            }
            Block::Raw(it) => list.extend(Mark::in_raw(&it.raw, it.at)),
            Block::Thinking(_) | Block::Redacted(_) => {}
        }
    }
}
