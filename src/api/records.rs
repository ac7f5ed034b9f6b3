//! The records of a reader, one by one, in bounded memory.

use std::io::Read;
use std::sync::Arc;

use super::convert_input::convert_input;
use super::{Conversation, Convert, Converted, Error, Loss, NAME, open_reader};
use crate::format::{Format, Framing};
use crate::json::Layout;
use crate::op::convert::ConvertOptions;
use crate::op::{Input, RawRecord, RawRecords};
use crate::report::Diagnostic;
use crate::stream::{Limits, Nesting, Source};

/// Reads the conversations of JSON Lines, or of an array, one by one. Memory is bounded by the longest record, of at
/// most 256 MiB. Compressed input (gzip, zstd) is decompressed.
///
/// `from` is the name of their format; with `None` it is detected.
///
/// ```
/// let lines = "{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}\nnot JSON\n";
/// let mut records = turnwise::records(lines.as_bytes(), "openai")?;
/// let first = records.next().unwrap()?;
/// assert_eq!((first.number, first.line, first.conversation.messages.len()), (1, 1, 1));
/// // A bad record is an error, and the next one can still be read.
/// assert_eq!(records.next().unwrap().unwrap_err().line(), Some(2));
/// assert!(records.next().is_none());
/// # Ok::<(), turnwise::Error>(())
/// ```
///
/// # Errors
/// The name is unknown, the beginning cannot be read, or it is not JSON or in an unknown format. Later errors are
/// items: after a bad record ([`ErrorKind::Record`](crate::ErrorKind)) the iterator continues with the next one, after
/// an error of the reader it ends.
pub fn records<'f>(reader: impl Read + Send + 'static, from: impl Into<Option<&'f str>>) -> Result<Records, Error> {
    Ok(Records::of(open_reader(reader, from.into())?))
}

/// The conversations of a reader: see [`records`].
///
/// ```
/// let lines = "{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}\n";
/// let records = turnwise::records(lines.as_bytes(), "openai")?.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(records.len(), 1);
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy"]
pub struct Records(RawRecords);

/// A record of an input.
///
/// ```
/// let lines = "\n{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}\n";
/// let record = turnwise::records(lines.as_bytes(), None)?.next().unwrap()?;
/// assert_eq!((record.number, record.line, record.format), (1, 2, "openai"));
/// assert_eq!(record.conversation.messages[0].text(), "Hello");
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The number of the record in the input, from 1.
    pub number: u64,
    /// The line in which it starts, from 1.
    pub line: u64,
    /// The name of its format.
    pub format: &'static str,
    /// Its bytes, as they are in the input.
    pub bytes: Vec<u8>,
    /// Its conversation.
    pub conversation: Conversation,
}

impl Records {
    pub(super) fn of(input: Input) -> Self {
        Self(RawRecords::new(input))
    }
}

impl Iterator for Records {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let records = &mut self.0;
        let raw = match records.next_record()? {
            Ok(raw) => raw,
            Err(error) => return Some(Err(Error::unreadable(error))),
        };
        let read = records.read(&raw, |format, it| (format.name, Conversation::of(it)));
        let record = read.map(|(format, conversation)| Record {
            number: raw.number + 1,
            line: raw.start.line,
            format,
            bytes: raw.bytes,
            conversation,
        });
        Some(record.map_err(Error::unreadable))
    }
}

impl Convert {
    /// Converts the records of a reader one by one: each becomes a line of JSON Lines. Memory is bounded by the longest
    /// record.
    ///
    /// ```
    /// use turnwise::Convert;
    ///
    /// let lines = "{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}\n{\"messages\":7}\n";
    /// let (mut output, mut bad) = (Vec::new(), 0);
    /// for record in Convert::new("anthropic").from("openai").records(lines.as_bytes())? {
    ///     match record {
    ///         Ok(converted) => output.extend(converted.bytes),
    ///         Err(error) => bad += u32::from(error.record() == Some(2)),
    ///     }
    /// }
    /// assert!(output.ends_with(b"\n") && bad == 1);
    /// # Ok::<(), turnwise::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`records`]; a record without a valid form in the target is a bad record too.
    pub fn records(&self, reader: impl Read + Send + 'static) -> Result<ConvertedRecords, Error> {
        self.check_target()?;
        let mut options = self.options()?;
        options.output.framing = Some(Framing::Lines);
        let mut input = self.open(Source::from_reader(reader, NAME).map_err(Error::source_error)?)?;
        let nesting = input.nesting.take();
        input.framing = nesting.as_ref().map_or(input.framing, |nesting| nesting.framing());
        let framing = if input.framing == Framing::Array { Framing::Document } else { input.framing };
        Ok(ConvertedRecords {
            options,
            framing,
            nesting: nesting.map(|nesting| Arc::new(nesting.framed(framing))),
            layout: input.layout,
            usual: input.usual,
            is_fixed: input.is_fixed,
            limits: input.limits,
            records: RawRecords::new(input),
        })
    }
}

/// The conversions of the records of a reader: see [`Convert::records`].
///
/// ```
/// use turnwise::Convert;
///
/// let lines = "{\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}\n";
/// for converted in Convert::new("gemini").records(lines.as_bytes())? {
///     assert_eq!(converted?.bytes, b"{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"Hello\"}]}]}\n");
/// }
/// # Ok::<(), turnwise::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy"]
pub struct ConvertedRecords {
    records: RawRecords,
    options: ConvertOptions,
    framing: Framing,
    /// The places of conversations in the records.
    nesting: Option<Arc<Nesting>>,
    layout: Layout,
    usual: Option<&'static Format>,
    is_fixed: bool,
    limits: Limits,
}

impl ConvertedRecords {
    fn convert(&mut self, mut raw: RawRecord) -> Result<Converted, Error> {
        if !raw.may_be_json() {
            // If there is nothing to convert, reading the record gives the error.
            self.records.read(&raw, |_, _| ()).map_err(Error::unreadable)?;
        }
        let mut bytes = std::mem::take(&mut raw.bytes);
        if self.framing == Framing::Lines {
            bytes.push(b'\n');
        }
        let source = Source::from_bytes(bytes, NAME).map_err(Error::source_error)?;
        let input = Input {
            source,
            framing: if self.nesting.is_some() { Framing::Lines } else { self.framing },
            layout: self.layout,
            has_item_lines: false,
            usual: self.usual,
            is_fixed: self.is_fixed,
            ties: Vec::new(),
            limits: self.limits,
            nesting: self.nesting.clone(),
        };
        let mut converted = convert_input(input, &self.options, &mut |diagnostic| place(diagnostic, &raw))?;
        for mut diagnostic in std::mem::take(&mut raw.stream) {
            diagnostic.record = raw.number;
            converted.losses.extend(Loss::of(&diagnostic));
        }
        Ok(converted)
    }
}

/// Converts a place in a record to the place in the input.
fn place(diagnostic: &mut Diagnostic, record: &RawRecord) {
    diagnostic.record = record.number;
    if let Some(location) = &mut diagnostic.location {
        if location.line == 1 {
            location.column += record.start.column - 1;
        }
        location.line += record.start.line - 1;
        location.offset += record.start.offset;
    }
}

impl Iterator for ConvertedRecords {
    type Item = Result<Converted, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.records.next_record()? {
            Ok(raw) => Some(self.convert(raw)),
            Err(error) => Some(Err(Error::unreadable(error))),
        }
    }
}
