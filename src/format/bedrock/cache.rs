//! Cache points: blocks of their own, each marks everything before it. At most four a request, the longer lifetimes first.

use super::NAME;
use crate::format::Reading;
use crate::format::shared::CheckedMark;
use crate::json::{At, Node, Raw, Tape};
use crate::model::{CacheHint, Conversation, Opaque, Part, ToolKind, ToolSpec, Ttl};
use crate::report::{shape, unknown_word};

/// The key of the block.
pub(super) const POINT: &str = "cachePoint";

/// `{"type":"default","ttl":"1h"}`. Everything else is reported and left as it is.
pub(super) fn read_cache<'a>(
    node: Node<'_, 'a>,
    value: Node<'_, 'a>,
    reading: &mut Reading<'_>,
) -> Option<CacheHint<'a>> {
    let is_default = value.get("type").is_some_and(|kind| kind.is("default"));
    let ttl = value.get("ttl");
    let seconds = ttl.and_then(|ttl| match () {
        () if ttl.is("5m") => Some(300.0),
        () if ttl.is("1h") => Some(3600.0),
        () => None,
    });
    if is_default && value.len() == 1 {
        return Some(CacheHint { at: node.at(), is_on: true, ttl: None });
    }
    if let (true, 2, Some(seconds), Some(ttl)) = (is_default, value.len(), seconds, ttl) {
        let ttl = Ttl { seconds, raw: ttl.to_raw() };
        return Some(CacheHint { at: node.at(), is_on: true, ttl: Some(ttl) });
    }
    let tag = value.get("type").filter(|tag| tag.is_string() && !is_default);
    reading.report.add(&shape::BAD_VALUE, tag.unwrap_or(node).at(), || match tag.and_then(|tag| tag.text()) {
        Some(word) => unknown_word("type of cache point", &word, &["default"]),
        None => "a `cachePoint` must be of type `default`, with a `ttl` of `5m` or `1h` if any".to_owned().into(),
    });
    None
}

/// Gives the hint to the block before it. False if there is none, or it has one, or it cannot have one.
pub(super) fn attach<'a>(parts: &mut [Part<'a>], hint: CacheHint<'a>) -> bool {
    let place = match parts.last_mut() {
        Some(Part::Text(it)) => &mut it.details_mut().cache,
        Some(Part::Media(it)) => &mut it.cache,
        Some(Part::Call(it)) => &mut it.cache,
        Some(Part::Result(it)) => &mut it.cache,
        Some(Part::Refusal(_) | Part::Reasoning(_) | Part::Opaque(_)) | None => return false,
    };
    if place.is_some() {
        return false;
    }
    *place = Some(Box::new(hint));
    true
}

/// A block of its own that marks no block of the model.
fn mark_of_block(raw: &Raw<'_>, at: At) -> CheckedMark {
    let mut tape = Tape::new();
    let root = tape.parse(raw.as_str()).ok();
    let ttl = root.and_then(|root| root.get(POINT)).and_then(|point| point.get("ttl"));
    CheckedMark { at, is_hour: ttl.is_some_and(|ttl| ttl.is("1h")) }
}

/// A cache point that is a part of its own.
pub(super) fn is_point(it: &Opaque<'_>) -> bool {
    it.origin == NAME && it.kind.is(POINT)
}

/// The same among tools.
pub(super) fn is_tool_point(tool: &ToolSpec<'_>) -> bool {
    tool.kind == ToolKind::Hosted && tool.origin == NAME && tool.name.is(POINT)
}

fn add(list: &mut Vec<CheckedMark>, hint: Option<&CacheHint<'_>>) {
    list.extend(hint.filter(|hint| hint.is_on).map(CheckedMark::of));
}

fn add_tools(list: &mut Vec<CheckedMark>, tools: &[ToolSpec<'_>]) {
    for tool in tools {
        match &tool.raw {
            Some(raw) if is_tool_point(tool) => list.push(mark_of_block(raw, tool.at)),
            _ if tool.kind == ToolKind::Hosted => {}
            _ => add(list, tool.cache.as_deref()),
        }
    }
}

/// All marks of a conversation in the order in which the service sees them: tools, system, messages.
pub(super) fn marks_of(conversation: &Conversation<'_>) -> Vec<CheckedMark> {
    let mut list = Vec::new();
    add_tools(&mut list, &conversation.tools);
    for part in conversation.parts() {
        match part {
            Part::Text(it) | Part::Refusal(it) => add(&mut list, it.cache()),
            Part::Media(it) => add(&mut list, it.cache.as_deref()),
            Part::Call(it) => add(&mut list, it.cache.as_deref()),
            Part::Result(it) => add(&mut list, it.cache.as_deref()),
            Part::Opaque(it) if is_point(it) => list.push(mark_of_block(&it.raw, it.at)),
            Part::Opaque(_) | Part::Reasoning(_) => {}
        }
    }
    list
}
