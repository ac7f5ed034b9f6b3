//! Several files, each with one value, read as one list.

use std::io::{self, Cursor, Read};
use std::path::PathBuf;

use super::error::SourceError;
use super::regular_file::open_regular;
use super::source::Source;
use super::source_options::SourceOptions;

/// The text around the values of several files: `{"id":"a","items":[` and `]}`.
#[derive(Clone, Debug)]
pub struct ListText {
    /// Before the first value.
    pub open: String,
    /// After the last one.
    pub close: &'static str,
}

impl Source {
    /// Reads the files in this order, with `,` between them. One file is open at a time. `name` is shown in messages.
    ///
    /// # Errors
    /// Those of [`Source::open`]. That a later file cannot be opened is an error of reading.
    pub fn open_list(
        name: &str,
        files: Vec<PathBuf>,
        text: &ListText,
        options: SourceOptions,
    ) -> Result<Self, SourceError> {
        let reader = JoinedFiles {
            current: Box::new(Cursor::new(text.open.clone().into_bytes())),
            files: files.into_iter(),
            is_first: true,
            close: Some(text.close),
        };
        Self::from_reader_with(reader, name, options)
    }
}

struct JoinedFiles {
    current: Box<dyn Read + Send>,
    files: std::vec::IntoIter<PathBuf>,
    is_first: bool,
    close: Option<&'static str>,
}

impl Read for JoinedFiles {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.current.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if let Some(path) = self.files.next() {
                let comma: &[u8] = if std::mem::take(&mut self.is_first) { b"" } else { b"," };
                let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
                self.current = Box::new(comma.chain(open_regular(&path).map_err(named)?));
            } else if let Some(close) = self.close.take() {
                self.current = Box::new(close.as_bytes());
            } else {
                return Ok(0);
            }
        }
    }
}
