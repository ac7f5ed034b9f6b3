//! The order the API demands: where system messages may stand, where results must, and how the last answer ends.

use std::borrow::Cow;
use std::collections::HashSet;

use super::block::is_server_tool;
use super::plan::{Block, Speaker, Turn};
use crate::format::Writing;
use crate::json::{At, Text};
use crate::report::{Refused, loss};

/// Puts turns into an order that the API takes; fails if there is none.
pub(super) fn arrange<'m>(mut turns: Vec<Turn<'m>>, writing: &mut Writing<'_>) -> Result<Vec<Turn<'m>>, Refused> {
    for turn in &mut turns {
        put_results_first(turn, writing);
    }
    let mut turns = place_systems(turns, writing)?;
    match turns.first() {
        None => {
            return Err(Refused::new(&loss::CANNOT_HOLD, At::byte(0), "anthropic needs at least one message"));
        }
        Some(first) if first.speaker != Speaker::User => {
            let why = "anthropic refuses conversations that begin with an answer; a user message must come first";
            return Err(Refused::new(&loss::CANNOT_HOLD, first.at, why));
        }
        Some(_) => {}
    }
    check_results(&turns)?;
    if let Some(last) = turns.last_mut().filter(|turn| turn.speaker == Speaker::Assistant) {
        finish_answer(last, writing);
    }
    Ok(turns)
}

/// A system message may stand behind a user message, or behind an answer that ends in a tool of the service, if an answer
/// follows or nothing. Others move into the next user message; at the end, into the last one.
fn place_systems<'m>(turns: Vec<Turn<'m>>, writing: &mut Writing<'_>) -> Result<Vec<Turn<'m>>, Refused> {
    if !turns.iter().any(|turn| turn.speaker == Speaker::System) {
        return Ok(turns);
    }
    let mut placed: Vec<Turn<'m>> = Vec::with_capacity(turns.len());
    let mut moved: Vec<Block<'m>> = Vec::new();
    let mut moved_at = At::NOWHERE;
    let mut rest = turns.into_iter().peekable();
    while let Some(mut turn) = rest.next() {
        let next = rest.peek();
        match turn.speaker {
            Speaker::System => {
                let fits = placed.last().is_some_and(may_precede_system)
                    && next.is_none_or(|next| next.speaker == Speaker::Assistant);
                // What was not in the first of several system messages in a row has moved in any case.
                let stays = if fits { turn.first_blocks } else { 0 };
                for block in turn.blocks.iter().skip(stays) {
                    writing.report.add(&loss::MOVED, block.at(), || {
                        "a system message may not stand here; its text moves into another message".to_owned()
                    });
                }
                if fits {
                    placed.push(turn);
                } else {
                    moved_at = turn.at;
                    moved.extend(turn.blocks);
                }
            }
            Speaker::User => {
                // Nothing may come between the results of one answer.
                let goes_on = next.is_some_and(|next| {
                    next.speaker == Speaker::User && matches!(next.blocks.first(), Some(Block::Result { .. }))
                });
                if !goes_on && !moved.is_empty() {
                    let behind = turn.blocks.iter().take_while(|block| is_result(block)).count();
                    turn.blocks.change(|blocks| drop(blocks.splice(behind..behind, moved.drain(..))));
                }
                placed.push(turn);
            }
            Speaker::Assistant => placed.push(turn),
        }
    }
    if !moved.is_empty() {
        let Some(last) = placed.iter_mut().rfind(|turn| turn.speaker == Speaker::User) else {
            let why = "anthropic takes no system message here, and there is no user message to put its text into";
            return Err(Refused::new(&loss::CANNOT_HOLD, moved_at, why));
        };
        last.blocks.extend(moved);
    }
    Ok(placed)
}

fn may_precede_system(turn: &Turn<'_>) -> bool {
    match turn.speaker {
        Speaker::System => false,
        Speaker::User => true,
        Speaker::Assistant => {
            matches!(turn.blocks.last(), Some(Block::Raw(it)) if is_server_tool(&it.kind.decode()))
        }
    }
}

fn is_result(block: &Block<'_>) -> bool {
    matches!(block, Block::Result { .. })
}

fn put_results_first(turn: &mut Turn<'_>, writing: &mut Writing<'_>) {
    let mut late = turn.blocks.iter().skip_while(|block| is_result(block)).filter(|block| is_result(block)).peekable();
    if late.peek().is_none() {
        return;
    }
    for block in late {
        writing
            .report
            .add(&loss::REORDERED, block.at(), || "a tool result now stands before the other blocks".to_owned());
    }
    turn.blocks.sort_by_key(|block| !is_result(block));
}

