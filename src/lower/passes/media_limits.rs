//! Limits of the size of media files, of their number in a turn, and files that need a text next to them.

use std::collections::HashMap;

use crate::json::Text;
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, OutlineRole, OutlineTurn};
use crate::lower::policy::MediaLimits;
use crate::model::{MediaKind, OneOrMany};
use crate::report::{Refused, loss};

/// True if base64 text contains more bytes than the limit. Padding is ignored, so up to two bytes more are accepted.
#[must_use]
pub fn exceeds(data: &Text<'_>, limit: usize) -> bool {
    // `\/` is the only escape in base64 text.
    data.decode().len() / 4 * 3 > limit.saturating_add(2)
}

impl<'c> Lowering<'c, '_> {
    /// Drops the files that exceed the limits of a turn of the user. If the turn is empty then, it is dropped too.
    pub(super) fn limit_media(&mut self, turns: Vec<OutlineTurn<'c>>) -> Result<Vec<OutlineTurn<'c>>, Refused> {
        let Some(limits) = self.policy.media.limits else { return Ok(turns) };
        let mut kept = Vec::with_capacity(turns.len());
        for mut turn in turns {
            if turn.speaker == OutlineRole::User && turn.blocks.iter().any(|block| matches!(block, Block::Media(_))) {
                self.limit_turn(&mut turn, limits)?;
                if turn.blocks.is_empty() {
                    self.drop_own(turn.extras);
                    continue;
                }
            }
            // Without a turn between them, the turns before and after it may have the same speaker.
            self.push_turn(&mut kept, turn);
        }
        Ok(kept)
    }

    fn limit_turn(&mut self, turn: &mut OutlineTurn<'c>, limits: fn(MediaKind) -> MediaLimits) -> Result<(), Refused> {
        let name = self.policy.name;
        let has_text = turn.blocks.iter().any(|block| matches!(block, Block::Text(_)));
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let mut kept = OneOrMany::default();
        kept.reserve(turn.blocks.len());
        for block in std::mem::take(&mut turn.blocks) {
            let Block::Media(it) = &block else {
                kept.push(block);
                continue;
            };
            let kind = it.kind;
            let MediaLimits { per_turn, needs_text, .. } = limits(kind);
            let count = counts.entry(kind.word()).or_default();
            *count += 1;
            let why = if needs_text && !has_text {
                Some(format!("{name} does not accept {} without text in the same message", kind.name()))
            } else if *count > per_turn {
                Some(format!("{name} accepts at most {per_turn} files of this kind in a message"))
            } else {
                None
            };
            match why {
                Some(why) => {
                    self.cannot_hold(&loss::MEDIA, it.media.at, || why)?;
                    self.drop_file(it.media);
                }
                None => kept.push(block),
            }
        }
        turn.blocks = kept;
        Ok(())
    }

    /// Rejects a file that exceeds the size limit of its kind.
    pub(super) fn too_large(&self, kind: MediaKind, data: &Text<'_>) -> Option<String> {
        let limit = self.policy.media.limits?(kind).bytes;
        exceeds(data, limit)
            .then(|| format!("{} does not accept {} of more than {limit} bytes", self.policy.name, kind.name()))
    }
}
