//! The last answer of a request, which the model continues with: it ends neither in reasoning nor in white space.
//!
//! ```json
//! {"role":"assistant","content":"The capital is "}
//! ```

use crate::json::Text;
use crate::lower::{Block, Outline, OutlineRole, OutlineTurn};
use crate::report::{Report, loss};

/// The service puts the last answers together: those that say nothing are not the end.
pub(super) fn trim_last_answers(outline: &mut Outline<'_>, report: &mut Report) {
    let is_answer = |turn: &&mut OutlineTurn<'_>| turn.speaker == OutlineRole::Assistant;
    let is_blank = |block: &Block<'_>| matches!(block, Block::Text(text) if text.text.is_blank());
    for turn in outline.turns.iter_mut().rev().take_while(is_answer) {
        trim_answer(turn, report);
        if !turn.blocks.iter().all(is_blank) {
            break;
        }
    }
}

/// The last answer may end neither in reasoning nor in white space.
fn trim_answer(turn: &mut OutlineTurn<'_>, report: &mut Report) {
    loop {
        match turn.blocks.last() {
            Some(Block::Reasoning(it)) => {
                report
                    .add(&loss::REASONING, it.at, || "the last assistant message may not end in reasoning".to_owned());
                report.add(&loss::SIGNATURE, it.at, || "a reasoning signature is dropped".to_owned());
            }
            Some(Block::Redacted(it)) => {
                report.add(&loss::REDACTED, it.at, || "the last assistant message may not end in reasoning".to_owned());
            }
            _ => break,
        }
        turn.blocks.pop();
    }
    if let Some(Block::Text(block)) = turn.blocks.last_mut()
        && let Some(trimmed) = trim_end(&block.text)
    {
        report.add(&loss::TRAILING_SPACE, block.at, || {
            "white space at the end of the last assistant message is dropped".to_owned()
        });
        block.text = trimmed;
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
            (kept.len() < token.len()).then(|| Text::owned_token(kept))
        }
        Text::Owned(text) => {
            let kept = text.trim_end();
            (kept.len() < text.len()).then(|| Text::owned(kept))
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

/// The start of the escape at the end of a token: `\n`, `\u00a0`.
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
