//! The tags in the text of a turn: reasoning, calls and results.

use std::ops::Range;

use memchr::memmem;

use super::source::ChatSource;

/// A piece of an answer.
#[derive(Debug)]
pub(super) enum Body {
    Text(Range<usize>),
    Reasoning(Range<usize>),
    /// The text of a call, without its tags and with them.
    Call {
        inner: Range<usize>,
        outer: Range<usize>,
    },
}

const THINK: Tags = Tags { open: "<think>", close: "</think>" };
const CALL: Tags = Tags { open: "<tool_call>", close: "</tool_call>" };
const RESPONSE: Tags = Tags { open: "<tool_response>", close: "</tool_response>" };

/// The marks around a block of a text.
struct Tags {
    open: &'static str,
    close: &'static str,
}

/// The text between two tags.
struct TagBlock {
    inner: Range<usize>,
    outer: Range<usize>,
}

fn block(text: &str, range: &Range<usize>, tags: &Tags) -> Option<TagBlock> {
    let bytes = text.as_bytes();
    let start = range.start + memmem::find(bytes.get(range.clone())?, tags.open.as_bytes())?;
    let inner = start + tags.open.len();
    let end = inner + memmem::find(bytes.get(inner..range.end)?, tags.close.as_bytes())?;
    Some(TagBlock { inner: inner..end, outer: start..end + tags.close.len() })
}

/// The range without the line end next to each tag.
fn inside(text: &str, range: Range<usize>) -> Range<usize> {
    let start = skip_lines(text, &range, 1);
    let end = range.end - usize::from(start < range.end && text.as_bytes().get(range.end - 1) == Some(&b'\n'));
    start..end
}

/// The start of a range without leading line ends, at most this many.
fn skip_lines(text: &str, range: &Range<usize>, most: usize) -> usize {
    let bytes = text.as_bytes().get(range.clone()).unwrap_or_default();
    range.start + bytes.iter().take(most).take_while(|byte| **byte == b'\n').count()
}

/// The pieces of an answer, in order. An answer without tags is one text, even if it is empty.
pub(super) fn split_answer(
    source: &ChatSource<'_>,
    range: Range<usize>,
    mut has_thinking: bool,
    mut has_calls: bool,
) -> Vec<Body> {
    let text = source.text();
    let mut pieces = Vec::new();
    let mut rest = range.clone();
    let mut skipped = 0;
    loop {
        let call = if has_calls { block(text, &rest, &CALL) } else { None };
        // What is not closed here is not closed further down.
        has_calls = call.is_some();
        let before = rest.start..call.as_ref().map_or(rest.end, |call| call.outer.start);
        let starts = has_thinking && text.get(before).is_some_and(|before| before.contains(THINK.open));
        let think = if starts { block(text, &rest, &THINK) } else { None };
        has_thinking &= !starts || think.is_some();
        let is_call = think.is_none() && call.is_some();
        let found = think.or(call);
        let start = skip_lines(text, &rest, skipped);
        let end = found.as_ref().map_or(rest.end, |found| {
            let ends_in_line = is_call && text.as_bytes().get(found.outer.start.wrapping_sub(1)) == Some(&b'\n');
            (found.outer.start - usize::from(ends_in_line)).max(start)
        });
        if start < end || (found.is_none() && pieces.is_empty()) {
            pieces.push(Body::Text(start..end));
        }
        let Some(found) = found else { return pieces };
        rest.start = found.outer.end;
        skipped = if is_call { 1 } else { 2 };
        if is_call {
            pieces.push(Body::Call { inner: found.inner, outer: found.outer });
        } else {
            let inner = inside(text, found.inner);
            // The template of Qwen 3 writes empty tags where there is no reasoning.
            if !inner.is_empty() {
                pieces.push(Body::Reasoning(inner));
            }
        }
    }
}

/// The results of a turn that has only results.
pub(super) fn split_results(source: &ChatSource<'_>, range: Range<usize>) -> Option<Vec<Range<usize>>> {
    let text = source.text();
    let mut results = Vec::new();
    let mut rest = range;
    let is_blank = |range: Range<usize>| text.get(range).unwrap_or_default().trim().is_empty();
    while let Some(found) = block(text, &rest, &RESPONSE) {
        if !is_blank(rest.start..found.outer.start) {
            return None;
        }
        rest.start = found.outer.end;
        results.push(inside(text, found.inner));
    }
    (!results.is_empty() && is_blank(rest)).then_some(results)
}
