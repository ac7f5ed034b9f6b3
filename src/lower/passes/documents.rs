//! Plain-text documents as texts of the message.

use crate::json::Text;
use crate::lower::context::Lowering;
use crate::lower::outline::{Block, TextBlock};
use crate::model::Media as Part;
use crate::report::loss;

impl<'c> Lowering<'c, '_> {
    /// A plain-text document as a text of the message.
    pub(super) fn document_text(&mut self, media: &'c Part<'c>, text: &'c Text<'c>) -> Block<'c> {
        let target = self.policy.name;
        self.report.add(&loss::DOCUMENT_AS_TEXT, media.at, || {
            format!("{target} does not accept plain text documents; the content became text of the message")
        });
        for fact in [&media.media_type, &media.file_name, &media.detail].into_iter().flatten() {
            self.report.add(&loss::MEDIA_FACT, media.at, || {
                format!("the property `{}` of a media file is dropped", fact.show())
            });
        }
        self.drop_own(&media.extras);
        let mark = self.mark(media.cache.as_deref());
        Block::Text(TextBlock { mark, ..TextBlock::made(text.borrow(), media.at) })
    }
}
