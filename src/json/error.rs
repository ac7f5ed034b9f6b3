//! Errors of JSON text, with their positions.

use std::fmt;

/// Why a text is not JSON. `offset` is the byte, counted from the start of the text, at which reading stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The kind of the problem.
    pub problem: Problem,
    /// Bytes from the start of the text.
    pub offset: usize,
}

/// The problems that the scanner distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The text ends before the value is complete: `{"a":`.
    EndedInValue,
    /// The text ends inside a string: `"abc`.
    EndedInString,
    /// Only white space.
    Empty,
    /// A blank line where each line is a record.
    BlankLine,
    /// A byte that cannot start or continue what is expected here: `[1 2]`, `{a:1}`.
    Unexpected(u8),
    /// `NaN`, `Infinity` or `-Infinity`, as Python's `json.dumps` writes them.
    NotANumber,
    /// A quote of the wrong kind, or `None`/`True`/`False`: the text is a Python value, not JSON.
    Python,
    /// A comment: `// …` or `/* … */`.
    Comment,
    /// A comma with nothing after it: `[1,]`.
    TrailingComma,
    /// `01`, `+1`, `1.`, `.5`, `1e`.
    BadNumber,
    /// A byte below 0x20 inside a string: a raw newline, tab or NUL.
    ControlByte(u8),
    /// A backslash before a character that JSON does not allow there, or `\u` without four hex digits.
    BadEscape,
    /// There is text after the value: `{} x`.
    TextAfterValue,
    /// A comma after a value that is alone on its line: `{},`.
    CommaAfterValue,
    /// A quote that a word processor made of `"`.
    TypographicQuote,
    /// More opening brackets than the limit allows.
    TooDeep(usize),
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// A byte order mark in the middle of the text: two files were joined.
    MarkInside,
    /// More bytes than a record may have.
    TooLong(usize),
}

impl JsonError {
    pub(crate) fn new(problem: Problem, offset: usize) -> Self {
        Self { problem, offset }
    }

    /// The same error for a text that starts at `offset` in a larger text.
    #[must_use]
    pub fn after(self, offset: usize) -> Self {
        Self { offset: self.offset + offset, ..self }
    }

    /// True if more input could make the text valid.
    #[must_use]
    pub fn is_end(&self) -> bool {
        matches!(self.problem, Problem::EndedInValue | Problem::EndedInString | Problem::Empty)
    }

    /// What the user can do about it, if there is a usual cause.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        Some(match self.problem {
            Problem::NotANumber => {
                "NaN and Infinity are not JSON; Python writes them unless json.dumps gets allow_nan=False"
            }
            Problem::Python => "this looks like a Python value (repr), not JSON; write it with json.dumps",
            Problem::Comment => "comments are JSONC or JSON5, not JSON; remove them",
            Problem::EndedInValue | Problem::EndedInString => "restore the rest of the record, or remove it",
            Problem::Unexpected(b'<') => "this looks like HTML or XML, or a conflict marker, not JSON",
            Problem::Unexpected(b'=' | b'>') => "this looks like a conflict marker; resolve the conflict first",
            Problem::Unexpected(0) => "NUL bytes: a zero filled tail after a crash, or text that is not UTF-8",
            Problem::TooDeep(_) => "raise the limit with --max-depth if the data really is nested this deeply",
            Problem::TooLong(_) => "raise the limit with --max-record-bytes if the record really is this long",
            Problem::TextAfterValue => "several values need one line each (JSONL) or an array around them",
            Problem::CommaAfterValue => "lines of JSONL end without a comma: sed 's/,[[:space:]]*$//' removes it",
            Problem::TypographicQuote => "JSON only allows the plain quote U+0022; a word processor replaced it",
            Problem::MarkInside => "a byte order mark is inside the file; were two files joined?",
            Problem::Empty
            | Problem::BlankLine
            | Problem::Unexpected(_)
            | Problem::TrailingComma
            | Problem::BadNumber
            | Problem::ControlByte(_)
            | Problem::BadEscape
            | Problem::NotUtf8 => return None,
        })
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            Problem::EndedInValue => f.write_str("input ends inside a value"),
            Problem::EndedInString => f.write_str("input ends inside a string"),
            Problem::BlankLine => f.write_str("the line is blank"),
            Problem::Empty => f.write_str("no JSON value, the input is empty"),
            Problem::Unexpected(byte) if byte.is_ascii_graphic() => write!(f, "unexpected `{}`", char::from(byte)),
            Problem::Unexpected(byte) => write!(f, "unexpected byte 0x{byte:02x}"),
            Problem::NotANumber => f.write_str("NaN or Infinity is not a JSON number"),
            Problem::Python => f.write_str("a Python value where JSON was expected"),
            Problem::Comment => f.write_str("a comment is not JSON"),
            Problem::TrailingComma => f.write_str("nothing follows the comma"),
            Problem::BadNumber => f.write_str("not a JSON number"),
            Problem::ControlByte(byte) => write!(f, "raw control byte 0x{byte:02x} inside a string"),
            Problem::BadEscape => f.write_str("invalid escape inside a string"),
            Problem::TextAfterValue => f.write_str("text after the end of the value"),
            Problem::CommaAfterValue => f.write_str("a comma after the record"),
            Problem::TypographicQuote => f.write_str("a typographic quote"),
            Problem::TooDeep(limit) => write!(f, "nested deeper than {limit} levels"),
            Problem::NotUtf8 => f.write_str("invalid UTF-8"),
            Problem::MarkInside => f.write_str("byte order mark (U+FEFF) between values"),
            Problem::TooLong(limit) => write!(f, "record is longer than {limit} bytes"),
        }
    }
}

impl std::error::Error for JsonError {}