/// Results stand in the user turn directly behind their calls, before everything else in it. Messages of one speaker in
/// a row are one turn.
fn check_results(turns: &[Turn<'_>]) -> Result<(), Refused> {
    let mut open: HashSet<Cow<'_, str>> = HashSet::new();
    let mut before = Speaker::User;
    let mut is_closed = true;
    for turn in turns {
        match turn.speaker {
            Speaker::System => is_closed = true,
            Speaker::Assistant => {
                if before != Speaker::Assistant {
                    open.clear();
                }
                is_closed = false;
            }
            Speaker::User => {}
        }
        before = turn.speaker;
        for block in &turn.blocks {
            match block {
                Block::Call { id, .. } => {
                    open.insert(id.decode());
                }
                Block::Result { id, result, .. } => {
                    if is_closed || !open.remove(&id.decode()) {
                        let why = format!(
                            "the result of `{}` must stand directly behind the answer with its call, before all else",
                            id.show()
                        );
                        return Err(Refused::new(&loss::CANNOT_HOLD, result.at, why));
                    }
                }
                Block::Text { .. } | Block::Thinking(_) | Block::Redacted(_) | Block::Media(_) | Block::Raw(_) => {
                    is_closed |= turn.speaker == Speaker::User;
                }
            }
        }
        // Only at the very end may results be missing; a text that moved there makes it no end any more.
        if is_closed && !open.is_empty() {
            let why = "a call has no result, and something other than results follows it";
            return Err(Refused::new(&loss::CANNOT_HOLD, turn.at, why));
        }
    }
    Ok(())
}

/// The last answer may not end in thinking or in white space.
fn finish_answer(turn: &mut Turn<'_>, writing: &mut Writing<'_>) {
    loop {
        match turn.blocks.last() {
            Some(Block::Thinking(it)) => {
                writing.report.add(&loss::REASONING, it.at, || "the last answer may not end in thinking".to_owned());
                writing.report.add(&loss::SIGNATURE, it.at, || "a reasoning signature is dropped".to_owned());
            }
            Some(Block::Redacted(it)) => {
                writing.report.add(&loss::REDACTED, it.at, || "the last answer may not end in thinking".to_owned());
            }
            _ => break,
        }
        turn.blocks.pop();
    }
    if let Some(Block::Text { text, at, .. }) = turn.blocks.last_mut()
        && let Some(trimmed) = trim_end(text)
    {
        writing.report.add(&loss::TRAILING_SPACE, *at, || "white space at the end of the last answer goes".to_owned());
        *text = trimmed;
    }
}

/// The text without the white space at its end; `None` if there is none. Tokens are cut as they are spelled.
fn trim_end<'m>(text: &Text<'m>) -> Option<Text<'m>> {
    match text {
        Text::Token(token) => {
            let kept = trim_token(token);
            (kept.len() < token.len()).then_some(Text::Token(kept))
        }
        Text::OwnedToken(token) => {
            let kept = trim_token(token);
            (kept.len() < token.len()).then(|| Text::OwnedToken(kept.to_owned()))
        }
        Text::Owned(text) => {
            let kept = text.trim_end();
            (kept.len() < text.len()).then(|| Text::Owned(kept.to_owned()))
        }
    }
}

fn trim_token(token: &str) -> &str {
    let mut kept = token.trim_end();
    while let Some(start) = last_escape(kept) {
        let escape = kept.get(start..).unwrap_or_default();
        if !Text::Token(escape).is_blank() {
            break;
        }
        kept = kept.get(..start).unwrap_or_default().trim_end();
    }
    kept
}

/// Where the escape starts that a token ends in: `\n`, `\u00a0`.
fn last_escape(token: &str) -> Option<usize> {
    let bytes = token.as_bytes();
    [2, 6].into_iter().find_map(|length| {
        let start = bytes.len().checked_sub(length)?;
        let is_long = bytes.get(start + 1) == Some(&b'u');
        let backslashes = bytes.get(..=start)?.iter().rev().take_while(|byte| **byte == b'\\').count();
        (backslashes % 2 == 1 && is_long == (length == 6)).then_some(start)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_trimmed_as_they_are_spelled() {
        for (token, kept) in [
            ("a \\n\\t ", "a"),
            ("a\\u00a0\\u0020", "a"),
            ("a\\\\n", "a\\\\n"),
            ("a\\\\\\n", "a\\\\"),
            ("a\\\\u0020", "a\\\\u0020"),
            ("é\u{a0}", "é"),
            ("a\\ud83d", "a\\ud83d"),
            ("", ""),
        ] {
            assert_eq!(trim_token(token), kept, "{token}");
        }
    }
}
