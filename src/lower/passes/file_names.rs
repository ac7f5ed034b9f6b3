//! Names of files for targets that require a unique name of certain characters for each file.

use crate::json::Text;
use crate::lower::context::Lowering;
use crate::lower::media_type::plain_type;
use crate::lower::policy::FileNames;
use crate::model::Media;
use crate::report::loss;

impl<'c> Lowering<'c, '_> {
    /// The name of a document without a name.
    pub(super) fn made_name(&mut self, media: &Media<'_>) -> Text<'c> {
        let ending = match media.media_type.as_ref().map(plain_type).as_deref() {
            Some("text/plain") => "txt",
            Some("application/pdf") | None => "pdf",
            Some(_) => "bin",
        };
        let name = format!("document-{}.{ending}", self.given.documents);
        self.report.add(&loss::MADE_FILE_NAME, media.at, || format!("the file name `{name}` is generated"));
        Text::owned(name)
    }

    /// The name of a file, if the target requires one: its own name, a changed one or a generated one.
    pub(super) fn file_name(&mut self, rule: &FileNames, media: &'c Media<'c>) -> Text<'c> {
        let given = media.file_name.as_ref();
        let new = self.given.names.next(rule, &given.map(Text::decode).unwrap_or_default());
        match (given, new) {
            (given, None) => given.map(Text::borrow).unwrap_or_default(),
            (Some(given), Some(new)) => {
                self.report.add(&loss::MEDIA_CHANGED, self.conversation.place(given, media.at), || {
                    format!("the name `{}` of a document became `{new}`", given.show())
                });
                Text::owned(new)
            }
            (None, Some(new)) => {
                self.report
                    .add(&loss::MADE_FILE_NAME, media.at, || format!("the name `{new}` of a document is generated"));
                Text::owned(new)
            }
        }
    }
}
