//! Files that have a place in the text: what other texts must not contain accidentally.

use super::FileField;
use crate::json::{At, Text};
use crate::lower::{Block, OutlineTurn};
use crate::model::Arguments;
use crate::report::{Refused, loss};

/// Rejects texts and arguments that have what stands for a file, if there are files of that kind.
///
/// # Errors
/// A text or a call has it.
pub(super) fn check(files: &[FileField], turns: &[OutlineTurn<'_>]) -> Result<(), Refused> {
    for files in files {
        let is_file = |block: &Block<'_>| matches!(block, Block::Media(media) if media.kind == files.kind);
        if turns.iter().any(|turn| turn.blocks.iter().any(is_file)) {
            turns.iter().try_for_each(|turn| check_blocks(&turn.blocks, files.tag))?;
        }
    }
    Ok(())
}

fn check_blocks(blocks: &[Block<'_>], tag: &str) -> Result<(), Refused> {
    for block in blocks {
        match block {
            Block::Text(it) | Block::Refusal(it) => refuse(&it.text, tag, it.at, "text")?,
            Block::Call(it) => match &it.call.arguments {
                Arguments::Encoded(text) => refuse(text, tag, it.call.at, "call")?,
                Arguments::Object(raw) => refuse(&Text::Token(raw.as_str()), tag, it.call.at, "call")?,
            },
            Block::Result(it) => check_blocks(&it.blocks, tag)?,
            Block::Reasoning(_) | Block::Redacted(_) | Block::Media(_) | Block::Raw(_) => {}
        }
    }
    Ok(())
}

fn refuse(text: &Text<'_>, tag: &str, at: At, what: &str) -> Result<(), Refused> {
    if !text.decode().contains(tag) {
        return Ok(());
    }
    let why = format!("the {what} contains `{tag}`, which would be read as the placeholder of a file");
    Err(Refused::new(&loss::CANNOT_HOLD, at, why))
}
