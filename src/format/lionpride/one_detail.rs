//! Media files of a message: all have the level of detail of the first.

use crate::lower::{Block, OutlineTurn};
use crate::report::{Report, loss};

/// All files of a turn get the level of detail of the first.
pub(super) fn one_detail(turns: &mut [OutlineTurn<'_>], report: &mut Report) {
    for turn in turns {
        let mut detail = None;
        let files =
            turn.blocks.iter_mut().filter_map(|block| if let Block::Media(it) = block { Some(it) } else { None });
        for file in files {
            let all = detail.get_or_insert_with(|| file.detail.clone());
            let is_same = match (&file.media.detail, &all) {
                (Some(own), Some(all)) => own.same(all),
                (None, None) => true,
                _ => false,
            };
            // One that the target does not know was reported already.
            if !is_same && (file.detail.is_some() || file.media.detail.is_none()) {
                report.add(&loss::MEDIA_CHANGED, file.media.at, || {
                    "all media files of a message have the level of detail of the first".to_owned()
                });
            }
            file.detail.clone_from(all);
        }
    }
}
